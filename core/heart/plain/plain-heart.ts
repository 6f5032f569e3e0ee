import { buffer } from "./machine.ts";
// After the machine, which the engine's tables are laid with.
import * as engine from "../engine/heart.ts";
import type { Heart } from "../open-heart.ts";

/** The engine's sources as Node runs them; one for the whole process. */
export const plainHeart: Heart = { ...engine, memory: { buffer } };
