/** What the page measures. The measuring process names one and says how much. */
export interface TaskAsk {
  readonly name: keyof TaskResults;
  /** Marks, or points of each of two lines. */
  readonly size: number;
  readonly seconds: number;
}

export interface TaskResults {
  /** Marks that move, each drawn: pictures a second, and script of one. */
  readonly marks: Moving;
  /** The map as the fleet page shows it, dragged and zoomed in every picture: the vehicles stand where they last reported. */
  readonly pan: Moving & { readonly firstMs: number };
  /** The same, and every vehicle has moved in every picture: clusters are counted anew. */
  readonly map: Moving & { readonly firstMs: number };
  readonly chart: Moving & { readonly firstMs: number };
}

export interface Moving {
  readonly pictures: number;
  readonly framesPerSecond: number;
  /** Median time of the script of one picture. */
  readonly scriptMs: number;
}
