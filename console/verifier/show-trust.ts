import { toHex } from "../../core/encoding/bytes.ts";
import { isFingerprint } from "../evidence/is-fingerprint.ts";
import type { HeldFiles } from "./given-file.ts";
import { make } from "./make-element.ts";
import { noblePrimitives } from "../../clients/typescript/verify/noble-primitives.ts";

/** SHA-256 of the trust file held, hex; null where there is none. */
export function trustFingerprint({ trust }: HeldFiles): string | null {
  return trust === undefined ? null : toHex(noblePrimitives.sha256(trust.bytes));
}

interface TrustShown {
  /** Given by itself, apart from the evidence. */
  readonly isApart: boolean;
  /** What was typed to compare, kept while the page is shown again. */
  readonly compared: string;
  /** Called with what was typed. */
  readonly onCompare: (typed: string) => void;
}

/** The fingerprint everything hangs on, large enough to be compared with one that came another way. */
export function showTrust(held: HeldFiles, { isApart, ...typing }: TrustShown): HTMLElement | null {
  const { trust } = held;
  const fingerprint = trustFingerprint(held);
  if (trust === undefined || fingerprint === null) return null;
  const isBesideEvidence = !isApart;
  const warning = isBesideEvidence
    ? `This trust file came ${besides[trust.origin]} the evidence: anyone who could change one could change the other. Compare its SHA-256 with the one the issuer published elsewhere, or drop your own trust file by itself.`
    : "Compare its SHA-256 with the one the issuer published elsewhere, unless the file itself came from there.";
  return make(
    "section",
    {},
    make("h2", {}, "Trusted keys"),
    make("p", { class: isBesideEvidence ? "warning" : "" }, warning),
    make("p", { class: "fingerprint", id: "trust-fingerprint" }, ...inGroups(fingerprint)),
    comparison(fingerprint, typing),
  );
}

const besides = {
  carried: "inside this page, together with",
  unpacked: "inside this archive, together with",
  given: "together with",
} as const;

const groupLength = 8;

/** Groups are separated by space alone, so that a copy of the line is still the fingerprint. */
function inGroups(fingerprint: string): readonly HTMLElement[] {
  const groups = fingerprint.match(new RegExp(`.{1,${groupLength}}`, "g")) ?? [];
  return groups.map((group) => make("span", {}, group));
}

function comparison(
  fingerprint: string,
  { compared, onCompare }: Pick<TrustShown, "compared" | "onCompare">,
): HTMLElement {
  const input = make("input", {
    type: "text",
    id: "published",
    spellcheck: "false",
    autocomplete: "off",
    placeholder: "paste the published SHA-256 here",
  });
  const outcome = make("output", { for: "published" });
  const show = () => {
    const isSame = isFingerprint(input.value, fingerprint);
    outcome.textContent = input.value.trim() === "" ? "" : isSame ? "✔ the same" : "✖ not the same";
    outcome.className = isSame ? "same" : "different";
  };
  input.value = compared;
  show();
  input.addEventListener("input", () => {
    show();
    onCompare(input.value);
  });
  return make(
    "p",
    { class: "comparison" },
    make("label", { for: "published", class: "quiet" }, "Compare"),
    input,
    outcome,
  );
}
