# Written by tools/write_models.py from core/contract/published/openapi.json. Do not edit.

"""Method, path and answers of every operation of the contract."""

from ._operation import Operation

INGEST_TELEMETRY = Operation(
    "ingestTelemetry", "POST", "/v1/telemetry/ingest", ("application/json",), public=False
)
SCORE_RESIDUAL = Operation("scoreResidual", "POST", "/v1/score/residual", ("application/json",), public=False)
GET_EVIDENCE_BUNDLE = Operation(
    "getEvidenceBundle", "GET", "/v1/evidence/{event_id}/bundle", ("application/json",), public=False
)
GET_EVIDENCE_FRAMES = Operation(
    "getEvidenceFrames", "GET", "/v1/evidence/{event_id}/frames", ("application/x-ndjson",), public=False
)
GET_EVIDENCE_SIGSTORE = Operation(
    "getEvidenceSigstore",
    "GET",
    "/v1/evidence/{event_id}/sigstore",
    ("application/vnd.dev.sigstore.bundle.v0.3+json",),
    public=False,
)
GET_KEYRING = Operation("getKeyring", "GET", "/v1/evidence/keys", ("application/json",), public=True)
GET_KEYRING_HISTORY = Operation(
    "getKeyringHistory", "GET", "/v1/evidence/keys/history", ("application/json",), public=True
)
GET_EVIDENCE_KEY = Operation(
    "getEvidenceKey", "GET", "/v1/evidence/keys/{keyid}.pem", ("application/x-pem-file",), public=True
)
GET_KEY_SET = Operation(
    "getKeySet", "GET", "/.well-known/jwks.json", ("application/jwk-set+json",), public=True
)
GET_LOG_POLICY = Operation("getLogPolicy", "GET", "/v1/evidence/policy", ("text/plain",), public=True)
GET_SPECIFICATION = Operation(
    "getSpecification", "GET", "/v1/evidence/specs/{sha256}", ("text/plain",), public=True
)
LIST_SCORERS = Operation("listScorers", "GET", "/v1/evidence/scorers", ("application/json",), public=True)
GET_SCORER = Operation("getScorer", "GET", "/v1/evidence/scorers/{sha256}", ("text/javascript",), public=True)
GET_TRUSTED_ROOT = Operation(
    "getTrustedRoot",
    "GET",
    "/v1/evidence/trusted-root",
    ("application/vnd.dev.sigstore.trustedroot+json",),
    public=True,
)
GET_REDACTED_FRAMES = Operation(
    "getRedactedFrames", "GET", "/v1/evidence/{event_id}/redacted", ("application/x-ndjson",), public=False
)
GET_EVIDENCE_CUSTODY = Operation(
    "getEvidenceCustody", "GET", "/v1/evidence/{event_id}/custody", ("application/json",), public=False
)
SET_LEGAL_HOLD = Operation(
    "setLegalHold", "POST", "/v1/evidence/{event_id}/legal-hold", ("application/json",), public=False
)
ERASE_EVIDENCE = Operation(
    "eraseEvidence", "POST", "/v1/evidence/{event_id}/erasure", ("application/json",), public=False
)
GET_EVIDENCE_ARCHIVE = Operation(
    "getEvidenceArchive", "GET", "/v1/evidence/{event_id}/archive", ("application/zip",), public=False
)
GET_EVIDENCE_REPORT = Operation(
    "getEvidenceReport",
    "GET",
    "/v1/evidence/{event_id}/report",
    ("application/pdf", "text/html"),
    public=False,
)
GET_EVIDENCE_REPORT_HTML = Operation(
    "getEvidenceReportHtml", "GET", "/v1/evidence/{event_id}/report.html", ("text/html",), public=False
)
GET_EVIDENCE_REPORT_PDF = Operation(
    "getEvidenceReportPdf", "GET", "/v1/evidence/{event_id}/report.pdf", ("application/pdf",), public=False
)
VERIFY_EVIDENCE = Operation(
    "verifyEvidence", "POST", "/v1/evidence/verify", ("application/json",), public=False
)
LIST_EVIDENCE = Operation("listEvidence", "GET", "/v1/evidence", ("application/json",), public=False)
GET_FLEET_HEALTH_SUMMARY = Operation(
    "getFleetHealthSummary", "GET", "/v1/fleet/health-summary", ("application/json",), public=False
)
GET_WORK_QUEUE = Operation("getWorkQueue", "GET", "/v1/fleet/queue", ("application/json",), public=False)
GET_LIMITS = Operation("getLimits", "GET", "/v1/limits", ("application/json",), public=False)
RESCORE_FLEET = Operation("rescoreFleet", "POST", "/v1/fleet/rescore", ("application/json",), public=False)
GET_FLEET_ANALYTICS = Operation(
    "getFleetAnalytics", "GET", "/v1/fleet/analytics", ("application/json",), public=False
)
GET_FLEET_SHARED = Operation("getFleetShared", "GET", "/v1/fleet/shared", ("application/json",), public=False)
GET_FLEET_ATTRIBUTES = Operation(
    "getFleetAttributes", "GET", "/v1/fleet/attributes", ("application/json",), public=False
)
GET_FLEET_POSITIONS = Operation(
    "getFleetPositions", "GET", "/v1/fleet/positions", ("application/json",), public=False
)
LIST_VEHICLES = Operation("listVehicles", "GET", "/v1/vehicles", ("application/json",), public=False)
GET_VEHICLE = Operation("getVehicle", "GET", "/v1/vehicles/{vehicle_id}", ("application/json",), public=False)
GET_VEHICLE_SERIES = Operation(
    "getVehicleSeries", "GET", "/v1/vehicles/{vehicle_id}/series", ("application/json",), public=False
)
COMMAND_BASELINE = Operation(
    "commandBaseline", "POST", "/v1/vehicles/{vehicle_id}/baseline", ("application/json",), public=False
)
REGISTER_REFERENCE = Operation(
    "registerReference", "PUT", "/v1/vehicles/{vehicle_id}/reference", ("application/json",), public=False
)
GET_VEHICLE_WORK = Operation(
    "getVehicleWork", "GET", "/v1/vehicles/{vehicle_id}/work", ("application/json",), public=False
)
COMMAND_WORK = Operation(
    "commandWork", "POST", "/v1/vehicles/{vehicle_id}/work", ("application/json",), public=False
)
STREAM_EVENTS = Operation(
    "streamEvents", "GET", "/v1/events", ("application/json", "text/event-stream"), public=False
)
CREATE_WEBHOOK = Operation("createWebhook", "POST", "/v1/webhooks", ("application/json",), public=False)
LIST_WEBHOOKS = Operation("listWebhooks", "GET", "/v1/webhooks", ("application/json",), public=False)
GET_WEBHOOK = Operation("getWebhook", "GET", "/v1/webhooks/{webhook_id}", ("application/json",), public=False)
UPDATE_WEBHOOK = Operation(
    "updateWebhook", "PATCH", "/v1/webhooks/{webhook_id}", ("application/json",), public=False
)
DELETE_WEBHOOK = Operation(
    "deleteWebhook", "DELETE", "/v1/webhooks/{webhook_id}", ("application/json",), public=False
)
ROTATE_WEBHOOK_SECRET = Operation(
    "rotateWebhookSecret", "POST", "/v1/webhooks/{webhook_id}/secret", ("application/json",), public=False
)
TEST_WEBHOOK = Operation(
    "testWebhook", "POST", "/v1/webhooks/{webhook_id}/test", ("application/json",), public=False
)
LIST_WEBHOOK_DELIVERIES = Operation(
    "listWebhookDeliveries",
    "GET",
    "/v1/webhooks/{webhook_id}/deliveries",
    ("application/json",),
    public=False,
)
GET_WEBHOOK_DELIVERY = Operation(
    "getWebhookDelivery",
    "GET",
    "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}",
    ("application/json",),
    public=False,
)
REPLAY_WEBHOOK_DELIVERY = Operation(
    "replayWebhookDelivery",
    "POST",
    "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay",
    ("application/json",),
    public=False,
)
REPLAY_WEBHOOK_DEAD_LETTERS = Operation(
    "replayWebhookDeadLetters",
    "POST",
    "/v1/webhooks/{webhook_id}/replay",
    ("application/json",),
    public=False,
)
CREATE_SCENARIO_FEED = Operation(
    "createScenarioFeed", "POST", "/v1/risk/scenario-feed", ("application/json",), public=False
)
LIST_SCENARIOS = Operation("listScenarios", "GET", "/v1/scenarios", ("application/json",), public=False)
GET_SCENARIO = Operation(
    "getScenario", "GET", "/v1/scenarios/{scenario_id}", ("application/json",), public=False
)
DELETE_SCENARIO = Operation(
    "deleteScenario", "DELETE", "/v1/scenarios/{scenario_id}", ("application/json",), public=False
)
GET_SCENARIO_EXPORT = Operation(
    "getScenarioExport",
    "GET",
    "/v1/scenarios/{scenario_id}/exports/{export_format}",
    ("application/json", "application/octet-stream", "application/xml", "application/zip", "text/csv"),
    public=False,
)
CREATE_KEY = Operation("createKey", "POST", "/v1/keys", ("application/json",), public=False)
LIST_KEYS = Operation("listKeys", "GET", "/v1/keys", ("application/json",), public=False)
GET_OWN_KEY = Operation("getOwnKey", "GET", "/v1/keys/self", ("application/json",), public=False)
GET_KEY = Operation("getKey", "GET", "/v1/keys/{key_id}", ("application/json",), public=False)
ROTATE_KEY = Operation("rotateKey", "POST", "/v1/keys/{key_id}/rotate", ("application/json",), public=False)
REVOKE_KEY = Operation("revokeKey", "POST", "/v1/keys/{key_id}/revoke", ("application/json",), public=False)
LIST_AUDIT_RECORDS = Operation(
    "listAuditRecords", "GET", "/v1/audit", ("application/json", "application/x-ndjson"), public=False
)
GET_LOG_CHECKPOINT = Operation("getLogCheckpoint", "GET", "/v1/log/checkpoint", ("text/plain",), public=True)
GET_LOG_TILE = Operation(
    "getLogTile", "GET", "/v1/log/tile/{tile_level}/{tile_index}", ("application/octet-stream",), public=True
)
GET_LOG_ENTRIES = Operation(
    "getLogEntries", "GET", "/v1/log/tile/entries/{tile_index}", ("application/octet-stream",), public=True
)
GET_LOG_INCLUSION_PROOF = Operation(
    "getLogInclusionProof", "GET", "/v1/log/proof/inclusion", ("text/plain",), public=True
)
GET_LOG_CONSISTENCY_PROOF = Operation(
    "getLogConsistencyProof", "GET", "/v1/log/proof/consistency", ("text/plain",), public=True
)
GET_HEALTH = Operation("getHealth", "GET", "/health", ("application/json",), public=True)
GET_HEALTH_V1 = Operation("getHealthV1", "GET", "/v1/health", ("application/json",), public=True)
GET_LIVENESS = Operation("getLiveness", "GET", "/livez", ("application/json",), public=True)
GET_READINESS = Operation("getReadiness", "GET", "/readyz", ("application/json",), public=True)
