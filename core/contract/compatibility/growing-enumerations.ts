/** Enumerations whose values become more in answers: their descriptions, and docs/versions.md, say so. */
export const growingEnumerations: readonly string[] = [
  "AuditAction",
  "CustodyAction",
  "CustodyForm",
  "LimitHolder",
  "LimitName",
  "AllowedBecause",
  "DistributionKind",
  "DistributionSource",
  "LimitUnit",
  "ScenarioLevel",
  "ScenarioEventType",
  "ScenarioOrigin",
  "Scope",
];
