import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { AuthenticationError } from "../clients/typescript/errors.ts";
import { sessionService } from "./api/service.ts";
import { closeSession, openSession } from "./api/session.ts";
import { applyTheme } from "./frame/theme.ts";
import { tellTimes } from "./frame/time-titles.ts";
import { Console } from "./console.tsx";

const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (fault) => {
      if (!(fault instanceof AuthenticationError)) return;
      queries.clear();
      closeSession("The service no longer accepts this session. Sign in again.");
    },
  }),
  defaultOptions: {
    queries: {
      // The next refresh is two seconds away: no need for another kind of retry.
      retry: false,
      // A service on this very machine can be reached without any network.
      networkMode: "always",
    },
  },
});

applyTheme();
tellTimes(document);
const place = document.querySelector("#console");
if (place === null) throw new Error("index.html has no element with the id console");

createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Console />
    </QueryClientProvider>
  </StrictMode>,
);
void openSession(sessionService);
