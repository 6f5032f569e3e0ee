import { engine } from "../engine.ts";
import type { VehicleState } from "./state.ts";

/** A vehicle nothing has been received of. */
export function initialState(): VehicleState {
  return {
    ...engine().emptyVehicle(),
    reference: null,
    prior: null,
  };
}

/** A state of its own, for whoever folds on with it. */
export function copyState(state: VehicleState): VehicleState {
  return { ...state, region: state.region.slice(), rows: state.rows.slice() };
}
