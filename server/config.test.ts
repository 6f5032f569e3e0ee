import { expect, test } from "vitest";

import { ConfigError, readConfig, settings } from "./config.ts";

test("an empty environment gives a loopback server in production mode", () => {
  expect(readConfig({})).toMatchObject({
    host: "127.0.0.1",
    port: 8000,
    mode: "production",
    logLevel: "info",
    limits: { queueAgeMs: 200, headersTimeoutMs: 10_000, requestTimeoutMs: 30_000, failedKeysPerMinute: 100 },
  });
});

test("flags win over the environment", () => {
  const config = readConfig({ PLUMBLINE_PORT: "9000", PLUMBLINE_HOST: "127.0.0.2" }, { port: 0, dev: true });
  expect(config).toMatchObject({ host: "127.0.0.2", port: 0, mode: "development" });
});

test("no third party is asked unless named, by plain addresses and with certificates", () => {
  expect(readConfig({})).toMatchObject({
    thirdParties: { timeStampUrls: [], timeStampCertificates: null, witnessFile: null },
    sealWaitS: 600,
  });
  const given = {
    PLUMBLINE_TSA_URLS: "https://tsa.example/tsr http://10.0.0.1:3161",
    PLUMBLINE_TSA_CERTIFICATES: "/etc/tsa.pem",
    PLUMBLINE_WITNESS_FILE: "/etc/witnesses",
  };
  expect(readConfig(given).thirdParties).toEqual({
    timeStampUrls: ["https://tsa.example/tsr", "http://10.0.0.1:3161"],
    timeStampCertificates: "/etc/tsa.pem",
    witnessFile: "/etc/witnesses",
  });
  expect(() => readConfig({ PLUMBLINE_TSA_URLS: "https://tsa.example" })).toThrow(
    "needs PLUMBLINE_TSA_CERTIFICATES",
  );
  for (const url of [
    "file:///etc/passwd",
    "https://user:word@tsa.example",
    "tsa.example",
    "ftp://tsa.example",
  ])
    expect(() => readConfig({ ...given, PLUMBLINE_TSA_URLS: url })).toThrow("http or https addresses");
});

test("pages are let in by origins as browsers write them, and never all of them", () => {
  expect(readConfig({}).corsOrigins).toEqual([]);
  const given = "https://dashboard.example.com http://localhost:5173";
  expect(readConfig({ PLUMBLINE_CORS_ORIGINS: given }).corsOrigins).toEqual(given.split(" "));
  for (const origin of [
    "*",
    "null",
    "dashboard.example.com",
    "https://dashboard.example.com/",
    "https://dashboard.example.com:443",
    "https://Dashboard.example.com",
    "https://*.example.com",
    "https://user:word@dashboard.example.com",
    "ftp://dashboard.example.com",
  ]) {
    expect(() => readConfig({ PLUMBLINE_CORS_ORIGINS: origin })).toThrow("PLUMBLINE_CORS_ORIGINS");
  }
});

test("a log is called by a bare host name, and its mark may lie elsewhere", () => {
  expect(readConfig({})).toMatchObject({ issuer: null, logOrigin: null, logMarkFile: null });
  const given = { PLUMBLINE_LOG_ORIGIN: "evidence.example.org", PLUMBLINE_LOG_MARK_FILE: "/mnt/other/mark" };
  expect(readConfig(given)).toMatchObject({
    logOrigin: "evidence.example.org",
    logMarkFile: "/mnt/other/mark",
  });
  for (const origin of [
    "https://a.example",
    "a.example/",
    "a.example:8000",
    "A.example",
    "a b",
    "-a",
    "a..b",
    "a+b",
  ]) {
    expect(() => readConfig({ PLUMBLINE_LOG_ORIGIN: origin })).toThrow("must be a host name");
  }
});

test("every problem is named at once, each with what would be right", () => {
  const read = () =>
    readConfig({
      PLUMBLINE_PORT: "80x",
      PLUMBLINE_MODE: "test",
      PLUMBLINE_QUEUE_AGE_MS: "5",
      PLUMBLINE_HOTS: "x",
    });
  expect(read).toThrow(ConfigError);
  try {
    read();
  } catch (error) {
    const { problems } = error as ConfigError;
    expect(problems).toHaveLength(4);
    expect(problems.join("\n")).toMatch(
      /PLUMBLINE_HOTS is no setting; did you mean PLUMBLINE_HOST\? docs\/settings\.md/,
    );
    expect(() => readConfig({ PLUMBLINE_WEATHER: "x" })).toThrow(/WEATHER is no setting; docs\/settings/);
    expect(problems.join("\n")).toMatch(/PLUMBLINE_PORT is "80x"; it must be a whole number from 0 to 65535/);
    expect(problems.join("\n")).toMatch(
      /PLUMBLINE_MODE is "test"; it must be one of production, development/,
    );
  }
});

test.each([
  ["a wildcard address", { host: "0.0.0.0", dev: true }, {}],
  ["every IPv6 address", { host: "::", dev: true }, {}],
  ["another machine's network", { host: "192.168.1.5", dev: true }, {}],
  ["production by NODE_ENV", { dev: true }, { NODE_ENV: "production" }],
  ["production by PLUMBLINE_MODE", { dev: true }, { PLUMBLINE_MODE: "production" }],
])("development mode refuses %s", (_what, flags, env) => {
  expect(() => readConfig(env, flags)).toThrow(/development/);
});

test.each(["127.0.0.1", "127.8.9.1", "::1", "localhost"])("development mode listens on %s", (host) => {
  expect(readConfig({}, { host, dev: true }).mode).toBe("development");
});

test("a wildcard address without the development key is the operator's choice", () => {
  expect(readConfig({}, { host: "0.0.0.0" }).host).toBe("0.0.0.0");
});

test("variables that Kubernetes adds for a service of the same name are no settings", () => {
  expect(() =>
    readConfig({ PLUMBLINE_SERVICE_HOST: "10.0.0.1", PLUMBLINE_PORT_8000_TCP: "x" }),
  ).not.toThrow();
});

test("every setting's default is a value it takes", () => {
  for (const setting of Object.values(settings)) {
    if (setting.fallback === null) continue;
    expect(setting.parse(String(setting.fallback))).toEqual(setting.fallback);
  }
});

test("docs/settings.md lists every setting with its default (npm exec -- vitest run server/config.test.ts -u)", async () => {
  const rows = Object.values(settings).map(({ name, fallback, expects, about }) => {
    const without = fallback === null || String(fallback) === "" ? "none" : String(fallback);
    return `| \`${name}\` | ${without} | ${about}; ${expects} |`;
  });
  const page = [
    "# Settings",
    "",
    "The service reads them from its environment once, at the start, and names every one that is wrong before it does anything. `--host`, `--port`, `--data-dir`, `--dev`, `--log-level`, `--issuer`, `--log-origin`, `--mqtt` and `--nats` of `plumbline serve` win over them. `plumbline init` asks for the names of issuer and log and writes them into the data folder (`keys/issuer.json`), where they count as long as neither environment nor flag names others; in development mode both say that it is a demonstration. [api.md](api.md#limits) says what the limits answer.",
    "",
    "| setting | default | what it is, and what it may be |",
    "|---|---|---|",
    ...rows,
    "",
  ].join("\n");
  await expect(page).toMatchFileSnapshot("../docs/settings.md");
});
