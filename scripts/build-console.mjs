// Builds the console's page into dist/console, or into the folder that is named, and prints what a browser loads of it. All of its
// addresses are relative, for under Home Assistant it lies below a path of its own; nothing stands within the HTML that its
// Content-Security-Policy would keep from running.
import { globSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { parse } from "yaml";

const root = join(import.meta.dirname, "..");

/** Those of early 2023, for tablets on walls are seldom renewed; the first that have all methods of lists which the page calls. */
const OLDEST_BROWSERS = ["chrome111", "firefox115", "safari16.4"];

/** Messages of the page are YAML, as all others; a language is a chunk of its own. */
const MESSAGES = {
  name: "messages",
  transform(text, id) {
    return id.endsWith(".yaml") ? { code: `export const messages = ${JSON.stringify(parse(text))}`, map: null } : null;
  },
};

export async function buildConsole(folder) {
  await build({
    configFile: false,
    root: join(root, "src/console-ui"),
    base: "./",
    publicDir: false,
    logLevel: "warn",
    plugins: [MESSAGES],
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: false,
      target: OLDEST_BROWSERS,
      license: { fileName: "licenses.md" },
    },
  });
  const files = globSync("**/*.{html,js,css,svg}", { cwd: folder });
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).byteLength, 0);
  process.stdout.write(`${(bytes / 1024).toFixed(1).padStart(8)} KB  ${relative(root, folder) || folder}, as it is sent (gzip)\n`);
}

if (import.meta.main) {
  const [folder = join(root, "dist/console")] = process.argv.slice(2);
  await buildConsole(resolve(folder));
}
