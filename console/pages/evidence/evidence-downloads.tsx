import type { ReactElement } from "react";
import { DownloadButton } from "../../frame/download-button.tsx";

/** What claims and compliance take away: the bundle itself, something to read, and everything needed to check it without us. */
export function EvidenceDownloads({ eventId }: { readonly eventId: string }): ReactElement {
  return (
    <>
      <DownloadButton
        title="Download the bundle as it was issued, byte for byte"
        download={{
          name: `${eventId}.json`,
          mediaType: "application/json",
          fetch: (service, options) => service.evidence.bundle(eventId, options).asBytes(),
        }}
      >
        Bundle (JSON)
      </DownloadButton>
      <DownloadButton
        title="Download the report, with the evidence attached"
        download={{
          name: `${eventId}.pdf`,
          mediaType: "application/pdf",
          fetch: (service, options) => service.evidence.reportPdf(eventId, options),
        }}
      >
        Report (PDF)
      </DownloadButton>
      <DownloadButton
        title="Download everything needed to check the evidence without this service"
        download={{
          name: `${eventId}.zip`,
          mediaType: "application/zip",
          fetch: (service, options) => service.evidence.archive(eventId, options),
        }}
      >
        Archive (zip)
      </DownloadButton>
    </>
  );
}
