import { expect, test } from "vitest";

import { Router } from "./router.ts";

const paths = ["/", "/v1/vehicles", "/v1/vehicles/{vehicle_id}", "/v1/log/tile/{tile_level}/{+tile_index}"];
const router = new Router(paths.map((path) => ({ path, endpoints: new Map() })));

test.each([
  ["/", "/", {}],
  ["/v1/vehicles", "/v1/vehicles", {}],
  ["/v1/vehicles/veh-1", "/v1/vehicles/{vehicle_id}", { vehicle_id: "veh-1" }],
  ["/v1/vehicles/a%20b%2Fc", "/v1/vehicles/{vehicle_id}", { vehicle_id: "a b/c" }],
  ["/v1/vehicles/*", "/v1/vehicles/{vehicle_id}", { vehicle_id: "*" }],
  [
    "/v1/log/tile/0/x001/067.p/17",
    "/v1/log/tile/{tile_level}/{+tile_index}",
    { tile_level: "0", tile_index: "x001/067.p/17" },
  ],
])("%s leads to %s", (path, route, parameters) => {
  const found = router.find(path);
  expect([found.route?.path, found.path]).toEqual([route, parameters]);
});

test("a parameter may be as long as a whole target", () => {
  expect(router.find(`/v1/vehicles/${"a".repeat(8_000)}`).path["vehicle_id"]).toHaveLength(8_000);
});

test.each(["", "/V1/vehicles", "/v1/vehicles/a/b", "/v1", "/v1/vehicles/%E0", "/constructor"])(
  "%s leads nowhere",
  (path) => {
    expect(router.find(path)).toEqual({ route: null, path: {} });
  },
);
