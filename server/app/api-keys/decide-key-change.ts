import { allowsScope, type Scope } from "../../../core/contract/api-key.ts";
import { composed } from "../../../core/contract/plain-text.ts";
import type { ProblemCode } from "../../../core/contract/problems.ts";
import type { StoredApiKey } from "../ports/reading/api-key-reader.ts";
import {
  keysPerOrganisation,
  type KeyAct,
  type KeyAuthority,
  type KeyChange,
  type KeyDecision,
  type NewApiKey,
} from "../ports/key-change.ts";

/** The keys a change may be about: those it names, and all of its organisation that are in force. */
export type KnownKeys = ReadonlyMap<string, StoredApiKey>;

type Refused = Extract<KeyDecision, { kind: "refused" }>;

/** What one may do, and hand on. */
type Rights = Pick<StoredApiKey, "scopes" | "fleets" | "expiresAtUs">;

const everyRight: Rights = { scopes: ["admin"], fleets: null, expiresAtUs: null };

/**
 * The rules of changing keys, for the interface and the command line alike: nobody hands on, or takes away, more than
 * he has, sees keys beyond his fleets, or locks his organisation out without meaning it.
 */
export function decideKeyChange(change: KeyChange, keys: KnownKeys, nowUs: number): KeyDecision {
  const rights = rightsOf(change.authority, keys, nowUs);
  if (rights === null) return refused("api_key_invalid", "This API key is no longer valid.");
  const given: Given = { ...change, rights, keys, nowUs };
  switch (change.act.kind) {
    case "create":
      return create(change.act.key, given);
    case "rotate":
      return rotate(change.act, given);
    case "revoke":
      return revoke(change.act, given);
  }
}

export function isInForce(
  { expiresAtUs, revokedAtUs }: Pick<StoredApiKey, "expiresAtUs" | "revokedAtUs">,
  nowUs: number,
): boolean {
  return revokedAtUs === null && (expiresAtUs === null || expiresAtUs > nowUs);
}

/** Whether a key limited to `fleets` (null: to none) may know of another one. */
export function isWithinFleets(key: Pick<StoredApiKey, "fleets">, fleets: readonly string[] | null): boolean {
  return fleets === null || (key.fleets?.every((fleet) => fleets.includes(fleet)) ?? false);
}

export const noSuchKey = "This key sees no such API key; GET /v1/keys lists those it sees.";

interface Given extends KeyChange {
  readonly rights: Rights;
  readonly keys: KnownKeys;
  readonly nowUs: number;
}

function rightsOf(authority: KeyAuthority, keys: KnownKeys, nowUs: number): Rights | null {
  if (authority === "operator") return everyRight;
  const own = keys.get(authority.keyId);
  return own !== undefined && isInForce(own, nowUs) ? own : null;
}

function create(asked: NewApiKey, given: Given): KeyDecision {
  const { rights, nowUs, organisation } = given;
  if (organisation === null) throw new Error("a new key belongs to an organisation");
  const key: StoredApiKey = {
    ...asked,
    organisation,
    fleets: asked.fleets === undefined ? rights.fleets : (asked.fleets?.map(composed) ?? null),
    expiresAtUs: asked.expiresAtUs === undefined ? rights.expiresAtUs : asked.expiresAtUs,
    createdAtUs: nowUs,
    createdBy: nameOf(given.authority),
    revokedAtUs: null,
    lastUsedAtUs: null,
    rotatedTo: null,
  };
  const refusal = endRefusal(key, nowUs) ?? excessOf(key, rights) ?? limitRefusal(organisation, given);
  return refusal ?? { kind: "changed", key, previous: null, alsoEnded: null };
}

function rotate(act: Extract<KeyAct, { kind: "rotate" }>, given: Given): KeyDecision {
  const { rights, nowUs } = given;
  const old = findNamed(act.publicId, given);
  if (old === null) return refused("key_not_found", noSuchKey);
  const key: StoredApiKey = {
    ...old,
    ...act.successor,
    expiresAtUs:
      act.expiresAtUs === undefined ? earlier(old.expiresAtUs, rights.expiresAtUs) : act.expiresAtUs,
    createdAtUs: nowUs,
    createdBy: nameOf(given.authority),
    lastUsedAtUs: null,
  };
  const refusal =
    rotationRefusal(old, nowUs) ??
    endRefusal(key, nowUs) ??
    excessOf(key, rights) ??
    limitRefusal(old.organisation, given);
  if (refusal !== null) return refusal;
  const expiresAtUs = earlier(old.expiresAtUs, nowUs + act.overlapUs);
  const previous = { ...old, expiresAtUs, rotatedTo: key.publicId };
  return { kind: "changed", key, previous, alsoEnded: null };
}

function revoke(act: Extract<KeyAct, { kind: "revoke" }>, given: Given): KeyDecision {
  const { rights, nowUs, authority } = given;
  const key = findNamed(act.publicId, given);
  if (key === null) return refused("key_not_found", noSuchKey);
  const made = act.cascade ? madeBy(key, given) : [];
  const ended = [key, ...made].filter(({ revokedAtUs }) => revokedAtUs === null);
  const excess = ended.flatMap((one) => scopeExcess(one, rights) ?? fleetExcess(one, rights) ?? []);
  if (excess[0] !== undefined) return excess[0];
  if (authority !== "operator" && !act.force && takesLastManager(ended, given)) {
    const detail =
      "Without this key nobody could manage the organisation's keys here for longer than a day. Make another one with keys:manage first, or send force if that is meant.";
    return refused("last_managing_key", detail);
  }
  const end = (one: StoredApiKey): StoredApiKey => ({ ...one, revokedAtUs: one.revokedAtUs ?? nowUs });
  return { kind: "changed", key: end(key), previous: null, alsoEnded: act.cascade ? made.map(end) : null };
}

/** The keys in force that this one made, that those made, and so on: also through keys that have ended. */
function madeBy(key: StoredApiKey, { keys, nowUs }: Given): readonly StoredApiKey[] {
  const makers = new Set([key.publicId]);
  const ofOrganisation = [...keys.values()].filter(({ organisation }) => organisation === key.organisation);
  for (let found = -1; found !== makers.size;) {
    found = makers.size;
    for (const { publicId, createdBy } of ofOrganisation)
      if (createdBy !== null && makers.has(createdBy)) makers.add(publicId);
  }
  return ofOrganisation.filter(
    (one) => one.publicId !== key.publicId && makers.has(one.publicId) && isInForce(one, nowUs),
  );
}

function findNamed(publicId: string, { organisation, rights, keys }: Given): StoredApiKey | null {
  const key = keys.get(publicId);
  if (key === undefined || (organisation !== null && key.organisation !== organisation)) return null;
  return isWithinFleets(key, rights.fleets) ? key : null;
}

function rotationRefusal(key: StoredApiKey, nowUs: number): Refused | null {
  if (!isInForce(key, nowUs)) {
    return refused("key_not_in_force", "This key has expired or was revoked. Make a new one: POST /v1/keys.");
  }
  if (key.rotatedTo === null) return null;
  return refused(
    "key_rotated",
    `This key was rotated before: rotate ${key.rotatedTo}, which takes its place.`,
  );
}

function endRefusal({ expiresAtUs }: StoredApiKey, nowUs: number): Refused | null {
  if (expiresAtUs === null || expiresAtUs > nowUs) return null;
  return withFault("out_of_range", "/expires_at", "expires_at is in the past: the key would never be valid.");
}

function limitRefusal(organisation: string, { keys, nowUs }: Given): Refused | null {
  const inForce = [...keys.values()].filter(
    (key) => key.organisation === organisation && isInForce(key, nowUs),
  );
  if (inForce.length < keysPerOrganisation) return null;
  return refused(
    "key_limit_reached",
    `${inForce.length} keys are in force, which is the maximum. Revoke those that are not used: GET /v1/keys says when each was used last.`,
  );
}

/** Why a key would be more than these rights; null where it is not. */
function excessOf(key: StoredApiKey, rights: Rights): Refused | null {
  return scopeExcess(key, rights) ?? fleetExcess(key, rights) ?? endExcess(key, rights);
}

function scopeExcess({ scopes }: Rights, rights: Rights): Refused | null {
  const more = scopes.find((scope) => !allowsScope(rights.scopes, scope as Scope));
  if (more === undefined) return null;
  return withFault(
    "rights_exceeded",
    "/scopes",
    `The key named has the scope ${more}, and this one has not.`,
  );
}

function fleetExcess(key: Rights, { fleets }: Rights): Refused | null {
  if (fleets === null || isWithinFleets(key, fleets)) return null;
  const detail = `A key limited to fleets makes keys of the same fleets only: ${fleets.join(", ")}.`;
  return withFault("rights_exceeded", "/fleets", detail.slice(0, 300));
}

function endExcess({ expiresAtUs }: Rights, rights: Rights): Refused | null {
  if (rights.expiresAtUs === null || (expiresAtUs !== null && expiresAtUs <= rights.expiresAtUs)) return null;
  const end = new Date(rights.expiresAtUs / 1_000).toISOString();
  return withFault(
    "rights_exceeded",
    "/expires_at",
    `The key would outlive the one that makes it, until ${end}.`,
  );
}

/**
 * Whether nobody is left to manage keys. A key that gives way to another one is nobody's way back in, nor for long one
 * that ends within a day.
 */
function takesLastManager(ended: readonly StoredApiKey[], { keys, nowUs }: Given): boolean {
  const gone = ended.filter((key) => isManager(key, nowUs));
  if (gone.length === 0) return false;
  const ids = new Set(ended.map(({ publicId }) => publicId));
  const isLasting = gone.some((key) => outlivesADay(key, nowUs));
  return ![...keys.values()].some(
    (other) =>
      !ids.has(other.publicId) &&
      other.organisation === gone[0]!.organisation &&
      other.rotatedTo === null &&
      isManager(other, nowUs) &&
      (!isLasting || outlivesADay(other, nowUs)),
  );
}

function outlivesADay({ expiresAtUs }: StoredApiKey, nowUs: number): boolean {
  return expiresAtUs === null || expiresAtUs > nowUs + dayUs;
}

const dayUs = 86_400_000_000;

function isManager(key: StoredApiKey, nowUs: number): boolean {
  return key.fleets === null && allowsScope(key.scopes, "keys:manage") && isInForce(key, nowUs);
}

function earlier(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.min(left, right);
}

function nameOf(authority: KeyAuthority): string | null {
  return authority === "operator" ? null : authority.keyId;
}

function refused(code: ProblemCode, detail: string): Refused {
  return { kind: "refused", code, detail };
}

function withFault(code: ProblemCode, pointer: string, detail: string): Refused {
  return { kind: "refused", code, detail, fault: { pointer, code, detail } };
}
