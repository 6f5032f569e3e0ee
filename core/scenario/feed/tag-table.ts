/** Where a tag of ours belongs in a published classification, as far as public sources say. */
export interface TagPlace {
  /** `unknown` where the standard's own term or clause is in a text that is sold, which was not before us. */
  readonly term: string;
  /** The number the source itself gives; null where it gives none, or none is public. */
  readonly number: number | null;
}

/**
 * NHTSA's pre-crash scenario typology, DOT HS 810 767 (Najm, Smith, Yanagisawa, 2007): 37 types with numbers and names of
 * its own. Those in which the front of the vehicle is hit.
 */
export const preCrashPlaces = {
  "rear-end/lead-stopped": { number: 26, term: "Lead vehicle stopped" },
  "rear-end/lead-slower": { number: 24, term: "Lead vehicle moving at lower constant speed" },
  "rear-end/lead-decelerating": { number: 25, term: "Lead vehicle decelerating" },
  "road-edge-departure/no-manoeuvre": {
    number: 7,
    term: "Road edge departure without prior vehicle maneuver",
  },
  "control-loss/no-vehicle-action": { number: 3, term: "Control loss without prior vehicle action" },
  "object/no-manoeuvre": { number: 36, term: "Object crash without prior vehicle maneuver" },
  "animal/no-manoeuvre": { number: 10, term: "Animal crash without prior vehicle maneuver" },
} as const satisfies Readonly<Record<string, TagPlace>>;

/**
 * ISO 34503:2023 sorts an operational design domain by scenery, environmental conditions and dynamic elements: that much
 * is public. The clauses and the names of the attributes below are not: nobody here has read them.
 */
export const oddPlaces = {
  "scenery/road/urban": { number: null, term: "scenery" },
  "environment/precipitation/none": { number: null, term: "environmental conditions" },
  "environment/precipitation/rain": { number: null, term: "environmental conditions" },
  "environment/illumination/day": { number: null, term: "environmental conditions" },
  "environment/illumination/night": { number: null, term: "environmental conditions" },
} as const satisfies Readonly<Record<string, TagPlace>>;

/** ISO 34504:2024 categorises scenarios by tags. That is public; its tags are not. */
export const actPlaces = {
  "ego/drive-straight": { number: null, term: "unknown" },
  "ego/stand": { number: null, term: "unknown" },
  "ego/turn": { number: null, term: "unknown" },
  "ego/change-lane": { number: null, term: "unknown" },
  "ego/collide": { number: null, term: "unknown" },
} as const satisfies Readonly<Record<string, TagPlace>>;
