import { useState, type ReactElement } from "react";
import type { PlumblineClient } from "../../clients/typescript/plumbline-client.ts";
import { faultWords, useService } from "../api/service.ts";

/** Downloads a bundle as it was issued, byte for byte: it stays verifiable with `plumbline evidence verify`. */
export function EvidenceLink({ eventId }: { readonly eventId: string }): ReactElement {
  const service = useService();
  const [refusal, setRefusal] = useState<string | null>(null);
  const download = async (): Promise<void> => {
    try {
      await saveBundle(service, eventId);
      setRefusal(null);
    } catch (fault) {
      setRefusal(faultWords(fault));
    }
  };
  return (
    <span className="evidence-link">
      <button
        type="button"
        className="link-button mono"
        title="Download the evidence bundle (JSON)"
        onClick={() => void download()}
      >
        <DownloadSign />
        <span className="unseen">Download evidence </span>
        {eventId}
      </button>
      {refusal !== null && (
        <span role="alert" className="refusal">
          {refusal}
        </span>
      )}
    </span>
  );
}

async function saveBundle(service: PlumblineClient, eventId: string): Promise<void> {
  const bytes = await service.getEvidenceBundleBytes(eventId);
  const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: "application/json" }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = `${eventId}.json`;
  anchor.click();
  // The download has taken its own hold of the bytes once the click was handled.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function DownloadSign(): ReactElement {
  return (
    <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
      <path
        d="M8 1.5v8.5M4.2 6.6 8 10.4l3.8-3.8M2 14h12"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
      />
    </svg>
  );
}
