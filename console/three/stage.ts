import {
  LineSegments,
  Mesh,
  PerspectiveCamera,
  Scene,
  type Material,
  type Object3D,
  type WebGLRenderer,
} from "three";

/** A scene, and the eye that sees it: what a picture in space is drawn with, into one canvas. Up is z. */
export class Stage {
  readonly scene = new Scene();
  readonly eye: PerspectiveCamera;
  readonly #renderer: WebGLRenderer;

  constructor(
    renderer: WebGLRenderer,
    { fovDeg, nearM, farM }: { readonly fovDeg: number; readonly nearM: number; readonly farM: number },
  ) {
    this.#renderer = renderer;
    this.eye = new PerspectiveCamera(fovDeg, 1, nearM, farM);
    this.eye.up.set(0, 0, 1);
  }

  /** Size in CSS pixels. */
  resize(width: number, height: number, pixelRatio: number): void {
    this.#renderer.setPixelRatio(pixelRatio);
    this.#renderer.setSize(width, height, false);
    this.eye.aspect = width / height;
  }

  draw(): void {
    this.eye.updateProjectionMatrix();
    this.#renderer.render(this.scene, this.eye);
  }

  dispose(): void {
    disposeFigure(this.scene);
    this.#renderer.dispose();
  }
}

/** Gives back what a figure holds on the graphics card: nothing there is freed by itself. */
export function disposeFigure(figure: Object3D): void {
  figure.traverse((part) => {
    if (!(part instanceof Mesh) && !(part instanceof LineSegments)) return;
    part.geometry.dispose();
    const materials: Material | Material[] = part.material;
    for (const material of [materials].flat()) material.dispose();
  });
  figure.removeFromParent();
}
