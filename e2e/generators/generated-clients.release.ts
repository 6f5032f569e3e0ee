import { copyFile, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, afterAll, beforeAll, expect, test } from "vitest";

import { serve } from "../../server/main.ts";
import { type Ended, runProgram } from "../run-program.ts";

/**
 * The document before the generators people use: each makes a client in a folder of its own, the client is built, and
 * does the six operations of the contract, and the three answers that are other people's formats, against a live service.
 * Generators are taken from their registries at pinned versions; where one cannot be had, its test skips and says why.
 */
const here = import.meta.dirname;
const repository = join(here, "..", "..");
const npmTools = [
  "openapi-typescript@7.13.0",
  "openapi-fetch@0.17.0",
  "typescript@5.9.3",
  "@stoplight/spectral-cli@6.16.3",
  "@redocly/cli@2.77.0",
];

let folder = "";
let document = "";
let service: Awaited<ReturnType<typeof serve>>;
let environment: NodeJS.ProcessEnv = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-generators-"));
  service = await serve({
    host: "127.0.0.1",
    port: 0,
    dataDir: join(folder, "data"),
    dev: true,
    logLevel: "silent",
    env: {},
  });
  for (const name of ["openapi.json", "openapi.yaml"]) {
    const served = await fetch(`${service.url}/${name}`);
    await writeFile(join(folder, name), await served.text());
  }
  document = join(folder, "openapi.json");
  const apiKey = "plumb_dev_local";
  environment = {
    ...process.env,
    SERVICE_URL: service.url,
    API_KEY: apiKey,
    EVENT_ID: await issueEvidence(apiKey),
  };
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A radar that steps by half a metre, and the id of the evidence that follows. */
async function issueEvidence(apiKey: string): Promise<string> {
  const frames = Array.from({ length: 260 }, (_, at) => ({
    vehicle_id: "veh-drifting",
    timestamp: new Date(Date.UTC(2025, 2, 1) + at * 60_000).toISOString(),
    sensors: {
      radar_range_bias_m: 0.02 * Math.sin(at * 2.4) + 0.013 * Math.sin(at * 5.1) + (at < 160 ? 0 : 0.5),
      lidar_registration_error_m: 0.03 + 0.004 * Math.sin(at * 3.7),
    },
  }));
  const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
  const body = JSON.stringify(frames);
  await fetch(`${service.url}/v1/telemetry/ingest`, { method: "POST", headers, body });
  const listed = await fetch(`${service.url}/v1/evidence`, { headers });
  const { data } = (await listed.json()) as { readonly data: readonly { readonly event_id: string }[] };
  return data[0]!.event_id;
}

/** Ends a test as skipped, with the reason, when a tool cannot be had. */
function needTool(context: TestContext, tool: string, { status, stderr, stdout }: Ended): void {
  if (status !== 0) context.skip(`${tool} cannot be had here: ${(stderr || stdout).trim().slice(-300)}`);
}

async function succeed(program: string, words: readonly string[], cwd = folder): Promise<string> {
  const { status, stdout, stderr } = await runProgram(program, words, { cwd, env: environment });
  expect({ status, output: status === 0 ? "" : `${stdout}\n${stderr}`.slice(-4000) }).toEqual({
    status: 0,
    output: "",
  });
  return stdout;
}

const once = <Value>(make: () => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
};

const installNpmTools = once(async () => {
  const npmFolder = join(folder, "npm");
  await mkdir(npmFolder);
  await writeFile(join(npmFolder, "package.json"), '{"type":"module","private":true}');
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=0", ...npmTools];
  return runProgram("npm", words, { cwd: npmFolder });
});

const installPythonTools = once(async () => {
  const made = await runProgram("python3", ["-m", "venv", join(folder, "python")]);
  if (made.status !== 0) return made;
  const words = ["install", "--quiet", "--disable-pip-version-check", "--requirement"];
  return runProgram(join(folder, "python", "bin", "pip"), [...words, join(here, "requirements.txt")]);
});

/** The generator is Java under a Python cover. */
const installGenerator = once(async (): Promise<Ended> => {
  const java = await runProgram("java", ["-version"]);
  return java.status === 0 ? installPythonTools() : java;
});

const inPython = (name: string) => join(folder, "python", "bin", name);

test("openapi-python-client makes a client that does the six operations", async (context) => {
  needTool(context, "openapi-python-client", await installPythonTools());
  environment["PATH"] = `${join(folder, "python", "bin")}:${environment["PATH"]}`;
  const words = ["generate", "--path", document, "--output-path", "python-client"];
  await succeed(inPython("openapi-python-client"), words);
  const program = join(folder, "python-client", "calls.py");
  await copyFile(join(here, "calls", "openapi_python_client.py"), program);
  expect(await succeed(inPython("python"), [program])).toBe("ok\n");
});

test("datamodel-code-generator makes models that every body fits", async (context) => {
  needTool(context, "datamodel-code-generator", await installPythonTools());
  const models = join(folder, "models");
  await mkdir(models);
  const kinds = ["--input-file-type", "openapi", "--output-model-type", "pydantic_v2.BaseModel"];
  const words = ["--input", document, ...kinds, "--output", join(models, "models.py")];
  await succeed(inPython("datamodel-codegen"), words);
  const program = join(models, "calls.py");
  await copyFile(join(here, "calls", "datamodel_code_generator.py"), program);
  expect(await succeed(inPython("python"), [program])).toBe("ok\n");
});

async function generate(language: string, target: string): Promise<void> {
  const words = ["generate", "-g", language, "-i", document, "-o", target];
  const named = "--additional-properties=packageName=plumbline";
  await succeed(inPython("openapi-generator-cli"), [...words, named]);
}

test("openapi-generator makes a Python client that does the six operations", async (context) => {
  needTool(context, "openapi-generator", await installGenerator());
  await generate("python", "generated-python");
  const program = join(folder, "generated-python", "calls.py");
  await copyFile(join(here, "calls", "openapi_generator_python.py"), program);
  expect(await succeed(inPython("python"), [program])).toBe("ok\n");
});

test("openapi-generator makes a Go client that builds and does the six operations", async (context) => {
  needTool(context, "openapi-generator", await installGenerator());
  needTool(context, "Go", await runProgram("go", ["version"]));
  await generate("go", "generated-go/client");
  const calls = join(folder, "generated-go");
  await succeed("go", ["mod", "edit", "-module", "plumbline.example/client"], join(calls, "client"));
  await copyFile(join(here, "calls", "openapi_generator.go"), join(calls, "main.go"));
  await writeFile(
    join(calls, "go.mod"),
    "module plumbline.example/calls\n\ngo 1.23\n\nrequire plumbline.example/client v0.0.0\n\nreplace plumbline.example/client => ./client\n",
  );
  await succeed("go", ["build", "./..."], join(calls, "client"));
  expect(await succeed("go", ["run", "."], calls)).toBe("ok\n");
});

test("oapi-codegen makes a Go client that builds and does the six operations", async (context) => {
  const calls = join(folder, "oapi-codegen");
  await mkdir(join(calls, "client"), { recursive: true });
  const generator = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";
  const env = { ...process.env, GOBIN: calls };
  needTool(context, "oapi-codegen", await runProgram("go", ["install", generator], { env }));
  // It looks for uses in the paths alone, and would leave out what only a webhook sends.
  const made = ["-generate", "types,client,skip-prune", "-package", "client", "-o", "client/client.go"];
  await succeed(join(calls, "oapi-codegen"), [...made, document], calls);
  await copyFile(join(here, "calls", "oapi_codegen.go"), join(calls, "main.go"));
  await writeFile(
    join(calls, "go.mod"),
    "module plumbline.example/calls\n\ngo 1.24\n\nrequire github.com/oapi-codegen/runtime v1.9.0\n",
  );
  await succeed("go", ["mod", "tidy"], calls);
  expect(await succeed("go", ["run", "."], calls)).toBe("ok\n");
});

test("openapi-typescript makes types under which the six operations compile and run", async (context) => {
  needTool(context, "openapi-typescript", await installNpmTools());
  const npmFolder = join(folder, "npm");
  await succeed("npx", ["openapi-typescript", document, "--output", "schema.ts"], npmFolder);
  await copyFile(join(here, "calls", "openapi-typescript.ts"), join(npmFolder, "calls.ts"));
  await cp(join(repository, "node_modules", "@types"), join(npmFolder, "node_modules", "@types"), {
    recursive: true,
    dereference: true,
  });
  const strict = ["--strict", "--noEmit", "--skipLibCheck", "--types", "node", "--target", "es2022"];
  const modules = ["--module", "nodenext", "--allowImportingTsExtensions", "--noUncheckedIndexedAccess"];
  await succeed("npx", ["tsc", ...strict, ...modules, "calls.ts"], npmFolder);
  expect(await succeed(process.execPath, ["calls.ts"], npmFolder)).toBe("ok\n");
});

test("Spectral finds no error in the document", async (context) => {
  needTool(context, "Spectral", await installNpmTools());
  const npmFolder = join(folder, "npm");
  await writeFile(join(npmFolder, ".spectral.yaml"), 'extends: ["spectral:oas"]\n');
  await succeed("npx", ["spectral", "lint", "--fail-severity", "error", document], npmFolder);
});

test("Redocly finds no error in the document, in JSON and in YAML", async (context) => {
  needTool(context, "Redocly", await installNpmTools());
  const files = [document, document.replace(/json$/, "yaml")];
  await succeed("npx", ["redocly", "lint", "--extends=recommended", ...files], join(folder, "npm"));
});
