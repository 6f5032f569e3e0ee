import type { Primitives } from "../../core/evidence/primitives.ts";
import { keyringPrimitives } from "../keys/keyring-primitives.ts";
import { nodeX509 } from "../node-x509.ts";

/** Node's cryptography, as the verifier wants it. */
export const nodePrimitives: Primitives = { ...keyringPrimitives, x509: nodeX509 };
