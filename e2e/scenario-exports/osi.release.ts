import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { unzipSync } from "fflate";
import { type TestContext, expect, test } from "vitest";

import { osiMessages } from "../../core/scenario/exports/osi/osi-messages.ts";
import { writeOsiTraces } from "../../core/scenario/exports/osi/osi-trace.ts";
import { feedForTests } from "../../core/scenario/feed/feed-for-tests.ts";
import { type Ended, runProgram } from "../run-program.ts";
import { inFolder, needValidators, packageFile, runInPython } from "./validators.ts";

const descriptor = () => packageFile("betterosi", "generated", "3.8.0", "osi3_descriptor_set.pb");

async function needDecoder(context: TestContext): Promise<void> {
  needValidators(context);
  const version = await runProgram("protoc", ["--version"]);
  if (version.status !== 0) context.skip("protoc is not installed (Debian: protobuf-compiler)");
}

async function traceOf(name: string): Promise<readonly [string, Uint8Array]> {
  const files = Object.entries(unzipSync(await writeOsiTraces(feedForTests())));
  return files.find(([path]) => path.endsWith(`${name}.osi`))!;
}

/** Google's compiler reads a message by the official descriptor. */
function decode(message: Uint8Array): Promise<Ended> {
  return inFolder(async (folder) => {
    const file = join(folder, "message.bin");
    await writeFile(file, message);
    const command = `protoc --descriptor_set_in="$1" --decode=osi3.SensorData < "$2"`;
    return runProgram("sh", ["-c", command, "sh", descriptor(), file]);
  });
}

const firstMessage = (trace: Uint8Array) =>
  trace.subarray(4, 4 + new DataView(trace.buffer, trace.byteOffset).getUint32(0, true));

test("protoc reads both poses, the uncertainty and the qualifiers by the official descriptor", async (context) => {
  await needDecoder(context);
  const [, trace] = await traceOf("cam_front-known");
  const { status, stdout } = await decode(firstMessage(trace));
  expect(status).toBe(0);
  const text = stdout.replaceAll(/\s+/g, " ");
  expect(text).toMatch(/^version \{ version_major: 3 version_minor: 8 version_patch: 0 \}/);
  expect(text).toMatch(
    /mounting_position \{ position \{ x: 1\.72 y: 0 z: 1\.04\d* \} orientation \{ roll: 0 pitch: 0 yaw: 0 \} \}/,
  );
  expect(text).toMatch(
    /camera_sensor \{ header \{.*mounting_position_rmse \{.*extended_qualifier: EXTENDED_QUALIFIER_SENSOR_MISALIGNED/,
  );
  // A field the descriptor does not know would be shown by its number.
  expect(stdout).not.toMatch(/^\s*\d+[:{ ]/m);
});

test("protoc refuses a message that was cut or altered", async (context) => {
  await needDecoder(context);
  const [, trace] = await traceOf("cam_front-known");
  const message = firstMessage(trace);
  expect((await decode(message.subarray(0, message.byteLength - 3))).status).toBe(1);
  const altered = message.slice();
  altered[1] = 0x7f;
  expect((await decode(altered)).status).toBe(1);
});

interface OfficialField {
  readonly number: number;
  readonly type: string;
  readonly repeated: boolean;
}

const readDescriptor = `
import json, sys
from google.protobuf import descriptor_pb2 as d
files = d.FileDescriptorSet()
files.ParseFromString(open(sys.argv[1], "rb").read())
kinds = {value: name for name, value in d.FieldDescriptorProto.Type.items()}
fields, values = {}, {}
def read(message, name):
    for field in message.field:
        kind = field.type_name.rsplit(".", 1)[-1] or kinds[field.type][5:].lower()
        fields[f"{name}.{field.name}"] = {"number": field.number, "type": kind, "repeated": field.label == 3}
    for kind in message.enum_type:
        for value in kind.value:
            values[f"{name}.{kind.name}.{value.name}"] = value.number
    for inner in message.nested_type:
        read(inner, f"{name}.{inner.name}")
for file in files.file:
    for message in file.message_type:
        read(message, message.name)
print(json.dumps({"fields": fields, "values": values}))
`;

test("every field that is written has the official name, number and type", async (context) => {
  needValidators(context);
  const { stdout } = await runInPython("python", ["-c", readDescriptor, descriptor()]);
  const official = JSON.parse(stdout) as {
    readonly fields: Readonly<Record<string, OfficialField>>;
    readonly values: Readonly<Record<string, number>>;
  };
  const messages = Object.entries(osiMessages.nested.osi3.nested);
  const ours = messages.flatMap(([message, { fields }]) =>
    Object.entries(fields).map(([name, field]) => [`${message}.${name}`, field] as const),
  );
  expect(ours.length).toBeGreaterThan(40);
  for (const [name, { id, type, rule }] of ours) {
    expect([name, official.fields[name]]).toEqual([
      name,
      { number: id, type, repeated: rule === "repeated" },
    ]);
  }
  const enums = Object.entries(osiMessages.nested.osi3.nested.SensorDetectionHeader.nested);
  for (const [kind, { values }] of enums) {
    for (const [name, value] of Object.entries(values)) {
      expect([name, official.values[`SensorDetectionHeader.${kind}.${name}`]]).toEqual([name, value]);
    }
  }
});

test("the traces bear names that ASAM's own tools understand", async (context) => {
  needValidators(context);
  const [path] = await traceOf("radar_front-true");
  const program =
    "import sys; from osi_utilities.filename import parse_osi_trace_filename as p; f = p(sys.argv[1]); print(f['message_type'].value, f['osi_version'], f['number_of_frames'])";
  const { stdout } = await runInPython("python", ["-c", program, path.split("/").at(-1)!]);
  expect(stdout).toBe("SensorData 3.8.0 201\n");
});
