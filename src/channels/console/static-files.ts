import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import type { Hono } from "hono";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".json": "application/json",
};

/** Files that Vite names by their contents: another content has another name. */
const HASHED = /-[\w-]{8}\.\w+$/;
const YEAR_S = 31_536_000;

interface StaticFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly isHashed: boolean;
}

/**
 * Serves the page from a folder: `index.html` as the root, the rest by their names. What is served is read once, with the first request, and
 * looked up by name: no path is made of what was asked for. Without the folder every file is missing.
 */
export function routeFiles(app: Hono, { folder }: { readonly folder: string }): void {
  let files: ReadonlyMap<string, StaticFile> | undefined;
  app.get("*", (context) => {
    files ??= filesIn(folder);
    const file = files.get(context.req.path === "/" ? "/index.html" : context.req.path);
    if (!file) return context.text("There is nothing here.", 404);
    const caching = file.isHashed ? `public, max-age=${YEAR_S}, immutable` : "no-cache";
    return context.body(file.bytes, 200, { "Content-Type": file.type, "Cache-Control": caching });
  });
}

function filesIn(folder: string): ReadonlyMap<string, StaticFile> {
  const names = entriesOf(folder);
  return new Map(
    names.flatMap((path) => {
      const type = TYPES[extname(path)];
      const name = `/${relative(folder, path).replaceAll(sep, "/")}`;
      return type === undefined ? [] : [[name, { bytes: new Uint8Array(readFileSync(path)), type, isHashed: HASHED.test(name) }] as const];
    }),
  );
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}
