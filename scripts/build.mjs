// Bundles the service into dist/, and the console's page into dist/console/: fewer files to read at start and less memory than node_modules. Prints the sizes.
//
// What stays outside (outside-packages.mjs) is looked up in node_modules beside dist/. Providers that are imported lazily stay chunks of
// their own, so that a home without cloud models never loads them. What runs in worker threads (src/**/*-worker.ts) is an entry of its own,
// and so is what runs around a backup. All files stand in one folder, so that `new URL("./x-worker.ts", import.meta.url)` means the same in
// each of them.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { parse } from "yaml";
import { buildConsole } from "./build-console.mjs";
import { licensesOf } from "./licenses.mjs";
import { OUTSIDE } from "./outside-packages.mjs";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");

// CommonJS packages within the bundle still ask for Node's own modules by `require`.
const BANNER = 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';

/**
 * Names of workers' files become those that they have in dist/, and files of data are read from a folder with their own name. What is not ASCII is escaped, for esbuild leaves it within regular expressions, and
 * one such letter has V8 keep all of a file in two bytes a letter. With the plugin below: 115.6 MB at rest instead of 118.9.
 */
const OUR_FILES = {
  name: "our-files",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8"))
        .replace(/new URL\("(\.\/[\w-]+-worker)\.ts", import\.meta\.url\)/g, 'new URL("$1.js", import.meta.url)')
        .replace('new URL("./", import.meta.url)', `new URL("./${basename(dirname(path))}/", import.meta.url)`)
        .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
      loader: "ts",
    }));
  },
};

/** Zod exports its messages in 50 languages from where it exports all else, so none of them is dropped. It loads English by itself; nobody asks for others. */
const ENGLISH_MESSAGES = {
  name: "english-messages",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: 'export { default as en } from "./en.js";' }));
  },
};

/** Data files are built as JSON, which is YAML too: V8's own parser reads them 20 times faster and keeps each text as one flat string. */
const DATA_AS_JSON = {
  name: "data-as-json",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^yaml$/ }, () => ({ path: "yaml", namespace: "data-as-json" }));
    onLoad({ filter: /^yaml$/, namespace: "data-as-json" }, () => ({ contents: "export const { parse } = JSON;" }));
  },
};

/** What a search engine's client decodes other encodings than UTF-8 with, and does without where it is missing. DuckDuckGo answers in UTF-8. */
const DONE_WITHOUT = ["iconv-lite"];

rmSync(dist, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ["src/main.ts", "src/backup.ts", ...globSync("src/**/*-worker.ts", { cwd: root })],
  outdir: "dist",
  entryNames: "[name]",
  chunkNames: "[name]-[hash]",
  plugins: [OUR_FILES, ENGLISH_MESSAGES, DATA_AS_JSON],
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node24",
  external: [...OUTSIDE, ...DONE_WITHOUT],
  banner: { js: BANNER },
  minify: true, // names too: keeping them costs 9 MB of memory
  sourcemap: "linked", // read only under --enable-source-maps
  sourcesContent: false,
  legalComments: "linked",
  metafile: true,
  logLevel: "warning",
});

// the built launcher knows its program: one argument less for who starts it, the same for the program
const launcher = readFileSync(join(root, "src/launch.mjs"), "utf8");
writeFileSync(join(dist, "launch.mjs"), `process.argv.splice(2, 0, "./main.js");\n${launcher}`);
writeFileSync(join(dist, "package.json"), '{ "type": "module" }\n');
writeFileSync(join(dist, "LICENSES.txt"), licensesOf(Object.keys(metafile.inputs), root));

const sizes = Object.entries(metafile.outputs)
  .filter(([file]) => file.endsWith(".js"))
  .map(([file, { bytes }]) => [relative("dist", file), bytes])
  .sort(([, a], [, b]) => b - a);
for (const [file, bytes] of [...sizes, ["together", sizes.reduce((sum, [, bytes]) => sum + bytes, 0)]]) {
  process.stdout.write(`${(bytes / 1024).toFixed(0).padStart(8)} KB  ${file}\n`);
}
// the console's page holds its own messages
const data = globSync(["src/languages/**/*.yaml", "src/trained/*.{json,weights}"], { cwd: root, exclude: ["**/page.yaml"] });
for (const file of data) {
  const built = join(dist, relative("src", file));
  mkdirSync(dirname(built), { recursive: true });
  if (file.endsWith(".yaml")) writeFileSync(built, JSON.stringify(parse(readFileSync(join(root, file), "utf8"))));
  else cpSync(join(root, file), built);
}
await buildConsole(join(dist, "console"));
