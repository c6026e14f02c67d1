import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTokenEstimate } from "../../src/agent/prompt/token-estimate.ts";
import type { ToolDeclaration } from "../../src/models/models.ts";
import { anna, ScenarioHome } from "../scenarios/scenario-home.ts";

interface Declared {
  readonly function: ToolDeclaration & { readonly parameters: { readonly properties: Readonly<Record<string, unknown>> } };
}

async function declaredTools(): Promise<readonly Declared["function"][]> {
  await using home = await ScenarioHome.start({ options: { knowledge: true, read_pages: true } });
  home.model.reply({ text: "Hm." });
  await home.asks(anna, "who invented the zip?");
  return ((home.model.calls[0]?.body["tools"] ?? []) as readonly Declared[]).map((declared) => declared.function);
}

test("docs/tools.md tells of every tool that a model gets, with every argument, and of no other", async () => {
  const declared = await declaredTools();
  const page = readFileSync(join(import.meta.dirname, "../../docs/tools.md"), "utf8");
  const [, ...sections] = page.split(/^## /m);
  const told = sections.map((section) => [
    section.slice(0, section.indexOf("\n")),
    [...section.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(([, names = ""]) => names.replaceAll("`", "").split(", ")).sort(),
  ]);
  const real = declared.map(({ name, parameters }) => [name, Object.keys(parameters.properties).sort()]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(real));
});

test("the tools of the default options, and all together, stay within their share of a prompt", async () => {
  const tools = await declaredTools();
  const tokensOf = (some: typeof tools) => createTokenEstimate().tools("m", some);
  expect(tokensOf(tools.filter(({ name }) => name !== "read_page"))).toBeLessThanOrEqual(1_200);
  expect(tokensOf(tools)).toBeLessThanOrEqual(1_250);
});
