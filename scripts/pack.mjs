// Puts what runs in the image into one folder: the bundle of dist/ without its maps, and the packages that stay outside of it with what they
// need on this system. Sources, binaries for other systems and documents of packages stay behind. Usage: node scripts/pack.mjs FOLDER
import { cpSync, existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { OUTSIDE } from "./outside-packages.mjs";

const root = join(import.meta.dirname, "..");
const [target] = process.argv.slice(2);
if (!target) throw new Error("Usage: node scripts/pack.mjs FOLDER");

/** What Node loads, and the terms under which it may be passed on. */
const KEPT = /(\.(c|m)?js|\.json|\.node|\.so|(^|\/)(licen[cs]e|copying|notice)[^/]*)$/i;
/** Folders of packages that only their makers need, and binaries for other systems. */
const LEFT = /^(src|deps|build|docs|test|test-jest|benchmark|scripts|examples)\//;
const BINARY = /^prebuilds\/(?<system>.+)\.node$/;
const system = `${process.platform}-${process.arch}`;

rmSync(target, { recursive: true, force: true });
cpSync(join(root, "dist"), join(target, "dist"), { recursive: true, filter: (path) => !path.endsWith(".map") });
cpSync(join(root, "LICENSE"), join(target, "LICENSE"));
// beside Node as its makers hand it out, not beside every other
const nodeTerms = join(dirname(process.execPath), "../LICENSE");
if (existsSync(nodeTerms)) cpSync(nodeTerms, join(target, "LICENSE-node"));

/** A package and what it needs, wherever that is installed: optional ones are there for this system only. */
function withDependencies(name, found = new Set()) {
  const folder = join(root, "node_modules", name);
  if (found.has(name) || !existsSync(folder)) return found;
  found.add(name);
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) withDependencies(needed, found);
  return found;
}

/** Needed to compile a package only. */
const COMPILED_WITH = new Set(["node-addon-api"]);

for (const name of OUTSIDE.flatMap((one) => [...withDependencies(one)])) {
  if (COMPILED_WITH.has(name)) continue;
  const folder = join(root, "node_modules", name);
  for (const file of globSync("**/*", { cwd: folder, exclude: ["node_modules"] })) {
    const other = BINARY.exec(file)?.groups?.system;
    if (!KEPT.test(file) || LEFT.test(`${file}`) || (other !== undefined && other !== system)) continue;
    cpSync(join(folder, file), join(target, "node_modules", name, file));
  }
}
