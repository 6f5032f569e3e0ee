import type { EvidenceSigner } from "../app/evidence/issue-evidence.ts";

/** Signs with the key the keyring names active, whichever that is by now. It changes between commits, never within one. */
export class ActiveSigner implements EvidenceSigner {
  #current: EvidenceSigner;

  constructor(current: EvidenceSigner) {
    this.#current = current;
  }

  get keyId(): string {
    return this.#current.keyId;
  }

  get algorithm(): EvidenceSigner["algorithm"] {
    return this.#current.algorithm;
  }

  get spki(): Uint8Array {
    return this.#current.spki;
  }

  sign(message: Uint8Array): Uint8Array {
    return this.#current.sign(message);
  }

  become(next: EvidenceSigner): void {
    this.#current = next;
  }
}
