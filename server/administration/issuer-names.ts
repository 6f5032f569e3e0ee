import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { AdministerOptions } from "./administer.ts";
import { demonstration } from "../app/evidence/issue-evidence.ts";
import { type Config, ConfigError, readConfig, settings } from "../config.ts";
import { keysFolder } from "../keys/evidence-key-files.ts";
import { replaceIfDifferent } from "../keys/export-trust.ts";
import { codeOf } from "../platform/fault.ts";
import { makeFolder } from "../platform/make-folder.ts";
import { dataFolder, openDataFolder } from "../storage/data-folder.ts";
import { metaValue } from "../storage/sqlite/meta-value.ts";
import { openIfNotEmpty } from "../storage/sqlite/start/open-if-not-empty.ts";

/** Who issues the evidence, and what the log is called; null where nobody has said. */
export type IssuerNames = Pick<Config, "issuer" | "logOrigin">;

/** Where `plumbline init` writes them: among the keys, which every backup holds. */
export function issuerFile(dataDir: string): string {
  return join(dataDir, keysFolder, "issuer.json");
}

/** What `plumbline init` wrote down. Throws `ConfigError` for a file that cannot be used. */
export function savedNames(dataDir: string): IssuerNames {
  const path = issuerFile(dataDir);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (fault) {
    if (codeOf(fault) === "ENOENT" || codeOf(fault) === "ENOTDIR") return { issuer: null, logOrigin: null };
    throw new ConfigError([`${path} cannot be read (${String(codeOf(fault))})`]);
  }
  const { issuer, log_origin: logOrigin } = membersOf(text);
  const names = { issuer: settings.issuer.parse(issuer), logOrigin: settings.logOrigin.parse(logOrigin) };
  if (names.issuer === null || names.logOrigin === null)
    throw new ConfigError([
      `${path} does not hold the names of issuer and log; write it again with: plumbline init`,
    ]);
  return names;
}

function membersOf(text: string): { readonly issuer: string; readonly log_origin: string } {
  try {
    const { issuer, log_origin } = Object(JSON.parse(text)) as Record<string, unknown>;
    if (typeof issuer === "string" && typeof log_origin === "string") return { issuer, log_origin };
  } catch {
    // As one that holds something else.
  }
  return { issuer: "", log_origin: "" };
}

/** The configuration with what the data folder says; environment and flags win. A demonstration is called one. */
export function withNames(config: Config): Config {
  const saved = savedNames(config.dataDir);
  const otherwise = config.mode === "development" ? demonstration : { issuer: null, logOrigin: null };
  return {
    ...config,
    issuer: config.issuer ?? saved.issuer ?? otherwise.issuer,
    logOrigin: config.logOrigin ?? saved.logOrigin ?? otherwise.logOrigin,
  };
}

/** Which names are missing, and what to do; null where evidence can be issued. */
export function whyUnnamed({ issuer, logOrigin }: IssuerNames): string | null {
  const missing = [
    ...(issuer === null ? ["PLUMBLINE_ISSUER"] : []),
    ...(logOrigin === null ? ["PLUMBLINE_LOG_ORIGIN"] : []),
  ];
  if (missing.length === 0) return null;
  const [are, names] = missing.length === 1 ? ["is", "name"] : ["are", "names"];
  return (
    `no evidence is issued: ${missing.join(" and ")} ${are} not set. Frames are scored, and evidence of breaches waits. ` +
    `To give the ${names}: plumbline init, then restart the service.`
  );
}

/** What there is to know before issuer and log of a data folder are named, and the naming. */
export interface IssuerNaming {
  /** Absolute. */
  readonly dataDir: string;
  /** As flags, environment, folder and log have it, the first that says something. */
  readonly known: IssuerNames;
  readonly saved: IssuerNames;
  /** Throws `ConfigError` for a name that cannot be used. */
  check(names: Partial<Record<"issuer" | "logOrigin", string>>): void;
  /** Writes them into the data folder, which is made if there is none. */
  save(names: { readonly issuer: string; readonly logOrigin: string }): void;
}

/** Throws `ConfigError` for settings that cannot be used, and where the log has another name than the one given. */
export function nameIssuer(options: AdministerOptions = {}): IssuerNaming {
  const config = readConfig(options.env ?? process.env, options);
  const { dataDir } = config;
  const saved = savedNames(dataDir);
  const logName = logNameOf(dataDir);
  const check: IssuerNaming["check"] = ({ issuer, logOrigin }) => {
    readConfig(
      {},
      { ...(issuer !== undefined && { issuer }), ...(logOrigin !== undefined && { logOrigin }) },
    );
    if (logOrigin === undefined || logName === null || logOrigin === logName) return;
    throw new ConfigError([
      `the log of ${dataDir} is called ${logName} for life, so it cannot be called ${logOrigin}; for another name take another data folder`,
    ]);
  };
  const known = {
    issuer: config.issuer ?? saved.issuer,
    logOrigin: config.logOrigin ?? saved.logOrigin ?? logName,
  };
  if (known.logOrigin !== null) check({ logOrigin: known.logOrigin });
  return {
    dataDir,
    known,
    saved,
    check,
    save({ issuer, logOrigin }) {
      openDataFolder(dataDir);
      makeFolder(join(dataDir, keysFolder));
      const text = JSON.stringify({ issuer: issuer.trim(), log_origin: logOrigin }, null, 2);
      replaceIfDifferent(issuerFile(dataDir), `${text}\n`);
    },
  };
}

/** Null before the log has begun. */
function logNameOf(dataDir: string): string | null {
  const database = openIfNotEmpty(dataFolder(dataDir).database);
  try {
    const key = database === null ? null : metaValue(database, "log_key");
    return key === null ? null : key.slice(0, key.indexOf("+"));
  } finally {
    database?.close();
  }
}
