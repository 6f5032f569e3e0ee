import { utf8 } from "../../../../core/encoding/bytes.ts";
import type { JsonObject } from "../../../../core/encoding/strict-json.ts";
import type { Signer } from "../../../../core/evidence/keys/dsse.ts";
import { signDocument, type DocumentKind } from "../../../../core/evidence/log/logged-document.ts";
import type { StateStatementPayload } from "../../../../core/evidence/log/state-statement.ts";
import { exampleSubmitter, primitives, testSigner } from "./example-evidence.ts";
import { loggedAtOnce } from "./example-log.ts";

/** A statement of a state, as a service would issue it. */
export const statedExample: StateStatementPayload = {
  schema: "urn:plumbline:state:1",
  statement_id: "STM-20261120-7K3M9Q2XW4HJ",
  organisation: exampleSubmitter.organisation,
  vehicle_id: "VEH-00512",
  at: "2026-11-20T08:15:00.000Z",
  issued_at: "2026-11-20T09:15:00.000Z",
  key_id: exampleSubmitter.apiKeyId,
  reason: "collision\u00a0reported",
  case_number: null,
  issuer: {
    organisation: "Example Fleet Safety",
    software: { name: "plumbline", version: "0.1.0", build_sha256: "0".repeat(64) },
  },
  state: {
    judged: true,
    tier: "NOMINAL",
    since: "2026-11-20T08:00:40.000Z",
    frames: 412,
    last_frame_at: "2026-11-20T08:14:59.000Z",
    sensors: (["camera", "radar", "lidar"] as const).map((sensor) => ({
      sensor,
      unit: sensor === "camera" ? "deg" : "m",
      measured: true,
      drift: 0.001,
    })),
    health: 99,
    evidence_id: null,
    scoring_version: "1.6.0",
  },
};

/** Signs what a statement says and enters it in a log; its members are shown as signed. */
export function carriedStatement(
  given: { readonly payload?: JsonObject; readonly signer?: Signer; readonly kind?: DocumentKind } = {},
) {
  const { payload = statedExample, signer = testSigner, kind = "state" } = given;
  const { envelope, entry } = signDocument(kind, payload, { signer, sha256: primitives.sha256 });
  const [before, after] = [utf8("entry before"), utf8("entry after")];
  const leaf = loggedAtOnce([before, entry, after]).leaves[1]!;
  const { schema: _schema, ...shown } = payload;
  const signed = JSON.parse(Buffer.from(envelope).toString()) as {
    readonly payload: string;
    readonly payloadType: string;
    readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
  };
  return { ...shown, envelope: signed, log_index: leaf.index, tlog_proof: leaf.proof };
}

/** The file of it. */
export function statementFile(carried: object = carriedStatement()): Uint8Array {
  return utf8(JSON.stringify(carried));
}
