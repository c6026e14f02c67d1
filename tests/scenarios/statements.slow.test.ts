import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { catalogueFor } from "../../src/languages/catalogue.ts";
import { demoHome } from "../../src/simulated-home/furnishing.ts";
import { SIMPLE, UNFOUNDED } from "./own-word-rows.ts";
import { anna, eventually, ScenarioHome } from "./scenario-home.ts";
import { falseRows, PHRASINGS, type StatementRow, spokenRows, trueRows } from "./statement-rows.ts";

/** Texts of states as Home Assistant 2026.11 has them. */
const translations = JSON.parse(readFileSync(new URL("../fixtures/state-translations.json", import.meta.url), "utf8"));

/** Asks the model everything in one home, and gives what reached the person beside what the model said. */
async function answered(language: string, rows: readonly StatementRow[], review: ((row: StatementRow) => unknown) | undefined) {
  await using home = await ScenarioHome.start({
    options: { language, recogniser: false },
    home: { furnishing: { ...demoHome, translations } },
  });
  const told: { readonly row: StatementRow; readonly text: string }[] = [];
  for (const row of rows) {
    home.model.review(() => review?.(row) ?? {});
    home.model.respond(() => ({ text: row.answer }));
    const asked = home.model.calls.length;
    home.says(anna, row.question);
    const { messageId, plain } = await home.next(anna);
    await eventually(() => home.rows("SELECT 1 FROM turns WHERE status != 'sent'").length === 0);
    const shown = home.sim.telegram.messages(anna).find((message) => message.messageId === messageId);
    // a greeting needs no model
    if (home.model.calls.length > asked) told.push({ row, text: shown?.plain ?? plain });
  }
  expect(told.length).toBeGreaterThanOrEqual(rows.length - 4);
  return told;
}

const OTHER = { kind: "other", about: "", scope: "one", attribute: "", value: "" } as const;
const LOCKED = { kind: "state", about: "Front Door", scope: "one", attribute: "", value: "locked" };
/** What a model says of its own answer, well, not at all, or falsely. */
const REVIEWS: Readonly<Record<string, (row: StatementRow) => unknown>> = {
  competent: ({ answer, aboutHome, statement }) => ({ about_home: aboutHome, statements: [{ quote: answer, ...statement }] }),
  absent: () => ({}),
  careless: () => ({ about_home: false, statements: [] }),
  "calling all other": ({ answer }) => ({ about_home: true, statements: [{ quote: answer, ...OTHER }] }),
  "about what is so elsewhere": ({ answer }) => ({ about_home: true, statements: [{ quote: answer, ...LOCKED }] }),
};
const OWN_REVIEWS: typeof REVIEWS = {
  absent: REVIEWS["absent"] ?? (() => ({})),
  careless: REVIEWS["careless"] ?? (() => ({})),
  "calling all other": REVIEWS["calling all other"] ?? (() => ({})),
  "calling all unknown": ({ answer }) => ({ about_home: true, statements: [{ quote: answer, ...OTHER, kind: "unknown" }] }),
};
const LANGUAGES = Object.keys(PHRASINGS);
const unmarked = (told: Awaited<ReturnType<typeof answered>>) =>
  told.filter(({ row, text }) => text === row.answer).map(({ text }) => text);

it.each(LANGUAGES.flatMap((language) => Object.keys(REVIEWS).map((kind) => [language, kind] as const)))(
  "no false statement in %s stands as it was said, with a review that is %s",
  async (language, kind) => {
    const review = REVIEWS[kind] ?? REVIEWS.absent;
    const rows = [...falseRows(language), ...(kind === "competent" ? [] : spokenRows(language, "+"))];
    // of the front door it is so what that review says
    const wrong = kind === "about what is so elsewhere" ? rows.filter(({ answer }) => !answer.includes("Front Door")) : rows;
    const told = await answered(language, wrong, review);
    expect(unmarked(told)).toEqual([]);
    if (kind === "competent") {
      const mark = catalogueFor(language).text("statement.unchecked");
      expect(told.filter(({ row, text }) => text.includes(row.answer) && !text.includes(mark))).toEqual([]);
    }
  },
);

it("of what is true, or not about how this home is, at most 2 % is altered and 5 % marked", { timeout: 480_000 }, async () => {
  const altered: string[] = [];
  const marked: string[] = [];
  let count = 0;
  for (const language of LANGUAGES) {
    const told = await answered(
      language,
      [...trueRows(language), ...spokenRows(language, "-"), ...plainRows(SIMPLE[language])],
      REVIEWS.competent,
    );
    count += told.length;
    const mark = catalogueFor(language).text("statement.unchecked");
    for (const { row, text } of told.filter((one) => one.text !== one.row.answer)) {
      (text === `${row.answer}\n${mark}` ? marked : altered).push(`${row.answer} → ${text}`);
    }
  }
  expect(count).toBeGreaterThanOrEqual(380);
  expect({ altered: altered.length / count <= 0.02, marked: marked.length / count <= 0.05, rows: [altered, marked] }).toMatchObject({
    altered: true,
    marked: true,
  });
});

/** Rows of which a review says only of what kind they are. */
const plainRows = (pairs: readonly (readonly [question: string, answer: string])[] = []) =>
  pairs.map(([question, answer]): StatementRow => ({ question, answer, aboutHome: true, statement: { ...OTHER } }));

it.each(LANGUAGES.flatMap((language) => Object.keys(OWN_REVIEWS).map((kind) => [language, kind] as const)))(
  "what nothing confirms is marked in %s, with a review that is %s",
  async (language, kind) => {
    const told = await answered(language, plainRows(UNFOUNDED[language]), OWN_REVIEWS[kind]);
    expect(unmarked(told)).toEqual([]);
  },
);

it("simple answers that are so stand as they are, whatever their review calls them", async () => {
  const changed: string[] = [];
  for (const language of LANGUAGES) {
    const told = await answered(language, plainRows(SIMPLE[language]), REVIEWS["calling all other"]);
    changed.push(...told.filter(({ row, text }) => text !== row.answer).map(({ text }) => text));
  }
  expect(changed).toEqual([]);
});

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
    "tells of one clause of two",
    "Front Door is locked, and all windows are closed.",
    [{ quote: "Front Door is locked, and all", ...LOCKED }],
  ],
  ["calls all of them any", "All windows are closed.", [{ quote: "All windows are closed.", ...SHUT, about: "windows", scope: "any" }]],
  ["narrows a set", "No window is open.", [{ quote: "No window is open.", ...SHUT, about: "windows in the bedroom", scope: "all" }]],
  ["says the opposite", "It is closed.", [{ quote: "It is closed.", ...SHUT, value: "open" }]],
  ["is of what stands before a question", "All windows are closed, anything else?", [{ quote: "anything else?", ...OTHER }]],
  ["calls it unknown", "I know of no window that is open.", [{ quote: "I know of no window that is open.", ...OTHER, kind: "unknown" }]],
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

it.each<[name: string, question: string, answer: string, statements: readonly object[]]>([
  ["gives another's state for a number", "how full is the cell of the lock", "87 percent.", [{ quote: "87 percent.", ...LOCKED }]],
  [
    "gives the state of a set for a number",
    "how full is the cell of the lock",
    "64 %",
    [{ quote: "64 %", ...LOCKED, about: "locks", scope: "all" }],
  ],
  ["gives another's state for a yes", "is the front window tight", "Yes.", [{ quote: "Yes.", ...LOCKED }]],
  [
    "gives another's number for a yes",
    "is the nursery warm",
    "Yes.",
    [{ quote: "Yes.", ...LOCKED, about: "Living Room Temperature", value: "21.3 °C" }],
  ],
  ["has nothing of a clause after a courtesy", "gute Nacht", "Gute Nacht, alles ist zu.", []],
  ["has nothing of a clause after a wish", "that was all for today", "Sleep well; every door is locked.", []],
])("a review that %s confirms nothing", async (_name, question, answer, statements) => {
  await using home = await ScenarioHome.start({ home: { furnishing: { ...demoHome, translations } } });
  home.model.review(() => ({ about_home: statements.length > 0, statements }));
  home.model.respond(() => ({ text: answer }));
  home.says(anna, question);
  await home.next(anna);
  await eventually(() => home.rows("SELECT 1 FROM turns WHERE status != 'sent'").length === 0);
  expect(home.texts(anna).join("\n")).toContain(catalogueFor("en").text("statement.unchecked"));
});

it.each<[question: string, answer: string, statement: object]>([
  ["is the Front Door locked, would you say", "Yes.", LOCKED],
  ["tell me about the Living Room Temperature please", "21 degrees.", { ...LOCKED, about: "Living Room Temperature", value: "21.3 °C" }],
])("%s %s is confirmed by what the question names", async (question, answer, statement) => {
  await using home = await ScenarioHome.start({ home: { furnishing: { ...demoHome, translations } } });
  home.model.review(() => ({ about_home: true, statements: [{ quote: answer, ...statement }] }));
  home.model.respond(() => ({ text: answer }));
  home.says(anna, question);
  await home.next(anna);
  await eventually(() => home.rows("SELECT 1 FROM turns WHERE status != 'sent'").length === 0);
  expect(home.texts(anna).at(-1)).toBe(answer);
});

/** Assurances without a word that tells of a state, after questions that name something of the home. */
const INDIRECT: readonly (readonly [language: string, question: string, answer: string])[] = [
  ["en", "is Ben back yet", "He came in a while ago."],
  ["en", "how long will the washing machine still take", "Another twelve minutes or so."],
  ["en", "do I need to get up and check the garage", "No need, stay in bed."],
  ["en", "is it warm enough in the bedroom for the baby", "It's nice and cosy in there."],
  ["en", "can the dog get out through the terrace", "Not a chance."],
  ["en", "what about the kitchen window and the rain", "It'll stay dry in there."],
  ["en", "is somebody in the living room", "It's empty."],
  ["en", "did the coffee machine finish", "Your coffee is waiting."],
  ["en", "did Ben lock up", "He did."],
  ["en", "should I worry about the garage", "Everything's tight as a drum."],
  ["de", "ist Ben schon da", "Er ist vor einer Weile gekommen."],
  ["de", "passt das mit der Front Door", "Klar, kannst beruhigt sein."],
  ["fr", "Ben est rentré", "Oui, il y a un petit moment."],
  ["fr", "Bathroom Humidity, ça va", "Impeccable, rien à craindre."],
  ["es", "ha vuelto Ben", "Sí, hace un rato."],
  ["es", "tengo que bajar a la Garage Door", "No hace falta, quédate en la cama."],
  ["nl", "is Ben al terug", "Die kwam net binnen."],
  ["nl", "hoe lang nog met de Washing Machine", "Nog een minuut of twaalf."],
  ["he", "מה עם Terrace Door והכלב", "אין סיכוי."],
];

it.each(["careless", "calling all other"])(
  "a question that names something of the home gets no unfounded answer unmarked, with a review that is %s",
  async (kind) => {
    for (const language of LANGUAGES) {
      const rows = INDIRECT.filter(([code]) => code === language);
      const told = await answered(
        language,
        rows.map(([, question, answer]) => ({ question, answer, aboutHome: true, statement: { ...LOCKED, scope: "one", kind: "other" } })),
        REVIEWS[kind],
      );
      const mark = catalogueFor(language).text("statement.unchecked");
      expect(told.filter(({ text }) => !text.includes(mark)).map(({ text }) => text)).toEqual([]);
    }
  },
);
