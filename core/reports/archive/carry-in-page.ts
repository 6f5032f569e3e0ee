import { toBase64 } from "../../encoding/base64.ts";

/** Where the offline verifier's page takes files in. */
const place = "<!--carried evidence-->";

/**
 * The offline verifier with files inside, each as base64 of its exact bytes in a block no browser runs. `page` is the
 * built verifier; without its mark it throws, rather than give a page that carries nothing. Names are ours, not the evidence's.
 */
export function carryInPage(
  page: string,
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
): string {
  const [before, after, ...more] = page.split(place);
  if (after === undefined || more.length > 0) throw new TypeError("not the page of the offline verifier");
  const blocks = files.map(
    ({ name, bytes }) =>
      `<script type="application/octet-stream" data-carried="${name}">${toBase64(bytes)}</script>`,
  );
  return `${before}${blocks.join("\n")}${after}`;
}
