import type { ReactElement } from "react";
import { Link } from "../frame/link.tsx";
import { fleetAddress } from "../frame/route.ts";

export function NoSuchPage({ path }: { readonly path: string }): ReactElement {
  return (
    <section className="panel notice">
      <h1>No such page</h1>
      <p>
        Nothing is at <code>{path}</code>. <Link href={fleetAddress()}>Go to the fleet</Link>.
      </p>
    </section>
  );
}
