import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";
import { PreconditionFailedError } from "../../../../clients/typescript/errors.ts";
import type {
  VehicleWork,
  WorkCommand,
  WorkResult,
} from "../../../../clients/typescript/generated/contract.ts";
import { faultText, useService } from "../../../api/service.ts";
import { useRefresh } from "../../../api/views.ts";

/** As many entries as everybody sees without asking for more. */
export const entriesAtFirst = 4;

/** The work on a vehicle with its newest entries. */
export function useVehicleWork(vehicleId: string, entries: number): UseQueryResult<VehicleWork> {
  const service = useService();
  return useQuery({
    queryKey: ["work", vehicleId, entries],
    queryFn: ({ signal }) => service.vehicles.work(vehicleId, { limit: entries }, { signal }),
    placeholderData: keepPreviousData,
    ...useRefresh({ hasEvents: true }),
  });
}

/** A command meant for the work as it was shown: where somebody was quicker, it is refused. */
export interface SentCommand {
  readonly command: WorkCommand;
  readonly version: number;
}

/**
 * Sends commands about a vehicle; whatever comes of one, everything on the page is asked for again. It is under way until
 * the work itself is here anew: the next command needs its version, and nothing else on the page.
 */
export function useWorkCommand(vehicleId: string): UseMutationResult<WorkResult, Error, SentCommand> {
  const service = useService();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ command, version }: SentCommand) =>
      service.vehicles.commandWork(vehicleId, command, { version }),
    onSettled: async () => {
      const work = queries.invalidateQueries({ queryKey: ["work", vehicleId] });
      void queries.invalidateQueries({
        predicate: ({ queryKey: [name] }) => name !== "series" && name !== "work",
      });
      await work;
    },
  });
}

/** Why a command was not carried out, in a sentence for whoever gave it. */
export function refusalText(fault: unknown): string {
  return fault instanceof PreconditionFailedError
    ? "Not carried out: someone else changed the work on this vehicle in the meantime. Their change is shown now; check it and decide again."
    : faultText(fault);
}
