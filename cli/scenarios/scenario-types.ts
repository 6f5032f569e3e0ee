import { Command } from "commander";
import { scenarioTypes } from "../../core/contract/scenario-types.ts";
import { scenariosThatMustNotAlarm } from "../../core/scenario/drift/drift-formulas.ts";
import { scenarioMeanings } from "../../core/scenario/drift/scenario-meanings.ts";
import { renderTable } from "../terminal/render-table.ts";
import type { Terminal } from "../terminal/terminal.ts";

export function scenarioTypesCommand(terminal: Terminal): Command {
  return new Command("types")
    .description("what can happen, and what of it must not be flagged as a sensor's drift")
    .action(() =>
      terminal.out(
        renderTable(scenarioTypes, [
          { head: "TYPE", cell: (type) => type },
          { head: "FLAG IT", cell: (type) => (scenariosThatMustNotAlarm.has(type) ? "no" : "yes") },
          { head: "WHAT HAPPENS", cell: (type) => scenarioMeanings[type] },
        ]),
      ),
    );
}
