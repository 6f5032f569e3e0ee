import { existsSync, readFileSync, readdirSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

import type { Answer } from "../answer/answer.ts";
import { strongTag, unlessKnown } from "../answer/entity-tag.ts";
import type { Exchange } from "../exchange.ts";
import { htmlPage } from "./html-page.ts";

/**
 * The built console. Which files there are is known from the start, so that no path of a request ever becomes a path
 * on the disk.
 */
export class ConsoleFiles {
  /** By address, such as `/assets/index-1a2b.js`. */
  readonly #files: ReadonlyMap<string, string>;
  readonly #answers = new Map<string, Answer>();

  /** `folder` is what the console's build wrote; it may be missing. */
  constructor(folder: string) {
    this.#files = listFiles(folder);
  }

  /** Addresses of the files, without the page itself. */
  get addresses(): readonly string[] {
    return [...this.#files.keys()].filter((address) => address !== pageAddress);
  }

  file(exchange: Pick<Exchange, "headers">, address: string): Answer {
    const answer = this.#answers.get(address) ?? this.#read(address);
    this.#answers.set(address, answer);
    return unlessKnown(answer, exchange.headers);
  }

  /** The page every address of the console begins with. */
  page(exchange: Pick<Exchange, "headers">): Answer {
    return this.#files.has(pageAddress) ? this.file(exchange, pageAddress) : notBuilt;
  }

  /** The same with the status of what is not there, whose text the console has; null where it is not built. */
  pageOfNothing(): Answer | null {
    if (!this.#files.has(pageAddress)) return null;
    const { headers: { ETag: _, ...headers } = {}, ...answer } = this.file({ headers: {} }, pageAddress);
    return { ...answer, status: 404, headers: { ...headers, Vary: "Accept" } };
  }

  /** The offline verifier under an address one can remember: for everybody, without a key. */
  verifier(exchange: Pick<Exchange, "headers">): Answer {
    return this.#files.has(verifierAddress) ? this.file(exchange, verifierAddress) : notBuilt;
  }

  #read(address: string): Answer {
    const path = this.#files.get(address);
    if (path === undefined) throw new Error(`the console has no file ${address}`);
    const body = readFileSync(path);
    const isHashed = address.startsWith("/assets/");
    return {
      status: 200,
      contentType: contentTypes.get(extname(address)) ?? "application/octet-stream",
      body,
      headers: {
        ETag: strongTag(body),
        "Cache-Control": isHashed ? "public, max-age=31536000, immutable" : "no-cache",
        "Content-Security-Policy": policyOf(address),
      },
    };
  }
}

const pageAddress = "/index.html";
const verifierAddress = "/verify.html";

/** Pages that are one file; which script and style they may run, their own policies say by their hashes. */
const oneFilePages: ReadonlyMap<string, string> = new Map([
  // It makes modules of the scorers it carries.
  [verifierAddress, oneFilePolicy("script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:")],
  ["/player.html", oneFilePolicy("script-src 'unsafe-inline' 'wasm-unsafe-eval'")],
]);

function policyOf(address: string): string {
  return oneFilePages.get(address) ?? contentSecurityPolicy;
}

function oneFilePolicy(scripts: string): string {
  return [
    "default-src 'none'",
    scripts,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function listFiles(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [`/${relative(folder, path).split(sep).join("/")}`, path]),
  );
}

const contentTypes = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".svg", "image/svg+xml"],
  [".png", "image/png"],
  [".json", "application/json"],
  [".woff2", "font/woff2"],
  [".txt", "text/plain; charset=utf-8"],
]);

const contentSecurityPolicy = [
  "default-src 'none'",
  // The scoring is WebAssembly.
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // No text ever becomes markup or code in the console.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const notBuilt = htmlPage({
  title: "The console is not built",
  body: `<h1>The console is not built yet</h1>
<p>The service works without it. To build the console, run <code>npm run build</code> and start the service again.</p>
<p><a href="/docs">API documentation</a> · <a href="/health">Health</a></p>`,
});
