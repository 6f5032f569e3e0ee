import findMyWay from "find-my-way";

import type { Route } from "./route.ts";

/** Where a path leads, with its parameters by name, decoded. */
export interface FoundRoute {
  /** Null when no path matches. */
  readonly route: Route | null;
  readonly path: Readonly<Record<string, string>>;
}

/** Finds routes by path alone, so that a wrong method is found apart from a wrong path, and only after the key. */
export class Router {
  readonly #paths = findMyWay({ maxParamLength: longestParameter });
  /** Where paths without parameters lead. */
  readonly #plain: ReadonlyMap<string, FoundRoute>;

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.#paths.on("GET", routerPath(route.path), () => undefined, route);
    const plain = routes.filter(({ path }) => !path.includes("{"));
    this.#plain = new Map(plain.map((route) => [route.path, { route, path: {} }]));
  }

  find(path: string): FoundRoute {
    const plain = this.#plain.get(path);
    if (plain !== undefined) return plain;
    const found = this.#paths.find("GET", path);
    if (found === null) return { route: null, path: {} };
    const route: Route = found.store;
    return { route, path: parametersOf(route, found.params) };
  }
}

const longestParameter = 8_192;
const restOfPath = /\{\+(\w+)\}$/;

/** `/v1/vehicles/{vehicle_id}` as the router writes it. */
function routerPath(path: string): string {
  return path.replace(restOfPath, "*").replaceAll(/\{(\w+)\}/g, ":$1");
}

/** The router does not name what takes the rest of a path. */
function parametersOf(route: Route, found: Readonly<Record<string, string | undefined>>) {
  const restName = restOfPath.exec(route.path)?.[1];
  const parameters: Record<string, string> = {};
  for (const [name, value = ""] of Object.entries(found)) {
    if (name !== "*") parameters[name] = value;
    else if (restName !== undefined) parameters[restName] = value;
  }
  return parameters;
}
