import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { FrameTester } from "../../../core/scoring/frame/frame-tester.ts";
import type { VehicleState, Folded } from "../../../core/scoring/model/state.ts";
import type { PlainFrame } from "./plain-vehicle.ts";

/** The scoring to be measured: this checkout's, or that of another, given by `--core FOLDER/core/scoring`. */
export interface Scorer {
  readonly version: string;
  /** True: another checkout's, whose figures are printed and not kept. */
  readonly isOther: boolean;
  readonly initialState: () => VehicleState;
  readonly fold: (state: VehicleState, entry: PlainFrame) => Folded;
}

export async function openScorer(): Promise<Scorer> {
  const at = process.argv.indexOf("--core");
  const folder = at < 0 ? join(import.meta.dirname, "../../../core/scoring") : process.argv[at + 1]!;
  const load = async (file: string) => import(pathToFileURL(file).href);
  const [{ fold }, { defaultSettings, scoringVersion }, { initialState }] = await Promise.all([
    load(join(folder, "fold.ts")),
    load(join(folder, "settings/settings.ts")),
    load(join(folder, "model/initial-state.ts")),
  ]);
  const tester = new FrameTester();
  return {
    version: scoringVersion,
    isOther: at >= 0,
    initialState,
    fold: (state, entry) => fold(state, entry, defaultSettings, tester),
  };
}
