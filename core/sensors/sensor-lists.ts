import { sensorKinds } from "./kinds.ts";

export type Kind = (typeof sensorKinds)[number];
export type Sensor = Kind["name"];
export type Unit = Kind["unit"];
export type Member = Kind["members"][number];
export type MemberName = Member["name"];
export type ChannelName = Kind["channels"][number]["name"];

export type KindNamed<Name extends Sensor> = Extract<Kind, { readonly name: Name }>;

type WholeDrift = NonNullable<Kind["drift"]["column"]>;
/** Columns of a series over several channels of one sensor: the drift and its standard deviation. */
export type DriftColumn = WholeDrift | `${WholeDrift}_sd`;

/** Those whose drift every score and bundle states. */
export type MeasuredKind = Extract<Kind, { readonly drift: { readonly isMeasurement: true } }>;

/** Those whose drift is the angle of a rotation, which has an axis: their channels are the parts of a rotation vector. */
export type TurnedKind = Extract<Kind, { readonly unit: "deg" }>;

/** A rotation is 9 numbers row by row. */
type ValueOf<Row extends Member> = Row["shape"] extends "rotation" ? readonly number[] : number;

/** The member `sensors` of a frame as the scoring takes it. */
export type SensorMembers = {
  readonly [Row in Member as Row["name"]]?: ValueOf<Row>;
};

/** A frame's readings under the scoring's names, with its capture time, microseconds since 1970; absent: not reported. */
export type Reading = { readonly timestampUs: number } & {
  readonly [Row in Member as Row["reading"]]?: ValueOf<Row>;
};

export const sensors: readonly Sensor[] = sensorKinds.map(({ name }) => name);

/** In the order of the table, as documents list them. */
export const members: readonly Member[] = sensorKinds.flatMap<Member>((kind) => kind.members);

/** In the order of canonical JSON (RFC 8785). */
export const canonicalMembers: readonly Member[] = members.toSorted((one, other) =>
  one.name < other.name ? -1 : 1,
);

/** What a healthy vehicle sends. */
export const exampleSensors: SensorMembers = Object.fromEntries(
  members.map(({ name, example }) => [name, example]),
);

export interface ChannelRow {
  readonly channel: ChannelName;
  readonly sensor: Sensor;
  readonly unit: Unit;
  readonly label: string;
  readonly title: string;
}

export type Noise = Kind["noise"][number];
export type NoiseName = Noise["name"];

export const noises: readonly Noise[] = sensorKinds.flatMap<Noise>((kind) => kind.noise);

/** Why a vehicle has its tier, where one kind alone gives the reason. */
export const sensorReasons = sensorKinds.flatMap(({ ownReason }) => ownReason ?? []);

/** In the order of the contract. */
export const channelRows: readonly ChannelRow[] = sensorKinds.flatMap((kind) =>
  kind.channels.map(({ name, label, title }) => ({
    channel: name,
    sensor: kind.name,
    unit: kind.unit,
    label,
    title,
  })),
);

const kinds: ReadonlyMap<string, Kind> = new Map(sensorKinds.map((kind) => [kind.name, kind]));
const channels: ReadonlyMap<string, ChannelRow> = new Map(channelRows.map((row) => [row.channel, row]));

export function kindOf<Name extends Sensor>(sensor: Name): KindNamed<Name> {
  return kinds.get(sensor) as KindNamed<Name>;
}

/** Undefined for a sensor that is newer than this table. */
export function findKind(sensor: string): Kind | undefined {
  return kinds.get(sensor);
}

/** How the contract names a channel: with its sensor and the unit of its values. */
export function channelOf(name: ChannelName): Pick<ChannelRow, "channel" | "sensor" | "unit"> {
  const { channel, sensor, unit } = channels.get(name)!;
  return { channel, sensor, unit };
}

/** Undefined for a channel that is newer than this table. */
export function findChannel(channel: string): ChannelRow | undefined {
  return channels.get(channel);
}

/** An object with one member a kind: `perKind(({ name }) => name, …)`. */
export function perKind<Name extends string, Value>(
  nameOf: (kind: Kind) => Name,
  valueOf: (kind: Kind) => Value,
): Readonly<Record<Name, Value>> {
  return perRow<Kind, Name, Value>(sensorKinds, nameOf, valueOf);
}

/** The same for some of the kinds. */
export function perRow<Row extends Kind, Name extends string, Value>(
  rows: readonly Row[],
  nameOf: (row: Row) => Name,
  valueOf: (row: Row) => Value,
): Readonly<Record<Name, Value>> {
  return Object.fromEntries(rows.map((row) => [nameOf(row), valueOf(row)])) as Record<Name, Value>;
}

export function isTurned(kind: Kind): kind is TurnedKind {
  return kind.unit === "deg";
}

/** The first of their members is a rotation. */
export const turnedKinds: readonly TurnedKind[] = sensorKinds.filter(isTurned);
/** The one of a scenario's axis. */
export const turnedKind = turnedKinds[0]!;
export const turnedNames: string = namesOf(isTurned);

/** Those that `has` is true of: `a, b and c`. */
export function namesOf(has: (kind: Kind) => boolean, last?: "and" | "or"): string {
  return inWords(
    sensorKinds.filter(has).map(({ name }) => name),
    last,
  );
}

/** `a, b and c`. */
export function inWords(names: readonly string[], last: "and" | "or" = "and"): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
}

/** What is measured of a kind. */
export type Shown = Kind["pose"]["shows"];

export type Figure = NonNullable<Kind["figure"]>;
/** What a scenario states beside a sensor's pose. */
export const figures: readonly Figure[] = [...new Set(sensorKinds.flatMap(({ figure }) => figure ?? []))];

/** One value a sensor's rotation, under its name in a frame. */
export function perRotation<Value>(
  valueOf: (kind: TurnedKind) => Value,
): Readonly<Record<TurnedKind["members"][0]["name"], Value>> {
  return perRow(turnedKinds, ({ members: [rotation] }) => rotation.name, valueOf);
}

/** The drift of every sensor under its field's name, in units of its member; null: not measured. */
export type SensorDrifts = { readonly [Row in Kind as Row["drift"]["field"]]: number | null };

export const measuredKinds: readonly MeasuredKind[] = sensorKinds.filter(
  (kind): kind is MeasuredKind => kind.drift.isMeasurement,
);

/** What a score says of the drifts, under the contract's names. */
export function measurementsOf<Value>(
  score: Readonly<Record<MeasuredKind["drift"]["field"], Value>>,
): Readonly<Record<MeasuredKind["drift"]["member"], Value>> {
  return perRow(
    measuredKinds,
    ({ drift }) => drift.member,
    ({ drift }) => score[drift.field],
  );
}

/** Reasons of a tier that only one sensor can have. */
export type OwnReason = NonNullable<Kind["ownReason"]>["code"];

/** Where a sensor can be registered to stand. */
type PoseMember = Extract<Member, { readonly shape: "rotation" }>;

export const poseMembers: readonly PoseMember[] = members.filter(
  (member): member is PoseMember => member.shape === "rotation",
);

/** Of a reference or a baseline, under the scoring's names; null: it has none. */
export type Poses = { readonly [Row in PoseMember as Row["reading"]]: readonly number[] | null };

/** The same under the names of the wire. */
export type StatedPoses = { [Row in PoseMember as Row["name"]]: number[] | null };

export function posesOf(stated: Readonly<StatedPoses>): Poses {
  const poses = poseMembers.map(({ name, reading }) => [reading, stated[name] ?? null]);
  return Object.fromEntries(poses) as Poses;
}

export function statedPoses(poses: Poses): StatedPoses {
  const stated = poseMembers.map(({ name, reading }) => [name, poses[reading]?.slice() ?? null]);
  return Object.fromEntries(stated) as StatedPoses;
}

/** As people write a unit beside a number. */
export function unitSymbol(unit: string): string {
  return unit === "deg" ? "°" : unit;
}

/** How much of a drift is a fault, in the same unit: its size, or only what has grown. */
export function faultSize(kind: Kind, drift: number): number {
  return kind.faultSides === "both" ? Math.abs(drift) : Math.max(0, drift);
}
