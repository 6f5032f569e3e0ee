import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import type { EvidenceCustody, EvidenceList } from "../../clients/typescript/generated/contract.ts";
import type { CheckedEvidence } from "../evidence/check-archive.ts";
import { forFiles, useService } from "./service.ts";
import { furtherPage, plainPage } from "./views.ts";

const evidencePerPage = 50;

/** All evidence the key may see, page by page. */
export function useAllEvidence(): UseInfiniteQueryResult<InfiniteData<EvidenceList>> {
  const service = useService();
  return useInfiniteQuery({
    queryKey: ["all-evidence"],
    queryFn: ({ signal, pageParam: cursor }) => {
      const query = { limit: evidencePerPage, ...furtherPage(cursor) };
      return plainPage(service.evidence.list(query, { signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
  });
}

/** Fetched and checked once: evidence never changes. The code that checks comes with the first that is opened. */
export function useCheckedEvidence(eventId: string): UseQueryResult<CheckedEvidence> {
  const service = useService();
  return useQuery({
    queryKey: [checkedEvidence, eventId],
    queryFn: async ({ signal }) => {
      const [archive, { checkArchive }] = await Promise.all([
        service.evidence.archive(eventId, { signal, ...forFiles }),
        import("../evidence/check-archive.ts"),
      ]);
      return checkArchive(archive);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Not asked for again when something happens in the fleet: every asking hands it out once more. */
export const checkedEvidence = "checked-evidence";

export function useEvidenceCustody(eventId: string): UseQueryResult<EvidenceCustody> {
  const service = useService();
  return useQuery({
    queryKey: ["custody", eventId],
    queryFn: ({ signal }) => service.evidence.custody(eventId, {}, { signal }),
  });
}
