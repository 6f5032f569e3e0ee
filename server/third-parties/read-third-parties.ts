import { readFileSync } from "node:fs";

import { DerFault } from "../../core/encoding/der.ts";
import { readCertificate, type Certificate } from "../../core/evidence/timestamp/certificate.ts";
import { equalBytes } from "../../core/encoding/bytes.ts";
import { noteKeyTypes, parseVerifierKey } from "../../core/evidence/log/signed-note.ts";
import type { ThirdPartyTrust } from "../../core/evidence/keys/trust.ts";
import type { TimeStampAuthority, Witness } from "../app/ports/third-parties.ts";
import { nodeX509 } from "../platform/node-primitives.ts";
import { timeStampAuthority } from "./ask-time-stamp-authority.ts";
import { witnessAt } from "./ask-witness.ts";

/** The third parties of an installation. */
export interface ThirdParties {
  readonly authorities: readonly TimeStampAuthority[];
  readonly witnesses: readonly Witness[];
  /** What a verifier needs to know of them. */
  readonly trust: ThirdPartyTrust;
  /** The authorities' certificates as Sigstore's verifiers want them: each chain from its signer to its root, DER. */
  readonly timestampChains: readonly (readonly Uint8Array[])[];
}

export interface ThirdPartySettings {
  readonly timeStampUrls: readonly string[];
  /** PEM: for each authority the certificate that signs, those between, the root. A root alone will do. */
  readonly timeStampCertificates: string | null;
  /** One line a witness: its verifier key, a space, its address. `#` begins a comment. */
  readonly witnessFile: string | null;
}

/** Reads the files the settings name. Throws with the file's name and what is wrong with it. */
export function readThirdParties(
  settings: ThirdPartySettings,
  sha256: (bytes: Uint8Array) => Uint8Array,
): ThirdParties {
  const { timeStampUrls, timeStampCertificates, witnessFile } = settings;
  const chains = timeStampCertificates === null ? [] : readChains(timeStampCertificates);
  const roots = chains.flatMap((chain) => chain.slice(-1));
  const witnesses = witnessFile === null ? [] : readWitnesses(witnessFile, sha256);
  return {
    authorities: timeStampUrls.map((url) => timeStampAuthority({ url, roots, x509: nodeX509 })),
    witnesses,
    trust: {
      timeStampRoots: roots.map(({ bytes }) => bytes),
      witnesses: witnesses.map(({ key }) => key),
    },
    timestampChains: chains
      .filter((chain) => chain.length > 1)
      .map((chain) => chain.map(({ bytes }) => bytes)),
  };
}

const pemBlock = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;

/** A certificate issued by itself ends a chain. */
function readChains(path: string): readonly (readonly Certificate[])[] {
  const certificates = Array.from(readFileSync(path, "latin1").matchAll(pemBlock), ([, text = ""]) =>
    certificateOf(path, text),
  );
  const chains: Certificate[][] = [];
  let open: Certificate[] = [];
  for (const certificate of certificates) {
    open.push(certificate);
    if (!equalBytes(certificate.issuer, certificate.subject)) continue;
    chains.push(open);
    open = [];
  }
  if (chains.length === 0 || open.length > 0)
    throw new Error(`${path} must hold PEM certificates, each chain ended by its self-signed root.`);
  return chains;
}

function certificateOf(path: string, base64: string): Certificate {
  try {
    return readCertificate(new Uint8Array(Buffer.from(base64, "base64")));
  } catch (fault) {
    if (fault instanceof DerFault)
      throw new Error(`${path} holds a certificate that cannot be used: ${fault.message}.`, { cause: fault });
    throw fault;
  }
}

function readWitnesses(path: string, sha256: (bytes: Uint8Array) => Uint8Array): readonly Witness[] {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .map((line) => line.replace(/#.*$/, "").trim())
    .filter((line) => line !== "");
  return lines.map((line) => {
    const [text = "", url = "", ...rest] = line.split(/\s+/);
    const key = parseVerifierKey(text, sha256, noteKeyTypes.cosignature);
    if (key === null || !isWebAddress(url) || rest.length > 0) {
      throw new Error(`${path}: "${line.slice(0, 80)}" is not a witness's verifier key and its address.`);
    }
    return witnessAt({ url, key });
  });
}

export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash, search } = new URL(text);
  const isPlain = username === "" && password === "" && hash === "" && search === "";
  return (protocol === "http:" || protocol === "https:") && isPlain;
}
