import { Resolver, lookup } from "node:dns/promises";
import { isIP } from "node:net";

import { type AddressRule, isAddressAllowed, isLoopbackAddress } from "./address-rule.ts";

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Where an https message goes: the address as written, and the checked addresses its host has now. */
export interface ResolvedTarget {
  readonly url: URL;
  readonly addresses: readonly ResolvedAddress[];
}

export type Resolution =
  | ({ readonly kind: "resolved" } & ResolvedTarget)
  | { readonly kind: "refused"; readonly detail: string };

/** Asks for the addresses of a name; rejects when there are none. */
export type ResolveName = (host: string) => Promise<readonly string[]>;

/**
 * Looks up the host of an address and checks everything it resolves to. Nothing but these very addresses may then be
 * connected to, because a second question may be answered differently.
 */
export async function resolveTarget(
  text: string,
  rule: AddressRule,
  resolveName: ResolveName = resolveInDns,
): Promise<Resolution> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) return refused("It is not an address.");
  const fault = formFault(url, rule);
  if (fault !== null) return refused(fault);
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const addresses = await addressesOf(host, rule, resolveName);
  // One answer for both: whether a name exists in the operator's own network is nobody's business.
  if (addresses === null)
    return refused("Its host does not resolve, or not to addresses of the public internet alone.");
  return { kind: "resolved", url, addresses };
}

function refused(detail: string): Resolution {
  return { kind: "refused", detail };
}

/** Below it only 443, which a URL of https leaves out: no mail, file or name server is to be spoken to. */
const firstFreePort = 1024;

/** What is wrong with the address as it is written; null for nothing. */
function formFault(url: URL, rule: AddressRule): string | null {
  if (url.username !== "" || url.password !== "") return "It may not hold a user or a password.";
  if (url.hash !== "") return "It may not hold a fragment.";
  if (url.protocol === "http:") {
    if (rule.allowsLoopback && isLoopbackHost(url.hostname)) return null;
    return "It must begin with https://; http is taken to this machine, in development mode.";
  }
  if (url.protocol !== "https:") return "It must begin with https://.";
  return isPortTaken(url) ? null : "Its port must be 443, or 1024 and above.";
}

function isPortTaken({ port }: URL): boolean {
  return port === "" || Number(port) >= firstFreePort;
}

function isLoopbackHost(hostname: string): boolean {
  return hostname === "localhost" || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ""));
}

async function addressesOf(
  host: string,
  rule: AddressRule,
  resolveName: ResolveName,
): Promise<readonly ResolvedAddress[] | null> {
  try {
    if (rule.hosts.has(host)) return (await resolveBySystem(host)).map(withFamily);
    const found = await rawAddresses(host, resolveName);
    const areAllowed = found.length > 0 && found.every((address) => isAddressAllowed(address, rule));
    return areAllowed ? found.map(withFamily) : null;
  } catch {
    return null;
  }
}

async function rawAddresses(host: string, resolveName: ResolveName): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  // Never a question to anybody (RFC 6761).
  if (host === "localhost" || host.endsWith(".localhost")) return ["127.0.0.1", "::1"];
  return resolveName(host);
}

function withFamily(address: string): ResolvedAddress {
  return { address, family: isIP(address) === 6 ? 6 : 4 };
}

const resolveTimeoutMs = 2_000;
const resolveTries = 2;
/** For all name servers and tries together. */
const resolveWithinMs = 5_000;

/**
 * By DNS questions of our own and not by the system's resolver, which would keep threads that the whole process shares
 * waiting for a name server that does not answer.
 */
async function resolveInDns(host: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: resolveTimeoutMs, tries: resolveTries });
  const timer = setTimeout(() => resolver.cancel(), resolveWithinMs);
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  clearTimeout(timer);
  return [four, six].flatMap((found) => (found.status === "fulfilled" ? found.value : []));
}

/** A name the operator opened may be one of the hosts file. */
async function resolveBySystem(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
