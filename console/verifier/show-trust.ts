import { toHex } from "../../core/encoding/bytes.ts";
import type { HeldFiles } from "./given-file.ts";
import { make } from "./make-element.ts";
import { noblePrimitives } from "../../clients/typescript/verify/noble-primitives.ts";

/** The fingerprint everything hangs on, large enough to be compared with one that came another way. */
export function showTrust({ trust }: HeldFiles): HTMLElement | null {
  if (trust === undefined) return null;
  const fingerprint = toHex(noblePrimitives.sha256(trust.bytes));
  const isBesideEvidence = trust.origin !== "given";
  const warning = isBesideEvidence
    ? `This trust file came inside this ${trust.origin === "carried" ? "page" : "archive"}, together with the evidence: anyone who could change one could change the other. Compare its SHA-256 with the one the issuer published elsewhere, or drop your own trust file.`
    : "Compare its SHA-256 with the one the issuer published elsewhere, unless the file itself came from there.";
  return make(
    "section",
    {},
    make("h2", {}, "Trusted keys"),
    make("p", { class: isBesideEvidence ? "warning" : "" }, warning),
    make("p", { class: "fingerprint", id: "trust-fingerprint" }, ...inGroups(fingerprint)),
    comparison(fingerprint),
  );
}

const groupLength = 8;

/** Groups are separated by space alone, so that a copy of the line is still the fingerprint. */
function inGroups(fingerprint: string): readonly HTMLElement[] {
  const groups = fingerprint.match(new RegExp(`.{1,${groupLength}}`, "g")) ?? [];
  return groups.map((group) => make("span", {}, group));
}

function comparison(fingerprint: string): HTMLElement {
  const input = make("input", {
    type: "text",
    id: "published",
    spellcheck: "false",
    autocomplete: "off",
    placeholder: "paste the published SHA-256 here",
  });
  const outcome = make("output", { for: "published" });
  input.addEventListener("input", () => {
    const given = input.value.replaceAll(/\s|^sha256:/g, "").toLowerCase();
    outcome.textContent = given === "" ? "" : given === fingerprint ? "✔ the same" : "✖ not the same";
    outcome.className = given === fingerprint ? "same" : "different";
  });
  return make(
    "p",
    { class: "comparison" },
    make("label", { for: "published", class: "quiet" }, "Compare"),
    input,
    outcome,
  );
}
