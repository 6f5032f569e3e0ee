import type { SendOutcome } from "../ports/message-sender.ts";
import type { StoredDelivery, StoredWebhook } from "../ports/webhook-store.ts";

export function deliveryForTests(changes: Partial<StoredDelivery> = {}): StoredDelivery {
  return {
    deliveryKey: 1,
    deliveryId: "dlv_00000000000000000001",
    webhookKey: 1,
    eventId: "evt_1",
    eventType: "vehicle.tier_changed",
    vehicleId: "veh-1",
    event: "{}",
    notice: null,
    state: "ready",
    dueUs: 0,
    tries: 0,
    createdUs: 0,
    ...changes,
  };
}

export function outcomeForTests(changes: Partial<SendOutcome> = {}): SendOutcome {
  return {
    status: 200,
    error: null,
    response: "",
    durationMs: 1,
    isGone: false,
    retryAfterS: null,
    ...changes,
  };
}

export function webhookForTests(changes: Partial<Omit<StoredWebhook, "webhookKey">> = {}) {
  return {
    webhookId: "wh_00000000000000000001",
    organisation: "acme",
    url: "https://ops.example.com/hook",
    description: "",
    eventTypes: null,
    fleets: null,
    format: "standard",
    secret: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
    previousSecret: null,
    disabled: null,
    beginsAfter: null,
    createdUs: 1e15,
    updatedUs: 1e15,
    ...changes,
  } as const;
}
