import {
  bankBytes,
  foldBlock,
  layIntervals,
  limitBank,
  liveModels,
  modelAt,
  posteriorAt,
  sowBank,
} from "./bank.ts";
import { layClock, setReorderingWindow } from "./clock.ts";
import {
  foldFrame,
  freezeBaseline,
  learnBaseline,
  passEntry,
  registerRotation,
  unfreezeBaseline,
} from "./frame.ts";
import { addInstance, isVehicle, kindRow, layVehicle, vehicleBytes } from "./layout.ts";
import { layNoiseModels, modelsOfTable, shareOf, timeConstantOf, weightOf } from "./noise-models.ts";
import { atan2, exp, layPowersOfTwo, ln, normalCdf } from "./numeric.ts";
import { writeScore } from "./score.ts";
import { layLimit, levelSd, provableShift, setLimit } from "./vehicle.ts";

export {
  addInstance,
  atan2,
  bankBytes,
  exp,
  foldBlock,
  foldFrame,
  freezeBaseline,
  isVehicle,
  kindRow,
  layVehicle,
  learnBaseline,
  levelSd,
  limitBank,
  liveModels,
  ln,
  modelAt,
  modelsOfTable,
  normalCdf,
  passEntry,
  posteriorAt,
  provableShift,
  registerRotation,
  setLimit,
  setReorderingWindow,
  shareOf,
  sowBank,
  timeConstantOf,
  unfreezeBaseline,
  vehicleBytes,
  weightOf,
  writeScore,
};

layPowersOfTwo();
layNoiseModels();
layIntervals();
layClock();
layLimit();
