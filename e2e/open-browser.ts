import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

/** The distribution's own Chromium; nothing is downloaded. */
const candidates = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Null on a machine without one: tests that need it then skip and say so. */
export const browserPath = candidates.find((path) => existsSync(path)) ?? null;

/** Where `npm run build` leaves the console and the offline verifier. */
export const builtPages = new URL("../console/dist/", import.meta.url);

/** Why a built page cannot be opened on this machine; null where it can. */
export function whyNoPage(name: "index.html" | "verify.html"): string | null {
  if (browserPath === null) return "no Chromium on this machine (apt-get install chromium)";
  return existsSync(new URL(name, builtPages)) ? null : `${name} is not built (npm run build)`;
}

/** With other fonts a page has other widths and pixels, which says nothing of it. */
function pinnedFonts(): Readonly<Record<string, string>> {
  const isThere = existsSync("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf");
  return isThere ? { FONTCONFIG_FILE: fileURLToPath(new URL("fonts.conf", import.meta.url)) } : {};
}

/** Software rendering and fonts pinned and nothing asked of the network, so that pictures are the same from run to run. */
export async function openBrowser(
  executablePath: string,
  furtherArguments: readonly string[] = [],
): Promise<Browser> {
  return chromium.launch({
    executablePath,
    chromiumSandbox: false,
    env: { ...process.env, ...pinnedFonts() },
    args: [
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--font-render-hinting=none",
      "--disable-lcd-text",
      "--force-device-scale-factor=1",
      "--hide-scrollbars",
      // A name for the service of a test, as over plain HTTP in a works' network.
      "--host-resolver-rules=MAP plumbline.example 127.0.0.1",
      ...furtherArguments,
    ],
  });
}

let shared: Promise<Browser> | null = null;

/** One browser for all test files of a worker, each with windows of its own; it ends with the worker. */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= openBrowser(browserPath!);
  const browser = await shared;
  if (browser.isConnected()) return browser;
  shared = openBrowser(browserPath!);
  return shared;
}

export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors and warnings of the browser's console, breaches of the content security policy among them. */
  readonly complaints: readonly string[];
  /** Addresses asked for that are not the service's. */
  readonly outsideRequests: readonly string[];
}

interface View {
  readonly origin: string;
  readonly theme?: "light" | "dark";
  readonly width?: number;
}

/** A page in a window of its own (its own session, so its own key) that notes what must never happen. */
export async function openWatchedPage(
  browser: Browser,
  { origin, theme = "light", width = 1320 }: View,
): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: 900 },
    colorScheme: theme,
    timezoneId: "UTC",
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  // A busy machine of two cores takes a minute over what an idle one does in a second.
  page.setDefaultTimeout(120_000);
  const complaints: string[] = [];
  const outsideRequests: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (fault) => complaints.push(fault.message));
  page.on("request", (request) => {
    const { origin: asked, protocol } = new URL(request.url());
    if (asked !== origin && protocol !== "blob:") outsideRequests.push(request.url());
  });
  return { page, context, complaints, outsideRequests };
}
