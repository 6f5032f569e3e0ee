import { eventTypes } from "../../../core/contract/schemas/events/event.ts";
import type {
  Webhook,
  WebhookCreation,
  WebhookDeletion,
  WebhookList,
  WebhookSecretRotation,
  WebhookUpdate,
  WebhookWithSecret,
} from "../../../core/contract/types.ts";
import { composed } from "../../../core/contract/plain-text.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import { randomBase62 } from "../api-keys/make-api-key.ts";
import type { Caller } from "../application.ts";
import type { StoredWebhook, WebhookTerms } from "../ports/webhook-store.ts";
import { presentWebhook } from "./present-webhook.ts";
import { newWebhookSecret } from "./sign-message.ts";
import { type WebhookNeeds, isVisible, openWebhook } from "./webhook-needs.ts";

/** Makes a webhook. Its secret is in the answer, this once. */
export async function createWebhook(
  caller: Caller,
  creation: WebhookCreation,
  needs: WebhookNeeds,
): Promise<WebhookWithSecret> {
  const { url, description = "", event_types: types = null, format = "standard", enabled = true } = creation;
  const fleets = fleetsOf(caller, creation.fleets ?? null);
  requireTypes(types);
  await requireTarget(url, format, needs);
  const nowUs = needs.nowUs();
  const secret = newWebhookSecret(needs.randomBytes);
  const terms: WebhookTerms = { url, description, eventTypes: types, fleets, format };

  const made = await needs.store.addWebhook(
    {
      ...terms,
      webhookId: `wh_${randomBase62(20, needs.randomBytes)}`,
      organisation: caller.organisation,
      secret,
      previousSecret: null,
      disabled: enabled ? null : { reason: "requested", atUs: nowUs },
      beginsAfter: await newestEvent(needs),
      createdUs: nowUs,
      updatedUs: nowUs,
    },
    needs.mostPerOrganisation,
  );

  if (made === null) throw limitRefusal(needs);
  needs.onChange(made.webhookKey);
  return { ...presentWebhook(made, { pending: 0, dead: 0 }, nowUs), secret };
}

export async function listWebhooks(caller: Caller, needs: WebhookNeeds): Promise<WebhookList> {
  const webhooks = await needs.store.listWebhooks(caller.organisation);
  const visible = webhooks.filter((webhook) => isVisible(webhook, caller));
  const data = await Promise.all(visible.map((webhook) => present(webhook, needs)));
  return { data, has_more: false, next_cursor: null };
}

export async function showWebhook(caller: Caller, webhookId: string, needs: WebhookNeeds): Promise<Webhook> {
  return present(await openWebhook(caller, webhookId, needs), needs);
}

/** Changes what the update names. */
export async function updateWebhook(
  caller: Caller,
  { webhookId, update }: { readonly webhookId: string; readonly update: WebhookUpdate },
  needs: WebhookNeeds,
): Promise<Webhook> {
  const before = await openWebhook(caller, webhookId, needs);
  const nowUs = needs.nowUs();
  const terms = changedTerms(caller, before, update);
  requireTypes(update.event_types ?? null);
  if (terms.url !== before.url || terms.format !== before.format)
    await requireTarget(terms.url, terms.format, needs);

  await needs.store.changeWebhook(
    before.webhookKey,
    { ...terms, ...(await disabledBy(update, before, needs)) },
    nowUs,
  );

  needs.onChange(before.webhookKey);
  return showWebhook(caller, webhookId, needs);
}

export async function deleteWebhook(
  caller: Caller,
  webhookId: string,
  needs: WebhookNeeds,
): Promise<WebhookDeletion> {
  const { webhookKey } = await openWebhook(caller, webhookId, needs);
  await needs.store.removeWebhook(webhookKey);
  needs.onChange(webhookKey);
  return { id: webhookId, deleted: true };
}

/** A new secret; the one before signs beside it for a while. */
export async function rotateWebhookSecret(
  caller: Caller,
  { webhookId, rotation }: { readonly webhookId: string; readonly rotation: WebhookSecretRotation },
  needs: WebhookNeeds,
): Promise<WebhookWithSecret> {
  const before = await openWebhook(caller, webhookId, needs);
  const nowUs = needs.nowUs();
  const secret = newWebhookSecret(needs.randomBytes);
  const untilUs = nowUs + (rotation.overlap_hours ?? overlapHours) * hourUs;
  const previousSecret = untilUs > nowUs ? { secret: before.secret, untilUs } : null;
  await needs.store.changeWebhook(before.webhookKey, { secret, previousSecret }, nowUs);
  needs.onChange(before.webhookKey);
  return { ...(await showWebhook(caller, webhookId, needs)), secret };
}

const overlapHours = 24;
const hourUs = 3_600e6;

async function present(webhook: StoredWebhook, needs: WebhookNeeds): Promise<Webhook> {
  return presentWebhook(webhook, await needs.log.countDeliveries(webhook.webhookKey), needs.nowUs());
}

function changedTerms(caller: Caller, before: StoredWebhook, update: WebhookUpdate): WebhookTerms {
  return {
    url: update.url ?? before.url,
    description: update.description ?? before.description,
    eventTypes: update.event_types === undefined ? before.eventTypes : update.event_types,
    fleets: update.fleets === undefined ? before.fleets : fleetsOf(caller, update.fleets),
    format: update.format ?? before.format,
  };
}

/** What is said again changes nothing: a reason stays the one it was. */
async function disabledBy(
  { enabled }: WebhookUpdate,
  { disabled }: StoredWebhook,
  needs: WebhookNeeds,
): Promise<Partial<Pick<StoredWebhook, "disabled" | "beginsAfter">>> {
  if (enabled === undefined || enabled === (disabled === null)) return {};
  if (!enabled) return { disabled: { reason: "requested", atUs: needs.nowUs() } };
  return { disabled: null, beginsAfter: await newestEvent(needs) };
}

async function newestEvent({ events }: WebhookNeeds): Promise<string | null> {
  return (await events.findEventSpan({ organisation: null })).newest;
}

/** The fleets asked for; those of the key where none are, since it may not see further. */
function fleetsOf({ fleets }: Caller, given: readonly string[] | null): readonly string[] | null {
  const asked = given?.map(composed) ?? null;
  if (fleets === null || asked === null) return asked ?? fleets;
  const at = asked.findIndex((fleet) => !fleets.includes(fleet));
  if (at === -1) return asked;
  const detail = `This key may not see the fleet "${asked[at]}"; it is limited to the fleets it was made for.`;
  throw new Refusal("fleet_not_allowed", detail, [
    { pointer: `/fleets/${at}`, code: "fleet_not_allowed", detail },
  ]);
}

function requireTypes(types: readonly string[] | null): void {
  const known: readonly string[] = eventTypes;
  const at = types?.findIndex((type) => !known.includes(type)) ?? -1;
  if (at === -1) return;
  const detail = `There are no events of the type "${types?.[at]}"; there are ${known.join(", ")}.`;
  throw new Refusal("event_type_unknown", detail, [
    { pointer: `/event_types/${at}`, code: "event_type_unknown", detail },
  ]);
}

async function requireTarget(
  url: string,
  format: WebhookTerms["format"],
  { sender }: WebhookNeeds,
): Promise<void> {
  const fault = await sender.checkTarget(url, format);
  if (fault === null) return;
  throw new Refusal(fault.code, fault.detail, [{ pointer: "/url", ...fault }]);
}

function limitRefusal({ mostPerOrganisation }: WebhookNeeds): Refusal {
  return new Refusal(
    "webhook_limit_reached",
    `The organisation has ${mostPerOrganisation} webhooks, which is the maximum: delete one, or send more types to one.`,
  );
}
