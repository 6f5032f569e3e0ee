import { make } from "./make-element.ts";
import { roleNames, roles } from "./given-file.ts";
import type { Case } from "./take-files.ts";

/** What is held, what lies beside it, and where to drop more. */
export function showFiles(
  { held, beside }: Pick<Case, "held" | "beside">,
  onFiles: (files: readonly File[]) => void,
): HTMLElement {
  const rows = roles.flatMap((role) => {
    const file = held[role];
    // Only some trust files speak of a keyring.
    if (file === undefined && role === "keyring") return [];
    const what = file === undefined ? "none yet" : `${file.name}, ${file.bytes.length} bytes`;
    const from =
      file === undefined ? "" : file.origin === "carried" ? "carried by this page" : "given by you";
    return [
      make(
        "tr",
        {},
        make("td", {}, roleNames[role]),
        make("td", { class: "wraps" }, what),
        make("td", { class: "quiet" }, from),
      ),
    ];
  });
  const choose = make("input", { type: "file", multiple: "", id: "files", class: "unseen" });
  choose.addEventListener("change", () => onFiles([...(choose.files ?? [])]));
  return make(
    "section",
    { class: "files" },
    make("h2", {}, "Files"),
    make("table", {}, make("tbody", {}, ...rows)),
    make(
      "p",
      { class: "drop" },
      "Drop bundle, frames and trust file anywhere on this page, or ",
      choose,
      make("label", { for: "files", class: "button" }, "choose files"),
    ),
    beside.length === 0
      ? null
      : make("p", { class: "quiet wraps" }, `Given too, and no part of the verdict: ${beside.join(", ")}`),
  );
}
