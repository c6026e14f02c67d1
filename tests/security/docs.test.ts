import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EFFECTS } from "../../src/security/effects/effect.ts";
import { rulesTable } from "./rules-table.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/security.md"), "utf8");

test("docs/security.md shows the rules as they are", () => {
  expect(page).toContain(rulesTable().join("\n"));
});

test("docs/security.md tells of every effect, in order of harm, and of no other", () => {
  const [, effects = ""] = /### Effects\n([\s\S]*?)\n###/.exec(page) ?? [];
  expect([...effects.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, effect]) => effect)).toEqual([...EFFECTS]);
});
