import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { html } from "hono/html";
import { PROBLEM_CODES, problemTitle } from "../programs/problem.ts";

type Document = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;

const METHODS = ["get", "post"] as const;

/** Nothing runs in the page, and nothing is loaded by it. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}pre{overflow:auto;padding:.5rem 1rem;border:1px solid #8888;border-radius:.5rem}
dt{font-weight:600}dd{margin:0 0 .5rem}`;

/** The document as a page without a program. */
export function createDocsPage() {
  return (context: Context, document: Document) => {
    context.header("Content-Security-Policy", POLICY);
    context.header("X-Content-Type-Options", "nosniff");
    const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      METHODS.flatMap((method) => (item[method] ? [{ path, method, ...item[method] }] : [])),
    );
    const schemas = Object.entries(document.components?.schemas ?? {});
    return context.html(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width" />
            <title>${document.info.title}: API</title>
            <style>${STYLE}</style>
          </head>
          <body>
            <h1>${document.info.title} <small>${document.info.version}</small></h1>
            <p>
              Every request has the header <code>Authorization: Bearer</code> with the token of the program. The same, for programs:
              <a href="/openapi.json">openapi.json</a>.
            </p>
            ${operations.map(
              ({ path, method, summary, description, parameters = [], requestBody }) => html`<section>
                <h2><code>${method.toUpperCase()} ${path}</code></h2>
                <p>${summary}</p>
                ${description && html`<p>${description}</p>`}
                <pre>${JSON.stringify({ parameters, requestBody }, undefined, 2)}</pre>
              </section>`,
            )}
            <h2>Shapes</h2>
            ${schemas.map(([name, schema]) => html`<details><summary>${name}</summary><pre>${JSON.stringify(schema, undefined, 2)}</pre></details>`)}
            <h2>Problems</h2>
            <dl>
              ${PROBLEM_CODES.map((code) => {
                const { status, title } = problemTitle(code);
                return html`<dt id="${code}"><code>${code}</code></dt><dd>${status} · ${title}</dd>`;
              })}
            </dl>
          </body>
        </html>`,
    );
  };
}
