import { expect, it } from "vitest";
import { schedules } from "../../eval/schedules.ts";

const run = (...ids: string[]) => schedules.run({ folder: "", limit: undefined, ids, model: undefined, onCase: () => {} });

it("tells right, asked and told by language and kind", async () => {
  const { cases, figures, notes } = await run("en-delay-1", "en-reminder-1", "en-vague-1", "fr-sun-1", "de.kept-clock-2");
  expect([cases, notes]).toEqual([5, []]);
  expect(figures).toMatchObject({ en: { cases: 3, right: 1, wrong: 0 }, "de.kept": { cases: 1 }, by_kind: { sun: { cases: 1 } } });
});

it("knows no case of another name", async () => {
  await expect(run("en-delay-0")).rejects.toThrow("there is no case en-delay-0");
});
