import { build, type Plugin } from "vite";

interface OneFilePage {
  /** What errors call it. */
  readonly name: string;
  /** Folder of the page, and its file there. */
  readonly root: string;
  readonly page: string;
  /** Where its own script may make further ones from: `blob:`, or nothing. */
  readonly furtherScripts?: string;
}

/**
 * Builds a page into the same folder after the console: one HTML file that needs nothing else. Its own policy allows
 * exactly its own script and style, by their hashes, the WebAssembly that the scoring is, and no connection of any kind.
 */
export function oneFilePage(options: OneFilePage): Plugin {
  return {
    name: `plumbline-${options.name}`,
    apply: "build",
    async closeBundle() {
      await build({
        root: options.root,
        configFile: false,
        publicDir: false,
        logLevel: "warn",
        plugins: [oneFile(options)],
        build: {
          outDir: `${options.root}/../dist`,
          emptyOutDir: false,
          modulePreload: false,
          cssCodeSplit: false,
          reportCompressedSize: false,
          chunkSizeWarningLimit: 1_000,
          rolldownOptions: {
            input: `${options.root}/${options.page}`,
            // What comes later on a server comes with the rest here.
            output: { codeSplitting: false },
          },
        },
      });
    },
  };
}

/** Writes the script and the style into the page and drops their files. */
function oneFile({ name: what, furtherScripts }: OneFilePage): Plugin {
  return {
    name: "plumbline-one-file",
    enforce: "post",
    generateBundle: {
      // After Vite has put in what it leaves open until here.
      order: "post",
      async handler(_options, bundle) {
        const outputs = Object.values(bundle);
        const assets = outputs.filter((output) => output.type === "asset");
        const page = assets.find(({ fileName }) => fileName.endsWith(".html"));
        const [style, ...otherStyles] = assets.filter(({ fileName }) => fileName.endsWith(".css"));
        const [script, ...otherScripts] = outputs.filter((output) => output.type === "chunk");
        const others = [...otherScripts, ...otherStyles];
        if (page === undefined || script === undefined || style === undefined || others.length > 0) {
          throw new Error(
            `${what} must come out as one page, one script and one style: ${Object.keys(bundle).join(", ")}`,
          );
        }
        const code = script.code.trim().replaceAll("</script", "<\\/script");
        const css = String(style.source).trim();
        page.source = await inlined(String(page.source), { code, css, furtherScripts: furtherScripts ?? "" });
        for (const name of Object.keys(bundle))
          if (bundle[name] !== page) Reflect.deleteProperty(bundle, name);
      },
    },
  };
}

async function inlined(
  page: string,
  {
    code,
    css,
    furtherScripts,
  }: { readonly code: string; readonly css: string; readonly furtherScripts: string },
): Promise<string> {
  const policy = [
    "default-src 'none'",
    `script-src '${await sourceHash(code)}' 'wasm-unsafe-eval' ${furtherScripts}`.trim(),
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
