import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { compiledHeart, normals, TestBank } from "../heart-for-tests.ts";

const python = join(import.meta.dirname, "../../../clients/python/.venv/bin/python");
const blocks = 130;

interface Judged {
  readonly posterior: Readonly<Record<string, number>>;
  readonly statistic: number;
}

const random = normals(20_261_129);
/** Noise that is white, slow, or both, on times that are even, uneven, or clips with pauses; a step or ramp in some. */
function vehicleOf(seed: number) {
  const gap = [1, 5, 60, 600][seed % 4]!;
  const slow = [0, 0.6, 0.95][seed % 3]!;
  const times: number[] = [];
  const values: number[] = [];
  let time = 0;
  let state = 0;
  for (let i = 0; i < blocks; i += 1) {
    const pause = seed % 5 === 1 && i % 25 === 24 ? 7200 : 0;
    time += gap * (seed % 2 === 0 ? 1 : 0.3 + Math.abs(random())) + pause;
    state = slow * state + Math.sqrt(1 - slow * slow) * random();
    const change = seed % 3 > 0 ? 0 : seed % 2 === 0 ? (i >= 85 ? 5 : 0) : Math.max(0, i - 75) / 6;
    times.push(time);
    values.push(state + 0.5 * random() + change);
  }
  return { gap, times, values, zone: seed % 4 === 3 ? 0.5 : 0, prior: 0.8 };
}

describe("the bank against dense Gaussian likelihoods in NumPy", () => {
  test("posterior of the models to 1e-9, the statistic to what binary32 leaves, over vehicles with gaps", (context) => {
    if (!existsSync(python))
      context.skip("clients/python/.venv is not here: clients/python/install.sh makes it");
    let greatest = 0;
    for (let seed = 0; seed < 8; seed += 1) {
      const vehicle = vehicleOf(seed);
      const bank = new TestBank(compiledHeart(), 1, vehicle.gap);
      bank.heart.limitBank(bank.at, 1e9, 1e9);
      const asked = JSON.stringify({ ...vehicle, models: bank.models() });
      const oracle = spawnSync(python, [join(import.meta.dirname, "noise_bank.py")], { input: asked });
      const judged = oracle.stdout
        .toString()
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Judged);
      expect(judged, oracle.stderr.toString()).toHaveLength((blocks - 50) / 5);
      for (let i = 0; i < blocks; i += 1) {
        const [statistic] = bank.fold(vehicle.times[i]!, [vehicle.values[i]!], i >= 50, vehicle.zone);
        if (i < 50 || (i + 1) % 5 > 0) continue;
        const wanted = judged[(i + 1 - 55) / 5]!;
        for (const [model, posterior] of bank.posterior()) {
          const apart = Math.abs(posterior - wanted.posterior[model]!);
          expect(apart).toBeLessThan(1e-9 * Math.max(1, Math.abs(posterior)));
        }
        // Terms at the edge of being left out are small: compared where the statistic could matter.
        if (Math.max(statistic!, wanted.statistic) > 4) {
          expect(Math.abs(statistic! - wanted.statistic), `${seed} ${i}`).toBeLessThan(0.02);
        }
        greatest = Math.max(greatest, statistic!);
      }
    }
    expect(greatest).toBeGreaterThan(9);
  });
});
