import { useEffect } from "react";

/** What stands at the top of every printed page, so that loose sheets can be told apart; null for nothing. */
export function usePrintHeading(text: string | null): void {
  useEffect(() => {
    if (text === null) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page { @top-left { content: "${plain(text)}"; font: 8pt monospace; } }`);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [text]);
}

/** Ids and digests have no other characters; what an address may hold besides never becomes style. */
function plain(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9:, -]/g, "");
}
