import { useEffect, useState, type ReactElement, type ReactNode } from "react";
import { useIsDevelopmentKey, useOwnKey } from "../api/session.ts";
import { KeyList } from "./key-list.tsx";
import { listenForKeys, useKeys } from "./keys.ts";
import { Link } from "./link.tsx";
import { ConnectionNotice, LiveStatus, TierAnnouncements } from "./live-status.tsx";
import type { NavigationItem } from "./navigation-item.ts";
import { goTo } from "./navigation.ts";
import { SignOutDialog } from "./sign-out-dialog.tsx";
import { switchTheme, useIsDark } from "./theme.ts";

interface PageFrameProps {
  readonly items: readonly NavigationItem[];
  /** The address of the page that is open, without its query. */
  readonly here: string;
  /** Of the page it is a part of; null for one that stands by itself. */
  readonly above: string | null;
  /** Nothing of the page is awaited any more; marked for whoever takes its picture. */
  readonly isReady: boolean;
  readonly children: ReactNode;
}

/** What stands around every page: the way to the others, whether the picture is fresh, and who is signed in. */
export function PageFrame({ items: offered, here, above, isReady, children }: PageFrameProps): ReactElement {
  const [isListed, setListed] = useState(false);
  const goKeys = offered.map(({ key, label, address }) => [
    `g ${key}`,
    { what: `Go to ${label}`, act: () => goTo(address) },
  ]);
  useKeys({
    "?": { what: "This list", act: () => setListed(true) },
    ".": { what: "Light or dark", act: switchTheme },
    ...(above !== null && { Escape: { what: "Up: the page this one is a part of", act: () => goTo(above) } }),
    ...Object.fromEntries(goKeys),
  });
  useEffect(listenForKeys, []);
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
          {offered.map(({ label, address }) => (
            <Link key={address} href={address} aria-current={address === here ? "page" : undefined}>
              {label}
            </Link>
          ))}
          <a href="/verify">Verify</a>
          <a href="/docs">API</a>
        </nav>
        <div className="bar-end">
          <LiveStatus />
          <ThemeButton />
          <button type="button" className="button keys-button" onClick={() => setListed(true)}>
            {" "}
            Shortcuts{" "}
          </button>
          <SignedIn />
        </div>
      </header>
      <ConnectionNotice />
      <TierAnnouncements />
      <main id="page" tabIndex={-1} data-ready={isReady || undefined}>
        {children}
      </main>
      {isListed && <KeyList onClose={() => setListed(false)} />}
    </>
  );
}

function ThemeButton(): ReactElement {
  const isDark = useIsDark();
  return (
    <button type="button" className="button" onClick={switchTheme}>
      {isDark ? "Light" : "Dark"}
    </button>
  );
}

function SignedIn(): ReactElement {
  const isDevelopment = useIsDevelopmentKey();
  const { name } = useOwnKey();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <span className="quiet signed-in" title="The API key this browser is signed in with">
        {isDevelopment ? "development key" : name}
      </span>
      <button type="button" className="button" onClick={() => setLeaving(true)}>
        Sign out
      </button>
      {isLeaving && <SignOutDialog onClose={() => setLeaving(false)} />}
    </>
  );
}
