import { expect, test } from "vitest";

import { parseInstant } from "../../core/encoding/instant.ts";
import type { KeyringView } from "./administer-keyring.ts";
import { examineKeyring } from "./examine-keyring.ts";

const view: KeyringView = {
  version: 3,
  digest: `sha256:${"0".repeat(64)}`,
  keys: [
    {
      keyid: "sha256:1",
      alg: "ECDSA_P256_SHA256",
      status: "active",
      revoked: null,
      firstIndex: 1,
      lastIndex: null,
      isHere: true,
    },
  ],
  rootKeyIds: ["sha256:2"],
  rootThreshold: 1,
  rootKeyFile: null,
  refreshAfter: "2027-12-26T00:00:00.000Z",
  logSize: 7,
};
const warnings = (now: string, more: Partial<KeyringView> = {}) =>
  examineKeyring({ ...view, ...more }, parseInstant(now)!)
    .filter(({ status }) => status !== "ok")
    .map(({ detail }) => detail);

test("doctor reminds of a keyring's date in the last 90 days before it, and after it", () => {
  expect(warnings("2027-09-26T00:00:00Z")).toEqual([]);
  expect(warnings("2027-09-28T00:00:00Z")).toEqual([
    expect.stringMatching(/^the keyring is good until 2027-12-26.*evidence-keys amend --renew$/u),
  ]);
  expect(warnings("2028-01-01T00:00:00Z")).toEqual([expect.stringContaining("the keyring was good until")]);
  expect(warnings("2028-01-01T00:00:00Z", { refreshAfter: null })).toEqual([]);
});
