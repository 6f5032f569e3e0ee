import { Argument, Command } from "commander";
import { type Shell, completionScript, shells } from "./completion-script.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** `program` is the command all others belong to; it is asked only when the script is wanted, when it has them all. */
export function completionCommand(terminal: Terminal, program: () => Command): Command {
  return new Command("completion")
    .description("a script with which a shell completes commands and options")
    .addArgument(new Argument("<shell>", "the shell that is to read it").choices([...shells]))
    .addHelpText(
      "after",
      [
        "",
        'bash:  eval "$(plumbline completion bash)"        in ~/.bashrc',
        'zsh:   eval "$(plumbline completion zsh)"         in ~/.zshrc, after compinit',
        "fish:  plumbline completion fish | source         in ~/.config/fish/config.fish",
      ].join("\n"),
    )
    .action((shell: Shell) => terminal.out(completionScript(program(), shell)));
}
