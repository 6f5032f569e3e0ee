import { Type } from "typebox";

/** Formats others have defined, as far as this service fills them. Members of theirs that it never writes are not listed. */

const base64 = (description: string) => Type.String({ description: `${description}, base64.` });

export const JsonWebKeySet = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        kid: Type.String({ description: "The key's id in the keyring." }),
        use: Type.String({ description: "`sig`." }),
        kty: Type.String({ description: "`EC` or `OKP`." }),
        crv: Type.String({ description: "`P-256` or `Ed25519`." }),
        alg: Type.String({ description: "`ES256` or `EdDSA`." }),
        x: Type.String({ description: "Base64url." }),
        y: Type.Optional(Type.String({ description: "Base64url; of an elliptic curve's point." })),
      }),
    ),
  },
  {
    $id: "JsonWebKeySet",
    description: "Public keys as RFC 7517, 7518 and 8037 write them.",
    examples: [
      {
        keys: [
          {
            kid: "sha256:333f4b115848c7f1622f830e0036de6fbb127672cf40007b50961e1fa707e183",
            use: "sig",
            kty: "EC",
            crv: "P-256",
            alg: "ES256",
            x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
            y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
          },
        ],
      },
    ],
  },
);

const LogId = Type.Object({ keyId: base64("Key hash of the log") });

export const SigstoreBundle = Type.Object(
  {
    mediaType: Type.String({ description: "`application/vnd.dev.sigstore.bundle.v0.3+json`." }),
    verificationMaterial: Type.Object({
      publicKey: Type.Object({ hint: Type.String({ description: "Id of the evidence key." }) }),
      tlogEntries: Type.Array(
        Type.Object({
          logIndex: Type.String({ description: "A number, as text." }),
          logId: LogId,
          kindVersion: Type.Object({ kind: Type.String(), version: Type.String() }),
          inclusionProof: Type.Object({
            logIndex: Type.String({ description: "A number, as text." }),
            rootHash: base64("Root of the log's tree"),
            treeSize: Type.String({ description: "A number, as text." }),
            hashes: Type.Array(base64("The way from the entry to the root")),
            checkpoint: Type.Object({ envelope: Type.String({ description: "The signed checkpoint." }) }),
          }),
          canonicalizedBody: base64("The log's entry"),
        }),
      ),
      timestampVerificationData: Type.Optional(
        Type.Object({
          rfc3161Timestamps: Type.Array(Type.Object({ signedTimestamp: base64("TimeStampResp in DER") })),
        }),
      ),
    }),
    dsseEnvelope: Type.Object({
      payload: base64("The in-toto statement"),
      payloadType: Type.String(),
      signatures: Type.Array(Type.Object({ keyid: Type.String(), sig: base64("The signature") })),
    }),
  },
  {
    $id: "SigstoreBundle",
    description: "A Sigstore bundle v0.3 (protobuf-specs), as this service fills it.",
  },
);

const ValidFor = Type.Object({ start: Type.String() });

export const TrustedRoot = Type.Object(
  {
    mediaType: Type.String({
      description: "`application/vnd.dev.sigstore.trustedroot+json;version=0.1`.",
    }),
    tlogs: Type.Array(
      Type.Object({
        baseUrl: Type.String(),
        hashAlgorithm: Type.String(),
        publicKey: Type.Object({
          rawBytes: base64("SubjectPublicKeyInfo in DER"),
          keyDetails: Type.String(),
          validFor: ValidFor,
        }),
        logId: LogId,
        checkpointKeyId: LogId,
      }),
    ),
    certificateAuthorities: Type.Array(Type.Unknown(), {
      description: "Empty: evidence keys have no certificates.",
    }),
    ctlogs: Type.Array(Type.Unknown(), { description: "Empty." }),
    timestampAuthorities: Type.Array(
      Type.Object({
        certChain: Type.Object({
          certificates: Type.Array(Type.Object({ rawBytes: base64("X.509 in DER") })),
        }),
        validFor: ValidFor,
      }),
    ),
  },
  { $id: "TrustedRoot", description: "Sigstore's `trusted_root.json`, as this service fills it." },
);
