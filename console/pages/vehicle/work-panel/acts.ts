import type { VehicleWork, WorkCommand } from "../../../../clients/typescript/generated/contract.ts";

/** A button, and what it leads to: a command at once, or a form that asks for the rest of it. */
export type Act =
  | { readonly name: string; readonly form: null; readonly command: WorkCommand }
  | {
      readonly name: string;
      readonly form: "assign" | "snooze" | "comment" | "repaired" | "reopen" | "close";
    };

const acknowledge: Act = { name: "Acknowledge", form: null, command: { action: "acknowledge" } };
const assign: Act = { name: "Assign…", form: "assign" };
const snooze: Act = { name: "Snooze…", form: "snooze" };
const comment: Act = { name: "Comment…", form: "comment" };
const repaired: Act = { name: "Repaired…", form: "repaired" };
const reopen: Act = { name: "Reopen…", form: "reopen" };
const close: Act = { name: "Close…", form: "close" };

/** What makes sense as the work stands, the likeliest first. */
export function actsFor(work: Pick<VehicleWork, "state" | "recommended_action" | "repair">): readonly Act[] {
  const { state, recommended_action: action, repair } = work;
  const outcome = repair?.outcome ?? null;
  const acts: readonly (readonly [Act, boolean])[] = [
    [acknowledge, state === "open"],
    [assign, state !== "closed"],
    [repaired, true],
    [snooze, state === "open" || state === "acknowledged"],
    [comment, true],
    [close, outcome === "pending" || (action === "none" && state !== "closed")],
    [reopen, state !== "open"],
  ];
  return acts.flatMap(([act, fits]) => (fits ? [act] : []));
}
