import type { ScenarioFeed } from "../../../contract/types.ts";
import { utf8 } from "../../../encoding/bytes.ts";
import { GrowingBytes } from "../growing-bytes.ts";
import { mcapMessages } from "./mcap-messages.ts";
import { type McapTopic, mcapTopics } from "./mcap-topics.ts";

/**
 * An MCAP file with chunks and an index, messages as JSON: the frames of map, vehicle and sensors as
 * `foxglove.FrameTransform`, the vehicle's place as `foxglove.LocationFix`, the drift as `plumbline.Drift`. Time zero is
 * the beginning of the scenario. While nothing is received of a sensor, nothing is written of it.
 */
export async function writeMcap(feed: ScenarioFeed): Promise<Uint8Array> {
  const { McapWriter } = await import("@mcap/core");
  const file = new GrowingBytes();
  const writable = {
    position: () => BigInt(file.length),
    write: async (bytes: Uint8Array) => file.append(bytes),
  };
  const writer = new McapWriter({ writable, useStatistics: true });
  await writer.start({ profile: "", library: `${feed.generator.name} ${feed.generator.version}` });
  await writer.addMetadata({ name: "scenario", metadata: metadataOf(feed) });
  const channels = new Map<McapTopic, number>();
  for (const [topic, schema] of Object.entries(mcapTopics) as [McapTopic, (typeof mcapTopics)[McapTopic]][]) {
    const schemaId = await writer.registerSchema({
      name: schema.title,
      encoding: "jsonschema",
      data: utf8(JSON.stringify(schema)),
    });
    channels.set(
      topic,
      await writer.registerChannel({ topic, schemaId, messageEncoding: "json", metadata: new Map() }),
    );
  }
  let sequence = 0;
  for (const { topic, tS, message } of mcapMessages(feed)) {
    const time = BigInt(Math.round(tS * 1e9));
    await writer.addMessage({
      channelId: channels.get(topic)!,
      sequence,
      logTime: time,
      publishTime: time,
      data: utf8(JSON.stringify(message)),
    });
    sequence += 1;
  }
  await writer.end();
  return file.bytes();
}

function metadataOf(feed: ScenarioFeed): Map<string, string> {
  return new Map([
    ["scenario_id", feed.scenario_id],
    ["scenario_type", feed.scenario_type],
    ["seed", String(feed.seed)],
    ["provenance", feed.provenance.kind],
    ["vehicle_id", feed.parameters.visualizer.highlight_vehicle_id],
    [
      "frames",
      "vehicle: ISO 8855, on the ground below the rear axle; sensors: x along the line of sight, y left, z up",
    ],
  ]);
}
