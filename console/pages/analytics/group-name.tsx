import type { ReactElement } from "react";
import { Link } from "../../frame/link.tsx";
import { groupAddress } from "./analytics-view.ts";
import { groupLabel } from "./words.ts";

/** A group's name, and the way to its vehicles. */
export function GroupName(props: {
  readonly groupBy: string | null;
  readonly group: string | null;
}): ReactElement {
  const { groupBy, group } = props;
  const address = groupAddress(groupBy, group);
  return address === null ? (
    <>{groupBy === null ? "All" : groupLabel({ group })}</>
  ) : (
    <Link href={address}>{group}</Link>
  );
}
