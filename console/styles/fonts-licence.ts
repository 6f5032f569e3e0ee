import type { Plugin } from "vite";

const packages = ["@fontsource/ibm-plex-sans", "@fontsource/ibm-plex-mono"];

/** The fonts' licence asks that it goes wherever they go: `fonts-licence.txt`, beside the page. */
export function fontsLicence(): Plugin {
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
