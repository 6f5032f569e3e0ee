import { hash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

import { coreOf, type Bundle } from "../../../core/encoding/bundle.ts";
import { canonicalText } from "../../../core/encoding/canonical-json.ts";

/**
 * The worked example of docs/evidence-format.md, out of the vector files of this folder: every value on the page is one that a
 * verifier meets when it reads those files. Run this file to write the page's section anew after the vectors have changed.
 */
export const examplePage = new URL("../../../docs/evidence-format.md", import.meta.url);
const begin = "<!-- worked example: written by clients/conformance/evidence/worked-example.ts -->\n";
const end = "<!-- end of the worked example -->\n";

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
const sha256 = (bytes: string | Uint8Array) => hash("sha256", bytes, "buffer");
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const decoded = (text: string) => Buffer.from(text, "base64");
const leafHash = (line: string) => sha256(`\0${line}`);
const nodeHash = (left: Uint8Array, right: Uint8Array) =>
  sha256(Buffer.concat([Uint8Array.of(1), left, right]));

/** Replaces the section between the marks. */
export function withWorkedExample(page: string): string {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new TypeError("the page has lost the marks of its worked example");
  return before + begin + workedExample() + end + after;
}

function workedExample(): string {
  const text = read("precommitted.bundle.json");
  const bundle = JSON.parse(text) as Bundle;
  const lines = read("precommitted.frames.ndjson").trimEnd().split("\n");
  return [...signedParts(text, bundle), ...loggedParts(bundle), ...committedParts(bundle, lines)]
    .flat()
    .join("\n\n")
    .concat("\n\n");
}

function block(name: string, content: string): string {
  return `\`\`\`text ${name}\n${content}\n\`\`\``;
}

function signedParts(text: string, bundle: Bundle): readonly string[] {
  const core = canonicalText(coreOf(bundle));
  const { salt, submitter, chain_of_custody: custody } = bundle;
  const tagged = canonicalText([salt, submitter!.organisation]);
  const { payload, payloadType, signatures } = bundle.proof.envelope;
  const statement = decoded(payload).toString("utf8");
  const head = `DSSEv1 ${payloadType.length} ${payloadType} ${Buffer.byteLength(statement)} `;
  const { keyid, sig } = signatures[0]!;
  const { spki } = bundle.proof.keys[0]!;
  return [
    `**Core.** \`precommitted.bundle.json\` has ${Buffer.byteLength(text)} bytes. Without the members \`proof\` and \`signature\`, written canonically, it has ${Buffer.byteLength(core)}, from the first of which to the last it reads`,
    block("core", `${core.slice(0, 72)} … ${core.slice(-72)}`),
    "and their SHA-256 is the hex in `signature`:",
    block("signature", `sha256:${hex(sha256(core))}`),
    "**Organisation's tag.** The SHA-256 of these bytes, hex:",
    block("tagged", tagged),
    block("tag", hex(sha256(tagged))),
    "**Custody.** The canonical first entry, and `prev` of the second, which is its SHA-256:",
    block("custody-0", canonicalText(custody[0])),
    block("custody-1-prev", `sha256:${hex(sha256(canonicalText(custody[0])))}`),
    `**Statement.** \`proof.envelope.payload\` is the base64 of these ${Buffer.byteLength(statement)} bytes:`,
    block("statement", statement),
    "**Signed bytes.** What the key signs is that, behind this head, which ends with a space; and the SHA-256 of head and statement, base64:",
    block("pae-head", head),
    block("pae-sha256", base64(sha256(head + statement))),
    "**Key and signature.** The key's DER (base64), its SHA-256, which is the key's id, and the signature's DER (base64), ECDSA over that SHA-256:",
    block("spki", spki),
    block("keyid", keyid),
    block("sig", sig),
  ];
}

function loggedParts({ proof }: Bundle): readonly string[] {
  const log = proof.log!;
  const entry = decoded(log.entry).toString("utf8");
  const [, index, ...rest] = log.tlog_proof.split("\n");
  const siblings = rest.slice(0, rest.indexOf(""));
  const [, size] = rest.slice(rest.indexOf("") + 1);
  const nodes = climb(leafHash(entry), {
    index: Number(index!.slice("index ".length)),
    size: Number(size),
    siblings,
  });
  return [
    "**Log entry.** `proof.log.entry` is the base64 of these bytes, and the SHA-256 of a zero byte and them, the leaf, is (hex)",
    block("entry", entry),
    block("entry-leaf", hex(leafHash(entry))),
    "**Log proof.** `proof.log.tlog_proof`, each line ended by LF:",
    block("tlog-proof", log.tlog_proof.trimEnd()),
    `The leaf has the number ${index!.slice("index ".length)} of ${size}: every sibling stands to the left. The nodes upwards, base64; the last is the root, the third line of the checkpoint:`,
    block("nodes", nodes.map(base64).join("\n")),
    "The checkpoint's signature is the base64 behind the log's name: four bytes that name the key, and 64 of Ed25519 over the three lines `origin`, `size`, `root`, each with its LF. The key, in the trust file:",
    block("log-key", (JSON.parse(read("trust.json")) as { readonly logs: readonly string[] }).logs[0]!),
  ];
}

function committedParts(bundle: Bundle, lines: readonly string[]): readonly string[] {
  const precommit = bundle.frames.precommit!;
  const [interval] = precommit.intervals;
  const [proof] = bundle.proof.precommit!;
  const payload = decoded(proof!.envelope.payload).toString("utf8");
  const raw = (JSON.parse(lines[0]!) as { readonly raw: string }).raw;
  const vehicle = canonicalText([precommit.vehicle_salt, bundle.vehicle_id]);
  const leaf = canonicalText({ head: interval!.head, seq: interval!.seq, vehicle: hex(sha256(vehicle)) });
  const { leaves } = JSON.parse(payload) as { readonly leaves: number };
  const heads: string[] = [];
  let { head } = precommit;
  for (const line of lines.slice(0, interval!.seq)) {
    head = hex(sha256(head + hex(leafHash(line))));
    heads.push(head);
  }
  const nodes = climb(leafHash(leaf), { index: proof!.index, size: leaves, siblings: proof!.path });
  return [
    "**Frames.** The first line of `precommitted.frames.ndjson`, its `raw` decoded, and the line's leaf: the SHA-256 of a zero byte and the line without LF, hex:",
    block("line-1", lines[0]!),
    block("raw-1", Buffer.from(raw, "base64url").toString("utf8")),
    block("line-1-leaf", hex(leafHash(lines[0]!))),
    `**Chain.** \`precommit.after_seq\` is ${precommit.after_seq}, so it begins with 64 zeros before entry ${precommit.after_seq + 1}. The first link is the SHA-256 of this text of 128 characters, the head before and the leaf:`,
    block("link-1", precommit.head + hex(leafHash(lines[0]!))),
    `The heads after the entries 1 to ${interval!.seq}; the last is \`head\` of the first interval:`,
    block("heads", heads.join("\n")),
    "**Interval.** The vehicle in its tree is the SHA-256 of the first of these texts; the second is its leaf:",
    block("vehicle", vehicle),
    block("interval-leaf", leaf),
    `\`index\` is ${proof!.index} and \`path\` the two hashes in base64, the leaf's sibling first. The leaf's hash and the nodes upwards, base64; the last is \`root\`, in hex below:`,
    block("path", proof!.path.join("\n")),
    block("interval-nodes", nodes.map(base64).join("\n")),
    block("interval-root", interval!.root),
    "The payload of the interval's envelope, which holds that root:",
    block("interval", payload),
    `Its pre-authentication encoding begins with \`DSSEv1 ${proof!.envelope.payloadType.length} ${proof!.envelope.payloadType} ${Buffer.byteLength(payload)} \`; signature, entry and log proof are made as above.`,
  ];
}

/** The leaf's hash and those above it, to the root. */
function climb(
  leaf: Uint8Array,
  { index, size, siblings }: { index: number; size: number; readonly siblings: readonly string[] },
): readonly Uint8Array[] {
  const nodes = [leaf];
  let [at, last] = [index, size - 1];
  for (const sibling of siblings.map(decoded)) {
    // A node without a sibling moves up as it is.
    while (at % 2 === 0 && at === last) [at, last] = [at / 2, Math.floor(last / 2)];
    nodes.push(at % 2 === 1 ? nodeHash(sibling, nodes.at(-1)!) : nodeHash(nodes.at(-1)!, sibling));
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return nodes;
}

if (import.meta.main) writeFileSync(examplePage, withWorkedExample(readFileSync(examplePage, "utf8")));
