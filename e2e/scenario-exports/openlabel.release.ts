import { Ajv } from "ajv";
import { type TestContext, expect, test } from "vitest";

import { feedForTests } from "../../core/scenario/feed/feed-for-tests.ts";
import { everyFeed, exportedText, needValidators, packageFile, runInPython } from "./validators.ts";

const format = "openlabel/1.0";

/** The schema as the package keeps it: a Python dictionary. */
async function schemaCheck(context: TestContext) {
  needValidators(context);
  const program =
    "import json, runpy, sys; print(json.dumps(runpy.run_path(sys.argv[1])['openlabel_schema']))";
  const { stdout } = await runInPython("python", ["-c", program, packageFile("vcd", "schema.py")]);
  return new Ajv({ strict: false }).compile(JSON.parse(stdout) as object);
}

test("the schema of OpenLABEL 1.0 has nothing against any scenario type", async (context) => {
  const check = await schemaCheck(context);
  for (const [type, feed] of everyFeed) {
    check(JSON.parse(await exportedText(feed, format)));
    expect([type, check.errors ?? []]).toEqual([type, []]);
  }
});

interface Written {
  openlabel: {
    metadata: { schema_version?: string };
    coordinate_systems: Record<string, { type: unknown; pose_wrt_parent: { translation: unknown[] } }>;
    frames: Record<string, { frame_properties: { transforms: Record<string, { src?: string }> } }>;
  };
}

test.for<readonly [string, (file: Written) => void]>([
  ["no version", (file) => delete file.openlabel.metadata.schema_version],
  [
    "a kind of coordinate system that is a number",
    (file) => (file.openlabel.coordinate_systems["map"]!.type = 7),
  ],
  [
    "a transform from nowhere",
    (file) => delete Object.values(file.openlabel.frames["0"]!.frame_properties.transforms)[0]!.src,
  ],
])("the schema refuses %s", async ([, mutate], context) => {
  const check = await schemaCheck(context);
  const file = JSON.parse(await exportedText(feedForTests(), format)) as Written;
  mutate(file);
  expect(check(file)).toBe(false);
});
