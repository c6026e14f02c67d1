import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { catalogueFor } from "../../src/languages/catalogue.ts";
import { demoHome } from "../../src/simulated-home/demo-home.ts";
import { anna, eventually, ScenarioHome } from "./scenario-home.ts";
import { falseRows, PHRASINGS, type StatementRow, trueRows } from "./statement-rows.ts";

/** Texts of states as Home Assistant 2026.11 has them. */
const translations = JSON.parse(readFileSync(new URL("../fixtures/state-translations.json", import.meta.url), "utf8"));

/** What a model says of its own answer, well, not at all, or falsely. */
const REVIEWS = {
  competent: ({ answer, aboutHome, statement }: StatementRow) => ({ about_home: aboutHome, statements: [{ quote: answer, ...statement }] }),
  absent: () => ({}),
  lying: () => ({ about_home: false, statements: [] }),
} as const;

/** Asks everything in one home, and gives what reached the person beside what the model said. */
async function answered(language: string, rows: readonly StatementRow[], review: (row: StatementRow) => unknown) {
  await using home = await ScenarioHome.start({ options: { language }, home: { furnishing: { ...demoHome, translations } } });
  const told: { readonly row: StatementRow; readonly text: string }[] = [];
  for (const row of rows) {
    home.model.review(() => review(row));
    home.model.respond(() => ({ text: row.answer }));
    home.says(anna, row.question);
    const { messageId, plain } = await home.next(anna);
    await eventually(() => home.rows("SELECT 1 FROM turns WHERE status != 'sent'").length === 0);
    const shown = home.sim.telegram.messages(anna).find((message) => message.messageId === messageId);
    told.push({ row, text: shown?.plain ?? plain });
  }
  // each of them was answered by the model
  expect(home.model.reviews.length).toBeGreaterThanOrEqual(rows.length);
  return told;
}

const OTHER = { kind: "other", about: "", scope: "one", attribute: "", value: "" };
const LANGUAGES = Object.keys(PHRASINGS);
const unmarked = (told: Awaited<ReturnType<typeof answered>>) =>
  told.filter(({ row, text }) => text === row.answer).map(({ text }) => text);

it.each(LANGUAGES)(
  "no false statement in %s stands as it was said, with a competent review or without one",
  { timeout: 120_000 },
  async (language) => {
    const rows = falseRows(language);
    expect(rows.length).toBeGreaterThanOrEqual(20);
    const competent = await answered(language, rows, REVIEWS.competent);
    const left = competent.filter(
      ({ row, text }) => text.includes(row.answer) && !text.includes(catalogueFor(language).text("statement.unchecked")),
    );
    expect(left).toEqual([]);
    expect(unmarked(await answered(language, rows, REVIEWS.absent))).toEqual([]);
  },
);

it("of true statements, and of those that are not about how this home is, at most 2 % are altered", { timeout: 240_000 }, async () => {
  const altered: string[] = [];
  let count = 0;
  for (const language of LANGUAGES) {
    const told = await answered(language, trueRows(language), REVIEWS.competent);
    count += told.length;
    altered.push(...told.filter(({ row, text }) => text !== row.answer).map(({ row, text }) => `${row.answer} → ${text}`));
  }
  expect(count).toBeGreaterThanOrEqual(200);
  // what is told in a denial of another state has the state behind it
  expect(altered).toEqual(["Ben כרגע לא בבית. → Ben כרגע לא בבית. \u2068Ben\u2069: \u2068בחוץ\u2069."]);
  expect(altered.length / count).toBeLessThanOrEqual(0.02);
});

it("a review that lies hides no plain statement about an entity that the answer names", { timeout: 120_000 }, async () => {
  const plain = falseRows("en").filter(
    ({ answer, statement }) => statement.scope === "one" && answer.startsWith("The ") && answer.endsWith("."),
  );
  const states = plain.filter(({ answer }) => / is /.test(answer));
  expect(states.length).toBeGreaterThanOrEqual(6);
  for (const review of [REVIEWS.lying, ({ answer }: StatementRow) => ({ about_home: true, statements: [{ quote: answer, ...OTHER }] })]) {
    const told = await answered("en", states, review);
    expect(told.filter(({ row, text }) => text.includes(row.answer))).toEqual([]);
  }
});

const LOCKED = { kind: "state", about: "Front Door", scope: "one", attribute: "", value: "locked" };
const SHUT = { kind: "state", about: "Kitchen Window", scope: "one", attribute: "", value: "closed" };

it.each<[name: string, answer: string, statements: readonly object[]]>([
  [
    "quotes with other apostrophes",
    "Front Door is locked. The Kitchen Window is shut, don't worry.",
    [
      { quote: "Front Door is locked.", ...LOCKED },
      { quote: "The Kitchen Window is shut, don’t worry.", ...SHUT },
    ],
  ],
  [
    "quotes what the answer does not say",
    "Front Door is locked. The Kitchen Window is shut.",
    [
      { quote: "Front Door is locked.", ...LOCKED },
      { quote: "All windows are shut.", ...SHUT },
    ],
  ],
  [
    "is about several entities of which one is so",
    "The window of the kitchen is closed.",
    [{ quote: "The window of the kitchen is closed.", ...SHUT, about: "window" }],
  ],
])("a review that %s confirms nothing that is not so", async (_name, answer, statements) => {
  await using home = await ScenarioHome.start({ home: { furnishing: { ...demoHome, translations } } });
  home.sim.setState("binary_sensor.kitchen_window", "on");
  await eventually(() => home.app.home.find("binary_sensor.kitchen_window")?.state.state === "on");
  home.model.review(() => ({ about_home: true, statements }));
  home.model.respond(() => ({ text: answer }));
  home.says(anna, "how do things stand before we leave");
  await home.next(anna);
  await eventually(() => home.rows("SELECT 1 FROM turns WHERE status != 'sent'").length === 0);
  const told = home.texts(anna).join("\n");
  expect(told.includes("Kitchen Window is open") || told.includes(catalogueFor("en").text("statement.unchecked"))).toBe(true);
});
