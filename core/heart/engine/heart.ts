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
import { layNoiseModels, modelsOfTable, shareOf, timeConstantOf, weightOf } from "./noise-models.ts";
import { atan2, exp, layPowersOfTwo, ln, normalCdf } from "./numeric.ts";
import {
  addInstance,
  changesOf,
  changeTimeOf,
  driftOf,
  driftSdOf,
  foldFrame,
  kindRow,
  layVehicle,
  statisticOf,
  tierOf,
  vehicleBytes,
} from "./vehicle.ts";

export {
  addInstance,
  atan2,
  bankBytes,
  changesOf,
  changeTimeOf,
  driftOf,
  driftSdOf,
  exp,
  foldBlock,
  foldFrame,
  kindRow,
  layVehicle,
  limitBank,
  liveModels,
  ln,
  modelAt,
  modelsOfTable,
  normalCdf,
  posteriorAt,
  shareOf,
  sowBank,
  statisticOf,
  tierOf,
  timeConstantOf,
  vehicleBytes,
  weightOf,
};

layPowersOfTwo();
layNoiseModels();
layIntervals();
