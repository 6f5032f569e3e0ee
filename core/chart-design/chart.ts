/** A chart whose run length can be computed. Shifts and limits are in in-control standard deviations, slopes in σ per frame. */
export type Chart =
  | {
      readonly kind: "cusum";
      readonly k: number;
      readonly h: number;
      readonly sides: 1 | 2;
      readonly headStart: number;
    }
  | { readonly kind: "shewhart"; readonly h: number; readonly sides: 1 | 2 }
  /** Shiryaev–Roberts, upper side: k is half the design shift, h = ln A. */
  | { readonly kind: "sr"; readonly k: number; readonly h: number }
  /** Hotelling's T² with known parameters: h is the limit on T². */
  | { readonly kind: "t2"; readonly h: number; readonly dimension: number }
  /** Crosier's multivariate CUSUM. */
  | { readonly kind: "mcusum"; readonly k: number; readonly h: number; readonly dimension: number }
  /** Multivariate EWMA: h is the limit on its T², with the asymptotic covariance λ/(2 − λ). */
  | { readonly kind: "mewma"; readonly lambda: number; readonly h: number; readonly dimension: number };

/** What happens to the mean: a step present from the first frame, or a ramp whose n-th frame is shifted by n · slope. */
export type Change =
  | { readonly kind: "shift"; readonly size: number }
  | { readonly kind: "slope"; readonly perFrame: number };

/**
 * Where the chart stands when the change comes: at its start (zero state), or after a long time in control without
 * an alarm (conditional steady state: the quasi-stationary distribution).
 */
export type Start = "zero-state" | "steady-state";

export interface RunLength {
  /** Average run length, frames. */
  readonly frames: number;
  /** How it was computed, for the reader. */
  readonly method: string;
}
