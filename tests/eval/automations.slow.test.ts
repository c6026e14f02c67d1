import { expect, it } from "vitest";
import { automations } from "../../eval/automations.ts";

const run = (...ids: string[]) => automations.run({ folder: "", limit: undefined, ids, model: undefined, onCase: () => {} });

it("tells by language and kind what behaves as meant on the scripted days", async () => {
  const { cases, figures, notes } = await run("en-1", "en-4", "en-26", "en-31", "de-7", "he-5", "fr.kept-2");
  expect([cases, notes]).toEqual([7, []]);
  expect(figures).toMatchObject({ all: { right: 1, wrong: 0 }, en: { cases: 4 }, by_kind: { "sun-offset": { right: 1 } } });
});

it("knows no case of another name", async () => {
  await expect(run("en-0")).rejects.toThrow("there is no case en-0");
});
