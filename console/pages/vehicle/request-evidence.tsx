import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState, type ReactElement } from "react";
import { allowsScope } from "../../../core/contract/api-key.ts";
import { faultText, useService } from "../../api/service.ts";
import { useOwnKey } from "../../api/session.ts";
import type { Tier } from "../../../clients/typescript/generated/contract.ts";
import { DownloadButton } from "../../frame/download-button.tsx";
import { Link } from "../../frame/link.tsx";
import { addressOf } from "../../frame/route.ts";
import { AskForm } from "./ask-form.tsx";

interface RequestEvidenceProps {
  readonly vehicleId: string;
  readonly isBreached: boolean;
}

interface Asked {
  readonly reason: string;
  readonly case_number: string | null;
}

/**
 * Evidence of the open breach up to the newest frame, or where there is none a signed statement of the state now; with a
 * reason: open the form, say why, issue.
 */
export function RequestEvidence({ vehicleId, isBreached }: RequestEvidenceProps): ReactElement | null {
  const { scopes } = useOwnKey();
  const [isOpen, setIsOpen] = useState(false);
  const service = useService();
  const queries = useQueryClient();
  const request = useMutation({
    mutationFn: async (asked: Asked): Promise<Issued> => {
      if (isBreached) {
        const { evidence_id: id } = await service.vehicles.requestEvidence(vehicleId, asked);
        return { kind: "evidence", id };
      }
      const { statement_id: id, state } = await service.vehicles.requestStatement(vehicleId, asked);
      return { kind: "statement", id, tier: state.tier };
    },
    onSuccess: () => setIsOpen(false),
    onSettled: () =>
      void queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== "series" }),
  });
  if (!allowsScope(scopes, "evidence:write")) return null;
  const what = isBreached ? "evidence" : "statement";
  return (
    <div className="evidence-request">
      <button type="button" className="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Request {what}
      </button>
      {isOpen && (
        <RequestForm
          what={what}
          isBusy={request.isPending}
          onSend={(asked) => request.mutate(asked)}
          onCancel={() => setIsOpen(false)}
        />
      )}
      <p role="status" className="quiet">
        {request.isSuccess && <IssuedId issued={request.data} />}
        {request.isError && faultText(request.error)}
      </p>
    </div>
  );
}

type Issued =
  | { readonly kind: "evidence"; readonly id: string }
  | { readonly kind: "statement"; readonly id: string; readonly tier: Tier | null };

function IssuedId({ issued }: { readonly issued: Issued }): ReactElement {
  const { kind, id } = issued;
  if (kind === "evidence") {
    return (
      <>
        Issued{" "}
        <Link className="mono" href={addressOf("evidence", { event_id: id })}>
          {id}
        </Link>
      </>
    );
  }
  return (
    <>
      Issued <span className="mono">{id}</span>: {issued.tier ?? "not judged"} <StatementDownload id={id} />
    </>
  );
}

export function StatementDownload({ id }: { readonly id: string }): ReactElement {
  return (
    <DownloadButton
      title="Download the statement with its proof, to check without this service"
      download={{
        name: `${id}.json`,
        mediaType: "application/json",
        fetch: (service, options) => service.evidence.statement(id, options).asBytes(),
      }}
    >
      Statement (JSON)
    </DownloadButton>
  );
}

interface RequestFormProps {
  readonly what: "evidence" | "statement";
  readonly isBusy: boolean;
  readonly onSend: (asked: Asked) => void;
  readonly onCancel: () => void;
}

function RequestForm({ what, isBusy, onSend, onCancel }: RequestFormProps): ReactElement {
  const [reason, setReason] = useState("");
  const [caseNumber, setCaseNumber] = useState("");
  const id = useId();
  const send = () => onSend({ reason: reason.trim(), case_number: caseNumber.trim() || null });
  return (
    <AskForm
      name={`Request ${what}`}
      button={`Issue ${what}`}
      isBusy={isBusy}
      onSend={send}
      onCancel={onCancel}
    >
      <label htmlFor={`${id}-reason`}>Why? It is signed with the {what}.</label>
      <input
        id={`${id}-reason`}
        type="text"
        autoComplete="off"
        required
        pattern=".*\S.*"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <label htmlFor={`${id}-case`}>Case number (optional)</label>
      <input
        id={`${id}-case`}
        type="text"
        autoComplete="off"
        maxLength={128}
        value={caseNumber}
        onChange={(event) => setCaseNumber(event.target.value)}
      />
      {what === "statement" && (
        <p className="quiet">A signed statement of how the vehicle is judged now. It contains no frames.</p>
      )}
    </AskForm>
  );
}
