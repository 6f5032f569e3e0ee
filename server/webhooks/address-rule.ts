import ipaddr from "ipaddr.js";

/** Which hosts and networks the operator has opened beyond the public internet. */
export interface AddressRule {
  /** Host names in lower case: whatever they resolve to. */
  readonly hosts: ReadonlySet<string>;
  readonly networks: readonly (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[];
  /** In development mode a receiver on this machine is of use, over http too. */
  readonly allowsLoopback: boolean;
}

/** Reads the operator's list: host names, addresses and networks such as `10.1.0.0/16`. Null for what is none of them. */
export function readAddressRule(entries: readonly string[], allowsLoopback: boolean): AddressRule | null {
  const hosts = new Set<string>();
  const networks: [ipaddr.IPv4 | ipaddr.IPv6, number][] = [];
  for (const entry of entries) {
    const network = networkOf(entry);
    if (network !== null) networks.push(network);
    else if (hostName.test(entry)) hosts.add(entry.toLowerCase());
    else return null;
  }
  return { hosts, networks, allowsLoopback };
}

const hostName = /^(?!\d+(\.\d+)*$)[a-z0-9_]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9])?)*$/i;

/**
 * Whether something may be sent to this address: to one of the public internet, and to what the operator opened. All else
 * is refused: loopback, private, shared (RFC 6598), link-local with the cloud's metadata, multicast, reserved and
 * documentation ranges; and every way of writing an IPv4 address in IPv6, by which a translator would lead there
 * (mapped, compatible, NAT64, 6to4, Teredo).
 */
export function isAddressAllowed(text: string, rule: AddressRule): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (rule.networks.some(([network, bits]) => isWithin(address, network, bits))) return true;
  if (rule.allowsLoopback && address.range() === "loopback") return true;
  if (address.range() !== "unicast" || cloudAddresses.has(address.toString())) return false;
  return address.kind() === "ipv4" || isGlobalUnicast(address);
}

/** Public by their number, and the cloud's own: the virtual machine's agent answers there (Azure). */
const cloudAddresses: ReadonlySet<string> = new Set(["168.63.129.16"]);

/** A loopback address, as a URL or a resolver writes it. */
export function isLoopbackAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.parse(text).range() === "loopback";
}

const globalUnicast = ipaddr.parseCIDR("2000::/3");
/** NAT64 for networks of one's own (RFC 8215) and IPv4-compatible addresses are outside of it, as all unassigned ones. */
function isGlobalUnicast(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return isWithin(address, ...globalUnicast);
}

function isWithin(
  address: ipaddr.IPv4 | ipaddr.IPv6,
  network: ipaddr.IPv4 | ipaddr.IPv6,
  bits: number,
): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

function networkOf(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  if (!ipaddr.isValid(entry) || !/[.:].*[.:]/.test(entry)) return null;
  const address = ipaddr.parse(entry);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
