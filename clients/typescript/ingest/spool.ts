/** Where a writer keeps lines until the service has acknowledged them. Groups leave in the order in which they came. */
export interface Spool {
  /** What is kept survives the end of this process. */
  readonly durable: boolean;
  /** Of all lines kept, those being written included. */
  readonly bytes: number;
  readonly lines: number;
  /** Puts a line, its line end included, behind all others. When it resolves, the line survives what this spool promises. */
  append(line: Uint8Array): Promise<void>;
  /** Ends the group that is being filled; the next line begins another. */
  seal(): Promise<void>;
  /** The oldest sealed group, the same until it is removed; null when there is none. */
  oldest(): Promise<SpooledGroup | null>;
  remove(group: SpooledGroup): Promise<void>;
  /** Seals, and lets go of what it holds open. */
  close(): Promise<void>;
}

export interface SpooledGroup {
  /** Of this group alone. */
  readonly name: string;
  readonly lines: number;
  readonly content: Uint8Array<ArrayBuffer>;
}
