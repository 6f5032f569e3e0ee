import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

/** A fixed Ed25519 pair for test vectors; another name is another key. */
export function exampleKey(name: string): {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** 32 bytes. */
  readonly point: Uint8Array;
} {
  const seed = createHash("sha256").update(`Plumbline test vectors, ${name}`).digest();
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, seed]),
    format: "der",
    type: "pkcs8",
  });
  const publicKey = createPublicKey(privateKey);
  const spki = new Uint8Array(publicKey.export({ type: "spki", format: "der" }));
  return { privateKey, publicKey, point: spki.slice(-32) };
}

const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");
