import { useState, type ReactElement, type ReactNode } from "react";
import type { Plumbline } from "../../clients/typescript/plumbline.ts";
import { faultText, forFiles, useService } from "../api/service.ts";

/** What the browser is given to keep. */
export interface Download {
  readonly name: string;
  readonly mediaType: string;
  /** Fetched at the click: a plain link could not send the key. */
  readonly fetch: (service: Plumbline, options: typeof forFiles) => Promise<Uint8Array>;
}

interface DownloadButtonProps {
  readonly download: Download;
  readonly title: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link that saves a file, and says in place why it cannot. */
export function DownloadButton({
  download,
  title,
  className = "",
  children,
}: DownloadButtonProps): ReactElement {
  const service = useService();
  const [state, setState] = useState<{ readonly busy: boolean; readonly refusal: string | null }>({
    busy: false,
    refusal: null,
  });
  const save = async (): Promise<void> => {
    setState({ busy: true, refusal: null });
    try {
      handOver(await download.fetch(service, forFiles), download);
      setState({ busy: false, refusal: null });
    } catch (fault) {
      setState({ busy: false, refusal: faultText(fault) });
    }
  };
  return (
    <span className="download">
      <button
        type="button"
        className={`link-button ${className}`}
        title={title}
        disabled={state.busy}
        aria-busy={state.busy}
        onClick={() => void save()}
      >
        <DownloadSign />
        {children}
      </button>
      {state.refusal !== null && (
        <span role="alert" className="refusal">
          {state.refusal}
        </span>
      )}
    </span>
  );
}

/** Downloads a bundle as it was issued, byte for byte: it stays verifiable with `plumbline evidence verify`. */
export function EvidenceLink({ eventId }: { readonly eventId: string }): ReactElement {
  return (
    <DownloadButton
      className="mono"
      title="Download the evidence bundle (JSON)"
      download={{
        name: `${eventId}.json`,
        mediaType: "application/json",
        fetch: (service, options) => service.evidence.bundle(eventId, options).asBytes(),
      }}
    >
      <span className="unseen">Download evidence </span>
      {eventId}
    </DownloadButton>
  );
}

function handOver(bytes: Uint8Array, { name, mediaType }: Download): void {
  const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: mediaType }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
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
