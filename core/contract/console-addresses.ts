/**
 * Where the console's pages are, by name; `{part}` stands for one part of the path. Users keep addresses and send them to
 * each other: none is ever taken away or given another meaning. The server answers each with the console, and the console
 * shows the page of that name.
 */
export const consoleAddresses = {
  fleet: "/fleet",
  vehicle: "/vehicles/{vehicle_id}",
  pose: "/vehicles/{vehicle_id}/pose",
  scenarios: "/scenarios",
  scenario: "/scenarios/{scenario_id}",
  analytics: "/analytics",
  whatIf: "/analytics/what-if",
  status: "/status",
  sensor: "/vehicles/{vehicle_id}/sensors/{sensor}",
  evidenceList: "/evidence",
  evidence: "/evidence/{event_id}",
} as const;

export type ConsolePageName = keyof typeof consoleAddresses;
