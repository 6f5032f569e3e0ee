import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";

/** A time-stamp authority of openssl's making: root, intermediate, and certificates to sign with that are fit or unfit. */
export interface OpensslAuthority {
  readonly folder: string;
  /** X.509, DER. */
  readonly root: Uint8Array;
  readonly certificate: (name: string) => Uint8Array;
  /** PKCS#8, PEM. */
  readonly key: (name: string) => string;
  /** The TimeStampResp to a TimeStampReq. */
  readonly reply: (request: Uint8Array, how?: ReplyOptions) => Uint8Array;
}

export interface ReplyOptions {
  /** The certificate that signs; "signer" when left out. */
  readonly by?: string;
  /** `[section]` of the configuration: tsa, exact (accuracy of a second), other. */
  readonly section?: string;
  /** Certificates it sends along. */
  readonly chain?: string;
}

export type KeyKind = "ec" | "rsa";

/** The certificates to sign with, all of one serial number, and what their extensions say. */
const leaves: Readonly<Record<string, string>> = {
  signer: "extendedKeyUsage=critical,timeStamping\nkeyUsage=critical,digitalSignature",
  spare: "extendedKeyUsage=critical,timeStamping\nkeyUsage=critical,digitalSignature",
  lenient: "extendedKeyUsage=timeStamping",
  broad: "extendedKeyUsage=critical,timeStamping,codeSigning",
  plain: "keyUsage=critical,digitalSignature",
  expired: "extendedKeyUsage=critical,timeStamping",
};

/** Needs openssl; keys are made anew each time, certificates of "expired" ended an hour ago. */
export function opensslAuthority(folder: string, kind: KeyKind): OpensslAuthority {
  mkdirSync(folder, { recursive: true });
  const at = (name: string) => join(folder, name);
  writeFileSync(at("tsa.cnf"), configuration);
  makeKey("root", kind, at);
  const rootDays = ["-days", "3650", "-config", at("tsa.cnf"), "-extensions", "authority"];
  run([
    "req",
    "-x509",
    "-new",
    "-key",
    at("root.key"),
    "-out",
    at("root.pem"),
    "-subj",
    `/CN=Root ${kind}`,
    ...rootDays,
  ]);
  issue("middle", { by: "root", subject: `/CN=Middle ${kind}`, extensions: authorityExtensions, at, kind });
  const made = kind === "ec" ? Object.keys(leaves) : ["signer"];
  for (const name of made) {
    const subject = `/CN=Stamps ${name}`;
    issue(name, { by: "middle", subject, extensions: leaves[name]!, at, kind });
  }
  writeFileSync(at("chain.pem"), readFileSync(at("middle.pem")));
  writeFileSync(at("serial"), "01\n");
  return {
    folder,
    root: derOf(at("root.pem")),
    certificate: (name) => derOf(at(`${name}.pem`)),
    key: (name) => readFileSync(at(`${name}.key`), "utf8"),
    reply(request, { by = "signer", section = "tsa", chain = "chain.pem" } = {}) {
      writeFileSync(at("request.tsq"), request);
      const signer = ["-signer", at(`${by}.pem`), "-inkey", at(`${by}.key`), "-chain", at(chain)];
      const asked = ["-config", at("tsa.cnf"), "-section", section, "-queryfile", at("request.tsq")];
      run(["ts", "-reply", ...asked, ...signer, "-out", at("reply.tsr")], folder);
      return readFileSync(at("reply.tsr"));
    },
  };
}

/** openssl's own request for a time stamp over data; nonce and certificate asked for. */
export function opensslRequest(folder: string, data: Uint8Array): Uint8Array {
  writeFileSync(join(folder, "data"), data);
  run(["ts", "-query", "-data", join(folder, "data"), "-sha256", "-cert", "-out", join(folder, "query.tsq")]);
  return readFileSync(join(folder, "query.tsq"));
}

/** The authority behind HTTP, as RFC 3161 3.4 has it. `answer` may be anything a test wants to go wrong. */
export async function serveAuthority(
  answer: (request: Uint8Array) => { readonly status: number; readonly body: Uint8Array } | null,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const said = answer(Buffer.concat(parts));
      // Null: never answers.
      if (said === null) return;
      response.writeHead(said.status, { "Content-Type": "application/timestamp-reply" });
      response.end(said.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  return {
    url: `http://127.0.0.1:${port}/tsr`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function hasOpenssl(): boolean {
  return spawnSync("openssl", ["version"]).status === 0;
}

const authorityExtensions =
  "basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign\nsubjectKeyIdentifier=hash";

const configuration = `
[req]
distinguished_name = name
[name]
[authority]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign
subjectKeyIdentifier = hash
[tsa]
serial = serial
default_policy = 1.3.6.1.4.1.99999.1
digests = sha256, sha384
signer_digest = sha256
ess_cert_id_alg = sha256
accuracy = secs:1
ordering = no
tsa_name = no
[v1]
serial = serial
default_policy = 1.3.6.1.4.1.99999.1
digests = sha256
signer_digest = sha384
ess_cert_id_alg = sha1
`;

interface Issue {
  readonly by: string;
  readonly subject: string;
  readonly extensions: string;
  readonly kind: KeyKind;
  readonly at: (name: string) => string;
}

function issue(name: string, { by, subject, extensions, kind, at }: Issue): void {
  makeKey(name, kind, at);
  writeFileSync(at(`${name}.ext`), extensions);
  run([
    "req",
    "-new",
    "-key",
    at(`${name}.key`),
    "-subj",
    subject,
    "-config",
    at("tsa.cnf"),
    "-out",
    at("asked.csr"),
  ]);
  const signed = [
    "-CA",
    at(`${by}.pem`),
    "-CAkey",
    at(`${by}.key`),
    "-set_serial",
    "4096",
    "-extfile",
    at(`${name}.ext`),
  ];
  const days = name === "expired" ? ["-days", "-1"] : ["-days", "365"];
  run(["x509", "-req", "-in", at("asked.csr"), ...signed, ...days, "-out", at(`${name}.pem`)]);
}

function makeKey(name: string, kind: KeyKind, at: (name: string) => string): void {
  if (existsSync(at(`${name}.key`))) return;
  const kinds = { ec: ["-pkeyopt", "ec_paramgen_curve:P-256"], rsa: ["-pkeyopt", "rsa_keygen_bits:2048"] };
  run(["genpkey", "-algorithm", kind, ...kinds[kind], "-out", at(`${name}.key`)]);
}

function derOf(path: string): Uint8Array {
  const [, base64] = /-----BEGIN CERTIFICATE-----([^-]+)-----/.exec(readFileSync(path, "latin1")) ?? [];
  return new Uint8Array(Buffer.from(base64!, "base64"));
}

function run(words: readonly string[], cwd?: string): void {
  const { status, stderr } = spawnSync("openssl", words, {
    encoding: "utf8",
    ...(cwd !== undefined && { cwd }),
  });
  if (status !== 0) throw new Error(`openssl ${words.join(" ")}: ${stderr}`);
}
