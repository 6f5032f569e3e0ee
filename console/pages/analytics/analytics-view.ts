import { addressOf } from "../../frame/route.ts";

/** How far back the page looks. */
export const spans = ["48h", "7d", "30d", "90d", "1y"] as const;
export type SpanName = (typeof spans)[number];

/** What the page's address says. */
export interface AnalyticsView {
  readonly span: SpanName;
  /** As the API takes it; null: the fleet as a whole. */
  readonly groupBy: string | null;
  /** What age is counted in; null: what the vehicles say of it decides. */
  readonly against: "kilometres" | "days" | null;
}

export function analyticsViewOf(query: URLSearchParams): AnalyticsView {
  return {
    span: spans.find((span) => span === query.get("span")) ?? "7d",
    groupBy: query.get("group_by"),
    against: units.find((unit) => unit === query.get("against")) ?? null,
  };
}

const units = ["kilometres", "days"] as const;

export function analyticsAddress({ span, groupBy, against }: AnalyticsView): string {
  return addressOf("analytics", {}, { span: span === "7d" ? null : span, group_by: groupBy, against });
}

const hourMs = 3_600_000;
const lengthsH: Readonly<Record<SpanName, number>> = {
  "48h": 48,
  "7d": 168,
  "30d": 720,
  "90d": 2160,
  "1y": 8760,
};

/** Whole hours, so that the same question is asked again only when the hour is another one. */
export function beginOf(span: SpanName, nowMs: number): string {
  return new Date(Math.floor(nowMs / hourMs - lengthsH[span]) * hourMs).toISOString();
}

/** Days would be seven points of a week. */
export function stepOf(span: SpanName): "hour" | "day" {
  return span === "48h" || span === "7d" ? "hour" : "day";
}

/** The vehicles of a group on the fleet page. Vehicles without a value cannot be asked for. */
export function groupAddress(groupBy: string | null, group: string | null): string | null {
  if (groupBy === null || group === null) return null;
  if (groupBy === "fleet") return addressOf("fleet", {}, { fleet_id: group });
  if (groupBy === "region") return addressOf("fleet", {}, { region: group });
  return addressOf("fleet", {}, { attribute: `${groupBy.slice("attribute:".length)}:${group}` });
}

/** The vehicles of several groups; null where there are none to ask for. */
export function groupsAddress(groupBy: string | null, groups: readonly string[]): string | null {
  if (groupBy === null || groups.length === 0) return null;
  if (groupBy === "fleet") return addressOf("fleet", {}, { fleet_id: groups });
  if (groupBy === "region") return addressOf("fleet", {}, { region: groups });
  const name = groupBy.slice("attribute:".length);
  return addressOf("fleet", {}, { attribute: groups.map((group) => `${name}:${group}`) });
}
