import type { ProblemCode } from "../../../core/contract/problems.ts";
import type { Fault } from "../../../core/contract/refusal.ts";
import type { ApiKeyReader, StoredApiKey } from "./reading/api-key-reader.ts";

/** Something to be done with an organisation's keys. Plain data, because it may cross into another thread. */
export interface KeyChange {
  /** Null stands for any, since an id is one key's alone; only an operator may leave it open, and not for a new key. */
  readonly organisation: string | null;
  readonly authority: KeyAuthority;
  readonly act: KeyAct;
}

/** Who changes keys: an operator may do anything, a key only what it may do itself. */
export type KeyAuthority = "operator" | { readonly keyId: string };

export type KeyAct =
  | { readonly kind: "create"; readonly key: NewApiKey }
  | {
      readonly kind: "rotate";
      readonly publicId: string;
      readonly successor: Pick<StoredApiKey, "publicId" | "hash">;
      readonly overlapUs: number;
      /** Undefined: when the old one would have ended. */
      readonly expiresAtUs: number | null | undefined;
    }
  | {
      readonly kind: "revoke";
      readonly publicId: string;
      /** Also the last key that can manage keys. */
      readonly force: boolean;
      /** Also the keys it made, and those that they made. */
      readonly cascade: boolean;
    };

/** A key to be made. What is undefined becomes what the one who makes it has. */
export interface NewApiKey extends Pick<StoredApiKey, "publicId" | "hash" | "name" | "mode" | "scopes"> {
  readonly fleets: readonly string[] | null | undefined;
  readonly expiresAtUs: number | null | undefined;
}

/** What comes of it: `key` is the one made or ended, `previous` the one it takes the place of. */
export type KeyDecision =
  | {
      readonly kind: "changed";
      readonly key: StoredApiKey;
      readonly previous: StoredApiKey | null;
      /** With `cascade` the keys that ended because this one made them; null where that was not asked. */
      readonly alsoEnded: readonly StoredApiKey[] | null;
    }
  | {
      readonly kind: "refused";
      readonly code: ProblemCode;
      readonly detail: string;
      readonly fault?: Fault;
    };

/** Keys in force an organisation may have. */
export const keysPerOrganisation = 1_000;

/** The keys of an installation, to be read and changed. Safe beside a running server: each call is one short transaction. */
export interface ApiKeyStore extends ApiKeyReader {
  /** Decides by the keys as they are (decide-key-change.ts), and carries the decision out, in one transaction. */
  change(change: KeyChange): Promise<KeyDecision>;
}
