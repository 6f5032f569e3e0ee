import type { ReactElement } from "react";
import { DownloadButton } from "./download-button.tsx";

/** Downloads a bundle as it was issued, byte for byte: it stays verifiable with `plumbline evidence verify`. */
export function EvidenceLink({ eventId }: { readonly eventId: string }): ReactElement {
  return (
    <DownloadButton
      className="mono"
      title="Download the evidence bundle (JSON)"
      download={{
        name: `${eventId}.json`,
        mediaType: "application/json",
        fetch: (service) => service.getEvidenceBundleBytes(eventId),
      }}
    >
      <span className="unseen">Download evidence </span>
      {eventId}
    </DownloadButton>
  );
}
