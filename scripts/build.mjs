// Bundles the service into dist/: fewer files to read at start and less memory than node_modules. Prints the sizes.
//
// What stays outside are packages with a native binary; they are looked up in node_modules beside dist/. Providers that are imported
// lazily stay chunks of their own, so that a home without cloud models never loads them.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");
const NATIVE = ["better-sqlite3", "sqlite-vec"];

// CommonJS packages within the bundle still ask for Node's own modules by `require`.
const BANNER = 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';

rmSync(dist, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ["src/main.ts"],
  outdir: "dist",
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node24",
  external: NATIVE,
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

const sizes = Object.entries(metafile.outputs)
  .filter(([file]) => file.endsWith(".js"))
  .map(([file, { bytes }]) => [relative("dist", file), bytes])
  .sort(([, a], [, b]) => b - a);
for (const [file, bytes] of [...sizes, ["together", sizes.reduce((sum, [, bytes]) => sum + bytes, 0)]]) {
  process.stdout.write(`${(bytes / 1024).toFixed(0).padStart(8)} KB  ${file}\n`);
}
