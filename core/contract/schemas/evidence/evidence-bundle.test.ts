import { expect, test } from "vitest";

import { bundleSchema } from "../../../encoding/bundle.ts";
import { schemaDocument } from "../schema-documents.ts";

const published = schemaDocument("EvidenceBundle");

test("the published bundle has the members of the strict one, and needs the same", () => {
  expect(Object.keys(Object(published["properties"])).toSorted()).toEqual(
    Object.keys(bundleSchema.properties).toSorted(),
  );
  expect(published["required"]).toEqual(bundleSchema.required);
});

test("the published bundle is open for members to come, the strict one is closed", () => {
  expect(JSON.stringify(published)).not.toContain('"additionalProperties":false');
  expect(bundleSchema).toMatchObject({ additionalProperties: false });
});
