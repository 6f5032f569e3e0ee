import { type HeldFiles, judgeFiles } from "./judge-files.ts";
import { make } from "./make-element.ts";
import { showEvidence } from "./show-evidence.ts";
import { showFiles } from "./show-files.ts";
import { showTrust } from "./show-trust.ts";
import { showVerdict } from "./show-verdict.ts";
import { type GivenFile, type Role, roleOf } from "./sort-files.ts";

/** Frames files beyond this are for the command line: a page holds every byte several times. */
const mostFileBytes = 256 * 1024 * 1024;

const clock = { nowUs: () => Date.now() * 1_000, nowMs: () => performance.now() };

/** Shows the verifier with these files, and judges anew whenever others are dropped on the page. */
export function startVerifier(place: HTMLElement, carried: readonly GivenFile[]): void {
  let held: HeldFiles = {};
  let unknown: readonly string[] = [];

  const take = (files: readonly GivenFile[]): void => {
    const sorted = files.map((file) => ({ file, role: roleOf(file) }));
    unknown = sorted.filter(({ role }) => role === null).map(({ file }) => file.name);
    for (const { file, role } of sorted) {
      if (role !== null) held = { ...forgetOther(held, role), [role]: file };
    }
    show();
  };
  const show = (): void => {
    const judgement = judgeFiles(held, clock);
    place.replaceChildren(
      make("header", {}, make("h1", { class: "kind" }, "Evidence verifier"), promise()),
      make(
        "main",
        {},
        showVerdict(judgement),
        showTrust(held),
        showFiles(held, { unknown, onFiles: (files) => void read(files).then(take) }),
        ...showEvidence(held, judgement),
      ),
    );
    place.dataset["verdict"] = judgement.kind === "judged" ? judgement.report.verdict : judgement.kind;
  };

  acceptDrops((files) => void read(files).then(take));
  take(carried);
}

/** Another bundle is another case: frames that came with the one before must not be held against it. */
function forgetOther(held: HeldFiles, role: Role): HeldFiles {
  if (role !== "bundle" || held.frames?.origin !== "carried") return held;
  const { frames: _frames, ...rest } = held;
  return rest;
}

function promise(): HTMLElement {
  return make(
    "p",
    { class: "quiet" },
    "Everything is checked in this page. It cannot open a connection: its own security policy forbids it.",
  );
}

async function read(files: readonly File[]): Promise<readonly GivenFile[]> {
  const small = files.filter(({ size }) => size <= mostFileBytes);
  return Promise.all(
    small.map(async (file) => ({
      name: file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
      origin: "given" as const,
    })),
  );
}

function acceptDrops(use: (files: readonly File[]) => void): void {
  const root = document.documentElement;
  root.addEventListener("dragover", (event) => {
    event.preventDefault();
    root.classList.add("dragging");
  });
  root.addEventListener("dragleave", () => root.classList.remove("dragging"));
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    root.classList.remove("dragging");
    use([...(event.dataTransfer?.files ?? [])]);
  });
}
