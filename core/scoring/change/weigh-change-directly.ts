import { compareWindow } from "./compare-window.ts";
import type { ComparedWindow } from "./compare-window.ts";
import { ln } from "../numeric/ln.ts";
import type { ChangeSums } from "../model/state.ts";
import type { WeighedChange, ChangeModel } from "./change-model.ts";

/** W, window by window. It is what the tests hold `weighChange` to, bit for bit. */
export function weighChangeDirectly(sums: ChangeSums, model: ChangeModel): WeighedChange {
  let sum = 0;
  const taken = model.sensors.map(() => 0);
  let likeliest: { readonly row: number; readonly window: ComparedWindow | null } = { row: -1, window: null };
  for (let row = sums.buckets.length - 1; row >= 0; row -= 1) {
    const window = compareWindow(sums, model, row);
    if (window.term === 0) continue;
    sum += window.term;
    window.shares.forEach((share, sensor) => (taken[sensor]! += (window.term / window.likelihood!) * share));
    if (window.term > (likeliest.window?.term ?? 0)) likeliest = { row, window };
  }
  const channel = likeliest.window === null ? 0 : loudest(likeliest.window, model);
  const shift = likeliest.window?.channels[channel]?.shift ?? 0;
  return {
    nats: ln(sum),
    posterior: taken.map((share) => (sum > 0 ? Math.min(1, share / sum) : 0)),
    changeRow: likeliest.row,
    changeSeq: likeliest.window?.seq ?? 0,
    channel,
    side: shift < 0 ? "lower" : "upper",
  };
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
