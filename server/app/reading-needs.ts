import type { ScoringSettings } from "../../core/scoring/settings/settings.ts";
import type { AnalyticsReader } from "./ports/reading/analytics-reader.ts";
import type { RefoldWatch } from "./ports/refold.ts";
import type { Quotas } from "./ports/quotas.ts";
import type { EventReader } from "./ports/reading/event-reader.ts";
import type { AuditReader } from "./ports/audit.ts";
import type { EvidenceReader, StatementReader } from "./ports/reading/evidence-reader.ts";
import type { FleetReader, UsageReader } from "./ports/reading/fleet-reader.ts";
import type { KeyringReader, LogReader, RecoveryReader } from "./ports/reading/log-reader.ts";
import type { ScenarioReader } from "./ports/reading/scenario-reader.ts";
import type { RepairAnalysis, VehicleAnalysis } from "./ports/reading/vehicle-analysis.ts";
import type { WorkReader } from "./ports/reading/work-reader.ts";
import type { VehicleReader } from "./ports/reading/vehicle-reader.ts";

/** What the reading verbs need; each names the part it uses. */
export interface ReadingNeeds {
  readonly fleet: FleetReader;
  readonly analytics: AnalyticsReader;
  readonly vehicles: VehicleReader;
  readonly analysis: VehicleAnalysis;
  readonly work: WorkReader;
  readonly repairs: RepairAnalysis;
  readonly evidence: EvidenceReader;
  readonly statements: StatementReader;
  readonly events: EventReader;
  readonly log: LogReader;
  readonly recoveries: RecoveryReader;
  readonly keyring: KeyringReader;
  readonly usage: UsageReader;
  readonly audit: AuditReader;
  readonly scenarios: ScenarioReader;
  /** Left out: no journal waits to be folded again. */
  readonly refold?: RefoldWatch;
  readonly quotas: Quotas;
  readonly answerRetentionUs: number;
  readonly nowUs: () => number;
  /** Silence limit where the request names none. */
  readonly silentAfterS: number;
  /** Secret under which cursors are signed; the same after a restart, so that a page can still be turned. */
  readonly cursorSecret: Uint8Array;
  readonly settings: ScoringSettings;
  readonly software: { readonly name: string; readonly version: string };
}
