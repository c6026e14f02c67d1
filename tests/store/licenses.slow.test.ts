import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";

interface Licenses {
  licensesOf(inputs: readonly string[], root: string): string;
}

const root = join(import.meta.dirname, "../..");
const { licensesOf }: Licenses = await import(new URL("../../scripts/licenses.mjs", import.meta.url).href);
const { OUTSIDE }: { readonly OUTSIDE: string[] } = await import(new URL("../../scripts/outside-packages.mjs", import.meta.url).href);

/** Of a machine that is busy: alone it takes two seconds. */
const BUNDLED_MS = 60_000;

describe("the terms of what is in the bundle", () => {
  let inputs: readonly string[] = [];
  let text = "";
  beforeAll(async () => {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: ["src/main.ts", ...globSync("src/**/*-worker.ts", { cwd: root })],
      ...{ outdir: "unwritten", write: false, metafile: true, bundle: true, format: "esm", splitting: true },
      ...{ platform: "node", external: OUTSIDE, logLevel: "silent" },
    });
    inputs = Object.keys(metafile.inputs);
    text = licensesOf(inputs, root);
  }, BUNDLED_MS);

  it("names each package with its version", () => {
    const modules = inputs.filter((path) => path.includes("node_modules/"));
    const names = new Set(
      modules.map((path) => {
        const [scope = "", name = ""] = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length).split("/");
        return scope.startsWith("@") ? `${scope}/${name}` : scope;
      }),
    );
    expect(names.size).toBeGreaterThan(30);
    expect([...names].filter((name) => !text.includes(`\n${name} `) && !text.startsWith(`${name} `))).toEqual([]);
  });

  it("holds the texts themselves, also of a package in a scope and of one that is loaded later", () => {
    for (const name of ["hono", "@langchain/langgraph", "unpdf", "mqtt"]) {
      const [file = ""] = globSync("{LICENSE,License}*", { cwd: join(root, "node_modules", name) });
      expect(text).toContain(readFileSync(join(root, "node_modules", name, file), "utf8").trim());
    }
  });

  it("says of a package without a text what it says of itself", () => {
    const { version } = JSON.parse(readFileSync(join(root, "node_modules/sqlite-vec/package.json"), "utf8"));
    expect(licensesOf(["src/main.ts", "node_modules/sqlite-vec/index.mjs"], root)).toMatch(
      new RegExp(`^sqlite-vec ${version} \\(MIT OR Apache\\)\n\nthe package sqlite-vec of npm`),
    );
  });
});

it("the image gets the project's own terms", () => {
  expect(readFileSync(join(root, ".dockerignore"), "utf8").split("\n")).toContain("!LICENSE");
  expect(readFileSync(join(root, "Dockerfile"), "utf8")).toMatch(/^COPY .*\bLICENSE\b.* \.\/$/m);
});
