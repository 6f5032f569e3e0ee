import { Link } from "./frame/link.tsx";
import {
  type ComponentType,
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactElement,
} from "react";
import { QueryClientProvider, useIsFetching, useQueryClient } from "@tanstack/react-query";
import { followNews } from "./api/follow-news.ts";
import { serviceOfPage, ServiceContext } from "./api/service.ts";
import { queriesOfSession } from "./api/session-queries.ts";
import { useOwnKey, useSession } from "./api/session.ts";
import { KeyForm } from "./frame/key-form.tsx";
import { replaceAddress, useRoute } from "./frame/navigation.ts";
import type { NavigationItem } from "./frame/navigation-item.ts";
import { Loading } from "./frame/notices.tsx";
import { PageBoundary } from "./frame/page-boundary.tsx";
import { PageFrame } from "./frame/page-frame.tsx";
import { allowsScope } from "../core/contract/api-key.ts";
import type { ConsolePageName } from "../core/contract/console-addresses.ts";
import { addressOf, type PageRoute, type Route, fleetAddress } from "./frame/route.ts";
import { consolePages } from "./pages/console-pages.tsx";

/** The whole console: a key first, then the page of the address. */
export function Console(): ReactElement {
  const session = useSession();
  switch (session.kind) {
    case "opening":
      return <Loading what="the console" lines={3} />;
    case "closed":
      return <KeyForm key={session.refusal} refusal={session.refusal} />;
    case "open":
      return <OpenConsole key={session.key.id} keyId={session.key.id} />;
  }
}

/** What one key was answered begins and ends here: it is not for the next one. */
function OpenConsole({ keyId }: { readonly keyId: string }): ReactElement {
  const service = useMemo(() => serviceOfPage(), []);
  const queries = useMemo(() => queriesOfSession(keyId), [keyId]);
  return (
    <QueryClientProvider client={queries}>
      <ServiceContext value={service}>
        <OpenPage keyId={keyId} />
      </ServiceContext>
    </QueryClientProvider>
  );
}

function OpenPage({ keyId }: { readonly keyId: string }): ReactElement {
  useEvents(keyId);
  const route = useRoute();
  const { scopes } = useOwnKey();
  const offered = useMemo(() => navigationItems.filter(({ scope }) => allowsScope(scopes, scope)), [scopes]);
  const first = offered[0] ?? null;
  useLayoutEffect(() => {
    // Who signs in comes to the fleet; a key that may not see it begins at the first page it may.
    if (route.page === "fleet" && !isOpenTo(scopes, route) && first !== null) replaceAddress(first.address);
  }, [route, scopes, first]);
  const title = titleOf(route);
  const here = route.page === null ? "" : addressHere(route);
  const [isPageHere, setPageHere] = useState(false);
  const awaited = useIsFetching({
    predicate: ({ state }) => state.data === undefined && state.errorUpdateCount === 0,
  });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <PageFrame items={offered} here={here} above={aboveOf(route)} isReady={isPageHere && awaited === 0}>
      <PageBoundary here={here}>
        <Suspense fallback={<PageOnItsWay title={title} />}>
          {isOpenTo(scopes, route) ? pageOf(route) : <NotForThisKey title={titleOf(route)} first={first} />}
          <Shown tell={setPageHere} />
        </Suspense>
      </PageBoundary>
    </PageFrame>
  );
}

/** Tells whether the page it stands beside is on the screen, or still on its way. */
function Shown({ tell }: { readonly tell: (isShown: boolean) => void }): null {
  useLayoutEffect(() => {
    tell(true);
    return () => tell(false);
  }, [tell]);
  return null;
}

/** The heading is there at once; what stands under it comes with the page's code. */
function PageOnItsWay({ title }: { readonly title: string }): ReactElement {
  return (
    <>
      <h1 className="unseen">{title}</h1>
      <Loading what="the page" lines={6} />
    </>
  );
}

/** What the events say is shown at once; what they do not say is asked for, of what is on the screen. */
function useEvents(keyId: string): void {
  const queries = useQueryClient();
  const { scopes } = useOwnKey();
  const mayFollow = allowsScope(scopes, "events:read");
  useEffect(() => (mayFollow ? followNews(keyId, queries) : undefined), [keyId, queries, mayFollow]);
}

const navigationItems = (Object.keys(consolePages) as ConsolePageName[]).flatMap((page) => {
  const { offered, needs: scope } = consolePages[page];
  return offered === undefined ? [] : [{ ...offered, scope, address: addressOf(page) }];
});

function aboveOf(route: Route): string | null {
  return route.page === null ? null : (consolePages[route.page].above?.(route) ?? null);
}

function addressHere({ page, parts }: PageRoute): string {
  return addressOf(page, parts);
}

const shown = new Map<ConsolePageName, ComponentType<PageRoute>>();

/** Made once for each page: a page that is loaded already is shown at once when it is asked for again. */
function shownBy(name: ConsolePageName): ComponentType<PageRoute> {
  const page = shown.get(name) ?? lazy(async () => ({ default: await consolePages[name].load() }));
  shown.set(name, page);
  return page;
}

function pageOf(route: Route): ReactElement {
  if (route.page === null) return <NoSuchPage path={route.path} />;
  const Page = shownBy(route.page);
  return <Page key={consolePages[route.page].identity?.(route)} {...route} />;
}

function isOpenTo(scopes: readonly string[], { page }: Route): boolean {
  return page === null || allowsScope(scopes, consolePages[page].needs);
}

function NotForThisKey({
  title,
  first,
}: {
  readonly title: string;
  readonly first: NavigationItem | null;
}): ReactElement {
  return (
    <section className="panel notice">
      <h1>{title.replace(" · Plumbline", "")}</h1>
      <p>
        This key may not see this page.{" "}
        {first === null ? "Sign in with another key." : <Link href={first.address}>Go to {first.label}</Link>}
      </p>
    </section>
  );
}

function titleOf(route: Route): string {
  const title = route.page === null ? "No such page" : consolePages[route.page].title(route);
  return `${title} · Plumbline`;
}

function NoSuchPage({ path }: { readonly path: string }): ReactElement {
  return (
    <section className="panel notice">
      <h1>No such page</h1>
      <p>
        Nothing is at <code>{path}</code>. <Link href={fleetAddress()}>Go to the fleet</Link>.
      </p>
    </section>
  );
}
