import { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";
import { designArlCommand } from "./design-arl.ts";
import { designBudgetCommand } from "./design-budget.ts";
import { designLimitCommand } from "./design-limit.ts";
import { designPriorCommand } from "./design-prior.ts";

export function designCommand(terminal: Terminal): Command {
  return new Command("design")
    .description("run lengths and limits of control charts, computed exactly, for people who set limits")
    .addCommand(designArlCommand(terminal))
    .addCommand(designLimitCommand(terminal))
    .addCommand(designBudgetCommand(terminal))
    .addCommand(designPriorCommand(terminal));
}
