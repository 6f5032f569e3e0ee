#!/bin/sh
# Checks an evidence archive of Plumbline with openssl 3, jq and the tools every system has. It runs no line of
# Plumbline and opens no connection. The names V2 to V14 are those of docs/evidence-format.md.
#
#   sh VERIFY.sh                              trusts the trust.json in the archive, and says what to compare
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

for tool in jq openssl base64 sha256sum sed awk od cmp tr wc head tail mktemp date grep sort; do
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
if ! jq -e . "$trust" >/dev/null 2>&1; then cannot "$trust is not JSON"; fi
trust_sha256=$(sha256sum <"$trust" | awk '{ print $1 }')
if [ -n "$given_sha256" ] && [ "$given_sha256" != "$trust_sha256" ]; then
  cannot "the trust file has the SHA-256 $trust_sha256, not $given_sha256"
fi

# A member this script does not know might demand a check that it cannot make.
known='["version","evidence_keys","keyring","logs","tsa_roots","tsa_threshold","witnesses","witness_threshold","require","refresh_after"]'
if ! jq -e --argjson known "$known" 'type == "object" and .version == 1 and (keys - $known) == []
    and ((.require // {} | keys) - ["precommit", "organisation", "timestamp"]) == []' "$trust" >/dev/null 2>&1; then
  cannot "$trust has members this script does not know"
fi
# Nor may a demand or a date be spelled in a way that would make it none.
if ! jq -e '
    (has("require") | not) or (.require | type == "object"
      and ([.precommit, .timestamp] | all(. == null or . == true))
      and ((has("organisation") | not)
        or (.organisation | type == "string" and test("^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"))))' "$trust" >/dev/null 2>&1; then
  cannot "$trust: require takes precommit and timestamp, which are true or left out, and organisation, a name"
fi
if ! jq -e '(has("refresh_after") | not) or (.refresh_after | . as $said | type == "string"
    and (sub("[.][0-9]{3}Z$"; "Z") | try (fromdate | todate) catch "") as $read
    | $said | test("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$") and sub("[.][0-9]{3}Z$"; "Z") == $read)' \
  "$trust" >/dev/null 2>&1; then
  cannot "$trust: refresh_after is not a time such as 2027-01-31T00:00:00.000Z"
fi
if ! jq -e '(.require.timestamp != true) or ((.tsa_roots // []) | length > 0)' "$trust" >/dev/null 2>&1; then
  cannot "$trust requires a time stamp and names no authority"
fi
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
# signed ALGORITHM PEM MESSAGE SIGNATURE
signed() {
  case $1 in
    ECDSA_P256_SHA256) openssl dgst -sha256 -verify "$2" -signature "$4" "$3" >/dev/null 2>&1 ;;
    ED25519) openssl pkeyutl -verify -pubin -inkey "$2" -rawin -in "$3" -sigfile "$4" >/dev/null 2>&1 ;;
    *) return 1 ;;
  esac
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
# open_proof PROOF: a c2sp.org/tlog-proof@v1 whose checkpoint the log $origin of the trust file signed with $verifier_key.
# Leaves PROOF.checkpoint, PROOF.note and PROOF.siblings, sets $index and $size; where it fails, $why.
open_proof() {
  sed '1,/^$/d' "$1" >"$1.checkpoint"
  sed '/^$/,$d' "$1.checkpoint" >"$1.note"
  sed '1,2d; /^$/,$d' "$1" >"$1.siblings"
  index=$(sed -n '2s/^index //p' "$1")
  size=$(sed -n 2p "$1.note")
  key_hash=${verifier_key#"$origin"+}
  printf %s "${key_hash#*+}" >"$work/log-key.b64"
  key_hash=${key_hash%%+*}
  # A line of a note is a dash, a name and base64: only the log's own line is looked at.
  sed '1,/^$/d' "$1.checkpoint" |
    awk -v origin="$origin" '$1 == "—" && $2 == origin && NF == 3 { printf "%s", $3 }' >"$work/note-signature.b64"
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
  elif ! decode "$work/log-key.b64" "$work/log-key.bin" || [ "$(wc -c <"$work/log-key.bin")" -ne 33 ]; then
    why="the log's key in the trust file is not an Ed25519 key"
  elif ! decode "$work/note-signature.b64" "$work/note-signature.bin" || [ "$(wc -c <"$work/note-signature.bin")" -ne 68 ]; then
    why='the log did not sign it exactly once'
  elif [ "$(od -An -tx1 -N4 "$work/note-signature.bin" | tr -d ' \n')" != "$key_hash" ]; then
    why='signed by another key of that name'
  else
    # SubjectPublicKeyInfo of an Ed25519 key: a fixed head of 12 bytes and the key.
    { printf '\060\052\060\005\006\003\053\145\160\003\041\000' && tail -c 32 "$work/log-key.bin"; } >"$work/log-spki.der"
    tail -c 64 "$work/note-signature.bin" >"$work/note-signature.raw"
    if ! key_file "$work/log-spki.der" "$work/log.pem"; then
      why="the log's key in the trust file is not a public key"
    elif ! signed ED25519 "$work/log.pem" "$1.note" "$work/note-signature.raw"; then
      why='its signature does not verify'
    fi
  fi
  [ -z "$why" ]
}
# included ENTRY PROOF: after open_proof, the hashes lead from the entry to the root the log signed (RFC 9162 2.1.3.2).
included() {
  node=$index
  last=$((size - 1))
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
  done <"$2.siblings"
  if [ "$last" -ne 0 ]; then return 1; fi
  [ "$(base64 <"$work/node" | tr -d '\n')" = "$(sed -n 3p "$2.note")" ]
}

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

# V2: the core is the bundle without two members, and the bundle names its digest.
sed -E 's/"proof":\{.*"version":1\},//; s/"signature":"sha256:[0-9a-f]{64}",//' bundle.json | tr -d '\n' >"$work/core.json"
content_digest=$(value 2 "$said")
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
  ([(.tsa_threshold // 0), (if .require.timestamp == true then 1 else 0 end)] | max)]' "$trust" "$demands"
refresh_after=$(value 1 "$demands" | tr -cd '0-9TZ:.-')
wanted_organisation=$(value 2 "$demands" | tr -cd 'A-Za-z0-9._-')
wants_precommit=$(value 3 "$demands")
stamps_due=$(value 4 "$demands")
key_id=$(value 7 "$said" | tr -cd 'a-z0-9:')
origin=$(value 10 "$said" | tr -cd 'a-z0-9.-')
believed=$work/trust.members
members '[([.logs[]? | select(startswith("'"$origin"'+"))][0]), (.keyring != null), .keyring.minimum_version, .keyring.digest] + [.tsa_roots[]?]' \
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
    [ (if $k.schema != "urn:plumbline:keyring:1" then "not a keyring of this kind" else empty end),
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
        | if $root.threshold < 1 or ([$root.keys[] | select(.keyid as $id | $ids | index($id))] | length) < $root.threshold
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
# Where a key counts, by all that its keyring ever said: algorithm, key, first leaf, last leaf ("" while there is no end).
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
         (if $ends == [] then "" else ($ends | min) end)]
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
    if ! key_file "$work/one.der" "$work/one.pem"; then return 1; fi
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
  elif [ "$(unpacked "$3")" != application/vnd.plumbline.keyring+json ]; then
    fault='another payload type'
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
# believe_keyring: sets $keyring_version and $leaves, of every version the leaf; where it fails, $fault.
believe_keyring() {
  fault=
  if [ ! -f "$keyring" ]; then
    fault='the trust file pins the roots of a keyring, and there is no keyring.json'
    return 1
  fi
  if ! jq -e '.schema == "urn:plumbline:keyring-history:1" and (.versions | length) > 0' "$keyring" >/dev/null 2>&1 ||
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

algorithm=
first_leaf=
last_leaf=
: >"$work/spki.b64"
if [ "$pins_keyring" = true ]; then
  if ! is_number "$(value 3 "$believed")"; then
    fail V4 'Trusted keys' 'the trust file names no version of the keyring'
  elif believe_keyring; then
    keyring_refresh=$(jq -r '.versions[-1].envelope.payload | @base64d | fromjson | .refresh_after // ""' "$keyring" | tr -cd '0-9TZ:.-')
    believe "pass (keyring version $keyring_version)" "$keyring_refresh"
    jq --arg id "$key_id" --arg leaves "$leaves" "$window" "$keyring" >"$work/window.json"
    members . "$work/window.json" "$work/window.members"
    algorithm=$(value 1 "$work/window.members")
    value 2 "$work/window.members" >"$work/spki.b64"
    first_leaf=$(value 3 "$work/window.members")
    last_leaf=$(value 4 "$work/window.members")
  else
    fail V4 'Trusted keys' "$fault"
  fi
else
  believe pass ''
  members '(([.evidence_keys[]? | select(.keyid == "'"$key_id"'")][0]) as $key | [$key.alg, $key.spki])' "$trust" "$work/key.members"
  algorithm=$(value 1 "$work/key.members")
  value 2 "$work/key.members" >"$work/spki.b64"
fi

# V5: the signature, by the key and with the algorithm of the trust file or its keyring.
bytes_signed application/vnd.in-toto+json "$work/statement.json" >"$work/pae.bin"
if [ "$key_id" != "$(value 7 "$said")" ]; then
  fail V5 'Signature' 'its key id is none'
elif [ -z "$algorithm" ]; then
  fail V5 'Signature' "neither the trust file nor its keyring has the key $key_id"
elif ! decode "$work/spki.b64" "$work/spki.der" || ! key_file "$work/spki.der" "$work/evidence.pem"; then
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

# V6: what was signed is this core, these frames, this event.
if jq -e --arg core "$(sha256_of "$work/core.json")" --arg frames "$(sha256_of frames.ndjson)" \
  --arg origin "$origin" --arg tag "$organisation_tag" --slurpfile bundle bundle.json '
    $bundle[0] as $b
    | ._type == "https://in-toto.io/Statement/v1"
    and .predicateType == "urn:plumbline:attestation:sensor-drift-evidence:1"
    and (.subject | length) == 2
    and .subject[0] == { name: ($b.event_id + "/core.json"), digest: { sha256: $core } }
    and .subject[1] == { name: ($b.event_id + "/frames.ndjson"), digest: { sha256: $frames } }
    and .predicate.event_id == $b.event_id and .predicate.tier == $b.tier and .predicate.log_origin == $origin
    and (.predicate.organisation_tag // "") == $tag and ($b.submitter.organisation_tag // "") == $tag
  ' "$work/statement.json" >/dev/null 2>&1; then
  if [ -n "$wanted_organisation" ] && [ "$wanted_organisation" != "$organisation" ]; then
    fail V6 'Statement' "the trust file requires the organisation $wanted_organisation"
  else
    pass V6 'Statement'
  fi
else
  fail V6 'Statement' 'it is not about this core and these frames'
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
if [ "$origin" != "$(value 10 "$said")" ]; then
  fail V8 'Log checkpoint' 'the trust file does not list its log'
elif ! open_proof "$work/proof.txt"; then
  fail V8 'Log checkpoint' "$why"
elif [ "$index" != "$(value 11 "$said")" ]; then
  fail V8 'Log checkpoint' 'proof.log.index is not the index of the proof'
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
if [ "$pins_keyring" != true ]; then
  report V10 'Key validity by log index' 'not bounded: the trust file lists the keys itself'
elif [ -z "$first_leaf" ] || [ "$checkpoint_holds" = no ]; then
  fail V10 'Key validity by log index' 'there is no key, or no place, to go by'
elif [ "$index" -lt "$first_leaf" ]; then
  fail V10 'Key validity by log index' "leaf $index, and the key signs from leaf $first_leaf on"
elif [ -n "$last_leaf" ] && [ "$index" -gt "$last_leaf" ]; then
  fail V10 'Key validity by log index' "leaf $index, and the key counts up to leaf $last_leaf"
else
  pass V10 'Key validity by log index'
fi

# V12: the word of time-stamp authorities on the signature, where the trust file names any.
stamps=$(value 14 "$said")
sed 1,4d "$believed" >"$work/roots.txt"
: >"$work/roots.pem"
while IFS= read -r line; do
  printf %s "$line" | base64 -d >"$work/root.b64"
  if decode "$work/root.b64" "$work/root.der"; then openssl x509 -inform DER -in "$work/root.der" >>"$work/roots.pem" 2>/dev/null; fi
done <"$work/roots.txt"
stamped() {
  at=0
  while [ "$at" -lt "$stamps" ]; do
    value $((15 + at)) "$said" >"$work/token.b64"
    if ! decode "$work/token.b64" "$work/token.tsr"; then return 1; fi
    if [ -f "timestamp-$((at + 1)).tsr" ] && ! same "timestamp-$((at + 1)).tsr" "$work/token.tsr"; then return 1; fi
    if ! openssl ts -verify -in "$work/token.tsr" -data "$work/signature.bin" -CAfile "$work/roots.pem" >/dev/null 2>&1; then return 1; fi
    at=$((at + 1))
  done
}
if [ "${stamps:-0}" -lt "${stamps_due:-0}" ]; then
  fail V12 'Time stamps' "${stamps:-0} where the trust file requires $stamps_due"
elif [ "${stamps:-0}" = 0 ]; then
  report V12 'Time stamps' 'none'
elif [ ! -s "$work/roots.pem" ]; then
  report V12 'Time stamps' 'not checked: the trust file names no authority'
elif stamped; then
  pass V12 'Time stamps'
else
  fail V12 'Time stamps' 'one does not verify'
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

# V14, what this script leaves to others.
if jq -e '.frames.precommit' bundle.json >/dev/null 2>&1; then
  report V14 'Pre-commitment' 'not checked here'
  if [ "$wants_precommit" = true ]; then
    open="${open:+$open
}the trust file requires pre-commitment, which this script does not check: verify.html does."
  fi
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
  printf 'INCOMPLETE: no step above failed, but\n%s\n' "$open"
elif [ "$failures" -eq 0 ]; then
  printf 'VALID: signed by the issuer and unchanged; the signature is in the log\n'
else
  printf 'INVALID: do not rely on this archive (%d failed)\n' "$failures"
fi
printf '\nThis is true of the holder of the keys of the trust file with the SHA-256\n  %s\n' "$trust_sha256"
if [ -z "$given_trust" ]; then
  printf 'It came with the archive: anyone who can change one can change the other. Compare this fingerprint with\none the issuer published elsewhere, or use your own trust file: sh VERIFY.sh TRUST.json\n'
fi
printf '\nNot checked here: strict form and schema (V0, V1), witnesses (V11), custody chain (V13),\nevery value of the frames (V14) and the recomputed scoring (V15). verify.html in this archive does that in a browser,\nwithout a network connection.\n'
if [ "$failures" -gt 0 ]; then exit 1; fi
if [ -n "$open" ]; then exit 2; fi
exit 0
