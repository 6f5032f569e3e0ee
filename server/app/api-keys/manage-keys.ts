import { developmentKeyId } from "../../../core/contract/api-key.ts";
import type {
  AskedKey,
  AskedRevocation,
  AskedRotation,
} from "../../../core/contract/requests/parse-key-requests.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import type {
  ApiKey,
  ApiKeyList,
  IssuedApiKey,
  RevokedApiKey,
  RotatedApiKey,
} from "../../../core/contract/types.ts";
import type { Caller, PageQuery, WriteContext } from "../application.ts";
import { ListCursor } from "../cursor.ts";
import { submitWrite, writerOf, type WritingNeeds } from "../ingest/submit-write.ts";
import type { ApiKeyReader, KeyPlace, StoredApiKey } from "../ports/reading/api-key-reader.ts";
import type { KeyAct, KeyAuthority } from "../ports/key-change.ts";
import type { Written } from "../ports/kept-answer.ts";
import type { ApiKeyGate } from "./api-key-gate.ts";
import { isWithinFleets, noSuchKey } from "./decide-key-change.ts";
import { makeApiKey, type MakingNeeds } from "./make-api-key.ts";
import { presentKey } from "./present-key.ts";

/** What changing keys needs; the rules are decide-key-change.ts. */
export interface KeyNeeds extends WritingNeeds, MakingNeeds {
  readonly keys: ApiKeyReader;
  readonly gate: Pick<ApiKeyGate, "forget">;
  readonly cursorSecret: Uint8Array;
  readonly nowUs: () => number;
}

export async function createKey(
  caller: Caller,
  asked: AskedKey,
  ask: WriteContext,
  needs: KeyNeeds,
): Promise<Written<IssuedApiKey>> {
  const { key: secret, ...made } = makeApiKey(asked.mode, needs);
  const act = { kind: "create", key: { ...asked, ...made } } as const;
  return (await submitChange(caller, { act, secret, ask }, needs)) as Written<IssuedApiKey>;
}

export async function rotateKey(
  caller: Caller,
  asked: AskedRotation & { readonly publicId: string },
  ask: WriteContext,
  needs: KeyNeeds,
): Promise<Written<RotatedApiKey>> {
  // The old key's mode is part of the new one's text; everything else is decided where it is written.
  const { mode } = await findVisible(caller, asked.publicId, needs);
  const { key: secret, ...successor } = makeApiKey(mode, needs);
  const act = { kind: "rotate", ...asked, successor } as const;
  return (await submitChange(caller, { act, secret, ask }, needs)) as Written<RotatedApiKey>;
}

/** From now on the key is invalid, on every server within a second, and on this one at once. */
export async function revokeKey(
  caller: Caller,
  { publicId, force, cascade, reason }: AskedRevocation & { readonly publicId: string },
  ask: WriteContext,
  needs: KeyNeeds,
): Promise<Written<RevokedApiKey>> {
  const act = { kind: "revoke", publicId, force, cascade } as const;
  const audit =
    ask.audit === undefined || ask.audit === null ? null : { ...ask.audit, reason: reason ?? null };
  return (await submitChange(
    caller,
    { act, secret: null, ask: { ...ask, audit } },
    needs,
  )) as Written<RevokedApiKey>;
}

export async function showKey(caller: Caller, publicId: string, needs: KeyNeeds): Promise<ApiKey> {
  return presentKey(await findVisible(caller, publicId, needs), needs.nowUs());
}

export async function showOwnKey(caller: Caller, needs: KeyNeeds): Promise<ApiKey> {
  const own = await needs.keys.find(caller.keyId);
  return presentKey(own ?? developmentKey(caller), needs.nowUs());
}

/** One page of the keys the caller may see, oldest first. New ones do not move the pages before the last. */
export async function listKeys(caller: Caller, query: PageQuery, needs: KeyNeeds): Promise<ApiKeyList> {
  const { organisation, fleets } = caller;
  const cursor = new ListCursor<KeyPlace>(
    { operation: "listKeys", organisation, query: [fleets] },
    needs.cursorSecret,
  );
  const after = cursor.open(query.cursor);
  const found = await needs.keys.list({ organisation, fleets, after, limit: query.limit + 1 });
  const placeOf = ({ createdAtUs, publicId }: StoredApiKey): KeyPlace => ({ createdAtUs, publicId });
  const { items, hasMore, next } = cursor.page(found, { limit: query.limit, placeOf });
  const nowUs = needs.nowUs();
  return { data: items.map((key) => presentKey(key, nowUs)), has_more: hasMore, next_cursor: next };
}

async function submitChange(
  caller: Caller,
  { act, secret, ask }: { readonly act: KeyAct; readonly secret: string | null; readonly ask: WriteContext },
  needs: KeyNeeds,
): Promise<Written<unknown>> {
  const { organisation } = caller;
  const { answer } = await submitWrite<"key-change">(
    {
      kind: "key-change",
      writer: writerOf(caller),
      change: { organisation, authority: authorityOf(caller), act },
      secret,
      keep: ask.keep ?? null,
      audit: ask.audit ?? null,
    },
    needs,
  );
  if (act.kind !== "create") needs.gate.forget(act.publicId);
  const { also_revoked: alsoRevoked = [] } = answer.value as Partial<RevokedApiKey>;
  for (const keyId of alsoRevoked) needs.gate.forget(keyId);
  return answer;
}

async function findVisible(
  { organisation, fleets }: Caller,
  publicId: string,
  { keys }: KeyNeeds,
): Promise<StoredApiKey> {
  const key = await keys.find(publicId);
  if (key !== null && key.organisation === organisation && isWithinFleets(key, fleets)) return key;
  throw new Refusal("key_not_found", noSuchKey);
}

/** The development key may do anything, and is in no table. */
function authorityOf({ keyId }: Caller): KeyAuthority {
  return keyId === developmentKeyId ? "operator" : { keyId };
}

function developmentKey({ keyId, organisation, scopes }: Caller): StoredApiKey {
  return {
    publicId: keyId,
    organisation,
    name: "development",
    mode: "test",
    hash: new Uint8Array(),
    scopes,
    fleets: null,
    createdAtUs: 0,
    createdBy: null,
    expiresAtUs: null,
    revokedAtUs: null,
    lastUsedAtUs: null,
    rotatedTo: null,
  };
}
