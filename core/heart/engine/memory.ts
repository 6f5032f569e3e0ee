/**
 * Where the engine works beside a vehicle: numbers between two calls, and rows that the host lays. The tables and the bank's own
 * rows follow each other from 1,024 (numeric.ts, noise-models.ts, bank.ts) and end below the first of these; callers' memory
 * begins at 65,536 (../open-heart.ts). Each region ends where its comment says.
 */

/** The kinds of sensors: 32 rows of sixteen doubles; to 49,152. */
export const KINDS: usize = 45_056;
/** What goes in and comes out of a bank: eighteen rows of sixteen doubles; to 51,456. */
export const EXCHANGE: usize = 49_152;
/** A rotation as it is read: nine doubles, then four; to 51,688. */
export const MATRIX: usize = 51_584;
/** Of T² with up to eight channels, and its limits; to 53,984. */
export const T2: usize = 52_224;
/** What the host set: how far readings may come out of order; to 56,328. */
export const REORDERING_WINDOW: usize = 56_320;
/** Squares of the first fifty blocks of a channel; to 56,728. */
export const SQUARES: usize = 56_328;
/** What the frame at hand brought of each of sixteen sensors, in 104 bytes; to 59,008. */
export const FRAME: usize = 57_344;
/** Fifty doubles to be sorted; to 59,536. */
export const SORTED: usize = 59_136;
/** Sixteen whole numbers: of each reading of the frame at hand, and once it is folded of each channel of a rig; to 59,776. */
export const WHOLE: usize = 59_712;
/** Eight channels of a rig in units of their noise; to 59,840. */
export const STANDARDISED: usize = 59_776;
/** T² of the frame, then of the rig at hand: three doubles, then eleven; to 59,952. */
export const TEST: usize = 59_840;
/** What the host set: the limit of the statistic; to 60,120. */
export const LIMIT: usize = 60_112;
/** Rotations at hand: two quaternions, then two vectors; to 60,272. */
export const INVERSE: usize = 60_160;
