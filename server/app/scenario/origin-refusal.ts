import { Refusal } from "../../../core/contract/refusal.ts";

/** For an `origin` that this fleet, vehicle or type cannot give. */
export function originRefusal(detail: string): Refusal {
  return new Refusal("not_allowed", detail, [{ pointer: "/origin", code: "not_allowed", detail }]);
}
