import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTokenEstimate } from "../../src/agent/prompt/token-estimate.ts";
import { TOOL_GROUPS } from "../../src/agent/toolbox.ts";
import type { ToolDeclaration } from "../../src/models/models.ts";
import { anna, ScenarioHome } from "../scenarios/scenario-home.ts";

interface Declared {
  readonly function: ToolDeclaration & { readonly parameters: { readonly properties?: Readonly<Record<string, unknown>> } };
}

/** Tools that the prompts of some messages hold; the fake model server takes texts for alike that have the same words. */
async function declaredTools(...about: readonly string[]): Promise<readonly Declared["function"][]> {
  await using home = await ScenarioHome.start({ options: { knowledge: true, read_pages: true } });
  const declared = [];
  for (const text of about) {
    const before = home.model.calls.length;
    home.model.reply({ text: "Hm." });
    await home.asks(anna, text);
    declared.push(...((home.model.calls[before]?.body["tools"] ?? []) as readonly Declared[]).map((one) => one.function));
  }
  return [...new Map(declared.map((tool) => [tool.name, tool])).values()];
}

test("docs/tools.md tells of every tool that a model gets, with every argument, and of no other", async () => {
  const declared = await declaredTools("who invented the zip?", ...Object.values(TOOL_GROUPS));
  const page = readFileSync(join(import.meta.dirname, "../../docs/tools.md"), "utf8");
  const [, ...sections] = page.split(/^## /m);
  const told = sections.map((section) => [
    section.slice(0, section.indexOf("\n")),
    [...section.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(([, names = ""]) => names.replaceAll("`", "").split(", ")).sort(),
  ]);
  const real = declared.map(({ name, parameters }) => [name, Object.keys(parameters.properties ?? {}).sort()]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(real));
});

test("the tools of the default options, and all together, stay within their share of a prompt", async () => {
  const tools = await declaredTools("who invented the zip?");
  const tokensOf = (some: typeof tools) => createTokenEstimate().tools("m", some);
  expect(tokensOf(tools.filter(({ name }) => name !== "read_page"))).toBeLessThanOrEqual(1_200);
  expect(tokensOf(tools)).toBeLessThanOrEqual(1_250);
});
