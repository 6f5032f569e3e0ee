import { FileSpool } from "../../clients/typescript/spool.ts";
import { Plumbline } from "../../clients/typescript/plumbline.ts";
import { developmentApiKey } from "../../core/contract/api-key.ts";

/**
 * A vehicle with a spool, as a process that can be killed: writes the frames FROM … TO and says of each, by its number, when
 * it was kept. `node spooling-vehicle.ts URL FOLDER FROM TO`.
 */
const [baseUrl = "", folder = "", from = "0", to = "0"] = process.argv.slice(2);
const client = new Plumbline({ baseUrl, apiKey: developmentApiKey, logLevel: "off" });
const writer = client.telemetry.writer({
  spool: await FileSpool.open(folder),
  flushFrames: 50,
  flushMs: 20,
});
for (let number = Number(from); number < Number(to); number += 1) {
  await writer.write({
    vehicle_id: "veh-spooling",
    timestamp: new Date(Date.UTC(2026, 0, 5) + number * 1000).toISOString(),
    sensors: { radar_range_bias_m: (number % 7) / 1000 },
  });
  process.stdout.write(`${number}\n`);
}
process.stdout.write(`${JSON.stringify(await writer.close({ timeoutMs: 120_000 }))}\n`);
