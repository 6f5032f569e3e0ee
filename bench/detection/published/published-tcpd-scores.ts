/**
 * Scores of other methods with their default settings on the series used here, from the benchmark's own repository (van den
 * Burg & Williams 2020, TCPDBench, `analysis/output/scores/default_{cover,f1}_scores.json`), rounded to four digits. `zero`
 * calls no change at all.
 */
export const tcpdMethods = ["bocpd", "pelt", "binseg", "ecp", "wbs", "zero"] as const;
export type TcpdMethod = (typeof tcpdMethods)[number];

interface PublishedSeries {
  readonly covering: Readonly<Record<TcpdMethod, number | null>>;
  readonly f1: Readonly<Record<TcpdMethod, number | null>>;
}

const scores = (values: readonly (number | null)[]): Record<TcpdMethod, number | null> =>
  Object.fromEntries(tcpdMethods.map((method, at) => [method, values[at]!])) as Record<
    TcpdMethod,
    number | null
  >;

export const publishedTcpd: Readonly<Record<string, PublishedSeries>> = {
  bank: series([0.0482, 0.5095, 0.5095, 0.1274, 0.0482, 1], [0.0465, 0.4, 0.4, 0.1538, 0.0392, 1]),
  jfk_passengers: series(
    [0.5412, 0.8393, 0.8393, 0.438, 0.4092, 0.6298],
    [0.4368, 0.7755, 0.7755, 0.4368, 0.4368, 0.7234],
  ),
  nile: series([0.888, 0.8801, 0.8801, 0.8568, 0.8801, 0.7581], [1, 1, 1, 1, 1, 0.8235]),
  ozone: series(
    [0.6016, 0.6346, 0.6001, 0.5737, 0.0704, 0.5737],
    [0.6496, 1, 0.6496, 0.7234, 0.1132, 0.7234],
  ),
  quality_control_1: series(
    [0.8869, 0.9924, 0.9924, 0.6198, 0.6869, 0.5031],
    [0.8, 1, 1, 0.6667, 0.5714, 0.6667],
  ),
  quality_control_2: series([0.9272, 0.9223, 0.9223, 0.9265, 0.9223, 0.6383], [1, 1, 1, 1, 1, 0.75]),
  quality_control_3: series([0.9967, 0.9956, 0.9956, 0.9967, 0.9956, 0.5003], [1, 1, 1, 1, 1, 0.6667]),
  quality_control_4: series(
    [0.5114, 0.5378, 0.5176, 0.2572, 0.0796, 0.6727],
    [0.6575, 0.7263, 0.8727, 0.3932, 0.2456, 0.7805],
  ),
  quality_control_5: series([1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]),
  run_log: series([0.8154, null, null, 0.6568, null, 0.3035], [1, null, null, 0.792, null, 0.4456]),
  seatbelts: series(
    [0.7565, 0.7969, 0.7969, 0.6155, 0.7272, 0.5284],
    [0.5833, 0.6829, 0.6829, 0.3214, 0.5833, 0.6207],
  ),
  uk_coal_employ: series([null, null, null, 0.3565, null, 0.3565], [null, null, null, 0.5133, null, 0.5133]),
  well_log: series(
    [0.7763, 0.6786, 0.6954, 0.6013, 0.7188, 0.2246],
    [0.7965, 0.5546, 0.5342, 0.8183, 0.7244, 0.237],
  ),
};

function series(covering: readonly (number | null)[], f1: readonly (number | null)[]): PublishedSeries {
  return { covering: scores(covering), f1: scores(f1) };
}
