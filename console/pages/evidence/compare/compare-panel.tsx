import { useId, useState, type DragEvent, type ReactElement } from "react";
import type { Bundle } from "../../../../core/encoding/bundle.ts";
import type { CheckedEvidence } from "../../../evidence/check-archive.ts";
import { type CheckLine, checkLines } from "../../../evidence/check-lines.ts";
import { type ComparedFact, compareBundles } from "./compare-bundles.ts";

interface ComparePanelProps {
  readonly checked: Extract<CheckedEvidence, { readonly kind: "checked" }>;
}

interface Given {
  readonly name: string;
  readonly checked: CheckedEvidence;
}

/** Another bundle beside this one: checked first, by the same trust file, then what differs. The file stays in this browser. */
export function ComparePanel({ checked }: ComparePanelProps): ReactElement | null {
  const [given, setGiven] = useState<Given | null>(null);
  const [isOver, setOver] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const input = useId();
  const { bundle, believed } = checked;
  if (bundle === null) return null;
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setBusy(true);
    try {
      setGiven({ name: file.name, checked: await checkFile(file, { bundle, believed }) });
    } finally {
      setBusy(false);
    }
  };
  const over = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <section
      className={`panel compare ${given === null ? "no-print" : ""}`}
      aria-labelledby="compare"
      data-over={isOver}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h2 id="compare">Compare with another bundle</h2>
      <p className="no-print">
        <label htmlFor={input}>Drop a bundle or an archive here, or choose one: </label>
        <input
          id={input}
          type="file"
          accept=".json,.zip,application/json,application/zip"
          onChange={(event) => void take(event.target.files?.[0])}
        />
      </p>
      <p className="quiet no-print">
        It is checked in this browser and sent nowhere; that works offline, too.
      </p>
      <p role="status" className={isBusy ? "" : "unseen"}>
        {isBusy ? "Checking …" : given === null ? "" : `${given.name} was checked.`}
      </p>
      {given !== null && <Compared bundle={bundle} given={given} />}
    </section>
  );
}

/** What cannot be read at all is no verdict either. */
async function checkFile(
  file: File,
  {
    bundle,
    believed,
  }: {
    readonly bundle: Bundle;
    readonly believed: Extract<CheckedEvidence, { kind: "checked" }>["believed"];
  },
): Promise<CheckedEvidence> {
  try {
    const { checkBeside } = await import("../../../evidence/check-archive.ts");
    const knownDigests = new Map([[bundle.event_id, bundle.signature]]);
    return await checkBeside(new Uint8Array(await file.arrayBuffer()), { believed, knownDigests });
  } catch (fault) {
    return {
      kind: "not_checked",
      why: `The file cannot be read: ${fault instanceof Error ? fault.message : String(fault)}.`,
    };
  }
}

function Compared({
  bundle,
  given: { name, checked },
}: {
  readonly bundle: Bundle;
  readonly given: Given;
}): ReactElement {
  if (checked.kind === "not_checked") {
    return (
      <p className="refusal" role="alert">
        <strong>{name} cannot be compared.</strong> {checked.why}
      </p>
    );
  }
  const { report, bundle: other } = checked;
  const isBroken = report.verdict === "invalid";
  return (
    <div className="compared" data-compared={report.verdict}>
      <h3>
        {name}: {verdicts[report.verdict]}
      </h3>
      <ul className="plain">
        {checkLines(report)
          .filter(({ state }) => state === "fails" || state === "open")
          .map((line: CheckLine) => (
            <li key={line.question}>
              {line.state === "fails" ? "✖" : "?"} {line.sentence}
            </li>
          ))}
      </ul>
      {other === null ? (
        <p>It is not a readable bundle, so there is nothing to compare.</p>
      ) : (
        <Differences bundle={bundle} other={other} isBroken={isBroken} />
      )}
    </div>
  );
}

const verdicts = {
  valid: "intact",
  incomplete: "no check failed, but not everything could be checked",
  invalid: "do not rely on it, a check failed",
} as const;

interface DifferencesProps {
  readonly bundle: Bundle;
  readonly other: Bundle;
  readonly isBroken: boolean;
}

function Differences({ bundle, other, isBroken }: DifferencesProps): ReactElement {
  const { relation, measurements, settings, sameSettings, custody } = compareBundles(bundle, other);
  const heads = { one: bundle.event_id, other: other.event_id };
  return (
    <>
      {isBroken && <p className="stale-notice">Do not rely on its content.</p>}
      <p className="card-main">{relation}</p>
      <FactTable title="Measurements" heads={heads} facts={measurements} />
      {settings.length === 0 ? (
        <p>All {sameSettings} settings of the scoring are the same.</p>
      ) : (
        <FactTable
          title={`Settings that differ; ${sameSettings} are the same`}
          heads={heads}
          facts={settings}
        />
      )}
      <FactTable title="Custody" heads={heads} facts={custody} />
    </>
  );
}

interface FactTableProps {
  readonly title: string;
  readonly heads: { readonly one: string; readonly other: string };
  readonly facts: readonly ComparedFact[];
}

function FactTable({ title, heads, facts }: FactTableProps): ReactElement {
  return (
    <table className="numbers compare-table">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">This, {heads.one}</th>
          <th scope="col">The other, {heads.other}</th>
          <th scope="col">Same</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(({ name, one, other, differs }) => (
          <tr key={name} className={differs ? "differs" : undefined}>
            <th scope="row">{name}</th>
            <td data-label="this">{one}</td>
            <td data-label="the other">{other}</td>
            <td>{differs ? "differs" : "same"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
