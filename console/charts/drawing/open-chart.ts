import UPlot from "uplot";

/**
 * uPlot on a canvas that the processor draws. Where a browser draws canvases through a graphics interface that it computes
 * itself, as on machines without a graphics processor, the strokes of a chart take several times as long. A canvas says so
 * when it is asked for its context, uPlot does that within its constructor and has no option for it: for that long this
 * document's canvases are asked here.
 */
export function openChart(options: UPlot.Options, columns: UPlot.AlignedData, holder: HTMLElement): UPlot {
  const { prototype } = HTMLCanvasElement;
  // oxlint-disable-next-line typescript/unbound-method -- called below with the canvas as its `this`
  const { getContext } = prototype;
  const drawnByProcessor = function (this: HTMLCanvasElement, kind: "2d"): RenderingContext | null {
    return getContext.call(this, kind, { willReadFrequently: true });
  };
  prototype.getContext = drawnByProcessor as typeof getContext;
  try {
    return new UPlot(options, columns, holder);
  } finally {
    prototype.getContext = getContext;
  }
}
