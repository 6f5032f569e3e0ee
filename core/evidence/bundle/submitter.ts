import type { BundleCore } from "../../encoding/bundle.ts";
import { toHex, utf8 } from "../../encoding/bytes.ts";
import { canonicalText } from "../../encoding/canonical-json.ts";
import type { Sha256 } from "../../encoding/primitives.ts";

/** Whose vehicle it is: two organisations may call a vehicle alike. */
export type Submitter = NonNullable<BundleCore["submitter"]>;

/**
 * What stands for the organisation where the core is not shown: in the signed statement, and so behind the log's entry. Whoever
 * holds the bundle can prove the name by its salt; without the salt it cannot be guessed.
 */
export function organisationTag(organisation: string, salt: string, sha256: Sha256): string {
  return toHex(sha256(utf8(canonicalText([salt, organisation]))));
}

/** The label of a bundle that does not state whose vehicle it is about. */
export const organisationNotStated = "not named: issued before evidence contained it";

/** Labels of organisation and key, for whatever shows a bundle: both first, because a vehicle id alone names no vehicle. */
export function submitterLabels(submitter: Submitter | undefined): {
  readonly organisation: string;
  readonly apiKeyId: string;
} {
  return {
    organisation: submitter?.organisation ?? organisationNotStated,
    apiKeyId: submitter?.api_key_id ?? organisationNotStated,
  };
}
