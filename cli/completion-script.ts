import { Argument, Command, type Option } from "commander";
import type { Terminal } from "./terminal/terminal.ts";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

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

/** A script that a shell reads to complete every command and option of the program, written from the program itself. */
export function completionScript(program: Command, shell: Shell): string {
  const places = placesOf(program, []);
  switch (shell) {
    case "bash":
      return bashScript(places);
    case "zsh":
      return zshScript(places);
    case "fish":
      return fishScript(places);
  }
}

/** One command, by the names that lead to it: what may come next. */
interface Place {
  /** `keys create`; empty for the program. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly about: string }[];
  readonly options: readonly Choosable[];
  /** Whether a name of a file may follow. */
  readonly takesFiles: boolean;
}

interface Choosable {
  readonly flags: readonly string[];
  readonly about: string;
  /** What may follow it: one of several choices, a file, something only the user knows, or nothing. */
  readonly value:
    | { readonly kind: "choices"; readonly choices: readonly string[] }
    | { readonly kind: "file" | "any" | "none" };
}

function placesOf(command: Command, path: readonly string[]): readonly Place[] {
  const own: Place = {
    path: path.join(" "),
    commands: command.commands.map((below) => ({
      name: below.name(),
      about: firstSentence(below.description()),
    })),
    options: [...command.options.map(choosable), helpOption],
    takesFiles: command.registeredArguments.some((argument) => isFile(nameOf(argument))),
  };
  return [own, ...command.commands.flatMap((below) => placesOf(below, [...path, below.name()]))];
}

const helpOption: Choosable = { flags: ["-h", "--help"], about: "display help", value: { kind: "none" } };

function choosable(option: Option): Choosable {
  const flags = [option.short, option.long].filter((flag) => flag !== undefined && flag !== null);
  return { flags, about: firstSentence(option.description), value: valueOf(option) };
}

function valueOf(option: Option): Choosable["value"] {
  if (!option.required && !option.optional) return { kind: "none" };
  if (option.argChoices !== undefined) return { kind: "choices", choices: option.argChoices };
  return { kind: isFile(option.flags) ? "file" : "any" };
}

function nameOf(argument: Argument): string {
  return argument.name();
}

function isFile(name: string): boolean {
  return /file|folder|bundle|archive|frames\b|path/u.test(name);
}

/** Short enough for a list, and without what shells would read as theirs. */
function firstSentence(text: string): string {
  return (text.split(/[;:(]/u)[0] ?? "").replaceAll(/[^\p{L}\p{N} ,.%/-]/gu, "").trim();
}

const flagsOf = (place: Place): string => place.options.flatMap(({ flags }) => flags).join(" ");
const commandsOf = (place: Place): string => place.commands.map(({ name }) => name).join(" ");

/** Cases of a shell's `case`, one for each option with a value: what may follow. */
function valueCases(places: readonly Place[], reply: (value: Choosable["value"]) => string): string {
  return places
    .flatMap(({ path, options }) =>
      options
        .filter(({ value }) => value.kind !== "none")
        .map(({ flags, value }) => {
          const keys = flags.map((flag) => `"${path}|${flag}"`).join("|");
          return `    ${keys}) ${reply(value)}; return ;;`;
        }),
    )
    .join("\n");
}

/** Cases that state which names lead to a command. */
function pathCase(places: readonly Place[]): string {
  const paths = places.filter(({ path }) => path !== "").map(({ path }) => `"${path}"`);
  return paths.join("|");
}

function bashScript(places: readonly Place[]): string {
  const reply = (value: Choosable["value"]): string => {
    if (value.kind === "choices") return `COMPREPLY=($(compgen -W "${value.choices.join(" ")}" -- "$cur"))`;
    return value.kind === "file" ? 'COMPREPLY=($(compgen -f -- "$cur"))' : "COMPREPLY=()";
  };
  const replies = places.map((place) => {
    const files = place.takesFiles ? ' $(compgen -f -- "$cur")' : "";
    return `    "${place.path}") flags="${flagsOf(place)}"; COMPREPLY=($(compgen -W "${commandsOf(place)}" -- "$cur")${files}) ;;`;
  });
  return `# plumbline completion for bash: eval "$(plumbline completion bash)"
_plumbline() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" path="" flags="" at
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "\${path:+$path }\${COMP_WORDS[at]}" in
      ${pathCase(places)}) path="\${path:+$path }\${COMP_WORDS[at]}" ;;
    esac
  done
  case "$path|$prev" in
${valueCases(places, reply)}
  esac
  case "$path" in
${replies.join("\n")}
  esac
  if [[ "$cur" == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$cur")); fi
}
complete -o filenames -F _plumbline plumbline
`;
}

function zshScript(places: readonly Place[]): string {
  const reply = (value: Choosable["value"]): string => {
    if (value.kind === "choices") return `compadd -- ${value.choices.join(" ")}`;
    return value.kind === "file" ? "_files" : "_message value";
  };
  const replies = places.map((place) => {
    const commands = place.commands.length === 0 ? "" : ` compadd -- ${commandsOf(place)};`;
    const files = place.takesFiles ? " _files;" : "";
    return `    "${place.path}") if [[ "$cur" == -* ]]; then compadd -- ${flagsOf(place)}; else :;${commands}${files} fi ;;`;
  });
  return `#compdef plumbline
# plumbline completion for zsh: eval "$(plumbline completion zsh)", after compinit
_plumbline() {
  local cur="\${words[CURRENT]}" prev="\${words[CURRENT-1]}" place="" at
  for ((at = 2; at < CURRENT; at++)); do
    case "\${place:+$place }\${words[at]}" in
      ${pathCase(places)}) place="\${place:+$place }\${words[at]}" ;;
    esac
  done
  case "$place|$prev" in
${valueCases(places, reply)}
  esac
  case "$place" in
${replies.join("\n")}
  esac
}
compdef _plumbline plumbline
`;
}

function fishScript(places: readonly Place[]): string {
  const lines = places.flatMap((place) => {
    const here = `-n "__plumbline_at '${place.path}'"`;
    return [
      ...(place.takesFiles ? [`complete -c plumbline ${here} -F`] : []),
      ...place.commands.map(({ name, about }) => `complete -c plumbline ${here} -a ${name} -d '${about}'`),
      ...place.options.map((option) => `complete -c plumbline ${here} ${fishOption(option)}`),
    ];
  });
  return `# plumbline completion for fish: plumbline completion fish | source
function __plumbline_at
  set -l place ''
  for word in (commandline -opc)[2..-1]
    set -l further (string trim -- "$place $word")
    switch $further
      case ${places.flatMap(({ path }) => (path === "" ? [] : [`'${path}'`])).join(" ")}
        set place $further
    end
  end
  test "$place" = "$argv[1]"
end
complete -c plumbline -f
${lines.join("\n")}
`;
}

function fishOption({ flags, about, value }: Choosable): string {
  const names = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const takes = { choices: "-x", file: "-r -F", any: "-x", none: "" }[value.kind];
  const choices = value.kind === "choices" ? `-a '${value.choices.join(" ")}'` : "";
  return [...names, takes, choices, `-d '${about}'`].filter((part) => part !== "").join(" ");
}
