/** Written by generate-contract.ts from the published OpenAPI document; not to be changed by hand. */

export interface paths {
    readonly "/v1/telemetry/ingest": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Ingest one frame or a batch
         * @description Takes one frame, an array of frames, `{"frames": […]}` or NDJSON (one frame a line). An answer means: durable on disk. A frame that was counted before is a duplicate and moves nothing, so sending again is always safe.
         */
        readonly post: operations["ingestTelemetry"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/score/residual": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Score one frame
         * @description Ingests the frame if it is new and answers the verdict: tier, residual, Mahalanobis distance, CUSUM, probable fault source, action. Ingesting a frame and then scoring the same frame moves the detectors once.
         */
        readonly post: operations["scoreResidual"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/{event_id}/bundle": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a signed evidence bundle
         * @description The exact bytes as issued: canonical JSON (RFC 8785), never changed afterwards.
         */
        readonly get: operations["getEvidenceBundle"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/{event_id}/frames": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the frames behind a bundle
         * @description The frames file whose digests the bundle signs, byte for byte: NDJSON, one frame record a line.
         */
        readonly get: operations["getEvidenceFrames"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/{event_id}/sigstore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get evidence as a Sigstore bundle
         * @description The signature, the log's proof and the time stamps of the bundle as a Sigstore bundle v0.3, for verifiers that speak that format. Made from the bundle alone; the core and the frames stay outside, as the subjects of the statement.
         */
        readonly get: operations["getEvidenceSigstore"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the keyring
         * @description Its newest version in the DSSE envelope the root keys signed: which keys sign evidence, and from which leaf of the log to which. Believe it by root keys you have from elsewhere.
         */
        readonly get: operations["getKeyring"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/keys/history": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get every version of the keyring
         * @description Canonical JSON: all versions, each with the proof of its place in the log. `plumbline evidence verify --keyring` takes it.
         */
        readonly get: operations["getKeyringHistory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/keys/{keyid}.pem": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a public evidence key
         * @description For openssl. Keys that have ended stay here; where in the log one counts, only the keyring says.
         */
        readonly get: operations["getEvidenceKey"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/.well-known/jwks.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the evidence keys as a JSON Web Key Set
         * @description The keys that were not revoked (RFC 7517). It cannot say where in the log a key counts.
         */
        readonly get: operations["getKeySet"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/policy": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the log's policy
         * @description Which log and which witnesses the keyring names, as c2sp.org/tlog-policy writes it.
         */
        readonly get: operations["getLogPolicy"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/specs/{sha256}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the scoring method a bundle names
         * @description The text whose SHA-256 is `scoring.specification_sha256` in evidence of this service.
         */
        readonly get: operations["getSpecification"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/scorers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the frozen scorers
         * @description Of each scoring version the module that recomputes its evidence, by digest, and where the log says that it is used.
         */
        readonly get: operations["listScorers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/scorers/{sha256}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the scorer a bundle names
         * @description The ES module whose SHA-256 is `scoring.scorer_sha256`. It imports nothing. Hash it before you run it.
         */
        readonly get: operations["getScorer"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/trusted-root": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the trusted root for Sigstore's verifiers
         * @description The log's key and the time-stamp authorities as `trusted_root.json`. What a service says of itself is no reason to trust it: compare it with what was published elsewhere.
         */
        readonly get: operations["getTrustedRoot"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/{event_id}/redacted": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the frames with some of them withheld
         * @description The frames file with `{"leaf":"<hex>","seq":n}` in place of each withheld line: the Merkle root the bundle signs still comes out. Hand it over with the same bundle.
         */
        readonly get: operations["getRedactedFrames"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/{event_id}/custody": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get what was done with evidence after its issue
         * @description Who was given it and when, legal holds, erasure: signed records, each holding the digest of the one before, with their proofs from the log. It outlives the evidence.
         */
        readonly get: operations["getEvidenceCustody"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/{event_id}/legal-hold": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Set or release a legal hold
         * @description As long as a hold is on evidence it cannot be erased.
         */
        readonly post: operations["setLegalHold"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/{event_id}/erasure": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Erase evidence for good
         * @description Removes bundle and frames and leaves a signed tombstone. The entry in the log stays, and so does the vehicle's journal: see docs/evidence-format.md.
         */
        readonly post: operations["eraseEvidence"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/{event_id}/archive": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get everything about a piece of evidence as a zip
         * @description Bundle, frames, their parts, reports, an offline verifier (`verify.html`), a check with openssl and a shell (`VERIFY.sh`), and a certification form. The same bytes at every call. The trust file in it is a convenience: compare its SHA-256 with one published elsewhere.
         */
        readonly get: operations["getEvidenceArchive"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/{event_id}/report": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a report for people
         * @description HTML, or PDF where `Accept` prefers it; `.html` and `.pdf` behind the path ask for one of them. Bundle and frames are inside. A reading copy: what counts is the bundle.
         */
        readonly get: operations["getEvidenceReport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/{event_id}/report.html": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the report as HTML
         * @description One file without a script; bundle and frames are inside as data blocks.
         */
        readonly get: operations["getEvidenceReportHtml"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/{event_id}/report.pdf": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the report as PDF
         * @description `bundle.json` and `frames.ndjson` are attached, byte for byte.
         */
        readonly get: operations["getEvidenceReportPdf"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Check evidence
         * @description The verifier of the command line, for convenience. Whoever has a reason to doubt this service checks on their own machine: `verify.html`, `VERIFY.sh`, `evidence verify`.
         */
        readonly post: operations["verifyEvidence"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/evidence": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List issued evidence
         * @description Latest first.
         */
        readonly get: operations["listEvidence"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/fleet/health-summary": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count the fleet by tier
         * @description Tier counts, breaches, silence and the ten vehicles to look at first.
         */
        readonly get: operations["getFleetHealthSummary"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/fleet/queue": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Rank what to do next
         * @description One line a vehicle that needs something: what to do, with which sensor, and why; and what people have done about it so far. Snoozed vehicles are left out and counted; they come back when their time is over or they become worse. Filters ask for the work of one person, or in one state.
         */
        readonly get: operations["getWorkQueue"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/limits": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Tell every limit and what is used of it
         * @description What the organisation may have here and has: vehicles, new ones, stored bytes, kept answers; requests and frames a minute; and the limits of one request. Any key may ask. What is used is that of the whole organisation, whichever fleets the key is limited to.
         */
        readonly get: operations["getLimits"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/fleet/rescore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Judge stored frames under other settings
         * @description A what-if: the stored frames are folded again under the present and under the given settings, side by side. Nothing changes.
         */
        readonly post: operations["rescoreFleet"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/fleet/analytics": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show a fleet over time
         * @description Tiers over time and time in tier, breaches and repairs with exposure and exact intervals, drift, detection delays, frames, breaches by month, first breaches by age; in all, and by fleet, region or any attribute. Vehicles are grouped by what they are now; times are capture times.
         */
        readonly get: operations["getFleetAnalytics"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/fleet/shared": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Tell what some vehicles share
         * @description What vehicles of some tier have more often than the others: fleet, region and every attribute, by exact tests, and honest about how many comparisons were made.
         */
        readonly get: operations["getFleetShared"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/fleet/attributes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the attributes of the vehicles
         * @description Every attribute that frames gave in `metadata`, with its commonest values and how many vehicles have each. At most 200 attributes and 20 values of each.
         */
        readonly get: operations["getFleetAttributes"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/fleet/positions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show where the vehicles are
         * @description All vehicles that ever gave a position, in columns, with tier and last receipt: for a map.
         */
        readonly get: operations["getFleetPositions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/vehicles": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List vehicles
         * @description All vehicles the key may see, with tier, drift and recommended action.
         */
        readonly get: operations["listVehicles"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/vehicles/{vehicle_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show one vehicle
         * @description Tier and why, baseline, live extrinsics with their drift, open breach, tier history.
         */
        readonly get: operations["getVehicle"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/vehicles/{vehicle_id}/series": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a vehicle's residuals, CUSUM and T² over time
         * @description In columns, down-sampled to at most `points`; without `from` and `to`, everything stored.
         */
        readonly get: operations["getVehicleSeries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/vehicles/{vehicle_id}/baseline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Learn, freeze or unfreeze a baseline
         * @description `learn` after a repair or calibration: the vehicle is then compared with what follows, not with what was.
         */
        readonly post: operations["commandBaseline"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/vehicles/{vehicle_id}/reference": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Register reference extrinsics
         * @description The camera's intended rotation, for example from the factory. Null withdraws it.
         */
        readonly put: operations["registerReference"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/vehicles/{vehicle_id}/work": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show the work on a vehicle
         * @description Who has seen it, who is to do it, whether it is snoozed, what was noted, and whether the newest repair restored it; then all that was done, latest first. The ETag, or `version` in quotes, is what `If-Match` of a command takes.
         */
        readonly get: operations["getVehicleWork"];
        readonly put?: never;
        /**
         * Acknowledge, assign, snooze, comment, report as repaired, or take back
         * @description `repaired` learns the baseline afresh, which cannot be taken back, and the service then says whether the repair restored the vehicle: it holds the new baseline against the one before the fault, or a registered reference. What people set can be taken back while nobody has set it anew; a comment by the key that wrote it, for 15 minutes, and then its text is gone. With `If-Match` the command is refused (412) where somebody did something in between.
         */
        readonly post: operations["commandWork"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Follow what happens, or read what happened
         * @description As `text/event-stream` (server-sent events) the connection stays open: each event has its `id`, its type as `event` and an `Event` as `data`. A lost connection goes on where it was when `Last-Event-ID` (or `after`) names the last id: nothing is missed or doubled. Quiet streams carry a comment now and then, with an `id` when the position moved. `event: gap` (`EventGap`) tells of events that went before they were read, `event: end` (`StreamEnd`) is the last one before the service closes the connection. As `application/json` it is a page of the events since a position: `next_cursor`, given back as `after`, goes on from there, now or later.
         */
        readonly get: operations["streamEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List webhooks
         * @description Those whose fleets the key may see, all on one page.
         */
        readonly get: operations["listWebhooks"];
        readonly put?: never;
        /**
         * Make a webhook
         * @description From now on events are sent to this address. The answer holds the secret of the signatures, this once.
         */
        readonly post: operations["createWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhooks/{webhook_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show one webhook
         * @description What is sent where, and how that goes.
         */
        readonly get: operations["getWebhook"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a webhook
         * @description With its deliveries: what waits is not sent any more.
         */
        readonly delete: operations["deleteWebhook"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a webhook
         * @description What the body leaves out stays. Deliveries that wait are sent to the new address.
         */
        readonly patch: operations["updateWebhook"];
        readonly trace?: never;
    };
    readonly "/v1/webhooks/{webhook_id}/secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replace a webhook's secret
         * @description For a while messages bear two signatures, so that no receiver has to change at the same moment.
         */
        readonly post: operations["rotateWebhookSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhooks/{webhook_id}/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a test event
         * @description One event of the type `webhook.test`, sent once while the request waits, also to a webhook that is disabled. The answer says how it went.
         */
        readonly post: operations["testWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhooks/{webhook_id}/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List a webhook's deliveries
         * @description Each with its attempts. They are kept for a time and up to a number that the operator sets.
         */
        readonly get: operations["listWebhookDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show one delivery
         * @description With the event it carries.
         */
        readonly get: operations["getWebhookDelivery"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a delivery again
         * @description Now, and with all its retries, under the same `webhook-id`: whatever became of it before.
         */
        readonly post: operations["replayWebhookDelivery"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhooks/{webhook_id}/replay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send dead letters again
         * @description Those of a time range, oldest first, up to 1 000 at once.
         */
        readonly post: operations["replayWebhookDeadLetters"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/risk/scenario-feed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make the parameters of a drift scenario
         * @description For a visualizer or a simulation team. Deterministic in its inputs and seed; the body may be left out. It is kept under its `scenario_id`, the newest 1,000 of an organisation and up to 64 MiB of them.
         */
        readonly post: operations["createScenarioFeed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/scenarios": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the scenarios that were made
         * @description Latest made first. A key for certain fleets sees those of its vehicles, and those that are about none.
         */
        readonly get: operations["listScenarios"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/scenarios/{scenario_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a scenario that was made
         * @description The feed as it was answered when it was made.
         */
        readonly get: operations["getScenario"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a scenario
         * @description The same request to make it gives it back, as long as the fleet is as it was.
         */
        readonly delete: operations["deleteScenario"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/scenarios/{scenario_id}/exports/{export_format}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a scenario in another format
         * @description For simulators and viewers: OpenSCENARIO, OpenDRIVE, OSI, OpenLABEL, CARLA, MCAP, CSV. The same bytes each time from one version of the service.
         */
        readonly get: operations["getScenarioExport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List API keys
         * @description Keys of the organisation, ended ones too; a key limited to fleets sees those that are limited to some of them.
         */
        readonly get: operations["listKeys"];
        readonly put?: never;
        /**
         * Make an API key
         * @description The key is in the answer and nowhere else. It may do no more than the key that makes it: no scope, no fleet and no day beyond. A repeat under the same Idempotency-Key gets the same answer only under the same API key: the answer is kept sealed with it.
         */
        readonly post: operations["createKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/keys/self": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show the key that asks
         * @description What the key of this request may do and when it ends. Any key may ask.
         */
        readonly get: operations["getOwnKey"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/keys/{key_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show one API key
         * @description Everything but the key itself.
         */
        readonly get: operations["getKey"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/keys/{key_id}/rotate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Put a new key in an old one's place
         * @description The new key has the old one's name, scopes and fleets. The old one goes on working for `overlap_s`, a day when left out. What holds for repeats of `createKey` holds here.
         */
        readonly post: operations["rotateKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/keys/{key_id}/revoke": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * End an API key
         * @description For good, within a second on every server. Revoking a revoked key changes nothing. A key cannot end one that may do more than itself.
         */
        readonly post: operations["revokeKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/audit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the audit log
         * @description Each failed authentication and authorisation, change of a key, hand-out of evidence, command to a vehicle, legal hold and erasure. Records are never changed; each holds the digest of the one before, and the oldest go after the operator's retention. Needs a key for all fleets. `Accept: application/x-ndjson` gives the page as lines, for an export; `Link` leads on.
         */
        readonly get: operations["listAuditRecords"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/log/checkpoint": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the newest checkpoint of the log
         * @description Size and root of the log, signed: a C2SP checkpoint, which Go's sumdb/note opens.
         */
        readonly get: operations["getLogCheckpoint"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/log/tile/{tile_level}/{tile_index}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a tile of the log
         * @description Up to 256 hashes of 32 bytes, one after another.
         */
        readonly get: operations["getLogTile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/log/tile/entries/{tile_index}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get entries of the log
         * @description Up to 256 entries, each behind its length (two bytes, big-endian).
         */
        readonly get: operations["getLogEntries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/log/proof/inclusion": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Prove that an entry is in the log
         * @description A c2sp.org/tlog-proof@v1 under a signed checkpoint. A convenience: the tiles say the same.
         */
        readonly get: operations["getLogInclusionProof"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/log/proof/consistency": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Prove that the log only grew
         * @description The hashes of RFC 9162 2.1.4, base64, one a line; none for equal sizes. A convenience: the tiles say the same.
         */
        readonly get: operations["getLogConsistencyProof"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Ask whether the service can take frames
         * @description 503 with the same shape when nothing can be committed.
         */
        readonly get: operations["getHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The same as /health, under the version prefix
         * @description 503 with the same shape when nothing can be committed.
         */
        readonly get: operations["getHealthV1"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/livez": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Ask whether the process lives
         * @description For a supervisor: restart the process when this does not answer.
         */
        readonly get: operations["getLiveness"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/readyz": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Ask whether to send traffic here
         * @description 503 while starting, stopping or unable to commit.
         */
        readonly get: operations["getReadiness"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface webhooks {
    readonly "webhook.test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * webhook.test
         * @description A test that somebody asked for. It is sent to its webhook alone and is no event of the stream. Signed by Standard Webhooks 1.0; docs/webhooks.md has receivers.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description The event's id, the same in every attempt.
                     * @example evt_01JN8XT5G7P3QZJ9V2M4N6B8CD
                     */
                    readonly "webhook-id": string;
                    /**
                     * @description Seconds since 1970, of this attempt.
                     * @example 1740814850
                     */
                    readonly "webhook-timestamp": string;
                    /**
                     * @description `v1,` and base64 of HMAC-SHA-256 over `id.timestamp.body`; several, separated by spaces, while a secret is being replaced.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    readonly "webhook-signature": string;
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description The event, as the format `standard` sends it. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["WebhookTestEvent"];
                };
            };
            readonly responses: {
                /** @description Nothing more is wanted: the webhook is disabled. */
                readonly 410: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received. Within 15 seconds; what is answered is kept in the log of deliveries. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received: it is sent again. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "vehicle.tier_changed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * vehicle.tier_changed
         * @description The tier of a vehicle is another one. Signed by Standard Webhooks 1.0; docs/webhooks.md has receivers.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description The event's id, the same in every attempt.
                     * @example evt_01JN8XT5G7P3QZJ9V2M4N6B8CD
                     */
                    readonly "webhook-id": string;
                    /**
                     * @description Seconds since 1970, of this attempt.
                     * @example 1740814850
                     */
                    readonly "webhook-timestamp": string;
                    /**
                     * @description `v1,` and base64 of HMAC-SHA-256 over `id.timestamp.body`; several, separated by spaces, while a secret is being replaced.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    readonly "webhook-signature": string;
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description The event, as the format `standard` sends it. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["VehicleTierChangedEvent"];
                };
            };
            readonly responses: {
                /** @description Nothing more is wanted: the webhook is disabled. */
                readonly 410: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received. Within 15 seconds; what is answered is kept in the log of deliveries. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received: it is sent again. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "breach.opened": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * breach.opened
         * @description The sequential test of a vehicle has fired. Its evidence is issued in the same transaction. Signed by Standard Webhooks 1.0; docs/webhooks.md has receivers.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description The event's id, the same in every attempt.
                     * @example evt_01JN8XT5G7P3QZJ9V2M4N6B8CD
                     */
                    readonly "webhook-id": string;
                    /**
                     * @description Seconds since 1970, of this attempt.
                     * @example 1740814850
                     */
                    readonly "webhook-timestamp": string;
                    /**
                     * @description `v1,` and base64 of HMAC-SHA-256 over `id.timestamp.body`; several, separated by spaces, while a secret is being replaced.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    readonly "webhook-signature": string;
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description The event, as the format `standard` sends it. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["BreachOpenedEvent"];
                };
            };
            readonly responses: {
                /** @description Nothing more is wanted: the webhook is disabled. */
                readonly 410: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received. Within 15 seconds; what is answered is kept in the log of deliveries. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received: it is sent again. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "breach.closed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * breach.closed
         * @description A breach has ended, by readings that came back or by a baseline learnt afresh. Signed by Standard Webhooks 1.0; docs/webhooks.md has receivers.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description The event's id, the same in every attempt.
                     * @example evt_01JN8XT5G7P3QZJ9V2M4N6B8CD
                     */
                    readonly "webhook-id": string;
                    /**
                     * @description Seconds since 1970, of this attempt.
                     * @example 1740814850
                     */
                    readonly "webhook-timestamp": string;
                    /**
                     * @description `v1,` and base64 of HMAC-SHA-256 over `id.timestamp.body`; several, separated by spaces, while a secret is being replaced.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    readonly "webhook-signature": string;
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description The event, as the format `standard` sends it. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["BreachClosedEvent"];
                };
            };
            readonly responses: {
                /** @description Nothing more is wanted: the webhook is disabled. */
                readonly 410: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received. Within 15 seconds; what is answered is kept in the log of deliveries. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received: it is sent again. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "evidence.issued": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * evidence.issued
         * @description An evidence bundle is final and can be fetched. Where third parties are asked about it first, it is after their answers. Signed by Standard Webhooks 1.0; docs/webhooks.md has receivers.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description The event's id, the same in every attempt.
                     * @example evt_01JN8XT5G7P3QZJ9V2M4N6B8CD
                     */
                    readonly "webhook-id": string;
                    /**
                     * @description Seconds since 1970, of this attempt.
                     * @example 1740814850
                     */
                    readonly "webhook-timestamp": string;
                    /**
                     * @description `v1,` and base64 of HMAC-SHA-256 over `id.timestamp.body`; several, separated by spaces, while a secret is being replaced.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    readonly "webhook-signature": string;
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description The event, as the format `standard` sends it. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["EvidenceIssuedEvent"];
                };
            };
            readonly responses: {
                /** @description Nothing more is wanted: the webhook is disabled. */
                readonly 410: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received. Within 15 seconds; what is answered is kept in the log of deliveries. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received: it is sent again. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "vehicle.silent": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * vehicle.silent
         * @description Nothing was received from a vehicle for as long as the service's silence limit. Signed by Standard Webhooks 1.0; docs/webhooks.md has receivers.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description The event's id, the same in every attempt.
                     * @example evt_01JN8XT5G7P3QZJ9V2M4N6B8CD
                     */
                    readonly "webhook-id": string;
                    /**
                     * @description Seconds since 1970, of this attempt.
                     * @example 1740814850
                     */
                    readonly "webhook-timestamp": string;
                    /**
                     * @description `v1,` and base64 of HMAC-SHA-256 over `id.timestamp.body`; several, separated by spaces, while a secret is being replaced.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    readonly "webhook-signature": string;
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description The event, as the format `standard` sends it. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["VehicleSilentEvent"];
                };
            };
            readonly responses: {
                /** @description Nothing more is wanted: the webhook is disabled. */
                readonly 410: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received. Within 15 seconds; what is answered is kept in the log of deliveries. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received: it is sent again. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "vehicle.recovered": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * vehicle.recovered
         * @description A vehicle that was announced as silent has been heard again. Signed by Standard Webhooks 1.0; docs/webhooks.md has receivers.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description The event's id, the same in every attempt.
                     * @example evt_01JN8XT5G7P3QZJ9V2M4N6B8CD
                     */
                    readonly "webhook-id": string;
                    /**
                     * @description Seconds since 1970, of this attempt.
                     * @example 1740814850
                     */
                    readonly "webhook-timestamp": string;
                    /**
                     * @description `v1,` and base64 of HMAC-SHA-256 over `id.timestamp.body`; several, separated by spaces, while a secret is being replaced.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    readonly "webhook-signature": string;
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description The event, as the format `standard` sends it. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["VehicleRecoveredEvent"];
                };
            };
            readonly responses: {
                /** @description Nothing more is wanted: the webhook is disabled. */
                readonly 410: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received. Within 15 seconds; what is answered is kept in the log of deliveries. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received: it is sent again. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "vehicle.baseline_changed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * vehicle.baseline_changed
         * @description The baseline of a vehicle has reached another state, by its frames or by a command. Signed by Standard Webhooks 1.0; docs/webhooks.md has receivers.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description The event's id, the same in every attempt.
                     * @example evt_01JN8XT5G7P3QZJ9V2M4N6B8CD
                     */
                    readonly "webhook-id": string;
                    /**
                     * @description Seconds since 1970, of this attempt.
                     * @example 1740814850
                     */
                    readonly "webhook-timestamp": string;
                    /**
                     * @description `v1,` and base64 of HMAC-SHA-256 over `id.timestamp.body`; several, separated by spaces, while a secret is being replaced.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    readonly "webhook-signature": string;
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description The event, as the format `standard` sends it. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["VehicleBaselineChangedEvent"];
                };
            };
            readonly responses: {
                /** @description Nothing more is wanted: the webhook is disabled. */
                readonly 410: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received. Within 15 seconds; what is answered is kept in the log of deliveries. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received: it is sent again. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "vehicle.work_changed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * vehicle.work_changed
         * @description Somebody did something about a vehicle, or the check of a repair was decided. Signed by Standard Webhooks 1.0; docs/webhooks.md has receivers.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description The event's id, the same in every attempt.
                     * @example evt_01JN8XT5G7P3QZJ9V2M4N6B8CD
                     */
                    readonly "webhook-id": string;
                    /**
                     * @description Seconds since 1970, of this attempt.
                     * @example 1740814850
                     */
                    readonly "webhook-timestamp": string;
                    /**
                     * @description `v1,` and base64 of HMAC-SHA-256 over `id.timestamp.body`; several, separated by spaces, while a secret is being replaced.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    readonly "webhook-signature": string;
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description The event, as the format `standard` sends it. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["VehicleWorkChangedEvent"];
                };
            };
            readonly responses: {
                /** @description Nothing more is wanted: the webhook is disabled. */
                readonly 410: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received. Within 15 seconds; what is answered is kept in the log of deliveries. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received: it is sent again. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "key.expiring": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * key.expiring
         * @description An API key of the organisation expires soon. Seen by keys that see every fleet. Signed by Standard Webhooks 1.0; docs/webhooks.md has receivers.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description The event's id, the same in every attempt.
                     * @example evt_01JN8XT5G7P3QZJ9V2M4N6B8CD
                     */
                    readonly "webhook-id": string;
                    /**
                     * @description Seconds since 1970, of this attempt.
                     * @example 1740814850
                     */
                    readonly "webhook-timestamp": string;
                    /**
                     * @description `v1,` and base64 of HMAC-SHA-256 over `id.timestamp.body`; several, separated by spaces, while a secret is being replaced.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    readonly "webhook-signature": string;
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description The event, as the format `standard` sends it. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["KeyExpiringEvent"];
                };
            };
            readonly responses: {
                /** @description Nothing more is wanted: the webhook is disabled. */
                readonly 410: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received. Within 15 seconds; what is answered is kept in the log of deliveries. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received: it is sent again. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "webhook.disabled": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * webhook.disabled
         * @description A webhook has disabled itself: its receiver is gone, or failed for days. Seen by keys that see every fleet. Signed by Standard Webhooks 1.0; docs/webhooks.md has receivers.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header: {
                    /**
                     * @description The event's id, the same in every attempt.
                     * @example evt_01JN8XT5G7P3QZJ9V2M4N6B8CD
                     */
                    readonly "webhook-id": string;
                    /**
                     * @description Seconds since 1970, of this attempt.
                     * @example 1740814850
                     */
                    readonly "webhook-timestamp": string;
                    /**
                     * @description `v1,` and base64 of HMAC-SHA-256 over `id.timestamp.body`; several, separated by spaces, while a secret is being replaced.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    readonly "webhook-signature": string;
                };
                readonly path?: never;
                readonly cookie?: never;
            };
            /** @description The event, as the format `standard` sends it. */
            readonly requestBody: {
                readonly content: {
                    readonly "application/json": components["schemas"]["WebhookDisabledEvent"];
                };
            };
            readonly responses: {
                /** @description Nothing more is wanted: the webhook is disabled. */
                readonly 410: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Received. Within 15 seconds; what is answered is kept in the log of deliveries. */
                readonly "2XX": {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description Not received: it is sent again. */
                readonly default: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description Values are added in time.
         * @enum {string}
         */
        readonly ActorRole: "ego";
        readonly AgeHazard: {
            /**
             * Format: int64
             * @description Vehicles that breached for the first time at this age.
             */
            readonly first_breaches: number;
            /**
             * Format: double
             * @description Kilometres or days that vehicles without a breach so far were watched at this age, summed.
             */
            readonly exposure: number;
            /** @description First breaches for `hazard.per` kilometres or days of one vehicle that has had none: a piecewise exponential hazard (Holford 1980) with the exact 95 % interval of a Poisson count. Null where nobody was watched. */
            readonly rate: {
                /** Format: double */
                readonly value: number;
                /** Format: double */
                readonly low: number;
                /** Format: double */
                readonly high: number;
            } | null;
        };
        /**
         * @description Kilometres on the odometer (`metadata.odometer_km`), or days since the vehicle's first frame.
         * @enum {string}
         */
        readonly AgeUnit: "kilometres" | "days";
        /**
         * @description `drift`: a sensor's departure; `confidence`: the lidar's confidence, which asks for a look at it and is no drift. Values are added in time.
         * @enum {string}
         */
        readonly AllowedBecause: "drift" | "confidence";
        /** @description Vehicles that have something in common, over time. */
        readonly AnalyticsGroup: {
            /** @description The value they share; null for vehicles without one, and for all together. */
            readonly group: string | null;
            /**
             * Format: int64
             * @description Vehicles of the group now.
             */
            readonly vehicles: number;
            /** @description Vehicles in each tier now, as last judged: silence changes nothing here. */
            readonly tiers_now: {
                /** Format: int64 */
                readonly unknown: number;
                /** Format: int64 */
                readonly nominal: number;
                /** Format: int64 */
                readonly caution: number;
                /** Format: int64 */
                readonly critical: number;
            };
            /** @description Vehicles in each tier at the end of each step. */
            readonly tiers_over_time: {
                readonly unknown: readonly number[];
                readonly nominal: readonly number[];
                readonly caution: readonly number[];
                readonly critical: readonly number[];
            };
            /** @description Days that all of them together spent in each tier. */
            readonly days_in_tier: {
                /** Format: double */
                readonly unknown: number;
                /** Format: double */
                readonly nominal: number;
                /** Format: double */
                readonly caution: number;
                /** Format: double */
                readonly critical: number;
            };
            /**
             * Format: double
             * @description Exposure: days between the first and the newest frame of each vehicle, as far as they lie between `from` and `to`, summed.
             */
            readonly vehicle_days: number;
            readonly breaches: components["schemas"]["AnalyticsRate"];
            readonly repairs: components["schemas"]["AnalyticsRate"];
            /** @description One a month of `months`. */
            readonly breaches_by_month: readonly components["schemas"]["MonthRate"][];
            /** @description One a stretch of `hazard.bins`: over all that is known of these vehicles, not only between `from` and `to`. */
            readonly hazard: readonly components["schemas"]["AgeHazard"][];
            readonly drift: {
                /** @description Degrees; null where no vehicle has a value. */
                readonly camera_deg: components["schemas"]["DriftQuantiles"] | null;
                /** @description Millimetres, signed; null where no vehicle has a value. */
                readonly radar_mm: components["schemas"]["DriftQuantiles"] | null;
                /** @description Metres, signed; null where no vehicle has a value. */
                readonly lidar_m: components["schemas"]["DriftQuantiles"] | null;
            };
        };
        readonly AnalyticsRate: {
            /**
             * Format: int64
             * @description How often it happened to these vehicles between `from` and `to`.
             */
            readonly count: number;
            /** @description For 1,000 days of one vehicle, with the exact 95 % interval of a Poisson count (Garwood 1936). Null without exposure. */
            readonly per_1000_vehicle_days: {
                /** Format: double */
                readonly value: number;
                /** Format: double */
                readonly low: number;
                /** Format: double */
                readonly high: number;
            } | null;
        };
        /**
         * @description How long a step is; the last may be cut short.
         * @enum {string}
         */
        readonly AnalyticsStep: "hour" | "day";
        /**
         * @description A key as those who manage it see it: everything but the key.
         * @example {
         *       "id": "3fK8zQ1mWd",
         *       "organisation": "acme",
         *       "name": "gateway north",
         *       "mode": "live",
         *       "status": "active",
         *       "scopes": [
         *         "telemetry:write"
         *       ],
         *       "fleets": [
         *         "vans-north"
         *       ],
         *       "created_at": "2026-03-01T08:00:00.000Z",
         *       "created_by": "Zt5vB0yRha",
         *       "expires_at": "2027-03-01T00:00:00.000Z",
         *       "revoked_at": null,
         *       "last_used_at": null,
         *       "rotated_to": null
         *     }
         */
        readonly ApiKey: {
            /** @description Public id: the 10 characters after `plumb_live_`. No secret. */
            readonly id: string;
            /** @description Whose data the key opens. */
            readonly organisation: string;
            /** @description What the key is for. */
            readonly name: string;
            readonly mode: components["schemas"]["ApiKeyMode"];
            readonly status: components["schemas"]["ApiKeyStatus"];
            /** @description What the key may do. */
            readonly scopes: readonly components["schemas"]["Scope"][];
            /** @description Only these fleets; null for all of the organisation. */
            readonly fleets: readonly string[] | null;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly created_at: string;
            /** @description Public id of the key that made it; null for the command line. */
            readonly created_by: string | null;
            /**
             * Format: date-time
             * @description When it ends by itself; null for never.
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was revoked; null as long as it is not.
             */
            readonly revoked_at: string | null;
            /**
             * Format: date-time
             * @description To the minute; null when never used.
             */
            readonly last_used_at: string | null;
            /** @description Public id of the key that takes its place; null as long as it was not rotated. */
            readonly rotated_to: string | null;
        };
        /**
         * @description One page of the keys of the organisation that this key may see.
         * @example {
         *       "data": [
         *         {
         *           "id": "3fK8zQ1mWd",
         *           "organisation": "acme",
         *           "name": "gateway north",
         *           "mode": "live",
         *           "status": "active",
         *           "scopes": [
         *             "telemetry:write"
         *           ],
         *           "fleets": [
         *             "vans-north"
         *           ],
         *           "created_at": "2026-03-01T08:00:00.000Z",
         *           "created_by": "Zt5vB0yRha",
         *           "expires_at": "2027-03-01T00:00:00.000Z",
         *           "revoked_at": null,
         *           "last_used_at": null,
         *           "rotated_to": null
         *         }
         *       ],
         *       "has_more": false,
         *       "next_cursor": null
         *     }
         */
        readonly ApiKeyList: {
            /** @description Oldest first. */
            readonly data: readonly components["schemas"]["ApiKey"][];
            /** @description True when another page follows. */
            readonly has_more: boolean;
            /** @description Give it back as `cursor` for the next page; null on the last page. */
            readonly next_cursor: string | null;
        };
        /**
         * @description `live` unless something else is asked for; `test` marks a key for tests, which begins with `plumb_test_` and opens the same data.
         * @enum {string}
         */
        readonly ApiKeyMode: "live" | "test";
        /**
         * @description A key to be made. It may do no more than the key that makes it.
         * @example {
         *       "name": "gateway north",
         *       "preset": "ingest",
         *       "fleets": [
         *         "vans-north"
         *       ],
         *       "expires_at": "2099-03-01T00:00:00Z"
         *     }
         */
        readonly ApiKeyRequest: {
            /** @description What the key is for, as you will see it in the list. */
            readonly name: string;
            readonly preset?: components["schemas"]["ScopePreset"];
            /** @description Single scopes; this or `preset`. */
            readonly scopes?: readonly components["schemas"]["Scope"][];
            /** @description Only these fleets; null for all of the organisation. Left out: those of the key that makes it. */
            readonly fleets?: readonly string[] | null;
            /**
             * Format: date-time
             * @description When the key ends, RFC 3339 in UTC, before the year 2200; null for never. Never later than the key that makes it ends itself: left out, it ends with that one.
             */
            readonly expires_at?: string | null;
            readonly mode?: components["schemas"]["ApiKeyMode"];
        };
        /**
         * @description Whether the key opens anything now.
         * @enum {string}
         */
        readonly ApiKeyStatus: "active" | "expired" | "revoked";
        /**
         * @description `authenticate`: Somebody came with no usable API key. `authorise`: A key asked for what it may not do. `session.begin`: Somebody signed in to the console with a key. `key.create`: A key was made. `key.rotate`: A key was put in another one's place. `key.revoke`: A key was ended. `evidence.read`: Evidence was handed out: bundle, frames, report, archive or a redacted copy. `evidence.hold`: A legal hold was set or released. `evidence.erase`: Evidence was erased. `baseline.command`: A vehicle's baseline was begun afresh, frozen or released. `reference.register`: A vehicle's reference extrinsics were registered or withdrawn. `work.command`: Work on a vehicle was acknowledged, assigned, snoozed, commented, reported as repaired, reopened, closed or taken back. `webhook.create`: A webhook was made. `webhook.update`: A webhook was changed. `webhook.delete`: A webhook was taken away. `webhook.rotate_secret`: A webhook was given another secret. `webhook.test`: A webhook was sent a test. `webhook.replay`: Messages of a webhook were sent again. `scenario.create`: A scenario was made and kept. `scenario.delete`: A kept scenario was taken away. `audit.read`: The audit log was read.
         * @enum {string}
         */
        readonly AuditAction: "authenticate" | "authorise" | "session.begin" | "key.create" | "key.rotate" | "key.revoke" | "evidence.read" | "evidence.hold" | "evidence.erase" | "baseline.command" | "reference.register" | "work.command" | "webhook.create" | "webhook.update" | "webhook.delete" | "webhook.rotate_secret" | "webhook.test" | "webhook.replay" | "scenario.create" | "scenario.delete" | "audit.read";
        /**
         * @description One page of the organisation's audit log.
         * @example {
         *       "data": [
         *         {
         *           "seq": 412,
         *           "at": "2026-03-01T08:00:00.000Z",
         *           "organisation": "acme",
         *           "key_id": "Zt5vB0yRha",
         *           "action": "key.create",
         *           "subject": "3fK8zQ1mWd",
         *           "result": "done",
         *           "code": null,
         *           "reason": null,
         *           "request_id": "req_5aa607bbc881c1d65d49375c",
         *           "client_address": "192.0.2.7",
         *           "count": 1,
         *           "prev": "333f4b115848c7f1622f830e0036de6fbb127672cf40007b50961e1fa707e183",
         *           "digest": "d4f02eaafd1a9e9de7d10972ca8e47fa7a985825c3c9c1e249c72683cb3e4f19"
         *         }
         *       ],
         *       "has_more": false,
         *       "next_cursor": null
         *     }
         */
        readonly AuditList: {
            /** @description Latest first. */
            readonly data: readonly components["schemas"]["AuditRecord"][];
            /** @description True when another page follows. */
            readonly has_more: boolean;
            /** @description Give it back as `cursor` for the next page; null on the last page. */
            readonly next_cursor: string | null;
        };
        /**
         * @description One thing that was done, or tried, and by whom.
         * @example {
         *       "seq": 412,
         *       "at": "2026-03-01T08:00:00.000Z",
         *       "organisation": "acme",
         *       "key_id": "Zt5vB0yRha",
         *       "action": "key.create",
         *       "subject": "3fK8zQ1mWd",
         *       "result": "done",
         *       "code": null,
         *       "reason": null,
         *       "request_id": "req_5aa607bbc881c1d65d49375c",
         *       "client_address": "192.0.2.7",
         *       "count": 1,
         *       "prev": "333f4b115848c7f1622f830e0036de6fbb127672cf40007b50961e1fa707e183",
         *       "digest": "d4f02eaafd1a9e9de7d10972ca8e47fa7a985825c3c9c1e249c72683cb3e4f19"
         *     }
         */
        readonly AuditRecord: {
            /**
             * Format: int64
             * @description Number of the record in its organisation, without gaps.
             */
            readonly seq: number;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly at: string;
            /** @description Whose record it is; empty for what cannot be laid to any organisation. */
            readonly organisation: string;
            /** @description Public id of the API key, never the key; null for the command line, and where no key was known. */
            readonly key_id: string | null;
            readonly action: components["schemas"]["AuditAction"];
            /** @description What it was done to: the id of a key, a vehicle, evidence; for `authorise` the operation. */
            readonly subject: string | null;
            readonly result: components["schemas"]["AuditResult"];
            /** @description Code of the problem. Of keys that are `api_key_invalid` to the client it says more: see `reason`. */
            readonly code: string | null;
            /** @description Why, as the client said; for `authenticate` what was wrong: `unknown`, `wrong_secret`, `expired`, `revoked`. */
            readonly reason: string | null;
            /** @description As in the answer; null for the command line. */
            readonly request_id: string | null;
            /** @description Address of the connection, which is a proxy's where there is one. */
            readonly client_address: string | null;
            /**
             * Format: int64
             * @description How many alike it stands for: beyond so many a minute they are counted, and request and address are the first one's.
             */
            readonly count: number;
            /** @description `digest` of the record before; null in the very first. */
            readonly prev: string | null;
            /** @description SHA-256 of this record without `digest`, in canonical JSON (RFC 8785), hex. */
            readonly digest: string;
        };
        /**
         * @description `done`; `refused`, with the `code` the client got; `failed`, for a fault or a limit of the service.
         * @enum {string}
         */
        readonly AuditResult: "done" | "refused" | "failed";
        /** @description What the vehicle is compared with, and how far it is learnt. */
        readonly Baseline: {
            readonly state: components["schemas"]["BaselineState"];
            /**
             * Format: int64
             * @description Frames the baseline rests on.
             */
            readonly frames: number;
            /**
             * Format: int64
             * @description Further frames needed to leave `learning`; 0 once it has.
             */
            readonly needed: number;
        };
        /**
         * @description `learn`: start a new baseline, after a repair or calibration; `freeze`: let later frames no longer enter it; `unfreeze`: let them again. While a breach is open its baseline is held, too, and `unfreeze` dismisses the breach: the frames of the change become part of the baseline, and the tier is NOMINAL. After a repair use `learn`, or report it with `POST /v1/vehicles/{vehicle_id}/work`.
         * @enum {string}
         */
        readonly BaselineAction: "learn" | "freeze" | "unfreeze";
        /**
         * @description What to do with a vehicle's baseline.
         * @example {
         *       "action": "learn",
         *       "reason": "front camera recalibrated, work order 4711"
         *     }
         */
        readonly BaselineCommand: {
            readonly action: components["schemas"]["BaselineAction"];
            /** @description Why; kept in the vehicle's history. */
            readonly reason: string;
        };
        /**
         * @description The baseline and the tier after the command.
         * @example {
         *       "vehicle_id": "veh-0042",
         *       "action": "learn",
         *       "reason": "front camera recalibrated, work order 4711",
         *       "baseline": {
         *         "state": "learning",
         *         "frames": 0,
         *         "needed": 20
         *       },
         *       "tier": "UNKNOWN",
         *       "at": "2025-03-01T09:30:00.000Z"
         *     }
         */
        readonly BaselineResult: {
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            readonly action: components["schemas"]["BaselineAction"];
            readonly reason: string;
            readonly baseline: components["schemas"]["Baseline"];
            readonly tier: components["schemas"]["Tier"];
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly at: string;
        };
        /**
         * @description How far the baseline is learnt. `learning`: fewer than 20 usable frames of every sensor; `provisional`: 20 to 49; `established`: 50 or more; `frozen`: fixed by a command.
         * @enum {string}
         */
        readonly BaselineState: "learning" | "provisional" | "established" | "frozen";
        /**
         * @description Answer to a batch. `fleet_tier` is the worst tier among the vehicles the batch touched.
         * @example {
         *       "status": "partial",
         *       "frames_ingested": 998,
         *       "frames_duplicate": 1,
         *       "frames_rejected": 1,
         *       "fleet_tier": "CAUTION",
         *       "vehicles": 40,
         *       "errors": [
         *         {
         *           "index": 17,
         *           "line": 18,
         *           "code": "rotation_matrix_invalid",
         *           "pointer": "/sensors/camera_rotation_matrix",
         *           "detail": "max |RᵀR − I| is 0.31; a rotation matrix needs at most 0.05. Send the matrix row by row."
         *         }
         *       ],
         *       "errors_truncated": false,
         *       "request_id": "req_01JX3Q8Z5T"
         *     }
         */
        readonly BatchIngestResult: {
            readonly status: components["schemas"]["BatchStatus"];
            /**
             * Format: int64
             * @description Frames counted by this call.
             */
            readonly frames_ingested: number;
            /**
             * Format: int64
             * @description Frames that had been counted before.
             */
            readonly frames_duplicate: number;
            /**
             * Format: int64
             * @description Frames that were not taken; see `errors`.
             */
            readonly frames_rejected: number;
            readonly fleet_tier: components["schemas"]["Tier"];
            /**
             * Format: int64
             * @description Distinct vehicles the batch touched.
             */
            readonly vehicles: number;
            /** @description The first 100 rejected frames, in order. */
            readonly errors: readonly components["schemas"]["FrameFault"][];
            /** @description True when more frames were rejected than are listed. */
            readonly errors_truncated: boolean;
            /** @description Also in the header `X-Request-Id`. */
            readonly request_id: string;
        };
        /**
         * @description A batch of which nothing was taken: a problem with the counts of a batch answer.
         * @example {
         *       "type": "/problems/validation-error",
         *       "title": "The request does not fit the contract",
         *       "status": 422,
         *       "detail": "None of the 2 frames was taken; the first fault is in frame 0.",
         *       "instance": "/requests/req_01JX3Q8Z5T",
         *       "code": "batch_rejected",
         *       "request_id": "req_01JX3Q8Z5T",
         *       "frames_ingested": 0,
         *       "frames_duplicate": 0,
         *       "frames_rejected": 2,
         *       "errors": [
         *         {
         *           "index": 0,
         *           "code": "member_missing",
         *           "pointer": "/timestamp",
         *           "detail": "timestamp is missing; give the capture time, for example 2025-03-01T08:00:00.000Z."
         *         },
         *         {
         *           "index": 1,
         *           "code": "out_of_range",
         *           "pointer": "/sensors/lidar_confidence",
         *           "detail": "lidar_confidence is 1.4; it must be from 0 to 1."
         *         }
         *       ],
         *       "errors_truncated": false
         *     }
         */
        readonly BatchRejection: {
            /** @description `/problems/<slug>`: a page of this server with the cause and the fix. */
            readonly type: string;
            readonly title: string;
            /**
             * Format: int64
             * @description The HTTP status, repeated.
             */
            readonly status: number;
            /** @description What happened in this request and what to do. */
            readonly detail: string;
            /** @description `/requests/<request id>`. */
            readonly instance: string;
            /** @description Stable code for programs; the code of the first fault when there are several. */
            readonly code: string;
            /** @description Also in the header `X-Request-Id`; quote it when you ask for help. */
            readonly request_id: string;
            /**
             * Format: int64
             * @description Frames counted by this call.
             */
            readonly frames_ingested: number;
            /**
             * Format: int64
             * @description Frames that had been counted before.
             */
            readonly frames_duplicate: number;
            /**
             * Format: int64
             * @description Frames that were not taken; see `errors`.
             */
            readonly frames_rejected: number;
            /** @description The first 100 rejected frames, in order. */
            readonly errors: readonly components["schemas"]["FrameFault"][];
            /** @description True when more frames were rejected than are listed. */
            readonly errors_truncated: boolean;
        };
        /**
         * @description `accepted`: every frame was taken or is a duplicate (200); `partial`: some were rejected (207).
         * @enum {string}
         */
        readonly BatchStatus: "accepted" | "partial";
        /**
         * @description A breach has ended, by readings that came back or by a baseline learnt afresh.
         * @example {
         *       "id": "evt_01JN8XT5G7P3QZJ9V2M4N6B8CD",
         *       "type": "breach.closed",
         *       "occurred_at": "2025-03-01T07:40:50.000Z",
         *       "recorded_at": "2025-03-01T07:40:50.310Z",
         *       "vehicle_id": "veh-0042",
         *       "fleet_id": "vans-north",
         *       "tier": "CAUTION",
         *       "data": {
         *         "evidence_id": "EVB-20250301-7K3M9Q2XW4HJ",
         *         "opened_at": "2025-03-01T07:40:50.000Z",
         *         "frame_seq": 912,
         *         "health_score": 97.2
         *       }
         *     }
         */
        readonly BreachClosedEvent: {
            /** @description Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading. */
            readonly id: string;
            /** @constant */
            readonly type: "breach.closed";
            /**
             * Format: date-time
             * @description When it happened: capture time of the frame that caused it, else by the service's clock.
             */
            readonly occurred_at: string;
            /**
             * Format: date-time
             * @description When the service recorded it.
             */
            readonly recorded_at: string;
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            /** @description Fleet of the vehicle after the event. */
            readonly fleet_id: string;
            readonly tier: components["schemas"]["Tier"];
            readonly data: {
                /** @description Evidence of the breach; `GET /v1/evidence/{event_id}/bundle` has it once it is issued. */
                readonly evidence_id: string;
                /**
                 * Format: date-time
                 * @description Capture time of the frame that opened it.
                 */
                readonly opened_at: string;
                /**
                 * Format: int64
                 * @description Entry of the vehicle's journal that caused it: a frame or a command.
                 */
                readonly frame_seq: number;
                /**
                 * Format: double
                 * @description The vehicle's health score after it; null while nothing was scored.
                 */
                readonly health_score: number | null;
            };
        };
        /**
         * @description The sequential test of a vehicle has fired. Its evidence is issued in the same transaction.
         * @example {
         *       "id": "evt_01JN8XT5G7P3QZJ9V2M4N6B8CD",
         *       "type": "breach.opened",
         *       "occurred_at": "2025-03-01T07:40:50.000Z",
         *       "recorded_at": "2025-03-01T07:40:50.310Z",
         *       "vehicle_id": "veh-0042",
         *       "fleet_id": "vans-north",
         *       "tier": "CAUTION",
         *       "data": {
         *         "evidence_id": "EVB-20250301-7K3M9Q2XW4HJ",
         *         "channel": "radar",
         *         "side": "upper",
         *         "statistic": 8.1,
         *         "threshold": 7.75,
         *         "probable_fault_source": "radar",
         *         "health_score": 66.4,
         *         "frame_seq": 396,
         *         "recommended_action": "schedule_calibration",
         *         "provisional": false
         *       }
         *     }
         */
        readonly BreachOpenedEvent: {
            /** @description Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading. */
            readonly id: string;
            /** @constant */
            readonly type: "breach.opened";
            /**
             * Format: date-time
             * @description When it happened: capture time of the frame that caused it, else by the service's clock.
             */
            readonly occurred_at: string;
            /**
             * Format: date-time
             * @description When the service recorded it.
             */
            readonly recorded_at: string;
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            /** @description Fleet of the vehicle after the event. */
            readonly fleet_id: string;
            readonly tier: components["schemas"]["Tier"];
            readonly data: {
                /** @description Evidence of the breach; `GET /v1/evidence/{event_id}/bundle` has it once it is issued. */
                readonly evidence_id: string;
                readonly channel: components["schemas"]["Channel"];
                readonly side: components["schemas"]["BreachSide"];
                /**
                 * Format: double
                 * @description `cusum_statistic` of the frame that opened the breach, nats.
                 */
                readonly statistic: number;
                /**
                 * Format: double
                 * @description The limit it reached.
                 */
                readonly threshold: number;
                readonly probable_fault_source: components["schemas"]["FaultSource"];
                /**
                 * Format: double
                 * @description The vehicle's health score after it; null while nothing was scored.
                 */
                readonly health_score: number | null;
                /**
                 * Format: int64
                 * @description Entry of the vehicle's journal that caused it: a frame or a command.
                 */
                readonly frame_seq: number;
                readonly recommended_action: components["schemas"]["RecommendedAction"];
                /** @description Whether the sensor has no baseline of its own yet: the verdict is then provisional. */
                readonly provisional: boolean;
            };
        };
        /**
         * @description The side the channel left on.
         * @enum {string}
         */
        readonly BreachSide: "upper" | "lower";
        /** @description The camera the scenario assumes. */
        readonly CameraIntrinsics: {
            /**
             * Format: int64
             * @description Pixels.
             */
            readonly width: number;
            /**
             * Format: int64
             * @description Pixels.
             */
            readonly height: number;
            /**
             * Format: double
             * @description Focal length, pixels.
             */
            readonly fx: number;
            /**
             * Format: double
             * @description Focal length, pixels.
             */
            readonly fy: number;
            /**
             * Format: double
             * @description Principal point, pixels.
             */
            readonly cx: number;
            /**
             * Format: double
             * @description Principal point, pixels.
             */
            readonly cy: number;
            readonly model: components["schemas"]["CameraModel"];
        };
        /**
         * @description Without distortion.
         * @enum {string}
         */
        readonly CameraModel: "pinhole";
        /** @description When the change began: the likeliest frame, and the frames between which it began with 50 % and 90 % probability, as judged when the breach opened. Of a slow drift this is when it became a change; `trend.began_at` dates its start. */
        readonly ChangePoint: {
            /**
             * Format: int64
             * @description First frame after the likeliest start of the change.
             */
            readonly frame_seq: number;
            readonly interval_50: readonly number[];
            readonly interval_90: readonly number[];
        };
        /**
         * @description One measured quantity: the camera's rotation vector against its baseline (`camera_x`, `camera_y`, `camera_z`, degrees), the radar range bias (`radar`, metres), the lidar registration error (`lidar`, metres).
         * @enum {string}
         */
        readonly Channel: "camera_x" | "camera_y" | "camera_z" | "radar" | "lidar";
        /** @description One channel; every array is as long as `timestamps`. */
        readonly ChannelSeries: {
            readonly channel: components["schemas"]["Channel"];
            readonly sensor: components["schemas"]["Sensor"];
            readonly unit: components["schemas"]["Unit"];
            /** @description Value minus baseline, in `unit`; null where the frame has no such value. */
            readonly residual: readonly (number | null)[];
            /** @description Smallest residual of the point's frames. */
            readonly residual_min?: readonly (number | null)[];
            /** @description Largest residual of the point's frames. */
            readonly residual_max?: readonly (number | null)[];
            /** @description Upper tabular CUSUM sum, standard deviations. */
            readonly cusum_upper: readonly (number | null)[];
            /** @description Lower tabular CUSUM sum, standard deviations. */
            readonly cusum_lower: readonly (number | null)[];
            /** @description Largest upper sum of the point's frames. */
            readonly cusum_upper_max?: readonly (number | null)[];
            /** @description Largest lower sum of the point's frames. */
            readonly cusum_lower_max?: readonly (number | null)[];
            /**
             * Format: double
             * @description Decision interval h of both sums.
             */
            readonly cusum_limit: number;
            /** @description Estimated drift as of the point, in `unit`: since the change of an open breach, else of the latest blocks. Six digits. */
            readonly drift?: readonly (number | null)[];
            /** @description Its standard deviation, in `unit`. */
            readonly drift_sd?: readonly (number | null)[];
            /** @description What the channel adds to T² of the point's newest frame that has it: the parts of a frame add up to its T². */
            readonly t2_part?: readonly (number | null)[];
        };
        /** @description What one channel of this frame adds to the verdict. */
        readonly Contribution: {
            readonly channel: components["schemas"]["Channel"];
            readonly sensor: components["schemas"]["Sensor"];
            readonly unit: components["schemas"]["Unit"];
            /**
             * Format: double
             * @description Value minus baseline, in `unit`.
             */
            readonly residual: number;
            /**
             * Format: double
             * @description The residual in units of the channel's ordinary spread (standard deviations).
             */
            readonly standardised_value: number;
            /**
             * Format: double
             * @description The larger of the two tabular CUSUM sums of this channel (standard deviations); for charts.
             */
            readonly cusum_statistic: number;
            /** Format: double */
            readonly cusum_upper: number;
            /** Format: double */
            readonly cusum_lower: number;
            /**
             * Format: double
             * @description Decision interval h of that chart.
             */
            readonly cusum_limit: number;
            /**
             * Format: double
             * @description Share of T² = mahal_distance²; the shares of a frame add up to 1.
             */
            readonly t2_share: number;
            /**
             * Format: double
             * @description Estimated drift since the change began, in `unit`.
             */
            readonly drift: number;
            /**
             * Format: double
             * @description Its standard deviation, in `unit`.
             */
            readonly drift_sd: number;
        };
        /**
         * @description Which shifts count: the lidar's error can only be a fault upward.
         * @enum {string}
         */
        readonly CountedSide: "both" | "upper" | "lower";
        /**
         * @description `handed_out`: a key was given the evidence, noted once for each key, form and hour; `hold_set`, `hold_released`: legal hold; `erased`.
         * @enum {string}
         */
        readonly CustodyAction: "handed_out" | "hold_set" | "hold_released" | "erased";
        /** @description One thing that was done with evidence after its issue. */
        readonly CustodyEntry: {
            /** @description Whose evidence it is; absent from what was signed before it was named. */
            readonly organisation?: string;
            /**
             * Format: int64
             * @description Number of the record, without gaps.
             */
            readonly seq: number;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly at: string;
            readonly action: components["schemas"]["CustodyAction"];
            readonly form?: components["schemas"]["CustodyForm"];
            /** @description Public id of the API key that asked. */
            readonly key_id: string;
            /** @description Why the hold was set or released. */
            readonly reason?: string;
            /** @description Ground of the erasure. */
            readonly basis?: string;
            readonly decision_sha256?: string;
            /** @description DSSE v1 envelope, signed by the evidence key. */
            readonly envelope: {
                /** @description Canonical JSON, base64. */
                readonly payload: string;
                readonly payloadType: string;
                readonly signatures: readonly {
                    readonly keyid: string;
                    readonly sig: string;
                }[];
            };
            /** Format: int64 */
            readonly log_index: number;
            /** @description c2sp.org/tlog-proof@v1 of the record's entry in the log. */
            readonly tlog_proof: string;
        };
        /**
         * @description What was handed out.
         * @enum {string}
         */
        readonly CustodyForm: "bundle" | "frames" | "redacted" | "archive" | "report" | "sigstore";
        readonly CustodyStep: {
            readonly step: components["schemas"]["CustodyStepName"];
            /** @description The part of the service that took the step. */
            readonly actor: string;
            /** Format: int64 */
            readonly seq: number;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly at: string;
            /** @description Digests of what the step was given. */
            readonly inputs: {
                readonly [key: string]: unknown;
            };
            /** @description Digests of what the step produced. */
            readonly outputs: {
                readonly [key: string]: unknown;
            };
            /** @description SHA-256 of the previous step's canonical JSON; zeros for the first. */
            readonly prev: string;
        };
        /**
         * @description The three steps, in this order.
         * @enum {string}
         */
        readonly CustodyStepName: "TELEMETRY_RECEIVED" | "TIER_CLASSIFIED" | "EVIDENCE_SIGNED";
        /** @description Decision limits of `cusum_statistic`, nats. */
        readonly CusumLimits: {
            /**
             * Format: double
             * @description `cusum_triggered` becomes true at this value.
             */
            readonly caution: number;
            /**
             * Format: double
             * @description Value from which sustained evidence alone can make a vehicle CRITICAL.
             */
            readonly critical: number;
        };
        /**
         * @description The rule that set the tier. `learning`: no verdict yet; `in_control`: nothing unusual; `significant_below_limit`: real but harmless; `cusum_breach`: the sequential test fired; `caution_limit_exceeded`, `critical_limit_exceeded`: the estimated drift passes a limit; `sustained_evidence`: surely beyond the caution limit, with strong evidence for 20 blocks, not beyond the critical limit; `baseline_beyond_limits`: beyond the limits since the start; `lidar_confidence_low`, `noise_inflation`: the sensor itself needs a look; `hysteresis_hold`: better, but not for long enough.
         * @enum {string}
         */
        readonly DecidedBy: "learning" | "in_control" | "significant_below_limit" | "cusum_breach" | "caution_limit_exceeded" | "critical_limit_exceeded" | "sustained_evidence" | "baseline_beyond_limits" | "lidar_confidence_low" | "noise_inflation" | "hysteresis_hold";
        /** @description The start of a change that adds most to `cusum_statistic`, with all it takes to compute what it adds (docs/scoring-method.md, section 5). Present while a breach is open or the statistic is at its limit. While `provisional` is present it is the likeliest split of the sensor's first blocks: means in units of one block's noise beside it, `sigma` what correlation makes of that. */
        readonly DecidingWindow: {
            /**
             * Format: int64
             * @description Number of the frame that completed the first block since the start.
             */
            readonly frame_seq: number;
            /**
             * Format: int64
             * @description Blocks any of which may have been the first.
             */
            readonly starts: number;
            /**
             * Format: double
             * @description L: that some of these sensors have moved since, against that none has.
             */
            readonly likelihood_ratio: number;
            /**
             * Format: double
             * @description ln(starts · sensors heard · (L − 1)); `cusum_statistic` is the logarithm of the sum of such terms.
             */
            readonly term_nats: number;
            /**
             * Format: double
             * @description p: probability beforehand that a sensor takes part.
             */
            readonly participation: number;
            /** @description g: variances of a shift, in units of the noise variance. */
            readonly shift_variances: readonly number[];
            /** @description w: their weights. */
            readonly shift_weights: readonly number[];
            /** @description Those heard both since and before; the others take no part in this window. */
            readonly sensors: readonly components["schemas"]["WindowSensor"][];
        };
        /**
         * @description `tx`, `ty`, `tz`: metres along x, y, z; `roll`, `pitch`, `yaw`: rotation about x, y, z. Of Euler angles the order is Rz·Ry·Rx (yaw, then pitch, then roll).
         * @enum {string}
         */
        readonly DegreeOfFreedom: "tx" | "ty" | "tz" | "roll" | "pitch" | "yaw";
        /**
         * @description `normal` is cut off at `low` and `high`. Values are added in time.
         * @enum {string}
         */
        readonly DistributionKind: "uniform" | "normal";
        /**
         * @description `model`: plausible, not measured; `fit`: the fitted value and its 95 % interval; `fleet`: the least and the largest of the fleet's vehicles. Values are added in time.
         * @enum {string}
         */
        readonly DistributionSource: "model" | "fit" | "fleet";
        /** @description How an estimated drift is spread over vehicles now. */
        readonly DriftQuantiles: {
            /**
             * Format: int64
             * @description Vehicles that have a value.
             */
            readonly vehicles: number;
            /** Format: double */
            readonly p5: number;
            /** Format: double */
            readonly p25: number;
            /**
             * Format: double
             * @description Half of them are below.
             */
            readonly p50: number;
            /** Format: double */
            readonly p75: number;
            /** Format: double */
            readonly p95: number;
        };
        /** @description Δ of every sensor at every sample. `drift_model.sensors` and `trajectory` say the same in fewer numbers; the file is for who wants them worked out. */
        readonly DriftSamples: {
            /**
             * Format: double
             * @description Seconds between two samples.
             */
            readonly dt_s: number;
            /**
             * Format: int64
             * @description Samples of each sensor.
             */
            readonly count: number;
            /** @description Order of the six values of a sample. */
            readonly dof: readonly components["schemas"]["DegreeOfFreedom"][];
            /** @description Where all of them are, as CSV: a path on this service. */
            readonly url?: string;
            /** @description Of that file, hex; where the request asked for `csv`. */
            readonly sha256?: string;
        };
        /**
         * @description Came at once, or grows; by the better fit.
         * @enum {string}
         */
        readonly DriftShape: "step" | "ramp";
        /** @description Where the drift is going, of the sensor nearest to its critical limit among those that take part. */
        readonly DriftTrend: {
            readonly sensor: components["schemas"]["Sensor"];
            readonly unit: components["schemas"]["Unit"];
            readonly shape: components["schemas"]["DriftShape"];
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly began_at: string;
            /**
             * Format: double
             * @description Slope since then, in `unit` a day; null where none can be told: seen for less than an hour or ten blocks, or most of the time since is a pause.
             */
            readonly rate_per_day: number | null;
            /**
             * Format: double
             * @description Its standard deviation; null without a rate.
             */
            readonly rate_sd_per_day: number | null;
            /**
             * Format: double
             * @description Days from the newest frame to the critical limit; null without a trend, 0 when it is passed.
             */
            readonly time_to_critical_days: number | null;
            /** @description Fieller's 80 % interval of it; null where there is no date ahead. */
            readonly time_to_critical_interval_80: readonly number[] | null;
            /** @description Why there is no date ahead: the limit is passed; the slope is within three standard errors of none; the drift was seen for less than an hour or ten blocks, or for less than a tenth of the time to the limit; or most of the time since the last reading before it is a pause, so that nobody saw whether it came at once or grew. */
            readonly time_to_critical_reason: components["schemas"]["TimeToCriticalReason"] | null;
        };
        /**
         * @description Present while the vehicle waits to be scored again by the present rules after an upgrade: the version of the scoring by which its tier and numbers are. A series then has the frames that were scored again so far. Vehicles that are asked for or send frames come first.
         * @example 1.2.0
         */
        readonly EarlierScoring: string;
        /**
         * @description On what ground the evidence is to be erased. It does not come back.
         * @example {
         *       "basis": "retention period over",
         *       "decision_sha256": "44575cf5b28512d75644bf54a517dcef304ff809fd511747621b4d64f19aac66"
         *     }
         */
        readonly ErasureRequest: {
            /** @description Ground of the erasure, for example a retention rule or a right of the person concerned. */
            readonly basis: string;
            /** @description SHA-256 of the document with the decision, hex: it shows later which decision it was. */
            readonly decision_sha256: string;
        };
        /**
         * @description Something that happened, as the event stream, webhooks and the list of events tell it. Members and types may be added: leave alone what you do not know.
         * @example {
         *       "id": "evt_01JN8XT5G7P3QZJ9V2M4N6B8CD",
         *       "type": "vehicle.tier_changed",
         *       "occurred_at": "2025-03-01T07:40:50.000Z",
         *       "recorded_at": "2025-03-01T07:40:50.310Z",
         *       "vehicle_id": "veh-0042",
         *       "fleet_id": "vans-north",
         *       "tier": "CAUTION",
         *       "data": {
         *         "from": "NOMINAL",
         *         "to": "CAUTION",
         *         "decided_by": "cusum_breach",
         *         "frame_seq": 396,
         *         "evidence_id": "EVB-20250301-7K3M9Q2XW4HJ",
         *         "health_score": 66.4,
         *         "probable_fault_source": "radar",
         *         "recommended_action": "schedule_calibration"
         *       }
         *     }
         */
        readonly Event: components["schemas"]["VehicleTierChangedEvent"] | components["schemas"]["BreachOpenedEvent"] | components["schemas"]["BreachClosedEvent"] | components["schemas"]["EvidenceIssuedEvent"] | components["schemas"]["VehicleSilentEvent"] | components["schemas"]["VehicleRecoveredEvent"] | components["schemas"]["VehicleBaselineChangedEvent"] | components["schemas"]["VehicleWorkChangedEvent"] | components["schemas"]["KeyExpiringEvent"] | components["schemas"]["WebhookDisabledEvent"];
        /**
         * @description `data` of the stream's event `gap`: events went by age or number before you had read them. Read the present state of what you follow.
         * @example {
         *       "after": "evt_01JN8XT5G7P3QZJ9V2M4N6B8CD",
         *       "resume_after": "evt_01JN8ZT5G7P3QZJ9V2M4N6B8CD",
         *       "detail": "Events between the two positions are no longer kept."
         *     }
         */
        readonly EventGap: {
            /** @description The position you had. */
            readonly after: string;
            /** @description The newest event that is gone; the stream goes on after it. */
            readonly resume_after: string;
            readonly detail: string;
        };
        /**
         * @description Events since a position.
         * @example {
         *       "data": [
         *         {
         *           "id": "evt_01JN8XT5G7P3QZJ9V2M4N6B8CD",
         *           "type": "vehicle.tier_changed",
         *           "occurred_at": "2025-03-01T07:40:50.000Z",
         *           "recorded_at": "2025-03-01T07:40:50.310Z",
         *           "vehicle_id": "veh-0042",
         *           "fleet_id": "vans-north",
         *           "tier": "CAUTION",
         *           "data": {
         *             "from": "NOMINAL",
         *             "to": "CAUTION",
         *             "decided_by": "cusum_breach",
         *             "frame_seq": 396,
         *             "evidence_id": "EVB-20250301-7K3M9Q2XW4HJ",
         *             "health_score": 66.4,
         *             "probable_fault_source": "radar",
         *             "recommended_action": "schedule_calibration"
         *           }
         *         }
         *       ],
         *       "has_more": false,
         *       "next_cursor": "evt_01JN8XT5G7P3QZJ9V2M4N6B8CD"
         *     }
         */
        readonly EventList: {
            /** @description In the order of recording, the oldest first. */
            readonly data: readonly components["schemas"]["Event"][];
            /** @description Whether more is there already. */
            readonly has_more: boolean;
            /** @description To be given back as `after`, now or later, for what follows. It is always there. */
            readonly next_cursor: string;
        };
        /** @description Signed evidence of one CUSUM breach; docs/evidence-format.md says how to check it with tools nobody here wrote. Served as its canonical bytes, and never changed once issued. */
        readonly EvidenceBundle: {
            /** @description Version of the evidence format. */
            readonly schema: string;
            /** @description Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32). */
            readonly event_id: string;
            /** @description Whose vehicle it is: two organisations may call a vehicle alike. Absent from evidence issued before it was named. */
            readonly submitter?: {
                /** @description The organisation in whose name the frames came. */
                readonly organisation: string;
                /** @description SHA-256 of the canonical JSON of `salt` and `organisation`: what the signed statement shows of it. */
                readonly organisation_tag: string;
                /** @description Public id of the API key under which the breach frame came. */
                readonly api_key_id: string;
            };
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            readonly tier: components["schemas"]["Tier"];
            readonly measurements: components["schemas"]["Measurements"];
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly issued_at: string;
            /** @description 32 random bytes, base64url: keeps the digest from being guessed. */
            readonly salt: string;
            /** @description The vehicle's state before and after the breach. */
            readonly tier_transition: {
                readonly rule: string;
                readonly before: {
                    readonly tier: components["schemas"]["Tier"];
                    /**
                     * Format: date-time
                     * @description Since when; null when that is not known.
                     */
                    readonly since: string | null;
                    /**
                     * Format: double
                     * @description 0 to 100; null before the first score.
                     */
                    readonly health_score: number | null;
                };
                readonly after: {
                    readonly tier: components["schemas"]["Tier"];
                    /**
                     * Format: date-time
                     * @description Since when; null when that is not known.
                     */
                    readonly since: string | null;
                    /**
                     * Format: double
                     * @description 0 to 100; null before the first score.
                     */
                    readonly health_score: number | null;
                };
            };
            /** @description What fired. */
            readonly breach: {
                /** @description `CUSUM`. */
                readonly detector: string;
                /** @description The channel with the largest share of the evidence. */
                readonly channel: string;
                readonly side: components["schemas"]["BreachSide"];
                /**
                 * Format: double
                 * @description The sequential statistic W at the breach frame, nats.
                 */
                readonly statistic: number;
                /**
                 * Format: double
                 * @description The limit it reached, nats.
                 */
                readonly threshold: number;
                /**
                 * Format: int64
                 * @description Journal number of the breach frame.
                 */
                readonly frame_seq: number;
                /**
                 * Format: date-time
                 * @description RFC 3339 date-time in UTC, with `Z`.
                 */
                readonly detected_at: string;
            };
            /** @description Everything needed to score the frames again, bit for bit. */
            readonly scoring: {
                readonly algorithm: string;
                readonly version: string;
                readonly specification_sha256: string;
                /** @description `binary64-ltr-v1`: which operations may be used, and in which order. */
                readonly numeric_profile: string;
                /** @description Digest of the frozen scorer that recomputes it; absent from evidence issued before there was one. */
                readonly scorer_sha256?: string;
                readonly parameters: {
                    readonly [key: string]: unknown;
                };
                /** @description The vehicle's state after entry `seq`, where the scoring of the frames begins. */
                readonly initial_state: {
                    /** Format: int64 */
                    readonly seq: number;
                    readonly sha256: string | null;
                    /** @description The packed state, base64; null for the empty one. */
                    readonly state: string | null;
                };
                readonly inputs: {
                    /** Format: int64 */
                    readonly first_seq: number;
                    /** Format: int64 */
                    readonly last_seq: number;
                    /** Format: int64 */
                    readonly count: number;
                };
                /** @description What scoring the frames again must give. */
                readonly outputs: {
                    readonly [key: string]: unknown;
                };
            };
            /** @description The frames file of `GET /v1/evidence/{event_id}/frames`: its size and its digests. */
            readonly frames: {
                readonly media_type: string;
                readonly framing: string;
                /** Format: int64 */
                readonly count: number;
                /** Format: int64 */
                readonly bytes: number;
                readonly sha256: string;
                readonly merkle: {
                    readonly hash: string;
                    readonly root: string;
                };
                /** @description Where the frames were committed to as they were received. */
                readonly precommit?: {
                    /** @description `sha256-chain-v1`. */
                    readonly chain: string;
                    readonly vehicle_salt: string;
                    /**
                     * Format: int64
                     * @description Entry before the first link of the chain.
                     */
                    readonly after_seq: number;
                    /** @description The chain's head at that entry. */
                    readonly head: string;
                    /** @description Intervals of ingest in the log that hold the chain, oldest first. */
                    readonly intervals: readonly {
                        /** Format: int64 */
                        readonly log_index: number;
                        readonly root: string;
                        /** Format: int64 */
                        readonly seq: number;
                        readonly head: string;
                    }[];
                };
            };
            /** @description Where the server's time comes from. */
            readonly clock: {
                readonly source: string;
                /**
                 * Format: double
                 * @description Null when it is not known.
                 */
                readonly max_error_ms: number | null;
            };
            /** @description Who issued it, with which software. */
            readonly issuer: {
                readonly organisation: string;
                readonly software: {
                    readonly name: string;
                    readonly version: string;
                    readonly build_sha256: string;
                };
            };
            /** @description The standards the parts of the bundle follow or were informed by. */
            readonly standards: readonly {
                readonly id: string;
                readonly role: string;
                readonly covers: readonly string[];
            }[];
            readonly retention: {
                readonly policy: string;
                /** @description A date; null when nothing is ever deleted. */
                readonly delete_after: string | null;
                readonly legal_hold: boolean;
            };
            /** @description The bundle this one corrects; null for a first issue. */
            readonly supersedes: string | null;
            /** @description Three steps in fixed order, each holding the digest of the one before. */
            readonly chain_of_custody: readonly components["schemas"]["CustodyStep"][];
            /** @description SHA-256 of the canonical JSON (RFC 8785) of the bundle without `signature` and `proof`. */
            readonly signature: string;
            /** @description DSSE envelope over an in-toto statement whose subject is the digest in `signature`. */
            readonly proof: {
                /** Format: int64 */
                readonly version: number;
                readonly envelope: {
                    /** @description The in-toto statement, base64. */
                    readonly payload: string;
                    readonly payloadType: string;
                    readonly signatures: readonly {
                        readonly keyid: string;
                        readonly sig: string;
                    }[];
                };
                /** @description A copy for convenience, never a reason to trust. */
                readonly keys: readonly {
                    readonly keyid: string;
                    readonly alg: string;
                    readonly spki: string;
                }[];
                /** @description One proof for each of `frames.precommit.intervals`. */
                readonly precommit?: readonly {
                    /** Format: int64 */
                    readonly index: number;
                    readonly path: readonly string[];
                    readonly envelope: {
                        readonly payload: string;
                        readonly payloadType: string;
                        readonly signatures: readonly {
                            readonly keyid: string;
                            readonly sig: string;
                        }[];
                    };
                    readonly tlog_proof: string;
                }[];
                /** @description Time stamps of the envelope's signature, where the operator names authorities. */
                readonly timestamps?: readonly {
                    /** @description `rfc3161`. */
                    readonly type: string;
                    /** @description `dsse-signature`. */
                    readonly over: string;
                    /** @description The authority's answer (TimeStampResp), DER, base64. */
                    readonly token: string;
                }[];
                /** @description Where the signature stands in the transparency log. */
                readonly log?: {
                    /** @description Name of the log. */
                    readonly origin: string;
                    /**
                     * Format: int64
                     * @description A copy; the index that counts is in `tlog_proof`.
                     */
                    readonly index: number;
                    /** @description The log's entry (Rekor `hashedrekord` 0.0.2), base64. */
                    readonly entry: string;
                    /** @description c2sp.org/tlog-proof@v1: the way from the entry to the signed checkpoint. */
                    readonly tlog_proof: string;
                };
            };
        };
        /** @description What was done with a piece of evidence after its issue. Each record holds the digest of the one before, is signed, and has its entry in the log. */
        readonly EvidenceCustody: {
            /** @description Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32). */
            readonly event_id: string;
            readonly content_digest: string;
            /** @description Whether a hold forbids erasure now. */
            readonly legal_hold: boolean;
            /**
             * Format: date-time
             * @description Null as long as the evidence is there.
             */
            readonly erased_at: string | null;
            readonly tombstone: components["schemas"]["Tombstone"] | null;
            /** @description Oldest first. */
            readonly entries: readonly components["schemas"]["CustodyEntry"][];
            /** @description True when there are entries after the last one shown. */
            readonly has_more: boolean;
        };
        /**
         * @description An evidence bundle is final and can be fetched. Where third parties are asked about it first, it is after their answers.
         * @example {
         *       "id": "evt_01JN8XT5G7P3QZJ9V2M4N6B8CD",
         *       "type": "evidence.issued",
         *       "occurred_at": "2025-03-01T07:40:50.000Z",
         *       "recorded_at": "2025-03-01T07:40:50.310Z",
         *       "vehicle_id": "veh-0042",
         *       "fleet_id": "vans-north",
         *       "tier": "CAUTION",
         *       "data": {
         *         "evidence_id": "EVB-20250301-7K3M9Q2XW4HJ",
         *         "channel": "radar",
         *         "side": "upper",
         *         "statistic": 8.1,
         *         "threshold": 7.75,
         *         "probable_fault_source": "radar",
         *         "health_score": 66.4,
         *         "breached_at": "2025-03-01T07:40:50.000Z",
         *         "frame_count": 396,
         *         "signature": "sha256:cff5d56d2d916547e96886c76972b83d48364ca574c7fc1813f23462d6291b57"
         *       }
         *     }
         */
        readonly EvidenceIssuedEvent: {
            /** @description Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading. */
            readonly id: string;
            /** @constant */
            readonly type: "evidence.issued";
            /**
             * Format: date-time
             * @description When it happened: capture time of the frame that caused it, else by the service's clock.
             */
            readonly occurred_at: string;
            /**
             * Format: date-time
             * @description When the service recorded it.
             */
            readonly recorded_at: string;
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            /** @description Fleet of the vehicle after the event. */
            readonly fleet_id: string;
            readonly tier: components["schemas"]["Tier"];
            readonly data: {
                /** @description Evidence of the breach; `GET /v1/evidence/{event_id}/bundle` has it once it is issued. */
                readonly evidence_id: string;
                readonly channel: components["schemas"]["Channel"];
                readonly side: components["schemas"]["BreachSide"];
                /**
                 * Format: double
                 * @description `cusum_statistic` of the frame that opened the breach, nats.
                 */
                readonly statistic: number;
                /**
                 * Format: double
                 * @description The limit it reached.
                 */
                readonly threshold: number;
                readonly probable_fault_source: components["schemas"]["FaultSource"];
                /**
                 * Format: double
                 * @description The vehicle's health score after it; null while nothing was scored.
                 */
                readonly health_score: number | null;
                /**
                 * Format: date-time
                 * @description Capture time of the frame that opened the breach.
                 */
                readonly breached_at: string;
                /**
                 * Format: int64
                 * @description Frames the bundle holds.
                 */
                readonly frame_count: number;
                /** @description The bundle's content digest. */
                readonly signature: string;
            };
        };
        /**
         * @description One page of issued evidence.
         * @example {
         *       "data": [
         *         {
         *           "event_id": "EVB-20250301-7K3M9Q2XW4HJ",
         *           "vehicle_id": "veh-0042",
         *           "fleet_id": "vans-north",
         *           "tier": "CAUTION",
         *           "probable_fault_source": "radar",
         *           "measurements": {
         *             "camera_drift_deg": 0.01,
         *             "radar_drift_mm": 118,
         *             "health_score": 66.4
         *           },
         *           "detected_at": "2025-03-01T07:40:50.000Z",
         *           "issued_at": "2025-03-01T07:40:50.310Z",
         *           "frame_count": 396,
         *           "signature": "sha256:cff5d56d2d916547e96886c76972b83d48364ca574c7fc1813f23462d6291b57"
         *         }
         *       ],
         *       "has_more": false,
         *       "next_cursor": null
         *     }
         */
        readonly EvidenceList: {
            /** @description Latest first. */
            readonly data: readonly components["schemas"]["EvidenceListItem"][];
            /** @description True when another page follows. */
            readonly has_more: boolean;
            /** @description Give it back as `cursor` for the next page; null on the last page. */
            readonly next_cursor: string | null;
        };
        /** @description One issued bundle as lists show it. */
        readonly EvidenceListItem: {
            /** @description Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32). */
            readonly event_id: string;
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            /** @description Fleet of the vehicle when the evidence was issued. */
            readonly fleet_id: string;
            readonly tier: components["schemas"]["Tier"];
            readonly probable_fault_source: components["schemas"]["FaultSource"];
            readonly measurements: components["schemas"]["Measurements"];
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly detected_at: string;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly issued_at: string;
            /** Format: int64 */
            readonly frame_count: number;
            /**
             * Format: date-time
             * @description Present when the evidence was erased: bundle and frames are gone.
             */
            readonly erased_at?: string;
            readonly signature: string;
        };
        /**
         * @description The frozen scorers this service knows: each recomputes the evidence of its version, for good.
         * @example {
         *       "scorers": [
         *         {
         *           "version": "1.1.0",
         *           "numeric_profile": "binary64-ltr-v1",
         *           "sha256": "7dedfb3ac40420ca645317dccc05309b4cdfd4fee69e30c02a375e9d2fb0646a",
         *           "logged": null
         *         }
         *       ]
         *     }
         */
        readonly EvidenceScorers: {
            /** @description Oldest first. */
            readonly scorers: readonly {
                /** @description As in `scoring.version` of a bundle. */
                readonly version: string;
                readonly numeric_profile: string;
                /** @description As in `scoring.scorer_sha256` of a bundle: of the module's bytes. */
                readonly sha256: string;
                /** @description Null where this log never used it. */
                readonly logged: {
                    /** @description DSSE v1 envelope, signed by the evidence key. */
                    readonly envelope: {
                        /** @description Canonical JSON, base64. */
                        readonly payload: string;
                        readonly payloadType: string;
                        readonly signatures: readonly {
                            readonly keyid: string;
                            readonly sig: string;
                        }[];
                    };
                    /** Format: int64 */
                    readonly log_index: number;
                    /** @description c2sp.org/tlog-proof@v1 of the document's entry in the log. */
                    readonly tlog_proof: string;
                } | null;
            }[];
        };
        /** @description What every step of docs/evidence-format.md found. */
        readonly EvidenceVerification: {
            readonly verdict: components["schemas"]["VerificationVerdict"];
            /**
             * Format: int64
             * @description As a verifier ends: 0 valid, 1 invalid, 3 incomplete.
             */
            readonly exit_status: number;
            /** @description Code of the first step that failed. */
            readonly code: string | null;
            /** @description Whose vehicle it is: two organisations may call a vehicle alike. Null in evidence issued before it was named. */
            readonly organisation: string | null;
            /** @description Public id of the API key under which the breach frame came. */
            readonly api_key_id: string | null;
            readonly event_id: string | null;
            readonly vehicle_id: string | null;
            readonly tier: string | null;
            readonly content_digest: string | null;
            readonly key_id: string | null;
            /**
             * Format: date-time
             * @description The moment as of which was judged.
             */
            readonly judged_as_of: string | null;
            readonly bundle_sha256: string;
            readonly frames_sha256: string | null;
            /** @description Compare it with what the issuer published elsewhere. */
            readonly trust_sha256: string;
            readonly trust_from: components["schemas"]["TrustSource"];
            readonly proven_time: {
                readonly not_before: string | null;
                readonly not_after: string | null;
                readonly reason: string;
            };
            readonly steps: readonly {
                readonly step: string;
                readonly title: string;
                readonly result: components["schemas"]["VerificationResult"];
                readonly code?: string;
                readonly detail?: string;
                readonly reason?: string;
                readonly note?: string;
            }[];
        };
        /**
         * @description Files to check, at most 32 MiB together.
         * @example {
         *       "bundle": {
         *         "event_id": "EVB-20250301-7K3M9Q2XW4HJ"
         *       }
         *     }
         */
        readonly EvidenceVerifyRequest: {
            /** @description The bundle. As a text: the file's exact characters. As an object: what it says, in canonical form; how it was spelled is then not checked. */
            readonly bundle: string | {
                readonly [key: string]: unknown;
            };
            /** @description The frames file, its exact characters. Without it the verdict is at best `incomplete`. */
            readonly frames?: string;
            /** @description The trust file whose keys are believed. Left out: this service's own, which proves little about itself. As a text: the file's exact characters. As an object: what it says, in canonical form; how it was spelled is then not checked. */
            readonly trust?: string | {
                readonly [key: string]: unknown;
            };
            /** @description The keyring's history, for a trust file that pins a keyring. As a text: the file's exact characters. As an object: what it says, in canonical form; how it was spelled is then not checked. */
            readonly keyring?: string | {
                readonly [key: string]: unknown;
            };
            /** @description What makes the bundle `invalid` when it is missing or cannot be checked, instead of `incomplete`. */
            readonly require?: readonly components["schemas"]["VerificationDemand"][];
            /** @description A bundle that is not about a vehicle of this organisation is `invalid`. */
            readonly require_organisation?: string;
            /** @description Judge as of this moment instead of the service's clock, for example before a trust file was due to be fetched again. RFC 3339, UTC. */
            readonly now?: string;
        };
        /**
         * @description `cusum_signal`: the chart of `detector` passes h; `tier_change`: a sensor's true departure reaches a limit.
         * @enum {string}
         */
        readonly ExpectedEvent: "cusum_signal" | "tier_change";
        /**
         * @description A format of somebody else's that a scenario is written in (docs/scenario-exports.md).
         * @enum {string}
         */
        readonly ExportFormat: "openscenario-xml/1.3" | "openscenario-parameters/1.3" | "opendrive/1.7" | "osi-trace/3.8" | "openlabel/1.0" | "carla-json/1" | "mcap" | "csv";
        /**
         * @description The sensor most probably at fault; `multi_modal` when two or more take part, `none` below CAUTION.
         * @enum {string}
         */
        readonly FaultSource: "none" | "camera" | "radar" | "lidar" | "multi_modal";
        /**
         * @description A fleet over time: tiers, breaches and repairs with their exposure, drift, delays, frames.
         * @example {
         *       "from": "2025-03-01T00:00:00.000Z",
         *       "to": "2025-03-02T12:00:00.000Z",
         *       "step": "day",
         *       "steps": [
         *         "2025-03-01T00:00:00.000Z",
         *         "2025-03-02T00:00:00.000Z"
         *       ],
         *       "group_by": null,
         *       "months": [
         *         "2025-03-01T00:00:00.000Z"
         *       ],
         *       "hazard": {
         *         "against": "days",
         *         "per": 1000,
         *         "bins": [
         *           {
         *             "from": 0,
         *             "to": 2
         *           }
         *         ],
         *         "vehicles": 40,
         *         "left_out": 0
         *       },
         *       "all": {
         *         "group": null,
         *         "vehicles": 40,
         *         "tiers_now": {
         *           "unknown": 0,
         *           "nominal": 36,
         *           "caution": 3,
         *           "critical": 1
         *         },
         *         "tiers_over_time": {
         *           "unknown": [
         *             2,
         *             0
         *           ],
         *           "nominal": [
         *             37,
         *             36
         *           ],
         *           "caution": [
         *             1,
         *             3
         *           ],
         *           "critical": [
         *             0,
         *             1
         *           ]
         *         },
         *         "days_in_tier": {
         *           "unknown": 3.5,
         *           "nominal": 53.1,
         *           "caution": 3,
         *           "critical": 0.4
         *         },
         *         "vehicle_days": 60,
         *         "breaches": {
         *           "count": 4,
         *           "per_1000_vehicle_days": {
         *             "value": 66.7,
         *             "low": 18.2,
         *             "high": 170.7
         *           }
         *         },
         *         "repairs": {
         *           "count": 0,
         *           "per_1000_vehicle_days": {
         *             "value": 0,
         *             "low": 0,
         *             "high": 61.5
         *           }
         *         },
         *         "breaches_by_month": [
         *           {
         *             "count": 4,
         *             "vehicle_days": 60,
         *             "per_1000_vehicle_days": {
         *               "value": 66.7,
         *               "low": 18.2,
         *               "high": 170.7
         *             }
         *           }
         *         ],
         *         "hazard": [
         *           {
         *             "first_breaches": 4,
         *             "exposure": 57.1,
         *             "rate": {
         *               "value": 70.1,
         *               "low": 19.1,
         *               "high": 179.4
         *             }
         *           }
         *         ],
         *         "drift": {
         *           "camera_deg": {
         *             "vehicles": 40,
         *             "p5": 0.004,
         *             "p25": 0.01,
         *             "p50": 0.02,
         *             "p75": 0.03,
         *             "p95": 0.41
         *           },
         *           "radar_mm": {
         *             "vehicles": 40,
         *             "p5": -20,
         *             "p25": -6,
         *             "p50": 0,
         *             "p75": 7,
         *             "p95": 240
         *           },
         *           "lidar_m": null
         *         }
         *       },
         *       "groups": [],
         *       "groups_in_all": 0,
         *       "breaches_by_source": [
         *         {
         *           "fault_source": "radar",
         *           "breaches": 4
         *         }
         *       ],
         *       "detection_delays": [
         *         {
         *           "fault_source": "radar",
         *           "breaches": 4,
         *           "p10_s": 240,
         *           "p50_s": 660,
         *           "p90_s": 1260
         *         }
         *       ],
         *       "frames": {
         *         "from": "2025-02-28T12:00:00.000Z",
         *         "step_s": 960,
         *         "received": [
         *           640,
         *           640
         *         ],
         *         "expected_per_step": 640
         *       },
         *       "as_of": "2025-03-02T12:00:00.000Z"
         *     }
         */
        readonly FleetAnalytics: {
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly to: string;
            readonly step: components["schemas"]["AnalyticsStep"];
            /** @description When each step begins, in UTC. */
            readonly steps: readonly string[];
            /** @description `fleet`, `region` or `attribute:name`; null for no groups. */
            readonly group_by: string | null;
            /** @description When each month of UTC begins that `from` to `to` has a part in; the first at `from`. */
            readonly months: readonly string[];
            /** @description At what age vehicles breach for the first time; the figures stand with each group. */
            readonly hazard: {
                readonly against: components["schemas"]["AgeUnit"];
                /**
                 * Format: int64
                 * @description Rates are for so many kilometres or days.
                 */
                readonly per: number;
                /** @description Stretches of age, the same for every group. */
                readonly bins: readonly {
                    /** Format: double */
                    readonly from: number;
                    /**
                     * Format: double
                     * @description Null: and all beyond.
                     */
                    readonly to: number | null;
                }[];
                /**
                 * Format: int64
                 * @description Vehicles that count here.
                 */
                readonly vehicles: number;
                /**
                 * Format: int64
                 * @description Vehicles that say too little of their age: no odometer, none before their breach, or one that went back.
                 */
                readonly left_out: number;
            };
            readonly all: components["schemas"]["AnalyticsGroup"];
            /** @description The groups of most vehicles; that one first whose breach rate is most surely high (by the lower end of its interval). */
            readonly groups: readonly components["schemas"]["AnalyticsGroup"][];
            /**
             * Format: int64
             * @description How many groups there are, listed or not.
             */
            readonly groups_in_all: number;
            /** @description The commonest first. */
            readonly breaches_by_source: readonly {
                readonly fault_source: components["schemas"]["FaultSource"];
                /**
                 * Format: int64
                 * @description Breaches between `from` and `to`.
                 */
                readonly breaches: number;
            }[];
            /** @description Seconds from when a change most likely began (its change point) to the breach, over the newest 10,000 breaches of that time. An estimate of what was noticed; a change never noticed has no delay. */
            readonly detection_delays: readonly {
                readonly fault_source: components["schemas"]["FaultSource"];
                /**
                 * Format: int64
                 * @description Breaches with a known beginning.
                 */
                readonly breaches: number;
                /** Format: double */
                readonly p10_s: number;
                /** Format: double */
                readonly p50_s: number;
                /** Format: double */
                readonly p90_s: number;
            }[];
            /** @description The last two days. Null where attributes were asked for: frames are counted by fleet and region alone. */
            readonly frames: {
                /**
                 * Format: date-time
                 * @description RFC 3339 date-time in UTC, with `Z`.
                 */
                readonly from: string;
                /** Format: int64 */
                readonly step_s: number;
                /** @description Frames of each step, by receipt. */
                readonly received: readonly number[];
                /**
                 * Format: double
                 * @description What the vehicles send together when each sends as often as it did on average from its first to its newest frame.
                 */
                readonly expected_per_step: number;
            } | null;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly as_of: string;
        };
        /**
         * @description What the vehicles say of themselves: the attributes there are, each with its commonest values.
         * @example {
         *       "vehicles": 40,
         *       "data": [
         *         {
         *           "name": "camera_part",
         *           "vehicles": 40,
         *           "distinct_values": 2,
         *           "values": [
         *             {
         *               "value": "CAM-7731-A",
         *               "vehicles": 37
         *             },
         *             {
         *               "value": "CAM-7731-B",
         *               "vehicles": 3
         *             }
         *           ]
         *         }
         *       ],
         *       "as_of": "2025-03-01T08:00:00.000Z"
         *     }
         */
        readonly FleetAttributes: {
            /**
             * Format: int64
             * @description Vehicles that were looked at, with attributes or without.
             */
            readonly vehicles: number;
            /** @description The attributes that most vehicles have first, then by name. */
            readonly data: readonly {
                readonly name: string;
                /**
                 * Format: int64
                 * @description Vehicles that have it.
                 */
                readonly vehicles: number;
                /**
                 * Format: int64
                 * @description How many values there are.
                 */
                readonly distinct_values: number;
                /** @description The commonest first, equally common ones by name. */
                readonly values: readonly {
                    /** @description As a filter takes it: `attribute=name:value`. */
                    readonly value: string;
                    /**
                     * Format: int64
                     * @description Vehicles that have this value.
                     */
                    readonly vehicles: number;
                }[];
            }[];
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly as_of: string;
        };
        /**
         * @description Tier counts of the fleet, as far as the key may see it.
         * @example {
         *       "total_vehicles": 40,
         *       "critical_count": 1,
         *       "caution_count": 3,
         *       "nominal_count": 34,
         *       "unknown_count": 2,
         *       "silent_count": 0,
         *       "frames_24h": 57600,
         *       "open_breaches": 4,
         *       "worst": [
         *         {
         *           "vehicle_id": "veh-0042",
         *           "fleet_id": "vans-north",
         *           "region": "eu-central",
         *           "attributes": {
         *             "camera_part": "CAM-7731-B",
         *             "firmware": "4.2.1",
         *             "model": "Sprint 2"
         *           },
         *           "position": {
         *             "latitude": 52.5208,
         *             "longitude": 13.4095
         *           },
         *           "tier": "CRITICAL",
         *           "tier_since": "2025-03-01T07:41:10.000Z",
         *           "silent": false,
         *           "last_frame_at": "2025-03-01T08:00:00.000Z",
         *           "last_received_at": "2025-03-01T08:00:00.180Z",
         *           "frames": 412,
         *           "health_score": 40.2,
         *           "camera_drift_deg": 0.01,
         *           "radar_drift_mm": 262,
         *           "lidar_drift_m": 0.004,
         *           "probable_fault_source": "radar",
         *           "recommended_action": "calibration_required",
         *           "baseline_state": "established",
         *           "evidence_id": "EVB-20250301-7K3M9Q2XW4HJ"
         *         }
         *       ],
         *       "as_of": "2025-03-01T08:00:00.000Z"
         *     }
         */
        readonly FleetHealthSummary: {
            /**
             * Format: int64
             * @description Vehicles that ever sent a frame.
             */
            readonly total_vehicles: number;
            /**
             * Format: int64
             * @description Vehicles in tier CRITICAL.
             */
            readonly critical_count: number;
            /**
             * Format: int64
             * @description Vehicles in tier CAUTION.
             */
            readonly caution_count: number;
            /**
             * Format: int64
             * @description Vehicles in tier NOMINAL.
             */
            readonly nominal_count: number;
            /**
             * Format: int64
             * @description Vehicles in tier UNKNOWN; the four tier counts add up to `total_vehicles`.
             */
            readonly unknown_count: number;
            /**
             * Format: int64
             * @description Vehicles from which nothing was heard within the silence limit. Silence turns NOMINAL into UNKNOWN; CAUTION and CRITICAL stay.
             */
            readonly silent_count: number;
            /**
             * Format: int64
             * @description Frames received in the last 24 hours.
             */
            readonly frames_24h: number;
            /**
             * Format: int64
             * @description Vehicles with an open CUSUM breach.
             */
            readonly open_breaches: number;
            /** @description The ten vehicles to look at first. */
            readonly worst: readonly components["schemas"]["VehicleListItem"][];
            /** @description Present with `group_by=fleet`, ordered by `fleet_id`. */
            readonly by_fleet?: readonly {
                readonly fleet_id: string;
                /**
                 * Format: int64
                 * @description Vehicles that ever sent a frame.
                 */
                readonly total_vehicles: number;
                /**
                 * Format: int64
                 * @description Vehicles in tier CRITICAL.
                 */
                readonly critical_count: number;
                /**
                 * Format: int64
                 * @description Vehicles in tier CAUTION.
                 */
                readonly caution_count: number;
                /**
                 * Format: int64
                 * @description Vehicles in tier NOMINAL.
                 */
                readonly nominal_count: number;
                /**
                 * Format: int64
                 * @description Vehicles in tier UNKNOWN; the four tier counts add up to `total_vehicles`.
                 */
                readonly unknown_count: number;
                /**
                 * Format: int64
                 * @description Vehicles from which nothing was heard within the silence limit. Silence turns NOMINAL into UNKNOWN; CAUTION and CRITICAL stay.
                 */
                readonly silent_count: number;
            }[];
            /** @description Present with `group_by=region`, ordered by `region`. */
            readonly by_region?: readonly {
                /** @description Null for vehicles never given a region. */
                readonly region: string | null;
                /**
                 * Format: int64
                 * @description Vehicles that ever sent a frame.
                 */
                readonly total_vehicles: number;
                /**
                 * Format: int64
                 * @description Vehicles in tier CRITICAL.
                 */
                readonly critical_count: number;
                /**
                 * Format: int64
                 * @description Vehicles in tier CAUTION.
                 */
                readonly caution_count: number;
                /**
                 * Format: int64
                 * @description Vehicles in tier NOMINAL.
                 */
                readonly nominal_count: number;
                /**
                 * Format: int64
                 * @description Vehicles in tier UNKNOWN; the four tier counts add up to `total_vehicles`.
                 */
                readonly unknown_count: number;
                /**
                 * Format: int64
                 * @description Vehicles from which nothing was heard within the silence limit. Silence turns NOMINAL into UNKNOWN; CAUTION and CRITICAL stay.
                 */
                readonly silent_count: number;
            }[];
            readonly rescoring?: components["schemas"]["Rescoring"];
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly as_of: string;
        };
        /**
         * @description Where the vehicles are and how they stand, in columns: for a map of a whole fleet.
         * @example {
         *       "vehicles": 40,
         *       "tiers": [
         *         "UNKNOWN",
         *         "NOMINAL",
         *         "CAUTION",
         *         "CRITICAL"
         *       ],
         *       "columns": {
         *         "vehicle_id": [
         *           "veh-0042",
         *           "veh-0043"
         *         ],
         *         "latitude": [
         *           52.5208,
         *           48.1371
         *         ],
         *         "longitude": [
         *           13.4095,
         *           11.5754
         *         ],
         *         "tier": [
         *           3,
         *           1
         *         ],
         *         "silent": [
         *           0,
         *           0
         *         ],
         *         "last_received_s": [
         *           1740816000,
         *           1740815990
         *         ]
         *       }
         *     }
         */
        readonly FleetPositions: {
            /**
             * Format: int64
             * @description Vehicles that fit the filters, with a position or without.
             */
            readonly vehicles: number;
            /** @description What the numbers of `tier` mean. */
            readonly tiers: readonly components["schemas"]["Tier"][];
            /** @description One entry a vehicle that has a position, in order of the vehicle ids; all of one length. */
            readonly columns: {
                readonly vehicle_id: readonly string[];
                readonly latitude: readonly number[];
                readonly longitude: readonly number[];
                readonly tier: readonly number[];
                readonly silent: readonly number[];
                readonly last_received_s: readonly number[];
            };
        };
        /**
         * @description The same stored frames under the present and under other settings. Nothing was changed.
         * @example {
         *       "vehicles": [
         *         {
         *           "vehicle_id": "veh-0042",
         *           "frames": 1440,
         *           "differs": true,
         *           "present": {
         *             "tier": "CRITICAL",
         *             "tier_changes": 3,
         *             "breaches": 1,
         *             "first_breach_at": "2025-03-01T07:41:10.000Z",
         *             "breaches_at": [
         *               "2025-03-01T07:41:10.000Z"
         *             ]
         *           },
         *           "proposed": {
         *             "tier": "NOMINAL",
         *             "tier_changes": 1,
         *             "breaches": 0,
         *             "first_breach_at": null,
         *             "breaches_at": []
         *           }
         *         }
         *       ],
         *       "frames": 1440,
         *       "differing": 1,
         *       "breaches_present": 1,
         *       "breaches_proposed": 0,
         *       "as_of": "2025-03-01T08:00:00.000Z"
         *     }
         */
        readonly FleetRescore: {
            /** @description By vehicle id. */
            readonly vehicles: readonly components["schemas"]["RescoredVehicle"][];
            /** Format: int64 */
            readonly frames: number;
            /**
             * Format: int64
             * @description Vehicles whose verdicts differ.
             */
            readonly differing: number;
            /** Format: int64 */
            readonly breaches_present: number;
            /** Format: int64 */
            readonly breaches_proposed: number;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly as_of: string;
        };
        /**
         * @description Which stored frames to judge again, and under which settings.
         * @example {
         *       "settings": {
         *         "evidence": {
         *           "caution_nats": 8
         *         }
         *       }
         *     }
         */
        readonly FleetRescoreRequest: {
            /** @description The settings to change, nested and named as in an evidence bundle's `scoring.parameters`; the rest stays as it is. */
            readonly settings: {
                readonly [key: string]: unknown;
            };
            /** @description Only these vehicles; all that the key may see when absent. */
            readonly vehicle_ids?: readonly string[];
            /** @description Only this fleet. */
            readonly fleet_id?: string;
        };
        /**
         * @description What some vehicles share that the others do not. A hint where to look, not a cause.
         * @example {
         *       "case_tiers": [
         *         "CRITICAL"
         *       ],
         *       "cases": 37,
         *       "others": 963,
         *       "comparisons": 214,
         *       "data": [
         *         {
         *           "attribute": "camera_bracket",
         *           "value": "CB-2231-B",
         *           "cases_having": 31,
         *           "cases_share": 0.838,
         *           "others_having": 77,
         *           "others_share": 0.08,
         *           "odds_ratio": 55.4,
         *           "odds_ratio_low": 23.1,
         *           "odds_ratio_high": 133.1,
         *           "p_value": 2.1e-26,
         *           "false_discovery_rate": 4.5e-24,
         *           "familywise_p_value": 4.5e-24,
         *           "expected_by_chance": 4.5e-24,
         *           "sentence": "31 of 37 have camera_bracket CB-2231-B; of the other 963 vehicles 8 % do."
         *         }
         *       ],
         *       "sentence": "31 of 37 have camera_bracket CB-2231-B; of the other 963 vehicles 8 % do. Among 214 comparisons about 0.0 such are to be expected by chance.",
         *       "as_of": "2025-03-02T12:00:00.000Z"
         *     }
         */
        readonly FleetShared: {
            /** @description Vehicles in these tiers are the cases. */
            readonly case_tiers: readonly components["schemas"]["Tier"][];
            /**
             * Format: int64
             * @description How many cases there are.
             */
            readonly cases: number;
            /**
             * Format: int64
             * @description All other vehicles.
             */
            readonly others: number;
            /**
             * Format: int64
             * @description Values compared: those that at least two vehicles have.
             */
            readonly comparisons: number;
            /** @description The most striking first. */
            readonly data: readonly components["schemas"]["SharedValue"][];
            /** @description What it comes to. */
            readonly sentence: string;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly as_of: string;
        };
        /** @description Why one frame of a batch was not taken. */
        readonly FrameFault: {
            /**
             * Format: int64
             * @description Position of the frame in the batch, from 0.
             */
            readonly index: number;
            /**
             * Format: int64
             * @description Line of the NDJSON body, from 1, blank lines counted.
             */
            readonly line?: number;
            /** @description Stable code of the fault, as in problems. */
            readonly code: string;
            /** @description JSON pointer inside the frame; empty for the whole frame. */
            readonly pointer: string;
            /** @description What is wrong and what to do. */
            readonly detail: string;
        };
        /** @description Free members are kept as given; at most 4096 bytes as canonical JSON in all. */
        readonly FrameMetadata: {
            /** @description Fleet the vehicle belongs to, in characters that can be seen. Left out or empty: the vehicle keeps its last known one. */
            readonly fleet_id?: string;
            /** @description Region the vehicle is in, in characters that can be seen. Left out or empty: the vehicle keeps its last known one. */
            readonly region?: string;
        } & {
            readonly [key: string]: unknown;
        };
        /**
         * @description Whether the service can take and keep frames.
         * @example {
         *       "status": "ok",
         *       "version": "0.1.0",
         *       "uptime_s": 3.2,
         *       "checks": {
         *         "storage": "ok"
         *       }
         *     }
         */
        readonly Health: {
            readonly status: components["schemas"]["HealthStatus"];
            /** @description Version of the service. */
            readonly version: string;
            /**
             * Format: double
             * @description Seconds since the process started.
             */
            readonly uptime_s: number;
            /** @description What was checked, and `ok` or the reason it is not. */
            readonly checks: {
                readonly [key: string]: string;
            };
        };
        /**
         * @description `unavailable` (503): no commit is possible right now.
         * @enum {string}
         */
        readonly HealthStatus: "ok" | "degraded" | "unavailable";
        /**
         * @description Answer to one frame.
         * @example {
         *       "vehicle_id": "veh-0042",
         *       "status": "accepted",
         *       "frames_ingested": 1,
         *       "fleet_tier": "NOMINAL",
         *       "timestamp": "2025-03-01T08:00:00.000Z"
         *     }
         */
        readonly IngestResult: {
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            readonly status: components["schemas"]["IngestStatus"];
            /**
             * Format: int64
             * @description 1, or 0 for a duplicate. What is counted here is durable on disk.
             */
            readonly frames_ingested: number;
            readonly fleet_tier: components["schemas"]["Tier"];
            /** @description The frame's time, exactly as received. */
            readonly timestamp: string;
            /** @description Only present when there is something to warn about; for example `rotation_not_orthonormal`. */
            readonly warnings?: readonly string[];
        };
        /**
         * @description `duplicate`: this very frame was counted before; nothing moved.
         * @enum {string}
         */
        readonly IngestStatus: "accepted" | "duplicate";
        /**
         * @description A key that was just made.
         * @example {
         *       "id": "3fK8zQ1mWd",
         *       "organisation": "acme",
         *       "name": "gateway north",
         *       "mode": "live",
         *       "status": "active",
         *       "scopes": [
         *         "telemetry:write"
         *       ],
         *       "fleets": [
         *         "vans-north"
         *       ],
         *       "created_at": "2026-03-01T08:00:00.000Z",
         *       "created_by": "Zt5vB0yRha",
         *       "expires_at": "2027-03-01T00:00:00.000Z",
         *       "revoked_at": null,
         *       "last_used_at": null,
         *       "rotated_to": null,
         *       "key": "plumb_live_3fK8zQ1mWd_00000000000000000000000000000000000000"
         *     }
         */
        readonly IssuedApiKey: {
            /** @description Public id: the 10 characters after `plumb_live_`. No secret. */
            readonly id: string;
            /** @description Whose data the key opens. */
            readonly organisation: string;
            /** @description What the key is for. */
            readonly name: string;
            readonly mode: components["schemas"]["ApiKeyMode"];
            readonly status: components["schemas"]["ApiKeyStatus"];
            /** @description What the key may do. */
            readonly scopes: readonly components["schemas"]["Scope"][];
            /** @description Only these fleets; null for all of the organisation. */
            readonly fleets: readonly string[] | null;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly created_at: string;
            /** @description Public id of the key that made it; null for the command line. */
            readonly created_by: string | null;
            /**
             * Format: date-time
             * @description When it ends by itself; null for never.
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was revoked; null as long as it is not.
             */
            readonly revoked_at: string | null;
            /**
             * Format: date-time
             * @description To the minute; null when never used.
             */
            readonly last_used_at: string | null;
            /** @description Public id of the key that takes its place; null as long as it was not rotated. */
            readonly rotated_to: string | null;
            /** @description The key. It is shown this once and cannot be found out again. */
            readonly key: string;
        };
        /**
         * @description Public keys as RFC 7517, 7518 and 8037 write them.
         * @example {
         *       "keys": [
         *         {
         *           "kid": "sha256:333f4b115848c7f1622f830e0036de6fbb127672cf40007b50961e1fa707e183",
         *           "use": "sig",
         *           "kty": "EC",
         *           "crv": "P-256",
         *           "alg": "ES256",
         *           "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
         *           "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"
         *         }
         *       ]
         *     }
         */
        readonly JsonWebKeySet: {
            readonly keys: readonly {
                /** @description The key's id in the keyring. */
                readonly kid: string;
                /** @description `sig`. */
                readonly use: string;
                /** @description `EC` or `OKP`. */
                readonly kty: string;
                /** @description `P-256` or `Ed25519`. */
                readonly crv: string;
                /** @description `ES256` or `EdDSA`. */
                readonly alg: string;
                /** @description Base64url. */
                readonly x: string;
                /** @description Base64url; of an elliptic curve's point. */
                readonly y?: string;
            }[];
        };
        /**
         * @description An API key of the organisation expires soon. Seen by keys that see every fleet.
         * @example {
         *       "id": "evt_01JN8XT5G7P3QZJ9V2M4N6B8CD",
         *       "type": "key.expiring",
         *       "occurred_at": "2025-03-01T07:40:50.000Z",
         *       "recorded_at": "2025-03-01T07:40:50.310Z",
         *       "data": {
         *         "key_id": "4f8Zk2Qp9a",
         *         "name": "ingest gateway",
         *         "expires_at": "2025-03-15T00:00:00.000Z",
         *         "days_left": 14
         *       }
         *     }
         */
        readonly KeyExpiringEvent: {
            /** @description Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading. */
            readonly id: string;
            /** @constant */
            readonly type: "key.expiring";
            /**
             * Format: date-time
             * @description When it happened: capture time of the frame that caused it, else by the service's clock.
             */
            readonly occurred_at: string;
            /**
             * Format: date-time
             * @description When the service recorded it.
             */
            readonly recorded_at: string;
            readonly data: {
                /** @description Public id of the key: the part of it that is no secret. */
                readonly key_id: string;
                readonly name: string;
                /**
                 * Format: date-time
                 * @description RFC 3339 date-time in UTC, with `Z`.
                 */
                readonly expires_at: string;
                /**
                 * Format: int64
                 * @description Announced 14, 3 and 1 days before.
                 */
                readonly days_left: number;
            };
        };
        /**
         * @description Why a key ends.
         * @example {
         *       "reason": "the laptop was lost"
         *     }
         */
        readonly KeyRevocationRequest: {
            /** @description Why; kept in the audit log. */
            readonly reason?: string;
            /**
             * @description Revokes even the last key that can manage keys: after that only the operator's command line makes one.
             * @default false
             */
            readonly force?: boolean;
        };
        /**
         * @description How the old key gives way to the new one.
         * @example {
         *       "overlap_s": 86400
         *     }
         */
        readonly KeyRotationRequest: {
            /**
             * Format: int64
             * @description Seconds the old key goes on working, at most until it ends by itself.
             * @default 86400
             */
            readonly overlap_s?: number;
            /**
             * Format: date-time
             * @description When the new key ends; left out: when the old one would have ended.
             */
            readonly expires_at?: string | null;
        };
        /**
         * @description A version of the keyring, signed by the root keys (DSSE).
         * @example {
         *       "payload": "eyJ2ZXJzaW9uIjoxfQ==",
         *       "payloadType": "application/vnd.plumbline.keyring+json",
         *       "signatures": [
         *         {
         *           "keyid": "sha256:333f4b115848c7f1622f830e0036de6fbb127672cf40007b50961e1fa707e183",
         *           "sig": "MEUCIQ=="
         *         }
         *       ]
         *     }
         */
        readonly KeyringEnvelope: {
            /** @description The keyring's version as canonical JSON (docs/evidence-format.md), base64. */
            readonly payload: string;
            /** @constant */
            readonly payloadType: "application/vnd.plumbline.keyring+json";
            /** @description One by each root key that signed. */
            readonly signatures: readonly {
                /** @description SHA-256 of the key's SubjectPublicKeyInfo in DER. */
                readonly keyid: string;
                /** @description Over the DSSE encoding of type and payload, base64. */
                readonly sig: string;
            }[];
        };
        /**
         * @description Every version of the keyring, with the proof of its place in the log.
         * @example {
         *       "schema": "urn:plumbline:keyring-history:1",
         *       "versions": [
         *         {
         *           "envelope": {
         *             "payload": "eyJ2ZXJzaW9uIjoxfQ==",
         *             "payloadType": "application/vnd.plumbline.keyring+json",
         *             "signatures": [
         *               {
         *                 "keyid": "sha256:333f4b115848c7f1622f830e0036de6fbb127672cf40007b50961e1fa707e183",
         *                 "sig": "MEUCIQ=="
         *               }
         *             ]
         *           },
         *           "log": {
         *             "origin": "evidence.example.org",
         *             "tlog_proof": "c2sp.org/tlog-proof@v1\nindex 0\n"
         *           }
         *         }
         *       ]
         *     }
         */
        readonly KeyringHistory: {
            /** @constant */
            readonly schema: "urn:plumbline:keyring-history:1";
            /** @description From version 1 on, oldest first. */
            readonly versions: readonly {
                readonly envelope: components["schemas"]["KeyringEnvelope"];
                readonly log: {
                    /** @description Name of the log. */
                    readonly origin: string;
                    /** @description c2sp.org/tlog-proof@v1 of this version's entry. */
                    readonly tlog_proof: string;
                };
            }[];
        };
        /**
         * @description Whether a legal hold is on the evidence.
         * @example {
         *       "hold": true,
         *       "reason": "claim 2025/0815 pending"
         *     }
         */
        readonly LegalHoldRequest: {
            /** @description True forbids erasure, false allows it again. */
            readonly hold: boolean;
            /** @description Why, for example the file number of the claim. */
            readonly reason: string;
        };
        /**
         * @description How it stands after the request.
         * @example {
         *       "event_id": "EVB-20250301-7K3M9Q2XW4HJ",
         *       "legal_hold": true,
         *       "changed": true,
         *       "at": "2025-03-05T10:00:00.000Z"
         *     }
         */
        readonly LegalHoldResult: {
            /** @description Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32). */
            readonly event_id: string;
            readonly legal_hold: boolean;
            /** @description False when it stood so already; nothing was recorded then. */
            readonly changed: boolean;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly at: string;
        };
        /** @description One limit, and what is used of it. */
        readonly Limit: {
            readonly name: components["schemas"]["LimitName"];
            readonly holds_for: components["schemas"]["LimitHolder"];
            readonly unit: components["schemas"]["LimitUnit"];
            /**
             * Format: int64
             * @description How much there may be.
             */
            readonly limit: number;
            /**
             * Format: int64
             * @description How much of it is used now; null where that is not told or has no meaning between requests.
             */
            readonly used: number | null;
            /**
             * Format: int64
             * @description What is left; 0 where more is used than is allowed by now.
             */
            readonly remaining: number | null;
            /**
             * Format: int64
             * @description Seconds within which it is counted; null for what stays used.
             */
            readonly window_s: number | null;
            /** @description `code` of the problem that a request over the limit is answered with. */
            readonly code: string;
            /** @description The operator's setting; null for what is fixed. */
            readonly setting: string | null;
        };
        /**
         * @description Whose limit it is: what all keys of the organisation use together, what this key uses, and so on.
         * @enum {string}
         */
        readonly LimitHolder: "organisation" | "key" | "request" | "address" | "service";
        /**
         * @description Stable name of the limit.
         * @enum {string}
         */
        readonly LimitName: "vehicles" | "new_vehicles" | "stored_bytes" | "kept_answers" | "webhooks" | "paper_jobs" | "key_requests" | "key_frames" | "organisation_requests" | "organisation_frames" | "key_streams" | "organisation_streams" | "ingest_body_bytes" | "batch_frames" | "line_bytes" | "verify_body_bytes" | "body_bytes" | "connections" | "connections_per_address" | "requests_in_flight" | "failed_keys";
        /** @description The settings' limits of a sensor, degrees or metres. */
        readonly LimitPair: {
            /** Format: double */
            readonly caution: number;
            /** Format: double */
            readonly critical: number;
        };
        /**
         * @description What is counted.
         * @enum {string}
         */
        readonly LimitUnit: "vehicles" | "bytes" | "answers" | "webhooks" | "requests" | "frames" | "connections" | "streams" | "attempts";
        /**
         * @description Every limit of the service, with what the organisation uses of its own.
         * @example {
         *       "organisation": "acme",
         *       "data": [
         *         {
         *           "name": "vehicles",
         *           "holds_for": "organisation",
         *           "unit": "vehicles",
         *           "limit": 100000,
         *           "used": 412,
         *           "remaining": 99588,
         *           "window_s": null,
         *           "code": "vehicle_limit_reached",
         *           "setting": "PLUMBLINE_VEHICLES_PER_ORGANISATION"
         *         }
         *       ],
         *       "as_of": "2026-03-01T08:00:00.000Z"
         *     }
         */
        readonly Limits: {
            /** @description Whose limits these are: the organisation of the key. */
            readonly organisation: string;
            /** @description Every limit a request may meet. */
            readonly data: readonly components["schemas"]["Limit"][];
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly as_of: string;
        };
        /**
         * @description The process lives; it says nothing about storage.
         * @example {
         *       "status": "ok"
         *     }
         */
        readonly Liveness: {
            readonly status: components["schemas"]["LivenessStatus"];
        };
        /**
         * @description The process answers.
         * @enum {string}
         */
        readonly LivenessStatus: "ok";
        /** @description The estimated drift of the vehicle. */
        readonly Measurements: {
            /**
             * Format: double
             * @description Angle of the estimated camera rotation away from its baseline, degrees.
             */
            readonly camera_drift_deg: number;
            /**
             * Format: double
             * @description Estimated change of the radar range bias, millimetres, signed.
             */
            readonly radar_drift_mm: number;
            /**
             * Format: double
             * @description 100 · 2^(−drift / critical limit) of the worst channel: 100 healthy, 50 at the limit.
             */
            readonly health_score: number;
        };
        readonly MonthRate: {
            /**
             * Format: int64
             * @description Breaches of these vehicles in this month.
             */
            readonly count: number;
            /**
             * Format: double
             * @description Exposure in this month.
             */
            readonly vehicle_days: number;
            /** @description With the exact 95 % interval of a Poisson count. Null without exposure. */
            readonly per_1000_vehicle_days: {
                /** Format: double */
                readonly value: number;
                /** Format: double */
                readonly low: number;
                /** Format: double */
                readonly high: number;
            } | null;
        };
        /** @description How a sensor follows the trajectory d(t): Δ(t) = Δ(0), then d(t) times these. */
        readonly MovedSensor: {
            /** @description Of `initial_drift_state.sensors`. */
            readonly id: string;
            /** @description Unit axis of its rotation, in the sensor's frame. */
            readonly axis: readonly number[];
            /**
             * Format: double
             * @description Degrees it turns for each degree of the trajectory.
             */
            readonly rotation_deg_per_deg: number;
            /** @description Metres it moves for each degree of the trajectory, in the sensor's frame. */
            readonly translation_m_per_deg: readonly number[];
            /**
             * Format: double
             * @description Metres by which a lidar's registration error rises for each degree.
             */
            readonly registration_error_m_per_deg: number;
        };
        /** @description A sensor whose readings scatter far more than they used to, without having drifted. */
        readonly NoiseGrowth: {
            readonly sensor: components["schemas"]["Sensor"];
            /**
             * Format: int64
             * @description First frame since it scatters so.
             */
            readonly frame_seq: number;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly since: string;
        };
        /** @description Of one parameter of the formula, drawn apart from the others. */
        readonly ParameterDistribution: {
            readonly kind: components["schemas"]["DistributionKind"];
            /**
             * Format: double
             * @description Lowest value drawn.
             */
            readonly low: number;
            /**
             * Format: double
             * @description Highest value drawn.
             */
            readonly high: number;
            /**
             * Format: double
             * @description Of `normal`.
             */
            readonly mean?: number;
            /**
             * Format: double
             * @description Standard deviation, of `normal`.
             */
            readonly sd?: number;
            /** @description True where only whole numbers are drawn. */
            readonly whole?: boolean;
            readonly from: components["schemas"]["DistributionSource"];
        };
        /** @description Position and orientation of one frame in another. */
        readonly Pose: {
            /** @description Position, metres: x, y, z. */
            readonly xyz_m: readonly number[];
            /** @description Unit quaternion, scalar last: x, y, z, w, with w ≥ 0. */
            readonly quat_xyzw: readonly number[];
        };
        /**
         * @description Type of the NHTSA pre-crash typology (DOT HS 810 767) in short words of ours. Values are added in time.
         * @enum {string}
         */
        readonly PreCrashType: "rear-end/lead-stopped" | "rear-end/lead-slower" | "rear-end/lead-decelerating" | "road-edge-departure/no-manoeuvre" | "control-loss/no-vehicle-action" | "object/no-manoeuvre" | "animal/no-manoeuvre";
        /**
         * @description `confidence` is the lidar's own.
         * @enum {string}
         */
        readonly PriorSensor: "camera" | "radar" | "lidar" | "confidence";
        /**
         * @description `ln`: of the registration error; `logit`: of the confidence.
         * @enum {string}
         */
        readonly PriorUnit: "deg" | "m" | "ln" | "logit";
        /**
         * @description Every answer of 400 and above (RFC 9457, `application/problem+json`).
         * @example {
         *       "type": "/problems/validation-error",
         *       "title": "The request does not fit the contract",
         *       "status": 422,
         *       "detail": "lidar_confidence is 1.4; it must be from 0 to 1.",
         *       "instance": "/requests/req_01JX3Q8Z5T",
         *       "code": "out_of_range",
         *       "request_id": "req_01JX3Q8Z5T",
         *       "errors": [
         *         {
         *           "pointer": "/sensors/lidar_confidence",
         *           "code": "out_of_range",
         *           "detail": "lidar_confidence is 1.4; it must be from 0 to 1."
         *         }
         *       ]
         *     }
         */
        readonly Problem: {
            /** @description `/problems/<slug>`: a page of this server with the cause and the fix. */
            readonly type: string;
            readonly title: string;
            /**
             * Format: int64
             * @description The HTTP status, repeated.
             */
            readonly status: number;
            /** @description What happened in this request and what to do. */
            readonly detail: string;
            /** @description `/requests/<request id>`. */
            readonly instance: string;
            /** @description Stable code for programs; the code of the first fault when there are several. */
            readonly code: string;
            /** @description Also in the header `X-Request-Id`; quote it when you ask for help. */
            readonly request_id: string;
            readonly errors?: readonly components["schemas"]["ProblemFault"][];
            readonly tombstone?: components["schemas"]["Tombstone"];
        };
        /** @description One faulty member, parameter or header; exactly one of `pointer`, `parameter` and `header` is present. */
        readonly ProblemFault: {
            /** @description JSON pointer to the faulty member of the body; empty for the whole body. */
            readonly pointer?: string;
            /** @description Name of the faulty query or path parameter. */
            readonly parameter?: string;
            /** @description Name of the faulty header. */
            readonly header?: string;
            /** @description Stable code of this fault. */
            readonly code: string;
            /** @description What is wrong and what to do. */
            readonly detail: string;
        };
        /** @description What an early verdict rests on: its sensor has no baseline yet, and a change among its first blocks is surely beyond the caution limit (docs/scoring-method.md, “Early verdicts”). While it is provisional the tier is at most CAUTION on its account, and `confidence` at most 0.5. Absent once the ordinary statistic has confirmed it. */
        readonly ProvisionalVerdict: {
            readonly sensor: components["schemas"]["Sensor"];
            /**
             * Format: int64
             * @description Blocks of the sensor before the change.
             */
            readonly blocks_before: number;
            /**
             * Format: int64
             * @description And after it, when the breach opened.
             */
            readonly blocks_after: number;
            /** Format: int64 */
            readonly frames_per_block: number;
            /**
             * Format: double
             * @description ρ: the correlation of neighbouring blocks that was allowed for.
             */
            readonly correlation: number;
            /**
             * Format: double
             * @description W over the possible splits of these blocks, nats.
             */
            readonly statistic: number;
            /**
             * Format: double
             * @description The limit it reached, nats.
             */
            readonly limit: number;
            /**
             * Format: double
             * @description How far the blocks after stand from those before, in `unit`; for a camera the angle.
             */
            readonly drift: number;
            /**
             * Format: double
             * @description Its standard deviation, in `unit`.
             */
            readonly drift_sd: number;
            readonly unit: components["schemas"]["Unit"];
        };
        /** @description What people have done about it so far. */
        readonly QueuedWork: {
            /** Format: int64 */
            readonly version: number;
            readonly state: components["schemas"]["WorkState"];
            readonly assignee: string | null;
            /**
             * Format: date-time
             * @description Null unless it is snoozed now.
             */
            readonly snoozed_until: string | null;
            /** @description The newest. */
            readonly comment: components["schemas"]["WorkComment"] | null;
            /** @description Of the newest repair; null before the first. */
            readonly repair_outcome: components["schemas"]["RepairOutcome"] | null;
        };
        /**
         * @description What to do with the vehicle next.
         * @enum {string}
         */
        readonly RecommendedAction: "none" | "monitor" | "inspect_sensor" | "schedule_calibration" | "calibration_required";
        /**
         * @description Reference extrinsics of one vehicle: the camera is then also judged against them, so that a baseline cannot absorb an old fault. Without `valid_from` they hold from now on.
         * @example {
         *       "camera_rotation_matrix": [
         *         1,
         *         0,
         *         0,
         *         0,
         *         1,
         *         0,
         *         0,
         *         0,
         *         1
         *       ],
         *       "source": "factory calibration 2025-01-12",
         *       "valid_from": "2025-01-12T00:00:00Z"
         *     }
         */
        readonly ReferenceExtrinsics: {
            /** @description The camera's intended rotation, held to the same rules as in a frame; null withdraws it. */
            readonly camera_rotation_matrix: readonly number[] | null;
            /** @description Where the reference comes from, for example `factory calibration 2025-01-12`. */
            readonly source: string;
            /** @description Date-time in UTC (`Z` or `+00:00`) as RFC 3339 and ISO 8601 write it, `t` and `z` too, a real calendar date of the years 1970 to 9999, 0 to 9 fraction digits; the seconds may be left out. Compared in microseconds, echoed as received. */
            readonly valid_from?: string;
        };
        /**
         * @description The reference extrinsics as registered.
         * @example {
         *       "vehicle_id": "veh-0042",
         *       "camera_rotation_matrix": [
         *         1,
         *         0,
         *         0,
         *         0,
         *         1,
         *         0,
         *         0,
         *         0,
         *         1
         *       ],
         *       "source": "factory calibration 2025-01-12",
         *       "valid_from": "2025-01-12T00:00:00.000Z",
         *       "registered_at": "2025-03-01T09:30:00.000Z"
         *     }
         */
        readonly ReferenceResult: {
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            /** @description Null when the reference was withdrawn. */
            readonly camera_rotation_matrix: readonly number[] | null;
            readonly source: string;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly valid_from: string;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly registered_at: string;
        };
        /** @description The newest repair, and whether it restored the vehicle. */
        readonly RepairCheck: {
            /** Format: int64 */
            readonly entry: number;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly at: string;
            readonly by: components["schemas"]["WorkActor"];
            readonly comment: string;
            readonly outcome: components["schemas"]["RepairOutcome"];
            /** @description One or two sentences for a person: which sensor is where, against what. */
            readonly why: string;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly decided_at: string | null;
            /** @description Not restored ones first. */
            readonly sensors: readonly components["schemas"]["RepairedSensor"][];
        };
        /**
         * @description Whether a repair brought every sensor back. `pending`: the new baseline is not settled yet; `restored`; `not_restored`: a sensor is beyond its caution limit; `undecided`: there was nothing to compare with, or the work was closed before it was decided.
         * @enum {string}
         */
        readonly RepairOutcome: "pending" | "restored" | "not_restored" | "undecided";
        /**
         * @description What the new baseline is held against: the one before the fault, or the camera's registered reference.
         * @enum {string}
         */
        readonly RepairReference: "baseline_before" | "registered_reference";
        /** @description One sensor after a repair. */
        readonly RepairedSensor: {
            readonly sensor: components["schemas"]["Sensor"];
            readonly outcome: components["schemas"]["RepairOutcome"];
            readonly compared_with: components["schemas"]["RepairReference"];
            readonly unit: components["schemas"]["Unit"];
            /**
             * Format: double
             * @description How far the sensor was from its baseline when the repair was reported; null where that was not known.
             */
            readonly before_repair: number | null;
            /**
             * Format: double
             * @description How far the new baseline is from what it is compared with; null while there is none.
             */
            readonly difference: number | null;
            /**
             * Format: double
             * @description Standard deviation of that difference.
             */
            readonly difference_sd: number | null;
            /** Format: double */
            readonly caution_limit: number;
            /** Format: double */
            readonly critical_limit: number;
            /**
             * Format: int64
             * @description Blocks of frames the new baseline was learnt from.
             */
            readonly blocks: number;
            /**
             * Format: int64
             * @description So many it takes before it is judged.
             */
            readonly blocks_needed: number;
        };
        /** @description What a vehicle's frames lead to under one set of settings. */
        readonly RescoreOutcome: {
            readonly tier: components["schemas"]["Tier"];
            /** Format: int64 */
            readonly tier_changes: number;
            /** Format: int64 */
            readonly breaches: number;
            /**
             * Format: date-time
             * @description Capture time of the frame; null without a breach.
             */
            readonly first_breach_at: string | null;
            /** @description When each breach was opened, in capture time, in order; the first fifty. */
            readonly breaches_at: readonly string[];
        };
        readonly RescoredVehicle: {
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            /** Format: int64 */
            readonly frames: number;
            /** @description Tiers or breaches come at other frames. */
            readonly differs: boolean;
            readonly present: components["schemas"]["RescoreOutcome"];
            readonly proposed: components["schemas"]["RescoreOutcome"];
        };
        /** @description Present after an upgrade to other scoring rules, until every vehicle is scored again by them; of a vehicle that is not yet, `earlier_scoring` says so. */
        readonly Rescoring: {
            /** @description Version of the scoring by which vehicles are scored again. */
            readonly scoring: string;
            /**
             * Format: double
             * @description Share of the installation's vehicles that are, rounded down to hundredths.
             */
            readonly done: number;
            /**
             * Format: date-time
             * @description By the pace so far; null before there is one.
             */
            readonly expected_end: string | null;
        };
        /**
         * @description The verdict on one frame. `evidence_id` is present when the frame caused a CUSUM breach of its vehicle or falls into an open one; one breach has one evidence id.
         * @example {
         *       "vehicle_id": "veh-0042",
         *       "tier": "CRITICAL",
         *       "residual_score": 4.81,
         *       "mahal_distance": 10.755,
         *       "confidence": 0.97,
         *       "evidence_id": "EVB-20250301-7K3M9Q2XW4HJ",
         *       "recommended_action": "calibration_required",
         *       "cusum_triggered": true,
         *       "probable_fault_source": "radar",
         *       "timestamp": "2025-03-01T08:00:00.000Z",
         *       "request_id": "req_01JX3Q8Z5T",
         *       "frame_seq": 412,
         *       "baseline": {
         *         "state": "established",
         *         "frames": 380,
         *         "needed": 0
         *       },
         *       "baseline_covers_hours": 9,
         *       "cusum_statistic": 19.4,
         *       "cusum_limits": {
         *         "caution": 7.75,
         *         "critical": 10.5
         *       },
         *       "contributions": [
         *         {
         *           "channel": "radar",
         *           "sensor": "radar",
         *           "unit": "m",
         *           "residual": 0.27,
         *           "standardised_value": 10.7,
         *           "cusum_statistic": 31.5,
         *           "cusum_upper": 31.5,
         *           "cusum_lower": 0,
         *           "cusum_limit": 5,
         *           "t2_share": 1,
         *           "drift": 0.262,
         *           "drift_sd": 0.006
         *         }
         *       ],
         *       "measurements": {
         *         "camera_drift_deg": 0.01,
         *         "radar_drift_mm": 262,
         *         "health_score": 40.2
         *       },
         *       "thresholds": {
         *         "decided_by": "critical_limit_exceeded",
         *         "t2_limit": 12.1
         *       },
         *       "source_probabilities": {
         *         "camera": 0.02,
         *         "radar": 0.99,
         *         "lidar": 0.03
         *       },
         *       "change_point": {
         *         "frame_seq": 392,
         *         "interval_50": [
         *           391,
         *           393
         *         ],
         *         "interval_90": [
         *           388,
         *           395
         *         ]
         *       },
         *       "trend": {
         *         "sensor": "radar",
         *         "unit": "m",
         *         "shape": "ramp",
         *         "began_at": "2025-03-01T05:31:00.000Z",
         *         "rate_per_day": 3.1,
         *         "rate_sd_per_day": 0.2,
         *         "time_to_critical_days": 0.077,
         *         "time_to_critical_interval_80": [
         *           0.065,
         *           0.091
         *         ],
         *         "time_to_critical_reason": null
         *       },
         *       "outlier": true,
         *       "late": false,
         *       "duplicate": false,
         *       "warnings": []
         *     }
         */
        readonly ResidualScore: {
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            readonly tier: components["schemas"]["Tier"];
            /**
             * Format: double
             * @description √(T²/d) over the d channels of the frame: about 1 is ordinary noise, whatever sensors are present.
             */
            readonly residual_score: number;
            /**
             * Format: double
             * @description Mahalanobis distance √T²; absent while the baseline is learning.
             */
            readonly mahal_distance?: number;
            /**
             * Format: double
             * @description Probability that the stated tier is right; at most 0.5 while the baseline is learning or the verdict is provisional.
             */
            readonly confidence: number;
            /** @description Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32). */
            readonly evidence_id?: string;
            readonly recommended_action: components["schemas"]["RecommendedAction"];
            /** @description True when the CUSUM test breached and the breach is still open. */
            readonly cusum_triggered: boolean;
            readonly probable_fault_source: components["schemas"]["FaultSource"];
            /** @description The frame's time, exactly as received. */
            readonly timestamp: string;
            /** @description Also in the header `X-Request-Id`. */
            readonly request_id: string;
            /**
             * Format: int64
             * @description Number of this frame in its vehicle's journal, as in evidence.
             */
            readonly frame_seq: number;
            readonly baseline: components["schemas"]["Baseline"];
            /**
             * Format: int64
             * @description Hours of the day (UTC) in which the vehicle was heard since its baseline began; of several sensors, of the one heard in the fewest. Until a swing that comes back every day is known or ruled out, larger shifts pass for it: `baseline.channels[].harmless_shift` of the vehicle says how large.
             */
            readonly baseline_covers_hours?: number;
            /**
             * Format: double
             * @description The sequential statistic W, nats (docs/scoring-method.md); absent while the baseline is learning, and when no start of a change is likelier than none.
             */
            readonly cusum_statistic?: number;
            readonly cusum_limits: components["schemas"]["CusumLimits"];
            readonly deciding_window?: components["schemas"]["DecidingWindow"];
            readonly provisional?: components["schemas"]["ProvisionalVerdict"];
            /** @description One entry for each channel the frame carries. */
            readonly contributions: readonly components["schemas"]["Contribution"][];
            readonly measurements: components["schemas"]["Measurements"];
            /** @description What decided the tier. */
            readonly thresholds: {
                readonly decided_by: components["schemas"]["DecidedBy"];
                /**
                 * Format: double
                 * @description Upper limit of T² for the sensors of this frame; absent while learning.
                 */
                readonly t2_limit?: number;
            };
            /** @description Probability that each sensor takes part in the change. */
            readonly source_probabilities: {
                /** Format: double */
                readonly camera: number;
                /** Format: double */
                readonly radar: number;
                /** Format: double */
                readonly lidar: number;
            };
            readonly change_point?: components["schemas"]["ChangePoint"];
            readonly trend?: components["schemas"]["DriftTrend"];
            /** @description Sensors that scatter far more than they used to, and since when; absent when none does. */
            readonly noise?: readonly components["schemas"]["NoiseGrowth"][];
            /** @description A single frame that ordinary noise does not explain (p < 0.0001). It changes no tier by itself. */
            readonly outlier: boolean;
            /** @description More than 10 minutes older than the newest frame of the vehicle: scored, but no detector moved. */
            readonly late: boolean;
            /** @description This very frame was counted before; the verdict is the one it had then. */
            readonly duplicate: boolean;
            /** @description For whoever wonders at the verdict; absent when there is nothing to explain. */
            readonly notes?: readonly components["schemas"]["VerdictNote"][];
            /** @description Codes such as `rotation_not_orthonormal` or `correlated_channels`; often empty. */
            readonly warnings: readonly string[];
        };
        /**
         * @description Streets made from the seed around `map_center`; they are no real place's.
         * @enum {string}
         */
        readonly RoadKind: "procedural";
        /**
         * @description The key that takes another one's place, and how long that one still works.
         * @example {
         *       "id": "Qp2rM7xNce",
         *       "organisation": "acme",
         *       "name": "gateway north",
         *       "mode": "live",
         *       "status": "active",
         *       "scopes": [
         *         "telemetry:write"
         *       ],
         *       "fleets": [
         *         "vans-north"
         *       ],
         *       "created_at": "2026-03-01T08:00:00.000Z",
         *       "created_by": "Zt5vB0yRha",
         *       "expires_at": "2027-03-01T00:00:00.000Z",
         *       "revoked_at": null,
         *       "last_used_at": null,
         *       "rotated_to": null,
         *       "key": "plumb_live_Qp2rM7xNce_00000000000000000000000000000000000000",
         *       "previous": {
         *         "id": "3fK8zQ1mWd",
         *         "organisation": "acme",
         *         "name": "gateway north",
         *         "mode": "live",
         *         "status": "active",
         *         "scopes": [
         *           "telemetry:write"
         *         ],
         *         "fleets": [
         *           "vans-north"
         *         ],
         *         "created_at": "2026-03-01T08:00:00.000Z",
         *         "created_by": "Zt5vB0yRha",
         *         "expires_at": "2026-09-02T08:00:00.000Z",
         *         "revoked_at": null,
         *         "last_used_at": null,
         *         "rotated_to": "Qp2rM7xNce"
         *       }
         *     }
         */
        readonly RotatedApiKey: {
            /** @description Public id: the 10 characters after `plumb_live_`. No secret. */
            readonly id: string;
            /** @description Whose data the key opens. */
            readonly organisation: string;
            /** @description What the key is for. */
            readonly name: string;
            readonly mode: components["schemas"]["ApiKeyMode"];
            readonly status: components["schemas"]["ApiKeyStatus"];
            /** @description What the key may do. */
            readonly scopes: readonly components["schemas"]["Scope"][];
            /** @description Only these fleets; null for all of the organisation. */
            readonly fleets: readonly string[] | null;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly created_at: string;
            /** @description Public id of the key that made it; null for the command line. */
            readonly created_by: string | null;
            /**
             * Format: date-time
             * @description When it ends by itself; null for never.
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was revoked; null as long as it is not.
             */
            readonly revoked_at: string | null;
            /**
             * Format: date-time
             * @description To the minute; null when never used.
             */
            readonly last_used_at: string | null;
            /** @description Public id of the key that takes its place; null as long as it was not rotated. */
            readonly rotated_to: string | null;
            /** @description The new key. It is shown this once and cannot be found out again. */
            readonly key: string;
            readonly previous: components["schemas"]["ApiKey"];
        };
        /** @description Who takes part. Sizes and speed are the model's. */
        readonly ScenarioActor: {
            /** @description `ego`: the vehicle with the sensors. */
            readonly id: string;
            readonly role: components["schemas"]["ActorRole"];
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id?: string;
            /** @description Of its box, metres. */
            readonly dimensions_m: {
                /** Format: double */
                readonly length: number;
                /** Format: double */
                readonly width: number;
                /** Format: double */
                readonly height: number;
            };
            /**
             * Format: double
             * @description Metres; the vehicle's frame begins at the rear axle.
             */
            readonly wheelbase_m: number;
            /**
             * Format: double
             * @description From the rear axle to the rear end, metres.
             */
            readonly rear_overhang_m: number;
            /**
             * Format: double
             * @description Metres a second.
             */
            readonly speed_mps: number;
            /** @description Where it is at which time. */
            readonly track_url?: string;
        };
        /**
         * @description The scenario is gone.
         * @example {
         *       "scenario_id": "scn_8d0c5c1f2a7b4e90",
         *       "deleted": true
         *     }
         */
        readonly ScenarioDeletion: {
            /** @description Derived from the inputs: the same inputs give the same id. */
            readonly scenario_id: string;
            /** @constant */
            readonly deleted: true;
        };
        /** @description Where nothing was measured: the model's. */
        readonly ScenarioEnvironment: {
            /**
             * Format: double
             * @description Temperature of the air at the beginning, °C.
             */
            readonly ambient_c: number;
            /**
             * Format: double
             * @description Elevation of the sun, degrees.
             */
            readonly sun_elev_deg: number;
            /**
             * Format: double
             * @description Rain, millimetres an hour.
             */
            readonly rain_mm_h: number;
        };
        /** @description Something that happens in the scenario. */
        readonly ScenarioEvent: {
            /**
             * Format: double
             * @description Seconds.
             */
            readonly t_s: number;
            readonly type: components["schemas"]["ScenarioEventType"];
            /**
             * Format: double
             * @description Change of speed in the impact, metres a second.
             */
            readonly delta_v_mps?: number;
            /** @description `front`, `front-left`, `front-right`, … */
            readonly zone?: string;
            readonly nhtsa_precrash?: components["schemas"]["PreCrashType"];
        };
        /**
         * @description What happens to the vehicle. `change_point`: of a replay, where the service dates the change. Values are added in time.
         * @enum {string}
         */
        readonly ScenarioEventType: "impact" | "pothole" | "curb_strike" | "glass_replaced" | "recalibration_begins" | "bumper_refitted" | "wash_begins" | "wash_ends" | "load_changed" | "ride_height_changed" | "axle_knocked" | "sensor_replaced" | "mirror_folded" | "view_obscured" | "focus_shifts" | "clock_slips" | "data_lost" | "data_back" | "change_point";
        /**
         * @description Parameters of one scenario for a visualizer or a simulation team; SI units, degrees for angles.
         * @example {
         *       "scenario_type": "post_collision",
         *       "schema": "scenario-feed/1",
         *       "scenario_id": "scn_8d0c5c1f2a7b4e90",
         *       "generator": {
         *         "name": "plumbline",
         *         "version": "0.1.0"
         *       },
         *       "seed": 42,
         *       "rng": "fmix32-counter/1",
         *       "level": "concrete",
         *       "parameters": {
         *         "initial_drift_state": {
         *           "tier": "CRITICAL",
         *           "camera_drift_deg": 1.41,
         *           "sensors": [
         *             {
         *               "id": "cam_front",
         *               "kind": "camera",
         *               "hfov_deg": 60,
         *               "vfov_deg": 36,
         *               "range_m": 80,
         *               "intrinsics": {
         *                 "width": 1920,
         *                 "height": 1080,
         *                 "fx": 1662.8,
         *                 "fy": 1662.8,
         *                 "cx": 960,
         *                 "cy": 540,
         *                 "model": "pinhole"
         *               },
         *               "frame": "iso8855/rear-axle-ground",
         *               "pose_is": "vehicle_T_sensor",
         *               "axes": "x-forward y-left z-up",
         *               "baseline": {
         *                 "xyz_m": [
         *                   1.72,
         *                   0,
         *                   1.38
         *                 ],
         *                 "quat_xyzw": [
         *                   0,
         *                   0,
         *                   0,
         *                   1
         *                 ]
         *               },
         *               "now": {
         *                 "xyz_m": [
         *                   1.72,
         *                   0,
         *                   1.38
         *                 ],
         *                 "quat_xyzw": [
         *                   0.009843408590793204,
         *                   0,
         *                   -0.007382556443094903,
         *                   0.9999242997185733
         *                 ]
         *               },
         *               "covariance_6x6": [
         *                 0.000009,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0.000009,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0.000009,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 1.2184696791468346e-7,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 1.2184696791468346e-7,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 2.7415567780803767e-7
         *               ],
         *               "measured_dof": [
         *                 "roll",
         *                 "pitch",
         *                 "yaw"
         *               ],
         *               "range_bias_m": null,
         *               "registration_error_m": null,
         *               "part_number": "CAM-7731-B",
         *               "clock_offset_ms": 0
         *             },
         *             {
         *               "id": "radar_front",
         *               "kind": "radar",
         *               "hfov_deg": 120,
         *               "vfov_deg": 20,
         *               "range_m": 160,
         *               "intrinsics": null,
         *               "frame": "iso8855/rear-axle-ground",
         *               "pose_is": "vehicle_T_sensor",
         *               "axes": "x-forward y-left z-up",
         *               "baseline": {
         *                 "xyz_m": [
         *                   3.55,
         *                   0,
         *                   0.5
         *                 ],
         *                 "quat_xyzw": [
         *                   0,
         *                   0,
         *                   0,
         *                   1
         *                 ]
         *               },
         *               "now": {
         *                 "xyz_m": [
         *                   3.2399999999999998,
         *                   0,
         *                   0.5
         *                 ],
         *                 "quat_xyzw": [
         *                   0,
         *                   0,
         *                   0,
         *                   1
         *                 ]
         *               },
         *               "covariance_6x6": [
         *                 0.0004,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0.000009,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0.000009,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 7.615435494667715e-7,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 7.615435494667715e-7,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 7.615435494667715e-7
         *               ],
         *               "measured_dof": [
         *                 "tx"
         *               ],
         *               "range_bias_m": 0.31,
         *               "registration_error_m": null,
         *               "part_number": null,
         *               "clock_offset_ms": 0
         *             },
         *             {
         *               "id": "lidar_top",
         *               "kind": "lidar",
         *               "hfov_deg": 360,
         *               "vfov_deg": 40,
         *               "range_m": 120,
         *               "intrinsics": null,
         *               "frame": "iso8855/rear-axle-ground",
         *               "pose_is": "vehicle_T_sensor",
         *               "axes": "x-forward y-left z-up",
         *               "baseline": {
         *                 "xyz_m": [
         *                   1.1,
         *                   0,
         *                   1.62
         *                 ],
         *                 "quat_xyzw": [
         *                   0,
         *                   0,
         *                   0,
         *                   1
         *                 ]
         *               },
         *               "now": {
         *                 "xyz_m": [
         *                   1.1,
         *                   0,
         *                   1.62
         *                 ],
         *                 "quat_xyzw": [
         *                   0,
         *                   0,
         *                   0,
         *                   1
         *                 ]
         *               },
         *               "covariance_6x6": [
         *                 0.000009,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0.000009,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0.000009,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 7.615435494667715e-7,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 7.615435494667715e-7,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 0,
         *                 7.615435494667715e-7
         *               ],
         *               "measured_dof": [],
         *               "range_bias_m": null,
         *               "registration_error_m": 0.04,
         *               "part_number": null,
         *               "clock_offset_ms": 0
         *             }
         *           ]
         *         },
         *         "visualizer": {
         *           "format": "service_web_demo_v1",
         *           "duration_s": 6,
         *           "map_center": [
         *             37.77,
         *             -122.42
         *           ],
         *           "highlight_vehicle_id": "veh-0042"
         *         },
         *         "drift_model": {
         *           "type": "post_collision",
         *           "params": {
         *             "t0": 1.5,
         *             "A": 1.41,
         *             "ts": 0.15,
         *             "B": 0.35,
         *             "td": 0.6,
         *             "f": 9
         *           },
         *           "axis": [
         *             0,
         *             0.6,
         *             0.8
         *           ],
         *           "axis_frame": "camera-optical",
         *           "moves": "mount",
         *           "common_mode_axis": null,
         *           "sensors": [
         *             {
         *               "axis": [
         *                 0.8,
         *                 0,
         *                 -0.6
         *               ],
         *               "rotation_deg_per_deg": 1,
         *               "translation_m_per_deg": [
         *                 0,
         *                 0,
         *                 0
         *               ],
         *               "id": "cam_front",
         *               "registration_error_m_per_deg": 0
         *             },
         *             {
         *               "axis": [
         *                 0,
         *                 0,
         *                 1
         *               ],
         *               "rotation_deg_per_deg": 0,
         *               "translation_m_per_deg": [
         *                 -0.45,
         *                 0,
         *                 0
         *               ],
         *               "id": "radar_front",
         *               "registration_error_m_per_deg": 0
         *             },
         *             {
         *               "axis": [
         *                 0,
         *                 0,
         *                 1
         *               ],
         *               "rotation_deg_per_deg": 0,
         *               "translation_m_per_deg": [
         *                 0,
         *                 0,
         *                 0
         *               ],
         *               "id": "lidar_top",
         *               "registration_error_m_per_deg": 0.2
         *             }
         *           ],
         *           "ranges": {
         *             "t0": [
         *               0.6,
         *               3
         *             ],
         *             "A": [
         *               0.3,
         *               3
         *             ],
         *             "ts": [
         *               0.05,
         *               0.5
         *             ],
         *             "B": [
         *               0,
         *               1
         *             ],
         *             "td": [
         *               0.2,
         *               2
         *             ],
         *             "f": [
         *               4,
         *               15
         *             ]
         *           }
         *         },
         *         "trajectory": {
         *           "dt_s": 0.1,
         *           "drift_deg": [
         *             0,
         *             0,
         *             0,
         *             0,
         *             0,
         *             0,
         *             0,
         *             0,
         *             0,
         *             0,
         *             0,
         *             0,
         *             0,
         *             0,
         *             0,
         *             0.35,
         *             0.925768197,
         *             1.115825158,
         *             1.153577352,
         *             1.166651223,
         *             1.207590296,
         *             1.280007697,
         *             1.363060866,
         *             1.431702189,
         *             1.469685591,
         *             1.474312047,
         *             1.454349618,
         *             1.424164314,
         *             1.397366932,
         *             1.382417128,
         *             1.381206237,
         *             1.390292482,
         *             1.403621775,
         *             1.415376104,
         *             1.421928832,
         *             1.422483614,
         *             1.418549396,
         *             1.41276403,
         *             1.407659481,
         *             1.404813659,
         *             1.40457357,
         *             1.406283896,
         *             1.408798474,
         *             1.41101704,
         *             1.4122539,
         *             1.412358279,
         *             1.411614992,
         *             1.410522171,
         *             1.409557991,
         *             1.409020457,
         *             1.408975095,
         *             1.409298127,
         *             1.409773065,
         *             1.410192096,
         *             1.410425708,
         *             1.410445422,
         *             1.410305033,
         *             1.410098625,
         *             1.409916515,
         *             1.409814988,
         *             1.40980642
         *           ],
         *           "gaps": [],
         *           "time_scale": 1
         *         },
         *         "drift_samples": {
         *           "dt_s": 0.1,
         *           "count": 61,
         *           "dof": [
         *             "tx",
         *             "ty",
         *             "tz",
         *             "roll",
         *             "pitch",
         *             "yaw"
         *           ]
         *         },
         *         "truth": {
         *           "onset_s": 1.5,
         *           "is_sensor_fault": true,
         *           "expected": [
         *             {
         *               "t_s": 0,
         *               "event": "tier_change",
         *               "to": "CAUTION"
         *             },
         *             {
         *               "t_s": 0,
         *               "event": "tier_change",
         *               "to": "CRITICAL"
         *             },
         *             {
         *               "t_s": 1.6,
         *               "event": "cusum_signal"
         *             }
         *           ],
         *           "allowed": [
         *             {
         *               "to": "CAUTION",
         *               "from_s": 0,
         *               "because": "drift"
         *             },
         *             {
         *               "to": "CRITICAL",
         *               "from_s": 0,
         *               "because": "drift"
         *             }
         *           ],
         *           "detector": {
         *             "k": 0.5,
         *             "h": 8,
         *             "sigma_of_caution": 0.25,
         *             "limits": {
         *               "camera": {
         *                 "caution": 0.2,
         *                 "critical": 0.5
         *               },
         *               "radar": {
         *                 "caution": 0.2,
         *                 "critical": 0.5
         *               },
         *               "lidar": {
         *                 "caution": 0.1,
         *                 "critical": 0.3
         *               }
         *             }
         *           }
         *         },
         *         "events": [
         *           {
         *             "t_s": 1.5,
         *             "type": "impact",
         *             "delta_v_mps": 4.23,
         *             "zone": "front",
         *             "nhtsa_precrash": "rear-end/lead-decelerating"
         *           }
         *         ],
         *         "environment": {
         *           "ambient_c": 20,
         *           "sun_elev_deg": 40,
         *           "rain_mm_h": 0
         *         },
         *         "road": {
         *           "kind": "procedural",
         *           "seed": 42,
         *           "params": {}
         *         },
         *         "actors": [
         *           {
         *             "id": "ego",
         *             "role": "ego",
         *             "vehicle_id": "veh-0042",
         *             "dimensions_m": {
         *               "length": 4.5,
         *               "width": 1.8,
         *               "height": 1.5
         *             },
         *             "wheelbase_m": 2.8,
         *             "rear_overhang_m": 0.9,
         *             "speed_mps": 10
         *           }
         *         ],
         *         "tags": {
         *           "iso34504": [
         *             "ego/drive-straight",
         *             "ego/collide"
         *           ],
         *           "iso34503_odd": [
         *             "scenery/road/urban",
         *             "environment/precipitation/none",
         *             "environment/illumination/day"
         *           ]
         *         }
         *       },
         *       "provenance": {
         *         "kind": "fitted",
         *         "vehicle_id": "veh-0042",
         *         "measured": [
         *           "/parameters/initial_drift_state/tier",
         *           "/parameters/initial_drift_state/camera_drift_deg",
         *           "/parameters/initial_drift_state/sensors/0/now",
         *           "/parameters/initial_drift_state/sensors/0/covariance_6x6",
         *           "/parameters/initial_drift_state/sensors/0/part_number",
         *           "/parameters/initial_drift_state/sensors/1/now",
         *           "/parameters/initial_drift_state/sensors/1/covariance_6x6",
         *           "/parameters/initial_drift_state/sensors/2/registration_error_m",
         *           "/parameters/drift_model/axis",
         *           "/parameters/visualizer/map_center"
         *         ],
         *         "n_vehicles": 1,
         *         "privacy": "position coarsened to 0.01° (about 1 km)"
         *       },
         *       "exports": []
         *     }
         */
        readonly ScenarioFeed: {
            readonly scenario_type: components["schemas"]["ScenarioType"];
            /** @description `scenario-feed/1`. */
            readonly schema: string;
            /** @description Derived from the inputs: the same inputs give the same id. */
            readonly scenario_id: string;
            readonly generator: {
                readonly name: string;
                readonly version: string;
            };
            /** Format: int64 */
            readonly seed: number;
            /** @description `fmix32-counter/1`: the counter-based generator of the trajectories. */
            readonly rng: string;
            readonly level: components["schemas"]["ScenarioLevel"];
            /** @description Id of the logical scenario whose distributions `params` were drawn from. */
            readonly sampled_from?: string;
            readonly parameters: {
                readonly initial_drift_state: {
                    readonly tier: components["schemas"]["Tier"];
                    /**
                     * Format: double
                     * @description Degrees: the angle between baseline and now of the first camera (`cam_front`).
                     */
                    readonly camera_drift_deg: number;
                    /** @description The vehicle's sensors; the service scores the first of each kind. */
                    readonly sensors: readonly components["schemas"]["ScenarioSensor"][];
                };
                readonly visualizer: {
                    /** @description `service_web_demo_v1`. */
                    readonly format: string;
                    /**
                     * Format: double
                     * @description Seconds.
                     */
                    readonly duration_s: number;
                    /** @description [latitude −90…90, longitude −180…180], degrees. */
                    readonly map_center: readonly number[];
                    /** @description `none` in an empty fleet. */
                    readonly highlight_vehicle_id: string;
                };
                readonly drift_model: {
                    readonly type: components["schemas"]["ScenarioType"];
                    /** @description The formula's parameters, SI units, angles in degrees. */
                    readonly params: {
                        readonly [key: string]: number;
                    };
                    /** @description Unit axis of the rotation. */
                    readonly axis: readonly number[];
                    /** @description `camera-optical`: `axis` has x right, y down, z forward, as the camera's drift is measured. */
                    readonly axis_frame: string;
                    readonly moves: components["schemas"]["WhatMoves"];
                    /** @description In the vehicle's frame: the axis about which body or reference turn by the trajectory; null where nothing turns in common. */
                    readonly common_mode_axis: readonly number[] | null;
                    /** @description The sensors whose mounts move; none unless `mount`. */
                    readonly sensors: readonly components["schemas"]["MovedSensor"][];
                    /** @description Of a logical scenario: what its parameters are drawn from (docs/scenarios.md says how). Then `params` is the case in the middle, and all that follows from it is that case's. A parameter that is not named keeps its value. */
                    readonly distributions?: {
                        readonly [key: string]: components["schemas"]["ParameterDistribution"];
                    };
                    /** @description Within what each of `params` is plausible, to sample further scenarios from. The model's, but for fitted parameters, which have the interval of `provenance.fit`. */
                    readonly ranges: {
                        readonly [key: string]: readonly number[];
                    };
                };
                /** @description The drift over the scenario, added to the initial drift. */
                readonly trajectory: {
                    /**
                     * Format: double
                     * @description Seconds between two samples; the first is at 0 s.
                     */
                    readonly dt_s: number;
                    /** @description Drift angle at each sample, degrees. */
                    readonly drift_deg: readonly number[];
                    /** @description When nothing was heard, or is to be heard: what samples say within is carried on from before. */
                    readonly gaps: readonly {
                        /** Format: double */
                        readonly from_s: number;
                        /** Format: double */
                        readonly to_s: number;
                    }[];
                    /**
                     * Format: double
                     * @description Seconds of the vehicle's history to a second of the scenario; 1 where none is shown.
                     */
                    readonly time_scale: number;
                };
                readonly drift_samples: components["schemas"]["DriftSamples"];
                /** @description What a detector should find. */
                readonly truth: {
                    /**
                     * Format: double
                     * @description When the drift begins; null when there is none.
                     */
                    readonly onset_s: number | null;
                    /** @description False for scenarios that must not be flagged as sensor drift. */
                    readonly is_sensor_fault: boolean;
                    /** @description What the truth itself warrants, at the earliest, without noise: the first signal, and each tier the first time it is reached. Empty where nothing may be flagged. */
                    readonly expected: readonly {
                        /**
                         * Format: double
                         * @description Seconds.
                         */
                        readonly t_s: number;
                        readonly event: components["schemas"]["ExpectedEvent"];
                        readonly to?: components["schemas"]["Tier"];
                    }[];
                    /** @description From when on a tier is no false alarm by the service's rules: CAUTION from half its limit, CRITICAL from its limit or from the 20th sample after the CAUTION limit was reached. Sooner than `expected`, which has the limits; what comes after `expected` is late. Empty where no tier may be raised at all; absent in feeds of earlier versions. */
                    readonly allowed?: readonly {
                        readonly to: components["schemas"]["Tier"];
                        /**
                         * Format: double
                         * @description Seconds.
                         */
                        readonly from_s: number;
                        readonly because: components["schemas"]["AllowedBecause"];
                    }[];
                    /** @description What `expected` was worked out with: a tabular CUSUM over the samples of the trajectory, and the service's limits. */
                    readonly detector: {
                        /**
                         * Format: double
                         * @description Reference value, in σ.
                         */
                        readonly k: number;
                        /**
                         * Format: double
                         * @description Decision interval, in σ.
                         */
                        readonly h: number;
                        /**
                         * Format: double
                         * @description σ of a sample, as a share of the CAUTION limit.
                         */
                        readonly sigma_of_caution: number;
                        readonly limits: {
                            readonly camera: components["schemas"]["LimitPair"];
                            readonly radar: components["schemas"]["LimitPair"];
                            readonly lidar: components["schemas"]["LimitPair"];
                        };
                    };
                };
                /** @description In order of time. */
                readonly events: readonly components["schemas"]["ScenarioEvent"][];
                readonly environment: components["schemas"]["ScenarioEnvironment"];
                readonly road: components["schemas"]["ScenarioRoad"];
                readonly actors: readonly components["schemas"]["ScenarioActor"][];
                readonly tags: components["schemas"]["ScenarioTags"];
            };
            readonly provenance: {
                readonly kind: components["schemas"]["ScenarioOrigin"];
                /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
                readonly vehicle_id?: string;
                /** @description Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32). */
                readonly evidence_event_id?: string;
                /** @description JSON pointers of what comes from measurements; everything else is the request's or the model's (docs/scenarios.md). */
                readonly measured: readonly string[];
                /**
                 * Format: int64
                 * @description Vehicles whose measurements went in.
                 */
                readonly n_vehicles: number;
                /** @description What was done to what was measured, in words. */
                readonly privacy: string;
                /** @description The piece of history that was replayed or fitted. */
                readonly window?: {
                    /**
                     * Format: date-time
                     * @description RFC 3339 date-time in UTC, with `Z`.
                     */
                    readonly from: string;
                    /**
                     * Format: date-time
                     * @description RFC 3339 date-time in UTC, with `Z`.
                     */
                    readonly to: string;
                    /**
                     * Format: int64
                     * @description Frames of the camera, radar or lidar in it.
                     */
                    readonly frames: number;
                };
                readonly fit?: components["schemas"]["ScenarioFit"];
            };
            /** @description The formats that the request asked for; every other one can be fetched all the same. */
            readonly exports: readonly {
                readonly format: string;
                /** @description Path on this service. */
                readonly url: string;
                /** @description Of the file as written by this version of the service, hex. */
                readonly sha256: string;
            }[];
        };
        /**
         * @description Every member may be left out or null. With no vehicle and no evidence named, the worst vehicle of the fleet is taken. The same request against the same fleet state gives the same feed.
         * @example {
         *       "scenario_type": "post_collision",
         *       "duration_s": 20,
         *       "map_center": [
         *         37.7749,
         *         -122.4194
         *       ],
         *       "seed": 42
         *     }
         * @example {
         *       "scenario_type": "curb_strike",
         *       "params": {
         *         "A": 0.4
         *       },
         *       "level": "logical"
         *     }
         * @example {
         *       "sampled_from": "scn_8d0c5c1f2a7b4e90",
         *       "seed": 7
         *     }
         * @example {}
         */
        readonly ScenarioFeedRequest: {
            readonly scenario_type?: components["schemas"]["ScenarioType"] | null;
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id?: string | null;
            /** @description Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32). */
            readonly evidence_id?: string | null;
            /** Format: double */
            readonly duration_s?: number | null;
            /** @description [latitude, longitude], degrees. */
            readonly map_center?: readonly [
                number,
                number
            ] | null;
            /** Format: int64 */
            readonly seed?: number | null;
            /** @description What the scenario is made from. `synthetic`: nothing measured, with no vehicle named; `replay`: what the vehicle's sensor went through; `fitted`: the formula, fitted to that. Left out: the formula from the vehicle's state on, or `synthetic` in an empty fleet. */
            readonly origin?: components["schemas"]["ScenarioOrigin"] | null;
            /** @description `concrete` where left out. A replay is always concrete: what happened has no ranges. */
            readonly level?: components["schemas"]["ScenarioLevel"] | null;
            /** @description Values for parameters of the formula, by name, within `drift_model.ranges` of that type and length; the others keep theirs. In a logical scenario they are fixed. Not with `replay` or `fitted`, which find their own. */
            readonly params?: {
                readonly [key: string]: number;
            } | null;
            /** @description The vehicle's sensors; left out: `cam_front`, `radar_front`, `lidar_top`. The first of each kind is the one the service scores and the scenario moves; the others stay in place. */
            readonly sensors?: readonly components["schemas"]["ScenarioMount"][] | null;
            /** @description Draws a concrete scenario from this kept logical one, by `seed`. All else comes from it: only `seed` and `exports` may be given besides. */
            readonly sampled_from?: string | null;
            /** @description Formats to write at once: their addresses and digests are in `exports` of the answer. Every format can be fetched without it. */
            readonly exports?: readonly components["schemas"]["ExportFormat"][] | null;
        };
        /** @description Least squares of the formula to the vehicle's history. */
        readonly ScenarioFit: {
            /**
             * Format: double
             * @description Root mean square of what the formula leaves.
             */
            readonly rmse_deg: number;
            /**
             * Format: int64
             * @description Frames it was fitted to.
             */
            readonly frames: number;
            /** @description Each with its 95 % interval; null where these frames tell nothing of it. */
            readonly parameters: {
                readonly [key: string]: {
                    /** Format: double */
                    readonly value: number;
                    /** Format: double */
                    readonly low: number | null;
                    /** Format: double */
                    readonly high: number | null;
                };
            };
        };
        /**
         * @description `concrete`: every parameter has one value; `logical`: parameters have distributions, from which concrete scenarios are drawn by seed (`sampled_from` of the request). Values are added in time.
         * @enum {string}
         */
        readonly ScenarioLevel: "concrete" | "logical";
        /**
         * @description One page of kept scenarios.
         * @example {
         *       "data": [
         *         {
         *           "scenario_id": "scn_8d0c5c1f2a7b4e90",
         *           "scenario_type": "post_collision",
         *           "origin": "fitted",
         *           "seed": 42,
         *           "duration_s": 20,
         *           "is_sensor_fault": true,
         *           "vehicle_id": "veh-0042",
         *           "made_at": "2025-03-01T08:00:00.000Z"
         *         }
         *       ],
         *       "has_more": false,
         *       "next_cursor": null
         *     }
         */
        readonly ScenarioList: {
            /** @description Latest made first. */
            readonly data: readonly components["schemas"]["ScenarioListItem"][];
            /** @description True when another page follows. */
            readonly has_more: boolean;
            /** @description Give it back as `cursor` for the next page; null on the last page. */
            readonly next_cursor: string | null;
        };
        /** @description A kept scenario as lists show it. */
        readonly ScenarioListItem: {
            /** @description Derived from the inputs: the same inputs give the same id. */
            readonly scenario_id: string;
            readonly scenario_type: components["schemas"]["ScenarioType"];
            readonly origin: components["schemas"]["ScenarioOrigin"];
            /** Format: int64 */
            readonly seed: number;
            /**
             * Format: double
             * @description Seconds.
             */
            readonly duration_s: number;
            /** @description False for scenarios that must not be flagged as sensor drift. */
            readonly is_sensor_fault: boolean;
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id?: string;
            /** @description Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32). */
            readonly evidence_event_id?: string;
            /**
             * Format: date-time
             * @description When it was made last.
             */
            readonly made_at: string;
        };
        /** @description A sensor of the vehicle in the scenario; what is left out is the usual one's of its kind. */
        readonly ScenarioMount: {
            /** @description Its name in the scenario, used once. */
            readonly id: string;
            readonly kind: components["schemas"]["Sensor"];
            /** @description In the vehicle's frame, `vehicle_T_sensor`; the usual place of its kind. */
            readonly baseline?: components["schemas"]["Pose"] | null;
            /**
             * Format: double
             * @description Horizontal field of view, degrees; of a camera, which is a pinhole, at most 170.
             */
            readonly hfov_deg?: number | null;
            /**
             * Format: double
             * @description Vertical field of view, degrees; of a camera at most 170.
             */
            readonly vfov_deg?: number | null;
            /**
             * Format: double
             * @description Farthest distance of interest, metres.
             */
            readonly range_m?: number | null;
        };
        /**
         * @description `synthetic`: nothing measured went in; `fitted`: measured values went into the formula, at least the initial state of a real vehicle; `replay`: the trajectory is a real vehicle's history. Values are added in time.
         * @enum {string}
         */
        readonly ScenarioOrigin: "synthetic" | "replay" | "fitted";
        /** @description What the vehicle drives on. */
        readonly ScenarioRoad: {
            readonly kind: components["schemas"]["RoadKind"];
            /** Format: int64 */
            readonly seed: number;
            /** @description Of the generator; none: its defaults. */
            readonly params: {
                readonly [key: string]: number;
            };
            /** @description The same streets as OpenDRIVE: a path on this service. */
            readonly opendrive_url?: string;
            /** @description Of that file, hex; where the request asked for `opendrive/1.7`. */
            readonly sha256?: string;
        };
        /** @description A sensor at the beginning of the scenario. Baseline, fields of view, range and intrinsics are the model's, not the vehicle's. */
        readonly ScenarioSensor: {
            /** @description `cam_front`, `radar_front` or `lidar_top`, or as the request names them. */
            readonly id: string;
            readonly kind: components["schemas"]["Sensor"];
            /** @description `iso8855/rear-axle-ground`: origin on the ground below the middle of the rear axle, x forward, y left, z up. */
            readonly frame: string;
            /** @description `vehicle_T_sensor`: takes a point from the sensor's frame to the vehicle's. */
            readonly pose_is: string;
            /** @description `x-forward y-left z-up`: the sensor's own frame, x along its line of sight. A camera's optical frame (x right, y down, z forward) is this one turned: optical (a, b, c) is (c, −a, −b). */
            readonly axes: string;
            readonly baseline: components["schemas"]["Pose"];
            readonly now: components["schemas"]["Pose"];
            /** @description Of Δ, where now = baseline ∘ Δ and Δ is in the sensor's frame: 6×6 row-major, order tx, ty, tz, roll, pitch, yaw; m², m·rad, rad². */
            readonly covariance_6x6: readonly number[];
            /** @description Which of the six were measured; those of the others are the model's (docs/scenarios.md): no movement, and the spread of an ordinary mount. */
            readonly measured_dof: readonly components["schemas"]["DegreeOfFreedom"][];
            /**
             * Format: double
             * @description Radar: change of the range bias, metres; a radar that reads too far is shown as one that stands as much farther back. Null for other sensors.
             */
            readonly range_bias_m: number | null;
            /**
             * Format: double
             * @description Lidar: rise of the registration error, metres. It has a size and no direction, so that `now` stays at the baseline. Null for other sensors.
             */
            readonly registration_error_m: number | null;
            /**
             * Format: double
             * @description Horizontal field of view, degrees.
             */
            readonly hfov_deg: number;
            /**
             * Format: double
             * @description Vertical field of view, degrees.
             */
            readonly vfov_deg: number;
            /**
             * Format: double
             * @description Farthest distance of interest, metres.
             */
            readonly range_m: number;
            /** @description Null for sensors that are no camera. */
            readonly intrinsics: components["schemas"]["CameraIntrinsics"] | null;
            /** @description `camera_part_number`, `radar_part_number` or `lidar_part_number` of the frame's metadata; null where it has none. */
            readonly part_number: string | null;
            /**
             * Format: double
             * @description How far the sensor's clock is ahead at the beginning, milliseconds.
             */
            readonly clock_offset_ms: number;
        };
        readonly ScenarioTags: {
            /** @description Scenario categories after ISO 34504, by names of ours (docs/scenarios.md). */
            readonly iso34504: readonly string[];
            /** @description Operational design domain after ISO 34503, by names of ours (docs/scenarios.md). */
            readonly iso34503_odd: readonly string[];
        };
        /**
         * @description What happens to the sensors in the scenario.
         * @enum {string}
         */
        readonly ScenarioType: "nominal_control" | "post_collision" | "pothole_impact" | "curb_strike" | "windshield_replacement" | "bumper_repair_radar" | "thermal_cycle" | "gradual_mount_loosening" | "vibration_random_walk" | "car_wash" | "load_change" | "ride_height_change" | "wheel_alignment_thrust" | "sensor_replacement" | "mirror_fold_nonreturn" | "occlusion_false_drift" | "intrinsics_shift" | "imu_bias" | "time_slip" | "highway_weave" | "data_dropout";
        /**
         * @description What a key may do; `admin` implies every other scope.
         * @enum {string}
         */
        readonly Scope: "telemetry:write" | "score:write" | "fleet:read" | "evidence:read" | "evidence:manage" | "risk:write" | "events:read" | "baseline:write" | "webhooks:manage" | "keys:manage" | "audit:read" | "admin";
        /**
         * @description A ready-made set of scopes; this or `scopes`.
         * @enum {string}
         */
        readonly ScopePreset: "ingest" | "engineer" | "operator" | "auditor" | "insurer" | "simulation" | "admin";
        /**
         * @description The sensor a value belongs to.
         * @enum {string}
         */
        readonly Sensor: "camera" | "radar" | "lidar";
        /** @description What the sensors reported; at least one member. A sensor that did not report is left out, never sent as null or zero. */
        readonly Sensors: {
            /** @description Camera rotation, 9 numbers in row order. With E = max |RᵀR − I|: E ≤ 0.05 and det R > 0, else `rotation_matrix_invalid`; E above 0.001 is accepted with the warning `rotation_not_orthonormal`. Send at least 5 decimals. */
            readonly camera_rotation_matrix?: readonly number[];
            /**
             * Format: double
             * @description Radar range bias, metres.
             */
            readonly radar_range_bias_m?: number;
            /**
             * Format: double
             * @description Lidar registration error, metres.
             */
            readonly lidar_registration_error_m?: number;
            /**
             * Format: double
             * @description Lidar confidence, a fraction from 0 to 1.
             */
            readonly lidar_confidence?: number;
        };
        /** @description What the cases have more often than the others. */
        readonly SharedValue: {
            /** @description Its name; `fleet_id` and `region` are compared, too. */
            readonly attribute: string;
            readonly value: string;
            /**
             * Format: int64
             * @description Cases that have it.
             */
            readonly cases_having: number;
            /**
             * Format: double
             * @description Of the cases.
             */
            readonly cases_share: number;
            /**
             * Format: int64
             * @description Others that have it.
             */
            readonly others_having: number;
            /**
             * Format: double
             * @description Of the others.
             */
            readonly others_share: number;
            /**
             * Format: double
             * @description Odds of having it among the cases, over the odds among the others; half a vehicle is added to each of the four counts (Haldane, Anscombe).
             */
            readonly odds_ratio: number;
            /**
             * Format: double
             * @description Lower end of its 95 % interval.
             */
            readonly odds_ratio_low: number;
            /**
             * Format: double
             * @description Upper end.
             */
            readonly odds_ratio_high: number;
            /**
             * Format: double
             * @description Fisher's exact test, two-sided: how often chance alone would make as great a difference, in this one comparison.
             */
            readonly p_value: number;
            /**
             * Format: double
             * @description The share of false ones to expect if everything down to this one is believed (Benjamini & Hochberg).
             */
            readonly false_discovery_rate: number;
            /**
             * Format: double
             * @description How often chance alone would make so great a difference in any of the comparisons, at most (Bonferroni).
             */
            readonly familywise_p_value: number;
            /**
             * Format: double
             * @description Comparisons as striking as this one that chance alone gives among all of them.
             */
            readonly expected_by_chance: number;
            /** @description The same in words. */
            readonly sentence: string;
        };
        /** @description A Sigstore bundle v0.3 (protobuf-specs), as this service fills it. */
        readonly SigstoreBundle: {
            /** @description `application/vnd.dev.sigstore.bundle.v0.3+json`. */
            readonly mediaType: string;
            readonly verificationMaterial: {
                readonly publicKey: {
                    /** @description Id of the evidence key. */
                    readonly hint: string;
                };
                readonly tlogEntries: readonly {
                    /** @description A number, as text. */
                    readonly logIndex: string;
                    readonly logId: {
                        /** @description Key hash of the log, base64. */
                        readonly keyId: string;
                    };
                    readonly kindVersion: {
                        readonly kind: string;
                        readonly version: string;
                    };
                    readonly inclusionProof: {
                        /** @description A number, as text. */
                        readonly logIndex: string;
                        /** @description Root of the log's tree, base64. */
                        readonly rootHash: string;
                        /** @description A number, as text. */
                        readonly treeSize: string;
                        readonly hashes: readonly string[];
                        readonly checkpoint: {
                            /** @description The signed checkpoint. */
                            readonly envelope: string;
                        };
                    };
                    /** @description The log's entry, base64. */
                    readonly canonicalizedBody: string;
                }[];
                readonly timestampVerificationData?: {
                    readonly rfc3161Timestamps: readonly {
                        /** @description TimeStampResp in DER, base64. */
                        readonly signedTimestamp: string;
                    }[];
                };
            };
            readonly dsseEnvelope: {
                /** @description The in-toto statement, base64. */
                readonly payload: string;
                readonly payloadType: string;
                readonly signatures: readonly {
                    readonly keyid: string;
                    /** @description The signature, base64. */
                    readonly sig: string;
                }[];
            };
        };
        /**
         * @description Why it no longer holds: its time is over, or the tier rose or another sensor joined.
         * @enum {string}
         */
        readonly SnoozeEnd: "time" | "worse";
        /**
         * @description `data` of the stream's last event `end`. After it the connection is closed.
         * @example {
         *       "reason": "server_stopping",
         *       "detail": "The service stops. Connect again in a moment."
         *     }
         */
        readonly StreamEnd: {
            readonly reason: components["schemas"]["StreamEndReason"];
            readonly detail: string;
        };
        /**
         * @description `server_stopping`: connect again in a moment; `key_ended`: the key was revoked, has expired or may do less than before.
         * @enum {string}
         */
        readonly StreamEndReason: "server_stopping" | "key_ended";
        /**
         * @description Up to 10 000 frames in one body.
         * @example {
         *       "frames": [
         *         {
         *           "vehicle_id": "veh-0042",
         *           "timestamp": "2025-03-01T08:00:00.000Z",
         *           "sensors": {
         *             "camera_rotation_matrix": [
         *               0.9999923846,
         *               -0.0017544553,
         *               -0.0034860644,
         *               0.0017361784,
         *               0.9999847692,
         *               -0.0052389967,
         *               0.0034952029,
         *               0.0052329044,
         *               0.9999801999
         *             ],
         *             "radar_range_bias_m": 0.012,
         *             "lidar_registration_error_m": 0.031,
         *             "lidar_confidence": 0.94
         *           },
         *           "metadata": {
         *             "fleet_id": "vans-north",
         *             "region": "eu-central"
         *           }
         *         }
         *       ]
         *     }
         */
        readonly TelemetryBatch: {
            readonly frames: readonly components["schemas"]["TelemetryFrame"][];
        };
        /**
         * @description One reading of one vehicle's sensors. A frame counts once: vehicle, timestamp and the values of `sensors` are its identity.
         * @example {
         *       "vehicle_id": "veh-0042",
         *       "timestamp": "2025-03-01T08:00:00.000Z",
         *       "sensors": {
         *         "camera_rotation_matrix": [
         *           0.9999923846,
         *           -0.0017544553,
         *           -0.0034860644,
         *           0.0017361784,
         *           0.9999847692,
         *           -0.0052389967,
         *           0.0034952029,
         *           0.0052329044,
         *           0.9999801999
         *         ],
         *         "radar_range_bias_m": 0.012,
         *         "lidar_registration_error_m": 0.031,
         *         "lidar_confidence": 0.94
         *       },
         *       "metadata": {
         *         "fleet_id": "vans-north",
         *         "region": "eu-central"
         *       }
         *     }
         */
        readonly TelemetryFrame: {
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            /** @description Date-time in UTC (`Z` or `+00:00`) as RFC 3339 and ISO 8601 write it, `t` and `z` too, a real calendar date of the years 1970 to 9999, 0 to 9 fraction digits; the seconds may be left out. Compared in microseconds, echoed as received. */
            readonly timestamp: string;
            readonly sensors: components["schemas"]["Sensors"];
            readonly metadata?: components["schemas"]["FrameMetadata"];
        };
        /**
         * @description State of a vehicle. `UNKNOWN`: too little was learnt, or a vehicle that was NOMINAL has gone silent; `NOMINAL`: no drift beyond the limits; `CAUTION`: drift that should be looked at; `CRITICAL`: drift beyond the critical limit, calibrate before use.
         * @enum {string}
         */
        readonly Tier: "UNKNOWN" | "NOMINAL" | "CAUTION" | "CRITICAL";
        /** @enum {string} */
        readonly TimeToCriticalReason: "already_beyond" | "no_trend" | "span_too_short" | "gap_in_data";
        /**
         * @description What is left of erased evidence, signed and in the log.
         * @example {
         *       "organisation": "acme",
         *       "event_id": "EVB-20250301-7K3M9Q2XW4HJ",
         *       "content_digest": "sha256:cff5d56d2d916547e96886c76972b83d48364ca574c7fc1813f23462d6291b57",
         *       "leaf_index": 7,
         *       "erased_at": "2035-03-02T08:00:00.000Z",
         *       "basis": "retention period over",
         *       "decision_sha256": "44575cf5b28512d75644bf54a517dcef304ff809fd511747621b4d64f19aac66",
         *       "envelope": {
         *         "payload": "eyJiYXNpcyI6InJldGVudGlvbiBwZXJpb2Qgb3ZlciJ9",
         *         "payloadType": "application/vnd.plumbline.tombstone+json",
         *         "signatures": [
         *           {
         *             "keyid": "sha256:333f4b11",
         *             "sig": "MEQCIG+tujWA1/QE"
         *           }
         *         ]
         *       }
         *     }
         */
        readonly Tombstone: {
            /** @description Whose evidence it is; absent from what was signed before it was named. */
            readonly organisation?: string;
            /** @description Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32). */
            readonly event_id: string;
            readonly content_digest: string;
            /**
             * Format: int64
             * @description Where the log has the erased evidence's entry.
             */
            readonly leaf_index: number;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly erased_at: string;
            /** @description Ground of the erasure. */
            readonly basis: string;
            readonly decision_sha256: string;
            /** @description DSSE v1 envelope, signed by the evidence key. */
            readonly envelope: {
                /** @description Canonical JSON, base64. */
                readonly payload: string;
                readonly payloadType: string;
                readonly signatures: readonly {
                    readonly keyid: string;
                    readonly sig: string;
                }[];
            };
        };
        /** @enum {string} */
        readonly TrustSource: "service" | "request";
        /** @description Sigstore's `trusted_root.json`, as this service fills it. */
        readonly TrustedRoot: {
            /** @description `application/vnd.dev.sigstore.trustedroot+json;version=0.1`. */
            readonly mediaType: string;
            readonly tlogs: readonly {
                readonly baseUrl: string;
                readonly hashAlgorithm: string;
                readonly publicKey: {
                    /** @description SubjectPublicKeyInfo in DER, base64. */
                    readonly rawBytes: string;
                    readonly keyDetails: string;
                    readonly validFor: {
                        readonly start: string;
                    };
                };
                readonly logId: {
                    /** @description Key hash of the log, base64. */
                    readonly keyId: string;
                };
                readonly checkpointKeyId: {
                    /** @description Key hash of the log, base64. */
                    readonly keyId: string;
                };
            }[];
            /** @description Empty: evidence keys have no certificates. */
            readonly certificateAuthorities: readonly unknown[];
            /** @description Empty. */
            readonly ctlogs: readonly unknown[];
            readonly timestampAuthorities: readonly {
                readonly certChain: {
                    readonly certificates: readonly {
                        /** @description X.509 in DER, base64. */
                        readonly rawBytes: string;
                    }[];
                };
                readonly validFor: {
                    readonly start: string;
                };
            }[];
        };
        /**
         * @description Unit of this channel's values: degrees or metres.
         * @enum {string}
         */
        readonly Unit: "deg" | "m";
        /**
         * @description The baseline of a vehicle has reached another state, by its frames or by a command.
         * @example {
         *       "id": "evt_01JN8XT5G7P3QZJ9V2M4N6B8CD",
         *       "type": "vehicle.baseline_changed",
         *       "occurred_at": "2025-03-01T07:40:50.000Z",
         *       "recorded_at": "2025-03-01T07:40:50.310Z",
         *       "vehicle_id": "veh-0042",
         *       "fleet_id": "vans-north",
         *       "tier": "CAUTION",
         *       "data": {
         *         "from": "learning",
         *         "to": "provisional",
         *         "frame_seq": 20
         *       }
         *     }
         */
        readonly VehicleBaselineChangedEvent: {
            /** @description Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading. */
            readonly id: string;
            /** @constant */
            readonly type: "vehicle.baseline_changed";
            /**
             * Format: date-time
             * @description When it happened: capture time of the frame that caused it, else by the service's clock.
             */
            readonly occurred_at: string;
            /**
             * Format: date-time
             * @description When the service recorded it.
             */
            readonly recorded_at: string;
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            /** @description Fleet of the vehicle after the event. */
            readonly fleet_id: string;
            readonly tier: components["schemas"]["Tier"];
            readonly data: {
                readonly from: components["schemas"]["BaselineState"];
                readonly to: components["schemas"]["BaselineState"];
                /**
                 * Format: int64
                 * @description Entry of the vehicle's journal that caused it: a frame or a command.
                 */
                readonly frame_seq: number;
            };
        };
        /**
         * @description Everything known of one vehicle: tier, baseline, live extrinsics, breach, history.
         * @example {
         *       "vehicle_id": "veh-0042",
         *       "fleet_id": "vans-north",
         *       "region": "eu-central",
         *       "attributes": {
         *         "camera_part": "CAM-7731-B",
         *         "firmware": "4.2.1",
         *         "model": "Sprint 2"
         *       },
         *       "position": {
         *         "latitude": 52.5208,
         *         "longitude": 13.4095
         *       },
         *       "tier": "CRITICAL",
         *       "tier_since": "2025-03-01T07:41:10.000Z",
         *       "decided_by": "critical_limit_exceeded",
         *       "recommended_action": "calibration_required",
         *       "to_do": "Calibrate before further use",
         *       "why": "The radar range is off by +262 mm, beyond the caution limit of 200 mm (CAUTION since 2025-03-01 07:41 UTC).",
         *       "probable_fault_source": "radar",
         *       "confidence": 0.97,
         *       "silent": false,
         *       "first_frame_at": "2025-02-01T08:00:00.000Z",
         *       "last_frame_at": "2025-03-01T08:00:00.000Z",
         *       "last_received_at": "2025-03-01T08:00:00.180Z",
         *       "frames": 412,
         *       "monitored_sensors": [
         *         "camera",
         *         "radar"
         *       ],
         *       "measurements": {
         *         "camera_drift_deg": 0.01,
         *         "radar_drift_mm": 262,
         *         "health_score": 40.2
         *       },
         *       "cusum_statistic": 19.4,
         *       "cusum_limits": {
         *         "caution": 7.75,
         *         "critical": 10.5
         *       },
         *       "sensor_limits": {
         *         "camera_deg": {
         *           "caution": 0.2,
         *           "critical": 0.5
         *         },
         *         "radar_m": {
         *           "caution": 0.2,
         *           "critical": 0.5
         *         },
         *         "lidar_m": {
         *           "caution": 0.1,
         *           "critical": 0.3
         *         }
         *       },
         *       "baseline": {
         *         "state": "established",
         *         "frames": 380,
         *         "needed": 0,
         *         "camera_rotation_matrix": [
         *           1,
         *           0,
         *           0,
         *           0,
         *           1,
         *           0,
         *           0,
         *           0,
         *           1
         *         ],
         *         "channels": [
         *           {
         *             "channel": "radar",
         *             "sensor": "radar",
         *             "unit": "m",
         *             "location": 0.012,
         *             "scale": 0.025,
         *             "min_detectable_shift": 0.068,
         *             "harmless_shift": 0.05
         *           }
         *         ]
         *       },
         *       "baseline_covers_hours": 9,
         *       "extrinsics": {
         *         "camera": {
         *           "camera_rotation_matrix": [
         *             1,
         *             0,
         *             0,
         *             0,
         *             1,
         *             0,
         *             0,
         *             0,
         *             1
         *           ],
         *           "drift_deg": 0.01,
         *           "drift_sd_deg": 0.008,
         *           "drift_axis": [
         *             0,
         *             0,
         *             1
         *           ]
         *         },
         *         "radar": {
         *           "radar_range_bias_m": 0.274,
         *           "drift_m": 0.262,
         *           "drift_sd_m": 0.006
         *         },
         *         "lidar": null
         *       },
         *       "reference": null,
         *       "open_breach": {
         *         "evidence_id": "EVB-20250301-7K3M9Q2XW4HJ",
         *         "opened_at": "2025-03-01T07:40:50.000Z",
         *         "frame_seq": 396
         *       },
         *       "change_point": {
         *         "frame_seq": 392,
         *         "interval_50": [
         *           391,
         *           393
         *         ],
         *         "interval_90": [
         *           388,
         *           395
         *         ]
         *       },
         *       "change_began": {
         *         "at": "2025-03-01T07:40:00.000Z",
         *         "between_50": [
         *           "2025-03-01T07:39:50.000Z",
         *           "2025-03-01T07:40:10.000Z"
         *         ],
         *         "between_90": [
         *           "2025-03-01T07:39:20.000Z",
         *           "2025-03-01T07:40:30.000Z"
         *         ]
         *       },
         *       "trend": {
         *         "sensor": "radar",
         *         "unit": "m",
         *         "shape": "step",
         *         "began_at": "2025-03-01T07:39:00.000Z",
         *         "rate_per_day": null,
         *         "rate_sd_per_day": null,
         *         "time_to_critical_days": null,
         *         "time_to_critical_interval_80": null,
         *         "time_to_critical_reason": "span_too_short"
         *       },
         *       "noise": [],
         *       "tier_history": [
         *         {
         *           "at": "2025-03-01T07:41:10.000Z",
         *           "from": "CAUTION",
         *           "to": "CRITICAL",
         *           "decided_by": "critical_limit_exceeded",
         *           "frame_seq": 398
         *         }
         *       ]
         *     }
         */
        readonly VehicleDetail: {
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            /** @description Last known fleet; `default` when none was ever given. */
            readonly fleet_id: string;
            /** @description Last known region; null when none was ever given. */
            readonly region: string | null;
            /** @description What the vehicle's frames say of it in `metadata`, beside fleet, region and position: strings, numbers and booleans, nested members by dotted name. The newest value of each stays until a frame gives another; null or an empty string takes it away. At most 32, names up to 64 and strings up to 128 characters. A number that changes is taken at most once a minute of capture time. */
            readonly attributes?: {
                readonly [key: string]: string | number | boolean;
            };
            /** @description Null until a frame gives one. */
            readonly position?: {
                /**
                 * Format: double
                 * @description Degrees, north positive.
                 */
                readonly latitude: number;
                /**
                 * Format: double
                 * @description Degrees, east positive.
                 */
                readonly longitude: number;
            } | null;
            readonly tier: components["schemas"]["Tier"];
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly tier_since: string;
            readonly decided_by: components["schemas"]["DecidedBy"];
            /** @description For whoever wonders at the verdict; absent when there is nothing to explain. */
            readonly notes?: readonly components["schemas"]["VerdictNote"][];
            readonly recommended_action: components["schemas"]["RecommendedAction"];
            /** @description The action as an instruction for a person, also where none is recommended: that it is still learning, silent, or being checked after a repair. Action, instruction, sentence and source are the queue's: by the vehicle's own verdict, or by a repair that did not restore it. */
            readonly to_do?: string;
            /** @description For whoever has to act: what moved, by how much, since when, beyond which limit, or what a repair left; for a vehicle without an action, why there is none. The queue's sentence, word for word. */
            readonly why: string;
            readonly probable_fault_source: components["schemas"]["FaultSource"];
            /** Format: double */
            readonly confidence: number;
            /** @description Nothing was heard within the silence limit. */
            readonly silent: boolean;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly first_frame_at: string;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly last_frame_at: string;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly last_received_at: string;
            /**
             * Format: int64
             * @description Frames counted so far.
             */
            readonly frames: number;
            /** @description Sensors heard often enough to be judged. A sensor not listed is not known to be in order. */
            readonly monitored_sensors: readonly components["schemas"]["Sensor"][];
            readonly measurements: components["schemas"]["Measurements"];
            /**
             * Format: double
             * @description After the latest frame; null while learning.
             */
            readonly cusum_statistic: number | null;
            readonly cusum_limits: components["schemas"]["CusumLimits"];
            /** @description How far each sensor may be out before it matters: the settings in force. */
            readonly sensor_limits: {
                /** @description Of the drift, degrees. */
                readonly camera_deg: {
                    /** Format: double */
                    readonly caution: number;
                    /** Format: double */
                    readonly critical: number;
                };
                /** @description Of the drift, metres, either way. */
                readonly radar_m: {
                    /** Format: double */
                    readonly caution: number;
                    /** Format: double */
                    readonly critical: number;
                };
                /** @description Of the drift, metres, upwards. */
                readonly lidar_m: {
                    /** Format: double */
                    readonly caution: number;
                    /** Format: double */
                    readonly critical: number;
                };
            };
            readonly baseline: {
                readonly state: components["schemas"]["BaselineState"];
                /**
                 * Format: int64
                 * @description Frames the baseline rests on.
                 */
                readonly frames: number;
                /**
                 * Format: int64
                 * @description Further frames needed to leave `learning`; 0 once it has.
                 */
                readonly needed: number;
                /** @description Mean camera rotation of the baseline; null before the camera has one. */
                readonly camera_rotation_matrix: readonly number[] | null;
                /** @description The channels that have a baseline. */
                readonly channels: readonly {
                    readonly channel: components["schemas"]["Channel"];
                    readonly sensor: components["schemas"]["Sensor"];
                    readonly unit: components["schemas"]["Unit"];
                    /**
                     * Format: double
                     * @description Centre of the baseline, in `unit`; about 0 for the camera.
                     */
                    readonly location: number;
                    /**
                     * Format: double
                     * @description Ordinary spread (robust standard deviation), in `unit`.
                     */
                    readonly scale: number;
                    /**
                     * Format: double
                     * @description Smallest lasting shift, in `unit`, that 20 further frames would show against this baseline.
                     */
                    readonly min_detectable_shift: number;
                    /**
                     * Format: double
                     * @description A lasting shift up to this, in `unit`, is no drift: a quarter of the CAUTION limit; more while a swing that comes back every day may be behind it and is not known yet.
                     */
                    readonly harmless_shift?: number;
                }[];
                /** @description The noise this vehicle was believed to have before its first frame, learnt from its fleet. Absent for a vehicle that started from the settings. */
                readonly fleet_prior?: {
                    /**
                     * Format: date-time
                     * @description RFC 3339 date-time in UTC, with `Z`.
                     */
                    readonly taken_at: string;
                    /**
                     * Format: double
                     * @description Of a block's noise with its neighbour's.
                     */
                    readonly correlation: number;
                    /** @description The sensors the fleet could teach; the others started from the settings. */
                    readonly sensors: readonly {
                        readonly sensor: components["schemas"]["PriorSensor"];
                        readonly unit: components["schemas"]["PriorUnit"];
                        /**
                         * Format: double
                         * @description Noise of one block, in `unit`.
                         */
                        readonly scale: number;
                        /**
                         * Format: double
                         * @description Counts as that many blocks of its own.
                         */
                        readonly worth_blocks: number;
                        /**
                         * Format: int64
                         * @description Vehicles of the fleet it was learnt from.
                         */
                        readonly vehicles: number;
                        /** @description How much less the mean of several blocks varied than one of them: 1 at every scale where blocks are independent. Absent for vehicles that started before scoring 1.3.0. */
                        readonly curve?: {
                            /**
                             * Format: int64
                             * @description Of the vehicles it was learnt from.
                             */
                            readonly frames_per_block: number;
                            /** @description For means of 2^k blocks, k = 0 … 9: 2^k times their Allan variance, over the variance of a block. */
                            readonly ratios: readonly number[];
                            /** @description As how many samples of its scale each ratio counts; 0 where nothing is told of it. */
                            readonly degrees: readonly number[];
                        };
                    }[];
                };
            };
            /**
             * Format: int64
             * @description Hours of the day (UTC) in which the vehicle was heard since its baseline began; of several sensors, of the one heard in the fewest. Until a swing that comes back every day is known or ruled out, larger shifts pass for it: `baseline.channels[].harmless_shift` of the vehicle says how large.
             */
            readonly baseline_covers_hours?: number;
            /** @description Where the sensors are now, as estimated from the latest frames. */
            readonly extrinsics: {
                /** @description Null when the camera has not reported. */
                readonly camera: {
                    /** @description A 3×3 rotation matrix as 9 numbers in row order. */
                    readonly camera_rotation_matrix: readonly number[];
                    /**
                     * Format: double
                     * @description Angle away from the baseline, degrees.
                     */
                    readonly drift_deg: number;
                    /**
                     * Format: double
                     * @description Its standard deviation, degrees.
                     */
                    readonly drift_sd_deg: number;
                    /** @description Unit axis of the drift in the camera's own baseline frame; null when nothing moved. */
                    readonly drift_axis: readonly number[] | null;
                } | null;
                /** @description Null when the radar has not reported. */
                readonly radar: {
                    /** Format: double */
                    readonly radar_range_bias_m: number;
                    /**
                     * Format: double
                     * @description Change against the baseline, metres, signed.
                     */
                    readonly drift_m: number;
                    /** Format: double */
                    readonly drift_sd_m: number;
                } | null;
                /** @description Null when the lidar has not reported. */
                readonly lidar: {
                    /** Format: double */
                    readonly lidar_registration_error_m: number;
                    /**
                     * Format: double
                     * @description Change against the baseline, metres, signed.
                     */
                    readonly drift_m: number;
                    /** Format: double */
                    readonly drift_sd_m: number;
                } | null;
            };
            /** @description Registered reference extrinsics; null when none are. */
            readonly reference: components["schemas"]["ReferenceResult"] | null;
            /** @description Null when no breach is open. */
            readonly open_breach: {
                /** @description Evidence identifier: `EVB-`, the UTC date of the breach, and 12 random characters (Crockford base32). */
                readonly evidence_id: string;
                /**
                 * Format: date-time
                 * @description RFC 3339 date-time in UTC, with `Z`.
                 */
                readonly opened_at: string;
                /**
                 * Format: int64
                 * @description Frame that opened the breach.
                 */
                readonly frame_seq: number;
            } | null;
            readonly earlier_scoring?: components["schemas"]["EarlierScoring"];
            readonly provisional?: components["schemas"]["ProvisionalVerdict"];
            /** @description Null when no breach is open. */
            readonly change_point: components["schemas"]["ChangePoint"] | null;
            /** @description Null when no breach is open. */
            readonly change_began: {
                /**
                 * Format: date-time
                 * @description RFC 3339 date-time in UTC, with `Z`.
                 */
                readonly at: string;
                readonly between_50: readonly string[];
                readonly between_90: readonly string[];
            } | null;
            /** @description Null when no breach is open, or too little was heard of the drift. */
            readonly trend: components["schemas"]["DriftTrend"] | null;
            readonly work?: components["schemas"]["QueuedWork"];
            /** @description Sensors that scatter far more than they used to, and since when. */
            readonly noise: readonly components["schemas"]["NoiseGrowth"][];
            /** @description Latest first. */
            readonly tier_history: readonly {
                /**
                 * Format: date-time
                 * @description RFC 3339 date-time in UTC, with `Z`.
                 */
                readonly at: string;
                readonly from: components["schemas"]["Tier"];
                readonly to: components["schemas"]["Tier"];
                readonly decided_by: components["schemas"]["DecidedBy"];
                /**
                 * Format: int64
                 * @description Journal entry that moved the tier.
                 */
                readonly frame_seq: number;
            }[];
        };
        /**
         * @description One page of vehicles.
         * @example {
         *       "data": [
         *         {
         *           "vehicle_id": "veh-0042",
         *           "fleet_id": "vans-north",
         *           "region": "eu-central",
         *           "attributes": {
         *             "camera_part": "CAM-7731-B",
         *             "firmware": "4.2.1",
         *             "model": "Sprint 2"
         *           },
         *           "position": {
         *             "latitude": 52.5208,
         *             "longitude": 13.4095
         *           },
         *           "tier": "CRITICAL",
         *           "tier_since": "2025-03-01T07:41:10.000Z",
         *           "silent": false,
         *           "last_frame_at": "2025-03-01T08:00:00.000Z",
         *           "last_received_at": "2025-03-01T08:00:00.180Z",
         *           "frames": 412,
         *           "health_score": 40.2,
         *           "camera_drift_deg": 0.01,
         *           "radar_drift_mm": 262,
         *           "lidar_drift_m": 0.004,
         *           "probable_fault_source": "radar",
         *           "recommended_action": "calibration_required",
         *           "baseline_state": "established",
         *           "evidence_id": "EVB-20250301-7K3M9Q2XW4HJ"
         *         }
         *       ],
         *       "has_more": false,
         *       "next_cursor": null
         *     }
         */
        readonly VehicleList: {
            readonly data: readonly components["schemas"]["VehicleListItem"][];
            /** @description True when another page follows. */
            readonly has_more: boolean;
            /** @description Give it back as `cursor` for the next page; null on the last page. */
            readonly next_cursor: string | null;
        };
        /** @description One vehicle as lists show it. */
        readonly VehicleListItem: {
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            /** @description Last known fleet; `default` when none was ever given. */
            readonly fleet_id: string;
            /** @description Last known region; null when none was ever given. */
            readonly region: string | null;
            /** @description What the vehicle's frames say of it in `metadata`, beside fleet, region and position: strings, numbers and booleans, nested members by dotted name. The newest value of each stays until a frame gives another; null or an empty string takes it away. At most 32, names up to 64 and strings up to 128 characters. A number that changes is taken at most once a minute of capture time. */
            readonly attributes?: {
                readonly [key: string]: string | number | boolean;
            };
            /** @description Null until a frame gives one. */
            readonly position?: {
                /**
                 * Format: double
                 * @description Degrees, north positive.
                 */
                readonly latitude: number;
                /**
                 * Format: double
                 * @description Degrees, east positive.
                 */
                readonly longitude: number;
            } | null;
            readonly tier: components["schemas"]["Tier"];
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly tier_since: string;
            /** @description Nothing was heard within the silence limit. */
            readonly silent: boolean;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly last_frame_at: string;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly last_received_at: string;
            /**
             * Format: int64
             * @description Frames counted so far.
             */
            readonly frames: number;
            /** Format: double */
            readonly health_score: number;
            /** Format: double */
            readonly camera_drift_deg: number;
            /** Format: double */
            readonly radar_drift_mm: number;
            /**
             * Format: double
             * @description Estimated change of the lidar registration error, metres, signed; null when no lidar is scored.
             */
            readonly lidar_drift_m: number | null;
            readonly probable_fault_source: components["schemas"]["FaultSource"];
            readonly decided_by?: components["schemas"]["DecidedBy"];
            readonly recommended_action: components["schemas"]["RecommendedAction"];
            readonly baseline_state: components["schemas"]["BaselineState"];
            /** @description Evidence of the open breach; null when none is open. */
            readonly evidence_id: string | null;
            readonly earlier_scoring?: components["schemas"]["EarlierScoring"];
        };
        /**
         * @description A vehicle that was announced as silent has been heard again.
         * @example {
         *       "id": "evt_01JN8XT5G7P3QZJ9V2M4N6B8CD",
         *       "type": "vehicle.recovered",
         *       "occurred_at": "2025-03-01T07:40:50.000Z",
         *       "recorded_at": "2025-03-01T07:40:50.310Z",
         *       "vehicle_id": "veh-0042",
         *       "fleet_id": "vans-north",
         *       "tier": "CAUTION",
         *       "data": {
         *         "silent_since": "2025-02-26T11:02:00.000Z"
         *       }
         *     }
         */
        readonly VehicleRecoveredEvent: {
            /** @description Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading. */
            readonly id: string;
            /** @constant */
            readonly type: "vehicle.recovered";
            /**
             * Format: date-time
             * @description When it happened: capture time of the frame that caused it, else by the service's clock.
             */
            readonly occurred_at: string;
            /**
             * Format: date-time
             * @description When the service recorded it.
             */
            readonly recorded_at: string;
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            /** @description Fleet of the vehicle after the event. */
            readonly fleet_id: string;
            readonly tier: components["schemas"]["Tier"];
            readonly data: {
                /**
                 * Format: date-time
                 * @description When the last frame before the silence was received.
                 */
                readonly silent_since: string;
            };
        };
        /**
         * @description Residuals, CUSUM and T² of one vehicle over time, in columns, ready to be charted.
         * @example {
         *       "vehicle_id": "veh-0042",
         *       "from": "2025-03-01T07:59:00.000Z",
         *       "to": "2025-03-01T08:00:00.000Z",
         *       "frames": 2,
         *       "continues": false,
         *       "next_cursor": "W1siYSJdXQ.c2lnbmVk",
         *       "downsampled": false,
         *       "timestamps": [
         *         "2025-03-01T07:59:00.000Z",
         *         "2025-03-01T08:00:00.000Z"
         *       ],
         *       "frame_seqs": [
         *         411,
         *         412
         *       ],
         *       "tiers": [
         *         "CRITICAL",
         *         "CRITICAL"
         *       ],
         *       "decided_by": [
         *         "sustained_evidence",
         *         "critical_limit_exceeded"
         *       ],
         *       "channels": [
         *         {
         *           "channel": "radar",
         *           "sensor": "radar",
         *           "unit": "m",
         *           "residual": [
         *             0.255,
         *             null
         *           ],
         *           "cusum_upper": [
         *             30.9,
         *             null
         *           ],
         *           "cusum_lower": [
         *             0,
         *             null
         *           ],
         *           "cusum_limit": 5,
         *           "drift": [
         *             0.258,
         *             null
         *           ],
         *           "drift_sd": [
         *             0.0061,
         *             null
         *           ],
         *           "t2_part": [
         *             104.3,
         *             null
         *           ]
         *         }
         *       ],
         *       "cusum_statistic": [
         *         18.8,
         *         19.4
         *       ],
         *       "cusum_limits": {
         *         "caution": 7.75,
         *         "critical": 10.5
         *       },
         *       "chart_design": {
         *         "cusum_k": 0.5,
         *         "t2_false_alarm_rate": 0.0027
         *       },
         *       "t2": [
         *         104.3,
         *         115.7
         *       ],
         *       "t2_limit": [
         *         12.1,
         *         12.1
         *       ]
         *     }
         */
        readonly VehicleSeries: {
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            /**
             * Format: date-time
             * @description Capture time of the first frame covered; null when there is none.
             */
            readonly from: string | null;
            /**
             * Format: date-time
             * @description Capture time of the last frame covered; null when there is none.
             */
            readonly to: string | null;
            /**
             * Format: int64
             * @description Frames in the range, or new since the cursor.
             */
            readonly frames: number;
            /** @description True when the points follow those that the cursor stood behind: add them. False when this is the whole range: no cursor was given, or what came before has changed (a frame came late, the scoring is another one, or there is too much to add). */
            readonly continues: boolean;
            /** @description Give it back as `cursor` for what is new by then. Null where `to` ends the range. */
            readonly next_cursor: string | null;
            /** @description True when a point stands for several frames. A point then holds its last frame; `…_min` and `…_max` hold the extremes. */
            readonly downsampled: boolean;
            /** @description Capture times, one a point, oldest first. */
            readonly timestamps: readonly string[];
            /** @description Journal number of each point's last frame. */
            readonly frame_seqs: readonly number[];
            /** @description The worst tier among the point's frames. */
            readonly tiers: readonly components["schemas"]["Tier"][];
            /** @description What set that tier, at the newest frame that had it. */
            readonly decided_by?: readonly components["schemas"]["DecidedBy"][];
            /** @description The channels that reported in the range, in fixed order. */
            readonly channels: readonly components["schemas"]["ChannelSeries"][];
            /** @description The sequential statistic W, nats; null while learning, and when no start of a change is likelier than none. */
            readonly cusum_statistic: readonly (number | null)[];
            /** @description Largest W of the point's frames. */
            readonly cusum_statistic_max?: readonly (number | null)[];
            readonly cusum_limits: components["schemas"]["CusumLimits"];
            /** @description What the charts that explain are designed for: the settings in force. */
            readonly chart_design?: {
                /**
                 * Format: double
                 * @description Allowance k of the tabular sums, standard deviations.
                 */
                readonly cusum_k: number;
                /**
                 * Format: double
                 * @description Share α of frames without a change that T² is to find above its limit.
                 */
                readonly t2_false_alarm_rate: number;
            };
            /** @description Angle of the estimated camera drift, degrees; absent when no camera reported in the range. */
            readonly camera_drift?: readonly (number | null)[];
            /** @description Its standard deviation, degrees. */
            readonly camera_drift_sd?: readonly (number | null)[];
            /** @description T² of the frame; null while learning. */
            readonly t2: readonly (number | null)[];
            /** @description Largest T² of the point's frames. */
            readonly t2_max?: readonly (number | null)[];
            /** @description Upper limit of T² for the frame's sensors; null while learning. */
            readonly t2_limit: readonly (number | null)[];
            readonly earlier_scoring?: components["schemas"]["EarlierScoring"];
        };
        /**
         * @description Nothing was received from a vehicle for as long as the service's silence limit.
         * @example {
         *       "id": "evt_01JN8XT5G7P3QZJ9V2M4N6B8CD",
         *       "type": "vehicle.silent",
         *       "occurred_at": "2025-03-01T07:40:50.000Z",
         *       "recorded_at": "2025-03-01T07:40:50.310Z",
         *       "vehicle_id": "veh-0042",
         *       "fleet_id": "vans-north",
         *       "tier": "CAUTION",
         *       "data": {
         *         "last_received_at": "2025-02-28T07:40:50.310Z",
         *         "silent_after_s": 86400
         *       }
         *     }
         */
        readonly VehicleSilentEvent: {
            /** @description Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading. */
            readonly id: string;
            /** @constant */
            readonly type: "vehicle.silent";
            /**
             * Format: date-time
             * @description When it happened: capture time of the frame that caused it, else by the service's clock.
             */
            readonly occurred_at: string;
            /**
             * Format: date-time
             * @description When the service recorded it.
             */
            readonly recorded_at: string;
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            /** @description Fleet of the vehicle after the event. */
            readonly fleet_id: string;
            readonly tier: components["schemas"]["Tier"];
            readonly data: {
                /**
                 * Format: date-time
                 * @description When its last frame was received.
                 */
                readonly last_received_at: string;
                /**
                 * Format: int64
                 * @description The limit it passed, seconds.
                 */
                readonly silent_after_s: number;
            };
        };
        /**
         * @description The tier of a vehicle is another one.
         * @example {
         *       "id": "evt_01JN8XT5G7P3QZJ9V2M4N6B8CD",
         *       "type": "vehicle.tier_changed",
         *       "occurred_at": "2025-03-01T07:40:50.000Z",
         *       "recorded_at": "2025-03-01T07:40:50.310Z",
         *       "vehicle_id": "veh-0042",
         *       "fleet_id": "vans-north",
         *       "tier": "CAUTION",
         *       "data": {
         *         "from": "NOMINAL",
         *         "to": "CAUTION",
         *         "decided_by": "cusum_breach",
         *         "frame_seq": 396,
         *         "evidence_id": "EVB-20250301-7K3M9Q2XW4HJ",
         *         "health_score": 66.4,
         *         "probable_fault_source": "radar",
         *         "recommended_action": "schedule_calibration"
         *       }
         *     }
         */
        readonly VehicleTierChangedEvent: {
            /** @description Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading. */
            readonly id: string;
            /** @constant */
            readonly type: "vehicle.tier_changed";
            /**
             * Format: date-time
             * @description When it happened: capture time of the frame that caused it, else by the service's clock.
             */
            readonly occurred_at: string;
            /**
             * Format: date-time
             * @description When the service recorded it.
             */
            readonly recorded_at: string;
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            /** @description Fleet of the vehicle after the event. */
            readonly fleet_id: string;
            readonly tier: components["schemas"]["Tier"];
            readonly data: {
                readonly from: components["schemas"]["Tier"];
                readonly to: components["schemas"]["Tier"];
                readonly decided_by: components["schemas"]["DecidedBy"];
                /**
                 * Format: int64
                 * @description Entry of the vehicle's journal that caused it: a frame or a command.
                 */
                readonly frame_seq: number;
                /** @description Evidence of the breach open at that moment, if one is. */
                readonly evidence_id: string | null;
                /**
                 * Format: double
                 * @description The vehicle's health score after it; null while nothing was scored.
                 */
                readonly health_score: number | null;
                readonly probable_fault_source: components["schemas"]["FaultSource"];
                readonly recommended_action: components["schemas"]["RecommendedAction"];
            };
        };
        /**
         * @description The work on a vehicle: where it stands, and what was done.
         * @example {
         *       "vehicle_id": "veh-0042",
         *       "recommended_action": "calibration_required",
         *       "version": 1,
         *       "state": "acknowledged",
         *       "assignee": null,
         *       "acknowledged": {
         *         "entry": 1,
         *         "at": "2025-03-01T08:00:00.000Z",
         *         "by": {
         *           "key_id": "4f8Zk2Qp9a",
         *           "key_name": "workshop desk"
         *         }
         *       },
         *       "snooze": null,
         *       "comment": {
         *         "entry": 1,
         *         "text": "van is at the depot tonight",
         *         "at": "2025-03-01T08:00:00.000Z",
         *         "by": {
         *           "key_id": "4f8Zk2Qp9a",
         *           "key_name": "workshop desk"
         *         }
         *       },
         *       "repair": null,
         *       "data": [
         *         {
         *           "entry": 1,
         *           "action": "acknowledge",
         *           "at": "2025-03-01T08:00:00.000Z",
         *           "by": {
         *             "key_id": "4f8Zk2Qp9a",
         *             "key_name": "workshop desk"
         *           },
         *           "frame_seq": 412,
         *           "comment": "van is at the depot tonight",
         *           "undone_by": null,
         *           "undoable": true
         *         }
         *       ],
         *       "has_more": false,
         *       "next_cursor": null
         *     }
         */
        readonly VehicleWork: {
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            readonly recommended_action: components["schemas"]["RecommendedAction"];
            /**
             * Format: int64
             * @description Number of the newest entry, 0 before the first. `If-Match` takes it in quotes: the command is refused where somebody was quicker.
             */
            readonly version: number;
            readonly state: components["schemas"]["WorkState"];
            readonly assignee: string | null;
            /** @description Null once the vehicle became worse, or was calm in between: that is another fault. */
            readonly acknowledged: {
                /** Format: int64 */
                readonly entry: number;
                /**
                 * Format: date-time
                 * @description RFC 3339 date-time in UTC, with `Z`.
                 */
                readonly at: string;
                readonly by: components["schemas"]["WorkActor"];
            } | null;
            readonly snooze: {
                /** Format: int64 */
                readonly entry: number;
                /**
                 * Format: date-time
                 * @description RFC 3339 date-time in UTC, with `Z`.
                 */
                readonly at: string;
                readonly by: components["schemas"]["WorkActor"];
                /**
                 * Format: date-time
                 * @description RFC 3339 date-time in UTC, with `Z`.
                 */
                readonly until: string;
                /** @description Null while it holds. */
                readonly ended: components["schemas"]["SnoozeEnd"] | null;
            } | null;
            /** @description The newest. */
            readonly comment: components["schemas"]["WorkComment"] | null;
            readonly repair: components["schemas"]["RepairCheck"] | null;
            /** @description What was done, latest first. */
            readonly data: readonly components["schemas"]["WorkEntry"][];
            /** @description True when another page follows. */
            readonly has_more: boolean;
            /** @description Give it back as `cursor` for the next page; null on the last page. */
            readonly next_cursor: string | null;
        };
        /**
         * @description Somebody did something about a vehicle, or the check of a repair was decided.
         * @example {
         *       "id": "evt_01JN8XT5G7P3QZJ9V2M4N6B8CD",
         *       "type": "vehicle.work_changed",
         *       "occurred_at": "2025-03-01T07:40:50.000Z",
         *       "recorded_at": "2025-03-01T07:40:50.310Z",
         *       "vehicle_id": "veh-0042",
         *       "fleet_id": "vans-north",
         *       "tier": "CAUTION",
         *       "data": {
         *         "entry": 2,
         *         "action": "assign",
         *         "by": {
         *           "key_id": "4f8Zk2Qp9a",
         *           "key_name": "workshop desk"
         *         },
         *         "state": "acknowledged",
         *         "assignee": "workshop north",
         *         "repair_outcome": null
         *       }
         *     }
         */
        readonly VehicleWorkChangedEvent: {
            /** @description Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading. */
            readonly id: string;
            /** @constant */
            readonly type: "vehicle.work_changed";
            /**
             * Format: date-time
             * @description When it happened: capture time of the frame that caused it, else by the service's clock.
             */
            readonly occurred_at: string;
            /**
             * Format: date-time
             * @description When the service recorded it.
             */
            readonly recorded_at: string;
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            /** @description Fleet of the vehicle after the event. */
            readonly fleet_id: string;
            readonly tier: components["schemas"]["Tier"];
            readonly data: {
                /**
                 * Format: int64
                 * @description Number of the entry; `GET /v1/vehicles/{vehicle_id}/work` has it.
                 */
                readonly entry: number;
                readonly action: components["schemas"]["WorkAction"];
                readonly by: components["schemas"]["WorkActor"];
                readonly state: components["schemas"]["WorkState"];
                /** @description Who is to do it; null: nobody. */
                readonly assignee: string | null;
                /** @description Of the newest repair; null before the first. */
                readonly repair_outcome: components["schemas"]["RepairOutcome"] | null;
            };
        };
        /** @description Why a verdict says two things that seem not to go together. */
        readonly VerdictNote: {
            readonly code: components["schemas"]["VerdictNoteCode"];
            /** @description For a person, in one or two sentences. */
            readonly text: string;
        };
        /**
         * @description `critical_below_limit`: CRITICAL by lasting evidence beyond the caution limit, not beyond the critical one; `breach_below_limits`: `cusum_triggered` beside NOMINAL, a certain change that is surely small; `breach_under_hold`: a breach is open and W is under its limit; `statistic_without_breach`: W is at its limit and no breach is open; `charts_do_not_decide`: W breached, and every tabular CUSUM is under its limit; `verdict_provisional`: the breach rests on a sensor's first blocks, before it had a baseline.
         * @enum {string}
         */
        readonly VerdictNoteCode: "critical_below_limit" | "breach_below_limits" | "breach_under_hold" | "statistic_without_breach" | "charts_do_not_decide" | "verdict_provisional";
        /** @enum {string} */
        readonly VerificationDemand: "frames" | "rescore" | "timestamp" | "witness" | "precommit";
        /** @enum {string} */
        readonly VerificationResult: "pass" | "fail" | "not checked";
        /** @enum {string} */
        readonly VerificationVerdict: "valid" | "incomplete" | "invalid";
        /**
         * @description Where events are sent, which of them, and how that goes.
         * @example {
         *       "id": "wh_7K3M9Q2XW4HJ8N6P5R2T",
         *       "url": "https://ops.example.com/plumbline",
         *       "description": "calibration desk",
         *       "event_types": [
         *         "vehicle.tier_changed",
         *         "evidence.issued"
         *       ],
         *       "fleets": [
         *         "vans-north"
         *       ],
         *       "format": "standard",
         *       "enabled": true,
         *       "disabled_reason": null,
         *       "disabled_at": null,
         *       "previous_secret_expires_at": null,
         *       "pending": 0,
         *       "dead": 0,
         *       "failing_since": null,
         *       "last_success_at": "2026-03-01T08:00:00.000Z",
         *       "created_at": "2026-02-01T09:30:00.000Z",
         *       "updated_at": "2026-02-01T09:30:00.000Z"
         *     }
         */
        readonly Webhook: {
            /** @description The webhook's identifier. */
            readonly id: string;
            /** @description Where it is sent: an `https` address without user, password or fragment, whose host has public addresses only; for the format `email`, `mailto:` and up to 10 addresses separated by commas. */
            readonly url: string;
            /** @description What it is for, for a person. */
            readonly description: string;
            /** @description Only these types of events, as in `type` of an event; null for every type. */
            readonly event_types: readonly string[] | null;
            /** @description Only events of vehicles in these fleets; null for all, events without a vehicle included. A key that is limited to fleets makes webhooks for these alone. */
            readonly fleets: readonly string[] | null;
            readonly format: components["schemas"]["WebhookFormat"];
            /** @description Whether events are sent to it. */
            readonly enabled: boolean;
            readonly disabled_reason: components["schemas"]["WebhookDisabledReason"] | null;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly disabled_at: string | null;
            /**
             * Format: date-time
             * @description Until then messages bear a signature by the secret before, too; null when there is none.
             */
            readonly previous_secret_expires_at: string | null;
            /**
             * Format: int64
             * @description Deliveries that wait for their next attempt.
             */
            readonly pending: number;
            /**
             * Format: int64
             * @description Dead letters kept: deliveries that were given up.
             */
            readonly dead: number;
            /**
             * Format: date-time
             * @description Since when no attempt was accepted; null when the last one was, and before the first.
             */
            readonly failing_since: string | null;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly last_success_at: string | null;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly updated_at: string;
        };
        /** @description One attempt of a delivery. */
        readonly WebhookAttempt: {
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly at: string;
            /**
             * Format: int64
             * @description How long the attempt took.
             */
            readonly duration_ms: number;
            /**
             * Format: int64
             * @description Status of the answer: of HTTP, or of SMTP for a mail; null when none came.
             */
            readonly status: number | null;
            readonly error: components["schemas"]["WebhookDeliveryError"] | null;
            /** @description The first bytes of the answer, characters that cannot be seen replaced; or what the connection failed with. */
            readonly response: string;
        };
        /**
         * @description A webhook to be made. All but `url` may be left out: every type, every fleet of the key, `standard`.
         * @example {
         *       "url": "https://ops.example.com/plumbline",
         *       "description": "calibration desk",
         *       "event_types": [
         *         "vehicle.tier_changed",
         *         "evidence.issued"
         *       ],
         *       "fleets": [
         *         "vans-north"
         *       ]
         *     }
         */
        readonly WebhookCreation: {
            /** @description Where it is sent: an `https` address without user, password or fragment, whose host has public addresses only; for the format `email`, `mailto:` and up to 10 addresses separated by commas. */
            readonly url: string;
            /** @description What it is for, for a person. */
            readonly description?: string;
            /** @description Only these types of events, as in `type` of an event; null for every type. */
            readonly event_types?: readonly string[] | null;
            /** @description Only events of vehicles in these fleets; null for all, events without a vehicle included. A key that is limited to fleets makes webhooks for these alone. */
            readonly fleets?: readonly string[] | null;
            readonly format?: components["schemas"]["WebhookFormat"];
            /** @description True when left out. */
            readonly enabled?: boolean;
        };
        /**
         * @description The webhook is gone, and its deliveries with it.
         * @example {
         *       "id": "wh_7K3M9Q2XW4HJ8N6P5R2T",
         *       "deleted": true
         *     }
         */
        readonly WebhookDeletion: {
            /** @description The webhook's identifier. */
            readonly id: string;
            /** @constant */
            readonly deleted: true;
        };
        /**
         * @description One event on its way to one webhook, and every attempt to bring it there.
         * @example {
         *       "id": "dlv_2W4HJ8N6P5R2T7K3M9QX",
         *       "webhook_id": "wh_7K3M9Q2XW4HJ8N6P5R2T",
         *       "event_id": "evt_0000000000000042",
         *       "event_type": "vehicle.tier_changed",
         *       "vehicle_id": "veh-0042",
         *       "status": "pending",
         *       "created_at": "2026-03-01T08:00:00.000Z",
         *       "next_attempt_at": "2026-03-01T08:05:06.000Z",
         *       "attempts": [
         *         {
         *           "at": "2026-03-01T08:00:00.010Z",
         *           "duration_ms": 132,
         *           "status": 503,
         *           "error": "status_refused",
         *           "response": "upstream connect error"
         *         }
         *       ]
         *     }
         */
        readonly WebhookDelivery: {
            /** @description The delivery's identifier. */
            readonly id: string;
            /** @description The webhook it goes to. */
            readonly webhook_id: string;
            /** @description The event's id, which is also `webhook-id` of the message, in each of its attempts. */
            readonly event_id: string;
            /** @description The event's type; `webhook.test` for a test. */
            readonly event_type: string;
            /** @description The vehicle the event is about; null for none. */
            readonly vehicle_id: string | null;
            readonly status: components["schemas"]["WebhookDeliveryStatus"];
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Not before then it is attempted again; null when nothing more is planned, or an earlier event of the same vehicle goes first.
             */
            readonly next_attempt_at: string | null;
            /** @description Latest last; the last 20. */
            readonly attempts: readonly components["schemas"]["WebhookAttempt"][];
        };
        /**
         * @description A delivery with the event it carries.
         * @example {
         *       "id": "dlv_2W4HJ8N6P5R2T7K3M9QX",
         *       "webhook_id": "wh_7K3M9Q2XW4HJ8N6P5R2T",
         *       "event_id": "evt_0000000000000042",
         *       "event_type": "vehicle.tier_changed",
         *       "vehicle_id": "veh-0042",
         *       "status": "pending",
         *       "created_at": "2026-03-01T08:00:00.000Z",
         *       "next_attempt_at": "2026-03-01T08:05:06.000Z",
         *       "attempts": [
         *         {
         *           "at": "2026-03-01T08:00:00.010Z",
         *           "duration_ms": 132,
         *           "status": 503,
         *           "error": "status_refused",
         *           "response": "upstream connect error"
         *         }
         *       ],
         *       "event": {
         *         "id": "evt_0000000000000042",
         *         "type": "vehicle.tier_changed"
         *       }
         *     }
         */
        readonly WebhookDeliveryDetail: {
            /** @description The delivery's identifier. */
            readonly id: string;
            /** @description The webhook it goes to. */
            readonly webhook_id: string;
            /** @description The event's id, which is also `webhook-id` of the message, in each of its attempts. */
            readonly event_id: string;
            /** @description The event's type; `webhook.test` for a test. */
            readonly event_type: string;
            /** @description The vehicle the event is about; null for none. */
            readonly vehicle_id: string | null;
            readonly status: components["schemas"]["WebhookDeliveryStatus"];
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Not before then it is attempted again; null when nothing more is planned, or an earlier event of the same vehicle goes first.
             */
            readonly next_attempt_at: string | null;
            /** @description Latest last; the last 20. */
            readonly attempts: readonly components["schemas"]["WebhookAttempt"][];
            /** @description The event, as the format `standard` sends it. */
            readonly event: {
                readonly [key: string]: unknown;
            };
        };
        /**
         * @description `address_refused`: the host has no address, or one that nothing is sent to; `connection_failed`, `tls_failed`, `timeout`: no answer came; `redirect_refused`: 3xx, which is not followed; `status_refused`: another status than 2xx; `answer_broken`: no HTTP, or cut off; `mail_refused`: the mail server did not take it; `not_attempted`: the webhook was disabled, or too many deliveries waited.
         * @enum {string}
         */
        readonly WebhookDeliveryError: "address_refused" | "connection_failed" | "tls_failed" | "timeout" | "redirect_refused" | "status_refused" | "answer_broken" | "mail_refused" | "not_attempted";
        /**
         * @description One page of a webhook's deliveries.
         * @example {
         *       "data": [
         *         {
         *           "id": "dlv_2W4HJ8N6P5R2T7K3M9QX",
         *           "webhook_id": "wh_7K3M9Q2XW4HJ8N6P5R2T",
         *           "event_id": "evt_0000000000000042",
         *           "event_type": "vehicle.tier_changed",
         *           "vehicle_id": "veh-0042",
         *           "status": "pending",
         *           "created_at": "2026-03-01T08:00:00.000Z",
         *           "next_attempt_at": "2026-03-01T08:05:06.000Z",
         *           "attempts": [
         *             {
         *               "at": "2026-03-01T08:00:00.010Z",
         *               "duration_ms": 132,
         *               "status": 503,
         *               "error": "status_refused",
         *               "response": "upstream connect error"
         *             }
         *           ]
         *         }
         *       ],
         *       "has_more": false,
         *       "next_cursor": null
         *     }
         */
        readonly WebhookDeliveryList: {
            /** @description Latest first. */
            readonly data: readonly components["schemas"]["WebhookDelivery"][];
            readonly has_more: boolean;
            readonly next_cursor: string | null;
        };
        /**
         * @description `pending`: it waits for its next attempt; `delivered`: the receiver answered 2xx; `dead`: given up, until it is replayed.
         * @enum {string}
         */
        readonly WebhookDeliveryStatus: "pending" | "delivered" | "dead";
        /**
         * @description A webhook has disabled itself: its receiver is gone, or failed for days. Seen by keys that see every fleet.
         * @example {
         *       "id": "evt_01JN8XT5G7P3QZJ9V2M4N6B8CD",
         *       "type": "webhook.disabled",
         *       "occurred_at": "2025-03-01T07:40:50.000Z",
         *       "recorded_at": "2025-03-01T07:40:50.310Z",
         *       "data": {
         *         "webhook_id": "wh_7K3M9Q2XW4HJ8N6P5R2T",
         *         "description": "calibration desk",
         *         "reason": "failing",
         *         "failing_since": "2025-02-24T07:40:50.000Z"
         *       }
         *     }
         */
        readonly WebhookDisabledEvent: {
            /** @description Identifier of an event, unique in this service. Ids sort as text in the order of recording, so one also says where to go on reading. */
            readonly id: string;
            /** @constant */
            readonly type: "webhook.disabled";
            /**
             * Format: date-time
             * @description When it happened: capture time of the frame that caused it, else by the service's clock.
             */
            readonly occurred_at: string;
            /**
             * Format: date-time
             * @description When the service recorded it.
             */
            readonly recorded_at: string;
            readonly data: {
                readonly webhook_id: string;
                /** @description What the webhook is for. */
                readonly description: string;
                readonly reason: components["schemas"]["WebhookFailure"];
                /**
                 * Format: date-time
                 * @description Since when nothing was accepted.
                 */
                readonly failing_since: string | null;
            };
        };
        /**
         * @description `requested`: somebody disabled it; `gone`: the receiver answered 410; `failing`: nothing was accepted for days.
         * @enum {string}
         */
        readonly WebhookDisabledReason: "requested" | "gone" | "failing";
        /**
         * @description `gone`: the receiver answered 410; `failing`: it accepted nothing for days.
         * @enum {string}
         */
        readonly WebhookFailure: "gone" | "failing";
        /**
         * @description What is sent. `standard`: the event as `GET /v1/events` has it; `cloudevents`: a CloudEvents 1.0 event in structured JSON; `alertmanager`: the body of an Alertmanager webhook, version 4; `slack`, `teams`: one sentence and a link, as their incoming webhooks take it; `email`: the same as a mail.
         * @enum {string}
         */
        readonly WebhookFormat: "standard" | "cloudevents" | "alertmanager" | "slack" | "teams" | "email";
        /**
         * @description The webhooks the key may see.
         * @example {
         *       "data": [
         *         {
         *           "id": "wh_7K3M9Q2XW4HJ8N6P5R2T",
         *           "url": "https://ops.example.com/plumbline",
         *           "description": "calibration desk",
         *           "event_types": [
         *             "vehicle.tier_changed",
         *             "evidence.issued"
         *           ],
         *           "fleets": [
         *             "vans-north"
         *           ],
         *           "format": "standard",
         *           "enabled": true,
         *           "disabled_reason": null,
         *           "disabled_at": null,
         *           "previous_secret_expires_at": null,
         *           "pending": 0,
         *           "dead": 0,
         *           "failing_since": null,
         *           "last_success_at": "2026-03-01T08:00:00.000Z",
         *           "created_at": "2026-02-01T09:30:00.000Z",
         *           "updated_at": "2026-02-01T09:30:00.000Z"
         *         }
         *       ],
         *       "has_more": false,
         *       "next_cursor": null
         *     }
         */
        readonly WebhookList: {
            /** @description Oldest first; all of them. */
            readonly data: readonly components["schemas"]["Webhook"][];
            readonly has_more: boolean;
            readonly next_cursor: string | null;
        };
        /**
         * @description How many dead letters are on their way again.
         * @example {
         *       "replayed": 12,
         *       "has_more": false
         *     }
         */
        readonly WebhookReplay: {
            /**
             * Format: int64
             * @description Dead letters that are sent again.
             */
            readonly replayed: number;
            /** @description Whether more are left in that time; ask again, with the same body. */
            readonly has_more: boolean;
        };
        /**
         * @description Which dead letters to send again: those made at `from` or later and before `to`. Left out: from the oldest, to the newest.
         * @example {
         *       "from": "2026-03-01T00:00:00Z",
         *       "to": "2026-03-02T00:00:00Z"
         *     }
         */
        readonly WebhookReplayRequest: {
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly from?: string;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly to?: string;
        };
        /**
         * @description How the secret of a webhook is to be replaced.
         * @example {
         *       "overlap_hours": 24
         *     }
         */
        readonly WebhookSecretRotation: {
            /**
             * Format: int64
             * @description How long messages bear a signature by the secret before, too. 24 when left out; 0 where that secret has leaked.
             */
            readonly overlap_hours?: number;
        };
        /**
         * @description A test that somebody asked for. It is sent to its webhook alone and is no event of the stream.
         * @example {
         *       "id": "test_7K3M9Q2XW4HJ8N6P5R2T",
         *       "type": "webhook.test",
         *       "occurred_at": "2026-03-01T08:00:00.000Z",
         *       "recorded_at": "2026-03-01T08:00:00.000Z",
         *       "data": {
         *         "webhook_id": "wh_7K3M9Q2XW4HJ8N6P5R2T"
         *       }
         *     }
         */
        readonly WebhookTestEvent: {
            /** @description Identifier of this test. */
            readonly id: string;
            /** @constant */
            readonly type: "webhook.test";
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly occurred_at: string;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly recorded_at: string;
            readonly data: {
                /** @description The webhook's identifier. */
                readonly webhook_id: string;
            };
        };
        /**
         * @description What is to change of a webhook; what is left out stays.
         * @example {
         *       "enabled": false
         *     }
         */
        readonly WebhookUpdate: {
            /** @description Where it is sent: an `https` address without user, password or fragment, whose host has public addresses only; for the format `email`, `mailto:` and up to 10 addresses separated by commas. */
            readonly url?: string;
            /** @description What it is for, for a person. */
            readonly description?: string;
            /** @description Only these types of events, as in `type` of an event; null for every type. */
            readonly event_types?: readonly string[] | null;
            /** @description Only events of vehicles in these fleets; null for all, events without a vehicle included. A key that is limited to fleets makes webhooks for these alone. */
            readonly fleets?: readonly string[] | null;
            readonly format?: components["schemas"]["WebhookFormat"];
            /** @description False makes its waiting deliveries dead letters and sends nothing more; true begins again with the next event. */
            readonly enabled?: boolean;
        };
        /**
         * @description A webhook with its new secret, which is shown this once.
         * @example {
         *       "id": "wh_7K3M9Q2XW4HJ8N6P5R2T",
         *       "url": "https://ops.example.com/plumbline",
         *       "description": "calibration desk",
         *       "event_types": [
         *         "vehicle.tier_changed",
         *         "evidence.issued"
         *       ],
         *       "fleets": [
         *         "vans-north"
         *       ],
         *       "format": "standard",
         *       "enabled": true,
         *       "disabled_reason": null,
         *       "disabled_at": null,
         *       "previous_secret_expires_at": null,
         *       "pending": 0,
         *       "dead": 0,
         *       "failing_since": null,
         *       "last_success_at": "2026-03-01T08:00:00.000Z",
         *       "created_at": "2026-02-01T09:30:00.000Z",
         *       "updated_at": "2026-02-01T09:30:00.000Z",
         *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
         *     }
         */
        readonly WebhookWithSecret: {
            /** @description The webhook's identifier. */
            readonly id: string;
            /** @description Where it is sent: an `https` address without user, password or fragment, whose host has public addresses only; for the format `email`, `mailto:` and up to 10 addresses separated by commas. */
            readonly url: string;
            /** @description What it is for, for a person. */
            readonly description: string;
            /** @description Only these types of events, as in `type` of an event; null for every type. */
            readonly event_types: readonly string[] | null;
            /** @description Only events of vehicles in these fleets; null for all, events without a vehicle included. A key that is limited to fleets makes webhooks for these alone. */
            readonly fleets: readonly string[] | null;
            readonly format: components["schemas"]["WebhookFormat"];
            /** @description Whether events are sent to it. */
            readonly enabled: boolean;
            readonly disabled_reason: components["schemas"]["WebhookDisabledReason"] | null;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly disabled_at: string | null;
            /**
             * Format: date-time
             * @description Until then messages bear a signature by the secret before, too; null when there is none.
             */
            readonly previous_secret_expires_at: string | null;
            /**
             * Format: int64
             * @description Deliveries that wait for their next attempt.
             */
            readonly pending: number;
            /**
             * Format: int64
             * @description Dead letters kept: deliveries that were given up.
             */
            readonly dead: number;
            /**
             * Format: date-time
             * @description Since when no attempt was accepted; null when the last one was, and before the first.
             */
            readonly failing_since: string | null;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly last_success_at: string | null;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly updated_at: string;
            /** @description The key of the signatures (Standard Webhooks 1.0, symmetric): base64 of 32 bytes after `whsec_`. It is shown this once. */
            readonly secret: string;
        };
        /**
         * @description What the trajectory is the angle of. `mount`: sensors in the vehicle, listed in `sensors`; `body`: the vehicle's body or axis, so that all sensors seem to turn together; `reference`: what sensors are compared with; `clock`: an apparent angle, only while turning; `optics`: the image, no pose; `nothing`: no angle at all.
         * @enum {string}
         */
        readonly WhatMoves: "nothing" | "mount" | "body" | "reference" | "clock" | "optics";
        /** @description One channel's part in the window that decided. */
        readonly WindowChannel: {
            readonly channel: components["schemas"]["Channel"];
            /**
             * Format: double
             * @description n: weight of the blocks since the start.
             */
            readonly blocks_since: number;
            /**
             * Format: double
             * @description m: weight of the reference.
             */
            readonly blocks_before: number;
            /**
             * Format: double
             * @description Mean of the blocks since, standardised and clipped.
             */
            readonly mean_since: number;
            /**
             * Format: double
             * @description Mean of the reference, likewise.
             */
            readonly mean_before: number;
            /**
             * Format: double
             * @description Standard deviation of one such block.
             */
            readonly sigma: number;
            /**
             * Format: double
             * @description Variance of the difference of the two means, over that of one block: 1/n + 1/m for independent blocks, more for noise that wanders.
             */
            readonly mean_variance: number;
            /**
             * Format: double
             * @description ν, with which both are known.
             */
            readonly degrees_of_freedom: number;
            /**
             * Format: double
             * @description Shift of the mean that is no drift.
             */
            readonly zone: number;
            readonly side: components["schemas"]["CountedSide"];
            /** @description B for each of `shift_variances`: how much likelier the means are if it moved by so much. */
            readonly bayes_factors: readonly number[];
        };
        /** @description One sensor's part. Its Bayes factors: of one channel, the channel's; of a camera, half the mean of its three and half their product. */
        readonly WindowSensor: {
            readonly sensor: components["schemas"]["Sensor"];
            /** @description B for each of `shift_variances`: how much likelier the means are if it moved by so much. */
            readonly bayes_factors: readonly number[];
            readonly channels: readonly components["schemas"]["WindowChannel"][];
        };
        /**
         * @description What was done, as it was commanded; `checked`: the service decided whether a repair restored the vehicle; `snooze_ended`: the time of a snooze was over, and the vehicle is in the queue again.
         * @enum {string}
         */
        readonly WorkAction: "acknowledge" | "assign" | "snooze" | "comment" | "repaired" | "reopen" | "close" | "undo" | "checked" | "snooze_ended";
        /** @description Who did it. */
        readonly WorkActor: {
            /** @description Public id of the API key; null for the service itself. */
            readonly key_id: string | null;
            /** @description The name the key bore; null where it had none. */
            readonly key_name: string | null;
        };
        /**
         * @description What to do with the work on a vehicle.
         * @example {
         *       "action": "comment",
         *       "comment": "van is at the depot tonight"
         *     }
         * @example {
         *       "action": "assign",
         *       "assignee": "workshop north"
         *     }
         * @example {
         *       "action": "undo",
         *       "entry": 2
         *     }
         * @example {
         *       "action": "repaired",
         *       "comment": "radar bracket replaced, work order 4711"
         *     }
         */
        readonly WorkCommand: {
            readonly action: components["schemas"]["WorkCommandAction"];
            /** @description A note for whoever looks at it next; of `repaired` it is the reason kept with the baseline. Needed for `comment` and `repaired`; not taken with `undo`. */
            readonly comment?: string;
            /** @description Who is to do it: a name, an address, a workshop; it need not be known here. Null: nobody. With `assign` only, which needs it. */
            readonly assignee?: string | null;
            /** @description When a snoozed vehicle comes back: at most 400 days ahead. With `snooze` only, which needs it. */
            readonly until?: string;
            /**
             * Format: int64
             * @description Which entry is taken back. With `undo` only, which needs it.
             */
            readonly entry?: number;
        };
        /**
         * @description `acknowledge`: seen; `assign`: to `assignee`, or to nobody; `snooze`: leave it alone `until` a time; `comment`; `repaired`: learn the baseline afresh and check it against the one before; `reopen`: there is something to do after all; `close`: take a repair as it is, checked or not, or end what was reopened; `undo`: take `entry` back.
         * @enum {string}
         */
        readonly WorkCommandAction: "acknowledge" | "assign" | "snooze" | "comment" | "repaired" | "reopen" | "close" | "undo";
        /** @description Something somebody noted. */
        readonly WorkComment: {
            /** Format: int64 */
            readonly entry: number;
            readonly text: string;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly at: string;
            readonly by: components["schemas"]["WorkActor"];
        };
        /** @description One thing that was done. */
        readonly WorkEntry: {
            /**
             * Format: int64
             * @description Its number; they count from 1 without gaps for each vehicle.
             */
            readonly entry: number;
            readonly action: components["schemas"]["WorkAction"];
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly at: string;
            readonly by: components["schemas"]["WorkActor"];
            /**
             * Format: int64
             * @description Newest entry of the vehicle's journal then; of `repaired` the one that began the new baseline.
             */
            readonly frame_seq: number;
            /** @description Null where none was given, and once it was taken back. */
            readonly comment: string | null;
            /** @description Of `assign`. */
            readonly assignee?: string | null;
            /**
             * Format: date-time
             * @description Of `snooze`.
             */
            readonly until?: string;
            /**
             * Format: int64
             * @description Of `undo`: the entry it took back.
             */
            readonly undoes?: number;
            readonly outcome?: components["schemas"]["RepairOutcome"];
            /**
             * Format: int64
             * @description The entry that took this one back; null for none.
             */
            readonly undone_by: number | null;
            /** @description Whether the key that asks could take it back now. */
            readonly undoable: boolean;
        };
        /**
         * @description The ranked work list of the fleet.
         * @example {
         *       "data": [
         *         {
         *           "rank": 1,
         *           "vehicle_id": "veh-0042",
         *           "fleet_id": "vans-north",
         *           "region": "eu-central",
         *           "tier": "CRITICAL",
         *           "decided_by": "critical_limit_exceeded",
         *           "recommended_action": "calibration_required",
         *           "to_do": "Calibrate before further use",
         *           "probable_fault_source": "radar",
         *           "why": "The radar range is off by +562 mm, beyond the critical limit of 500 mm (CRITICAL since 2025-03-01 07:40 UTC).",
         *           "since": "2025-03-01T07:41:10.000Z",
         *           "evidence_id": "EVB-20250301-7K3M9Q2XW4HJ",
         *           "e_value": 712000,
         *           "discovery": true,
         *           "priority": 3059.8,
         *           "work": {
         *             "version": 1,
         *             "state": "acknowledged",
         *             "assignee": null,
         *             "snoozed_until": null,
         *             "comment": null,
         *             "repair_outcome": null
         *           }
         *         }
         *       ],
         *       "snoozed_count": 0,
         *       "false_discovery_rate": 0.1,
         *       "as_of": "2025-03-01T08:00:00.000Z"
         *     }
         */
        readonly WorkQueue: {
            /** @description Most urgent first. Vehicles with nothing to do are not listed, nor snoozed ones unless `state` asks for them; those a repair did not restore, and reopened ones, are. */
            readonly data: readonly components["schemas"]["WorkQueueItem"][];
            /**
             * Format: int64
             * @description Vehicles with something to do that are snoozed, in the fleets asked for.
             */
            readonly snoozed_count?: number;
            /**
             * Format: double
             * @description Of the vehicles marked `discovery`, the expected share that has not changed is at most this, by the e-BH rule over all vehicles in sight.
             */
            readonly false_discovery_rate: number;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly as_of: string;
        };
        /** @description What to do next with one vehicle, and why. */
        readonly WorkQueueItem: {
            /** Format: int64 */
            readonly rank: number;
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            readonly fleet_id: string;
            /** @description Null when none was ever given. */
            readonly region: string | null;
            readonly tier: components["schemas"]["Tier"];
            readonly decided_by?: components["schemas"]["DecidedBy"];
            readonly recommended_action: components["schemas"]["RecommendedAction"];
            /** @description The same as an instruction for a person. */
            readonly to_do?: string;
            readonly probable_fault_source: components["schemas"]["FaultSource"];
            /** @description One sentence for a person: what moved, by how much, and since when it counts as such. When the change began: `change_began` of the vehicle. */
            readonly why: string;
            /**
             * Format: date-time
             * @description RFC 3339 date-time in UTC, with `Z`.
             */
            readonly since: string;
            /** @description Evidence of the open breach; null when none is open. */
            readonly evidence_id: string | null;
            /**
             * Format: double
             * @description Evidence that the vehicle has changed, as an e-value (e^W over six times its frames): without a change its mean is at most 1.
             */
            readonly e_value: number;
            /** @description Among the vehicles that `false_discovery_rate` is stated for. */
            readonly discovery: boolean;
            /**
             * Format: double
             * @description What the rank goes by; larger is more urgent.
             */
            readonly priority: number;
            readonly work?: components["schemas"]["QueuedWork"];
            readonly earlier_scoring?: components["schemas"]["EarlierScoring"];
        };
        /**
         * @description The work on a vehicle after a command, and the entry it made.
         * @example {
         *       "vehicle_id": "veh-0042",
         *       "recommended_action": "calibration_required",
         *       "version": 1,
         *       "state": "acknowledged",
         *       "assignee": null,
         *       "acknowledged": {
         *         "entry": 1,
         *         "at": "2025-03-01T08:00:00.000Z",
         *         "by": {
         *           "key_id": "4f8Zk2Qp9a",
         *           "key_name": "workshop desk"
         *         }
         *       },
         *       "snooze": null,
         *       "comment": {
         *         "entry": 1,
         *         "text": "van is at the depot tonight",
         *         "at": "2025-03-01T08:00:00.000Z",
         *         "by": {
         *           "key_id": "4f8Zk2Qp9a",
         *           "key_name": "workshop desk"
         *         }
         *       },
         *       "repair": null,
         *       "entry": {
         *         "entry": 1,
         *         "action": "acknowledge",
         *         "at": "2025-03-01T08:00:00.000Z",
         *         "by": {
         *           "key_id": "4f8Zk2Qp9a",
         *           "key_name": "workshop desk"
         *         },
         *         "frame_seq": 412,
         *         "comment": "van is at the depot tonight",
         *         "undone_by": null,
         *         "undoable": true
         *       }
         *     }
         */
        readonly WorkResult: {
            /** @description Vehicle identifier: letters, digits, `.`, `_`, `:` and `-`, starting with a letter or digit. */
            readonly vehicle_id: string;
            readonly recommended_action: components["schemas"]["RecommendedAction"];
            /**
             * Format: int64
             * @description Number of the newest entry, 0 before the first. `If-Match` takes it in quotes: the command is refused where somebody was quicker.
             */
            readonly version: number;
            readonly state: components["schemas"]["WorkState"];
            readonly assignee: string | null;
            /** @description Null once the vehicle became worse, or was calm in between: that is another fault. */
            readonly acknowledged: {
                /** Format: int64 */
                readonly entry: number;
                /**
                 * Format: date-time
                 * @description RFC 3339 date-time in UTC, with `Z`.
                 */
                readonly at: string;
                readonly by: components["schemas"]["WorkActor"];
            } | null;
            readonly snooze: {
                /** Format: int64 */
                readonly entry: number;
                /**
                 * Format: date-time
                 * @description RFC 3339 date-time in UTC, with `Z`.
                 */
                readonly at: string;
                readonly by: components["schemas"]["WorkActor"];
                /**
                 * Format: date-time
                 * @description RFC 3339 date-time in UTC, with `Z`.
                 */
                readonly until: string;
                /** @description Null while it holds. */
                readonly ended: components["schemas"]["SnoozeEnd"] | null;
            } | null;
            /** @description The newest. */
            readonly comment: components["schemas"]["WorkComment"] | null;
            readonly repair: components["schemas"]["RepairCheck"] | null;
            readonly entry: components["schemas"]["WorkEntry"];
        };
        /**
         * @description Where the work on a vehicle stands. `open`: something is to be done; `acknowledged`: somebody has seen it; `snoozed`: left alone until a time, or until it becomes worse; `repaired`: a repair was reported and is being checked; `closed`: nothing is to be done.
         * @enum {string}
         */
        readonly WorkState: "open" | "acknowledged" | "snoozed" | "repaired" | "closed";
    };
    responses: {
        /** @description The request or its JSON is malformed (`malformed-request`, `malformed-json`). */
        readonly MalformedRequest: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No usable API key (`unauthenticated`). */
        readonly Unauthenticated: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key lacks the scope or is limited to other fleets (`forbidden`). */
        readonly Forbidden: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `Accept` excludes every form of the answer (`not-acceptable`). */
        readonly NotAcceptable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The first request with this Idempotency-Key is still running (`idempotency-in-progress`). */
        readonly InProgress: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is over its limit (`payload-too-large`). */
        readonly PayloadTooLarge: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unknown media type or content coding (`unsupported-media-type`). */
        readonly UnsupportedMediaType: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `Expect` asks for more than `100-continue` (`expectation-failed`). */
        readonly ExpectationFailed: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description JSON, but not what the operation takes (`validation-error`, `idempotency-key-reused`). */
        readonly ValidationError: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests or frames (`rate-limited`). */
        readonly RateLimited: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A fault of the service (`internal`). */
        readonly Internal: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Overloaded or unable to store (`overloaded`, `storage-unavailable`), or not there yet (`not-yet`). */
        readonly Unavailable: {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description The vehicle's identifier.
         * @example veh-0042
         */
        readonly VehicleId: string;
        /**
         * @description The `evidence_id` of a score.
         * @example EVB-20250301-7K3M9Q2XW4HJ
         */
        readonly EventId: string;
        /**
         * @description Public id of an API key.
         * @example 3fK8zQ1mWd
         */
        readonly ApiKeyId: string;
        /**
         * @description SHA-256 of the key's SubjectPublicKeyInfo in DER, hex; `sha256:` may stand before it.
         * @example 333f4b115848c7f1622f830e0036de6fbb127672cf40007b50961e1fa707e183
         */
        readonly KeyId: string;
        /**
         * @description SHA-256 of the text, hex.
         * @example d4f02eaafd1a9e9de7d10972ca8e47fa7a985825c3c9c1e249c72683cb3e4f19
         */
        readonly Sha256: string;
        /**
         * @description The scenario's identifier.
         * @example scn_8d0c5c1f2a7b4e90
         */
        readonly ScenarioId: string;
        /**
         * @description A format, whole, its slash included: `opendrive/1.7`.
         * @example csv
         */
        readonly ExportFormatName: string;
        /**
         * @description The webhook's identifier.
         * @example wh_7K3M9Q2XW4HJ8N6P5R2T
         */
        readonly WebhookId: string;
        /**
         * @description The delivery's identifier.
         * @example dlv_2W4HJ8N6P5R2T7K3M9QX
         */
        readonly DeliveryId: string;
        /**
         * @description 0 for leaf hashes, n + 1 for roots of full tiles of level n.
         * @example 0
         */
        readonly TileLevel: string;
        /**
         * @description Number of the tile in groups of three digits, as c2sp.org/tlog-tiles has it; may hold slashes: `067`, `x001/067`, and `067.p/17` for a tile of only 17.
         * @example 000.p/1
         */
        readonly TileIndex: string;
        /** @description 1 to 255 visible ASCII characters, for example a UUID. Within 24 hours the same request with the same key gets the same answer; another request with it is refused (422). */
        readonly IdempotencyKey: string;
        /** @description The last `id` of a stream before, as clients of server-sent events send it by themselves. */
        readonly LastEventId: string;
        /** @description ETag of the state the command is meant for, or its `version` in quotes; 412 when there is a later one. */
        readonly IfMatch: string;
        /** @description ETag of an earlier answer; 304 when nothing changed. */
        readonly IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description Id of the request: the one sent, or a new one. */
        readonly "X-Request-Id": string;
        /** @description Names this state of the answer; give it back as `If-None-Match`. */
        readonly ETag: string;
        /** @description `<…>; rel="next"` when another page follows (RFC 8288). */
        readonly Link: string;
        /** @description SHA-256 of the body (RFC 9530). */
        readonly "Repr-Digest": string;
        /** @description `true` when the answer is the repeat of an earlier one. */
        readonly "Idempotent-Replayed": string;
        /** @description How long the answer may be kept. */
        readonly "Cache-Control": string;
        /** @description Suggested file name. */
        readonly "Content-Disposition": string;
        /** @description Seconds to wait before repeating. */
        readonly "Retry-After": number;
        /** @description `Bearer`. */
        readonly "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type ActorRole = components['schemas']['ActorRole'];
export type AgeHazard = components['schemas']['AgeHazard'];
export type AgeUnit = components['schemas']['AgeUnit'];
export type AllowedBecause = components['schemas']['AllowedBecause'];
export type AnalyticsGroup = components['schemas']['AnalyticsGroup'];
export type AnalyticsRate = components['schemas']['AnalyticsRate'];
export type AnalyticsStep = components['schemas']['AnalyticsStep'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyList = components['schemas']['ApiKeyList'];
export type ApiKeyMode = components['schemas']['ApiKeyMode'];
export type ApiKeyRequest = components['schemas']['ApiKeyRequest'];
export type ApiKeyStatus = components['schemas']['ApiKeyStatus'];
export type AuditAction = components['schemas']['AuditAction'];
export type AuditList = components['schemas']['AuditList'];
export type AuditRecord = components['schemas']['AuditRecord'];
export type AuditResult = components['schemas']['AuditResult'];
export type Baseline = components['schemas']['Baseline'];
export type BaselineAction = components['schemas']['BaselineAction'];
export type BaselineCommand = components['schemas']['BaselineCommand'];
export type BaselineResult = components['schemas']['BaselineResult'];
export type BaselineState = components['schemas']['BaselineState'];
export type BatchIngestResult = components['schemas']['BatchIngestResult'];
export type BatchRejection = components['schemas']['BatchRejection'];
export type BatchStatus = components['schemas']['BatchStatus'];
export type BreachClosedEvent = components['schemas']['BreachClosedEvent'];
export type BreachOpenedEvent = components['schemas']['BreachOpenedEvent'];
export type BreachSide = components['schemas']['BreachSide'];
export type CameraIntrinsics = components['schemas']['CameraIntrinsics'];
export type CameraModel = components['schemas']['CameraModel'];
export type ChangePoint = components['schemas']['ChangePoint'];
export type Channel = components['schemas']['Channel'];
export type ChannelSeries = components['schemas']['ChannelSeries'];
export type Contribution = components['schemas']['Contribution'];
export type CountedSide = components['schemas']['CountedSide'];
export type CustodyAction = components['schemas']['CustodyAction'];
export type CustodyEntry = components['schemas']['CustodyEntry'];
export type CustodyForm = components['schemas']['CustodyForm'];
export type CustodyStep = components['schemas']['CustodyStep'];
export type CustodyStepName = components['schemas']['CustodyStepName'];
export type CusumLimits = components['schemas']['CusumLimits'];
export type DecidedBy = components['schemas']['DecidedBy'];
export type DecidingWindow = components['schemas']['DecidingWindow'];
export type DegreeOfFreedom = components['schemas']['DegreeOfFreedom'];
export type DistributionKind = components['schemas']['DistributionKind'];
export type DistributionSource = components['schemas']['DistributionSource'];
export type DriftQuantiles = components['schemas']['DriftQuantiles'];
export type DriftSamples = components['schemas']['DriftSamples'];
export type DriftShape = components['schemas']['DriftShape'];
export type DriftTrend = components['schemas']['DriftTrend'];
export type EarlierScoring = components['schemas']['EarlierScoring'];
export type ErasureRequest = components['schemas']['ErasureRequest'];
export type Event = components['schemas']['Event'];
export type EventGap = components['schemas']['EventGap'];
export type EventList = components['schemas']['EventList'];
export type EvidenceBundle = components['schemas']['EvidenceBundle'];
export type EvidenceCustody = components['schemas']['EvidenceCustody'];
export type EvidenceIssuedEvent = components['schemas']['EvidenceIssuedEvent'];
export type EvidenceList = components['schemas']['EvidenceList'];
export type EvidenceListItem = components['schemas']['EvidenceListItem'];
export type EvidenceScorers = components['schemas']['EvidenceScorers'];
export type EvidenceVerification = components['schemas']['EvidenceVerification'];
export type EvidenceVerifyRequest = components['schemas']['EvidenceVerifyRequest'];
export type ExpectedEvent = components['schemas']['ExpectedEvent'];
export type ExportFormat = components['schemas']['ExportFormat'];
export type FaultSource = components['schemas']['FaultSource'];
export type FleetAnalytics = components['schemas']['FleetAnalytics'];
export type FleetAttributes = components['schemas']['FleetAttributes'];
export type FleetHealthSummary = components['schemas']['FleetHealthSummary'];
export type FleetPositions = components['schemas']['FleetPositions'];
export type FleetRescore = components['schemas']['FleetRescore'];
export type FleetRescoreRequest = components['schemas']['FleetRescoreRequest'];
export type FleetShared = components['schemas']['FleetShared'];
export type FrameFault = components['schemas']['FrameFault'];
export type FrameMetadata = components['schemas']['FrameMetadata'];
export type Health = components['schemas']['Health'];
export type HealthStatus = components['schemas']['HealthStatus'];
export type IngestResult = components['schemas']['IngestResult'];
export type IngestStatus = components['schemas']['IngestStatus'];
export type IssuedApiKey = components['schemas']['IssuedApiKey'];
export type JsonWebKeySet = components['schemas']['JsonWebKeySet'];
export type KeyExpiringEvent = components['schemas']['KeyExpiringEvent'];
export type KeyRevocationRequest = components['schemas']['KeyRevocationRequest'];
export type KeyRotationRequest = components['schemas']['KeyRotationRequest'];
export type KeyringEnvelope = components['schemas']['KeyringEnvelope'];
export type KeyringHistory = components['schemas']['KeyringHistory'];
export type LegalHoldRequest = components['schemas']['LegalHoldRequest'];
export type LegalHoldResult = components['schemas']['LegalHoldResult'];
export type Limit = components['schemas']['Limit'];
export type LimitHolder = components['schemas']['LimitHolder'];
export type LimitName = components['schemas']['LimitName'];
export type LimitPair = components['schemas']['LimitPair'];
export type LimitUnit = components['schemas']['LimitUnit'];
export type Limits = components['schemas']['Limits'];
export type Liveness = components['schemas']['Liveness'];
export type LivenessStatus = components['schemas']['LivenessStatus'];
export type Measurements = components['schemas']['Measurements'];
export type MonthRate = components['schemas']['MonthRate'];
export type MovedSensor = components['schemas']['MovedSensor'];
export type NoiseGrowth = components['schemas']['NoiseGrowth'];
export type ParameterDistribution = components['schemas']['ParameterDistribution'];
export type Pose = components['schemas']['Pose'];
export type PreCrashType = components['schemas']['PreCrashType'];
export type PriorSensor = components['schemas']['PriorSensor'];
export type PriorUnit = components['schemas']['PriorUnit'];
export type Problem = components['schemas']['Problem'];
export type ProblemFault = components['schemas']['ProblemFault'];
export type ProvisionalVerdict = components['schemas']['ProvisionalVerdict'];
export type QueuedWork = components['schemas']['QueuedWork'];
export type RecommendedAction = components['schemas']['RecommendedAction'];
export type ReferenceExtrinsics = components['schemas']['ReferenceExtrinsics'];
export type ReferenceResult = components['schemas']['ReferenceResult'];
export type RepairCheck = components['schemas']['RepairCheck'];
export type RepairOutcome = components['schemas']['RepairOutcome'];
export type RepairReference = components['schemas']['RepairReference'];
export type RepairedSensor = components['schemas']['RepairedSensor'];
export type RescoreOutcome = components['schemas']['RescoreOutcome'];
export type RescoredVehicle = components['schemas']['RescoredVehicle'];
export type Rescoring = components['schemas']['Rescoring'];
export type ResidualScore = components['schemas']['ResidualScore'];
export type RoadKind = components['schemas']['RoadKind'];
export type RotatedApiKey = components['schemas']['RotatedApiKey'];
export type ScenarioActor = components['schemas']['ScenarioActor'];
export type ScenarioDeletion = components['schemas']['ScenarioDeletion'];
export type ScenarioEnvironment = components['schemas']['ScenarioEnvironment'];
export type ScenarioEvent = components['schemas']['ScenarioEvent'];
export type ScenarioEventType = components['schemas']['ScenarioEventType'];
export type ScenarioFeed = components['schemas']['ScenarioFeed'];
export type ScenarioFeedRequest = components['schemas']['ScenarioFeedRequest'];
export type ScenarioFit = components['schemas']['ScenarioFit'];
export type ScenarioLevel = components['schemas']['ScenarioLevel'];
export type ScenarioList = components['schemas']['ScenarioList'];
export type ScenarioListItem = components['schemas']['ScenarioListItem'];
export type ScenarioMount = components['schemas']['ScenarioMount'];
export type ScenarioOrigin = components['schemas']['ScenarioOrigin'];
export type ScenarioRoad = components['schemas']['ScenarioRoad'];
export type ScenarioSensor = components['schemas']['ScenarioSensor'];
export type ScenarioTags = components['schemas']['ScenarioTags'];
export type ScenarioType = components['schemas']['ScenarioType'];
export type Scope = components['schemas']['Scope'];
export type ScopePreset = components['schemas']['ScopePreset'];
export type Sensor = components['schemas']['Sensor'];
export type Sensors = components['schemas']['Sensors'];
export type SharedValue = components['schemas']['SharedValue'];
export type SigstoreBundle = components['schemas']['SigstoreBundle'];
export type SnoozeEnd = components['schemas']['SnoozeEnd'];
export type StreamEnd = components['schemas']['StreamEnd'];
export type StreamEndReason = components['schemas']['StreamEndReason'];
export type TelemetryBatch = components['schemas']['TelemetryBatch'];
export type TelemetryFrame = components['schemas']['TelemetryFrame'];
export type Tier = components['schemas']['Tier'];
export type TimeToCriticalReason = components['schemas']['TimeToCriticalReason'];
export type Tombstone = components['schemas']['Tombstone'];
export type TrustSource = components['schemas']['TrustSource'];
export type TrustedRoot = components['schemas']['TrustedRoot'];
export type Unit = components['schemas']['Unit'];
export type VehicleBaselineChangedEvent = components['schemas']['VehicleBaselineChangedEvent'];
export type VehicleDetail = components['schemas']['VehicleDetail'];
export type VehicleList = components['schemas']['VehicleList'];
export type VehicleListItem = components['schemas']['VehicleListItem'];
export type VehicleRecoveredEvent = components['schemas']['VehicleRecoveredEvent'];
export type VehicleSeries = components['schemas']['VehicleSeries'];
export type VehicleSilentEvent = components['schemas']['VehicleSilentEvent'];
export type VehicleTierChangedEvent = components['schemas']['VehicleTierChangedEvent'];
export type VehicleWork = components['schemas']['VehicleWork'];
export type VehicleWorkChangedEvent = components['schemas']['VehicleWorkChangedEvent'];
export type VerdictNote = components['schemas']['VerdictNote'];
export type VerdictNoteCode = components['schemas']['VerdictNoteCode'];
export type VerificationDemand = components['schemas']['VerificationDemand'];
export type VerificationResult = components['schemas']['VerificationResult'];
export type VerificationVerdict = components['schemas']['VerificationVerdict'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookCreation = components['schemas']['WebhookCreation'];
export type WebhookDeletion = components['schemas']['WebhookDeletion'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryDetail = components['schemas']['WebhookDeliveryDetail'];
export type WebhookDeliveryError = components['schemas']['WebhookDeliveryError'];
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList'];
export type WebhookDeliveryStatus = components['schemas']['WebhookDeliveryStatus'];
export type WebhookDisabledEvent = components['schemas']['WebhookDisabledEvent'];
export type WebhookDisabledReason = components['schemas']['WebhookDisabledReason'];
export type WebhookFailure = components['schemas']['WebhookFailure'];
export type WebhookFormat = components['schemas']['WebhookFormat'];
export type WebhookList = components['schemas']['WebhookList'];
export type WebhookReplay = components['schemas']['WebhookReplay'];
export type WebhookReplayRequest = components['schemas']['WebhookReplayRequest'];
export type WebhookSecretRotation = components['schemas']['WebhookSecretRotation'];
export type WebhookTestEvent = components['schemas']['WebhookTestEvent'];
export type WebhookUpdate = components['schemas']['WebhookUpdate'];
export type WebhookWithSecret = components['schemas']['WebhookWithSecret'];
export type WhatMoves = components['schemas']['WhatMoves'];
export type WindowChannel = components['schemas']['WindowChannel'];
export type WindowSensor = components['schemas']['WindowSensor'];
export type WorkAction = components['schemas']['WorkAction'];
export type WorkActor = components['schemas']['WorkActor'];
export type WorkCommand = components['schemas']['WorkCommand'];
export type WorkCommandAction = components['schemas']['WorkCommandAction'];
export type WorkComment = components['schemas']['WorkComment'];
export type WorkEntry = components['schemas']['WorkEntry'];
export type WorkQueue = components['schemas']['WorkQueue'];
export type WorkQueueItem = components['schemas']['WorkQueueItem'];
export type WorkResult = components['schemas']['WorkResult'];
export type WorkState = components['schemas']['WorkState'];
export type ResponseMalformedRequest = components['responses']['MalformedRequest'];
export type ResponseUnauthenticated = components['responses']['Unauthenticated'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseNotAcceptable = components['responses']['NotAcceptable'];
export type ResponseInProgress = components['responses']['InProgress'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseExpectationFailed = components['responses']['ExpectationFailed'];
export type ResponseValidationError = components['responses']['ValidationError'];
export type ResponseRateLimited = components['responses']['RateLimited'];
export type ResponseInternal = components['responses']['Internal'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ParameterVehicleId = components['parameters']['VehicleId'];
export type ParameterEventId = components['parameters']['EventId'];
export type ParameterApiKeyId = components['parameters']['ApiKeyId'];
export type ParameterKeyId = components['parameters']['KeyId'];
export type ParameterSha256 = components['parameters']['Sha256'];
export type ParameterScenarioId = components['parameters']['ScenarioId'];
export type ParameterExportFormatName = components['parameters']['ExportFormatName'];
export type ParameterWebhookId = components['parameters']['WebhookId'];
export type ParameterDeliveryId = components['parameters']['DeliveryId'];
export type ParameterTileLevel = components['parameters']['TileLevel'];
export type ParameterTileIndex = components['parameters']['TileIndex'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterLastEventId = components['parameters']['LastEventId'];
export type ParameterIfMatch = components['parameters']['IfMatch'];
export type ParameterIfNoneMatch = components['parameters']['IfNoneMatch'];
export type HeaderXRequestId = components['headers']['X-Request-Id'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderLink = components['headers']['Link'];
export type HeaderReprDigest = components['headers']['Repr-Digest'];
export type HeaderIdempotentReplayed = components['headers']['Idempotent-Replayed'];
export type HeaderCacheControl = components['headers']['Cache-Control'];
export type HeaderContentDisposition = components['headers']['Content-Disposition'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type HeaderWwwAuthenticate = components['headers']['WWW-Authenticate'];
export type $defs = Record<string, never>;
export interface operations {
    readonly ingestTelemetry: {
        readonly parameters: {
            readonly query?: {
                /** @description `continue` takes the good frames of a batch and lists the others; `abort` takes all frames or none. */
                readonly on_error?: "continue" | "abort";
            };
            readonly header?: {
                /** @description 1 to 255 visible ASCII characters, for example a UUID. Within 24 hours the same request with the same key gets the same answer; another request with it is refused (422). */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description One frame, an array, `{"frames": […]}`, or NDJSON. JSON: at most 10 000 frames and 64 MiB decoded; NDJSON: 64 KiB a line, no frame limit. gzip, br and zstd are taken. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TelemetryFrame"] | readonly components["schemas"]["TelemetryFrame"][] | components["schemas"]["TelemetryBatch"];
                readonly "application/x-ndjson": string;
            };
        };
        readonly responses: {
            /** @description One frame: `IngestResult`. A batch: every frame was taken or is a duplicate. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IngestResult"] | components["schemas"]["BatchIngestResult"];
                };
            };
            /** @description A batch of which some frames were rejected; `errors` says which and why. */
            readonly 207: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BatchIngestResult"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 409: components["responses"]["InProgress"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 417: components["responses"]["ExpectationFailed"];
            /** @description Nothing was taken. For a batch the problem also carries its counts and `errors` by frame. */
            readonly 422: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"] | components["schemas"]["BatchRejection"];
                };
            };
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly scoreResidual: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description 1 to 255 visible ASCII characters, for example a UUID. Within 24 hours the same request with the same key gets the same answer; another request with it is refused (422). */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Score one frame. At most 1 MiB decoded; gzip, br and zstd are taken. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TelemetryFrame"];
            };
        };
        readonly responses: {
            /** @description The verdict. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResidualScore"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 409: components["responses"]["InProgress"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 422: components["responses"]["ValidationError"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getEvidenceBundle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The `evidence_id` of a score.
                 * @example EVB-20250301-7K3M9Q2XW4HJ
                 */
                readonly event_id: components["parameters"]["EventId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The bundle. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Repr-Digest": components["headers"]["Repr-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EvidenceBundle"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description No such evidence in this organisation. Another organisation's id gets the very same answer. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            /** @description The evidence was erased; `tombstone` is what is left of it, signed. */
            readonly 410: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getEvidenceFrames: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The `evidence_id` of a score.
                 * @example EVB-20250301-7K3M9Q2XW4HJ
                 */
                readonly event_id: components["parameters"]["EventId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The frames file. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Repr-Digest": components["headers"]["Repr-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Content-Disposition": components["headers"]["Content-Disposition"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-ndjson": string;
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description No such evidence in this organisation. Another organisation's id gets the very same answer. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            /** @description The evidence was erased; `tombstone` is what is left of it, signed. */
            readonly 410: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getEvidenceSigstore: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The `evidence_id` of a score.
                 * @example EVB-20250301-7K3M9Q2XW4HJ
                 */
                readonly event_id: components["parameters"]["EventId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The Sigstore bundle. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Repr-Digest": components["headers"]["Repr-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/vnd.dev.sigstore.bundle.v0.3+json": components["schemas"]["SigstoreBundle"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description No such evidence in this organisation. Another organisation's id gets the very same answer. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            /** @description The evidence was erased; `tombstone` is what is left of it, signed. */
            readonly 410: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getKeyring: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The envelope. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KeyringEnvelope"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getKeyringHistory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The history. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KeyringHistory"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getEvidenceKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description SHA-256 of the key's SubjectPublicKeyInfo in DER, hex; `sha256:` may stand before it.
                 * @example 333f4b115848c7f1622f830e0036de6fbb127672cf40007b50961e1fa707e183
                 */
                readonly keyid: components["parameters"]["KeyId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The key. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Repr-Digest": components["headers"]["Repr-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-pem-file": string;
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            /** @description No such key ever signed evidence. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getKeySet: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The key set. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/jwk-set+json": components["schemas"]["JsonWebKeySet"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getLogPolicy: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The policy. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": string;
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getSpecification: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description SHA-256 of the text, hex.
                 * @example d4f02eaafd1a9e9de7d10972ca8e47fa7a985825c3c9c1e249c72683cb3e4f19
                 */
                readonly sha256: components["parameters"]["Sha256"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The text, byte for byte. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Repr-Digest": components["headers"]["Repr-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": string;
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            /** @description No evidence of this service names that digest. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listScorers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The scorers. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EvidenceScorers"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getScorer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description SHA-256 of the text, hex.
                 * @example d4f02eaafd1a9e9de7d10972ca8e47fa7a985825c3c9c1e249c72683cb3e4f19
                 */
                readonly sha256: components["parameters"]["Sha256"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The module, byte for byte. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Repr-Digest": components["headers"]["Repr-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/javascript": string;
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            /** @description No scorer of that digest is known here. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getTrustedRoot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The trusted root. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/vnd.dev.sigstore.trustedroot+json": components["schemas"]["TrustedRoot"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getRedactedFrames: {
        readonly parameters: {
            readonly query: {
                /** @description Journal numbers of the entries to withhold, and ranges of them: `12,15-20`. */
                readonly withhold: string;
            };
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The `evidence_id` of a score.
                 * @example EVB-20250301-7K3M9Q2XW4HJ
                 */
                readonly event_id: components["parameters"]["EventId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The redacted frames file. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Repr-Digest": components["headers"]["Repr-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Content-Disposition": components["headers"]["Content-Disposition"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/x-ndjson": string;
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description No such evidence in this organisation. Another organisation's id gets the very same answer. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            /** @description The evidence was erased; `tombstone` is what is left of it, signed. */
            readonly 410: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getEvidenceCustody: {
        readonly parameters: {
            readonly query?: {
                /** @description Only records after this number. */
                readonly after?: number;
                /** @description Entries a page. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The `evidence_id` of a score.
                 * @example EVB-20250301-7K3M9Q2XW4HJ
                 */
                readonly event_id: components["parameters"]["EventId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The records. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EvidenceCustody"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description No such evidence in this organisation. Another organisation's id gets the very same answer. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly setLegalHold: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description 1 to 255 visible ASCII characters, for example a UUID. Within 24 hours the same request with the same key gets the same answer; another request with it is refused (422). */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The `evidence_id` of a score.
                 * @example EVB-20250301-7K3M9Q2XW4HJ
                 */
                readonly event_id: components["parameters"]["EventId"];
            };
            readonly cookie?: never;
        };
        /** @description Set or release a legal hold. At most 1 MiB decoded; gzip, br and zstd are taken. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LegalHoldRequest"];
            };
        };
        readonly responses: {
            /** @description How it stands now. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LegalHoldResult"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description No such evidence in this organisation. Another organisation's id gets the very same answer. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 409: components["responses"]["InProgress"];
            /** @description The evidence was erased; `tombstone` is what is left of it, signed. */
            readonly 410: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 422: components["responses"]["ValidationError"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly eraseEvidence: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description 1 to 255 visible ASCII characters, for example a UUID. Within 24 hours the same request with the same key gets the same answer; another request with it is refused (422). */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The `evidence_id` of a score.
                 * @example EVB-20250301-7K3M9Q2XW4HJ
                 */
                readonly event_id: components["parameters"]["EventId"];
            };
            readonly cookie?: never;
        };
        /** @description Erase evidence for good. At most 1 MiB decoded; gzip, br and zstd are taken. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ErasureRequest"];
            };
        };
        readonly responses: {
            /** @description What is left of it. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Tombstone"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description No such evidence in this organisation. Another organisation's id gets the very same answer. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            /** @description A legal hold is on the evidence. */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The evidence was erased; `tombstone` is what is left of it, signed. */
            readonly 410: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 422: components["responses"]["ValidationError"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getEvidenceArchive: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The `evidence_id` of a score.
                 * @example EVB-20250301-7K3M9Q2XW4HJ
                 */
                readonly event_id: components["parameters"]["EventId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The archive. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Repr-Digest": components["headers"]["Repr-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Content-Disposition": components["headers"]["Content-Disposition"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/zip": string;
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description No such evidence in this organisation. Another organisation's id gets the very same answer. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            /** @description The evidence was erased; `tombstone` is what is left of it, signed. */
            readonly 410: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getEvidenceReport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The `evidence_id` of a score.
                 * @example EVB-20250301-7K3M9Q2XW4HJ
                 */
                readonly event_id: components["parameters"]["EventId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The report. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Repr-Digest": components["headers"]["Repr-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Content-Disposition": components["headers"]["Content-Disposition"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/html": string;
                    readonly "application/pdf": string;
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description No such evidence in this organisation. Another organisation's id gets the very same answer. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            /** @description The evidence was erased; `tombstone` is what is left of it, signed. */
            readonly 410: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getEvidenceReportHtml: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The `evidence_id` of a score.
                 * @example EVB-20250301-7K3M9Q2XW4HJ
                 */
                readonly event_id: components["parameters"]["EventId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The report. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Repr-Digest": components["headers"]["Repr-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Content-Disposition": components["headers"]["Content-Disposition"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/html": string;
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description No such evidence in this organisation. Another organisation's id gets the very same answer. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            /** @description The evidence was erased; `tombstone` is what is left of it, signed. */
            readonly 410: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getEvidenceReportPdf: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The `evidence_id` of a score.
                 * @example EVB-20250301-7K3M9Q2XW4HJ
                 */
                readonly event_id: components["parameters"]["EventId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The report. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Repr-Digest": components["headers"]["Repr-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Content-Disposition": components["headers"]["Content-Disposition"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/pdf": string;
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description No such evidence in this organisation. Another organisation's id gets the very same answer. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            /** @description The evidence was erased; `tombstone` is what is left of it, signed. */
            readonly 410: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly verifyEvidence: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description 1 to 255 visible ASCII characters, for example a UUID. Within 24 hours the same request with the same key gets the same answer; another request with it is refused (422). */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Check evidence. At most 32 MiB decoded; gzip, br and zstd are taken. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EvidenceVerifyRequest"];
            };
        };
        readonly responses: {
            /** @description The verdict, whatever it is. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EvidenceVerification"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 409: components["responses"]["InProgress"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 422: components["responses"]["ValidationError"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listEvidence: {
        readonly parameters: {
            readonly query?: {
                /** @description Only this vehicle. */
                readonly vehicle_id?: string;
                /** @description Only these tiers; repeat the parameter for several. */
                readonly tier?: readonly ("UNKNOWN" | "NOMINAL" | "CAUTION" | "CRITICAL")[];
                /** @description Entries a page. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before, unchanged. Keep the other parameters as they were. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EvidenceList"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getFleetHealthSummary: {
        readonly parameters: {
            readonly query?: {
                /** @description Only these fleets; repeat the parameter for several. */
                readonly fleet_id?: readonly string[];
                /** @description Only these regions; repeat the parameter for several. */
                readonly region?: readonly string[];
                /** @description Adds the counts by fleet or by region. */
                readonly group_by?: "fleet" | "region";
                /** @description Seconds without a frame after which a vehicle counts as silent. Left out: the server's setting. */
                readonly silent_after_s?: number;
            };
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The summary. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FleetHealthSummary"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getWorkQueue: {
        readonly parameters: {
            readonly query?: {
                /** @description Only these fleets; repeat the parameter for several. */
                readonly fleet_id?: readonly string[];
                /** @description Only work in these states; repeat the parameter for several. Left out: all but snoozed. `repaired` adds the vehicles whose repair is still being checked. */
                readonly state?: readonly ("open" | "acknowledged" | "snoozed" | "repaired" | "closed")[];
                /** @description Only what is assigned to this one, as it was written. */
                readonly assignee?: string;
                /** @description Entries a page. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The ranked list. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WorkQueue"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getLimits: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The limits. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Limits"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly rescoreFleet: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description 1 to 255 visible ASCII characters, for example a UUID. Within 24 hours the same request with the same key gets the same answer; another request with it is refused (422). */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Judge stored frames under other settings. At most 1 MiB decoded; gzip, br and zstd are taken. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["FleetRescoreRequest"];
            };
        };
        readonly responses: {
            /** @description Both outcomes. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FleetRescore"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description A vehicle named does not exist in this organisation. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 409: components["responses"]["InProgress"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 422: components["responses"]["ValidationError"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getFleetAnalytics: {
        readonly parameters: {
            readonly query?: {
                /** @description Begin, RFC 3339 in UTC with `Z`; taken down to a whole step. Left out: 30 days before the end. */
                readonly from?: string;
                /** @description End, RFC 3339 in UTC with `Z`. Left out: now. */
                readonly to?: string;
                /** @description How long a step is. Left out: an hour up to four days, else a day. At most 1,000 steps. */
                readonly step?: "hour" | "day";
                /** @description Adds the same by `fleet`, `region`, or any attribute, written `attribute:name`. */
                readonly group_by?: string;
                /** @description What a vehicle's age is counted in for `hazard`: kilometres on its odometer (`metadata.odometer_km`), or days since its first frame. Left out: kilometres where any of the vehicles gave them, else days. */
                readonly against?: "kilometres" | "days";
                /** @description Only these fleets; repeat the parameter for several. */
                readonly fleet_id?: readonly string[];
                /** @description Only these regions; repeat the parameter for several. */
                readonly region?: readonly string[];
                /** @description Only vehicles with this attribute, written `name:value`. Repeated with another name: both are needed; with the same name: one of the values. */
                readonly attribute?: readonly string[];
            };
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The figures. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FleetAnalytics"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getFleetShared: {
        readonly parameters: {
            readonly query?: {
                /** @description Vehicles in these tiers are the cases; repeat the parameter for several. Left out: CRITICAL. */
                readonly tier?: readonly ("UNKNOWN" | "NOMINAL" | "CAUTION" | "CRITICAL")[];
                /** @description Only vehicles that have this attribute are cases, written `name:value`; repeat it for several. Its name is then not compared. */
                readonly attribute?: readonly string[];
                /** @description Only these fleets; repeat the parameter for several. */
                readonly fleet_id?: readonly string[];
                /** @description Only these regions; repeat the parameter for several. */
                readonly region?: readonly string[];
                /** @description Most values listed. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What they share. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FleetShared"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getFleetAttributes: {
        readonly parameters: {
            readonly query?: {
                /** @description Only these fleets; repeat the parameter for several. */
                readonly fleet_id?: readonly string[];
                /** @description Only these regions; repeat the parameter for several. */
                readonly region?: readonly string[];
            };
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The attributes. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FleetAttributes"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getFleetPositions: {
        readonly parameters: {
            readonly query?: {
                /** @description Only these tiers; repeat the parameter for several. */
                readonly tier?: readonly ("UNKNOWN" | "NOMINAL" | "CAUTION" | "CRITICAL")[];
                /** @description Only these fleets; repeat the parameter for several. */
                readonly fleet_id?: readonly string[];
                /** @description Only these regions; repeat the parameter for several. */
                readonly region?: readonly string[];
                /** @description Only vehicles with this attribute, written `name:value`. Repeated with another name: both are needed; with the same name: one of the values. */
                readonly attribute?: readonly string[];
                /** @description Only vehicles with this probable fault source; repeat the parameter for several. */
                readonly fault_source?: readonly ("none" | "camera" | "radar" | "lidar" | "multi_modal")[];
                /** @description `true`: only vehicles nothing was heard of within the silence limit; `false`: only the others. */
                readonly silent?: boolean;
                /** @description Only vehicles with this text anywhere in their id, fleet or region; A to Z are the same as a to z. */
                readonly q?: string;
            };
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The positions. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FleetPositions"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listVehicles: {
        readonly parameters: {
            readonly query?: {
                /** @description Only these tiers; repeat the parameter for several. */
                readonly tier?: readonly ("UNKNOWN" | "NOMINAL" | "CAUTION" | "CRITICAL")[];
                /** @description Only these fleets; repeat the parameter for several. */
                readonly fleet_id?: readonly string[];
                /** @description Only these regions; repeat the parameter for several. */
                readonly region?: readonly string[];
                /** @description Only vehicles with this attribute, written `name:value`. Repeated with another name: both are needed; with the same name: one of the values. */
                readonly attribute?: readonly string[];
                /** @description Only vehicles with this probable fault source; repeat the parameter for several. */
                readonly fault_source?: readonly ("none" | "camera" | "radar" | "lidar" | "multi_modal")[];
                /** @description `true`: only vehicles nothing was heard of within the silence limit; `false`: only the others. */
                readonly silent?: boolean;
                /** @description Only vehicles with this text anywhere in their id, fleet or region; A to Z are the same as a to z. */
                readonly q?: string;
                /** @description `urgency`: worst tier first, then lowest health; `vehicle_id`: by name; `last_frame_at`: latest first; `health_score`: lowest first; `tier_since`: latest change first; `camera_drift_deg`, `radar_drift_mm`, `lidar_drift_m`: largest drift of either sign first. By name is the order that does not change while you page. */
                readonly sort?: "urgency" | "vehicle_id" | "last_frame_at" | "health_score" | "tier_since" | "camera_drift_deg" | "radar_drift_mm" | "lidar_drift_m";
                /** @description Entries a page. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before, unchanged. Keep the other parameters as they were. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VehicleList"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getVehicle: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The vehicle's identifier.
                 * @example veh-0042
                 */
                readonly vehicle_id: components["parameters"]["VehicleId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The vehicle. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VehicleDetail"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description No such vehicle in this organisation. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getVehicleSeries: {
        readonly parameters: {
            readonly query?: {
                /** @description First capture time wanted, RFC 3339 in UTC with `Z`. */
                readonly from?: string;
                /** @description Last capture time wanted, RFC 3339 in UTC with `Z`. */
                readonly to?: string;
                /** @description Most points wanted; a longer series is down-sampled to it. */
                readonly points?: number;
                /** @description `next_cursor` of an earlier answer about this vehicle: only what is new since then, or the whole range again with `continues` false. Not together with `to`. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The vehicle's identifier.
                 * @example veh-0042
                 */
                readonly vehicle_id: components["parameters"]["VehicleId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The series. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VehicleSeries"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description No such vehicle in this organisation. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly commandBaseline: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description 1 to 255 visible ASCII characters, for example a UUID. Within 24 hours the same request with the same key gets the same answer; another request with it is refused (422). */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The vehicle's identifier.
                 * @example veh-0042
                 */
                readonly vehicle_id: components["parameters"]["VehicleId"];
            };
            readonly cookie?: never;
        };
        /** @description Learn, freeze or unfreeze a baseline. At most 1 MiB decoded; gzip, br and zstd are taken. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BaselineCommand"];
            };
        };
        readonly responses: {
            /** @description The baseline after the command. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BaselineResult"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description No such vehicle in this organisation. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            /** @description The command does not fit the baseline's state. */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 422: components["responses"]["ValidationError"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly registerReference: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The vehicle's identifier.
                 * @example veh-0042
                 */
                readonly vehicle_id: components["parameters"]["VehicleId"];
            };
            readonly cookie?: never;
        };
        /** @description Register reference extrinsics. At most 1 MiB decoded; gzip, br and zstd are taken. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReferenceExtrinsics"];
            };
        };
        readonly responses: {
            /** @description As registered. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReferenceResult"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description No such vehicle in this organisation. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 422: components["responses"]["ValidationError"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getVehicleWork: {
        readonly parameters: {
            readonly query?: {
                /** @description Entries a page. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before, unchanged. Keep the other parameters as they were. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The vehicle's identifier.
                 * @example veh-0042
                 */
                readonly vehicle_id: components["parameters"]["VehicleId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The work. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VehicleWork"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description No such vehicle in this organisation. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly commandWork: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description 1 to 255 visible ASCII characters, for example a UUID. Within 24 hours the same request with the same key gets the same answer; another request with it is refused (422). */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description ETag of the state the command is meant for, or its `version` in quotes; 412 when there is a later one. */
                readonly "If-Match"?: components["parameters"]["IfMatch"];
            };
            readonly path: {
                /**
                 * @description The vehicle's identifier.
                 * @example veh-0042
                 */
                readonly vehicle_id: components["parameters"]["VehicleId"];
            };
            readonly cookie?: never;
        };
        /** @description Acknowledge, assign, snooze, comment, report as repaired, or take back. At most 1 MiB decoded; gzip, br and zstd are taken. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WorkCommand"];
            };
        };
        readonly responses: {
            /** @description The work after the command. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WorkResult"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description No such vehicle in this organisation, or no such entry to take back. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            /** @description There is nothing to be done about the vehicle (`work_not_needed`), or the entry cannot be taken back any more (`work_not_undoable`). */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `If-Match` names an older version: somebody was quicker. */
            readonly 412: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 422: components["responses"]["ValidationError"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly streamEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Only events of these types; repeat the parameter for several. */
                readonly type?: readonly ("vehicle.tier_changed" | "breach.opened" | "breach.closed" | "evidence.issued" | "vehicle.silent" | "vehicle.recovered" | "vehicle.baseline_changed" | "vehicle.work_changed" | "key.expiring" | "webhook.disabled")[];
                /** @description Only these vehicles; repeat the parameter for several. */
                readonly vehicle_id?: readonly string[];
                /** @description Only these fleets; repeat the parameter for several. */
                readonly fleet_id?: readonly string[];
                /** @description Only these tiers; repeat the parameter for several. */
                readonly tier?: readonly ("UNKNOWN" | "NOMINAL" | "CAUTION" | "CRITICAL")[];
                /** @description Only events after this one: an event's `id`, or `next_cursor` of a page. `Last-Event-ID` wins over it. */
                readonly after?: string;
                /** @description Where to begin without a position: with the oldest event that is kept, or with what comes from now on. Left out: `now` for a stream, `oldest` for a page. */
                readonly start?: "oldest" | "now";
                /** @description Most events a page; a stream has no pages. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description The last `id` of a stream before, as clients of server-sent events send it by themselves. */
                readonly "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The stream, or a page of events; only a page has an ETag. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                    readonly "application/json": components["schemas"]["EventList"];
                };
            };
            /** @description `If-None-Match` names the current ETag of the page. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 406: components["responses"]["NotAcceptable"];
            /** @description Events after the position are gone (`stream_position_expired`). */
            readonly 410: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listWebhooks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhooks. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookList"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description 1 to 255 visible ASCII characters, for example a UUID. Within 24 hours the same request with the same key gets the same answer; another request with it is refused (422). */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Make a webhook. At most 1 MiB decoded; gzip, br and zstd are taken. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookCreation"];
            };
        };
        readonly responses: {
            /** @description The webhook and its secret. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            /** @description Other fleets than the key's, or as many webhooks as there may be. */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 409: components["responses"]["InProgress"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 422: components["responses"]["ValidationError"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The webhook's identifier.
                 * @example wh_7K3M9Q2XW4HJ8N6P5R2T
                 */
                readonly webhook_id: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhook. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description The key sees no such webhook. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The webhook's identifier.
                 * @example wh_7K3M9Q2XW4HJ8N6P5R2T
                 */
                readonly webhook_id: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDeletion"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description The key sees no such webhook. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly updateWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The webhook's identifier.
                 * @example wh_7K3M9Q2XW4HJ8N6P5R2T
                 */
                readonly webhook_id: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        /** @description Change a webhook. At most 1 MiB decoded; gzip, br and zstd are taken. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        readonly responses: {
            /** @description As it is now. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description The key sees no such webhook. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 422: components["responses"]["ValidationError"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly rotateWebhookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description 1 to 255 visible ASCII characters, for example a UUID. Within 24 hours the same request with the same key gets the same answer; another request with it is refused (422). */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The webhook's identifier.
                 * @example wh_7K3M9Q2XW4HJ8N6P5R2T
                 */
                readonly webhook_id: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        /** @description Replace a webhook's secret. At most 1 MiB decoded; gzip, br and zstd are taken. */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookSecretRotation"];
            };
        };
        readonly responses: {
            /** @description The webhook and its new secret. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description The key sees no such webhook. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 409: components["responses"]["InProgress"];
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 422: components["responses"]["ValidationError"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly testWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description 1 to 255 visible ASCII characters, for example a UUID. Within 24 hours the same request with the same key gets the same answer; another request with it is refused (422). */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The webhook's identifier.
                 * @example wh_7K3M9Q2XW4HJ8N6P5R2T
                 */
                readonly webhook_id: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The delivery with its one attempt. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description The key sees no such webhook. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 409: components["responses"]["InProgress"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listWebhookDeliveries: {
        readonly parameters: {
            readonly query?: {
                /** @description Only deliveries in this state. */
                readonly status?: "pending" | "delivered" | "dead";
                /** @description Entries a page. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before, unchanged. Keep the other parameters as they were. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The webhook's identifier.
                 * @example wh_7K3M9Q2XW4HJ8N6P5R2T
                 */
                readonly webhook_id: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description The key sees no such webhook. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getWebhookDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The webhook's identifier.
                 * @example wh_7K3M9Q2XW4HJ8N6P5R2T
                 */
                readonly webhook_id: components["parameters"]["WebhookId"];
                /**
                 * @description The delivery's identifier.
                 * @example dlv_2W4HJ8N6P5R2T7K3M9QX
                 */
                readonly delivery_id: components["parameters"]["DeliveryId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The delivery. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description The key sees no such webhook, or it has no such delivery. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly replayWebhookDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description 1 to 255 visible ASCII characters, for example a UUID. Within 24 hours the same request with the same key gets the same answer; another request with it is refused (422). */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The webhook's identifier.
                 * @example wh_7K3M9Q2XW4HJ8N6P5R2T
                 */
                readonly webhook_id: components["parameters"]["WebhookId"];
                /**
                 * @description The delivery's identifier.
                 * @example dlv_2W4HJ8N6P5R2T7K3M9QX
                 */
                readonly delivery_id: components["parameters"]["DeliveryId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is on its way. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description The key sees no such webhook, or it has no such delivery. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            /** @description The webhook is disabled. */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly replayWebhookDeadLetters: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description 1 to 255 visible ASCII characters, for example a UUID. Within 24 hours the same request with the same key gets the same answer; another request with it is refused (422). */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The webhook's identifier.
                 * @example wh_7K3M9Q2XW4HJ8N6P5R2T
                 */
                readonly webhook_id: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        /** @description Send dead letters again. At most 1 MiB decoded; gzip, br and zstd are taken. */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookReplayRequest"];
            };
        };
        readonly responses: {
            /** @description How many. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookReplay"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description The key sees no such webhook. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            /** @description The webhook is disabled. */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 422: components["responses"]["ValidationError"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createScenarioFeed: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description 1 to 255 visible ASCII characters, for example a UUID. Within 24 hours the same request with the same key gets the same answer; another request with it is refused (422). */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Make the parameters of a drift scenario. At most 1 MiB decoded; gzip, br and zstd are taken. */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ScenarioFeedRequest"];
            };
        };
        readonly responses: {
            /** @description The scenario. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScenarioFeed"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description The vehicle or the evidence named does not exist in this organisation. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 409: components["responses"]["InProgress"];
            /** @description The evidence named was erased; `tombstone` is what is left of it, signed. */
            readonly 410: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 422: components["responses"]["ValidationError"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listScenarios: {
        readonly parameters: {
            readonly query?: {
                /** @description Only scenarios of these types; repeat the parameter for several. */
                readonly type?: readonly ("nominal_control" | "post_collision" | "pothole_impact" | "curb_strike" | "windshield_replacement" | "bumper_repair_radar" | "thermal_cycle" | "gradual_mount_loosening" | "vibration_random_walk" | "car_wash" | "load_change" | "ride_height_change" | "wheel_alignment_thrust" | "sensor_replacement" | "mirror_fold_nonreturn" | "occlusion_false_drift" | "intrinsics_shift" | "imu_bias" | "time_slip" | "highway_weave" | "data_dropout")[];
                /** @description Only this vehicle. */
                readonly vehicle_id?: string;
                /** @description Entries a page. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before, unchanged. Keep the other parameters as they were. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScenarioList"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getScenario: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The scenario's identifier.
                 * @example scn_8d0c5c1f2a7b4e90
                 */
                readonly scenario_id: components["parameters"]["ScenarioId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The scenario. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScenarioFeed"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description No such scenario. Another organisation's id gets the very same answer. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteScenario: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The scenario's identifier.
                 * @example scn_8d0c5c1f2a7b4e90
                 */
                readonly scenario_id: components["parameters"]["ScenarioId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is gone. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScenarioDeletion"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description No such scenario. Another organisation's id gets the very same answer. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getScenarioExport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The scenario's identifier.
                 * @example scn_8d0c5c1f2a7b4e90
                 */
                readonly scenario_id: components["parameters"]["ScenarioId"];
                /**
                 * @description A format, whole, its slash included: `opendrive/1.7`.
                 * @example csv
                 */
                readonly export_format: components["parameters"]["ExportFormatName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Repr-Digest": components["headers"]["Repr-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Content-Disposition": components["headers"]["Content-Disposition"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/xml": string;
                    readonly "application/zip": string;
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                    readonly "application/octet-stream": string;
                    readonly "text/csv": string;
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description No such scenario, or no such format. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listKeys: {
        readonly parameters: {
            readonly query?: {
                /** @description Entries a page. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before, unchanged. Keep the other parameters as they were. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description 1 to 255 visible ASCII characters, for example a UUID. Within 24 hours the same request with the same key gets the same answer; another request with it is refused (422). */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Make an API key. At most 1 MiB decoded; gzip, br and zstd are taken. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ApiKeyRequest"];
            };
        };
        readonly responses: {
            /** @description The key, shown this once. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IssuedApiKey"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            /** @description The key would do, or does, what this one may not: a scope, a fleet, or living longer (`rights_exceeded`). */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            /** @description As many keys are in force as may be (`key_limit_reached`). */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 422: components["responses"]["ValidationError"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getOwnKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The key that asks. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description Public id of an API key.
                 * @example 3fK8zQ1mWd
                 */
                readonly key_id: components["parameters"]["ApiKeyId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The key. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description This key sees no such key: there is none, or it reaches fleets this one does not. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly rotateKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description 1 to 255 visible ASCII characters, for example a UUID. Within 24 hours the same request with the same key gets the same answer; another request with it is refused (422). */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description Public id of an API key.
                 * @example 3fK8zQ1mWd
                 */
                readonly key_id: components["parameters"]["ApiKeyId"];
            };
            readonly cookie?: never;
        };
        /** @description Put a new key in an old one's place. At most 1 MiB decoded; gzip, br and zstd are taken. */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["KeyRotationRequest"];
            };
        };
        readonly responses: {
            /** @description The new key, shown this once. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RotatedApiKey"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            /** @description The key would do, or does, what this one may not: a scope, a fleet, or living longer (`rights_exceeded`). */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This key sees no such key: there is none, or it reaches fleets this one does not. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            /** @description It has ended (`key_not_in_force`), was rotated before (`key_rotated`), or as many keys are in force as may be (`key_limit_reached`). */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 422: components["responses"]["ValidationError"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly revokeKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description 1 to 255 visible ASCII characters, for example a UUID. Within 24 hours the same request with the same key gets the same answer; another request with it is refused (422). */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description Public id of an API key.
                 * @example 3fK8zQ1mWd
                 */
                readonly key_id: components["parameters"]["ApiKeyId"];
            };
            readonly cookie?: never;
        };
        /** @description End an API key. At most 1 MiB decoded; gzip, br and zstd are taken. */
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["KeyRevocationRequest"];
            };
        };
        readonly responses: {
            /** @description The key as it ended. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApiKey"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            /** @description The key would do, or does, what this one may not: a scope, a fleet, or living longer (`rights_exceeded`). */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This key sees no such key: there is none, or it reaches fleets this one does not. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            /** @description It is the last key that can manage keys (`last_managing_key`): send `force` if that is meant. */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 413: components["responses"]["PayloadTooLarge"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 422: components["responses"]["ValidationError"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listAuditRecords: {
        readonly parameters: {
            readonly query?: {
                /** @description Only these actions; repeat the parameter for several. */
                readonly action?: readonly ("authenticate" | "authorise" | "session.begin" | "key.create" | "key.rotate" | "key.revoke" | "evidence.read" | "evidence.hold" | "evidence.erase" | "baseline.command" | "reference.register" | "work.command" | "webhook.create" | "webhook.update" | "webhook.delete" | "webhook.rotate_secret" | "webhook.test" | "webhook.replay" | "scenario.create" | "scenario.delete" | "audit.read")[];
                /** @description Only what this key did, or tried. */
                readonly key_id?: string;
                /** @description Only what was done to this key, vehicle or evidence. */
                readonly subject?: string;
                /** @description First time wanted, RFC 3339 in UTC with `Z`. */
                readonly from?: string;
                /** @description Last time wanted, RFC 3339 in UTC with `Z`. */
                readonly to?: string;
                /** @description Entries a page. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before, unchanged. Keep the other parameters as they were. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditList"];
                    readonly "application/x-ndjson": string;
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 401: components["responses"]["Unauthenticated"];
            /** @description The key is limited to fleets (`fleet_not_allowed`). */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getLogCheckpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The signed note. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": string;
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getLogTile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description 0 for leaf hashes, n + 1 for roots of full tiles of level n.
                 * @example 0
                 */
                readonly tile_level: components["parameters"]["TileLevel"];
                /**
                 * @description Number of the tile in groups of three digits, as c2sp.org/tlog-tiles has it; may hold slashes: `067`, `x001/067`, and `067.p/17` for a tile of only 17.
                 * @example 000.p/1
                 */
                readonly tile_index: components["parameters"]["TileIndex"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Bytes that never change. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Repr-Digest": components["headers"]["Repr-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": string;
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            /** @description The log has not come to that, or never signed it. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getLogEntries: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description Number of the tile in groups of three digits, as c2sp.org/tlog-tiles has it; may hold slashes: `067`, `x001/067`, and `067.p/17` for a tile of only 17.
                 * @example 000.p/1
                 */
                readonly tile_index: components["parameters"]["TileIndex"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Bytes that never change. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Repr-Digest": components["headers"]["Repr-Digest"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": string;
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            /** @description The log has not come to that, or never signed it. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getLogInclusionProof: {
        readonly parameters: {
            readonly query: {
                /** @description Number of the entry, from 0. */
                readonly index: number;
                /** @description Size of a signed checkpoint. Left out: the newest. */
                readonly size?: number;
            };
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The proof. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": string;
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            /** @description The log has not come to that, or never signed it. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getLogConsistencyProof: {
        readonly parameters: {
            readonly query: {
                /** @description Size of the log at the earlier time. */
                readonly from: number;
                /** @description Size of the log at the later time. Left out: now. */
                readonly to?: number;
            };
            readonly header?: {
                /** @description ETag of an earlier answer; 304 when nothing changed. */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The proof. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": string;
                };
            };
            /** @description `If-None-Match` names the current ETag. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["MalformedRequest"];
            /** @description The log has not come to that, or never signed it. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It can. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            /** @description It cannot commit. */
            readonly 503: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    readonly getHealthV1: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It can. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            /** @description It cannot commit. */
            readonly 503: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    readonly getLiveness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It lives. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Liveness"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getReadiness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Send. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
            readonly 400: components["responses"]["MalformedRequest"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 417: components["responses"]["ExpectationFailed"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["Internal"];
            /** @description Do not send. */
            readonly 503: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
}
