import { compareWindow } from "./compare-window.ts";
import type { ComparedWindow } from "./compare-window.ts";
import { ln } from "../numeric/ln.ts";
import type { ChangeSums } from "../model/state.ts";
import type { WeighedChange, ChangeModel } from "./change-model.ts";

/** W, window by window. It is what the tests hold `weighChange` to, bit for bit. */
export function weighChangeDirectly(sums: ChangeSums, model: ChangeModel): WeighedChange {
  const windows = Array.from(sums.buckets, (_, row) => ({ row, ...compareWindow(sums, model, row) }))
    .filter(({ term }) => term !== 0)
    .toReversed();
  let sum = 0;
  let likeliest = windows[0];
  for (const window of windows) {
    sum += window.term;
    if (window.term > (likeliest?.term ?? 0)) likeliest = window;
  }
  const posterior = model.sensors.map((_, sensor) => {
    let taken = 0;
    for (const { term, likelihood, shares } of windows) taken += (term / likelihood!) * shares[sensor]!;
    return sum > 0 ? Math.min(1, taken / sum) : 0;
  });
  if (likeliest === undefined) {
    return { nats: ln(sum), posterior, changeRow: -1, changeSeq: 0, channel: 0, side: "upper" };
  }
  const { row, seq, channels } = likeliest;
  const channel = loudest(likeliest, model);
  const shift = channels[channel]?.shift ?? 0;
  const side = shift < 0 ? "lower" : "upper";
  return { nats: ln(sum), posterior, changeRow: row, changeSeq: seq, channel, side };
}

function loudest({ channels }: ComparedWindow, model: ChangeModel): number {
  let found = { factor: -1, channel: 0 };
  model.shiftVariances.forEach((_, g) =>
    channels.forEach((compared, channel) => {
      if (compared === null || !(compared.factors[g]! > found.factor)) return;
      found = { factor: compared.factors[g]!, channel };
    }),
  );
  return found.channel;
}
