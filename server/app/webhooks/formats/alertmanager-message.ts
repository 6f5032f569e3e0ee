import { type FormatContext, linkOf, type SentEvent } from "./sent-event.ts";

const fnvOffset = 0xcbf29ce484222325n;
const fnvPrime = 0x100000001b3n;
/** Cannot be part of a label's name or value in UTF-8, and is what Prometheus puts between them. */
const separator = 255;

/** FNV-1a over the sorted labels, as `LabelSet.Fingerprint` of prometheus/common computes it: 16 hexadecimal digits. */
export function labelFingerprint(labels: Readonly<Record<string, string>>): string {
  let hash = fnvOffset;
  const add = (byte: number): void => {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * fnvPrime);
  };
  for (const [name, value] of Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1))) {
    for (const text of [name, value]) {
      Buffer.from(text).forEach(add);
      add(separator);
    }
  }
  return hash.toString(16).padStart(16, "0");
}

type Labels = Readonly<Record<string, string>>;

/** One alert: what identifies it, whether it fires, and since when. */
interface Alert {
  readonly labels: Labels;
  readonly isFiring: boolean;
  readonly startsAt: string;
  readonly endsAt: string | null;
}

/** How Go writes a time that was never set: an alert that has not ended. */
const notEnded = "0001-01-01T00:00:00Z";

/**
 * An event as the body of an Alertmanager webhook, version 4. A tier of CAUTION or CRITICAL, an open breach, a silent
 * vehicle and a key that expires fire, each until the event that ends it; everything else is an alert of its own that
 * nothing resolves.
 */
export function alertmanagerMessage(event: SentEvent, context: FormatContext, summary: string): object {
  const alerts = alertsOf(event);
  const link = linkOf(event, context) ?? "";
  const groupLabels = { alertname: alerts[0]?.labels["alertname"] ?? "" };
  return {
    version: "4",
    groupKey: `{}:{alertname="${groupLabels.alertname}"}`,
    truncatedAlerts: 0,
    status: alerts.some(({ isFiring }) => isFiring) ? "firing" : "resolved",
    receiver: context.webhookId,
    groupLabels,
    commonLabels: sharedLabels(alerts),
    commonAnnotations: { summary },
    externalURL: context.publicUrl ?? "",
    alerts: alerts.map(({ labels, isFiring, startsAt, endsAt }) => ({
      status: isFiring ? "firing" : "resolved",
      labels,
      annotations: { summary },
      startsAt,
      endsAt: endsAt ?? notEnded,
      generatorURL: link,
      fingerprint: labelFingerprint(labels),
    })),
  };
}

/** How an alert is begun and ended at the moment of the event. */
interface AlertMakers {
  readonly firing: (labels: Labels) => Alert;
  readonly resolved: (labels: Labels, startsAt?: string) => Alert;
}

function alertsOf(event: SentEvent): readonly Alert[] {
  const { occurred_at: at, vehicle_id, fleet_id = "" } = event;
  const vehicle: Labels = vehicle_id === undefined ? {} : { vehicle_id, fleet_id };
  const makers: AlertMakers = {
    firing: (labels) => ({ labels: { ...labels, ...vehicle }, isFiring: true, startsAt: at, endsAt: null }),
    resolved: (labels, startsAt = at) => ({
      labels: { ...labels, ...vehicle },
      isFiring: false,
      startsAt,
      endsAt: at,
    }),
  };
  // The alerts of a type are made of events of that type.
  const make = alertsByType[event.type] as (event: SentEvent, makers: AlertMakers) => readonly Alert[];
  return make(event, makers);
}

const alertsByType: {
  readonly [Name in SentEvent["type"]]: (
    event: Extract<SentEvent, { readonly type: Name }>,
    makers: AlertMakers,
  ) => readonly Alert[];
} = {
  "vehicle.tier_changed": ({ data }, makers) => tierAlerts(data, makers),
  "breach.opened": (_, { firing }) => [firing(driftBreach)],
  "breach.closed": ({ data }, { resolved }) => [resolved(driftBreach, data.opened_at)],
  "vehicle.silent": (_, { firing }) => [firing(vehicleSilent)],
  "vehicle.recovered": ({ data }, { resolved }) => [resolved(vehicleSilent, data.silent_since)],
  "key.expiring": ({ data }, { firing }) => [
    firing({ alertname: "ApiKeyExpiring", severity: "warning", key_id: data.key_id }),
  ],
  "evidence.issued": ({ data }, { firing }) => [
    firing({ alertname: "EvidenceIssued", severity: "info", evidence_id: data.evidence_id }),
  ],
  "vehicle.baseline_changed": ({ data }, { firing }) => [
    firing({ alertname: "VehicleBaselineChanged", severity: "info", state: data.to }),
  ],
  "vehicle.work_changed": ({ data }, { firing }) => [
    firing({ alertname: "VehicleWorkChanged", severity: "info", action: data.action, state: data.state }),
  ],
  "storage.nearly_full": (_, { firing }) => [firing({ alertname: "StorageNearlyFull", severity: "warning" })],
  "webhook.disabled": ({ data }, { firing }) => [
    firing({ alertname: "WebhookDisabled", severity: "warning", webhook_id: data.webhook_id }),
  ],
  "webhook.test": (_, { firing }) => [firing({ alertname: "WebhookTest", severity: "info" })],
};

const driftBreach = { alertname: "DriftBreach", severity: "warning" };
const vehicleSilent = { alertname: "VehicleSilent", severity: "warning" };
const severities = { CAUTION: "warning", CRITICAL: "critical", NOMINAL: null, UNKNOWN: null } as const;

/** Another severity is another alert: the one before it ends. */
function tierAlerts(
  { from, to }: { readonly from: keyof typeof severities; readonly to: keyof typeof severities },
  { firing, resolved }: AlertMakers,
): readonly Alert[] {
  const drift = (severity: string): Labels => ({ alertname: "VehicleDrift", severity });
  const [before, now] = [severities[from], severities[to]];
  const alerts = [
    ...(now === null ? [] : [firing(drift(now))]),
    ...(before === null ? [] : [resolved(drift(before))]),
  ];
  return alerts.length > 0 ? alerts : [resolved(drift("none"))];
}

function sharedLabels([first, ...others]: readonly Alert[]): Labels {
  const shared = Object.entries(first?.labels ?? {}).filter(([name, value]) =>
    others.every(({ labels }) => labels[name] === value),
  );
  return Object.fromEntries(shared);
}
