import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { anna, ScenarioHome } from "../scenarios/scenario-home.ts";

interface Declared {
  readonly function: { readonly name: string; readonly parameters: { readonly properties: Readonly<Record<string, unknown>> } };
}

test("docs/tools.md tells of every tool that a model gets, with every argument, and of no other", async () => {
  await using home = await ScenarioHome.start({ options: { knowledge: true, read_pages: true } });
  home.model.reply({ text: "Hm." });
  await home.asks(anna, "who invented the zip?");
  const declared = (home.model.calls[0]?.body["tools"] ?? []) as readonly Declared[];
  const page = readFileSync(join(import.meta.dirname, "../../docs/tools.md"), "utf8");
  const [, ...sections] = page.split(/^## /m);
  const told = sections.map((section) => [
    section.slice(0, section.indexOf("\n")),
    [...section.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(([, names = ""]) => names.replaceAll("`", "").split(", ")).sort(),
  ]);
  const real = declared.map(({ function: { name, parameters } }) => [name, Object.keys(parameters.properties).sort()]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(real));
});
