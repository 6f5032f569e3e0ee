import { useEffect, useRef, type ReactElement } from "react";
import { sessionService } from "../api/service.ts";
import { leaveSession, useOwnKey } from "../api/session.ts";

/** Asks whether this browser's session is to end, or every session of the key. The first has the focus. */
export function SignOutDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const { name } = useOwnKey();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const leave = (everywhere: boolean) => () => void leaveSession(sessionService, { everywhere });
  return (
    <dialog ref={dialog} className="panel sign-out" aria-labelledby="sign-out" onClose={onClose}>
      <h2 id="sign-out">Sign out</h2>
      <p>
        Signed in with the API key <strong>{name}</strong>. Everywhere: on all browsers that were signed in
        with this key. The key itself stays in force.
      </p>
      <div className="sign-out-choices">
        <button type="button" className="button" onClick={leave(false)}>
          Sign out on this browser
        </button>
        <button type="button" className="button" onClick={leave(true)}>
          Sign out everywhere
        </button>
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}
