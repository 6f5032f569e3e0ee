import type { Competitor } from "./competitor.ts";
import type { FrameStream } from "./frame-stream.ts";
import { type LoadForm, requestsOf } from "./load-forms.ts";
import { sendInTurn } from "./send-load.ts";

const form: LoadForm = {
  name: "warm-up",
  body: "batch",
  framesPerRequest: 5_000,
  clients: 1,
  frames: 0,
  fleet: "1 Hz",
};
/** A peer learns a baseline of twenty frames and needs no more. */
const peersWarmUp = 24;

/** So many frames of every vehicle of the stream, outside the clock; nobody's order is changed. */
export async function warmUp(
  { services, peers }: { readonly services: readonly Competitor[]; readonly peers: readonly Competitor[] },
  stream: FrameStream,
  framesPerVehicle: number,
): Promise<void> {
  const total = framesPerVehicle * stream.vehicles;
  const peersFrom = total - peersWarmUp * stream.vehicles;
  for (let done = 0; done < total;) {
    const frames = stream.take(Math.min(form.framesPerRequest, total - done));
    const hearing = done >= peersFrom ? [...services, ...peers] : services;
    await Promise.all(
      hearing.map(({ door }) => sendInTurn(door.port, requestsOf(frames, form, door), form.clients)),
    );
    done += frames.length;
  }
}
