import { type EvidenceFiles, inOrder } from "./break-evidence.ts";
import type { Said } from "./ask-verifiers.ts";
import type { SoundEvidence } from "./sound-evidence.ts";

/** A fault that VERIFY.sh once passed over, and what every verifier says of it. */
export interface NamedFault {
  readonly name: string;
  readonly files: EvidenceFiles;
  readonly word: Said["word"];
}

// oxlint-disable-next-line typescript/no-explicit-any -- what is edited is any JSON
type Document = Record<string, any>;

export function namedFaults(all: readonly SoundEvidence[]): readonly NamedFault[] {
  const sound = (name: string) => all.find((one) => one.name === name)!.files;
  const [listed, pinned, committed] = [sound("keys listed"), sound("keyring"), sound("pre-commitment")];
  const [two, seen, stamped] = [sound("two root keys"), sound("witnesses"), sound("time stamps")];
  const bundle = (name: string, files: EvidenceFiles, edit: (bundle: Document) => void): NamedFault => ({
    name: `bundle: ${name}`,
    files: { ...files, bundle: rewritten(files.bundle, edit) },
    word: "invalid",
  });
  const bytes = (name: string, files: EvidenceFiles, head: string, tail: string): NamedFault => ({
    name: `bundle: ${name}`,
    files: { ...files, bundle: Buffer.concat([Buffer.from(head), files.bundle, Buffer.from(tail)]) },
    word: "invalid",
  });
  const text = (
    name: string,
    files: EvidenceFiles,
    { role, word = "invalid", change }: TextEdit,
  ): NamedFault => ({
    name: `${role}: ${name}`,
    files: { ...files, [role]: Buffer.from(change(Buffer.from(files[role]!).toString())) },
    word,
  });
  const trust = (
    name: string,
    files: EvidenceFiles,
    edit: (trust: Document) => void,
    word: Said["word"] = "unusable",
  ): NamedFault => ({
    name: `trust: ${name}`,
    files: { ...files, trust: rewritten(files.trust, edit) },
    word,
  });
  return [
    bundle("pre-commitment removed", committed, ({ proof }) => delete proof.precommit),
    bundle("one interval of two removed", committed, ({ proof }) => proof.precommit.pop()),
    bundle("intervals swapped", committed, ({ proof }) => proof.precommit.reverse()),
    bundle("an interval without envelope", committed, ({ proof }) => delete proof.precommit[0].envelope),
    bundle("an interval of another payload type", committed, ({ proof }) => {
      proof.precommit[0].envelope.payloadType = "application/json";
    }),
    bundle("U+0000 at the end of the payload type", listed, ({ proof }) => {
      proof.envelope.payloadType += "\0";
    }),
    bundle("a line break at the end of the name of its key", listed, ({ proof }) => {
      proof.envelope.signatures[0].keyid += "\n";
    }),
    bundle("the index of an interval a text", committed, ({ proof }) => {
      proof.precommit[0].index = String(proof.precommit[0].index);
    }),
    bundle(
      "the index of an interval a half more",
      committed,
      ({ proof }) => (proof.precommit[0].index += 0.5),
    ),
    bundle("another first hash of a path", committed, ({ proof }) => {
      proof.precommit[0].path[0] = `${"A".repeat(43)}=`;
    }),
    bundle("two hashes of a path as one text", committed, ({ proof }) => {
      proof.precommit[0].path = [proof.precommit[0].path.join("\n")];
    }),
    bundle("another payload of an interval", committed, ({ proof }) => {
      proof.precommit[0].envelope.payload = proof.precommit[1].envelope.payload;
    }),
    bundle("an interval at the other's place in the log", committed, ({ proof }) => {
      proof.precommit[0].tlog_proof = proof.precommit[1].tlog_proof;
    }),
    bundle("pre-commitment where the core has none", listed, (one) => {
      one["proof"].precommit = JSON.parse(Buffer.from(committed.bundle).toString()).proof.precommit;
    }),
    bundle("a member more in the proof", listed, ({ proof }) => (proof.note = "")),
    bundle("a member more in the signature", listed, ({ proof }) => (proof.envelope.signatures[0].note = "")),
    bundle("a list of time stamps without any", listed, ({ proof }) => (proof.timestamps = [])),
    bundle("a time stamp over something else by its name", stamped, ({ proof }) => {
      proof.timestamps[0].over = "core";
    }),
    bundle("one authority's stamp twice", stamped, ({ proof }) => {
      proof.timestamps[1] = proof.timestamps[0];
    }),
    bundle("the line of one witness twice", seen, ({ proof }) => {
      const lines = proof.log.tlog_proof.split("\n");
      proof.log.tlog_proof = [...lines.slice(0, -2), lines.at(-3), ""].join("\n");
    }),
    bundle("a cosignature of another time", seen, ({ proof }) => {
      const lines = proof.log.tlog_proof.split("\n") as string[];
      const line = lines.at(-2)!;
      const signed = Buffer.from(line.slice(line.lastIndexOf(" ") + 1), "base64");
      signed[11]! ^= 1;
      lines[lines.length - 2] = line.slice(0, line.lastIndexOf(" ") + 1) + signed.toString("base64");
      proof.log.tlog_proof = lines.join("\n");
    }),
    bytes("a line feed at its end", listed, "", "\n"),
    bytes("a space at its end", listed, "", " "),
    bytes("a second document at its end", listed, "", "{}"),
    bytes("a space at its beginning", listed, " ", ""),
    text("laid out with spaces", listed, {
      role: "bundle",
      change: (one) => one.replace('"proof":{', '"proof": {'),
    }),
    text("an escape", listed, { role: "bundle", change: (one) => one.replace('"proof":', '"\\u0070roof":') }),
    text("the signature's member in front", listed, {
      role: "bundle",
      change: (one) => {
        const [member] = /"signature":"sha256:[0-9a-f]{64}",/u.exec(one)!;
        return one.replace(member, "").replace("{", `{${member}`);
      },
    }),
    text("laid out for people", pinned, {
      role: "keyring",
      change: (one) => JSON.stringify(JSON.parse(one), null, 2),
    }),
    text("a line feed at its end", pinned, { role: "keyring", change: (one) => `${one}\n` }),
    text("a second document at its end", pinned, { role: "keyring", change: (one) => `${one}{}` }),
    text("U+0000 at the end of a log's name", pinned, {
      role: "keyring",
      change: (one) => one.replace(/("origin":"[^"]*)"/u, '$1\\u0000"'),
    }),
    text("a line break at the end of a log's name", pinned, {
      role: "keyring",
      change: (one) => one.replace(/("origin":"[^"]*)"/u, '$1\\n"'),
    }),
    text("a member more", pinned, { role: "keyring", change: (one) => one.replace("{", '{"a":1,') }),
    text("a member twice", pinned, {
      role: "keyring",
      change: (one) => one.replace('{"schema"', '{"schema":"x","schema"'),
    }),
    text("another signature of the second root", two, {
      role: "keyring",
      change: (one) => {
        const document = JSON.parse(one);
        const { signatures } = document.versions[0].envelope;
        signatures[1].sig = withHigherS(signatures[1].sig);
        return JSON.stringify(document);
      },
    }),
    text(
      "of none, which is not asked",
      { ...listed, keyring: Buffer.from("{}") },
      {
        role: "keyring",
        change: (one) => `${one} `,
      },
    ),
    trust(
      "one root key twice, two of which must sign",
      pinned,
      ({ keyring }) => {
        keyring.root_keys.push(keyring.root_keys[0]);
        keyring.threshold = 2;
      },
      "invalid",
    ),
    trust(
      "one root key twice",
      pinned,
      ({ keyring }) => keyring.root_keys.push(keyring.root_keys[0]),
      "invalid",
    ),
    trust("more root keys due than listed", pinned, ({ keyring }) => (keyring.threshold = 2), "invalid"),
    trust("a root key of another algorithm's name", pinned, ({ keyring }) => {
      keyring.root_keys[0].alg = "RS256";
    }),
    trust(
      "a root key said to be of the other kind",
      pinned,
      ({ keyring }) => {
        keyring.root_keys[0].alg = "ED25519";
      },
      "invalid",
    ),
    trust(
      "a root key under another's id",
      two,
      ({ keyring }) => {
        keyring.root_keys[0].spki = keyring.root_keys[1].spki;
      },
      "invalid",
    ),
    trust("no witnesses in the list of them", listed, (one) => (one["witnesses"] = [])),
    trust("no logs in the list of them", listed, (one) => (one["logs"] = [])),
    trust("a log twice", listed, ({ logs }) => logs.push(logs[0]), "invalid"),
    trust("a log's key of another hash", listed, (one) => {
      one["logs"] = one["logs"].map((key: string) => key.replace(/\+[0-9a-f]{8}\+/u, "+00000000+"));
    }),
    trust("keys and a keyring", pinned, (one) => {
      one["evidence_keys"] = one["keyring"].root_keys;
    }),
    trust("bytes behind the root of an authority", stamped, ({ tsa_roots: roots }) => {
      roots[0] = Buffer.concat([Buffer.from(roots[0], "base64"), Buffer.of(0)]).toString("base64");
    }),
    trust("neither keys nor a keyring", pinned, (one) => delete one["keyring"]),
    trust("a key twice", listed, (one) => one["evidence_keys"].push(one["evidence_keys"][0]), "invalid"),
    trust("more cosignatures due than witnesses", seen, (one) => (one["witness_threshold"] = 3)),
    trust("a threshold of a text", seen, (one) => (one["witness_threshold"] = "2")),
    trust("a threshold of none", stamped, (one) => (one["tsa_threshold"] = 0)),
    text("a member twice", listed, {
      role: "trust",
      word: "unusable",
      change: (one) => one.replace('"version": 1', '"version": 1, "version": 1'),
    }),
    text("a number that JSON has not", listed, {
      role: "trust",
      word: "unusable",
      change: (one) => one.replace('"version": 1', '"version": 01'),
    }),
    text("a second document at its end", listed, {
      role: "trust",
      word: "unusable",
      change: (one) => `${one}{}`,
    }),
    text("a mark of byte order", listed, {
      role: "trust",
      word: "unusable",
      change: (one) => `\ufeff${one}`,
    }),
  ];
}

interface TextEdit {
  readonly role: "bundle" | "trust" | "keyring";
  readonly word?: Said["word"];
  readonly change: (text: string) => string;
}

function rewritten(bytes: Uint8Array, edit: (document: Document) => void): Uint8Array {
  const document = JSON.parse(Buffer.from(bytes).toString()) as Document;
  edit(document);
  return Buffer.from(JSON.stringify(inOrder(document)));
}

/** The other of the two signatures that verify alike: (r, n − s), DER. */
function withHigherS(signature: string): string {
  const der = Buffer.from(signature, "base64");
  const r = der.subarray(4, 4 + der[3]!);
  const s = BigInt(`0x${der.subarray(6 + der[3]!).toString("hex")}`);
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const other = Buffer.from((order - s).toString(16).padStart(64, "0"), "hex");
  const padded = other[0]! > 127 ? Buffer.concat([Buffer.of(0), other]) : other;
  const body = Buffer.concat([Buffer.of(2, r.length), r, Buffer.of(2, padded.length), padded]);
  return Buffer.concat([Buffer.of(0x30, body.length), body]).toString("base64");
}
