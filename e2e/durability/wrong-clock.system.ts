import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";

import { runPlumbline } from "../service-process.ts";
import { ServiceFolder } from "./service-folder.ts";

/** A machine whose clock is wrong must neither take frames it cannot date nor keep the rest of a folder from being read. */
const place = new ServiceFolder("clock");

const headers = { authorization: "Bearer plumb_dev_local", "content-type": "application/json" };
const farUs = 254_065_075_206_036_000;

/** Every thread of the process lives at `text`. */
function clockAt(text: string): NodeJS.ProcessEnv {
  const preload = place.at("clock.mjs");
  const shiftMs = Date.parse(text) - Date.now();
  writeFileSync(
    preload,
    `const Real = Date;
     globalThis.Date = class extends Real {
       constructor(...given) { super(...(given.length === 0 ? [Real.now() + ${shiftMs}] : given)); }
       static now() { return Real.now() + ${shiftMs}; }
     };`,
  );
  return { NODE_OPTIONS: `--import ${preload}` };
}

function frameOf(vehicle: string, timestamp: string): object {
  return { vehicle_id: vehicle, timestamp, sensors: { radar_range_bias_m: 0.01 } };
}

async function send(path: string, body: string, type = "application/json") {
  const answer = await fetch(`${place.service.url}${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": type },
    body,
  });
  return { status: answer.status, problem: (await answer.json()) as Record<string, unknown> };
}

async function read(path: string) {
  const answer = await fetch(`${place.service.url}${path}`, { headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** A folder of two vehicles, one of which sent in the year 10021, as a server before this check left it. */
async function folderWithFarTimes(): Promise<void> {
  await place.start();
  for (const vehicle of ["far", "near"]) {
    await send("/v1/telemetry/ingest", JSON.stringify(frameOf(vehicle, "2026-01-01T00:00:00Z")));
  }
  await place.end();
  const database = new DatabaseSync(join(place.dataDir, "plumbline.db"));
  database.exec(`UPDATE vehicle SET first_received_us = ${farUs}, last_received_us = ${farUs}, received_minute = ${farUs} / 60000000,
      newest_timestamp_us = ${farUs - 7_000_000}, tier_since_us = ${farUs} WHERE vehicle_id = 'far';
    UPDATE frame SET received_us = ${farUs}, timestamp_us = ${farUs - 7_000_000}
      WHERE vehicle_key = (SELECT vehicle_key FROM vehicle WHERE vehicle_id = 'far');
    DROP TRIGGER log_document_is_final;
    UPDATE log_document SET logged_us = ${farUs};
    UPDATE meta SET value = '${farUs}' WHERE name = 'precommit_since_us';
    DELETE FROM snapshot`);
  database.close();
}

test("a folder with times beyond 2^53 starts, is read and written, and the doctor names them", async () => {
  await folderWithFarTimes();
  await place.start();
  const places = [
    "fleet/health-summary",
    "vehicles",
    "vehicles/far",
    "vehicles/far/series",
    "vehicles/near",
    "fleet/queue",
  ];
  for (const path of places) expect([path, (await read(`/v1/${path}`)).status]).toEqual([path, 200]);
  expect((await read("/v1/fleet/health-summary")).body).toMatchObject({ total_vehicles: 2 });
  expect((await read("/v1/vehicles/far")).body).toMatchObject({
    last_received_at: "9999-12-31T23:59:59.999Z",
  });
  for (const vehicle of ["near", "far"]) {
    const { status } = await send(
      "/v1/score/residual",
      JSON.stringify(frameOf(vehicle, "2026-01-01T00:00:01Z")),
    );
    expect(status).toBe(200);
  }
  expect((await read("/v1/vehicles/near")).body).toMatchObject({ frames: 2 });
  expect(await place.end()).toBe(0);

  const doctor = await runPlumbline(["doctor", "--data-dir", place.dataDir]);
  expect(doctor.out).toMatch(/warning +times/);
  expect(doctor.out).toContain("development far frame.timestamp_us (1 rows)");
  expect(doctor.out).toContain("development far vehicle.newest_timestamp_us (1 rows)");
  expect(doctor.out).toContain("log_document.logged_us");
  expect(doctor.out).not.toContain("development near");
});

const unusableClocks = ["+010021-06-01T00:00:00Z", "1970-01-01T00:10:00Z", "2200-01-01T00:00:00Z"];

test("at a clock that cannot be right nothing is stored, and everything is read", async () => {
  await place.start();
  await send("/v1/telemetry/ingest", JSON.stringify(frameOf("near", "2026-01-01T00:00:00Z")));
  await place.end();
  for (const clock of unusableClocks) {
    await place.start({ env: clockAt(clock) });
    const frame = JSON.stringify(frameOf("near", "1970-01-01T00:05:00Z"));
    for (const [path, body, type] of [
      ["/v1/telemetry/ingest", frame, "application/json"],
      ["/v1/telemetry/ingest", `[${frame}]`, "application/json"],
      ["/v1/telemetry/ingest", `${frame}\n`, "application/x-ndjson"],
      ["/v1/score/residual", frame, "application/json"],
      ["/v1/vehicles/near/baseline", `{"action":"freeze","reason":"x"}`, "application/json"],
    ] as const) {
      expect(await send(path, body, type), clock).toMatchObject({
        status: 503,
        problem: { code: "clock_unusable" },
      });
    }
    expect(await read("/v1/vehicles/near")).toMatchObject({ status: 200, body: { frames: 1 } });
    expect((await read("/v1/fleet/health-summary")).status).toBe(200);
    expect(await read("/readyz")).toMatchObject({
      status: 503,
      body: {
        checks: { store: expect.stringContaining("The clock of the service's machine says") as unknown },
      },
    });
    expect(await place.end()).toBe(0);
  }

  const env = clockAt(unusableClocks[0]!);
  const begun = await runPlumbline(["serve", "--dev", "--port", "0", "--data-dir", place.at("anew")], env);
  expect(begun.exitCode).not.toBe(0);
  expect(begun.err).toContain("Nothing is stored until it is set right");
  const words = ["--org", "acme", "--name", "n", "--preset", "admin", "--data-dir", place.dataDir];
  const key = await runPlumbline(["keys", "create", ...words], env);
  expect(key.exitCode).not.toBe(0);
  expect(key.err).toContain("The clock of the service's machine says");
  expect((await runPlumbline(["doctor", "--data-dir", place.dataDir], env)).out).toMatch(/FAILED +clock/);
});

test("a clock three years ahead of all that was received is named, and refuses nothing", async () => {
  await place.start();
  await send("/v1/telemetry/ingest", JSON.stringify(frameOf("near", "2026-01-01T00:00:00Z")));
  await place.end();
  const ahead = new Date(Date.now() + 3 * 366 * 86_400_000).toISOString();
  await place.start({ env: clockAt(ahead) });
  expect(await read("/readyz")).toMatchObject({
    status: 200,
    body: {
      checks: {
        clock: expect.stringMatching(/^the clock is 109[78] days ahead of all that was received/) as unknown,
      },
    },
  });
  expect(await read("/health")).toMatchObject({ status: 200, body: { status: "degraded" } });
  expect(place.service.said()).toContain("the clock may be wrong");
  const { status } = await send(
    "/v1/telemetry/ingest",
    JSON.stringify(frameOf("near", "2026-01-01T00:00:01Z")),
  );
  expect(status).toBe(200);
  await place.end();
  expect((await runPlumbline(["doctor", "--data-dir", place.dataDir])).out).toMatch(
    /warning +clock +frames were received 109/,
  );
});

test("a key that ends after all times is refused when it is made", async () => {
  const words = [
    "keys",
    "create",
    "--org",
    "acme",
    "--name",
    "n",
    "--preset",
    "admin",
    "--data-dir",
    place.dataDir,
  ];
  const { exitCode, err } = await runPlumbline([...words, "--expires", "2300-01-01T00:00:00Z"]);
  expect(exitCode).not.toBe(0);
  expect(err).toContain("before the year 2200");
});
