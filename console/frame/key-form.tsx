import { useEffect, useRef, useState, type FormEvent, type ReactElement } from "react";
import { sessionService } from "../api/service.ts";
import { enterKey } from "../api/session.ts";

/** Asks for the API key. It goes to the service once, which signs this browser in; no script of the page keeps it. */
export function KeyForm({ refusal }: { readonly refusal: string | null }): ReactElement {
  const [apiKey, setApiKey] = useState("");
  const [said, setSaid] = useState(refusal);
  const [isAsking, setIsAsking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // What had the focus went with the page that was open; here is one thing to do.
  useEffect(() => field.current?.focus(), []);

  const submit = async (): Promise<void> => {
    setIsAsking(true);
    setSaid(await enterKey(apiKey.trim(), sessionService));
    setIsAsking(false);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void submit();
  };

  return (
    <main className="key-page">
      <form className="panel key-form" onSubmit={onSubmit}>
        <h1>
          <img src="/icon.svg" alt="" width="24" height="24" /> Plumbline
        </h1>
        <p>Sign in with an API key. What you see and may do here is what the key may.</p>
        <label htmlFor="api-key">API key</label>
        <input
          ref={field}
          id="api-key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
          value={apiKey}
          aria-describedby="api-key-refusal"
          onChange={(event) => setApiKey(event.target.value)}
        />
        <p id="api-key-refusal" role="alert" className="refusal">
          {said}
        </p>
        <button type="submit" className="button button-main" disabled={isAsking}>
          Sign in
        </button>
        <p className="quiet">
          You stay signed in for a week, on this browser only. Make a key with{" "}
          <code>npx plumbline keys create</code>.
        </p>
      </form>
    </main>
  );
}
