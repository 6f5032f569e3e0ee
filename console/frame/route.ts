import { consoleAddresses, type ConsolePageName } from "../../core/contract/console-addresses.ts";

/** The page an address names, with what the address says besides. */
export type Route = PageRoute | { readonly page: null; readonly path: string };

export interface PageRoute {
  readonly page: ConsolePageName;
  /** The parts of the path that stand for something, such as `vehicle_id`, decoded. */
  readonly parts: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

export function routeOf(address: { readonly pathname: string; readonly search: string }): Route {
  const path = address.pathname === "/" ? consoleAddresses.fleet : address.pathname;
  for (const [page, pattern] of patterns) {
    const parts = partsOf(path, pattern);
    if (parts !== null) return { page, parts, query: new URLSearchParams(address.search) };
  }
  return { page: null, path: address.pathname };
}

export function fleetAddress(tier: string | null = null): string {
  return addressOf("fleet", {}, { tier });
}

/** `query`: members that are null are left out. */
export function addressOf(
  page: ConsolePageName,
  parts: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string | readonly string[] | null>> = {},
): string {
  const path = consoleAddresses[page].replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parts[name]!),
  );
  const given = Object.entries(query).flatMap(([name, value]) =>
    (value === null ? [] : [value]).flat().map((one) => [name, one]),
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

const patterns = Object.entries(consoleAddresses).map(([page, path]) => [page, path.split("/")] as const) as [
  ConsolePageName,
  string[],
][];

/** Null when the path does not fit the pattern. */
function partsOf(path: string, pattern: readonly string[]): Readonly<Record<string, string>> | null {
  const given = path.replace(/(?<=.)\/$/, "").split("/");
  if (given.length !== pattern.length) return null;
  const parts: Record<string, string> = {};
  for (const [place, expected] of pattern.entries()) {
    const name = /^\{(\w+)\}$/.exec(expected)?.[1];
    const part = decoded(given[place]!);
    if (part === null || (name === undefined ? part !== expected : part === "")) return null;
    if (name !== undefined) parts[name] = part;
  }
  return parts;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
