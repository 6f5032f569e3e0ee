import { build, type Plugin } from "vite";

/**
 * Builds the offline verifier into the same folder after the console: one HTML file that needs nothing else. Its own
 * policy allows exactly its own script and style, by their hashes, what that script makes a module of (the frozen scorers,
 * carried-scorers.ts), and no connection of any kind.
 */
export function offlineVerifier(): Plugin {
  return {
    name: "plumbline-offline-verifier",
    apply: "build",
    async closeBundle() {
      const root = import.meta.dirname;
      await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: "warn",
        plugins: [oneFile()],
        build: {
          outDir: `${root}/../dist`,
          emptyOutDir: false,
          modulePreload: false,
          cssCodeSplit: false,
          reportCompressedSize: false,
          rolldownOptions: { input: `${root}/verify.html` },
        },
      });
    },
  };
}

/** Writes the script and the style into the page and drops their files. */
function oneFile(): Plugin {
  return {
    name: "plumbline-one-file",
    enforce: "post",
    async generateBundle(_options, bundle) {
      const outputs = Object.values(bundle);
      const assets = outputs.filter((output) => output.type === "asset");
      const page = assets.find(({ fileName }) => fileName.endsWith(".html"));
      const [style, ...otherStyles] = assets.filter(({ fileName }) => fileName.endsWith(".css"));
      const [script, ...otherScripts] = outputs.filter((output) => output.type === "chunk");
      const others = [...otherScripts, ...otherStyles];
      if (page === undefined || script === undefined || style === undefined || others.length > 0) {
        throw new Error(
          `the verifier must come out as one page, one script and one style: ${Object.keys(bundle).join(", ")}`,
        );
      }
      const code = script.code.trim().replaceAll("</script", "<\\/script");
      const css = String(style.source).trim();
      page.source = await inlined(String(page.source), { code, css });
      for (const name of Object.keys(bundle)) if (bundle[name] !== page) Reflect.deleteProperty(bundle, name);
    },
  };
}

async function inlined(
  page: string,
  { code, css }: { readonly code: string; readonly css: string },
): Promise<string> {
  const policy = [
    "default-src 'none'",
    `script-src '${await sourceHash(code)}' blob:`,
    `style-src '${await sourceHash(css)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  // Functions, because a text put in place of a match would have its dollar signs read.
  return page
    .replaceAll(/\s*<link rel="stylesheet"[^>]*>/g, "")
    .replaceAll(/\s*<script type="module"[^>]*><\/script>/g, "")
    .replace(
      '<meta charset="utf-8" />',
      () => `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    )
    .replace(
      "</head>",
      () => `  <style>${css}</style>\n    <script type="module">${code}</script>\n  </head>`,
    );
}

async function sourceHash(source: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(source)));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}
