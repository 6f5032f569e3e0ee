/** What the audit log records, by name. Later versions may add to it. */
export const auditActions = {
  authenticate: "A request had no usable API key.",
  authorise: "A key requested what it may not do.",
  "session.begin": "A user signed in to the console with a key.",
  "session.end": "A user signed out of the console: one browser, or all that were signed in with the key.",
  "key.create": "A key was created.",
  "key.rotate": "A key was replaced by a new one.",
  "key.revoke": "A key was revoked.",
  "evidence.read":
    "Evidence was handed out: bundle, frames, report, archive, a redacted copy, or a signed statement.",
  "evidence.request": "Evidence of a vehicle was requested, or a signed statement of its state.",
  "evidence.hold": "A legal hold was set or released.",
  "evidence.erase": "Evidence was erased.",
  "baseline.command": "A vehicle's baseline was reset, frozen or released.",
  "reference.register": "A vehicle's reference extrinsics were registered or withdrawn.",
  "work.command":
    "Work on a vehicle was acknowledged, assigned, snoozed, commented, reported as repaired, reopened, closed or taken back.",
  "webhook.create": "A webhook was created.",
  "webhook.update": "A webhook was changed.",
  "webhook.delete": "A webhook was deleted.",
  "webhook.rotate_secret": "A webhook was given another secret.",
  "webhook.test": "A webhook was sent a test.",
  "webhook.replay": "Messages of a webhook were sent again.",
  "scenario.create": "A scenario was made and kept.",
  "scenario.delete": "A stored scenario was deleted.",
  "audit.read": "The audit log was read.",
} as const;
export type AuditAction = keyof typeof auditActions;

/** What came of it: `refused` by us for a reason given, `failed` through no fault of the request. */
export const auditResults = ["done", "refused", "failed"] as const;
export type AuditResult = (typeof auditResults)[number];
