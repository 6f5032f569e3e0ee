import { Component, type ReactElement, type ReactNode } from "react";

interface PageBoundaryProps {
  /** The address of the page inside; another page gets its own chance. */
  readonly here: string;
  readonly children: ReactNode;
}

interface PageBoundaryState {
  readonly here: string;
  readonly fault: Error | null;
}

/**
 * A page whose code does not come, or that breaks, says so in its place; the way to the other pages stays. React has no
 * function for it.
 */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { here: this.props.here, fault: null };

  static getDerivedStateFromError(fault: unknown): Partial<PageBoundaryState> {
    return { fault: fault instanceof Error ? fault : new Error(String(fault)) };
  }

  static getDerivedStateFromProps(
    { here }: PageBoundaryProps,
    state: PageBoundaryState,
  ): PageBoundaryState | null {
    return here === state.here ? null : { here, fault: null };
  }

  override render(): ReactNode {
    return this.state.fault === null ? this.props.children : <PageFault fault={this.state.fault} />;
  }
}

function PageFault({ fault }: { readonly fault: Error }): ReactElement {
  return (
    <section className="panel" role="alert">
      <h1>This page cannot be shown</h1>
      {isCodeMissing(fault) ? (
        <p>
          Its code could not be loaded. The service may be down, or may have been updated since this tab was
          opened; then reload the console.
        </p>
      ) : (
        <p>
          It stopped because of a fault in the console: <code>{fault.message}</code>. What you did before is
          stored by the service.
        </p>
      )}
      <p>
        <button type="button" className="button" onClick={() => window.location.reload()}>
          Reload the console
        </button>
      </p>
    </section>
  );
}

/** In the words of Chromium, Firefox and WebKit. */
function isCodeMissing({ message }: Error): boolean {
  return /dynamically imported module|module script failed/iu.test(message);
}
