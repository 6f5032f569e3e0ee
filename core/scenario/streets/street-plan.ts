/** What the generated town is made of; metres and kilometres an hour. Traffic keeps to the right. */
export const streetPlan = {
  name: "jittered-grid/1",
  /** Streets run along this many lines each way; their crossings are the junctions. */
  lines: 9,
  spacingM: 110,
  /** How far a junction may lie off its grid point, along each axis; along an arterial's own line, less. */
  jitterM: 14,
  arterialJitterM: 4,
  /** Every fourth line is an arterial, the third one first. */
  arterialEvery: 4,
  firstArterial: 2,
  /** Share of the local streets inside the town that are left out, where both ends keep three arms. */
  droppedShare: 0.2,
  laneWidthM: 3.25,
  kerbRadiusM: 6,
  sidewalkM: 2.5,
  setbackM: 3,
  storeyM: 3.2,
  arterial: { lanesEachWay: 2, speedKmh: 50 },
  local: { lanesEachWay: 1, speedKmh: 30 },
} as const;

export type StreetKind = "arterial" | "local";

export function kindOfLine(line: number): StreetKind {
  return line % streetPlan.arterialEvery === streetPlan.firstArterial ? "arterial" : "local";
}

/** From the middle of the street to the kerb. */
export function kerbM(kind: StreetKind): number {
  return streetPlan[kind].lanesEachWay * streetPlan.laneWidthM;
}
