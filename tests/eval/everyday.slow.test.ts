import { expect, it } from "vitest";
import { everyday } from "../../eval/everyday.ts";

const run = (...ids: string[]) => everyday.run({ folder: "", limit: undefined, ids, model: undefined, onCase: () => {} });

it("tells right, asked, failed by language and class", async () => {
  const { cases, figures, notes } = await run("en-lights-1", "en-things-7", "en-things-14", "en-talk-11", "de-lights-1");
  expect(cases).toBe(5);
  expect(figures).toMatchObject({ en: { cases: 4, wrong: 0 }, de: { cases: 1 }, by_kind: { lights: { cases: 2 } } });
  expect(notes.join("\n")).not.toMatch(/en-lights-1 |en-things-7 /);
});

it("finds no wrong thing done among the switches, blinds and locks", async () => {
  const ids = Array.from({ length: 12 }, (_, index) => `en-things-${index + 1}`);
  const { figures } = await run(...ids);
  expect(figures).toMatchObject({ en: { cases: 12, wrong: 0 } });
});

it("knows no case of another name", async () => {
  await expect(run("en-lights-0")).rejects.toThrow("there is no case en-lights-0");
});
