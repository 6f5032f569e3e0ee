import type { Rescorer } from "../../core/evidence/rescore/rescore.ts";
import { isFingerprint } from "../evidence/is-fingerprint.ts";
import { chooseMoment } from "./choose-moment.ts";
import { judgeFiles } from "./judge-files.ts";
import { make } from "./make-element.ts";
import { droppedIn, type Folder, offerFiles } from "./offer-files.ts";
import { showEvidence } from "./show-evidence.ts";
import { showFiles } from "./show-evidence.ts";
import { showTrust, trustFingerprint } from "./show-trust.ts";
import { showReading, showVerdict, verdictName } from "./show-verdict.ts";
import type { GivenFile } from "./given-file.ts";
import { type Case, emptyCase, takeFiles } from "./take-files.ts";

/** Shows the verifier with these files, and judges anew whenever others are dropped on the page. */
export function startVerifier(
  place: HTMLElement,
  { carried, rescore }: { readonly carried: readonly GivenFile[]; readonly rescore: Rescorer },
): void {
  let current: Case = emptyCase;
  let last: Promise<void> = Promise.resolve();
  /** A moment chosen on the page; null: this machine's clock. */
  let asOfUs: number | null = null;
  /** What the reader typed to compare with the trust file's fingerprint. */
  let compared = "";
  const clock = { nowUs: () => asOfUs ?? Date.now() * 1_000, nowMs: () => performance.now() };

  const give = (files: readonly (File | Folder)[]): void => {
    // The verdict of before goes at once: a large file takes a while to read.
    place.replaceChildren(head(), make("main", {}, showReading()));
    place.dataset["verdict"] = "reading";
    last = takeAfter(last, files);
  };
  // One drop after another, however long the reading of each takes.
  const takeAfter = async (earlier: Promise<void>, files: readonly (File | Folder)[]): Promise<void> => {
    await earlier;
    current = takeFiles(current, await offerFiles(files));
    show();
  };
  const show = (): void => {
    const judgement = judgeFiles(current, { clock, rescore });
    const verdict = () => {
      const isIssuerConfirmed =
        current.trustIsApart || isFingerprint(compared, trustFingerprint(current.held));
      place.dataset["issuer"] = isIssuerConfirmed ? "confirmed" : "not confirmed";
      return showVerdict(judgement, { isIssuerConfirmed });
    };
    let shown = verdict();
    place.replaceChildren(
      head(),
      make(
        "main",
        {},
        shown,
        showTrust(current.held, {
          isApart: current.trustIsApart,
          compared,
          onCompare: (typed) => {
            compared = typed;
            const now = verdict();
            shown.replaceWith(now);
            shown = now;
          },
        }),
        chooseMoment(asOfUs, (chosen) => {
          asOfUs = chosen;
          show();
        }),
        showFiles(current, give),
        ...showEvidence(current.held, judgement),
      ),
    );
    place.dataset["verdict"] = verdictName(judgement);
  };

  acceptDrops(give);
  if (carried.length > 0) current = takeFiles(current, carried);
  show();
}

/** By a service, which has its console beside it; a page that lies on a disk has nowhere to lead. */
function isServed(): boolean {
  const { protocol, pathname } = window.location;
  return protocol.startsWith("http") && /^\/verify(?:\.html)?$/u.test(pathname);
}

function head(): HTMLElement {
  return make(
    "header",
    {},
    make("h1", { class: "kind" }, "Evidence verifier"),
    isServed() ? make("p", {}, make("a", { href: "/" }, "Back to the console")) : null,
    make(
      "p",
      { class: "quiet" },
      "Everything is checked in this page. It cannot open a connection: its own security policy forbids it.",
    ),
  );
}

function acceptDrops(use: (files: readonly (File | Folder)[]) => void): void {
  const root = document.documentElement;
  root.addEventListener("dragover", (event) => {
    event.preventDefault();
    root.classList.add("dragging");
  });
  root.addEventListener("dragleave", () => root.classList.remove("dragging"));
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    root.classList.remove("dragging");
    use(droppedIn(event.dataTransfer));
  });
}
