/** The look of the HTML report: the console's letters and light colours, on a page that prints. */
export const reportStyle = `
:root { color-scheme: light;
  --line: #dde1e6; --text: #14181d; --quiet: #515a66; --page: #f6f7f9; --control: #7a8491; --caution: #b48315; --critical: #a3123a;
  --font: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 14px/20px var(--font); font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%; }
main { max-width: 860px; margin: 0 auto; padding: 32px 24px 48px; }
h1, h2, p, figure, ol, ul, dl, dd { margin: 0; }
h1 { font: 600 22px/28px var(--font); overflow-wrap: anywhere; }
h2 { font: 600 14px/20px var(--font); }
section { margin-top: 12px; padding: 14px 18px 16px; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
section > h2 + * { margin-top: 8px; }
.kind { color: var(--quiet); }
.under { margin-top: 4px; color: var(--quiet); overflow-wrap: anywhere; }
.notice { border-left: 4px solid var(--control); }
.quiet { color: var(--quiet); font: 12px/18px var(--font); }
.code { font: 11px/18px var(--mono); overflow-wrap: anywhere; word-break: break-all; }
.tiers { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 28px; }
.tier { display: flex; align-items: center; gap: 9px; font: 600 22px/28px var(--font); }
.tier svg { flex: none; }
.word-octagon { color: #a3123a; } .word-triangle { color: #7f5b0a; } .word-circle { color: #086a93; } .word-ring { color: #5a5e64; }
.arrow { color: var(--control); flex: none; }
.figures { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 12px 20px; margin-top: 14px; padding-top: 14px; border-top: 1px solid var(--line); }
.figures dt { color: var(--quiet); font-size: 12px; line-height: 16px; }
.figures dd { font-size: 16px; line-height: 24px; overflow-wrap: anywhere; }
.figures .quiet { padding-left: 6px; white-space: nowrap; }
.story { margin-top: 14px; max-width: 70ch; overflow-wrap: anywhere; }
figure svg { display: block; width: 100%; height: auto; }
figcaption { margin-top: 6px; }
table { width: 100%; border-collapse: collapse; }
th { padding: 0 12px 4px 0; color: var(--quiet); font: 400 12px/16px var(--font); text-align: left; }
td { padding: 5px 12px 5px 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
th:last-child, td:last-child { padding-right: 0; }
.number { text-align: right; white-space: nowrap; }
.step { width: 24%; } .at { width: 14%; } .custody td { font-size: 13px; }
.facts { display: grid; grid-template-columns: 186px minmax(0, 1fr); gap: 5px 16px; }
.facts dt { color: var(--quiet); }
.facts dd { overflow-wrap: anywhere; }
ol, ul { padding-left: 20px; }
li + li { margin-top: 4px; }
li { overflow-wrap: anywhere; max-width: 76ch; }
@media (max-width: 560px) {
  main { padding: 16px 10px 32px; } section { padding: 12px; }
  .number { white-space: normal; } th, td { padding-right: 8px; }
  .figures .quiet { display: block; padding: 0; white-space: normal; }
  .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .facts { grid-template-columns: minmax(0, 1fr); gap: 0; } .facts dd { padding-bottom: 8px; }
  .custody, .custody tbody, .custody tr, .custody td { display: block; width: auto; }
  .custody thead { display: none; } .custody td { padding: 2px 0; border: 0; } .custody tr { padding: 6px 0; border-top: 1px solid var(--line); }
}
@page { size: A4; margin: 16mm 15mm 18mm; @bottom-right { content: counter(page) " / " counter(pages); font: 9px system-ui, sans-serif; color: #515a66; } }
@media print {
  body { background: #fff; font-size: 12px; line-height: 17px; }
  main { max-width: none; padding: 0; }
  .code { font-size: 9.5px; line-height: 15px; } .custody td { font-size: 11px; } .custody .quiet, .facts .quiet { font-size: 10px; line-height: 14px; }
  .step { width: 25%; } .at { width: 15%; } .facts { grid-template-columns: 150px minmax(0, 1fr); }
  section { break-inside: avoid; padding: 10px 14px 12px; }
  h2 { break-after: avoid; }
}
`;
