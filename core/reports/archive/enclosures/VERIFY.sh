#!/bin/sh
# Checks an evidence archive of Plumbline with openssl 3, jq and the tools every system has. It runs no line of
# Plumbline and opens no connection. The names V2 to V14 are those of docs/evidence-format.md.
#
#   sh VERIFY.sh                              trusts the trust.json in the archive, and says what to compare: that nothing was
#                                             changed, and not yet who issued it
#   sh VERIFY.sh '' SHA256                    the same file, if it has the SHA-256 that the issuer published
#   sh VERIFY.sh TRUST.json                   trusts a trust file you have from elsewhere
#   sh VERIFY.sh TRUST.json SHA256            the same, and refuses another file than the one with this SHA-256
#   AS_OF=2027-01-31 sh VERIFY.sh ...         judges as of that day (UTC) instead of today: for an old archive, whose
#                                             trust file was to be fetched again long ago
#   sh VERIFY.sh TRUST.json SHA256 KEYRING    by this keyring; else by the keyring.json beside the trust file, else by
#                                             the one in the archive. It need not be trusted: the roots that the trust
#                                             file pins signed every version of it, or they did not. SHA256 may be ''.
#
# Exit status: 0 every step below holds, 1 one does not, 2 the check could not be made, or not all that is demanded.

# Every check is a condition of `if`: under `set -e` a command that fails to the left of && stops nothing.
set -u
LC_ALL=C
# jq 1.6 moves a time by an hour where the local clock keeps summer time.
TZ=UTC
export LC_ALL TZ
unset CDPATH

given_trust=${1:-}
given_sha256=${2:-}
given_keyring=${3:-}
case $given_trust in
  '' | /*) ;;
  *) given_trust=$PWD/$given_trust ;;
esac
case $given_keyring in
  '' | /*) ;;
  *) given_keyring=$PWD/$given_keyring ;;
esac

cannot() {
  printf 'cannot check: %s\n' "$1" >&2
  exit 2
}

for tool in jq openssl base64 sha256sum sed awk od cmp tr wc head tail mktemp date grep sort cut; do
  if ! command -v "$tool" >/dev/null 2>&1; then cannot "$tool is not installed"; fi
done
case $(openssl version) in
  'OpenSSL 0.'* | 'OpenSSL 1.'* | LibreSSL*) cannot "openssl 3 or later is needed, here is $(openssl version)" ;;
esac
if ! cd "$(dirname "$0")"; then cannot 'the folder of this script cannot be entered'; fi
if ! work=$(mktemp -d); then cannot 'there is no place for temporary files'; fi
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM

if [ -f bundle.json ] && [ -f frames.ndjson ]; then :; else cannot 'bundle.json and frames.ndjson belong beside this script'; fi
if [ -n "$given_trust" ]; then trust=$given_trust; else trust=$PWD/trust.json; fi
if [ ! -f "$trust" ]; then cannot "there is no trust file $trust"; fi
if [ -n "$given_keyring" ]; then
  keyring=$given_keyring
elif [ -f "$(dirname "$trust")/keyring.json" ]; then
  keyring=$(dirname "$trust")/keyring.json
else
  keyring=$PWD/keyring.json
fi
if [ -n "$given_keyring" ] && [ ! -f "$keyring" ]; then cannot "there is no keyring $keyring"; fi
trust_sha256=$(sha256sum <"$trust" | awk '{ print $1 }')
if [ -n "$given_sha256" ] && [ "$given_sha256" != "$trust_sha256" ]; then
  cannot "the trust file has the SHA-256 $trust_sha256, not $given_sha256"
fi
# A trust file in the folder of the archive came with it: whoever changed one could have changed the other.
issuer_confirmed=yes
if [ -z "$given_sha256" ] && [ "$(cd "$(dirname "$trust")" && pwd -P)" = "$(pwd -P)" ]; then issuer_confirmed=no; fi

# one_json FILE: one JSON text by the letter of RFC 8259. jq alone lets pass 01 and NaN, a line feed in a text, bytes that are
# not UTF-8, a member twice, and a second text behind the first.
one_json() {
  events=$(jq -s 'if length == 1 and (tojson | contains("\ufffd") | not) then .[0] | [tostream] | length else empty end' "$1" 2>/dev/null)
  if [ -z "$events" ] || [ "$(jq -n --stream '[inputs] | length' "$1" 2>/dev/null)" != "$events" ]; then return 1; fi
  ! tr -d '\177' <"$1" | sed -E 's/"([^"\\[:cntrl:]]|\\["\\/bfnrt]|\\u[0-9A-Fa-f]{4})*"/S/g' | tr '{}[]:, \t\r' '[\n*]' |
    grep -Evqx 'S|true|false|null|-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?|'
}
# canonical FILE: JSON of texts and whole numbers in its one spelling (RFC 8785).
canonical() {
  jq -cSjs 'if length == 1 and ([.[0] | .. | numbers | tojson] | all(test("^(0|[1-9][0-9]*)$"))) then .[0] else empty end' \
    "$1" 2>/dev/null | cmp -s - "$1"
}
# has_lost FILE FILTER: whether a text has U+0000 or, unless it is a proof of several lines, ends in a line break: the shell
# would leave them out of it.
has_lost() {
  jq -e "$2"' | [paths(type == "string") as $at | getpath($at) | explode
    | index(0) != null or ($at[-1] != "tlog_proof" and .[-1] == 10)] | any' "$1" >/dev/null 2>&1
}
shapes='
  def exactly($names): type == "object" and keys == $names;
  def text: type == "string";
  def whole($least; $most): type == "number" and . == floor and . >= $least and . <= $most;
  def list($most; each): type == "array" and length >= 1 and length <= $most and all(.[]; each);
  def optional($name; check): (has($name) | not) or (.[$name] | check);'

# The trust file in its exact form: what is spelled otherwise might be a demand that goes unchecked.
trust_fault=$shapes'
  ["version", "evidence_keys", "keyring", "logs", "tsa_roots", "tsa_threshold", "witnesses", "witness_threshold", "require",
    "refresh_after"] as $known
  | def key: exactly(["alg", "keyid", "spki"]) and ([.[] | text] | all) and (.alg == "ECDSA_P256_SHA256" or .alg == "ED25519");
  def pin: type == "object" and (keys - ["digest", "minimum_version", "root_keys", "threshold"]) == []
    and (.root_keys | list(16; key)) and (.threshold | whole(1; 16)) and (.minimum_version | whole(1; 1000000))
    and optional("digest"; text and test("^sha256:[0-9a-f]{64}$"));
  def time: text and test("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$")
    and (sub("[.][0-9]{3}Z$"; "Z") | . == (try (fromdate | todate) catch ""));
  def demands: type == "object" and (keys - ["precommit", "organisation", "timestamp"]) == []
    and optional("precommit"; . == true) and optional("timestamp"; . == true)
    and optional("organisation"; text and test("^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"));
  if type != "object" or (keys - $known) != [] or .version != 1 then "it has members this script does not know"
  elif optional("evidence_keys"; list(1000; key)) | not then "evidence_keys is not a list of keyid, alg and spki"
  elif optional("keyring"; pin) | not then "keyring does not name root_keys (keyid, alg, spki), threshold and minimum_version"
  elif has("evidence_keys") == has("keyring") then "it must name either evidence_keys or a keyring"
  elif optional("logs"; list(100; text)) | not then "logs is not a list of keys"
  elif optional("tsa_roots"; list(32; text)) | not then "tsa_roots is not a list of certificates"
  elif optional("witnesses"; list(64; text)) | not then "witnesses is not a list of keys"
  elif optional("tsa_threshold"; whole(1; 8)) | not then "tsa_threshold is not a number from 1 to 8"
  elif optional("witness_threshold"; whole(1; 64)) | not then "witness_threshold is not a number from 1 to 64"
  elif optional("require"; demands) | not
    then "require takes precommit and timestamp, which are true or left out, and organisation, a name"
  elif optional("refresh_after"; time) | not then "refresh_after is not a time such as 2027-01-31T00:00:00.000Z"
  elif (.tsa_threshold // 0) > (.tsa_roots // [] | length) or (.require.timestamp and (.tsa_roots == null))
    then "it requires more time stamps than it names authorities"
  elif (.witness_threshold // 0) > (.witnesses // [] | length) then "it requires more cosignatures than it names witnesses"
  elif .logs == null and (.keyring != null or .require.precommit) then "it names no log, and a keyring and pre-commitment need one"
  else "" end'
# What makes a file of that form one that must not be trusted.
trust_doubt='
  def once: length == (unique | length);
  if [(.evidence_keys, .keyring.root_keys) // empty | .[].keyid] | once | not then "the trust file lists a key twice"
  elif [((.logs // []) + (.witnesses // []))[] | sub("[+].*"; "")] | once | not
    then "the trust file lists a log or a witness twice"
  elif .keyring != null and .keyring.threshold > (.keyring.root_keys | length)
    then "more root keys must sign than the trust file lists"
  else "" end'
if ! one_json "$trust"; then cannot "$trust is not JSON"; fi
if has_lost "$trust" .; then cannot "$trust: a text in it has U+0000 or ends in a line break"; fi
unusable=$(jq -r "$trust_fault" "$trust" 2>/dev/null) || unusable='it is not of a form this script knows'
if [ -n "$unusable" ]; then cannot "$trust: $unusable"; fi
as_of=${AS_OF:-$(date -u +%Y-%m-%dT%H:%M:%S.000Z)}
case $as_of in
  ????-??-??) as_of=${as_of}T23:59:59.999Z ;;
  ????-??-??T??:??:??Z) as_of=${as_of%Z}.000Z ;;
esac
if ! printf '%s\n' "$as_of" | grep -Eqx '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z'; then
  cannot 'AS_OF is a day such as 2027-01-31, or a time such as 2027-01-31T12:00:00Z'
fi

failures=0
# What keeps the verdict open where nothing failed.
open=
report() { printf '  %-4s %-34s %s\n' "$1" "$2" "$3"; }
# leave_open STEP TITLE WHY: nothing failed, and not all was checked.
leave_open() {
  report "$1" "$2" "not checked: $3"
  open="${open:+$open
}$3"
}
pass() { report "$1" "$2" pass; }
fail() {
  failures=$((failures + 1))
  report "$1" "$2" "FAIL: $3"
}

# sha256_of FILE: lowercase hex.
sha256_of() { sha256sum <"$1" | awk '{ print $1 }'; }
# same FILE FILE: byte for byte.
same() { cmp -s "$1" "$2"; }
# decode TEXTFILE FILE: base64 with exactly one spelling; fails for any other.
decode() {
  if ! base64 -d <"$1" >"$2" 2>/dev/null; then return 1; fi
  base64 <"$2" | tr -d '\n' >"$2.again"
  tr -d '\n' <"$1" >"$2.once"
  if [ "$(wc -c <"$1")" -ne "$(wc -c <"$2.once")" ]; then return 1; fi
  same "$2.again" "$2.once"
}
# members FILTER JSON LINES: values as base64, one a line, so that no value can pass for two. jq starts slowly: once a file.
members() { jq -r "$1 | .[] | if . == null then \"\" else tostring end | @base64" "$2" >"$3" 2>/dev/null; }
# value NUMBER LINES: one of them, without a line feed behind it.
value() { sed -n "$1p" "$2" | base64 -d; }
# key_file SPKI_DER PEM
key_file() { openssl pkey -pubin -inform DER -in "$1" -out "$2" 2>/dev/null; }
# hex FILE: its bytes, lowercase.
hex() { od -An -v -tx1 "$1" | tr -d ' \n'; }
# not_above TEXT TEXT: the first is not behind the second in the order of letters; of hex of one length, not above it.
not_above() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort | head -n 1)" = "$1" ]; }
# sound_key ALGORITHM SPKI_DER: of that kind, in its one spelling, and no point of small order, under which anything verifies.
sound_key() {
  point=$(hex "$2")
  case $1:${#point}:$point in
    ECDSA_P256_SHA256:182:3059301306072a8648ce3d020106082a8648ce3d03010703420004*) return 0 ;;
    ED25519:88:302a300506032b6570032100*) ;;
    *) return 1 ;;
  esac
  point=${point#302a300506032b6570032100}
  sign=${point#??????????????????????????????????????????????????????????????}
  case ${point%??}$(printf %02x $((0x$sign & 127))) in
    0[01]00000000000000000000000000000000000000000000000000000000000000) return 1 ;;
    26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05) return 1 ;;
    c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a) return 1 ;;
    e[c-f]ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f) return 1 ;;
    f?ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f) return 1 ;;
  esac
}
# signed ALGORITHM PEM MESSAGE SIGNATURE: of the two values an ECDSA signature may have, only the one with the lower s counts.
signed() {
  case $1 in
    ECDSA_P256_SHA256)
      if ! openssl dgst -sha256 -verify "$2" -signature "$4" "$3" >/dev/null 2>&1; then return 1; fi
      s=$(openssl asn1parse -inform DER -in "$4" 2>/dev/null | sed -n '3s/.*://p')
      [ "${#s}" -lt 64 ] || not_above "$s" 7FFFFFFF800000007FFFFFFFFFFFFFFFDE737D56D38BCF4279DCE5617E3192A8
      ;;
    ED25519) openssl pkeyutl -verify -pubin -inkey "$2" -rawin -in "$3" -sigfile "$4" >/dev/null 2>&1 ;;
    *) return 1 ;;
  esac
}
# note_key BYTES_33 PEM: the key of a log or a witness: SubjectPublicKeyInfo is a fixed head of 12 bytes and the key.
note_key() {
  { printf '\060\052\060\005\006\003\053\145\160\003\041\000' && tail -c 32 "$1"; } >"$2.der"
  sound_key ED25519 "$2.der" && key_file "$2.der" "$2"
}

is_number() { printf '%s\n' "$1" | awk 'BEGIN { good = 0 } /^(0|[1-9][0-9]*)$/ && length($0) <= 15 { good = 1 } END { exit !good }'; }
hash_file() { openssl dgst -sha256 -binary "$1" >"$2"; }
# bytes_signed TYPE PAYLOAD: what a DSSE signature is over. The length of TYPE is its length in bytes.
bytes_signed() {
  printf 'DSSEv1 %d %s %d ' "${#1}" "$1" "$(wc -c <"$2")"
  cat "$2"
}
# entry_of MESSAGE SIGNATURE_BASE64 ALGORITHM SPKI_BASE64: the entry the log must have of a signature.
entry_of() {
  case $3 in
    ED25519) details=PKIX_ED25519 ;;
    *) details=PKIX_ECDSA_P256_SHA_256 ;;
  esac
  printf '{"apiVersion":"0.0.2","kind":"hashedrekord","spec":{"hashedRekordV002":{"data":{"algorithm":"SHA2_256","digest":"%s"},"signature":{"content":"%s","verifier":{"keyDetails":"%s","publicKey":{"rawBytes":"%s"}}}}}}' \
    "$(openssl dgst -sha256 -binary "$1" | base64 | tr -d '\n')" "$(cat "$2")" "$details" "$(cat "$4")"
}
# note_line LINE: the line of a signature: a dash, a name, base64 of four bytes that name the key, and what it signed.
# Sets $name and $hint; the bytes are $work/line.bin.
note_line() {
  if ! printf '%s\n' "$1" | grep -Eqx '— [^ +[:cntrl:]]+ [A-Za-z0-9+/]+=*'; then return 1; fi
  name=${1#— }
  printf %s "${name#* }" >"$work/line.b64"
  name=${name%% *}
  if ! decode "$work/line.b64" "$work/line.bin" || [ "$(wc -c <"$work/line.bin")" -lt 5 ]; then return 1; fi
  head -c 4 "$work/line.bin" >"$work/line.hint"
  hint=$(hex "$work/line.hint")
}
# open_proof PROOF: a c2sp.org/tlog-proof@v1 whose checkpoint the log $origin of the trust file signed with $verifier_key.
# Leaves PROOF.checkpoint, .note, .siblings and .others (the lines besides the log's), sets $index and $size; or $why not.
open_proof() {
  sed '1,/^$/d' "$1" >"$1.checkpoint"
  sed '/^$/,$d' "$1.checkpoint" >"$1.note"
  sed '1,/^$/d' "$1.checkpoint" >"$1.lines"
  sed '1,2d; /^$/,$d' "$1" >"$1.siblings"
  : >"$1.others"
  index=$(sed -n '2s/^index //p' "$1")
  size=$(sed -n 2p "$1.note")
  key_hash=${verifier_key#"$origin"+}
  printf %s "${key_hash#*+}" >"$work/log-key.b64"
  key_hash=${key_hash%%+*}
  why=
  if [ "$(sed -n 1p "$1")" != 'c2sp.org/tlog-proof@v1' ]; then
    why='not a c2sp.org/tlog-proof@v1'
  elif ! is_number "$index" || ! is_number "$size"; then
    why='index or size is not a number'
  elif [ -z "$verifier_key" ]; then
    why="the trust file does not list the log $origin"
  elif [ "$(wc -l <"$1.note")" -ne 3 ] || [ "$(sed -n 1p "$1.note")" != "$origin" ]; then
    why='not a checkpoint of this log'
  elif [ "$size" -le "$index" ]; then
    why='it ends before the entry'
  elif ! decode "$work/log-key.b64" "$work/log-key.bin" || ! note_key "$work/log-key.bin" "$work/log.pem"; then
    why="the log's key in the trust file is not a public key"
  elif [ "$(tail -c 1 "$1" | od -An -tu1 | tr -d ' ')" != 10 ]; then
    why='its last line does not end'
  fi
  if [ -n "$why" ]; then return 1; fi
  : >"$work/note-signature.raw"
  while IFS= read -r line; do
    if ! note_line "$line"; then
      why='a line of a signature is malformed'
    elif [ "$name $hint" = "$origin $key_hash" ] && [ ! -s "$work/note-signature.raw" ]; then
      tail -c +5 "$work/line.bin" >"$work/note-signature.raw"
    else
      printf '%s\n' "$line" >>"$1.others"
    fi
  done <"$1.lines"
  if [ -z "$why" ] && ! signed ED25519 "$work/log.pem" "$1.note" "$work/note-signature.raw"; then
    why='the log did not sign it, or its signature does not verify'
  fi
  [ -z "$why" ]
}
# climb ENTRY INDEX SIZE SIBLINGS: the hashes lead from the entry to a root (RFC 9162 2.1.3.2), which is left in $work/node.
climb() {
  if ! is_number "$2" || ! is_number "$3"; then return 1; fi
  node=$2
  last=$(($3 - 1))
  if [ "$node" -gt "$last" ]; then return 1; fi
  { printf '\000' && cat "$1"; } >"$work/node.in"
  if ! hash_file "$work/node.in" "$work/node"; then return 1; fi
  while IFS= read -r line; do
    if [ "$last" -eq 0 ]; then return 1; fi
    printf %s "$line" >"$work/sibling.b64"
    if ! decode "$work/sibling.b64" "$work/sibling"; then return 1; fi
    if [ "$(wc -c <"$work/sibling")" -ne 32 ]; then return 1; fi
    if [ $((node % 2)) -eq 1 ] || [ "$node" -eq "$last" ]; then
      { printf '\001' && cat "$work/sibling" "$work/node"; } >"$work/node.in"
      while [ $((node % 2)) -eq 0 ] && [ "$node" -ne 0 ]; do
        node=$((node / 2))
        last=$((last / 2))
      done
    else
      { printf '\001' && cat "$work/node" "$work/sibling"; } >"$work/node.in"
    fi
    if ! hash_file "$work/node.in" "$work/node"; then return 1; fi
    node=$((node / 2))
    last=$((last / 2))
  done <"$4"
  [ "$last" -eq 0 ]
}
# included ENTRY PROOF: after open_proof, the hashes lead from the entry to the root the log signed.
included() {
  climb "$1" "$index" "$size" "$2.siblings" && [ "$(base64 <"$work/node" | tr -d '\n')" = "$(sed -n 3p "$2.note")" ]
}

# The keys the trust file lists: what is no key at all makes the file unusable, what must not be trusted fails V4.
untrusted=$(jq -r "$trust_doubt" "$trust")
: >"$work/witnesses.txt"
roots=0
jq -r '(((.evidence_keys, .keyring.root_keys) // empty | .[] | .alg, .keyid, .spki),
  ((.logs // [])[] | "01", "", .), ((.witnesses // [])[] | "04", "", .),
  ((.tsa_roots // [])[] | "root", "", .)) | @base64' "$trust" >"$work/keys.txt"
at=0
while [ "$at" -lt "$(wc -l <"$work/keys.txt")" ]; do
  kind=$(value $((at + 1)) "$work/keys.txt")
  value $((at + 3)) "$work/keys.txt" >"$work/one.txt"
  case $kind in
    01 | 04)
      name=$(sed 's/+.*//' "$work/one.txt")
      hint=$(sed 's/^[^+]*+//; s/+.*//' "$work/one.txt")
      sed 's/^[^+]*+[^+]*+//' "$work/one.txt" | tr -d '\n' >"$work/one.b64"
      if [ "$(wc -l <"$work/one.txt")" -ne 0 ] ||
        ! grep -Eqx '[^ +[:cntrl:]]+[+][0-9a-f]{8}[+][A-Za-z0-9+/]+=*' "$work/one.txt" ||
        ! decode "$work/one.b64" "$work/one.bin" || [ "$(wc -c <"$work/one.bin")" -ne 33 ] ||
        [ "$(hex "$work/one.bin" | cut -c 1-2)" != "$kind" ] ||
        [ "$({ printf '%s\n' "$name" && cat "$work/one.bin"; } | sha256sum | cut -c 1-8)" != "$hint" ]; then
        cannot "$trust: $(tr -cd ' -~' <"$work/one.txt") is not the key of a log, or of a witness"
      fi
      if ! note_key "$work/one.bin" "$work/one.pem"; then untrusted='a key in the trust file is not of its kind'; fi
      if [ "$kind" = 04 ]; then printf '%s %s %s\n' "$name" "$hint" "$(cat "$work/one.b64")" >>"$work/witnesses.txt"; fi
      ;;
    root)
      roots=$((roots + 1))
      # openssl takes a root as it stands: one changed anywhere would pass, but for its own signature, and bytes behind its
      # end are not read.
      if ! decode "$work/one.txt" "$work/one.der" ||
        ! openssl x509 -inform DER -in "$work/one.der" -out "$work/root-$roots.pem" 2>/dev/null ||
        ! openssl x509 -in "$work/root-$roots.pem" -outform DER -out "$work/one.again" 2>/dev/null ||
        ! same "$work/one.again" "$work/one.der" ||
        ! openssl verify -no_check_time -check_ss_sig -CAfile "$work/root-$roots.pem" "$work/root-$roots.pem" >/dev/null 2>&1; then
        cannot "$trust: a root of tsa_roots is not a certificate, in base64, that signed itself"
      fi
      ;;
    *)
      if ! decode "$work/one.txt" "$work/one.der"; then cannot "$trust: a key is not base64 in its one spelling"; fi
      if ! sound_key "$kind" "$work/one.der"; then untrusted='a key in the trust file is not of its kind'; fi
      if [ "sha256:$(sha256_of "$work/one.der")" != "$(value $((at + 2)) "$work/keys.txt")" ]; then
        untrusted='a key in the trust file has another id'
      fi
      ;;
  esac
  at=$((at + 3))
done

said=$work/bundle.members
if ! members '[
    .event_id, .signature, .proof.envelope.payloadType, (.proof.envelope.signatures | length),
    .proof.envelope.payload, .proof.envelope.signatures[0].sig, .proof.envelope.signatures[0].keyid,
    (.proof.envelope | tojson), ([.proof.keys[]? | [.alg, .keyid, .spki]] | tojson),
    .proof.log.origin, .proof.log.index, .proof.log.entry, .proof.log.tlog_proof,
    (.proof.timestamps | length)
  ] + [.proof.timestamps[]?.token]' bundle.json "$said"; then
  printf 'bundle.json is not an evidence bundle\n\nINVALID\n'
  exit 1
fi
event_id=$(value 1 "$said" | tr -cd 'A-Z0-9-')

# Whose vehicle: two organisations may call a vehicle alike.
submitter=$work/submitter.members
members '[.submitter.organisation, .submitter.api_key_id, .submitter.organisation_tag, ([.salt, .submitter.organisation] | tojson)]' \
  bundle.json "$submitter"
organisation=$(value 1 "$submitter" | tr -cd 'A-Za-z0-9._-')
if [ -n "$organisation" ]; then
  printf 'Organisation %s, API key %s\n' "$organisation" "$(value 2 "$submitter" | tr -cd ' -~')"
  value 4 "$submitter" >"$work/organisation.json"
  organisation_tag=$(sha256_of "$work/organisation.json")
else
  printf 'Organisation not named: issued before evidence contained it\n'
  organisation_tag=
fi
printf 'Evidence %s\n\n' "$event_id"

# The files of the archive are those it was made of. This alone proves nothing: who changes a file can change the list.
if [ ! -f SHA256SUMS ]; then
  fail files 'Files of the archive' 'SHA256SUMS is missing'
elif sha256sum -c SHA256SUMS >"$work/sums" 2>&1; then
  pass files 'Files of the archive'
else
  fail files 'Files of the archive' "$(sed -n 's/: FAILED.*//p' "$work/sums" | tr '\n' ' ')changed or missing"
fi

# V0, in part: the core is the bundle without two members; what is not in it has one spelling, at one place.
sed -E 's/"proof":\{.*"version":1\},//; s/"signature":"sha256:[0-9a-f]{64}",//' bundle.json | tr -d '\n' >"$work/core.json"
content_digest=$(value 2 "$said")
{ jq -cSj .proof bundle.json && printf '\n%s\n' "$content_digest" && cat "$work/core.json"; } | awk '
  function put(text, name) { at = index(core, name); core = substr(core, 1, at - 1) text substr(core, at) }
  NR == 1 { proof = $0 }
  NR == 2 { digest = $0 }
  NR == 3 { core = $0 }
  END { put("\"proof\":" proof ",", "\"retention\":"); put("\"signature\":\"" digest "\",", "\"standards\":"); ORS = ""; print core }
' >"$work/bundle.again"
if has_lost bundle.json '[.proof, .signature]'; then
  fail V0 'Form, outside the core' 'a text in it has U+0000 or ends in a line break'
elif same "$work/bundle.again" bundle.json; then
  pass V0 'Form, outside the core'
else
  fail V0 'Form, outside the core' 'the bundle is not in its canonical form, or has bytes behind its end'
fi

# V1, in part: the proof, which no signature covers, has the members it must have and no other.
if jq -e "$shapes"'
    def number: whole(0; 9007199254740991);
    def envelope: exactly(["payload", "payloadType", "signatures"]) and (.payload | text) and (.payloadType | text)
      and (.signatures | type == "array" and length <= 16 and all(.[]; exactly(["keyid", "sig"]) and ([.[] | text] | all)));
    def hashes: type == "array" and length <= 64 and all(.[]; text and test("^[A-Za-z0-9+/]{43}=$"));
    def interval: exactly(["envelope", "index", "path", "tlog_proof"]) and (.index | number) and (.path | hashes)
      and (.tlog_proof | text) and (.envelope | envelope);
    .proof | type == "object" and .version == 1
    and (keys - ["envelope", "keys", "log", "precommit", "timestamps", "version"]) == []
    and (.envelope | envelope)
    and (.keys | type == "array" and all(.[]; exactly(["alg", "keyid", "spki"]) and ([.[] | text] | all)))
    and optional("log"; exactly(["entry", "index", "origin", "tlog_proof"]) and (.index | number)
      and ([.entry, .origin, .tlog_proof | text] | all))
    and optional("precommit"; list(4; interval))
    and optional("timestamps"; list(8; exactly(["over", "token", "type"]) and .over == "dsse-signature" and .type == "rfc3161"
      and (.token | text)))' bundle.json >/dev/null 2>&1; then
  pass V1 'Schema of the proof'
else
  fail V1 'Schema of the proof' 'a member of the proof is missing, of another type, or one too many'
fi

# V2: the bundle names the digest of its core.
if [ "sha256:$(sha256_of "$work/core.json")" != "$content_digest" ]; then
  fail V2 'Content digest' 'the core has another digest than the bundle says'
elif [ -f core.json ] && ! same core.json "$work/core.json"; then
  fail V2 'Content digest' 'core.json is not the core of bundle.json'
else
  pass V2 'Content digest'
fi

# V3: the envelope, and the copies of its parts.
value 5 "$said" >"$work/payload.b64"
value 6 "$said" >"$work/signature.b64"
value 8 "$said" >"$work/envelope.json"
if [ "$(value 3 "$said")" != application/vnd.in-toto+json ]; then
  fail V3 'Envelope' 'another payload type'
elif [ "$(value 4 "$said")" != 1 ]; then
  fail V3 'Envelope' 'not exactly one signature'
elif ! decode "$work/payload.b64" "$work/statement.json"; then
  fail V3 'Envelope' 'the payload is not base64 in its one spelling'
elif ! decode "$work/signature.b64" "$work/signature.bin"; then
  fail V3 'Envelope' 'the signature is not base64 in its one spelling'
elif [ -f statement.json ] && ! same statement.json "$work/statement.json"; then
  fail V3 'Envelope' 'statement.json is not the payload of the envelope'
elif [ -f envelope.json ] && ! same envelope.json "$work/envelope.json"; then
  fail V3 'Envelope' 'envelope.json is not the envelope of bundle.json'
else
  pass V3 'Envelope'
fi
touch "$work/statement.json" "$work/signature.bin"

# V4: the keys the trust file lists, or those of the keyring whose roots it pins, with all of its history.
demands=$work/demands.members
members '[.refresh_after, .require.organisation, (.require.precommit == true),
  ([(.tsa_threshold // 0), (if .require.timestamp == true then 1 else 0 end)] | max + 0), ((.witness_threshold // 0) + 0)]' \
  "$trust" "$demands"
refresh_after=$(value 1 "$demands" | tr -cd '0-9TZ:.-')
wanted_organisation=$(value 2 "$demands" | tr -cd 'A-Za-z0-9._-')
wants_precommit=$(value 3 "$demands")
stamps_due=$(value 4 "$demands")
witnesses_due=$(value 5 "$demands")
key_id=$(value 7 "$said" | tr -cd 'a-z0-9:')
origin=$(value 10 "$said" | tr -cd 'a-z0-9.-')
believed=$work/trust.members
members '[([.logs[]? | select(startswith("'"$origin"'+"))][0]), (.keyring != null), ((.keyring.minimum_version // 0) + 0), .keyring.digest]' \
  "$trust" "$believed"
verifier_key=$(value 1 "$believed")
pins_keyring=$(value 2 "$believed")

# What must hold of each version and the one before it, but for what has to be hashed or verified. jq starts slowly, so
# this is one program over all of them: a line each of what does not hold, payload, payload type, log, proof, the digest
# it follows, whether the pinned roots signed it, and a key and its signature for each that did.
versions_check='
  {active: 0, retiring: 1, retired: 2, revoked: 3} as $rank
  | def closed($was; $is): $was == null or ($is != null and $is <= $was);
  def fault($k; $b; $ids):
    [ (if ($k | keys - ["refresh_after"])
          != ["keys", "log", "policy", "predicate_types", "prev", "root", "schema", "tsa_roots", "version"]
        or ($k.root | keys) != ["keys", "threshold"] or ($k.log | keys) != ["origin", "successor", "vkeys"]
        or any($k.root.keys[]; keys != ["alg", "keyid", "spki"])
        or any($k.keys[]; keys != ["alg", "first_index", "keyid", "last_index", "purpose", "revoked", "spki", "status"]
          or .purpose != "evidence" or (.revoked != null) != (.status == "revoked")
          or (.status == "retired" and .last_index == null)
          or (.last_index != null and (.status == "active" or .status == "retiring")))
        then "not of the form of a keyring" else empty end),
      (if $k.schema != "urn:plumbline:keyring:1" then "not a keyring of this kind" else empty end),
      (if $k.version != (($b.version // 0) + 1) then "it does not follow by its number" else empty end),
      (if ($k.version == 1) != ($k.prev == null) then "the first version, and no other, follows nothing" else empty end),
      (if $k.log.origin != $origin then "it is of another log" else empty end),
      (if ([$k.keys[] | select(.status == "active")] | length) != 1 then "not exactly one key is active" else empty end),
      (if ([($k.root.keys + $k.keys)[].keyid] | length != (unique | length)) then "a key twice" else empty end),
      (($b.keys // [])[] as $was | ([$k.keys[] | select(.keyid == $was.keyid)][0]) as $is
        | if $is == null then "it leaves a key out"
          elif $is.first_index != $was.first_index or $is.spki != $was.spki or $is.alg != $was.alg then "a key begins elsewhere"
          elif $rank[$is.status] == null or $rank[$is.status] < $rank[$was.status] then "an ended key is brought back"
          elif (closed($was.last_index; $is.last_index) | not) then "a key lasts longer than was said"
          elif $was.revoked != null and ($is.revoked == null or $is.revoked.index > $was.revoked.index
            or (closed($was.revoked.compromised_since_index; $is.revoked.compromised_since_index) | not))
          then "a revocation is taken back"
          else empty end),
      (if ($ids | length) != ($ids | unique | length) then "a root key signed twice" else empty end),
      (([$k.root] + [$b.root // empty])[] as $root
        | if $root.threshold < 1 or $root.threshold > ($root.keys | length) or ([$root.keys[] | select(.keyid as $id | $ids | index($id))] | length) < $root.threshold
          then "not enough root keys signed" else empty end),
      (if ($ids - [(([$k.root] + [$b.root // empty])[] | .keys[].keyid)]) != []
        then "signed by one who is no root key" else empty end)
    ] | .[0] // "";
  ($trust[0].keyring) as $pin
  | [.versions[].envelope.payload | @base64d | fromjson] as $keyrings
  | .versions | to_entries[] | .key as $at | .value as $version
  | ($keyrings[$at]) as $k | (if $at == 0 then {} else $keyrings[$at - 1] end) as $b
  | ($version.envelope.signatures | map(.keyid)) as $ids
  | ([$k.root.keys[], (($b.root.keys // [])[])]) as $roots
  | [ fault($k; $b; $ids), $version.envelope.payload, $version.envelope.payloadType, $version.log.origin,
      $version.log.tlog_proof, ($k.prev // ""),
      ([$pin.root_keys[] | select(.keyid as $id | $ids | index($id))] | length >= $pin.threshold) ]
    + [$version.envelope.signatures[] as $s | ([$roots[] | select(.keyid == $s.keyid)][0]) | (.alg, .keyid, .spki, $s.sig)]
  | map("x" + (tostring | @base64)) | join(" ")'
# Where a key counts, by all that its keyring ever said: algorithm, key, first leaf, last leaf ("" while there is no end),
# and when it was revoked as compromised.
window='
  ($leaves | split(" ") | map(tonumber)) as $at
  | ([.versions[].envelope.payload | @base64d | fromjson] | to_entries | map({ keyring: .value, leaf: $at[.key] }))
  | ([.[] | .keyring.keys | any(.keyid == $id and .status == "active")] | index(true)) as $begun
  | (.[-1].keyring.keys | map(select(.keyid == $id)) | .[0]) as $key
  | . as $versions
  | if $key == null or $begun == null then []
    else
      ([range($begun + 1; length) | select($versions[.].keyring.keys | any(.keyid == $id and .status == "active") | not)][0]) as $ended
      | ([$key.last_index] + (if $ended == null then [] else [$versions[$ended].leaf - 1] end)
        + [($key.revoked.index // empty) - 1, ($key.revoked.compromised_since_index // empty) - 1]
        | map(select(. != null))) as $ends
      | [$key.alg, $key.spki,
         ([$key.first_index, (if $begun == 0 then 0 else $versions[$begun].leaf + 1 end)] | max),
         (if $ends == [] then "" else ($ends | min) end),
         (if $key.revoked.compromised_since_index == null then "" else $key.revoked.at end)]
    end'

# signed_by_all MESSAGE ALG KEYID SPKI SIG …: every signature verifies; the first one is left as root.*.
signed_by_all() {
  message=$1
  shift
  root_algorithm=
  while [ $# -ge 4 ]; do
    unpacked "$3" >"$work/one.spki.b64"
    unpacked "$4" >"$work/one.sig.b64"
    if ! decode "$work/one.spki.b64" "$work/one.der" || ! decode "$work/one.sig.b64" "$work/one.sig"; then return 1; fi
    if [ "sha256:$(sha256_of "$work/one.der")" != "$(unpacked "$2")" ]; then return 1; fi
    if ! sound_key "$(unpacked "$1")" "$work/one.der" || ! key_file "$work/one.der" "$work/one.pem"; then return 1; fi
    if ! signed "$(unpacked "$1")" "$work/one.pem" "$message" "$work/one.sig"; then return 1; fi
    if [ -z "$root_algorithm" ]; then
      cp "$work/one.spki.b64" "$work/root.spki.b64"
      cp "$work/one.sig.b64" "$work/root.sig.b64"
      root_algorithm=$(unpacked "$1")
    fi
    shift 4
  done
  [ -n "$root_algorithm" ]
}
# unpacked FIELD: one of a line of versions_check.
unpacked() { printf %s "${1#x}" | base64 -d; }
# believe_version FAULT PAYLOAD TYPE ORIGIN PROOF PREV PINNED SIGNATURE …; where it fails, $fault.
believe_version() {
  fault=$(unpacked "$1")
  unpacked "$2" >"$work/version.b64"
  unpacked "$5" >"$work/version-proof.txt"
  if [ -n "$fault" ]; then
    return 1
  elif ! decode "$work/version.b64" "$work/version.payload"; then
    fault='its payload is not base64 in its one spelling'
  elif ! canonical "$work/version.payload"; then
    fault='its payload is not in canonical form'
  elif [ "$(unpacked "$4")" != "$origin" ]; then
    fault='in another log'
  elif [ "$(unpacked "$6")" != "$digest" ]; then
    fault='it follows another version'
  elif ! open_proof "$work/version-proof.txt"; then
    fault=$why
  elif [ "$index" -le "$leaf_before" ]; then
    fault='logged before the one it follows'
  fi
  if [ -n "$fault" ]; then return 1; fi
  if [ "$(unpacked "$7")" = true ]; then pinned_signed=yes; fi
  shift 7
  bytes_signed application/vnd.plumbline.keyring+json "$work/version.payload" >"$work/version.pae"
  if ! signed_by_all "$work/version.pae" "$@"; then
    fault='a signature of a root key does not verify'
    return 1
  fi
  entry_of "$work/version.pae" "$work/root.sig.b64" "$root_algorithm" "$work/root.spki.b64" >"$work/version.entry"
  if ! included "$work/version.entry" "$work/version-proof.txt"; then
    fault='it is not in the log where its proof says'
    return 1
  fi
  digest=sha256:$(sha256_of "$work/version.payload")
  if [ "$keyring_version" = "$(value 3 "$believed")" ]; then pinned_digest=$digest; fi
  leaf_before=$index
  leaves="$leaves${leaves:+ }$index"
}
# keyring_form: canonical, and with no member but those it must have.
keyring_form() {
  canonical "$keyring" && ! has_lost "$keyring" . && jq -e "$shapes"'
    exactly(["schema", "versions"]) and .schema == "urn:plumbline:keyring-history:1"
    and (.versions | list(10000; exactly(["envelope", "log"])
      and (.log | exactly(["origin", "tlog_proof"]) and ([.[] | text] | all))
      and (.envelope | exactly(["payload", "payloadType", "signatures"]) and (.payload | text)
        and .payloadType == "application/vnd.plumbline.keyring+json"
        and (.signatures | type == "array" and length <= 32
          and all(.[]; exactly(["keyid", "sig"]) and ([.[] | text] | all))))))' "$keyring" >/dev/null 2>&1
}
# believe_keyring: sets $keyring_version and $leaves, of every version the leaf; where it fails, $fault.
believe_keyring() {
  fault=
  if [ ! -f "$keyring" ]; then
    fault='the trust file pins the roots of a keyring, and there is no keyring.json'
    return 1
  fi
  if ! keyring_form ||
    ! jq -r --slurpfile trust "$trust" --arg origin "$origin" "$versions_check" "$keyring" >"$work/versions.txt" 2>/dev/null; then
    fault='keyring.json is no keyring history'
    return 1
  fi
  digest=
  leaves=
  leaf_before=-1
  pinned_signed=no
  pinned_digest=
  keyring_version=0
  while IFS= read -r line; do
    keyring_version=$((keyring_version + 1))
    # shellcheck disable=SC2086 -- the fields of a line hold no space and no pattern
    if ! believe_version $line; then
      fault="version $keyring_version: $fault"
      return 1
    fi
  done <"$work/versions.txt"
  if [ "$keyring_version" -lt "$(value 3 "$believed")" ]; then
    fault="version $keyring_version is older than the trust file wants at least"
  elif [ "$pinned_signed" = no ]; then
    fault='not signed by the root keys of the trust file'
  elif [ -n "$(value 4 "$believed")" ] && [ "$(value 4 "$believed")" != "$pinned_digest" ]; then
    fault='another version than the trust file names'
  fi
  [ -z "$fault" ]
}

# is_over TIME: later than that is judged. Times of one form are ordered as their letters are.
is_over() { [ -n "$1" ] && [ "$(printf '%s\n%s\n' "$as_of" "$1" | sort | tail -n 1)" != "$1" ]; }
# believe WORDS KEYRING_REFRESH: V4 holds, and the copies it rests on are young enough, or leave the verdict open.
believe() {
  if is_over "$refresh_after"; then
    stale="the trust file was to be fetched again after $refresh_after"
  elif is_over "$2"; then
    stale="the keyring was to be fetched again after $2"
  else
    report V4 'Trusted keys' "$1"
    return
  fi
  report V4 'Trusted keys' "not checked: $stale"
  open="$stale: it cannot know of keys revoked since.
Fetch it again, or judge as of a moment up to then: AS_OF=${stale##* } sh VERIFY.sh"
}

# find_key ID FILE: the trusted key of that id, its base64 in FILE; $algorithm, and $first_leaf and $last_leaf by the keyring.
find_key() {
  if [ -n "$1" ] && [ "$1" = "$found_key" ]; then
    cp "$work/found.b64" "$2"
    return
  fi
  found_key=$1
  : >"$work/found.b64"
  algorithm=
  first_leaf=
  last_leaf=
  compromised_at=
  if [ "$pins_keyring" != true ]; then
    members '([.evidence_keys[]? | select(.keyid == "'"$1"'")][0]) as $key | [$key.alg, $key.spki]' "$trust" "$work/key.members"
  elif [ -n "$leaves" ]; then
    jq --arg id "$1" --arg leaves "$leaves" "$window" "$keyring" >"$work/window.json"
    members . "$work/window.json" "$work/key.members"
    first_leaf=$(value 3 "$work/key.members")
    last_leaf=$(value 4 "$work/key.members")
    compromised_at=$(value 5 "$work/key.members" | tr -cd '0-9TZ:.-')
  else
    cp "$work/found.b64" "$2"
    return
  fi
  algorithm=$(value 1 "$work/key.members")
  value 2 "$work/key.members" >"$work/found.b64"
  cp "$work/found.b64" "$2"
}

leaves=
found_key=
if [ -n "$untrusted" ]; then
  fail V4 'Trusted keys' "$untrusted"
elif [ "$pins_keyring" = true ]; then
  if believe_keyring; then
    keyring_refresh=$(jq -r '.versions[-1].envelope.payload | @base64d | fromjson | .refresh_after // ""' "$keyring" | tr -cd '0-9TZ:.-')
    believe "pass (keyring version $keyring_version)" "$keyring_refresh"
  else
    leaves=
    fail V4 'Trusted keys' "$fault"
  fi
elif [ -f "$keyring" ] && ! keyring_form; then
  fail V4 'Trusted keys' 'keyring.json, which this trust file does not ask, is no keyring history'
else
  believe pass ''
fi
find_key "$key_id" "$work/spki.b64"

# V5: the signature, by the key and with the algorithm of the trust file or its keyring.
bytes_signed application/vnd.in-toto+json "$work/statement.json" >"$work/pae.bin"
if [ "$key_id" != "$(value 7 "$said")" ]; then
  fail V5 'Signature' 'its key id is none'
elif [ -z "$algorithm" ]; then
  fail V5 'Signature' "neither the trust file nor its keyring has the key $key_id"
elif ! decode "$work/spki.b64" "$work/spki.der" || ! sound_key "$algorithm" "$work/spki.der" || ! key_file "$work/spki.der" "$work/evidence.pem"; then
  fail V5 'Signature' 'the key in the trust file is not a public key'
elif [ "sha256:$(sha256_of "$work/spki.der")" != "$key_id" ]; then
  fail V5 'Signature' 'the key in the trust file has another id'
elif ! signed "$algorithm" "$work/evidence.pem" "$work/pae.bin" "$work/signature.bin"; then
  fail V5 'Signature' 'it does not verify'
elif [ "$(value 9 "$said")" != "[[\"$algorithm\",\"$key_id\",\"$(cat "$work/spki.b64")\"]]" ]; then
  fail V5 'Signature' 'proof.keys repeats another key than the one that signed'
else
  pass V5 'Signature'
fi

# V6: what was signed is this core, these frames, this event, and nothing else: the statement that is due, built and compared.
jq -cSj --arg core "$(sha256_of "$work/core.json")" --arg frames "$(sha256_of frames.ndjson)" --arg tag "$organisation_tag" \
  --slurpfile said "$work/statement.json" '{
    _type: "https://in-toto.io/Statement/v1",
    predicateType: "urn:plumbline:attestation:sensor-drift-evidence:1",
    subject: [
      { name: (.event_id + "/core.json"), digest: { sha256: $core } },
      { name: (.event_id + "/frames.ndjson"), digest: { sha256: $frames } }],
    predicate: ({ event_id: .event_id, tier: .tier, signed_at: .issued_at }
      + (if $said[0].predicate.log_origin == null then {} else { log_origin: .proof.log.origin } end)
      + (if $tag == "" then {} else { organisation_tag: $tag } end))
  }' bundle.json >"$work/statement.due" 2>/dev/null
if ! same "$work/statement.json" "$work/statement.due"; then
  fail V6 'Statement' 'it is not about this core and these frames'
elif [ "$organisation_tag" != "$(value 3 "$submitter")" ]; then
  fail V6 'Statement' "the organisation's tag is another organisation's"
elif [ -n "$wanted_organisation" ] && [ "$wanted_organisation" != "$organisation" ]; then
  fail V6 'Statement' "the trust file requires the organisation $wanted_organisation"
else
  pass V6 'Statement'
fi

# V7: the entry of the log is the one this signature by this key must have, built anew and compared.
entry_of "$work/pae.bin" "$work/signature.b64" "$algorithm" "$work/spki.b64" >"$work/leaf.due"
value 12 "$said" >"$work/leaf.b64"
if ! decode "$work/leaf.b64" "$work/leaf.json"; then
  fail V7 'Log leaf' 'the entry is not base64 in its one spelling'
elif [ ! -s "$work/spki.b64" ]; then
  fail V7 'Log leaf' 'there is no trusted signature to compare the entry with'
elif ! same "$work/leaf.json" "$work/leaf.due"; then
  fail V7 'Log leaf' 'it is of another signature'
elif [ -f leaf.json ] && ! same leaf.json "$work/leaf.json"; then
  fail V7 'Log leaf' 'leaf.json is not the entry of bundle.json'
else
  pass V7 'Log leaf'
fi
touch "$work/leaf.json"

# V8: the log of the trust file signed a checkpoint that is larger than the entry's index.
value 13 "$said" >"$work/proof.txt"
checkpoint_holds=no
# witnesses_named: every line besides the log's own is by a witness of the trust file; nobody would check another.
witnesses_named() {
  while IFS= read -r line; do
    if ! note_line "$line" || ! grep -Fq "$name $hint " "$work/witnesses.txt"; then return 1; fi
  done <"$work/proof.txt.others"
}
if [ "$origin" != "$(value 10 "$said")" ]; then
  fail V8 'Log checkpoint' 'the trust file does not list its log'
elif ! open_proof "$work/proof.txt"; then
  fail V8 'Log checkpoint' "$why"
elif [ "$index" != "$(value 11 "$said")" ]; then
  fail V8 'Log checkpoint' 'the index it names is not the index of the proof'
elif ! witnesses_named; then
  fail V8 'Log checkpoint' 'it has the line of a witness that the trust file does not name'
elif [ -f checkpoint.txt ] && ! same checkpoint.txt "$work/proof.txt.checkpoint"; then
  fail V8 'Log checkpoint' 'checkpoint.txt is not the checkpoint of bundle.json'
elif [ -f inclusion.tlog-proof ] && ! same inclusion.tlog-proof "$work/proof.txt"; then
  fail V8 'Log checkpoint' 'inclusion.tlog-proof is not the proof of bundle.json'
else
  pass V8 'Log checkpoint'
  checkpoint_holds=yes
fi

# V9: the hashes lead from the entry to the root the log signed.
if [ "$checkpoint_holds" = no ]; then
  fail V9 'Log inclusion' 'there is no checkpoint to go by'
elif included "$work/leaf.json" "$work/proof.txt"; then
  pass V9 'Log inclusion'
else
  fail V9 'Log inclusion' "the proof does not lead from the entry to the checkpoint's root"
fi

# V10: the key counts at that leaf, by the keyring.
key_counts() {
  if [ "$pins_keyring" != true ]; then return 0; fi
  [ -n "$first_leaf" ] && [ "$index" -ge "$first_leaf" ] && { [ -z "$last_leaf" ] || [ "$index" -le "$last_leaf" ]; }
}
if [ "$pins_keyring" != true ]; then
  report V10 'Key validity by log index' 'not bounded: the trust file lists the keys itself'
elif [ -z "$first_leaf" ] || [ "$checkpoint_holds" = no ]; then
  fail V10 'Key validity by log index' 'there is no key, or no place, to go by'
elif key_counts; then
  pass V10 'Key validity by log index'
else
  fail V10 'Key validity by log index' "leaf $index, and the key counts from leaf $first_leaf up to leaf ${last_leaf:-(no end)}"
fi

# V11: the witnesses of the trust file, each over the time it gives and the checkpoint, none twice and none of the future.
# seconds_of TIME: since 1970.
seconds_of() { printf %s "$1" | jq -Rr 'sub("[.][0-9]{3}Z$"; "Z") | fromdate'; }
# When third parties saw the evidence.
: >"$work/times.txt"
cosigned() {
  : >"$work/seen.txt"
  : >"$work/cosigned-at.txt"
  while IFS= read -r line; do
    if ! note_line "$line" || [ "$(wc -c <"$work/line.bin")" -ne 76 ]; then return 1; fi
    seconds=$(hex "$work/line.bin" | cut -c 9-24)
    if [ "$seconds" = 0000000000000000 ] || ! not_above "$seconds" 0000003afff4417f; then return 1; fi
    seconds=$(printf %d "0x$seconds")
    awk -v name="$name" -v hint="$hint" '$1 == name && $2 == hint { printf "%s", $3 }' "$work/witnesses.txt" >"$work/witness.b64"
    tail -c +13 "$work/line.bin" >"$work/cosignature.bin"
    { printf 'cosignature/v1\ntime %s\n' "$seconds" && cat "$work/proof.txt.note"; } >"$work/cosigned.txt"
    if ! decode "$work/witness.b64" "$work/witness.bin" || ! note_key "$work/witness.bin" "$work/witness.pem"; then return 1; fi
    if ! signed ED25519 "$work/witness.pem" "$work/cosigned.txt" "$work/cosignature.bin"; then return 1; fi
    if [ "$seconds" -gt $((now + 300)) ] || grep -Fqx "$(cat "$work/witness.b64")" "$work/seen.txt"; then return 1; fi
    printf '%s\n' "$(cat "$work/witness.b64")" >>"$work/seen.txt"
    printf '%s\n' "$seconds" >>"$work/cosigned-at.txt"
  done <"$work/proof.txt.others"
  # So many witnesses are trusted that many together: the last of the first ones needed settles the time.
  sort -n "$work/cosigned-at.txt" | sed -n "$((witnesses_due > 1 ? witnesses_due : 1))p" >"$work/times.txt"
}
stamps=$(value 14 "$said")
if [ "$stamps" -gt 0 ] || [ -s "$work/proof.txt.others" ]; then now=$(seconds_of "$as_of"); fi
if [ "$checkpoint_holds" = no ]; then
  report V11 'Witnesses' 'not checked: there is no checkpoint to go by'
elif ! cosigned; then
  fail V11 'Witnesses' 'a cosignature does not verify, is of the future, or by a witness counted already'
elif [ "$(wc -l <"$work/proof.txt.others")" -lt "$witnesses_due" ]; then
  fail V11 'Witnesses' "$(($(wc -l <"$work/proof.txt.others"))) where the trust file requires $witnesses_due"
elif [ -s "$work/proof.txt.others" ]; then
  pass V11 'Witnesses'
elif [ -s "$work/witnesses.txt" ]; then
  leave_open V11 'Witnesses' 'the trust file names witnesses, and none cosigned the checkpoint'
else
  report V11 'Witnesses' 'none'
fi

# V12: time-stamp authorities on the signature, where the trust file names any: each stamp judged at its own time, by another
# root, not older than the evidence and not of the future.
# stamped_by_root TOKEN TIME: a root of the trust file under which it verifies, as the digest of its key.
stamped_by_root() {
  openssl ts -reply -in "$1" -token_out -out "$work/token.p7" 2>/dev/null
  openssl pkcs7 -inform DER -in "$work/token.p7" -print_certs -out "$work/token.pem" 2>/dev/null
  root=0
  while [ "$root" -lt "$roots" ]; do
    root=$((root + 1))
    if openssl ts -verify -in "$1" -data "$work/signature.bin" -CAfile "$work/root-$root.pem" -attime "$2" \
      >>"$work/token.said" 2>&1 && on_the_way "$2"; then
      openssl x509 -in "$work/root-$root.pem" -noout -pubkey | sha256sum
      return
    fi
  done
}
# on_the_way TIME: every certificate of the token leads to that root; another one would be bytes that nobody checks.
on_the_way() {
  rm -f "$work"/certificate-*.pem
  awk -v to="$work/certificate-" '
    /BEGIN CERTIFICATE/ { at++; on = 1 }
    on { print > (to at ".pem") }
    /END CERTIFICATE/ { on = 0 }' "$work/token.pem"
  for certificate in "$work"/certificate-*.pem; do
    if [ -f "$certificate" ] && ! openssl verify -attime "$1" -CAfile "$work/root-$root.pem" -untrusted "$work/token.pem" \
      "$certificate" >/dev/null 2>&1; then return 1; fi
  done
}
stamped() {
  newest=$(jq -r '[.issued_at, (.tier_transition.after.since // empty)] | map(sub("[.][0-9]{3}Z$"; "Z") | fromdate) | max' \
    bundle.json 2>/dev/null)
  at=0
  : >"$work/stamped.txt"
  : >"$work/token.said"
  while [ "$at" -lt "$stamps" ]; do
    value $((15 + at)) "$said" >"$work/token.b64"
    if ! decode "$work/token.b64" "$work/token.tsr"; then return 1; fi
    if [ -f "timestamp-$((at + 1)).tsr" ] && ! same "timestamp-$((at + 1)).tsr" "$work/token.tsr"; then return 1; fi
    # Status 0 without words; no revocation lists and no unsigned attributes, which no signature covers.
    openssl asn1parse -inform DER -in "$work/token.tsr" 2>/dev/null >"$work/token.txt"
    if ! sed -n 2p "$work/token.txt" | grep -q 'l= *3 cons: SEQUENCE'; then return 1; fi
    if grep -q 'cons: cont \[ 1 \]' "$work/token.txt"; then return 1; fi
    openssl ts -reply -in "$work/token.tsr" -text >"$work/token.txt" 2>/dev/null
    time=$(sed -n 's/^Time stamp: //p' "$work/token.txt" |
      jq -Rr 'sub("[.][0-9]+"; "") | sub("  "; " ") | strptime("%b %d %H:%M:%S %Y GMT") | mktime' 2>/dev/null)
    accuracy=$(sed -n 's/^Accuracy: \(0x[0-9A-Fa-f]*\) seconds.*/\1/p' "$work/token.txt")
    if ! is_number "$time" || ! is_number "$newest" || [ "$time" -gt $((now + 300)) ] || [ $((time + ${accuracy:-0})) -lt $((newest - 300)) ]; then return 1; fi
    root=$(stamped_by_root "$work/token.tsr" "$time")
    if [ -z "$root" ] || grep -Fqx "$root" "$work/stamped.txt"; then return 1; fi
    printf '%s\n' "$root" >>"$work/stamped.txt"
    printf '%s\n' "$((time + ${accuracy:-0}))" >>"$work/times.txt"
    at=$((at + 1))
  done
}
if [ "$stamps" -lt "$stamps_due" ]; then
  fail V12 'Time stamps' "$stamps where the trust file requires $stamps_due"
elif [ "$stamps" = 0 ] && [ "$roots" -gt 0 ]; then
  leave_open V12 'Time stamps' 'the trust file names authorities, and the bundle has no time stamp'
elif [ "$stamps" = 0 ]; then
  report V12 'Time stamps' 'none'
elif [ "$roots" -eq 0 ]; then
  leave_open V12 'Time stamps' 'the bundle has time stamps, and the trust file names no authority'
elif stamped; then
  pass V12 'Time stamps'
elif grep -qs 'operation not supported for this keytype' "$work/token.said"; then
  leave_open V12 'Time stamps' 'openssl knows no time stamps by keys of this kind'
else
  fail V12 'Time stamps' 'one does not verify'
fi

# V10, again: a thief who also holds the log's key could grow another log; the clocks of third parties they do not hold.
if [ -n "$compromised_at" ] && [ $((witnesses_due + stamps_due)) -gt 0 ]; then
  seen=$(sort -n "$work/times.txt" | head -n 1)
  if [ -z "$seen" ] || [ "$seen" -ge "$(seconds_of "$compromised_at")" ]; then
    fail V10 'Key validity by log index' "the key is compromised, and no third party saw the bundle before $compromised_at"
  fi
fi

# V14, in part: the frames are the bytes that were signed.
signed_core=$work/core.members
members '[.frames.sha256, .frames.bytes, .frames.count, .scoring.specification_sha256]' "$work/core.json" "$signed_core"
if [ "$(sha256_of frames.ndjson)" != "$(value 1 "$signed_core")" ]; then
  fail V14 'Frames' 'other bytes than were signed'
elif [ "$(($(wc -c <frames.ndjson)))" != "$(value 2 "$signed_core")" ] ||
  [ "$(($(wc -l <frames.ndjson)))" != "$(value 3 "$signed_core")" ]; then
  fail V14 'Frames' 'not as many bytes or lines as the core says'
else
  pass V14 'Frames'
fi

# V14: the frames are those that were committed to as they came. What must hold of the intervals but for what has to be
# hashed or verified; then where the chain begins, and of each interval what committed takes.
intervals_check='
  .frames.precommit as $p | .proof.precommit as $proofs | .scoring.inputs as $in | .vehicle_id as $vehicle | ("0" * 64) as $zeros
  | [ (if $p == null then "a proof of it that the core says nothing of" else empty end),
      (if [$p.after_seq, $in.first_seq, $in.last_seq, .proof.log.index, $p.intervals[].seq, $p.intervals[].log_index]
        | all(type == "number" and . == floor) | not then "not of a form this script knows" else empty end),
      (if ($proofs | length) != ($p.intervals | length) then "not one proof for each interval" else empty end),
      (if $p.after_seq < $in.first_seq - 1 or $p.after_seq >= $in.last_seq
        or ($p.head != $zeros and ($p.after_seq >= $in.first_seq or $p.after_seq == 0))
        then "the chain does not begin where the frames do" else empty end),
      (if $p.intervals[-1].seq != $in.last_seq then "no interval holds the breach frame" else empty end),
      (([{ seq: $p.after_seq, log_index: -1 }] + $p.intervals) as $all
        | if any(range(1; $all | length); $all[.].seq <= $all[. - 1].seq or $all[.].log_index <= $all[. - 1].log_index)
          then "the intervals do not follow each other" else empty end),
      (if $p.intervals[-1].log_index >= .proof.log.index then "entered in the log after the evidence" else empty end)
    ] | .[0] // ""
  | ., if . != "" then empty else $p.head, $p.after_seq, $p.after_seq + 2 - $in.first_seq,
      ([$p.intervals[] | " \(.seq):\(.head)"] | join("") + " "), ([$p.vehicle_salt, $vehicle] | tojson),
      ($proofs | to_entries[] | $p.intervals[.key] as $named | .value
  | [.envelope.payloadType, (.envelope.signatures | length), .envelope.payload, .envelope.signatures[0].keyid,
     .envelope.signatures[0].sig, .tlog_proof, .index, (.path | join("\n")), $named.log_index, $named.root, $named.seq,
     $named.head] | map("x" + (tostring | @base64)) | join(" ")) end'
# committed TYPE SIGNATURES PAYLOAD KEYID SIG PROOF INDEX PATH LOG_INDEX ROOT SEQ HEAD: one interval; where it fails, $fault.
committed() {
  fault=
  unpacked "$3" >"$work/interval.b64"
  unpacked "$5" >"$work/interval.sig.b64"
  unpacked "$6" >"$work/interval.proof"
  unpacked "$8" >"$work/interval.path"
  if [ -s "$work/interval.path" ]; then printf '\n' >>"$work/interval.path"; fi
  find_key "$(unpacked "$4" | tr -cd 'a-z0-9:')" "$work/interval.spki.b64"
  if [ "$(unpacked "$1")" != application/vnd.plumbline.precommit+json ] || [ "$(unpacked "$2")" != 1 ]; then
    fault='not an envelope of an interval with one signature'
  elif ! decode "$work/interval.b64" "$work/interval.json" || ! decode "$work/interval.sig.b64" "$work/interval.sig"; then
    fault='not base64 in its one spelling'
  elif [ -z "$algorithm" ] || ! decode "$work/interval.spki.b64" "$work/interval.der" ||
    [ "sha256:$(sha256_of "$work/interval.der")" != "$(unpacked "$4")" ] || ! sound_key "$algorithm" "$work/interval.der" ||
    ! key_file "$work/interval.der" "$work/interval.pem"; then
    fault='not signed by a trusted key'
  fi
  if [ -n "$fault" ]; then return 1; fi
  bytes_signed application/vnd.plumbline.precommit+json "$work/interval.json" >"$work/interval.pae"
  entry_of "$work/interval.pae" "$work/interval.sig.b64" "$algorithm" "$work/interval.spki.b64" >"$work/interval.entry"
  if ! signed "$algorithm" "$work/interval.pem" "$work/interval.pae" "$work/interval.sig"; then
    fault='its signature does not verify'
  elif ! open_proof "$work/interval.proof"; then
    fault=$why
  elif ! included "$work/interval.entry" "$work/interval.proof"; then
    fault='it is not in the log where its proof says'
  elif [ -s "$work/interval.proof.others" ] || [ "$index" != "$(unpacked "$9")" ]; then
    fault='at another place in the log, or with lines nobody checks'
  elif ! key_counts; then
    fault='its key does not count there'
  elif ! canonical "$work/interval.json" || ! jq -er --arg root "$(unpacked "${10}")" 'if
      keys == ["entries", "evidence", "from", "leaves", "number", "prev", "root", "schema", "to"]
      and .schema == "urn:plumbline:precommit:1" and .root == $root and .number >= 1 then .leaves else null end' \
      "$work/interval.json" >"$work/interval.leaves" 2>/dev/null; then
    fault='not an interval of this form, or with another root than named'
  else
    printf '{"head":"%s","seq":%s,"vehicle":"%s"}' "$(unpacked "${12}")" "$(unpacked "${11}")" "$vehicle" >"$work/interval.leaf"
    if ! climb "$work/interval.leaf" "$(unpacked "$7")" "$(cat "$work/interval.leaves")" "$work/interval.path" ||
      [ "$(hex "$work/node")" != "$(unpacked "${10}")" ]; then
      fault="the chain's head is not in the committed batch"
    fi
  fi
  [ -z "$fault" ]
}
# chained: the frames lead to the heads that were committed to: one digest a line, and one a link.
chained() {
  head=$(sed -n 2p "$work/intervals.txt")
  seq=$(sed -n 3p "$work/intervals.txt")
  heads=$(sed -n 5p "$work/intervals.txt")
  tail -n "+$(sed -n 4p "$work/intervals.txt")" frames.ndjson >"$work/chain.ndjson"
  while IFS= read -r line; do
    seq=$((seq + 1))
    line=$(printf '\000%s' "$line" | sha256sum)
    head=$(printf %s "$head${line%% *}" | sha256sum)
    head=${head%% *}
    case $heads in
      *" $seq:$head "*) ;;
      *" $seq:"*)
        fault="the frames up to entry $seq are not those committed to when they were received"
        return 1
        ;;
    esac
  done <"$work/chain.ndjson"
}
precommitted() {
  if jq -r "$intervals_check" bundle.json >"$work/intervals.txt" 2>/dev/null; then
    fault=$(sed -n 1p "$work/intervals.txt")
  else
    fault='not of a form this script knows'
  fi
  if [ -n "$fault" ]; then return 1; fi
  vehicle=$(sed -n 6p "$work/intervals.txt" | tr -d '\n' | sha256sum)
  vehicle=${vehicle%% *}
  sed 1,6d "$work/intervals.txt" >"$work/intervals.rest"
  while IFS= read -r line; do
    # shellcheck disable=SC2086 -- the fields of a line hold no space and no pattern
    if ! committed $line; then return 1; fi
  done <"$work/intervals.rest"
  chained
}
if jq -e '.frames.precommit != null or .proof.precommit != null' bundle.json >/dev/null 2>&1; then
  if precommitted; then pass V14 'Pre-commitment'; else fail V14 'Pre-commitment' "$fault"; fi
elif [ "$wants_precommit" = true ]; then
  fail V14 'Pre-commitment' 'the trust file requires it, and the bundle has none'
else
  report V14 'Pre-commitment' "none: that no frame was made up afterwards is the issuer's word"
fi

# The scoring method is the text the core names by its digest.
if [ ! -f scoring-method.md ]; then
  report text 'Scoring method' 'not in this archive'
elif [ "$(sha256_of scoring-method.md)" = "$(value 4 "$signed_core")" ]; then
  pass text 'Scoring method'
else
  fail text 'Scoring method' 'another text than the core names'
fi

printf '\n'
if [ "$failures" -eq 0 ] && [ -n "$open" ]; then
  printf 'INCOMPLETE: no step above failed, but not all was checked:\n%s\n' "$open"
elif [ "$failures" -eq 0 ] && [ "$issuer_confirmed" = no ]; then
  printf 'UNCHANGED, ISSUER NOT CONFIRMED: every step holds, by the trust file that came with the archive\n'
elif [ "$failures" -eq 0 ]; then
  printf 'VALID: signed by the issuer and unchanged; the signature is in the log\n'
else
  printf 'INVALID: do not rely on this archive (%d failed)\n' "$failures"
fi
printf '\nThis is true of the holder of the keys of the trust file with the SHA-256\n  %s\n' "$trust_sha256"
if [ "$issuer_confirmed" = no ]; then
  printf 'It came with the archive: anyone who can change one can change the other. Compare this fingerprint with\none the issuer published elsewhere, or use your own trust file: sh VERIFY.sh TRUST.json\n'
fi
printf '\nNot checked here, all of it under the signature: schema of the core (V1), custody chain (V13), every value of the\nframes (V14) and the recomputed scoring (V15). verify.html in this archive does that in a browser,\nwithout a network connection.\n'
if [ "$failures" -gt 0 ]; then exit 1; fi
if [ -n "$open" ]; then exit 2; fi
exit 0
