import { sign } from "node:crypto";

import { noteKey, noteKeyTypes, type NoteKey } from "../../../../core/evidence/log/signed-note.ts";
import { cosignedMessage, formatCosignature } from "../../../../core/evidence/third-parties/witness.ts";
import { primitives } from "./example-evidence.ts";
import { exampleKey } from "./example-key.ts";

/** A witness of a log: it signs what is put before it, at the time it is told. */
export interface ExampleWitness {
  readonly key: NoteKey;
  /** The line under a checkpoint of this text. */
  line(text: string, timestampS: number): string;
}

/** A fixed key by its seed; a name of its own where one key goes by two. */
export function exampleWitness(seed: string, name = `${seed}.example/w`): ExampleWitness {
  const { point, privateKey } = exampleKey(`witness ${seed}`);
  const key = noteKey(name, point, primitives.sha256, noteKeyTypes.cosignature);
  return {
    key,
    line(text, timestampS) {
      const signature = sign(null, cosignedMessage(text, timestampS), privateKey);
      return formatCosignature(key, { timestampS, signature });
    },
  };
}
