import { Type } from "typebox";

const keyId = Type.String({
  pattern: "^sha256:[0-9a-f]{64}$",
  description: "SHA-256 of the key's SubjectPublicKeyInfo in DER.",
});

const exampleKeyId = "sha256:333f4b115848c7f1622f830e0036de6fbb127672cf40007b50961e1fa707e183";

const exampleEnvelope = {
  payload: "eyJ2ZXJzaW9uIjoxfQ==",
  payloadType: "application/vnd.plumbline.keyring+json",
  signatures: [{ keyid: exampleKeyId, sig: "MEUCIQ==" }],
};

export const KeyringEnvelope = Type.Object(
  {
    payload: Type.String({
      description: "The keyring's version as canonical JSON (docs/evidence-format.md), base64.",
    }),
    payloadType: Type.Literal("application/vnd.plumbline.keyring+json"),
    signatures: Type.Array(
      Type.Object({
        keyid: keyId,
        sig: Type.String({ description: "Over the DSSE encoding of type and payload, base64." }),
      }),
      { description: "One by each root key that signed." },
    ),
  },
  {
    $id: "KeyringEnvelope",
    description: "A version of the keyring, signed by the root keys (DSSE).",
    examples: [exampleEnvelope],
  },
);

export const KeyringHistory = Type.Object(
  {
    schema: Type.Literal("urn:plumbline:keyring-history:1"),
    versions: Type.Array(
      Type.Object({
        envelope: KeyringEnvelope,
        log: Type.Object({
          origin: Type.String({ description: "Name of the log." }),
          tlog_proof: Type.String({ description: "c2sp.org/tlog-proof@v1 of this version's entry." }),
        }),
      }),
      { description: "From version 1 on, oldest first." },
    ),
  },
  {
    $id: "KeyringHistory",
    description: "Every version of the keyring, with the proof of its place in the log.",
    examples: [
      {
        schema: "urn:plumbline:keyring-history:1",
        versions: [
          {
            envelope: exampleEnvelope,
            log: { origin: "evidence.example.org", tlog_proof: "c2sp.org/tlog-proof@v1\nindex 0\n" },
          },
        ],
      },
    ],
  },
);
