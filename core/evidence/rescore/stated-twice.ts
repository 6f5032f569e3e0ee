import { type MeasuredKind, measuredKinds, sensors } from "../../sensors/sensor-lists.ts";
import { fromBase64 } from "../../encoding/base64.ts";
import type { BundleCore } from "../../encoding/bundle.ts";
import { measuredIn } from "../bundle/measured-drifts.ts";
import { toHex } from "../../encoding/bytes.ts";
import { isWorseTier } from "../../encoding/field-schemas.ts";
import { canonicalText } from "../../encoding/canonical-json.ts";
import type { Sha256 } from "../../encoding/primitives.ts";

/** What a reader finds at one place: a JSON pointer into the bundle, and the value there as canonical JSON or in words. */
export interface Statement {
  readonly place: string;
  readonly value: string;
}

/** Two places that must say one thing, and do not. Which of them is wrong, no comparison can tell. */
export interface Contradiction {
  readonly kind: "stated";
  readonly here: Statement;
  readonly there: Statement;
}

/**
 * Where the bundle contradicts itself about its scoring. This needs neither frames nor scoring, and computes nothing but
 * a digest. Empty when it is of one mind.
 */
export function contradictionsIn(core: BundleCore, sha256: Sha256): readonly Contradiction[] {
  const { scoring, tier_transition: transition, measurements, breach } = core;
  const { outputs, inputs, initial_state: initial } = scoring;
  const output = (name: "tier" | "tier_before" | "health_score" | MeasuredKind["drift"]["member"]) =>
    stated(`/scoring/outputs/${name}`, outputs[name]);
  const opened = { place: "/breach", value: `a breach at entry ${breach.frame_seq}` };
  const { measured } = measurements;
  const due = measuredIn(outputs);
  return [
    ...same(stated("/tier", core.tier), output("tier")),
    ...same(stated("/tier_transition/before/tier", transition.before.tier), output("tier_before")),
    ...same(stated("/tier_transition/after/tier", transition.after.tier), output("tier")),
    ...same(
      stated("/tier_transition/after/health_score", transition.after.health_score),
      output("health_score"),
    ),
    ...agreeing(transition.rule === `tier-rules/${scoring.version}`, {
      here: stated("/tier_transition/rule", transition.rule),
      there: stated("/scoring/version", scoring.version),
    }),
    ...measuredKinds.flatMap(({ drift: { member } }) =>
      same(stated(`/measurements/${member}`, measurements[member]), output(member)),
    ),
    ...same(stated("/measurements/health_score", measurements.health_score), output("health_score")),
    ...([...sensors, "health"] as const).flatMap((name) =>
      agreeing(measured[name] === due[name], {
        here: stated(`/measurements/measured/${name}`, measured[name]),
        there: { place: "/scoring/outputs", value: due[name] ? "an estimate" : "none" },
      }),
    ),
    ...agreeing(outputs.breach_opened === (breach.opened_seq === breach.frame_seq), {
      here: stated("/scoring/outputs/breach_opened", outputs.breach_opened),
      there: stated("/breach/opened_seq", breach.opened_seq),
    }),
    ...triggerContradictions(core),
    ...agreeing(outputs.cusum_triggered, {
      here: stated("/scoring/outputs/cusum_triggered", outputs.cusum_triggered),
      there: opened,
    }),
    ...stateContradiction(initial, sha256),
    ...agreeing(inputs.first_seq === initial.seq + 1, {
      here: stated("/scoring/inputs/first_seq", inputs.first_seq),
      there: { place: "/scoring/initial_state/seq", value: `${initial.seq}, before ${initial.seq + 1}` },
    }),
    ...agreeing(inputs.count === inputs.last_seq - inputs.first_seq + 1, {
      here: stated("/scoring/inputs/count", inputs.count),
      there: { place: "/scoring/inputs/last_seq", value: `${inputs.last_seq}, from ${inputs.first_seq} on` },
    }),
    ...same(
      stated("/breach/frame_seq", breach.frame_seq),
      stated("/scoring/inputs/last_seq", inputs.last_seq),
    ),
  ];
}

/** Why evidence was issued must be what happened at its newest frame. */
function triggerContradictions({
  breach,
  tier_transition: moved,
  ...core
}: BundleCore): readonly Contradiction[] {
  const { trigger } = breach;
  const here = stated("/breach/trigger", trigger);
  const hasOpened = breach.opened_seq === breach.frame_seq;
  const hasWorsened = isWorseTier(moved.after.tier, moved.before.tier);
  return [
    ...agreeing(breach.opened_seq <= breach.frame_seq && (trigger !== "breach_opened" || hasOpened), {
      here,
      there: stated("/breach/opened_seq", breach.opened_seq),
    }),
    ...agreeing(trigger !== "tier_worsened" || (hasWorsened && !hasOpened), {
      here,
      there: stated("/tier_transition/after/tier", moved.after.tier),
    }),
    ...agreeing((trigger === "requested") === (core.request !== undefined), {
      here,
      there: { place: "/request", value: core.request === undefined ? "absent" : "present" },
    }),
  ];
}

/** A digest beside what it is of. */
function stateContradiction(
  initial: BundleCore["scoring"]["initial_state"],
  sha256: Sha256,
): readonly Contradiction[] {
  const packed = initial.state === null ? null : fromBase64(initial.state);
  const digest = packed === null ? null : toHex(sha256(packed));
  return agreeing(initial.sha256 === digest, {
    here: stated("/scoring/initial_state/sha256", initial.sha256),
    there: {
      place: "/scoring/initial_state/state",
      value: digest === null ? "no state" : `bytes of SHA-256 ${canonicalText(digest)}`,
    },
  });
}

/** `value` as canonical JSON. */
export function stated(place: string, value: unknown): Statement {
  return { place, value: canonicalText(value) };
}

export function same(here: Statement, there: Statement): readonly Contradiction[] {
  return agreeing(here.value === there.value, { here, there });
}

function agreeing(isAgreed: boolean, places: Omit<Contradiction, "kind">): readonly Contradiction[] {
  return isAgreed ? [] : [{ kind: "stated", ...places }];
}
