interface Host {
  readonly process?: {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly versions?: Readonly<Record<string, string | undefined>>;
  };
  readonly Deno?: { readonly version?: { readonly deno?: string } };
  readonly Bun?: { readonly version?: string };
  readonly navigator?: { readonly userAgent?: string };
  readonly window?: { readonly document?: unknown };
}

const host: Host = globalThis;

/** A variable of the environment, where there is one; an empty one is none. */
export function environment(name: string): string | undefined {
  // Deno asks its user before it shows a variable, and throws when it may not.
  try {
    const value = host.process?.env?.[name]?.trim();
    return value === "" ? undefined : value;
  } catch {
    return undefined;
  }
}

/** A page that people visit: what it holds, every visitor can read. */
export function isBrowserPage(): boolean {
  return host.window?.document !== undefined && host.navigator !== undefined;
}

/** `node/24.1.0`, `deno/2.1.0`, `bun/1.2.0`, `browser` or `worker`. */
export function hostName(): string {
  if (host.Deno?.version?.deno !== undefined) return `deno/${host.Deno.version.deno}`;
  if (host.Bun?.version !== undefined) return `bun/${host.Bun.version}`;
  const node = host.process?.versions?.["node"];
  if (node !== undefined) return `node/${node}`;
  return isBrowserPage() ? "browser" : "worker";
}
