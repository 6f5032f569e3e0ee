import {
  bankBytes,
  foldBlock,
  foundModel,
  foundRamp,
  foundStart,
  layIntervals,
  limitBank,
  liveModels,
  modelAt,
  posteriorAt,
  sowBank,
} from "./bank.ts";
import { layNoiseModels, modelsOfTable, shareOf, timeConstantOf, weightOf } from "./noise-models.ts";
import { exp, layPowersOfTwo, ln } from "./numeric.ts";

export {
  bankBytes,
  exp,
  foldBlock,
  foundModel,
  foundRamp,
  foundStart,
  limitBank,
  liveModels,
  ln,
  modelAt,
  modelsOfTable,
  posteriorAt,
  shareOf,
  sowBank,
  timeConstantOf,
  weightOf,
};

layPowersOfTwo();
layNoiseModels();
layIntervals();
