import { make } from "./make-element.ts";
import { type GivenFile, roleNames, roles } from "./given-file.ts";
import { wantsKeyring } from "./judge-files.ts";
import type { Case } from "./take-files.ts";

const origins: Readonly<Record<GivenFile["origin"], string>> = {
  carried: "carried by this page",
  given: "given by you",
  unpacked: "out of the archive given",
};

/** What is held, what lies beside it, and where to drop more. */
export function showFiles(
  { held, beside }: Pick<Case, "held" | "beside">,
  onFiles: (files: readonly File[]) => void,
): HTMLElement {
  const rows = roles.flatMap((role) => {
    const file = held[role];
    if (file === undefined && role === "keyring" && !wantsKeyring(held)) return [];
    const what = file === undefined ? "none yet" : `${file.name}, ${file.bytes.length} bytes`;
    const from = file === undefined ? "" : origins[file.origin];
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
      "Drop the archive, or bundle, frames, trust file and keyring, anywhere on this page, or ",
      choose,
      make("label", { for: "files", class: "button" }, "choose files"),
    ),
    beside.length === 0
      ? null
      : make("p", { class: "quiet wraps" }, `Given too, and no part of the verdict: ${beside.join(", ")}`),
  );
}
