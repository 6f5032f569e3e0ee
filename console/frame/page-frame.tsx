import type { ReactElement, ReactNode } from "react";
import { closeSession } from "../api/session.ts";
import { Link } from "./link.tsx";
import { ConnectionNotice, LiveStatus } from "./live-status.tsx";
import { fleetAddress } from "./route.ts";

interface PageFrameProps {
  readonly isDevelopmentKey: boolean;
  readonly children: ReactNode;
}

/** What stands around every page: the way back to the fleet, and whether the picture is fresh. */
export function PageFrame({ isDevelopmentKey, children }: PageFrameProps): ReactElement {
  return (
    <>
      <a className="skip" href="#page">
        Skip to the page
      </a>
      <header className="bar">
        <Link className="brand" href="/">
          <img src="/icon.svg" alt="" width="20" height="20" />
          Plumbline
        </Link>
        <nav aria-label="Pages">
          <Link href={fleetAddress()}>Fleet</Link>
          <a href="/docs">API</a>
        </nav>
        <div className="bar-end">
          <LiveStatus />
          {isDevelopmentKey && <span className="quiet development">development key</span>}
          <button type="button" className="button" onClick={() => closeSession(null)}>
            Change key
          </button>
        </div>
      </header>
      <ConnectionNotice />
      <main id="page" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
