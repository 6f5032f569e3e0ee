import { QueryCache, QueryClient } from "@tanstack/react-query";
import { AuthenticationError } from "../../clients/typescript/errors.ts";
import { refuseSession } from "./session.ts";

/** What is kept of the service's answers while one key is signed in. The next key begins with nothing. */
export function queriesOfSession(keyId: string): QueryClient {
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError: (fault) => {
        if (!(fault instanceof AuthenticationError)) return;
        queries.clear();
        refuseSession(keyId, "The service no longer accepts this session. Sign in again.");
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
  return queries;
}
