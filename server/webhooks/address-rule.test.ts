import { expect, test } from "vitest";

import { isAddressAllowed, readAddressRule } from "./address-rule.ts";

const strict = readAddressRule([], false)!;

test.each([
  "8.8.8.8",
  "93.184.216.34",
  "172.15.255.255",
  "172.32.0.1",
  "100.63.255.255",
  "100.128.0.1",
  "2606:2800:220:1:248:1893:25c8:1946",
  "2a00:1450:4001:830::200e",
])("%s is of the public internet", (address) => {
  expect(isAddressAllowed(address, strict)).toBe(true);
});

test.each([
  ["this network", "0.0.0.0"],
  ["this network", "0.1.2.3"],
  ["loopback", "127.0.0.1"],
  ["loopback", "127.255.255.254"],
  ["loopback", "::1"],
  ["private", "10.0.0.1"],
  ["private", "172.16.0.1"],
  ["private", "172.31.255.255"],
  ["private", "192.168.1.1"],
  ["shared by carriers", "100.64.0.1"],
  ["shared by carriers", "100.127.255.255"],
  ["link-local", "169.254.0.1"],
  ["cloud metadata", "169.254.169.254"],
  ["a cloud's agent at a public number", "168.63.129.16"],
  ["cloud metadata over IPv6", "fd00:ec2::254"],
  ["protocol assignments", "192.0.0.8"],
  ["documentation", "192.0.2.1"],
  ["documentation", "198.51.100.1"],
  ["documentation", "203.0.113.1"],
  ["documentation", "2001:db8::1"],
  ["benchmarks", "198.18.0.1"],
  ["6to4 relays", "192.88.99.1"],
  ["multicast", "224.0.0.1"],
  ["multicast", "ff02::1"],
  ["reserved", "240.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["unspecified", "::"],
  ["link-local", "fe80::1"],
  ["site-local", "fec0::1"],
  ["unique local", "fc00::1"],
  ["unique local", "fd12:3456:789a::1"],
  ["IPv4 mapped into IPv6", "::ffff:127.0.0.1"],
  ["IPv4 mapped, a public one too", "::ffff:8.8.8.8"],
  ["IPv4 compatible", "::7f00:1"],
  ["IPv4 translated", "::ffff:0:7f00:1"],
  ["NAT64", "64:ff9b::7f00:1"],
  ["NAT64, a public one too", "64:ff9b::808:808"],
  ["NAT64 of one's own", "64:ff9b:1::a00:1"],
  ["6to4", "2002:7f00:1::1"],
  ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  ["ORCHID", "2001:20::1"],
  ["benchmarks", "2001:2::1"],
  ["discarded", "100::1"],
  ["not assigned", "4000::1"],
  ["a zone", "fe80::1%eth0"],
  ["no address", "localhost"],
  ["no address", ""],
])("nothing is sent to what is %s: %s", (_, address) => {
  expect(isAddressAllowed(address, strict)).toBe(false);
});

test("in development mode loopback is allowed, and nothing else beyond", () => {
  const rule = readAddressRule([], true)!;
  expect(isAddressAllowed("127.0.0.1", rule)).toBe(true);
  expect(isAddressAllowed("::1", rule)).toBe(true);
  expect(isAddressAllowed("::ffff:127.0.0.1", rule)).toBe(false);
  expect(isAddressAllowed("10.0.0.1", rule)).toBe(false);
});

test("what the operator opened is allowed, and not its neighbours", () => {
  const rule = readAddressRule(["10.1.0.0/16", "192.168.7.9", "fd12::/16", "Hooks.Internal"], false)!;
  expect(isAddressAllowed("10.1.255.1", rule)).toBe(true);
  expect(isAddressAllowed("10.2.0.1", rule)).toBe(false);
  expect(isAddressAllowed("192.168.7.9", rule)).toBe(true);
  expect(isAddressAllowed("192.168.7.8", rule)).toBe(false);
  expect(isAddressAllowed("fd12::5", rule)).toBe(true);
  expect(isAddressAllowed("fd13::5", rule)).toBe(false);
  expect(rule.hosts).toEqual(new Set(["hooks.internal"]));
});

test.each(["10.0.0.0/33", "http://host", "host:443", "*.example.com", "10.1", "a b", "-x", "[::1]"])(
  "%s is neither a host nor a network",
  (entry) => {
    expect(readAddressRule([entry], false)).toBeNull();
  },
);
