import type { operations } from "../generated/contract.ts";

/** The query parameters of an operation, as the contract has them. */
export type QueryOf<Operation extends keyof operations> = NonNullable<
  operations[Operation]["parameters"]["query"]
>;
