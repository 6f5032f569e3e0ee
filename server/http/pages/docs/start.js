"use strict";

/* Swagger UI, and what it needs to be read and used by everybody: it has a dark theme, but asks nobody for it. */

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const followTheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", followTheme);
followTheme();

/** A path is part of the button that opens its operation; a link within a button cannot be reached by all. */
const plainPaths = () => ({
  components: {
    DeepLink: ({ text }) => docs.getSystem().React.createElement("span", null, text),
  },
});

/** Roles and names that Swagger UI leaves out, by selector. */
const mendings = [
  [".opblock-tag, section.models h4", () => ({ role: "heading", "aria-level": "2" })],
  [".opblock-section-header h4, .opblock-section h4", () => ({ role: "heading", "aria-level": "3" })],
  [".information-container", () => ({ role: "region", "aria-label": "About this API" })],
  [".schemes-server-container", () => ({ role: "region", "aria-label": "Server and API key" })],
  ["#servers", () => ({ "aria-label": "Server" })],
  [".body-param__text", () => ({ "aria-label": "Body of the request" })],
  [".responses-table", ({ id }) => ({ "aria-label": `Responses ${id}` })],
  [".highlight-code > .microlight", () => ({ tabindex: "0" })],
  [".examples-select-element", () => ({ "aria-label": "Example" })],
  [
    "tr[data-param-name] :is(select, input)",
    (field) => ({ "aria-label": field.closest("tr").dataset.paramName }),
  ],
];

/** What Swagger UI draws anew comes by here again. */
const mend = () => {
  for (const [selector, attributesOf] of mendings) {
    for (const element of document.querySelectorAll(selector)) give(element, attributesOf(element));
  }
};

const give = (element, attributes) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
};

const docs = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: null,
  plugins: [plainPaths],
  onComplete: () => {
    const { developmentKey } = document.documentElement.dataset;
    if (developmentKey !== undefined) docs.preauthorizeApiKey("apiKey", developmentKey);
  },
});

new MutationObserver(mend).observe(document.getElementById("docs"), { childList: true, subtree: true });
mend();
