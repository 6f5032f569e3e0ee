import { expect, test } from "vitest";

import { installationBox } from "./installation-box.ts";

const box = installationBox(Buffer.alloc(32, 1), "webhooks");

test("what was sealed opens again, for the same owner alone", () => {
  const sealed = box.seal("whsec_ü", "wh_1");
  expect(box.open(sealed, "wh_1")).toBe("whsec_ü");
  expect(() => box.open(sealed, "wh_2")).toThrow();
});

test("neither a changed byte, nor another installation, nor another purpose opens it", () => {
  const sealed = box.seal("whsec_1", "wh_1");
  const bytes = Buffer.from(sealed, "base64");
  for (const at of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = changed[at]! ^ 1;
    expect(() => box.open(changed.toString("base64"), "wh_1")).toThrow();
  }
  expect(() => installationBox(Buffer.alloc(32, 2), "webhooks").open(sealed, "wh_1")).toThrow();
  expect(() => installationBox(Buffer.alloc(32, 1), "other").open(sealed, "wh_1")).toThrow();
});

test("the same text is sealed differently each time, and its letters are not in it", () => {
  const [one, other] = [box.seal("same text", "wh_1"), box.seal("same text", "wh_1")];
  expect(one).not.toBe(other);
  expect(Buffer.from(one, "base64").includes("same")).toBe(false);
});
