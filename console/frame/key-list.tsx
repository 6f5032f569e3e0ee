import { useEffect, useRef, type ReactElement } from "react";
import { activeKeys, setKeysOn, useKeysOn } from "./keys.ts";

/** Which keys do what on this page, and the switch for all of them. */
export function KeyList({ onClose }: { readonly onClose: () => void }): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const areOn = useKeysOn();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className="panel key-list" aria-labelledby="key-list" onClose={onClose}>
      <div className="panel-head">
        <h2 id="key-list">Shortcuts on this page</h2>
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      <table>
        <tbody>
          {activeKeys().map(([key, what]) => (
            <tr key={key}>
              <th scope="row">
                {key.split(/[ ]|(?<=Shift)\+/u).map((part) => (
                  <kbd key={part}>{signs[part] ?? part}</kbd>
                ))}
              </th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <label className="key-switch">
        <input type="checkbox" checked={areOn} onChange={(event) => setKeysOn(event.target.checked)} />
        Use these shortcuts
      </label>
    </dialog>
  );
}

const signs: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
};
