import { once } from "node:events";
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A service before which another tells the events: everything else passes through to it. */
export interface ScriptedEvents {
  readonly url: string;
  /** Of each request to follow: after which event it wants to go on; null where it begins. */
  readonly askedFrom: readonly (string | null)[];
  /** The event that was told last. */
  lastId(): string;
  /** How often a page asked the service behind for what is at this path. */
  requestsFor(path: string): number;
  isFollowed(): boolean;
  /** So many events at once. */
  tell(events: number): void;
  /** A part of one more event; whoever resumes before it gets it in whole. */
  tellPart(): void;
  /** Ends the connection as a lost network does: in the middle. */
  cut(): void;
  close(): Promise<void>;
}

/** In front of the service at `origin`. Who resumes gets everything after its event, as of the service itself. */
export async function startScriptedEvents(origin: string): Promise<ScriptedEvents> {
  const agent = new Agent({ keepAlive: true });
  const askedFrom: (string | null)[] = [];
  const asked: string[] = [];
  let told = 0;
  let follower: ServerResponse | null = null;

  const follow = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const position = incoming.headers["last-event-id"];
    askedFrom.push(typeof position === "string" ? position : null);
    outgoing.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    outgoing.write(
      `retry: 2000\n\n${blocks(typeof position === "string" ? numberOf(position) : told, told)}`,
    );
    outgoing.once("close", () => {
      if (follower === outgoing) follower = null;
    });
    follower = outgoing;
  };
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers, url = "/" } = incoming;
    asked.push(url.split("?", 1)[0]!);
    const onward = request(new URL(url, origin), { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once("error", () => outgoing.destroy());
    outgoing.once("close", () => onward.destroy());
    incoming.pipe(onward);
  };
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === "/v1/events") follow(incoming, outgoing);
    else pass(incoming, outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    askedFrom,
    lastId: () => idOf(told),
    requestsFor: (path) => asked.filter((one) => one === path).length,
    isFollowed: () => follower !== null,
    tell(events) {
      follower?.write(blocks(told, told + events));
      told += events;
    },
    tellPart() {
      const whole = blocks(told, told + 1);
      follower?.write(whole.slice(0, whole.length / 2));
    },
    cut: () => follower?.socket?.destroy(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      agent.destroy();
    },
  };
}

/** Events as the service tells them, from after the first number to the last. */
function blocks(after: number, last: number): string {
  let text = "";
  for (let number = after + 1; number <= last; number += 1) {
    const vehicle = `veh-${String(number % 1000).padStart(4, "0")}`;
    const data = { from: "NOMINAL", to: "CAUTION", decided_by: "caution_limit_exceeded", health_score: 61.4 };
    const at = "2026-03-01T07:00:00.000Z";
    const about = { vehicle_id: vehicle, fleet_id: "north", tier: "CAUTION", occurred_at: at };
    const event = { id: idOf(number), type: "vehicle.tier_changed", ...about, data };
    text += `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  }
  return text;
}

function idOf(number: number): string {
  return `evt_${String(number).padStart(8, "0")}`;
}

function numberOf(id: string): number {
  return Number(id.slice("evt_".length));
}
