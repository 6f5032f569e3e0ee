import type { Scope } from "../../core/contract/api-key.ts";

/** A page that is offered on every page. */
export interface NavigationItem {
  readonly label: string;
  readonly address: string;
  /** `g` and this key go there. */
  readonly key: string;
  /** What a key needs for the page to show anything. */
  readonly scope: Scope;
}
