# Written by tools/write_models.py from core/contract/published/openapi.json. Do not edit.

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from plumbline._model import Model
from plumbline.tables import SeriesTable

ActorRole = TypeAliasType("ActorRole", Literal["ego"] | str)
"""
Values are added in time.
"""


class AgeHazardRate(Model):
    """
    First breaches for `hazard.per` kilometres or days of one vehicle that has had none: a piecewise exponential hazard (Holford 1980) with the exact 95 % interval of a Poisson count. Null where nobody was watched.
    """

    value: float
    low: float
    high: float


class AgeHazard(Model):
    first_breaches: int
    """
    Vehicles that breached for the first time at this age.
    """
    exposure: float
    """
    Kilometres or days that vehicles without a breach so far were watched at this age, summed.
    """
    rate: AgeHazardRate | None
    """
    First breaches for `hazard.per` kilometres or days of one vehicle that has had none: a piecewise exponential hazard (Holford 1980) with the exact 95 % interval of a Poisson count. Null where nobody was watched.
    """


AgeUnit = TypeAliasType("AgeUnit", Literal["kilometres", "days"] | str)
"""
Kilometres on the odometer (`metadata.odometer_km`), or days since the vehicle's first frame.
"""


AllowedBecause = TypeAliasType("AllowedBecause", Literal["drift", "confidence"] | str)
"""
`drift`: a sensor's departure; `confidence`: the lidar's confidence, which asks for a look at it and is no drift. Values are added in time.
"""


class AnalyticsGroupTiersNow(Model):
    """
    Vehicles in each tier now, as last judged: silence changes nothing here.
    """

    unknown: int
    nominal: int
    caution: int
    critical: int


class AnalyticsGroupTiersOverTime(Model):
    """
    Vehicles in each tier at the end of each step.
    """

    unknown: list[int]
    nominal: list[int]
    caution: list[int]
    critical: list[int]


class AnalyticsGroupDaysInTier(Model):
    """
    Days that all of them together spent in each tier.
    """

    unknown: float
    nominal: float
    caution: float
    critical: float


class AnalyticsRatePer1000VehicleDays(Model):
    """
    For 1,000 days of one vehicle, with the exact 95 % interval of a Poisson count (Garwood 1936). Null without exposure.
    """

    value: float
    low: float
    high: float


class AnalyticsRate(Model):
    count: int
    """
    How often it happened to these vehicles between `from` and `to`.
    """
    per_1000_vehicle_days: AnalyticsRatePer1000VehicleDays | None
    """
    For 1,000 days of one vehicle, with the exact 95 % interval of a Poisson count (Garwood 1936). Null without exposure.
    """


AnalyticsStep = TypeAliasType("AnalyticsStep", Literal["hour", "day"] | str)
"""
How long a step is; the last may be cut short.
"""


ApiKeyMode = TypeAliasType("ApiKeyMode", Literal["live", "test"] | str)
"""
`live` unless something else is asked for; `test` marks a key for tests, which begins with `plumb_test_` and opens the same data.
"""


ApiKeyStatus = TypeAliasType("ApiKeyStatus", Literal["active", "expired", "revoked"] | str)
"""
Whether the key opens anything now.
"""


AuditAction = TypeAliasType(
    "AuditAction",
    Literal[
        "authenticate",
        "authorise",
        "session.begin",
        "key.create",
        "key.rotate",
        "key.revoke",
        "evidence.read",
        "evidence.hold",
        "evidence.erase",
        "baseline.command",
        "reference.register",
        "work.command",
        "webhook.create",
        "webhook.update",
        "webhook.delete",
        "webhook.rotate_secret",
        "webhook.test",
        "webhook.replay",
        "scenario.create",
        "scenario.delete",
        "audit.read",
    ]
    | str,
)
"""
`authenticate`: Somebody came with no usable API key. `authorise`: A key asked for what it may not do. `session.begin`: Somebody signed in to the console with a key. `key.create`: A key was made. `key.rotate`: A key was put in another one's place. `key.revoke`: A key was ended. `evidence.read`: Evidence was handed out: bundle, frames, report, archive or a redacted copy. `evidence.hold`: A legal hold was set or released. `evidence.erase`: Evidence was erased. `baseline.command`: A vehicle's baseline was begun afresh, frozen or released. `reference.register`: A vehicle's reference extrinsics were registered or withdrawn. `work.command`: Work on a vehicle was acknowledged, assigned, snoozed, commented, reported as repaired, reopened, closed or taken back. `webhook.create`: A webhook was made. `webhook.update`: A webhook was changed. `webhook.delete`: A webhook was taken away. `webhook.rotate_secret`: A webhook was given another secret. `webhook.test`: A webhook was sent a test. `webhook.replay`: Messages of a webhook were sent again. `scenario.create`: A scenario was made and kept. `scenario.delete`: A kept scenario was taken away. `audit.read`: The audit log was read.
"""


AuditResult = TypeAliasType("AuditResult", Literal["done", "refused", "failed"] | str)
"""
`done`; `refused`, with the `code` the client got; `failed`, for a fault or a limit of the service.
"""


BaselineAction = TypeAliasType("BaselineAction", Literal["learn", "freeze", "unfreeze"] | str)
"""
`learn`: start a new baseline, after a repair or calibration; `freeze`: let later frames no longer enter it; `unfreeze`: let them again. While a breach is open its baseline is held, too, and `unfreeze` dismisses the breach: the frames of the change become part of the baseline, and the tier is NOMINAL. After a repair use `learn`, or report it with `POST /v1/vehicles/{vehicle_id}/work`.
"""


class BaselineCommand(Model):
    """
    What to do with a vehicle's baseline.
    """

    action: BaselineAction
    reason: str
    """
    Why; kept in the vehicle's history.
    """


BaselineState = TypeAliasType(
    "BaselineState", Literal["learning", "provisional", "established", "frozen"] | str
)
"""
How far the baseline is learnt. `learning`: fewer than 20 usable frames of every sensor; `provisional`: 20 to 49; `established`: 50 or more; `frozen`: fixed by a command.
"""


BatchStatus = TypeAliasType("BatchStatus", Literal["accepted", "partial"] | str)
"""
`accepted`: every frame was taken or is a duplicate (200); `partial`: some were rejected (207).
"""


class BreachClosedEventData(Model):
    evidence_id: str
    """
    Evidence of the breach; `GET /v1/evidence/{event_id}/bundle` has it once it is issued.
    """
    opened_at: str
    """
    Capture time of the frame that opened it.
    """
    frame_seq: int
    """
    Entry of the vehicle's journal that caused it: a frame or a command.
    """
    health_score: float | None
    """
    The vehicle's health score after it; null while nothing was scored.
    """


BreachSide = TypeAliasType("BreachSide", Literal["upper", "lower"] | str)
"""
The side the channel left on.
"""


CameraModel = TypeAliasType("CameraModel", Literal["pinhole"] | str)
"""
Without distortion.
"""


class ChangePoint(Model):
    """
    When the change began: the likeliest frame, and the frames between which it began with 50 % and 90 % probability, as judged when the breach opened. Of a slow drift this is when it became a change; `trend.began_at` dates its start.
    """

    frame_seq: int
    """
    First frame after the likeliest start of the change.
    """
    interval_50: list[int]
    interval_90: list[int]


Channel = TypeAliasType("Channel", Literal["camera_x", "camera_y", "camera_z", "radar", "lidar"] | str)
"""
One measured quantity: the camera's rotation vector against its baseline (`camera_x`, `camera_y`, `camera_z`, degrees), the radar range bias (`radar`, metres), the lidar registration error (`lidar`, metres).
"""


CountedSide = TypeAliasType("CountedSide", Literal["both", "upper", "lower"] | str)
"""
Which shifts count: the lidar's error can only be a fault upward.
"""


CustodyAction = TypeAliasType(
    "CustodyAction", Literal["handed_out", "hold_set", "hold_released", "erased"] | str
)
"""
`handed_out`: a key was given the evidence, noted once for each key, form and hour; `hold_set`, `hold_released`: legal hold; `erased`.
"""


class CustodyEntryEnvelopeSignature(Model):
    keyid: str
    sig: str


class CustodyEntryEnvelope(Model):
    """
    DSSE v1 envelope, signed by the evidence key.
    """

    payload: str
    """
    Canonical JSON, base64.
    """
    payloadType: str
    signatures: list[CustodyEntryEnvelopeSignature]


CustodyForm = TypeAliasType(
    "CustodyForm",
    Literal["bundle", "frames", "redacted", "archive", "report", "sigstore"] | str,
)
"""
What was handed out.
"""


CustodyStepName = TypeAliasType(
    "CustodyStepName",
    Literal["TELEMETRY_RECEIVED", "TIER_CLASSIFIED", "EVIDENCE_SIGNED"] | str,
)
"""
The three steps, in this order.
"""


class CusumLimits(Model):
    """
    Decision limits of `cusum_statistic`, nats.
    """

    caution: float
    """
    `cusum_triggered` becomes true at this value.
    """
    critical: float
    """
    Value from which sustained evidence alone can make a vehicle CRITICAL.
    """


DecidedBy = TypeAliasType(
    "DecidedBy",
    Literal[
        "learning",
        "in_control",
        "significant_below_limit",
        "cusum_breach",
        "caution_limit_exceeded",
        "critical_limit_exceeded",
        "sustained_evidence",
        "baseline_beyond_limits",
        "lidar_confidence_low",
        "noise_inflation",
        "hysteresis_hold",
    ]
    | str,
)
"""
The rule that set the tier. `learning`: no verdict yet; `in_control`: nothing unusual; `significant_below_limit`: real but harmless; `cusum_breach`: the sequential test fired; `caution_limit_exceeded`, `critical_limit_exceeded`: the estimated drift passes a limit; `sustained_evidence`: surely beyond the caution limit, with strong evidence for 20 blocks, not beyond the critical limit; `baseline_beyond_limits`: beyond the limits since the start; `lidar_confidence_low`, `noise_inflation`: the sensor itself needs a look; `hysteresis_hold`: better, but not for long enough.
"""


DegreeOfFreedom = TypeAliasType("DegreeOfFreedom", Literal["tx", "ty", "tz", "roll", "pitch", "yaw"] | str)
"""
`tx`, `ty`, `tz`: metres along x, y, z; `roll`, `pitch`, `yaw`: rotation about x, y, z. Of Euler angles the order is Rz·Ry·Rx (yaw, then pitch, then roll).
"""


DistributionKind = TypeAliasType("DistributionKind", Literal["uniform", "normal"] | str)
"""
`normal` is cut off at `low` and `high`. Values are added in time.
"""


DistributionSource = TypeAliasType("DistributionSource", Literal["model", "fit", "fleet"] | str)
"""
`model`: plausible, not measured; `fit`: the fitted value and its 95 % interval; `fleet`: the least and the largest of the fleet's vehicles. Values are added in time.
"""


class DriftQuantiles(Model):
    """
    How an estimated drift is spread over vehicles now.
    """

    vehicles: int
    """
    Vehicles that have a value.
    """
    p5: float
    p25: float
    p50: float
    """
    Half of them are below.
    """
    p75: float
    p95: float


class DriftSamples(Model):
    """
    Δ of every sensor at every sample. `drift_model.sensors` and `trajectory` say the same in fewer numbers; the file is for who wants them worked out.
    """

    dt_s: float
    """
    Seconds between two samples.
    """
    count: int
    """
    Samples of each sensor.
    """
    dof: list[DegreeOfFreedom]
    """
    Order of the six values of a sample.
    """
    url: str | None = None
    """
    Where all of them are, as CSV: a path on this service.
    """
    sha256: str | None = None
    """
    Of that file, hex; where the request asked for `csv`.
    """


DriftShape = TypeAliasType("DriftShape", Literal["step", "ramp"] | str)
"""
Came at once, or grows; by the better fit.
"""


EarlierScoring = TypeAliasType("EarlierScoring", str)
"""
Present while the vehicle waits to be scored again by the present rules after an upgrade: the version of the scoring by which its tier and numbers are. A series then has the frames that were scored again so far. Vehicles that are asked for or send frames come first.
"""


class ErasureRequest(Model):
    """
    On what ground the evidence is to be erased. It does not come back.
    """

    basis: str
    """
    Ground of the erasure, for example a retention rule or a right of the person concerned.
    """
    decision_sha256: str
    """
    SHA-256 of the document with the decision, hex: it shows later which decision it was.
    """


class EventGap(Model):
    """
    `data` of the stream's event `gap`: events went by age or number before you had read them. Read the present state of what you follow.
    """

    after: str
    """
    The position you had.
    """
    resume_after: str
    """
    The newest event that is gone; the stream goes on after it.
    """
    detail: str


class EvidenceBundleSubmitter(Model):
    """
    Whose vehicle it is: two organisations may call a vehicle alike. Absent from evidence issued before it was named.
    """

    organisation: str
    """
    The organisation in whose name the frames came.
    """
    organisation_tag: str
    """
    SHA-256 of the canonical JSON of `salt` and `organisation`: what the signed statement shows of it.
    """
    api_key_id: str
    """
    Public id of the API key under which the breach frame came.
    """


class EvidenceBundleBreach(Model):
    """
    What fired.
    """

    detector: str
    """
    `CUSUM`.
    """
    channel: str
    """
    The channel with the largest share of the evidence.
    """
    side: BreachSide
    statistic: float
    """
    The sequential statistic W at the breach frame, nats.
    """
    threshold: float
    """
    The limit it reached, nats.
    """
    frame_seq: int
    """
    Journal number of the breach frame.
    """
    detected_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """


class EvidenceBundleScoringInitialState(Model):
    """
    The vehicle's state after entry `seq`, where the scoring of the frames begins.
    """

    seq: int
    sha256: str | None
    state: str | None
    """
    The packed state, base64; null for the empty one.
    """


class EvidenceBundleScoringInputs(Model):
    first_seq: int
    last_seq: int
    count: int


class EvidenceBundleScoring(Model):
    """
    Everything needed to score the frames again, bit for bit.
    """

    algorithm: str
    version: str
    specification_sha256: str
    numeric_profile: str
    """
    `binary64-ltr-v1`: which operations may be used, and in which order.
    """
    scorer_sha256: str | None = None
    """
    Digest of the frozen scorer that recomputes it; absent from evidence issued before there was one.
    """
    parameters: dict[str, Any]
    initial_state: EvidenceBundleScoringInitialState
    """
    The vehicle's state after entry `seq`, where the scoring of the frames begins.
    """
    inputs: EvidenceBundleScoringInputs
    outputs: dict[str, Any]
    """
    What scoring the frames again must give.
    """


class EvidenceBundleFramesMerkle(Model):
    hash: str
    root: str


class EvidenceBundleFramesPrecommitInterval(Model):
    log_index: int
    root: str
    seq: int
    head: str


class EvidenceBundleFramesPrecommit(Model):
    """
    Where the frames were committed to as they were received.
    """

    chain: str
    """
    `sha256-chain-v1`.
    """
    vehicle_salt: str
    after_seq: int
    """
    Entry before the first link of the chain.
    """
    head: str
    """
    The chain's head at that entry.
    """
    intervals: list[EvidenceBundleFramesPrecommitInterval]
    """
    Intervals of ingest in the log that hold the chain, oldest first.
    """


class EvidenceBundleFrames(Model):
    """
    The frames file of `GET /v1/evidence/{event_id}/frames`: its size and its digests.
    """

    media_type: str
    framing: str
    count: int
    bytes: int
    sha256: str
    merkle: EvidenceBundleFramesMerkle
    precommit: EvidenceBundleFramesPrecommit | None = None
    """
    Where the frames were committed to as they were received.
    """


class EvidenceBundleClock(Model):
    """
    Where the server's time comes from.
    """

    source: str
    max_error_ms: float | None
    """
    Null when it is not known.
    """


class EvidenceBundleIssuerSoftware(Model):
    name: str
    version: str
    build_sha256: str


class EvidenceBundleIssuer(Model):
    """
    Who issued it, with which software.
    """

    organisation: str
    software: EvidenceBundleIssuerSoftware


class EvidenceBundleStandard(Model):
    id: str
    role: str
    covers: list[str]


class EvidenceBundleRetention(Model):
    policy: str
    delete_after: str | None
    """
    A date; null when nothing is ever deleted.
    """
    legal_hold: bool


class EvidenceBundleProofEnvelopeSignature(Model):
    keyid: str
    sig: str


class EvidenceBundleProofEnvelope(Model):
    payload: str
    """
    The in-toto statement, base64.
    """
    payloadType: str
    signatures: list[EvidenceBundleProofEnvelopeSignature]


class EvidenceBundleProofKey(Model):
    keyid: str
    alg: str
    spki: str


class EvidenceBundleProofPrecommitItemEnvelopeSignature(Model):
    keyid: str
    sig: str


class EvidenceBundleProofPrecommitItemEnvelope(Model):
    payload: str
    payloadType: str
    signatures: list[EvidenceBundleProofPrecommitItemEnvelopeSignature]


class EvidenceBundleProofPrecommitItem(Model):
    index: int
    path: list[str]
    envelope: EvidenceBundleProofPrecommitItemEnvelope
    tlog_proof: str


class EvidenceBundleProofTimestamp(Model):
    type: str
    """
    `rfc3161`.
    """
    over: str
    """
    `dsse-signature`.
    """
    token: str
    """
    The authority's answer (TimeStampResp), DER, base64.
    """


class EvidenceBundleProofLog(Model):
    """
    Where the signature stands in the transparency log.
    """

    origin: str
    """
    Name of the log.
    """
    index: int
    """
    A copy; the index that counts is in `tlog_proof`.
    """
    entry: str
    """
    The log's entry (Rekor `hashedrekord` 0.0.2), base64.
    """
    tlog_proof: str
    """
    c2sp.org/tlog-proof@v1: the way from the entry to the signed checkpoint.
    """


class EvidenceBundleProof(Model):
    """
    DSSE envelope over an in-toto statement whose subject is the digest in `signature`.
    """

    version: int
    envelope: EvidenceBundleProofEnvelope
    keys: list[EvidenceBundleProofKey]
    """
    A copy for convenience, never a reason to trust.
    """
    precommit: list[EvidenceBundleProofPrecommitItem] | None = None
    """
    One proof for each of `frames.precommit.intervals`.
    """
    timestamps: list[EvidenceBundleProofTimestamp] | None = None
    """
    Time stamps of the envelope's signature, where the operator names authorities.
    """
    log: EvidenceBundleProofLog | None = None
    """
    Where the signature stands in the transparency log.
    """


class EvidenceScorersScorerLoggedEnvelopeSignature(Model):
    keyid: str
    sig: str


class EvidenceScorersScorerLoggedEnvelope(Model):
    """
    DSSE v1 envelope, signed by the evidence key.
    """

    payload: str
    """
    Canonical JSON, base64.
    """
    payloadType: str
    signatures: list[EvidenceScorersScorerLoggedEnvelopeSignature]


class EvidenceScorersScorerLogged(Model):
    """
    The signed document (`application/vnd.plumbline.scorer+json`) by which this log began to use the scorer, and its proof.
    """

    envelope: EvidenceScorersScorerLoggedEnvelope
    """
    DSSE v1 envelope, signed by the evidence key.
    """
    log_index: int
    tlog_proof: str
    """
    c2sp.org/tlog-proof@v1 of the document's entry in the log.
    """


class EvidenceScorersScorer(Model):
    version: str
    """
    As in `scoring.version` of a bundle.
    """
    numeric_profile: str
    sha256: str
    """
    As in `scoring.scorer_sha256` of a bundle: of the module's bytes.
    """
    logged: EvidenceScorersScorerLogged | None
    """
    Null where this log never used it.
    """


class EvidenceScorers(Model):
    """
    The frozen scorers this service knows: each recomputes the evidence of its version, for good.
    """

    scorers: list[EvidenceScorersScorer]
    """
    Oldest first.
    """


class EvidenceVerificationProvenTime(Model):
    not_before: str | None
    not_after: str | None
    reason: str


ExpectedEvent = TypeAliasType("ExpectedEvent", Literal["cusum_signal", "tier_change"] | str)
"""
`cusum_signal`: the chart of `detector` passes h; `tier_change`: a sensor's true departure reaches a limit.
"""


ExportFormat = TypeAliasType(
    "ExportFormat",
    Literal[
        "openscenario-xml/1.3",
        "openscenario-parameters/1.3",
        "opendrive/1.7",
        "osi-trace/3.8",
        "openlabel/1.0",
        "carla-json/1",
        "mcap",
        "csv",
    ]
    | str,
)
"""
A format of somebody else's that a scenario is written in (docs/scenario-exports.md).
"""


FaultSource = TypeAliasType("FaultSource", Literal["none", "camera", "radar", "lidar", "multi_modal"] | str)
"""
The sensor most probably at fault; `multi_modal` when two or more take part, `none` below CAUTION.
"""


class FleetAnalyticsHazardBin(Model):
    from_: Annotated[float, Field(alias="from")]
    to: float | None
    """
    Null: and all beyond.
    """


class FleetAnalyticsHazard(Model):
    """
    At what age vehicles breach for the first time; the figures stand with each group.
    """

    against: AgeUnit
    per: int
    """
    Rates are for so many kilometres or days.
    """
    bins: list[FleetAnalyticsHazardBin]
    """
    Stretches of age, the same for every group.
    """
    vehicles: int
    """
    Vehicles that count here.
    """
    left_out: int
    """
    Vehicles that say too little of their age: no odometer, none before their breach, or one that went back.
    """


class FleetAnalyticsBreachesBySourceItem(Model):
    fault_source: FaultSource
    breaches: int
    """
    Breaches between `from` and `to`.
    """


class FleetAnalyticsDetectionDelay(Model):
    fault_source: FaultSource
    breaches: int
    """
    Breaches with a known beginning.
    """
    p10_s: float
    p50_s: float
    p90_s: float


class FleetAnalyticsFrames(Model):
    """
    The last two days. Null where attributes were asked for: frames are counted by fleet and region alone.
    """

    from_: Annotated[str, Field(alias="from")]
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    step_s: int
    received: list[int]
    """
    Frames of each step, by receipt.
    """
    expected_per_step: float
    """
    What the vehicles send together when each sends as often as it did on average from its first to its newest frame.
    """


class FleetAttributesDatumValue(Model):
    value: str
    """
    As a filter takes it: `attribute=name:value`.
    """
    vehicles: int
    """
    Vehicles that have this value.
    """


class FleetAttributesDatum(Model):
    name: str
    vehicles: int
    """
    Vehicles that have it.
    """
    distinct_values: int
    """
    How many values there are.
    """
    values: list[FleetAttributesDatumValue]
    """
    The commonest first, equally common ones by name.
    """


class FleetAttributes(Model):
    """
    What the vehicles say of themselves: the attributes there are, each with its commonest values.
    """

    vehicles: int
    """
    Vehicles that were looked at, with attributes or without.
    """
    data: list[FleetAttributesDatum]
    """
    The attributes that most vehicles have first, then by name.
    """
    as_of: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """


class FleetHealthSummaryByFleetItem(Model):
    fleet_id: str
    total_vehicles: int
    """
    Vehicles that ever sent a frame.
    """
    critical_count: int
    """
    Vehicles in tier CRITICAL.
    """
    caution_count: int
    """
    Vehicles in tier CAUTION.
    """
    nominal_count: int
    """
    Vehicles in tier NOMINAL.
    """
    unknown_count: int
    """
    Vehicles in tier UNKNOWN; the four tier counts add up to `total_vehicles`.
    """
    silent_count: int
    """
    Vehicles from which nothing was heard within the silence limit. Silence turns NOMINAL into UNKNOWN; CAUTION and CRITICAL stay.
    """


class FleetHealthSummaryByRegionItem(Model):
    region: str | None
    """
    Null for vehicles never given a region.
    """
    total_vehicles: int
    """
    Vehicles that ever sent a frame.
    """
    critical_count: int
    """
    Vehicles in tier CRITICAL.
    """
    caution_count: int
    """
    Vehicles in tier CAUTION.
    """
    nominal_count: int
    """
    Vehicles in tier NOMINAL.
    """
    unknown_count: int
    """
    Vehicles in tier UNKNOWN; the four tier counts add up to `total_vehicles`.
    """
    silent_count: int
    """
    Vehicles from which nothing was heard within the silence limit. Silence turns NOMINAL into UNKNOWN; CAUTION and CRITICAL stay.
    """


class FleetPositionsColumns(Model):
    """
    One entry a vehicle that has a position, in order of the vehicle ids; all of one length.
    """

    vehicle_id: list[str]
    latitude: list[float]
    longitude: list[float]
    tier: list[int]
    silent: list[int]
    last_received_s: list[int]


class FleetRescoreRequest(Model):
    """
    Which stored frames to judge again, and under which settings.
    """

    settings: dict[str, Any]
    """
    The settings to change, nested and named as in an evidence bundle's `scoring.parameters`; the rest stays as it is.
    """
    vehicle_ids: list[str] | None = None
    """
    Only these vehicles; all that the key may see when absent.
    """
    fleet_id: str | None = None
    """
    Only this fleet.
    """


class FrameFault(Model):
    """
    Why one frame of a batch was not taken.
    """

    index: int
    """
    Position of the frame in the batch, from 0.
    """
    line: int | None = None
    """
    Line of the NDJSON body, from 1, blank lines counted.
    """
    code: str
    """
    Stable code of the fault, as in problems.
    """
    pointer: str
    """
    JSON pointer inside the frame; empty for the whole frame.
    """
    detail: str
    """
    What is wrong and what to do.
    """


class FrameMetadata(Model):
    """
    Free members are kept as given; at most 4096 bytes as canonical JSON in all.
    """

    fleet_id: str | None = None
    """
    Fleet the vehicle belongs to, in characters that can be seen. Left out or empty: the vehicle keeps its last known one.
    """
    region: str | None = None
    """
    Region the vehicle is in, in characters that can be seen. Left out or empty: the vehicle keeps its last known one.
    """


HealthStatus = TypeAliasType("HealthStatus", Literal["ok", "degraded", "unavailable"] | str)
"""
`unavailable` (503): no commit is possible right now.
"""


IngestStatus = TypeAliasType("IngestStatus", Literal["accepted", "duplicate"] | str)
"""
`duplicate`: this very frame was counted before; nothing moved.
"""


class JsonWebKeySetKey(Model):
    kid: str
    """
    The key's id in the keyring.
    """
    use: str
    """
    `sig`.
    """
    kty: str
    """
    `EC` or `OKP`.
    """
    crv: str
    """
    `P-256` or `Ed25519`.
    """
    alg: str
    """
    `ES256` or `EdDSA`.
    """
    x: str
    """
    Base64url.
    """
    y: str | None = None
    """
    Base64url; of an elliptic curve's point.
    """


class JsonWebKeySet(Model):
    """
    Public keys as RFC 7517, 7518 and 8037 write them.
    """

    keys: list[JsonWebKeySetKey]


class KeyExpiringEventData(Model):
    key_id: str
    """
    Public id of the key: the part of it that is no secret.
    """
    name: str
    expires_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    days_left: int
    """
    Announced 14, 3 and 1 days before.
    """


class KeyExpiringEvent(Model):
    """
    An API key of the organisation expires soon. Seen by keys that see every fleet.
    """

    id: str
    """
    Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading.
    """
    type: Literal["key.expiring"]
    occurred_at: str
    """
    When it happened: capture time of the frame that caused it, else by the service's clock.
    """
    recorded_at: str
    """
    When the service recorded it.
    """
    data: KeyExpiringEventData


class KeyRevocationRequest(Model):
    """
    Why a key ends.
    """

    reason: str | None = None
    """
    Why; kept in the audit log.
    """
    force: bool = False
    """
    Revokes even the last key that can manage keys: after that only the operator's command line makes one.
    """


class KeyRotationRequest(Model):
    """
    How the old key gives way to the new one.
    """

    overlap_s: int = 86400
    """
    Seconds the old key goes on working, at most until it ends by itself.
    """
    expires_at: str | None = None
    """
    When the new key ends; left out: when the old one would have ended.
    """


class KeyringEnvelopeSignature(Model):
    keyid: str
    """
    SHA-256 of the key's SubjectPublicKeyInfo in DER.
    """
    sig: str
    """
    Over the DSSE encoding of type and payload, base64.
    """


class KeyringEnvelope(Model):
    """
    A version of the keyring, signed by the root keys (DSSE).
    """

    payload: str
    """
    The keyring's version as canonical JSON (docs/evidence-format.md), base64.
    """
    payloadType: Literal["application/vnd.plumbline.keyring+json"] | str
    signatures: list[KeyringEnvelopeSignature]
    """
    One by each root key that signed.
    """


class KeyringHistoryVersionLog(Model):
    origin: str
    """
    Name of the log.
    """
    tlog_proof: str
    """
    c2sp.org/tlog-proof@v1 of this version's entry.
    """


class KeyringHistoryVersion(Model):
    envelope: KeyringEnvelope
    log: KeyringHistoryVersionLog


class KeyringHistory(Model):
    """
    Every version of the keyring, with the proof of its place in the log.
    """

    schema_: Annotated[Literal["urn:plumbline:keyring-history:1"] | str, Field(alias="schema")]
    versions: list[KeyringHistoryVersion]
    """
    From version 1 on, oldest first.
    """


class LegalHoldRequest(Model):
    """
    Whether a legal hold is on the evidence.
    """

    hold: bool
    """
    True forbids erasure, false allows it again.
    """
    reason: str
    """
    Why, for example the file number of the claim.
    """


class LegalHoldResult(Model):
    """
    How it stands after the request.
    """

    event_id: str
    """
    Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32).
    """
    legal_hold: bool
    changed: bool
    """
    False when it stood so already; nothing was recorded then.
    """
    at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """


LimitHolder = TypeAliasType(
    "LimitHolder", Literal["organisation", "key", "request", "address", "service"] | str
)
"""
Whose limit it is: what all keys of the organisation use together, what this key uses, and so on.
"""


LimitName = TypeAliasType(
    "LimitName",
    Literal[
        "vehicles",
        "new_vehicles",
        "stored_bytes",
        "kept_answers",
        "webhooks",
        "paper_jobs",
        "key_requests",
        "key_frames",
        "organisation_requests",
        "organisation_frames",
        "key_streams",
        "organisation_streams",
        "ingest_body_bytes",
        "batch_frames",
        "line_bytes",
        "verify_body_bytes",
        "body_bytes",
        "connections",
        "connections_per_address",
        "requests_in_flight",
        "failed_keys",
    ]
    | str,
)
"""
Stable name of the limit.
"""


class LimitPair(Model):
    """
    The settings' limits of a sensor, degrees or metres.
    """

    caution: float
    critical: float


LimitUnit = TypeAliasType(
    "LimitUnit",
    Literal[
        "vehicles",
        "bytes",
        "answers",
        "webhooks",
        "requests",
        "frames",
        "connections",
        "streams",
        "attempts",
    ]
    | str,
)
"""
What is counted.
"""


LivenessStatus = TypeAliasType("LivenessStatus", Literal["ok"] | str)
"""
The process answers.
"""


class Measurements(Model):
    """
    The estimated drift of the vehicle.
    """

    camera_drift_deg: float
    """
    Angle of the estimated camera rotation away from its baseline, degrees.
    """
    radar_drift_mm: float
    """
    Estimated change of the radar range bias, millimetres, signed.
    """
    health_score: float
    """
    100 · 2^(−drift / critical limit) of the worst channel: 100 healthy, 50 at the limit.
    """


class MonthRatePer1000VehicleDays(Model):
    """
    With the exact 95 % interval of a Poisson count. Null without exposure.
    """

    value: float
    low: float
    high: float


class MonthRate(Model):
    count: int
    """
    Breaches of these vehicles in this month.
    """
    vehicle_days: float
    """
    Exposure in this month.
    """
    per_1000_vehicle_days: MonthRatePer1000VehicleDays | None
    """
    With the exact 95 % interval of a Poisson count. Null without exposure.
    """


class MovedSensor(Model):
    """
    How a sensor follows the trajectory d(t): Δ(t) = Δ(0), then d(t) times these.
    """

    id: str
    """
    Of `initial_drift_state.sensors`.
    """
    axis: list[float]
    """
    Unit axis of its rotation, in the sensor's frame.
    """
    rotation_deg_per_deg: float
    """
    Degrees it turns for each degree of the trajectory.
    """
    translation_m_per_deg: list[float]
    """
    Metres it moves for each degree of the trajectory, in the sensor's frame.
    """
    registration_error_m_per_deg: float
    """
    Metres by which a lidar's registration error rises for each degree.
    """


class ParameterDistribution(Model):
    """
    Of one parameter of the formula, drawn apart from the others.
    """

    kind: DistributionKind
    low: float
    """
    Lowest value drawn.
    """
    high: float
    """
    Highest value drawn.
    """
    mean: float | None = None
    """
    Of `normal`.
    """
    sd: float | None = None
    """
    Standard deviation, of `normal`.
    """
    whole: bool | None = None
    """
    True where only whole numbers are drawn.
    """
    from_: Annotated[DistributionSource, Field(alias="from")]


class Pose(Model):
    """
    Position and orientation of one frame in another.
    """

    xyz_m: list[float]
    """
    Position, metres: x, y, z.
    """
    quat_xyzw: list[float]
    """
    Unit quaternion, scalar last: x, y, z, w, with w ≥ 0.
    """


PreCrashType = TypeAliasType(
    "PreCrashType",
    Literal[
        "rear-end/lead-stopped",
        "rear-end/lead-slower",
        "rear-end/lead-decelerating",
        "road-edge-departure/no-manoeuvre",
        "control-loss/no-vehicle-action",
        "object/no-manoeuvre",
        "animal/no-manoeuvre",
    ]
    | str,
)
"""
Type of the NHTSA pre-crash typology (DOT HS 810 767) in short words of ours. Values are added in time.
"""


PriorSensor = TypeAliasType("PriorSensor", Literal["camera", "radar", "lidar", "confidence"] | str)
"""
`confidence` is the lidar's own.
"""


PriorUnit = TypeAliasType("PriorUnit", Literal["deg", "m", "ln", "logit"] | str)
"""
`ln`: of the registration error; `logit`: of the confidence.
"""


class ProblemFault(Model):
    """
    One faulty member, parameter or header; exactly one of `pointer`, `parameter` and `header` is present.
    """

    pointer: str | None = None
    """
    JSON pointer to the faulty member of the body; empty for the whole body.
    """
    parameter: str | None = None
    """
    Name of the faulty query or path parameter.
    """
    header: str | None = None
    """
    Name of the faulty header.
    """
    code: str
    """
    Stable code of this fault.
    """
    detail: str
    """
    What is wrong and what to do.
    """


RecommendedAction = TypeAliasType(
    "RecommendedAction",
    Literal[
        "none",
        "monitor",
        "inspect_sensor",
        "schedule_calibration",
        "calibration_required",
    ]
    | str,
)
"""
What to do with the vehicle next.
"""


class ReferenceExtrinsics(Model):
    """
    Reference extrinsics of one vehicle: the camera is then also judged against them, so that a baseline cannot absorb an old fault. Without `valid_from` they hold from now on.
    """

    camera_rotation_matrix: list[float] | None
    """
    The camera's intended rotation, held to the same rules as in a frame; null withdraws it.
    """
    source: str
    """
    Where the reference comes from, for example `factory calibration 2025-01-12`.
    """
    valid_from: str | None = None
    """
    Date-time in UTC (`Z` or `+00:00`) as RFC 3339 and ISO 8601 write it, `t` and `z` too, a real calendar date of the years 1970 to 9999, 0 to 9 fraction digits; the seconds may be left out. Compared in microseconds, echoed as received.
    """


class ReferenceResult(Model):
    """
    The reference extrinsics as registered.
    """

    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    camera_rotation_matrix: list[float] | None
    """
    Null when the reference was withdrawn.
    """
    source: str
    valid_from: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    registered_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """


RepairOutcome = TypeAliasType(
    "RepairOutcome", Literal["pending", "restored", "not_restored", "undecided"] | str
)
"""
Whether a repair brought every sensor back. `pending`: the new baseline is not settled yet; `restored`; `not_restored`: a sensor is beyond its caution limit; `undecided`: there was nothing to compare with, or the work was closed before it was decided.
"""


RepairReference = TypeAliasType("RepairReference", Literal["baseline_before", "registered_reference"] | str)
"""
What the new baseline is held against: the one before the fault, or the camera's registered reference.
"""


class Rescoring(Model):
    """
    Present after an upgrade to other scoring rules, until every vehicle is scored again by them; of a vehicle that is not yet, `earlier_scoring` says so.
    """

    scoring: str
    """
    Version of the scoring by which vehicles are scored again.
    """
    done: float
    """
    Share of the installation's vehicles that are, rounded down to hundredths.
    """
    expected_end: str | None
    """
    By the pace so far; null before there is one.
    """


class ResidualScoreThresholds(Model):
    """
    What decided the tier.
    """

    decided_by: DecidedBy
    t2_limit: float | None = None
    """
    Upper limit of T² for the sensors of this frame; absent while learning.
    """


class ResidualScoreSourceProbabilities(Model):
    """
    Probability that each sensor takes part in the change.
    """

    camera: float
    radar: float
    lidar: float


RoadKind = TypeAliasType("RoadKind", Literal["procedural"] | str)
"""
Streets made from the seed around `map_center`; they are no real place's.
"""


class ScenarioActorDimensionsM(Model):
    """
    Of its box, metres.
    """

    length: float
    width: float
    height: float


class ScenarioActor(Model):
    """
    Who takes part. Sizes and speed are the model's.
    """

    id: str
    """
    `ego`: the vehicle with the sensors.
    """
    role: ActorRole
    vehicle_id: str | None = None
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    dimensions_m: ScenarioActorDimensionsM
    """
    Of its box, metres.
    """
    wheelbase_m: float
    """
    Metres; the vehicle's frame begins at the rear axle.
    """
    rear_overhang_m: float
    """
    From the rear axle to the rear end, metres.
    """
    speed_mps: float
    """
    Metres a second.
    """
    track_url: str | None = None
    """
    Where it is at which time.
    """


class ScenarioDeletion(Model):
    """
    The scenario is gone.
    """

    scenario_id: str
    """
    Derived from the inputs: the same inputs give the same id.
    """
    deleted: Literal[True]


class ScenarioEnvironment(Model):
    """
    Where nothing was measured: the model's.
    """

    ambient_c: float
    """
    Temperature of the air at the beginning, °C.
    """
    sun_elev_deg: float
    """
    Elevation of the sun, degrees.
    """
    rain_mm_h: float
    """
    Rain, millimetres an hour.
    """


ScenarioEventType = TypeAliasType(
    "ScenarioEventType",
    Literal[
        "impact",
        "pothole",
        "curb_strike",
        "glass_replaced",
        "recalibration_begins",
        "bumper_refitted",
        "wash_begins",
        "wash_ends",
        "load_changed",
        "ride_height_changed",
        "axle_knocked",
        "sensor_replaced",
        "mirror_folded",
        "view_obscured",
        "focus_shifts",
        "clock_slips",
        "data_lost",
        "data_back",
        "change_point",
    ]
    | str,
)
"""
What happens to the vehicle. `change_point`: of a replay, where the service dates the change. Values are added in time.
"""


class ScenarioFeedGenerator(Model):
    name: str
    version: str


class ScenarioFeedParametersVisualizer(Model):
    format: str
    """
    `service_web_demo_v1`.
    """
    duration_s: float
    """
    Seconds.
    """
    map_center: list[float]
    """
    [latitude −90…90, longitude −180…180], degrees.
    """
    highlight_vehicle_id: str
    """
    `none` in an empty fleet.
    """


class ScenarioFeedParametersTrajectoryGap(Model):
    """
    Both included.
    """

    from_s: float
    to_s: float


class ScenarioFeedParametersTrajectory(Model):
    """
    The drift over the scenario, added to the initial drift.
    """

    dt_s: float
    """
    Seconds between two samples; the first is at 0 s.
    """
    drift_deg: list[float]
    """
    Drift angle at each sample, degrees.
    """
    gaps: list[ScenarioFeedParametersTrajectoryGap]
    """
    When nothing was heard, or is to be heard: what samples say within is carried on from before.
    """
    time_scale: float
    """
    Seconds of the vehicle's history to a second of the scenario; 1 where none is shown.
    """


class ScenarioFeedParametersTruthDetectorLimits(Model):
    camera: LimitPair
    radar: LimitPair
    lidar: LimitPair


class ScenarioFeedParametersTruthDetector(Model):
    """
    What `expected` was worked out with: a tabular CUSUM over the samples of the trajectory, and the service's limits.
    """

    k: float
    """
    Reference value, in σ.
    """
    h: float
    """
    Decision interval, in σ.
    """
    sigma_of_caution: float
    """
    σ of a sample, as a share of the CAUTION limit.
    """
    limits: ScenarioFeedParametersTruthDetectorLimits


class ScenarioFeedProvenanceWindow(Model):
    """
    The piece of history that was replayed or fitted.
    """

    from_: Annotated[str, Field(alias="from")]
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    to: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    frames: int
    """
    Frames of the camera, radar or lidar in it.
    """


class ScenarioFeedExport(Model):
    format: str
    url: str
    """
    Path on this service.
    """
    sha256: str
    """
    Of the file as written by this version of the service, hex.
    """


class ScenarioFitParameters(Model):
    value: float
    low: float | None
    high: float | None


class ScenarioFit(Model):
    """
    Least squares of the formula to the vehicle's history.
    """

    rmse_deg: float
    """
    Root mean square of what the formula leaves.
    """
    frames: int
    """
    Frames it was fitted to.
    """
    parameters: dict[str, ScenarioFitParameters]
    """
    Each with its 95 % interval; null where these frames tell nothing of it.
    """


ScenarioLevel = TypeAliasType("ScenarioLevel", Literal["concrete", "logical"] | str)
"""
`concrete`: every parameter has one value; `logical`: parameters have distributions, from which concrete scenarios are drawn by seed (`sampled_from` of the request). Values are added in time.
"""


ScenarioOrigin = TypeAliasType("ScenarioOrigin", Literal["synthetic", "replay", "fitted"] | str)
"""
`synthetic`: nothing measured went in; `fitted`: measured values went into the formula, at least the initial state of a real vehicle; `replay`: the trajectory is a real vehicle's history. Values are added in time.
"""


class ScenarioRoad(Model):
    """
    What the vehicle drives on.
    """

    kind: RoadKind
    seed: int
    params: dict[str, float]
    """
    Of the generator; none: its defaults.
    """
    opendrive_url: str | None = None
    """
    The same streets as OpenDRIVE: a path on this service.
    """
    sha256: str | None = None
    """
    Of that file, hex; where the request asked for `opendrive/1.7`.
    """


class ScenarioTags(Model):
    iso34504: list[str]
    """
    Scenario categories after ISO 34504, by names of ours (docs/scenarios.md).
    """
    iso34503_odd: list[str]
    """
    Operational design domain after ISO 34503, by names of ours (docs/scenarios.md).
    """


ScenarioType = TypeAliasType(
    "ScenarioType",
    Literal[
        "nominal_control",
        "post_collision",
        "pothole_impact",
        "curb_strike",
        "windshield_replacement",
        "bumper_repair_radar",
        "thermal_cycle",
        "gradual_mount_loosening",
        "vibration_random_walk",
        "car_wash",
        "load_change",
        "ride_height_change",
        "wheel_alignment_thrust",
        "sensor_replacement",
        "mirror_fold_nonreturn",
        "occlusion_false_drift",
        "intrinsics_shift",
        "imu_bias",
        "time_slip",
        "highway_weave",
        "data_dropout",
    ]
    | str,
)
"""
What happens to the sensors in the scenario.
"""


Scope = TypeAliasType(
    "Scope",
    Literal[
        "telemetry:write",
        "score:write",
        "fleet:read",
        "evidence:read",
        "evidence:manage",
        "risk:write",
        "events:read",
        "baseline:write",
        "webhooks:manage",
        "keys:manage",
        "audit:read",
        "admin",
    ]
    | str,
)
"""
What a key may do; `admin` implies every other scope.
"""


ScopePreset = TypeAliasType(
    "ScopePreset",
    Literal["ingest", "engineer", "operator", "auditor", "insurer", "simulation", "admin"] | str,
)
"""
A ready-made set of scopes; this or `scopes`.
"""


Sensor = TypeAliasType("Sensor", Literal["camera", "radar", "lidar"] | str)
"""
The sensor a value belongs to.
"""


class Sensors(Model):
    """
    What the sensors reported; at least one member. A sensor that did not report is left out, never sent as null or zero.
    """

    camera_rotation_matrix: list[float] | None = None
    """
    Camera rotation, 9 numbers in row order. With E = max |RᵀR − I|: E ≤ 0.05 and det R > 0, else `rotation_matrix_invalid`; E above 0.001 is accepted with the warning `rotation_not_orthonormal`. Send at least 5 decimals.
    """
    radar_range_bias_m: float | None = None
    """
    Radar range bias, metres.
    """
    lidar_registration_error_m: float | None = None
    """
    Lidar registration error, metres.
    """
    lidar_confidence: float | None = None
    """
    Lidar confidence, a fraction from 0 to 1.
    """


class SharedValue(Model):
    """
    What the cases have more often than the others.
    """

    attribute: str
    """
    Its name; `fleet_id` and `region` are compared, too.
    """
    value: str
    cases_having: int
    """
    Cases that have it.
    """
    cases_share: float
    """
    Of the cases.
    """
    others_having: int
    """
    Others that have it.
    """
    others_share: float
    """
    Of the others.
    """
    odds_ratio: float
    """
    Odds of having it among the cases, over the odds among the others; half a vehicle is added to each of the four counts (Haldane, Anscombe).
    """
    odds_ratio_low: float
    """
    Lower end of its 95 % interval.
    """
    odds_ratio_high: float
    """
    Upper end.
    """
    p_value: float
    """
    Fisher's exact test, two-sided: how often chance alone would make as great a difference, in this one comparison.
    """
    false_discovery_rate: float
    """
    The share of false ones to expect if everything down to this one is believed (Benjamini & Hochberg).
    """
    familywise_p_value: float
    """
    How often chance alone would make so great a difference in any of the comparisons, at most (Bonferroni).
    """
    expected_by_chance: float
    """
    Comparisons as striking as this one that chance alone gives among all of them.
    """
    sentence: str
    """
    The same in words.
    """


class SigstoreBundleVerificationMaterialPublicKey(Model):
    hint: str
    """
    Id of the evidence key.
    """


class SigstoreBundleVerificationMaterialTlogEntryLogId(Model):
    keyId: str
    """
    Key hash of the log, base64.
    """


class SigstoreBundleVerificationMaterialTlogEntryKindVersion(Model):
    kind: str
    version: str


class SigstoreBundleVerificationMaterialTlogEntryInclusionProofCheckpoint(Model):
    envelope: str
    """
    The signed checkpoint.
    """


class SigstoreBundleVerificationMaterialTlogEntryInclusionProof(Model):
    logIndex: str
    """
    A number, as text.
    """
    rootHash: str
    """
    Root of the log's tree, base64.
    """
    treeSize: str
    """
    A number, as text.
    """
    hashes: list[str]
    checkpoint: SigstoreBundleVerificationMaterialTlogEntryInclusionProofCheckpoint


class SigstoreBundleVerificationMaterialTlogEntry(Model):
    logIndex: str
    """
    A number, as text.
    """
    logId: SigstoreBundleVerificationMaterialTlogEntryLogId
    kindVersion: SigstoreBundleVerificationMaterialTlogEntryKindVersion
    inclusionProof: SigstoreBundleVerificationMaterialTlogEntryInclusionProof
    canonicalizedBody: str
    """
    The log's entry, base64.
    """


class SigstoreBundleVerificationMaterialTimestampVerificationDataRfc3161Timestamp(Model):
    signedTimestamp: str
    """
    TimeStampResp in DER, base64.
    """


class SigstoreBundleVerificationMaterialTimestampVerificationData(Model):
    rfc3161Timestamps: list[SigstoreBundleVerificationMaterialTimestampVerificationDataRfc3161Timestamp]


class SigstoreBundleVerificationMaterial(Model):
    publicKey: SigstoreBundleVerificationMaterialPublicKey
    tlogEntries: list[SigstoreBundleVerificationMaterialTlogEntry]
    timestampVerificationData: SigstoreBundleVerificationMaterialTimestampVerificationData | None = None


class SigstoreBundleDsseEnvelopeSignature(Model):
    keyid: str
    sig: str
    """
    The signature, base64.
    """


class SigstoreBundleDsseEnvelope(Model):
    payload: str
    """
    The in-toto statement, base64.
    """
    payloadType: str
    signatures: list[SigstoreBundleDsseEnvelopeSignature]


class SigstoreBundle(Model):
    """
    A Sigstore bundle v0.3 (protobuf-specs), as this service fills it.
    """

    mediaType: str
    """
    `application/vnd.dev.sigstore.bundle.v0.3+json`.
    """
    verificationMaterial: SigstoreBundleVerificationMaterial
    dsseEnvelope: SigstoreBundleDsseEnvelope


SnoozeEnd = TypeAliasType("SnoozeEnd", Literal["time", "worse"] | str)
"""
Why it no longer holds: its time is over, or the tier rose or another sensor joined.
"""


StreamEndReason = TypeAliasType("StreamEndReason", Literal["server_stopping", "key_ended"] | str)
"""
`server_stopping`: connect again in a moment; `key_ended`: the key was revoked, has expired or may do less than before.
"""


class TelemetryFrame(Model):
    """
    One reading of one vehicle's sensors. A frame counts once: vehicle, timestamp and the values of `sensors` are its identity.
    """

    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    timestamp: str
    """
    Date-time in UTC (`Z` or `+00:00`) as RFC 3339 and ISO 8601 write it, `t` and `z` too, a real calendar date of the years 1970 to 9999, 0 to 9 fraction digits; the seconds may be left out. Compared in microseconds, echoed as received.
    """
    sensors: Sensors
    metadata: FrameMetadata | None = None


Tier = TypeAliasType("Tier", Literal["UNKNOWN", "NOMINAL", "CAUTION", "CRITICAL"] | str)
"""
State of a vehicle. `UNKNOWN`: too little was learnt, or a vehicle that was NOMINAL has gone silent; `NOMINAL`: no drift beyond the limits; `CAUTION`: drift that should be looked at; `CRITICAL`: drift beyond the critical limit, calibrate before use.
"""


TimeToCriticalReason = TypeAliasType(
    "TimeToCriticalReason",
    Literal["already_beyond", "no_trend", "span_too_short", "gap_in_data"] | str,
)


class TombstoneEnvelopeSignature(Model):
    keyid: str
    sig: str


class TombstoneEnvelope(Model):
    """
    DSSE v1 envelope, signed by the evidence key.
    """

    payload: str
    """
    Canonical JSON, base64.
    """
    payloadType: str
    signatures: list[TombstoneEnvelopeSignature]


class Tombstone(Model):
    """
    What is left of erased evidence, signed and in the log.
    """

    organisation: str | None = None
    """
    Whose evidence it is; absent from what was signed before it was named.
    """
    event_id: str
    """
    Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32).
    """
    content_digest: str
    leaf_index: int
    """
    Where the log has the erased evidence's entry.
    """
    erased_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    basis: str
    """
    Ground of the erasure.
    """
    decision_sha256: str
    envelope: TombstoneEnvelope
    """
    DSSE v1 envelope, signed by the evidence key.
    """


TrustSource = TypeAliasType("TrustSource", Literal["service", "request"] | str)


class TrustedRootTlogPublicKeyValidFor(Model):
    start: str


class TrustedRootTlogPublicKey(Model):
    rawBytes: str
    """
    SubjectPublicKeyInfo in DER, base64.
    """
    keyDetails: str
    validFor: TrustedRootTlogPublicKeyValidFor


class TrustedRootTlogLogId(Model):
    keyId: str
    """
    Key hash of the log, base64.
    """


class TrustedRootTlogCheckpointKeyId(Model):
    keyId: str
    """
    Key hash of the log, base64.
    """


class TrustedRootTlog(Model):
    baseUrl: str
    hashAlgorithm: str
    publicKey: TrustedRootTlogPublicKey
    logId: TrustedRootTlogLogId
    checkpointKeyId: TrustedRootTlogCheckpointKeyId


class TrustedRootTimestampAuthorityCertChainCertificate(Model):
    rawBytes: str
    """
    X.509 in DER, base64.
    """


class TrustedRootTimestampAuthorityCertChain(Model):
    certificates: list[TrustedRootTimestampAuthorityCertChainCertificate]


class TrustedRootTimestampAuthorityValidFor(Model):
    start: str


class TrustedRootTimestampAuthority(Model):
    certChain: TrustedRootTimestampAuthorityCertChain
    validFor: TrustedRootTimestampAuthorityValidFor


class TrustedRoot(Model):
    """
    Sigstore's `trusted_root.json`, as this service fills it.
    """

    mediaType: str
    """
    `application/vnd.dev.sigstore.trustedroot+json;version=0.1`.
    """
    tlogs: list[TrustedRootTlog]
    certificateAuthorities: list[Any]
    """
    Empty: evidence keys have no certificates.
    """
    ctlogs: list[Any]
    """
    Empty.
    """
    timestampAuthorities: list[TrustedRootTimestampAuthority]


Unit = TypeAliasType("Unit", Literal["deg", "m"] | str)
"""
Unit of this channel's values: degrees or metres.
"""


class VehicleBaselineChangedEventData(Model):
    from_: Annotated[BaselineState, Field(alias="from")]
    to: BaselineState
    frame_seq: int
    """
    Entry of the vehicle's journal that caused it: a frame or a command.
    """


class VehicleBaselineChangedEvent(Model):
    """
    The baseline of a vehicle has reached another state, by its frames or by a command.
    """

    id: str
    """
    Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading.
    """
    type: Literal["vehicle.baseline_changed"]
    occurred_at: str
    """
    When it happened: capture time of the frame that caused it, else by the service's clock.
    """
    recorded_at: str
    """
    When the service recorded it.
    """
    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    fleet_id: str
    """
    Fleet of the vehicle after the event.
    """
    tier: Tier
    data: VehicleBaselineChangedEventData


class VehicleDetailPosition(Model):
    """
    The newest position a frame gave in `metadata`: `latitude` and `longitude` (or `lat` and `lon` or `lng`), there or inside `position`, `location` or `gps`.
    """

    latitude: float
    """
    Degrees, north positive.
    """
    longitude: float
    """
    Degrees, east positive.
    """


class VehicleDetailSensorLimitsCameraDeg(Model):
    """
    Of the drift, degrees.
    """

    caution: float
    critical: float


class VehicleDetailSensorLimitsRadarM(Model):
    """
    Of the drift, metres, either way.
    """

    caution: float
    critical: float


class VehicleDetailSensorLimitsLidarM(Model):
    """
    Of the drift, metres, upwards.
    """

    caution: float
    critical: float


class VehicleDetailSensorLimits(Model):
    """
    How far each sensor may be out before it matters: the settings in force.
    """

    camera_deg: VehicleDetailSensorLimitsCameraDeg
    """
    Of the drift, degrees.
    """
    radar_m: VehicleDetailSensorLimitsRadarM
    """
    Of the drift, metres, either way.
    """
    lidar_m: VehicleDetailSensorLimitsLidarM
    """
    Of the drift, metres, upwards.
    """


class VehicleDetailBaselineChannel(Model):
    channel: Channel
    sensor: Sensor
    unit: Unit
    location: float
    """
    Centre of the baseline, in `unit`; about 0 for the camera.
    """
    scale: float
    """
    Ordinary spread (robust standard deviation), in `unit`.
    """
    min_detectable_shift: float
    """
    Smallest lasting shift, in `unit`, that 20 further frames would show against this baseline.
    """
    harmless_shift: float | None = None
    """
    A lasting shift up to this, in `unit`, is no drift: a quarter of the CAUTION limit; more while a swing that comes back every day may be behind it and is not known yet.
    """


class VehicleDetailBaselineFleetPriorSensorCurve(Model):
    """
    How much less the mean of several blocks varied than one of them: 1 at every scale where blocks are independent. Absent for vehicles that started before scoring 1.3.0.
    """

    frames_per_block: int
    """
    Of the vehicles it was learnt from.
    """
    ratios: list[float]
    """
    For means of 2^k blocks, k = 0 … 9: 2^k times their Allan variance, over the variance of a block.
    """
    degrees: list[float]
    """
    As how many samples of its scale each ratio counts; 0 where nothing is told of it.
    """


class VehicleDetailBaselineFleetPriorSensor(Model):
    sensor: PriorSensor
    unit: PriorUnit
    scale: float
    """
    Noise of one block, in `unit`.
    """
    worth_blocks: float
    """
    Counts as that many blocks of its own.
    """
    vehicles: int
    """
    Vehicles of the fleet it was learnt from.
    """
    curve: VehicleDetailBaselineFleetPriorSensorCurve | None = None
    """
    How much less the mean of several blocks varied than one of them: 1 at every scale where blocks are independent. Absent for vehicles that started before scoring 1.3.0.
    """


class VehicleDetailBaselineFleetPrior(Model):
    """
    The noise this vehicle was believed to have before its first frame, learnt from its fleet. Absent for a vehicle that started from the settings.
    """

    taken_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    correlation: float
    """
    Of a block's noise with its neighbour's.
    """
    sensors: list[VehicleDetailBaselineFleetPriorSensor]
    """
    The sensors the fleet could teach; the others started from the settings.
    """


class VehicleDetailBaseline(Model):
    state: BaselineState
    frames: int
    """
    Frames the baseline rests on.
    """
    needed: int
    """
    Further frames needed to leave `learning`; 0 once it has.
    """
    camera_rotation_matrix: list[float] | None
    """
    Mean camera rotation of the baseline; null before the camera has one.
    """
    channels: list[VehicleDetailBaselineChannel]
    """
    The channels that have a baseline.
    """
    fleet_prior: VehicleDetailBaselineFleetPrior | None = None
    """
    The noise this vehicle was believed to have before its first frame, learnt from its fleet. Absent for a vehicle that started from the settings.
    """


class VehicleDetailExtrinsicsCamera(Model):
    """
    Null when the camera has not reported.
    """

    camera_rotation_matrix: list[float]
    """
    A 3×3 rotation matrix as 9 numbers in row order.
    """
    drift_deg: float
    """
    Angle away from the baseline, degrees.
    """
    drift_sd_deg: float
    """
    Its standard deviation, degrees.
    """
    drift_axis: list[float] | None
    """
    Unit axis of the drift in the camera's own baseline frame; null when nothing moved.
    """


class VehicleDetailExtrinsicsRadar(Model):
    """
    Null when the radar has not reported.
    """

    radar_range_bias_m: float
    drift_m: float
    """
    Change against the baseline, metres, signed.
    """
    drift_sd_m: float


class VehicleDetailExtrinsicsLidar(Model):
    """
    Null when the lidar has not reported.
    """

    lidar_registration_error_m: float
    drift_m: float
    """
    Change against the baseline, metres, signed.
    """
    drift_sd_m: float


class VehicleDetailExtrinsics(Model):
    """
    Where the sensors are now, as estimated from the latest frames.
    """

    camera: VehicleDetailExtrinsicsCamera | None
    """
    Null when the camera has not reported.
    """
    radar: VehicleDetailExtrinsicsRadar | None
    """
    Null when the radar has not reported.
    """
    lidar: VehicleDetailExtrinsicsLidar | None
    """
    Null when the lidar has not reported.
    """


class VehicleDetailOpenBreach(Model):
    """
    Null when no breach is open.
    """

    evidence_id: str
    """
    Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32).
    """
    opened_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    frame_seq: int
    """
    Frame that opened the breach.
    """


class VehicleDetailChangeBegan(Model):
    """
    `change_point` as capture times: the vehicle's clock, not the service's.
    """

    at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    between_50: list[str]
    between_90: list[str]


class VehicleDetailTierHistoryItem(Model):
    at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    from_: Annotated[Tier, Field(alias="from")]
    to: Tier
    decided_by: DecidedBy
    frame_seq: int
    """
    Journal entry that moved the tier.
    """


class VehicleListItemPosition(Model):
    """
    The newest position a frame gave in `metadata`: `latitude` and `longitude` (or `lat` and `lon` or `lng`), there or inside `position`, `location` or `gps`.
    """

    latitude: float
    """
    Degrees, north positive.
    """
    longitude: float
    """
    Degrees, east positive.
    """


class VehicleListItem(Model):
    """
    One vehicle as lists show it.
    """

    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    fleet_id: str
    """
    Last known fleet; `default` when none was ever given.
    """
    region: str | None
    """
    Last known region; null when none was ever given.
    """
    attributes: dict[str, str | float | bool] | None = None
    """
    What the vehicle's frames say of it in `metadata`, beside fleet, region and position: strings, numbers and booleans, nested members by dotted name. The newest value of each stays until a frame gives another; null or an empty string takes it away. At most 32, names up to 64 and strings up to 128 characters. A number that changes is taken at most once a minute of capture time.
    """
    position: VehicleListItemPosition | None = None
    """
    Null until a frame gives one.
    """
    tier: Tier
    tier_since: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    silent: bool
    """
    Nothing was heard within the silence limit.
    """
    last_frame_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    last_received_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    frames: int
    """
    Frames counted so far.
    """
    health_score: float
    camera_drift_deg: float
    radar_drift_mm: float
    lidar_drift_m: float | None
    """
    Estimated change of the lidar registration error, metres, signed; null when no lidar is scored.
    """
    probable_fault_source: FaultSource
    decided_by: DecidedBy | None = None
    recommended_action: RecommendedAction
    baseline_state: BaselineState
    evidence_id: str | None
    """
    Evidence of the open breach; null when none is open.
    """
    earlier_scoring: EarlierScoring | None = None


class VehicleRecoveredEventData(Model):
    silent_since: str
    """
    When the last frame before the silence was received.
    """


class VehicleRecoveredEvent(Model):
    """
    A vehicle that was announced as silent has been heard again.
    """

    id: str
    """
    Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading.
    """
    type: Literal["vehicle.recovered"]
    occurred_at: str
    """
    When it happened: capture time of the frame that caused it, else by the service's clock.
    """
    recorded_at: str
    """
    When the service recorded it.
    """
    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    fleet_id: str
    """
    Fleet of the vehicle after the event.
    """
    tier: Tier
    data: VehicleRecoveredEventData


class VehicleSeriesChartDesign(Model):
    """
    What the charts that explain are designed for: the settings in force.
    """

    cusum_k: float
    """
    Allowance k of the tabular sums, standard deviations.
    """
    t2_false_alarm_rate: float
    """
    Share α of frames without a change that T² is to find above its limit.
    """


class VehicleSilentEventData(Model):
    last_received_at: str
    """
    When its last frame was received.
    """
    silent_after_s: int
    """
    The limit it passed, seconds.
    """


class VehicleSilentEvent(Model):
    """
    Nothing was received from a vehicle for as long as the service's silence limit.
    """

    id: str
    """
    Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading.
    """
    type: Literal["vehicle.silent"]
    occurred_at: str
    """
    When it happened: capture time of the frame that caused it, else by the service's clock.
    """
    recorded_at: str
    """
    When the service recorded it.
    """
    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    fleet_id: str
    """
    Fleet of the vehicle after the event.
    """
    tier: Tier
    data: VehicleSilentEventData


class VehicleTierChangedEventData(Model):
    from_: Annotated[Tier, Field(alias="from")]
    to: Tier
    decided_by: DecidedBy
    frame_seq: int
    """
    Entry of the vehicle's journal that caused it: a frame or a command.
    """
    evidence_id: str | None
    """
    Evidence of the breach open at that moment, if one is.
    """
    health_score: float | None
    """
    The vehicle's health score after it; null while nothing was scored.
    """
    probable_fault_source: FaultSource
    recommended_action: RecommendedAction


class VehicleTierChangedEvent(Model):
    """
    The tier of a vehicle is another one.
    """

    id: str
    """
    Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading.
    """
    type: Literal["vehicle.tier_changed"]
    occurred_at: str
    """
    When it happened: capture time of the frame that caused it, else by the service's clock.
    """
    recorded_at: str
    """
    When the service recorded it.
    """
    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    fleet_id: str
    """
    Fleet of the vehicle after the event.
    """
    tier: Tier
    data: VehicleTierChangedEventData


VerdictNoteCode = TypeAliasType(
    "VerdictNoteCode",
    Literal[
        "critical_below_limit",
        "breach_below_limits",
        "breach_under_hold",
        "statistic_without_breach",
        "charts_do_not_decide",
        "verdict_provisional",
    ]
    | str,
)
"""
`critical_below_limit`: CRITICAL by lasting evidence beyond the caution limit, not beyond the critical one; `breach_below_limits`: `cusum_triggered` beside NOMINAL, a certain change that is surely small; `breach_under_hold`: a breach is open and W is under its limit; `statistic_without_breach`: W is at its limit and no breach is open; `charts_do_not_decide`: W breached, and every tabular CUSUM is under its limit; `verdict_provisional`: the breach rests on a sensor's first blocks, before it had a baseline.
"""


VerificationDemand = TypeAliasType(
    "VerificationDemand",
    Literal["frames", "rescore", "timestamp", "witness", "precommit"] | str,
)


VerificationResult = TypeAliasType("VerificationResult", Literal["pass", "fail", "not checked"] | str)


VerificationVerdict = TypeAliasType("VerificationVerdict", Literal["valid", "incomplete", "invalid"] | str)


class WebhookDeletion(Model):
    """
    The webhook is gone, and its deliveries with it.
    """

    id: str
    """
    The webhook's identifier.
    """
    deleted: Literal[True]


WebhookDeliveryError = TypeAliasType(
    "WebhookDeliveryError",
    Literal[
        "address_refused",
        "connection_failed",
        "tls_failed",
        "timeout",
        "redirect_refused",
        "status_refused",
        "answer_broken",
        "mail_refused",
        "not_attempted",
    ]
    | str,
)
"""
`address_refused`: the host has no address, or one that nothing is sent to; `connection_failed`, `tls_failed`, `timeout`: no answer came; `redirect_refused`: 3xx, which is not followed; `status_refused`: another status than 2xx; `answer_broken`: no HTTP, or cut off; `mail_refused`: the mail server did not take it; `not_attempted`: the webhook was disabled, or too many deliveries waited.
"""


WebhookDeliveryStatus = TypeAliasType("WebhookDeliveryStatus", Literal["pending", "delivered", "dead"] | str)
"""
`pending`: it waits for its next attempt; `delivered`: the receiver answered 2xx; `dead`: given up, until it is replayed.
"""


WebhookDisabledReason = TypeAliasType("WebhookDisabledReason", Literal["requested", "gone", "failing"] | str)
"""
`requested`: somebody disabled it; `gone`: the receiver answered 410; `failing`: nothing was accepted for days.
"""


WebhookFailure = TypeAliasType("WebhookFailure", Literal["gone", "failing"] | str)
"""
`gone`: the receiver answered 410; `failing`: it accepted nothing for days.
"""


WebhookFormat = TypeAliasType(
    "WebhookFormat",
    Literal["standard", "cloudevents", "alertmanager", "slack", "teams", "email"] | str,
)
"""
What is sent. `standard`: the event as `GET /v1/events` has it; `cloudevents`: a CloudEvents 1.0 event in structured JSON; `alertmanager`: the body of an Alertmanager webhook, version 4; `slack`, `teams`: one sentence and a link, as their incoming webhooks take it; `email`: the same as a mail.
"""


class WebhookReplay(Model):
    """
    How many dead letters are on their way again.
    """

    replayed: int
    """
    Dead letters that are sent again.
    """
    has_more: bool
    """
    Whether more are left in that time; ask again, with the same body.
    """


class WebhookReplayRequest(Model):
    """
    Which dead letters to send again: those made at `from` or later and before `to`. Left out: from the oldest, to the newest.
    """

    from_: Annotated[str | None, Field(alias="from")] = None
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    to: str | None = None
    """
    RFC 3339 date-time in UTC, with `Z`.
    """


class WebhookSecretRotation(Model):
    """
    How the secret of a webhook is to be replaced.
    """

    overlap_hours: int | None = None
    """
    How long messages bear a signature by the secret before, too. 24 when left out; 0 where that secret has leaked.
    """


class WebhookTestEventData(Model):
    webhook_id: str
    """
    The webhook's identifier.
    """


class WebhookTestEvent(Model):
    """
    A test that somebody asked for. It is sent to its webhook alone and is no event of the stream.
    """

    id: str
    """
    Identifier of this test.
    """
    type: Literal["webhook.test"]
    occurred_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    recorded_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    data: WebhookTestEventData


class WebhookUpdate(Model):
    """
    What is to change of a webhook; what is left out stays.
    """

    url: str | None = None
    """
    Where it is sent: an `https` address without user, password or fragment, whose host has public addresses only; for the format `email`, `mailto:` and up to 10 addresses separated by commas.
    """
    description: str | None = None
    """
    What it is for, for a person.
    """
    event_types: list[str] | None = None
    """
    Only these types of events, as in `type` of an event; null for every type.
    """
    fleets: list[str] | None = None
    """
    Only events of vehicles in these fleets; null for all, events without a vehicle included. A key that is limited to fleets makes webhooks for these alone.
    """
    format: WebhookFormat | None = None
    enabled: bool | None = None
    """
    False makes its waiting deliveries dead letters and sends nothing more; true begins again with the next event.
    """


class WebhookWithSecret(Model):
    """
    A webhook with its new secret, which is shown this once.
    """

    id: str
    """
    The webhook's identifier.
    """
    url: str
    """
    Where it is sent: an `https` address without user, password or fragment, whose host has public addresses only; for the format `email`, `mailto:` and up to 10 addresses separated by commas.
    """
    description: str
    """
    What it is for, for a person.
    """
    event_types: list[str] | None
    """
    Only these types of events, as in `type` of an event; null for every type.
    """
    fleets: list[str] | None
    """
    Only events of vehicles in these fleets; null for all, events without a vehicle included. A key that is limited to fleets makes webhooks for these alone.
    """
    format: WebhookFormat
    enabled: bool
    """
    Whether events are sent to it.
    """
    disabled_reason: WebhookDisabledReason | None
    disabled_at: str | None
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    previous_secret_expires_at: str | None
    """
    Until then messages bear a signature by the secret before, too; null when there is none.
    """
    pending: int
    """
    Deliveries that wait for their next attempt.
    """
    dead: int
    """
    Dead letters kept: deliveries that were given up.
    """
    failing_since: str | None
    """
    Since when no attempt was accepted; null when the last one was, and before the first.
    """
    last_success_at: str | None
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    created_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    updated_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    secret: str
    """
    The key of the signatures (Standard Webhooks 1.0, symmetric): base64 of 32 bytes after `whsec_`. It is shown this once.
    """


WhatMoves = TypeAliasType(
    "WhatMoves",
    Literal["nothing", "mount", "body", "reference", "clock", "optics"] | str,
)
"""
What the trajectory is the angle of. `mount`: sensors in the vehicle, listed in `sensors`; `body`: the vehicle's body or axis, so that all sensors seem to turn together; `reference`: what sensors are compared with; `clock`: an apparent angle, only while turning; `optics`: the image, no pose; `nothing`: no angle at all.
"""


class WindowChannel(Model):
    """
    One channel's part in the window that decided.
    """

    channel: Channel
    blocks_since: float
    """
    n: weight of the blocks since the start.
    """
    blocks_before: float
    """
    m: weight of the reference.
    """
    mean_since: float
    """
    Mean of the blocks since, standardised and clipped.
    """
    mean_before: float
    """
    Mean of the reference, likewise.
    """
    sigma: float
    """
    Standard deviation of one such block.
    """
    mean_variance: float
    """
    Variance of the difference of the two means, over that of one block: 1/n + 1/m for independent blocks, more for noise that wanders.
    """
    degrees_of_freedom: float
    """
    ν, with which both are known.
    """
    zone: float
    """
    Shift of the mean that is no drift.
    """
    side: CountedSide
    bayes_factors: list[float]
    """
    B for each of `shift_variances`: how much likelier the means are if it moved by so much.
    """


class WindowSensor(Model):
    """
    One sensor's part. Its Bayes factors: of one channel, the channel's; of a camera, half the mean of its three and half their product.
    """

    sensor: Sensor
    bayes_factors: list[float]
    """
    B for each of `shift_variances`: how much likelier the means are if it moved by so much.
    """
    channels: list[WindowChannel]


WorkAction = TypeAliasType(
    "WorkAction",
    Literal[
        "acknowledge",
        "assign",
        "snooze",
        "comment",
        "repaired",
        "reopen",
        "close",
        "undo",
        "checked",
        "snooze_ended",
    ]
    | str,
)
"""
What was done, as it was commanded; `checked`: the service decided whether a repair restored the vehicle; `snooze_ended`: the time of a snooze was over, and the vehicle is in the queue again.
"""


class WorkActor(Model):
    """
    Who did it.
    """

    key_id: str | None
    """
    Public id of the API key; null for the service itself.
    """
    key_name: str | None
    """
    The name the key bore; null where it had none.
    """


WorkCommandAction = TypeAliasType(
    "WorkCommandAction",
    Literal[
        "acknowledge",
        "assign",
        "snooze",
        "comment",
        "repaired",
        "reopen",
        "close",
        "undo",
    ]
    | str,
)
"""
`acknowledge`: seen; `assign`: to `assignee`, or to nobody; `snooze`: leave it alone `until` a time; `comment`; `repaired`: learn the baseline afresh and check it against the one before; `reopen`: there is something to do after all; `close`: take a repair as it is, checked or not, or end what was reopened; `undo`: take `entry` back.
"""


class WorkComment(Model):
    """
    Something somebody noted.
    """

    entry: int
    text: str
    at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    by: WorkActor


class WorkEntry(Model):
    """
    One thing that was done.
    """

    entry: int
    """
    Its number; they count from 1 without gaps for each vehicle.
    """
    action: WorkAction
    at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    by: WorkActor
    frame_seq: int
    """
    Newest entry of the vehicle's journal then; of `repaired` the one that began the new baseline.
    """
    comment: str | None
    """
    Null where none was given, and once it was taken back.
    """
    assignee: str | None = None
    """
    Of `assign`.
    """
    until: str | None = None
    """
    Of `snooze`.
    """
    undoes: int | None = None
    """
    Of `undo`: the entry it took back.
    """
    outcome: RepairOutcome | None = None
    undone_by: int | None
    """
    The entry that took this one back; null for none.
    """
    undoable: bool
    """
    Whether the key that asks could take it back now.
    """


class WorkResultAcknowledged(Model):
    """
    Null once the vehicle became worse, or was calm in between: that is another fault.
    """

    entry: int
    at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    by: WorkActor


class WorkResultSnooze(Model):
    entry: int
    at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    by: WorkActor
    until: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    ended: SnoozeEnd | None
    """
    Null while it holds.
    """


WorkState = TypeAliasType("WorkState", Literal["open", "acknowledged", "snoozed", "repaired", "closed"] | str)
"""
Where the work on a vehicle stands. `open`: something is to be done; `acknowledged`: somebody has seen it; `snoozed`: left alone until a time, or until it becomes worse; `repaired`: a repair was reported and is being checked; `closed`: nothing is to be done.
"""


class AnalyticsGroupDrift(Model):
    camera_deg: DriftQuantiles | None
    """
    Degrees; null where no vehicle has a value.
    """
    radar_mm: DriftQuantiles | None
    """
    Millimetres, signed; null where no vehicle has a value.
    """
    lidar_m: DriftQuantiles | None
    """
    Metres, signed; null where no vehicle has a value.
    """


class AnalyticsGroup(Model):
    """
    Vehicles that have something in common, over time.
    """

    group: str | None
    """
    The value they share; null for vehicles without one, and for all together.
    """
    vehicles: int
    """
    Vehicles of the group now.
    """
    tiers_now: AnalyticsGroupTiersNow
    """
    Vehicles in each tier now, as last judged: silence changes nothing here.
    """
    tiers_over_time: AnalyticsGroupTiersOverTime
    """
    Vehicles in each tier at the end of each step.
    """
    days_in_tier: AnalyticsGroupDaysInTier
    """
    Days that all of them together spent in each tier.
    """
    vehicle_days: float
    """
    Exposure: days between the first and the newest frame of each vehicle, as far as they lie between `from` and `to`, summed.
    """
    breaches: AnalyticsRate
    repairs: AnalyticsRate
    breaches_by_month: list[MonthRate]
    """
    One a month of `months`.
    """
    hazard: list[AgeHazard]
    """
    One a stretch of `hazard.bins`: over all that is known of these vehicles, not only between `from` and `to`.
    """
    drift: AnalyticsGroupDrift


class ApiKey(Model):
    """
    A key as those who manage it see it: everything but the key.
    """

    id: str
    """
    Public id: the 10 characters after `plumb_live_`. No secret.
    """
    organisation: str
    """
    Whose data the key opens.
    """
    name: str
    """
    What the key is for.
    """
    mode: ApiKeyMode
    status: ApiKeyStatus
    scopes: list[Scope]
    """
    What the key may do.
    """
    fleets: list[str] | None
    """
    Only these fleets; null for all of the organisation.
    """
    created_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    created_by: str | None
    """
    Public id of the key that made it; null for the command line.
    """
    expires_at: str | None
    """
    When it ends by itself; null for never.
    """
    revoked_at: str | None
    """
    When it was revoked; null as long as it is not.
    """
    last_used_at: str | None
    """
    To the minute; null when never used.
    """
    rotated_to: str | None
    """
    Public id of the key that takes its place; null as long as it was not rotated.
    """


class ApiKeyList(Model):
    """
    One page of the keys of the organisation that this key may see.
    """

    data: list[ApiKey]
    """
    Oldest first.
    """
    has_more: bool
    """
    True when another page follows.
    """
    next_cursor: str | None
    """
    Give it back as `cursor` for the next page; null on the last page.
    """


class ApiKeyRequest(Model):
    """
    A key to be made. It may do no more than the key that makes it.
    """

    name: str
    """
    What the key is for, as you will see it in the list.
    """
    preset: ScopePreset | None = None
    scopes: list[Scope] | None = None
    """
    Single scopes; this or `preset`.
    """
    fleets: list[str] | None = None
    """
    Only these fleets; null for all of the organisation. Left out: those of the key that makes it.
    """
    expires_at: str | None = None
    """
    When the key ends, RFC 3339 in UTC, before the year 2200; null for never. Never later than the key that makes it ends itself: left out, it ends with that one.
    """
    mode: ApiKeyMode | None = None


class AuditRecord(Model):
    """
    One thing that was done, or tried, and by whom.
    """

    seq: int
    """
    Number of the record in its organisation, without gaps.
    """
    at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    organisation: str
    """
    Whose record it is; empty for what cannot be laid to any organisation.
    """
    key_id: str | None
    """
    Public id of the API key, never the key; null for the command line, and where no key was known.
    """
    action: AuditAction
    subject: str | None
    """
    What it was done to: the id of a key, a vehicle, evidence; for `authorise` the operation.
    """
    result: AuditResult
    code: str | None
    """
    Code of the problem. Of keys that are `api_key_invalid` to the client it says more: see `reason`.
    """
    reason: str | None
    """
    Why, as the client said; for `authenticate` what was wrong: `unknown`, `wrong_secret`, `expired`, `revoked`.
    """
    request_id: str | None
    """
    As in the answer; null for the command line.
    """
    client_address: str | None
    """
    Address of the connection, which is a proxy's where there is one.
    """
    count: int
    """
    How many alike it stands for: beyond so many a minute they are counted, and request and address are the first one's.
    """
    prev: str | None
    """
    `digest` of the record before; null in the very first.
    """
    digest: str
    """
    SHA-256 of this record without `digest`, in canonical JSON (RFC 8785), hex.
    """


class Baseline(Model):
    """
    What the vehicle is compared with, and how far it is learnt.
    """

    state: BaselineState
    frames: int
    """
    Frames the baseline rests on.
    """
    needed: int
    """
    Further frames needed to leave `learning`; 0 once it has.
    """


class BaselineResult(Model):
    """
    The baseline and the tier after the command.
    """

    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    action: BaselineAction
    reason: str
    baseline: Baseline
    tier: Tier
    at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """


class BatchIngestResult(Model):
    """
    Answer to a batch. `fleet_tier` is the worst tier among the vehicles the batch touched.
    """

    status: BatchStatus
    frames_ingested: int
    """
    Frames counted by this call.
    """
    frames_duplicate: int
    """
    Frames that had been counted before.
    """
    frames_rejected: int
    """
    Frames that were not taken; see `errors`.
    """
    fleet_tier: Tier
    vehicles: int
    """
    Distinct vehicles the batch touched.
    """
    errors: list[FrameFault]
    """
    The first 100 rejected frames, in order.
    """
    errors_truncated: bool
    """
    True when more frames were rejected than are listed.
    """
    request_id: str
    """
    Also in the header `X-Request-Id`.
    """


class BatchRejection(Model):
    """
    A batch of which nothing was taken: a problem with the counts of a batch answer.
    """

    type: str
    """
    `/problems/<slug>`: a page of this server with the cause and the fix.
    """
    title: str
    status: int
    """
    The HTTP status, repeated.
    """
    detail: str
    """
    What happened in this request and what to do.
    """
    instance: str
    """
    `/requests/<request id>`.
    """
    code: str
    """
    Stable code for programs; the code of the first fault when there are several.
    """
    request_id: str
    """
    Also in the header `X-Request-Id`; quote it when you ask for help.
    """
    frames_ingested: int
    """
    Frames counted by this call.
    """
    frames_duplicate: int
    """
    Frames that had been counted before.
    """
    frames_rejected: int
    """
    Frames that were not taken; see `errors`.
    """
    errors: list[FrameFault]
    """
    The first 100 rejected frames, in order.
    """
    errors_truncated: bool
    """
    True when more frames were rejected than are listed.
    """


class BreachClosedEvent(Model):
    """
    A breach has ended, by readings that came back or by a baseline learnt afresh.
    """

    id: str
    """
    Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading.
    """
    type: Literal["breach.closed"]
    occurred_at: str
    """
    When it happened: capture time of the frame that caused it, else by the service's clock.
    """
    recorded_at: str
    """
    When the service recorded it.
    """
    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    fleet_id: str
    """
    Fleet of the vehicle after the event.
    """
    tier: Tier
    data: BreachClosedEventData


class BreachOpenedEventData(Model):
    evidence_id: str
    """
    Evidence of the breach; `GET /v1/evidence/{event_id}/bundle` has it once it is issued.
    """
    channel: Channel
    side: BreachSide
    statistic: float
    """
    `cusum_statistic` of the frame that opened the breach, nats.
    """
    threshold: float
    """
    The limit it reached.
    """
    probable_fault_source: FaultSource
    health_score: float | None
    """
    The vehicle's health score after it; null while nothing was scored.
    """
    frame_seq: int
    """
    Entry of the vehicle's journal that caused it: a frame or a command.
    """
    recommended_action: RecommendedAction
    provisional: bool
    """
    Whether the sensor has no baseline of its own yet: the verdict is then provisional.
    """


class BreachOpenedEvent(Model):
    """
    The sequential test of a vehicle has fired. Its evidence is issued in the same transaction.
    """

    id: str
    """
    Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading.
    """
    type: Literal["breach.opened"]
    occurred_at: str
    """
    When it happened: capture time of the frame that caused it, else by the service's clock.
    """
    recorded_at: str
    """
    When the service recorded it.
    """
    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    fleet_id: str
    """
    Fleet of the vehicle after the event.
    """
    tier: Tier
    data: BreachOpenedEventData


class CameraIntrinsics(Model):
    """
    The camera the scenario assumes.
    """

    width: int
    """
    Pixels.
    """
    height: int
    """
    Pixels.
    """
    fx: float
    """
    Focal length, pixels.
    """
    fy: float
    """
    Focal length, pixels.
    """
    cx: float
    """
    Principal point, pixels.
    """
    cy: float
    """
    Principal point, pixels.
    """
    model: CameraModel


class ChannelSeries(Model):
    """
    One channel; every array is as long as `timestamps`.
    """

    channel: Channel
    sensor: Sensor
    unit: Unit
    residual: list[float | None]
    """
    Value minus baseline, in `unit`; null where the frame has no such value.
    """
    residual_min: list[float | None] | None = None
    """
    Smallest residual of the point's frames.
    """
    residual_max: list[float | None] | None = None
    """
    Largest residual of the point's frames.
    """
    cusum_upper: list[float | None]
    """
    Upper tabular CUSUM sum, standard deviations.
    """
    cusum_lower: list[float | None]
    """
    Lower tabular CUSUM sum, standard deviations.
    """
    cusum_upper_max: list[float | None] | None = None
    """
    Largest upper sum of the point's frames.
    """
    cusum_lower_max: list[float | None] | None = None
    """
    Largest lower sum of the point's frames.
    """
    cusum_limit: float
    """
    Decision interval h of both sums.
    """
    drift: list[float | None] | None = None
    """
    Estimated drift as of the point, in `unit`: since the change of an open breach, else of the latest blocks. Six digits.
    """
    drift_sd: list[float | None] | None = None
    """
    Its standard deviation, in `unit`.
    """
    t2_part: list[float | None] | None = None
    """
    What the channel adds to T² of the point's newest frame that has it: the parts of a frame add up to its T².
    """


class Contribution(Model):
    """
    What one channel of this frame adds to the verdict.
    """

    channel: Channel
    sensor: Sensor
    unit: Unit
    residual: float
    """
    Value minus baseline, in `unit`.
    """
    standardised_value: float
    """
    The residual in units of the channel's ordinary spread (standard deviations).
    """
    cusum_statistic: float
    """
    The larger of the two tabular CUSUM sums of this channel (standard deviations); for charts.
    """
    cusum_upper: float
    cusum_lower: float
    cusum_limit: float
    """
    Decision interval h of that chart.
    """
    t2_share: float
    """
    Share of T² = mahal_distance²; the shares of a frame add up to 1.
    """
    drift: float
    """
    Estimated drift since the change began, in `unit`.
    """
    drift_sd: float
    """
    Its standard deviation, in `unit`.
    """


class CustodyEntry(Model):
    """
    One thing that was done with evidence after its issue.
    """

    organisation: str | None = None
    """
    Whose evidence it is; absent from what was signed before it was named.
    """
    seq: int
    """
    Number of the record, without gaps.
    """
    at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    action: CustodyAction
    form: CustodyForm | None = None
    key_id: str
    """
    Public id of the API key that asked.
    """
    reason: str | None = None
    """
    Why the hold was set or released.
    """
    basis: str | None = None
    """
    Ground of the erasure.
    """
    decision_sha256: str | None = None
    envelope: CustodyEntryEnvelope
    """
    DSSE v1 envelope, signed by the evidence key.
    """
    log_index: int
    tlog_proof: str
    """
    c2sp.org/tlog-proof@v1 of the record's entry in the log.
    """


class CustodyStep(Model):
    step: CustodyStepName
    actor: str
    """
    The part of the service that took the step.
    """
    seq: int
    at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    inputs: dict[str, Any]
    """
    Digests of what the step was given.
    """
    outputs: dict[str, Any]
    """
    Digests of what the step produced.
    """
    prev: str
    """
    SHA-256 of the previous step's canonical JSON; zeros for the first.
    """


class DecidingWindow(Model):
    """
    The start of a change that adds most to `cusum_statistic`, with all it takes to compute what it adds (docs/scoring-method.md, section 5). Present while a breach is open or the statistic is at its limit. While `provisional` is present it is the likeliest split of the sensor's first blocks: means in units of one block's noise beside it, `sigma` what correlation makes of that.
    """

    frame_seq: int
    """
    Number of the frame that completed the first block since the start.
    """
    starts: int
    """
    Blocks any of which may have been the first.
    """
    likelihood_ratio: float
    """
    L: that some of these sensors have moved since, against that none has.
    """
    term_nats: float
    """
    ln(starts · sensors heard · (L − 1)); `cusum_statistic` is the logarithm of the sum of such terms.
    """
    participation: float
    """
    p: probability beforehand that a sensor takes part.
    """
    shift_variances: list[float]
    """
    g: variances of a shift, in units of the noise variance.
    """
    shift_weights: list[float]
    """
    w: their weights.
    """
    sensors: list[WindowSensor]
    """
    Those heard both since and before; the others take no part in this window.
    """


class DriftTrend(Model):
    """
    Where the drift is going, of the sensor nearest to its critical limit among those that take part.
    """

    sensor: Sensor
    unit: Unit
    shape: DriftShape
    began_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    rate_per_day: float | None
    """
    Slope since then, in `unit` a day; null where none can be told: seen for less than an hour or ten blocks, or most of the time since is a pause.
    """
    rate_sd_per_day: float | None
    """
    Its standard deviation; null without a rate.
    """
    time_to_critical_days: float | None
    """
    Days from the newest frame to the critical limit; null without a trend, 0 when it is passed.
    """
    time_to_critical_interval_80: list[float] | None
    """
    Fieller's 80 % interval of it; null where there is no date ahead.
    """
    time_to_critical_reason: TimeToCriticalReason | None
    """
    Why there is no date ahead: the limit is passed; the slope is within three standard errors of none; the drift was seen for less than an hour or ten blocks, or for less than a tenth of the time to the limit; or most of the time since the last reading before it is a pause, so that nobody saw whether it came at once or grew.
    """


class EvidenceBundleTierTransitionBefore(Model):
    tier: Tier
    since: str | None
    """
    Since when; null when that is not known.
    """
    health_score: float | None
    """
    0 to 100; null before the first score.
    """


class EvidenceBundleTierTransitionAfter(Model):
    tier: Tier
    since: str | None
    """
    Since when; null when that is not known.
    """
    health_score: float | None
    """
    0 to 100; null before the first score.
    """


class EvidenceBundleTierTransition(Model):
    """
    The vehicle's state before and after the breach.
    """

    rule: str
    before: EvidenceBundleTierTransitionBefore
    after: EvidenceBundleTierTransitionAfter


class EvidenceBundle(Model):
    """
    Signed evidence of one CUSUM breach; docs/evidence-format.md says how to check it with tools nobody here wrote. Served as its canonical bytes, and never changed once issued.
    """

    schema_: Annotated[str, Field(alias="schema")]
    """
    Version of the evidence format.
    """
    event_id: str
    """
    Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32).
    """
    submitter: EvidenceBundleSubmitter | None = None
    """
    Whose vehicle it is: two organisations may call a vehicle alike. Absent from evidence issued before it was named.
    """
    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    tier: Tier
    measurements: Measurements
    issued_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    salt: str
    """
    32 random bytes, base64url: keeps the digest from being guessed.
    """
    tier_transition: EvidenceBundleTierTransition
    """
    The vehicle's state before and after the breach.
    """
    breach: EvidenceBundleBreach
    """
    What fired.
    """
    scoring: EvidenceBundleScoring
    """
    Everything needed to score the frames again, bit for bit.
    """
    frames: EvidenceBundleFrames
    """
    The frames file of `GET /v1/evidence/{event_id}/frames`: its size and its digests.
    """
    clock: EvidenceBundleClock
    """
    Where the server's time comes from.
    """
    issuer: EvidenceBundleIssuer
    """
    Who issued it, with which software.
    """
    standards: list[EvidenceBundleStandard]
    """
    The standards the parts of the bundle follow or were informed by.
    """
    retention: EvidenceBundleRetention
    supersedes: str | None
    """
    The bundle this one corrects; null for a first issue.
    """
    chain_of_custody: list[CustodyStep]
    """
    Three steps in fixed order, each holding the digest of the one before.
    """
    signature: str
    """
    SHA-256 of the canonical JSON (RFC 8785) of the bundle without `signature` and `proof`.
    """
    proof: EvidenceBundleProof
    """
    DSSE envelope over an in-toto statement whose subject is the digest in `signature`.
    """


class EvidenceCustody(Model):
    """
    What was done with a piece of evidence after its issue. Each record holds the digest of the one before, is signed, and has its entry in the log.
    """

    event_id: str
    """
    Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32).
    """
    content_digest: str
    legal_hold: bool
    """
    Whether a hold forbids erasure now.
    """
    erased_at: str | None
    """
    Null as long as the evidence is there.
    """
    tombstone: Tombstone | None
    entries: list[CustodyEntry]
    """
    Oldest first.
    """
    has_more: bool
    """
    True when there are entries after the last one shown.
    """


class EvidenceIssuedEventData(Model):
    evidence_id: str
    """
    Evidence of the breach; `GET /v1/evidence/{event_id}/bundle` has it once it is issued.
    """
    channel: Channel
    side: BreachSide
    statistic: float
    """
    `cusum_statistic` of the frame that opened the breach, nats.
    """
    threshold: float
    """
    The limit it reached.
    """
    probable_fault_source: FaultSource
    health_score: float | None
    """
    The vehicle's health score after it; null while nothing was scored.
    """
    breached_at: str
    """
    Capture time of the frame that opened the breach.
    """
    frame_count: int
    """
    Frames the bundle holds.
    """
    signature: str
    """
    The bundle's content digest.
    """


class EvidenceIssuedEvent(Model):
    """
    An evidence bundle is final and can be fetched. Where third parties are asked about it first, it is after their answers.
    """

    id: str
    """
    Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading.
    """
    type: Literal["evidence.issued"]
    occurred_at: str
    """
    When it happened: capture time of the frame that caused it, else by the service's clock.
    """
    recorded_at: str
    """
    When the service recorded it.
    """
    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    fleet_id: str
    """
    Fleet of the vehicle after the event.
    """
    tier: Tier
    data: EvidenceIssuedEventData


class EvidenceListItem(Model):
    """
    One issued bundle as lists show it.
    """

    event_id: str
    """
    Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32).
    """
    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    fleet_id: str
    """
    Fleet of the vehicle when the evidence was issued.
    """
    tier: Tier
    probable_fault_source: FaultSource
    measurements: Measurements
    detected_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    issued_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    frame_count: int
    erased_at: str | None = None
    """
    Present when the evidence was erased: bundle and frames are gone.
    """
    signature: str


class EvidenceVerificationStep(Model):
    step: str
    title: str
    result: VerificationResult
    code: str | None = None
    detail: str | None = None
    reason: str | None = None
    note: str | None = None


class EvidenceVerification(Model):
    """
    What every step of docs/evidence-format.md found.
    """

    verdict: VerificationVerdict
    exit_status: int
    """
    As a verifier ends: 0 valid, 1 invalid, 3 incomplete.
    """
    code: str | None
    """
    Code of the first step that failed.
    """
    organisation: str | None
    """
    Whose vehicle it is: two organisations may call a vehicle alike. Null in evidence issued before it was named.
    """
    api_key_id: str | None
    """
    Public id of the API key under which the breach frame came.
    """
    event_id: str | None
    vehicle_id: str | None
    tier: str | None
    content_digest: str | None
    key_id: str | None
    judged_as_of: str | None
    """
    The moment as of which was judged.
    """
    bundle_sha256: str
    frames_sha256: str | None
    trust_sha256: str
    """
    Compare it with what the issuer published elsewhere.
    """
    trust_from: TrustSource
    proven_time: EvidenceVerificationProvenTime
    steps: list[EvidenceVerificationStep]


class EvidenceVerifyRequest(Model):
    """
    Files to check, at most 32 MiB together.
    """

    bundle: str | dict[str, Any]
    """
    The bundle. As a text: the file's exact characters. As an object: what it says, in canonical form; how it was spelled is then not checked.
    """
    frames: str | None = None
    """
    The frames file, its exact characters. Without it the verdict is at best `incomplete`.
    """
    trust: str | dict[str, Any] | None = None
    """
    The trust file whose keys are believed. Left out: this service's own, which proves little about itself. As a text: the file's exact characters. As an object: what it says, in canonical form; how it was spelled is then not checked.
    """
    keyring: str | dict[str, Any] | None = None
    """
    The keyring's history, for a trust file that pins a keyring. As a text: the file's exact characters. As an object: what it says, in canonical form; how it was spelled is then not checked.
    """
    require: list[VerificationDemand] | None = None
    """
    What makes the bundle `invalid` when it is missing or cannot be checked, instead of `incomplete`.
    """
    require_organisation: str | None = None
    """
    A bundle that is not about a vehicle of this organisation is `invalid`.
    """
    now: str | None = None
    """
    Judge as of this moment instead of the service's clock, for example before a trust file was due to be fetched again. RFC 3339, UTC.
    """


class FleetAnalytics(Model):
    """
    A fleet over time: tiers, breaches and repairs with their exposure, drift, delays, frames.
    """

    from_: Annotated[str, Field(alias="from")]
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    to: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    step: AnalyticsStep
    steps: list[str]
    """
    When each step begins, in UTC.
    """
    group_by: str | None
    """
    `fleet`, `region` or `attribute:name`; null for no groups.
    """
    months: list[str]
    """
    When each month of UTC begins that `from` to `to` has a part in; the first at `from`.
    """
    hazard: FleetAnalyticsHazard
    """
    At what age vehicles breach for the first time; the figures stand with each group.
    """
    all: AnalyticsGroup
    groups: list[AnalyticsGroup]
    """
    The groups of most vehicles; that one first whose breach rate is most surely high (by the lower end of its interval).
    """
    groups_in_all: int
    """
    How many groups there are, listed or not.
    """
    breaches_by_source: list[FleetAnalyticsBreachesBySourceItem]
    """
    The commonest first.
    """
    detection_delays: list[FleetAnalyticsDetectionDelay]
    """
    Seconds from when a change most likely began (its change point) to the breach, over the newest 10,000 breaches of that time. An estimate of what was noticed; a change never noticed has no delay.
    """
    frames: FleetAnalyticsFrames | None
    """
    The last two days. Null where attributes were asked for: frames are counted by fleet and region alone.
    """
    as_of: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """


class FleetHealthSummary(Model):
    """
    Tier counts of the fleet, as far as the key may see it.
    """

    total_vehicles: int
    """
    Vehicles that ever sent a frame.
    """
    critical_count: int
    """
    Vehicles in tier CRITICAL.
    """
    caution_count: int
    """
    Vehicles in tier CAUTION.
    """
    nominal_count: int
    """
    Vehicles in tier NOMINAL.
    """
    unknown_count: int
    """
    Vehicles in tier UNKNOWN; the four tier counts add up to `total_vehicles`.
    """
    silent_count: int
    """
    Vehicles from which nothing was heard within the silence limit. Silence turns NOMINAL into UNKNOWN; CAUTION and CRITICAL stay.
    """
    frames_24h: int
    """
    Frames received in the last 24 hours.
    """
    open_breaches: int
    """
    Vehicles with an open CUSUM breach.
    """
    worst: list[VehicleListItem]
    """
    The ten vehicles to look at first.
    """
    by_fleet: list[FleetHealthSummaryByFleetItem] | None = None
    """
    Present with `group_by=fleet`, ordered by `fleet_id`.
    """
    by_region: list[FleetHealthSummaryByRegionItem] | None = None
    """
    Present with `group_by=region`, ordered by `region`.
    """
    rescoring: Rescoring | None = None
    as_of: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """


class FleetPositions(Model):
    """
    Where the vehicles are and how they stand, in columns: for a map of a whole fleet.
    """

    vehicles: int
    """
    Vehicles that fit the filters, with a position or without.
    """
    tiers: list[Tier]
    """
    What the numbers of `tier` mean.
    """
    columns: FleetPositionsColumns
    """
    One entry a vehicle that has a position, in order of the vehicle ids; all of one length.
    """


class FleetShared(Model):
    """
    What some vehicles share that the others do not. A hint where to look, not a cause.
    """

    case_tiers: list[Tier]
    """
    Vehicles in these tiers are the cases.
    """
    cases: int
    """
    How many cases there are.
    """
    others: int
    """
    All other vehicles.
    """
    comparisons: int
    """
    Values compared: those that at least two vehicles have.
    """
    data: list[SharedValue]
    """
    The most striking first.
    """
    sentence: str
    """
    What it comes to.
    """
    as_of: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """


class Health(Model):
    """
    Whether the service can take and keep frames.
    """

    status: HealthStatus
    version: str
    """
    Version of the service.
    """
    uptime_s: float
    """
    Seconds since the process started.
    """
    checks: dict[str, str]
    """
    What was checked, and `ok` or the reason it is not.
    """


class IngestResult(Model):
    """
    Answer to one frame.
    """

    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    status: IngestStatus
    frames_ingested: int
    """
    1, or 0 for a duplicate. What is counted here is durable on disk.
    """
    fleet_tier: Tier
    timestamp: str
    """
    The frame's time, exactly as received.
    """
    warnings: list[str] | None = None
    """
    Only present when there is something to warn about; for example `rotation_not_orthonormal`.
    """


class IssuedApiKey(Model):
    """
    A key that was just made.
    """

    id: str
    """
    Public id: the 10 characters after `plumb_live_`. No secret.
    """
    organisation: str
    """
    Whose data the key opens.
    """
    name: str
    """
    What the key is for.
    """
    mode: ApiKeyMode
    status: ApiKeyStatus
    scopes: list[Scope]
    """
    What the key may do.
    """
    fleets: list[str] | None
    """
    Only these fleets; null for all of the organisation.
    """
    created_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    created_by: str | None
    """
    Public id of the key that made it; null for the command line.
    """
    expires_at: str | None
    """
    When it ends by itself; null for never.
    """
    revoked_at: str | None
    """
    When it was revoked; null as long as it is not.
    """
    last_used_at: str | None
    """
    To the minute; null when never used.
    """
    rotated_to: str | None
    """
    Public id of the key that takes its place; null as long as it was not rotated.
    """
    key: str
    """
    The key. It is shown this once and cannot be found out again.
    """


class Limit(Model):
    """
    One limit, and what is used of it.
    """

    name: LimitName
    holds_for: LimitHolder
    unit: LimitUnit
    limit: int
    """
    How much there may be.
    """
    used: int | None
    """
    How much of it is used now; null where that is not told or has no meaning between requests.
    """
    remaining: int | None
    """
    What is left; 0 where more is used than is allowed by now.
    """
    window_s: int | None
    """
    Seconds within which it is counted; null for what stays used.
    """
    code: str
    """
    `code` of the problem that a request over the limit is answered with.
    """
    setting: str | None
    """
    The operator's setting; null for what is fixed.
    """


class Limits(Model):
    """
    Every limit of the service, with what the organisation uses of its own.
    """

    organisation: str
    """
    Whose limits these are: the organisation of the key.
    """
    data: list[Limit]
    """
    Every limit a request may meet.
    """
    as_of: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """


class Liveness(Model):
    """
    The process lives; it says nothing about storage.
    """

    status: LivenessStatus


class NoiseGrowth(Model):
    """
    A sensor whose readings scatter far more than they used to, without having drifted.
    """

    sensor: Sensor
    frame_seq: int
    """
    First frame since it scatters so.
    """
    since: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """


class Problem(Model):
    """
    Every answer of 400 and above (RFC 9457, `application/problem+json`).
    """

    type: str
    """
    `/problems/<slug>`: a page of this server with the cause and the fix.
    """
    title: str
    status: int
    """
    The HTTP status, repeated.
    """
    detail: str
    """
    What happened in this request and what to do.
    """
    instance: str
    """
    `/requests/<request id>`.
    """
    code: str
    """
    Stable code for programs; the code of the first fault when there are several.
    """
    request_id: str
    """
    Also in the header `X-Request-Id`; quote it when you ask for help.
    """
    errors: list[ProblemFault] | None = None
    tombstone: Tombstone | None = None


class ProvisionalVerdict(Model):
    """
    What an early verdict rests on: its sensor has no baseline yet, and a change among its first blocks is surely beyond the caution limit (docs/scoring-method.md, “Early verdicts”). While it is provisional the tier is at most CAUTION on its account, and `confidence` at most 0.5. Absent once the ordinary statistic has confirmed it.
    """

    sensor: Sensor
    blocks_before: int
    """
    Blocks of the sensor before the change.
    """
    blocks_after: int
    """
    And after it, when the breach opened.
    """
    frames_per_block: int
    correlation: float
    """
    ρ: the correlation of neighbouring blocks that was allowed for.
    """
    statistic: float
    """
    W over the possible splits of these blocks, nats.
    """
    limit: float
    """
    The limit it reached, nats.
    """
    drift: float
    """
    How far the blocks after stand from those before, in `unit`; for a camera the angle.
    """
    drift_sd: float
    """
    Its standard deviation, in `unit`.
    """
    unit: Unit


class QueuedWork(Model):
    """
    What people have done about it so far.
    """

    version: int
    state: WorkState
    assignee: str | None
    snoozed_until: str | None
    """
    Null unless it is snoozed now.
    """
    comment: WorkComment | None
    """
    The newest.
    """
    repair_outcome: RepairOutcome | None
    """
    Of the newest repair; null before the first.
    """


class RepairedSensor(Model):
    """
    One sensor after a repair.
    """

    sensor: Sensor
    outcome: RepairOutcome
    compared_with: RepairReference
    unit: Unit
    before_repair: float | None
    """
    How far the sensor was from its baseline when the repair was reported; null where that was not known.
    """
    difference: float | None
    """
    How far the new baseline is from what it is compared with; null while there is none.
    """
    difference_sd: float | None
    """
    Standard deviation of that difference.
    """
    caution_limit: float
    critical_limit: float
    blocks: int
    """
    Blocks of frames the new baseline was learnt from.
    """
    blocks_needed: int
    """
    So many it takes before it is judged.
    """


class RescoreOutcome(Model):
    """
    What a vehicle's frames lead to under one set of settings.
    """

    tier: Tier
    tier_changes: int
    breaches: int
    first_breach_at: str | None
    """
    Capture time of the frame; null without a breach.
    """
    breaches_at: list[str]
    """
    When each breach was opened, in capture time, in order; the first fifty.
    """


class RescoredVehicle(Model):
    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    frames: int
    differs: bool
    """
    Tiers or breaches come at other frames.
    """
    present: RescoreOutcome
    proposed: RescoreOutcome


class RotatedApiKey(Model):
    """
    The key that takes another one's place, and how long that one still works.
    """

    id: str
    """
    Public id: the 10 characters after `plumb_live_`. No secret.
    """
    organisation: str
    """
    Whose data the key opens.
    """
    name: str
    """
    What the key is for.
    """
    mode: ApiKeyMode
    status: ApiKeyStatus
    scopes: list[Scope]
    """
    What the key may do.
    """
    fleets: list[str] | None
    """
    Only these fleets; null for all of the organisation.
    """
    created_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    created_by: str | None
    """
    Public id of the key that made it; null for the command line.
    """
    expires_at: str | None
    """
    When it ends by itself; null for never.
    """
    revoked_at: str | None
    """
    When it was revoked; null as long as it is not.
    """
    last_used_at: str | None
    """
    To the minute; null when never used.
    """
    rotated_to: str | None
    """
    Public id of the key that takes its place; null as long as it was not rotated.
    """
    key: str
    """
    The new key. It is shown this once and cannot be found out again.
    """
    previous: ApiKey


class ScenarioEvent(Model):
    """
    Something that happens in the scenario.
    """

    t_s: float
    """
    Seconds.
    """
    type: ScenarioEventType
    delta_v_mps: float | None = None
    """
    Change of speed in the impact, metres a second.
    """
    zone: str | None = None
    """
    `front`, `front-left`, `front-right`, …
    """
    nhtsa_precrash: PreCrashType | None = None


class ScenarioFeedParametersDriftModel(Model):
    type: ScenarioType
    params: dict[str, float]
    """
    The formula's parameters, SI units, angles in degrees.
    """
    axis: list[float]
    """
    Unit axis of the rotation.
    """
    axis_frame: str
    """
    `camera-optical`: `axis` has x right, y down, z forward, as the camera's drift is measured.
    """
    moves: WhatMoves
    common_mode_axis: list[float] | None
    """
    In the vehicle's frame: the axis about which body or reference turn by the trajectory; null where nothing turns in common.
    """
    sensors: list[MovedSensor]
    """
    The sensors whose mounts move; none unless `mount`.
    """
    distributions: dict[str, ParameterDistribution] | None = None
    """
    Of a logical scenario: what its parameters are drawn from (docs/scenarios.md says how). Then `params` is the case in the middle, and all that follows from it is that case's. A parameter that is not named keeps its value.
    """
    ranges: dict[str, list[float]]
    """
    Within what each of `params` is plausible, to sample further scenarios from. The model's, but for fitted parameters, which have the interval of `provenance.fit`.
    """


class ScenarioFeedParametersTruthExpectedItem(Model):
    t_s: float
    """
    Seconds.
    """
    event: ExpectedEvent
    to: Tier | None = None


class ScenarioFeedParametersTruthAllowedItem(Model):
    to: Tier
    from_s: float
    """
    Seconds.
    """
    because: AllowedBecause


class ScenarioFeedParametersTruth(Model):
    """
    What a detector should find.
    """

    onset_s: float | None
    """
    When the drift begins; null when there is none.
    """
    is_sensor_fault: bool
    """
    False for scenarios that must not be flagged as sensor drift.
    """
    expected: list[ScenarioFeedParametersTruthExpectedItem]
    """
    What the truth itself warrants, at the earliest, without noise: the first signal, and each tier the first time it is reached. Empty where nothing may be flagged.
    """
    allowed: list[ScenarioFeedParametersTruthAllowedItem] | None = None
    """
    From when on a tier is no false alarm by the service's rules: CAUTION from half its limit, CRITICAL from its limit or from the 20th sample after the CAUTION limit was reached. Sooner than `expected`, which has the limits; what comes after `expected` is late. Empty where no tier may be raised at all; absent in feeds of earlier versions.
    """
    detector: ScenarioFeedParametersTruthDetector
    """
    What `expected` was worked out with: a tabular CUSUM over the samples of the trajectory, and the service's limits.
    """


class ScenarioFeedProvenance(Model):
    kind: ScenarioOrigin
    vehicle_id: str | None = None
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    evidence_event_id: str | None = None
    """
    Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32).
    """
    measured: list[str]
    """
    JSON pointers of what comes from measurements; everything else is the request's or the model's (docs/scenarios.md).
    """
    n_vehicles: int
    """
    Vehicles whose measurements went in.
    """
    privacy: str
    """
    What was done to what was measured, in words.
    """
    window: ScenarioFeedProvenanceWindow | None = None
    """
    The piece of history that was replayed or fitted.
    """
    fit: ScenarioFit | None = None


class ScenarioListItem(Model):
    """
    A kept scenario as lists show it.
    """

    scenario_id: str
    """
    Derived from the inputs: the same inputs give the same id.
    """
    scenario_type: ScenarioType
    origin: ScenarioOrigin
    seed: int
    duration_s: float
    """
    Seconds.
    """
    is_sensor_fault: bool
    """
    False for scenarios that must not be flagged as sensor drift.
    """
    vehicle_id: str | None = None
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    evidence_event_id: str | None = None
    """
    Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32).
    """
    made_at: str
    """
    When it was made last.
    """


class ScenarioMount(Model):
    """
    A sensor of the vehicle in the scenario; what is left out is the usual one's of its kind.
    """

    id: str
    """
    Its name in the scenario, used once.
    """
    kind: Sensor
    baseline: Pose | None = None
    """
    In the vehicle's frame, `vehicle_T_sensor`; the usual place of its kind.
    """
    hfov_deg: float | None = None
    """
    Horizontal field of view, degrees; of a camera, which is a pinhole, at most 170.
    """
    vfov_deg: float | None = None
    """
    Vertical field of view, degrees; of a camera at most 170.
    """
    range_m: float | None = None
    """
    Farthest distance of interest, metres.
    """


class ScenarioSensor(Model):
    """
    A sensor at the beginning of the scenario. Baseline, fields of view, range and intrinsics are the model's, not the vehicle's.
    """

    id: str
    """
    `cam_front`, `radar_front` or `lidar_top`, or as the request names them.
    """
    kind: Sensor
    frame: str
    """
    `iso8855/rear-axle-ground`: origin on the ground below the middle of the rear axle, x forward, y left, z up.
    """
    pose_is: str
    """
    `vehicle_T_sensor`: takes a point from the sensor's frame to the vehicle's.
    """
    axes: str
    """
    `x-forward y-left z-up`: the sensor's own frame, x along its line of sight. A camera's optical frame (x right, y down, z forward) is this one turned: optical (a, b, c) is (c, −a, −b).
    """
    baseline: Pose
    now: Pose
    covariance_6x6: list[float]
    """
    Of Δ, where now = baseline ∘ Δ and Δ is in the sensor's frame: 6×6 row-major, order tx, ty, tz, roll, pitch, yaw; m², m·rad, rad².
    """
    measured_dof: list[DegreeOfFreedom]
    """
    Which of the six were measured; those of the others are the model's (docs/scenarios.md): no movement, and the spread of an ordinary mount.
    """
    range_bias_m: float | None
    """
    Radar: change of the range bias, metres; a radar that reads too far is shown as one that stands as much farther back. Null for other sensors.
    """
    registration_error_m: float | None
    """
    Lidar: rise of the registration error, metres. It has a size and no direction, so that `now` stays at the baseline. Null for other sensors.
    """
    hfov_deg: float
    """
    Horizontal field of view, degrees.
    """
    vfov_deg: float
    """
    Vertical field of view, degrees.
    """
    range_m: float
    """
    Farthest distance of interest, metres.
    """
    intrinsics: CameraIntrinsics | None
    """
    Null for sensors that are no camera.
    """
    part_number: str | None
    """
    `camera_part_number`, `radar_part_number` or `lidar_part_number` of the frame's metadata; null where it has none.
    """
    clock_offset_ms: float
    """
    How far the sensor's clock is ahead at the beginning, milliseconds.
    """


class StreamEnd(Model):
    """
    `data` of the stream's last event `end`. After it the connection is closed.
    """

    reason: StreamEndReason
    detail: str


class TelemetryBatch(Model):
    """
    Up to 10 000 frames in one body.
    """

    frames: list[TelemetryFrame]


class VehicleList(Model):
    """
    One page of vehicles.
    """

    data: list[VehicleListItem]
    has_more: bool
    """
    True when another page follows.
    """
    next_cursor: str | None
    """
    Give it back as `cursor` for the next page; null on the last page.
    """


class VehicleSeries(SeriesTable):
    """
    Residuals, CUSUM and T² of one vehicle over time, in columns, ready to be charted.
    """

    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    from_: Annotated[str | None, Field(alias="from")]
    """
    Capture time of the first frame covered; null when there is none.
    """
    to: str | None
    """
    Capture time of the last frame covered; null when there is none.
    """
    frames: int
    """
    Frames in the range, or new since the cursor.
    """
    continues: bool
    """
    True when the points follow those that the cursor stood behind: add them. False when this is the whole range: no cursor was given, or what came before has changed (a frame came late, the scoring is another one, or there is too much to add).
    """
    next_cursor: str | None
    """
    Give it back as `cursor` for what is new by then. Null where `to` ends the range.
    """
    downsampled: bool
    """
    True when a point stands for several frames. A point then holds its last frame; `…_min` and `…_max` hold the extremes.
    """
    timestamps: list[str]
    """
    Capture times, one a point, oldest first.
    """
    frame_seqs: list[int]
    """
    Journal number of each point's last frame.
    """
    tiers: list[Tier]
    """
    The worst tier among the point's frames.
    """
    decided_by: list[DecidedBy] | None = None
    """
    What set that tier, at the newest frame that had it.
    """
    channels: list[ChannelSeries]
    """
    The channels that reported in the range, in fixed order.
    """
    cusum_statistic: list[float | None]
    """
    The sequential statistic W, nats; null while learning, and when no start of a change is likelier than none.
    """
    cusum_statistic_max: list[float | None] | None = None
    """
    Largest W of the point's frames.
    """
    cusum_limits: CusumLimits
    chart_design: VehicleSeriesChartDesign | None = None
    """
    What the charts that explain are designed for: the settings in force.
    """
    camera_drift: list[float | None] | None = None
    """
    Angle of the estimated camera drift, degrees; absent when no camera reported in the range.
    """
    camera_drift_sd: list[float | None] | None = None
    """
    Its standard deviation, degrees.
    """
    t2: list[float | None]
    """
    T² of the frame; null while learning.
    """
    t2_max: list[float | None] | None = None
    """
    Largest T² of the point's frames.
    """
    t2_limit: list[float | None]
    """
    Upper limit of T² for the frame's sensors; null while learning.
    """
    earlier_scoring: EarlierScoring | None = None


class VehicleWorkAcknowledged(Model):
    """
    Null once the vehicle became worse, or was calm in between: that is another fault.
    """

    entry: int
    at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    by: WorkActor


class VehicleWorkSnooze(Model):
    entry: int
    at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    by: WorkActor
    until: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    ended: SnoozeEnd | None
    """
    Null while it holds.
    """


class VehicleWorkChangedEventData(Model):
    entry: int
    """
    Number of the entry; `GET /v1/vehicles/{vehicle_id}/work` has it.
    """
    action: WorkAction
    by: WorkActor
    state: WorkState
    assignee: str | None
    """
    Who is to do it; null: nobody.
    """
    repair_outcome: RepairOutcome | None
    """
    Of the newest repair; null before the first.
    """


class VehicleWorkChangedEvent(Model):
    """
    Somebody did something about a vehicle, or the check of a repair was decided.
    """

    id: str
    """
    Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading.
    """
    type: Literal["vehicle.work_changed"]
    occurred_at: str
    """
    When it happened: capture time of the frame that caused it, else by the service's clock.
    """
    recorded_at: str
    """
    When the service recorded it.
    """
    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    fleet_id: str
    """
    Fleet of the vehicle after the event.
    """
    tier: Tier
    data: VehicleWorkChangedEventData


class VerdictNote(Model):
    """
    Why a verdict says two things that seem not to go together.
    """

    code: VerdictNoteCode
    text: str
    """
    For a person, in one or two sentences.
    """


class Webhook(Model):
    """
    Where events are sent, which of them, and how that goes.
    """

    id: str
    """
    The webhook's identifier.
    """
    url: str
    """
    Where it is sent: an `https` address without user, password or fragment, whose host has public addresses only; for the format `email`, `mailto:` and up to 10 addresses separated by commas.
    """
    description: str
    """
    What it is for, for a person.
    """
    event_types: list[str] | None
    """
    Only these types of events, as in `type` of an event; null for every type.
    """
    fleets: list[str] | None
    """
    Only events of vehicles in these fleets; null for all, events without a vehicle included. A key that is limited to fleets makes webhooks for these alone.
    """
    format: WebhookFormat
    enabled: bool
    """
    Whether events are sent to it.
    """
    disabled_reason: WebhookDisabledReason | None
    disabled_at: str | None
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    previous_secret_expires_at: str | None
    """
    Until then messages bear a signature by the secret before, too; null when there is none.
    """
    pending: int
    """
    Deliveries that wait for their next attempt.
    """
    dead: int
    """
    Dead letters kept: deliveries that were given up.
    """
    failing_since: str | None
    """
    Since when no attempt was accepted; null when the last one was, and before the first.
    """
    last_success_at: str | None
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    created_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    updated_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """


class WebhookAttempt(Model):
    """
    One attempt of a delivery.
    """

    at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    duration_ms: int
    """
    How long the attempt took.
    """
    status: int | None
    """
    Status of the answer: of HTTP, or of SMTP for a mail; null when none came.
    """
    error: WebhookDeliveryError | None
    response: str
    """
    The first bytes of the answer, characters that cannot be seen replaced; or what the connection failed with.
    """


class WebhookCreation(Model):
    """
    A webhook to be made. All but `url` may be left out: every type, every fleet of the key, `standard`.
    """

    url: str
    """
    Where it is sent: an `https` address without user, password or fragment, whose host has public addresses only; for the format `email`, `mailto:` and up to 10 addresses separated by commas.
    """
    description: str | None = None
    """
    What it is for, for a person.
    """
    event_types: list[str] | None = None
    """
    Only these types of events, as in `type` of an event; null for every type.
    """
    fleets: list[str] | None = None
    """
    Only events of vehicles in these fleets; null for all, events without a vehicle included. A key that is limited to fleets makes webhooks for these alone.
    """
    format: WebhookFormat | None = None
    enabled: bool | None = None
    """
    True when left out.
    """


class WebhookDelivery(Model):
    """
    One event on its way to one webhook, and every attempt to bring it there.
    """

    id: str
    """
    The delivery's identifier.
    """
    webhook_id: str
    """
    The webhook it goes to.
    """
    event_id: str
    """
    The event's id, which is also `webhook-id` of the message, in each of its attempts.
    """
    event_type: str
    """
    The event's type; `webhook.test` for a test.
    """
    vehicle_id: str | None
    """
    The vehicle the event is about; null for none.
    """
    status: WebhookDeliveryStatus
    created_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    next_attempt_at: str | None
    """
    Not before then it is attempted again; null when nothing more is planned, or an earlier event of the same vehicle goes first.
    """
    attempts: list[WebhookAttempt]
    """
    Latest last; the last 20.
    """


class WebhookDeliveryDetail(Model):
    """
    A delivery with the event it carries.
    """

    id: str
    """
    The delivery's identifier.
    """
    webhook_id: str
    """
    The webhook it goes to.
    """
    event_id: str
    """
    The event's id, which is also `webhook-id` of the message, in each of its attempts.
    """
    event_type: str
    """
    The event's type; `webhook.test` for a test.
    """
    vehicle_id: str | None
    """
    The vehicle the event is about; null for none.
    """
    status: WebhookDeliveryStatus
    created_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    next_attempt_at: str | None
    """
    Not before then it is attempted again; null when nothing more is planned, or an earlier event of the same vehicle goes first.
    """
    attempts: list[WebhookAttempt]
    """
    Latest last; the last 20.
    """
    event: dict[str, Any]
    """
    The event, as the format `standard` sends it.
    """


class WebhookDeliveryList(Model):
    """
    One page of a webhook's deliveries.
    """

    data: list[WebhookDelivery]
    """
    Latest first.
    """
    has_more: bool
    next_cursor: str | None


class WebhookDisabledEventData(Model):
    webhook_id: str
    description: str
    """
    What the webhook is for.
    """
    reason: WebhookFailure
    failing_since: str | None
    """
    Since when nothing was accepted.
    """


class WebhookDisabledEvent(Model):
    """
    A webhook has disabled itself: its receiver is gone, or failed for days. Seen by keys that see every fleet.
    """

    id: str
    """
    Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading.
    """
    type: Literal["webhook.disabled"]
    occurred_at: str
    """
    When it happened: capture time of the frame that caused it, else by the service's clock.
    """
    recorded_at: str
    """
    When the service recorded it.
    """
    data: WebhookDisabledEventData


class WebhookList(Model):
    """
    The webhooks the key may see.
    """

    data: list[Webhook]
    """
    Oldest first; all of them.
    """
    has_more: bool
    next_cursor: str | None


class WorkCommand(Model):
    """
    What to do with the work on a vehicle.
    """

    action: WorkCommandAction
    comment: str | None = None
    """
    A note for whoever looks at it next; of `repaired` it is the reason kept with the baseline. Needed for `comment` and `repaired`; not taken with `undo`.
    """
    assignee: str | None = None
    """
    Who is to do it: a name, an address, a workshop; it need not be known here. Null: nobody. With `assign` only, which needs it.
    """
    until: str | None = None
    """
    When a snoozed vehicle comes back: at most 400 days ahead. With `snooze` only, which needs it.
    """
    entry: int | None = None
    """
    Which entry is taken back. With `undo` only, which needs it.
    """


class WorkQueueItem(Model):
    """
    What to do next with one vehicle, and why.
    """

    rank: int
    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    fleet_id: str
    region: str | None
    """
    Null when none was ever given.
    """
    tier: Tier
    decided_by: DecidedBy | None = None
    recommended_action: RecommendedAction
    to_do: str | None = None
    """
    The same as an instruction for a person.
    """
    probable_fault_source: FaultSource
    why: str
    """
    One sentence for a person: what moved, by how much, and since when it counts as such. When the change began: `change_began` of the vehicle.
    """
    since: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    evidence_id: str | None
    """
    Evidence of the open breach; null when none is open.
    """
    e_value: float
    """
    Evidence that the vehicle has changed, as an e-value (e^W over six times its frames): without a change its mean is at most 1.
    """
    discovery: bool
    """
    Among the vehicles that `false_discovery_rate` is stated for.
    """
    priority: float
    """
    What the rank goes by; larger is more urgent.
    """
    work: QueuedWork | None = None
    earlier_scoring: EarlierScoring | None = None


class AuditList(Model):
    """
    One page of the organisation's audit log.
    """

    data: list[AuditRecord]
    """
    Latest first.
    """
    has_more: bool
    """
    True when another page follows.
    """
    next_cursor: str | None
    """
    Give it back as `cursor` for the next page; null on the last page.
    """


Event = TypeAliasType(
    "Event",
    VehicleTierChangedEvent
    | BreachOpenedEvent
    | BreachClosedEvent
    | EvidenceIssuedEvent
    | VehicleSilentEvent
    | VehicleRecoveredEvent
    | VehicleBaselineChangedEvent
    | VehicleWorkChangedEvent
    | KeyExpiringEvent
    | WebhookDisabledEvent,
)
"""
Something that happened, as the event stream, webhooks and the list of events tell it. Members and types may be added: leave alone what you do not know.
"""


class EventList(Model):
    """
    Events since a position.
    """

    data: list[Event]
    """
    In the order of recording, the oldest first.
    """
    has_more: bool
    """
    Whether more is there already.
    """
    next_cursor: str
    """
    To be given back as `after`, now or later, for what follows. It is always there.
    """


class EvidenceList(Model):
    """
    One page of issued evidence.
    """

    data: list[EvidenceListItem]
    """
    Latest first.
    """
    has_more: bool
    """
    True when another page follows.
    """
    next_cursor: str | None
    """
    Give it back as `cursor` for the next page; null on the last page.
    """


class FleetRescore(Model):
    """
    The same stored frames under the present and under other settings. Nothing was changed.
    """

    vehicles: list[RescoredVehicle]
    """
    By vehicle id.
    """
    frames: int
    differing: int
    """
    Vehicles whose verdicts differ.
    """
    breaches_present: int
    breaches_proposed: int
    as_of: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """


class RepairCheck(Model):
    """
    The newest repair, and whether it restored the vehicle.
    """

    entry: int
    at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    by: WorkActor
    comment: str
    outcome: RepairOutcome
    why: str
    """
    One or two sentences for a person: which sensor is where, against what.
    """
    decided_at: str | None
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    sensors: list[RepairedSensor]
    """
    Not restored ones first.
    """


class ResidualScore(Model):
    """
    The verdict on one frame. `evidence_id` is present when the frame caused a CUSUM breach of its vehicle or falls into an open one; one breach has one evidence id.
    """

    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    tier: Tier
    residual_score: float
    """
    √(T²/d) over the d channels of the frame: about 1 is ordinary noise, whatever sensors are present.
    """
    mahal_distance: float | None = None
    """
    Mahalanobis distance √T²; absent while the baseline is learning.
    """
    confidence: float
    """
    Probability that the stated tier is right; at most 0.5 while the baseline is learning or the verdict is provisional.
    """
    evidence_id: str | None = None
    """
    Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32).
    """
    recommended_action: RecommendedAction
    cusum_triggered: bool
    """
    True when the CUSUM test breached and the breach is still open.
    """
    probable_fault_source: FaultSource
    timestamp: str
    """
    The frame's time, exactly as received.
    """
    request_id: str
    """
    Also in the header `X-Request-Id`.
    """
    frame_seq: int
    """
    Number of this frame in its vehicle's journal, as in evidence.
    """
    baseline: Baseline
    baseline_covers_hours: int | None = None
    """
    Hours of the day (UTC) in which the vehicle was heard since its baseline began; of several sensors, of the one heard in the fewest. Until a swing that comes back every day is known or ruled out, larger shifts pass for it: `baseline.channels[].harmless_shift` of the vehicle says how large.
    """
    cusum_statistic: float | None = None
    """
    The sequential statistic W, nats (docs/scoring-method.md); absent while the baseline is learning, and when no start of a change is likelier than none.
    """
    cusum_limits: CusumLimits
    deciding_window: DecidingWindow | None = None
    provisional: ProvisionalVerdict | None = None
    contributions: list[Contribution]
    """
    One entry for each channel the frame carries.
    """
    measurements: Measurements
    thresholds: ResidualScoreThresholds
    """
    What decided the tier.
    """
    source_probabilities: ResidualScoreSourceProbabilities
    """
    Probability that each sensor takes part in the change.
    """
    change_point: ChangePoint | None = None
    trend: DriftTrend | None = None
    noise: list[NoiseGrowth] | None = None
    """
    Sensors that scatter far more than they used to, and since when; absent when none does.
    """
    outlier: bool
    """
    A single frame that ordinary noise does not explain (p < 0.0001). It changes no tier by itself.
    """
    late: bool
    """
    More than 10 minutes older than the newest frame of the vehicle: scored, but no detector moved.
    """
    duplicate: bool
    """
    This very frame was counted before; the verdict is the one it had then.
    """
    notes: list[VerdictNote] | None = None
    """
    For whoever wonders at the verdict; absent when there is nothing to explain.
    """
    warnings: list[str]
    """
    Codes such as `rotation_not_orthonormal` or `correlated_channels`; often empty.
    """


class ScenarioFeedParametersInitialDriftState(Model):
    tier: Tier
    camera_drift_deg: float
    """
    Degrees: the angle between baseline and now of the first camera (`cam_front`).
    """
    sensors: list[ScenarioSensor]
    """
    The vehicle's sensors; the service scores the first of each kind.
    """


class ScenarioFeedParameters(Model):
    initial_drift_state: ScenarioFeedParametersInitialDriftState
    visualizer: ScenarioFeedParametersVisualizer
    drift_model: ScenarioFeedParametersDriftModel
    trajectory: ScenarioFeedParametersTrajectory
    """
    The drift over the scenario, added to the initial drift.
    """
    drift_samples: DriftSamples
    truth: ScenarioFeedParametersTruth
    """
    What a detector should find.
    """
    events: list[ScenarioEvent]
    """
    In order of time.
    """
    environment: ScenarioEnvironment
    road: ScenarioRoad
    actors: list[ScenarioActor]
    tags: ScenarioTags


class ScenarioFeed(Model):
    """
    Parameters of one scenario for a visualizer or a simulation team; SI units, degrees for angles.
    """

    scenario_type: ScenarioType
    schema_: Annotated[str, Field(alias="schema")]
    """
    `scenario-feed/1`.
    """
    scenario_id: str
    """
    Derived from the inputs: the same inputs give the same id.
    """
    generator: ScenarioFeedGenerator
    seed: int
    rng: str
    """
    `fmix32-counter/1`: the counter-based generator of the trajectories.
    """
    level: ScenarioLevel
    sampled_from: str | None = None
    """
    Id of the logical scenario whose distributions `params` were drawn from.
    """
    parameters: ScenarioFeedParameters
    provenance: ScenarioFeedProvenance
    exports: list[ScenarioFeedExport]
    """
    The formats that the request asked for; every other one can be fetched all the same.
    """


class ScenarioFeedRequest(Model):
    """
    Every member may be left out or null. With no vehicle and no evidence named, the worst vehicle of the fleet is taken. The same request against the same fleet state gives the same feed.
    """

    scenario_type: ScenarioType | None = None
    vehicle_id: str | None = None
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    evidence_id: str | None = None
    """
    Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32).
    """
    duration_s: float | None = None
    map_center: list[float] | None = None
    """
    [latitude, longitude], degrees.
    """
    seed: int | None = None
    origin: ScenarioOrigin | None = None
    """
    What the scenario is made from. `synthetic`: nothing measured, with no vehicle named; `replay`: what the vehicle's sensor went through; `fitted`: the formula, fitted to that. Left out: the formula from the vehicle's state on, or `synthetic` in an empty fleet.
    """
    level: ScenarioLevel | None = None
    """
    `concrete` where left out. A replay is always concrete: what happened has no ranges.
    """
    params: dict[str, float] | None = None
    """
    Values for parameters of the formula, by name, within `drift_model.ranges` of that type and length; the others keep theirs. In a logical scenario they are fixed. Not with `replay` or `fitted`, which find their own.
    """
    sensors: list[ScenarioMount] | None = None
    """
    The vehicle's sensors; left out: `cam_front`, `radar_front`, `lidar_top`. The first of each kind is the one the service scores and the scenario moves; the others stay in place.
    """
    sampled_from: str | None = None
    """
    Draws a concrete scenario from this kept logical one, by `seed`. All else comes from it: only `seed` and `exports` may be given besides.
    """
    exports: list[ExportFormat] | None = None
    """
    Formats to write at once: their addresses and digests are in `exports` of the answer. Every format can be fetched without it.
    """


class ScenarioList(Model):
    """
    One page of kept scenarios.
    """

    data: list[ScenarioListItem]
    """
    Latest made first.
    """
    has_more: bool
    """
    True when another page follows.
    """
    next_cursor: str | None
    """
    Give it back as `cursor` for the next page; null on the last page.
    """


class VehicleDetail(Model):
    """
    Everything known of one vehicle: tier, baseline, live extrinsics, breach, history.
    """

    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    fleet_id: str
    """
    Last known fleet; `default` when none was ever given.
    """
    region: str | None
    """
    Last known region; null when none was ever given.
    """
    attributes: dict[str, str | float | bool] | None = None
    """
    What the vehicle's frames say of it in `metadata`, beside fleet, region and position: strings, numbers and booleans, nested members by dotted name. The newest value of each stays until a frame gives another; null or an empty string takes it away. At most 32, names up to 64 and strings up to 128 characters. A number that changes is taken at most once a minute of capture time.
    """
    position: VehicleDetailPosition | None = None
    """
    Null until a frame gives one.
    """
    tier: Tier
    tier_since: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    decided_by: DecidedBy
    notes: list[VerdictNote] | None = None
    """
    For whoever wonders at the verdict; absent when there is nothing to explain.
    """
    recommended_action: RecommendedAction
    to_do: str | None = None
    """
    The action as an instruction for a person, also where none is recommended: that it is still learning, silent, or being checked after a repair. Action, instruction, sentence and source are the queue's: by the vehicle's own verdict, or by a repair that did not restore it.
    """
    why: str
    """
    For whoever has to act: what moved, by how much, since when, beyond which limit, or what a repair left; for a vehicle without an action, why there is none. The queue's sentence, word for word.
    """
    probable_fault_source: FaultSource
    confidence: float
    silent: bool
    """
    Nothing was heard within the silence limit.
    """
    first_frame_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    last_frame_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    last_received_at: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """
    frames: int
    """
    Frames counted so far.
    """
    monitored_sensors: list[Sensor]
    """
    Sensors heard often enough to be judged. A sensor not listed is not known to be in order.
    """
    measurements: Measurements
    cusum_statistic: float | None
    """
    After the latest frame; null while learning.
    """
    cusum_limits: CusumLimits
    sensor_limits: VehicleDetailSensorLimits
    """
    How far each sensor may be out before it matters: the settings in force.
    """
    baseline: VehicleDetailBaseline
    baseline_covers_hours: int | None = None
    """
    Hours of the day (UTC) in which the vehicle was heard since its baseline began; of several sensors, of the one heard in the fewest. Until a swing that comes back every day is known or ruled out, larger shifts pass for it: `baseline.channels[].harmless_shift` of the vehicle says how large.
    """
    extrinsics: VehicleDetailExtrinsics
    """
    Where the sensors are now, as estimated from the latest frames.
    """
    reference: ReferenceResult | None
    """
    Registered reference extrinsics; null when none are.
    """
    open_breach: VehicleDetailOpenBreach | None
    """
    Null when no breach is open.
    """
    earlier_scoring: EarlierScoring | None = None
    provisional: ProvisionalVerdict | None = None
    change_point: ChangePoint | None
    """
    Null when no breach is open.
    """
    change_began: VehicleDetailChangeBegan | None
    """
    Null when no breach is open.
    """
    trend: DriftTrend | None
    """
    Null when no breach is open, or too little was heard of the drift.
    """
    work: QueuedWork | None = None
    noise: list[NoiseGrowth]
    """
    Sensors that scatter far more than they used to, and since when.
    """
    tier_history: list[VehicleDetailTierHistoryItem]
    """
    Latest first.
    """


class VehicleWork(Model):
    """
    The work on a vehicle: where it stands, and what was done.
    """

    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    recommended_action: RecommendedAction
    version: int
    """
    Number of the newest entry, 0 before the first. `If-Match` takes it in quotes: the command is refused where somebody was quicker.
    """
    state: WorkState
    assignee: str | None
    acknowledged: VehicleWorkAcknowledged | None
    """
    Null once the vehicle became worse, or was calm in between: that is another fault.
    """
    snooze: VehicleWorkSnooze | None
    comment: WorkComment | None
    """
    The newest.
    """
    repair: RepairCheck | None
    data: list[WorkEntry]
    """
    What was done, latest first.
    """
    has_more: bool
    """
    True when another page follows.
    """
    next_cursor: str | None
    """
    Give it back as `cursor` for the next page; null on the last page.
    """


class WorkQueue(Model):
    """
    The ranked work list of the fleet.
    """

    data: list[WorkQueueItem]
    """
    Most urgent first. Vehicles with nothing to do are not listed, nor snoozed ones unless `state` asks for them; those a repair did not restore, and reopened ones, are.
    """
    snoozed_count: int | None = None
    """
    Vehicles with something to do that are snoozed, in the fleets asked for.
    """
    false_discovery_rate: float
    """
    Of the vehicles marked `discovery`, the expected share that has not changed is at most this, by the e-BH rule over all vehicles in sight.
    """
    as_of: str
    """
    RFC 3339 date-time in UTC, with `Z`.
    """


class WorkResult(Model):
    """
    The work on a vehicle after a command, and the entry it made.
    """

    vehicle_id: str
    """
    Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit.
    """
    recommended_action: RecommendedAction
    version: int
    """
    Number of the newest entry, 0 before the first. `If-Match` takes it in quotes: the command is refused where somebody was quicker.
    """
    state: WorkState
    assignee: str | None
    acknowledged: WorkResultAcknowledged | None
    """
    Null once the vehicle became worse, or was calm in between: that is another fault.
    """
    snooze: WorkResultSnooze | None
    comment: WorkComment | None
    """
    The newest.
    """
    repair: RepairCheck | None
    entry: WorkEntry
