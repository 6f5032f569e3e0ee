/** What a script can rely on. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  /** No service answers at the address. */
  unreachable: 3,
  /** The service answered, and refused; or what was named is not there. */
  refused: 4,
  /** Some frames were taken or folded, others were not, or came too late to be judged. */
  partlyAccepted: 5,
  evidenceInvalid: 6,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A command that ends without having done all it was asked. `next` is what to type, or to look at, next. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;
  readonly next: string;

  constructor(exitCode: ExitCode, message: string, next: string) {
    super(message);
    this.name = "CommandFailure";
    this.exitCode = exitCode;
    this.next = next;
  }
}

/** How this program is called in every hint. */
export function typed(command: string): string {
  return `npx plumbline ${command}`;
}
