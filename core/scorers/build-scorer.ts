import { join } from "node:path";
import { rolldown, VERSION, type Plugin } from "rolldown";

/**
 * What a frozen scorer exports, and the file of `core/` each comes from. A change of it changes what commits rebuild to.
 */
const exported = [
  'export { fold } from "scoring/fold.ts";',
  'export { initialState } from "scoring/model/initial-state.ts";',
  'export { packState, unpackState } from "scoring/model/codec/state-codec.ts";',
  "export { defaultSettings, numericProfile, scoringVersion as version, settingsFromJson, settingsToJson }",
  '  from "scoring/settings/settings.ts";',
  'export { openBreachOf as openBreach } from "scoring/verdict/state-events.ts";',
  'export { scoringOutputs as outputs } from "evidence/bundle/scoring-outputs.ts";',
];

export const builtWith = `rolldown ${VERSION}`;

/**
 * The scoring of a source tree as one ES module that imports nothing: the same tree gives the same bytes, wherever it
 * lies. Comments stay, in ASCII; whoever opens it in ten years shall be able to read it.
 */
export async function buildScorer(coreFolder: string): Promise<string> {
  const bundle = await rolldown({
    input: entryName,
    plugins: [entryPlugin(coreFolder)],
    platform: "neutral",
    tsconfig: false,
    transform: { target: "es2022" },
    // No module of core does anything by being loaded.
    treeshake: { moduleSideEffects: false, manualPureFunctions: ["Type"] },
    experimental: { attachDebugInfo: "none" },
  });
  try {
    const { output } = await bundle.generate({
      format: "es",
      minify: false,
      comments: { jsdoc: true, legal: false, annotation: false },
    });
    const [chunk, ...more] = output;
    if (more.length > 0 || chunk.imports.length > 0 || chunk.dynamicImports.length > 0) {
      throw new Error(`a scorer must be one module without imports, not ${chunk.imports.join(", ")}`);
    }
    return `${head}${inAscii(chunk.code)}`;
  } finally {
    await bundle.close();
  }
}

const head = `// Plumbline frozen scorer. It recomputes evidence of its version, bit for bit, and never changes: bundles name its
// SHA-256, and core/scorers/scorers.json says which commit it was built from. Do not edit it; do not format it.
`;

const entryName = "scorer";
/** Schemas stand beside what is needed of one file; nothing of them is left in the module. */
const withoutSchemas = "\0no-schemas";

function entryPlugin(coreFolder: string): Plugin {
  const entry = join(coreFolder, "scorer-entry.ts");
  return {
    name: "plumbline-scorer-entry",
    resolveId: (id, importer) => {
      if (id === entryName) return entry;
      if (id === "typebox") return withoutSchemas;
      return importer === entry ? join(coreFolder, id) : null;
    },
    load: (id) => {
      if (id === withoutSchemas) return "export const Type = {};";
      return id === entry ? exported.join("\n") : null;
    },
  };
}

const superscripts: Readonly<Record<string, string>> = {
  "⁰": "0",
  "¹": "1",
  "²": "2",
  "³": "3",
  "⁴": "4",
  "⁵": "5",
  "⁶": "6",
  "⁷": "7",
  "⁸": "8",
  "⁹": "9",
  "⁻": "-",
  "⁺": "+",
  ᵀ: "T",
};
const asciiFor: Readonly<Record<string, string>> = {
  "−": "-",
  "–": "-",
  "×": "*",
  "·": "*",
  "÷": "/",
  "½": "1/2",
  "¼": "1/4",
  "√": "sqrt ",
  "≤": "<=",
  "≥": ">=",
  "≈": "~",
  "±": "+-",
  "→": "->",
  "←": "<-",
  "…": "...",
  "‖": "||",
  "°": " deg",
  "’": "'",
  "∃": "exists ",
  ℓ: "l",
  Γ: "Gamma",
  ρ: "rho",
  α: "alpha",
  ȳ: "ybar",
  "\u0302": "^",
  Σ: "Sum ",
  Π: "Prod ",
  σ: "sigma",
  φ: "phi",
  ψ: "psi",
  μ: "mu",
  λ: "lambda",
  δ: "delta",
  χ: "chi",
  π: "pi",
  ω: "omega",
  θ: "theta",
  ν: "nu",
  "₀": "_0",
  "₁": "_1",
};

const stretchOfSuperscripts = /[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ᵀ]+/g;
// oxlint-disable-next-line no-control-regex -- all of ASCII, the control characters included
const beyondAscii = /[^\u0000-\u007F]/gu;
const comment = /\/\*\*[\s\S]*?\*\//g;

/** Formulas stand in comments alone; code that is not ASCII is refused rather than changed. */
function inAscii(code: string): string {
  const spelled = code.replaceAll(comment, (text) =>
    text
      .replaceAll(stretchOfSuperscripts, (run) => `^${Array.from(run, (one) => superscripts[one]).join("")}`)
      .replaceAll(
        beyondAscii,
        (one) => asciiFor[one] ?? `U+${one.codePointAt(0)!.toString(16).padStart(4, "0")}`,
      ),
  );
  const foreign = spelled.match(beyondAscii);
  if (foreign !== null) throw new Error(`the scoring's code holds ${foreign[0]}, which is not ASCII`);
  return spelled;
}
