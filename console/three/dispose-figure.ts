import { Mesh, LineSegments, type Material, type Object3D } from "three";

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
