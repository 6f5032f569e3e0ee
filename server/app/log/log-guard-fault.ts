/** The log must not be signed on from here. `kind` says what that means for the store (store-fault.ts). */
export class LogGuardFault extends Error {
  readonly kind: "full" | "broken";

  constructor(message: string, kind: "full" | "broken" = "broken") {
    super(message);
    this.name = "LogGuardFault";
    this.kind = kind;
  }
}
