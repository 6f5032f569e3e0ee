import { make } from "../verifier/make-element.ts";
import { makeShape } from "./make-shape.ts";

/** A button that shows a sign drawn by a path in a box of 16 by 16, and is called by its label. */
export function iconButton(
  path: string,
  { label, onPress }: { readonly label: string; readonly onPress: () => void },
): HTMLButtonElement {
  const icon = makeShape(
    "svg",
    { class: "icon", viewBox: "0 0 16 16", width: "16", height: "16", "aria-hidden": "true" },
    makeShape("path", { d: path }),
  );
  const button = make(
    "button",
    { type: "button", class: "button icon-button", "aria-label": label, title: label },
    icon,
  );
  button.addEventListener("click", onPress);
  return button;
}
