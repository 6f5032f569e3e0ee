import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { escapeHtml, htmlPage } from "./html-page.ts";

test("what comes from elsewhere cannot become markup", () => {
  expect(escapeHtml(`<a href="x">&'</a>`)).toBe("&lt;a href=&quot;x&quot;&gt;&amp;'&lt;/a&gt;");
  expect(String(htmlPage({ title: "<b>", body: "" }).body)).toContain("<title>&lt;b&gt; · Plumbline</title>");
});

test("the page may use its own style sheet and nothing else", () => {
  const { body, headers } = htmlPage({ title: "A", body: "<p>b</p>" });
  const style = /<style>(.*?)<\/style>/s.exec(String(body))?.[1] ?? "";
  const digest = createHash("sha256").update(style).digest("base64");
  expect(headers?.["Content-Security-Policy"]).toContain(`default-src 'none'; style-src 'sha256-${digest}'`);
});
