import type { AuditEntry } from "./app/ports/audit.ts";

export const auditEntryForTests: AuditEntry = {
  organisation: "acme",
  atUs: 1_780_000_000_000_000,
  keyId: "AAAAAAAAAA",
  action: "evidence.read",
  subject: "EVB-20260301-7K3M9Q2XW4HJ",
  result: "done",
  code: null,
  reason: null,
  requestId: "req_1",
  clientAddress: "192.0.2.7",
  count: 1,
};
