import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/**
 * The built console is plain files under one strict content security policy (`default-src 'self'`): no inline script,
 * no data: addresses, nothing from outside. The server serves `dist/` at `/`, with `/assets/*` never changing.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
