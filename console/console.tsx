import { lazy, Suspense, useEffect, useMemo, type ReactElement } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { followEvents } from "./api/follow-events.ts";
import { isPaused } from "./api/live.ts";
import { serviceWith, ServiceContext } from "./api/service.ts";
import { developmentApiKey } from "../core/contract/api-key.ts";
import { useSession } from "./api/session.ts";
import { KeyForm } from "./frame/key-form.tsx";
import { useRoute } from "./frame/navigation.ts";
import { Loading } from "./frame/notices.tsx";
import { PageFrame } from "./frame/page-frame.tsx";
import type { Route } from "./frame/route.ts";
import { FleetPage } from "./pages/fleet/fleet-page.tsx";
import { NoSuchPage } from "./pages/no-such-page.tsx";

/** The whole console: a key first, then the page of the address. */
export function Console(): ReactElement {
  const session = useSession();
  switch (session.kind) {
    case "opening":
      return <Loading what="the console" lines={3} />;
    case "closed":
      return <KeyForm key={session.refusal} refusal={session.refusal} />;
    case "open":
      return <OpenConsole apiKey={session.apiKey} />;
  }
}

/** The charts come with their own page, so that the fleet is on the screen sooner. */
const VehiclePage = lazy(async () => {
  const page = await import("./pages/vehicle/vehicle-page.tsx");
  return { default: page.VehiclePage };
});

function OpenConsole({ apiKey }: { readonly apiKey: string }): ReactElement {
  const service = useMemo(() => serviceWith(apiKey), [apiKey]);
  useEvents(apiKey);
  const route = useRoute();
  const title = titleOf(route);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <ServiceContext value={service}>
      <PageFrame isDevelopmentKey={apiKey === developmentApiKey}>
        <Suspense fallback={<Loading what="the page" lines={6} />}>{pageOf(route)}</Suspense>
      </PageFrame>
    </ServiceContext>
  );
}

/** News has everything on the screen asked for again, but for the curves, which follow the vehicle's frames. */
function useEvents(apiKey: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    const until = new AbortController();
    let isDue = false;
    const refresh = () => {
      isDue = false;
      if (isPaused() || until.signal.aborted) return;
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "series" });
    };
    const onNews = () => {
      if (!isDue) setTimeout(refresh, newsAtOnceMs);
      isDue = true;
    };
    void followEvents(apiKey, { onNews, until: until.signal });
    return () => until.abort();
  }, [apiKey, queries]);
}

/** A burst of events is one change of the page. */
const newsAtOnceMs = 250;

function pageOf(route: Route): ReactElement {
  switch (route.kind) {
    case "fleet":
      return <FleetPage tier={route.tier} />;
    case "vehicle":
      return <VehiclePage key={route.vehicleId} vehicleId={route.vehicleId} range={route.range} />;
    case "nowhere":
      return <NoSuchPage path={route.path} />;
  }
}

function titleOf(route: Route): string {
  switch (route.kind) {
    case "fleet":
      return "Fleet · Plumbline";
    case "vehicle":
      return `${route.vehicleId} · Plumbline`;
    case "nowhere":
      return "No such page · Plumbline";
  }
}
