import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

import { withoutEvaluation } from "./evidence/without-evaluation.ts";
import { offlinePlayer } from "./player/offline-player.ts";
import { offlineVerifier } from "./verifier/offline-verifier.ts";

// A build that something else starts, such as a test, is the same build: React's slow half is for nobody here.
process.env["NODE_ENV"] = "production";

/**
 * The built console is plain files under one strict content security policy (`default-src 'self'`): no inline script,
 * no data: addresses, nothing from third parties. The server serves `dist/` at `/`, with `/assets/*` never changing. The
 * offline verifier, `verify.html`, and the offline player, `player.html`, are the exceptions: they are meant to leave it.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [withoutEvaluation(), react(), fontsLicence(), offlineVerifier(), offlinePlayer()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What each part may weigh is held by e2e/console/build-size.system.ts.
    chunkSizeWarningLimit: 1_000,
  },
});

const packages = ["@fontsource/ibm-plex-sans", "@fontsource/ibm-plex-mono"];

/** The fonts' licence asks that it goes wherever they go: `fonts-licence.txt`, beside the page. */
function fontsLicence(): Plugin {
  return {
    name: "plumbline-fonts-licence",
    apply: "build",
    async generateBundle() {
      const texts = packages.map(async (name) => {
        const found = await this.resolve(`${name}/LICENSE`);
        if (found === null) throw new Error(`${name} has no licence to ship`);
        const text = await this.fs.readFile(found.id, { encoding: "utf8" });
        return text.trim();
      });
      const source = `${(await Promise.all(texts)).join("\n\n----\n\n")}\n`;
      this.emitFile({ type: "asset", fileName: "fonts-licence.txt", source });
    },
  };
}
