import { expect, it } from "vitest";
import { anna, ben, eventually, family, group, ScenarioHome } from "./scenario-home.ts";

async function startHome(language = "en"): Promise<ScenarioHome> {
  const people = family.map((person) => ({ ...person, language, ...(person.name === "Anna" && { ha_person: "person.anna" }) }));
  const home = await ScenarioHome.start({ options: { people } });
  await eventually(() => home.app.kindWords().domains.size > 0);
  home.sim.setState("sun.sun", "above_horizon", { next_setting: new Date(home.now + 3_600_000).toISOString() });
  await home.settled();
  return home;
}

it.each(["by the button", "in words", "by its number"])(
  "over a month, %s, it tells more, and from when on there is history",
  async (way) => {
    await using home = await startHome();
    const hour = 3_600_000;
    await home.asks(anna, "/automate if the front door gets unlocked turn on the kitchen light");
    home.sim.recordHistory("lock.front_door", [
      { at: home.now - 20 * 24 * hour, state: "locked" },
      { at: home.now - 15 * 24 * hour, state: "unlocked" },
      { at: home.now - 14 * 24 * hour, state: "locked" },
    ]);
    if (way === "by the button") home.presses(anna, "30 days");
    if (way === "in words") home.says(anna, "what would it have done last month?");
    if (way === "by its number") {
      home.presses(anna, "Create");
      await home.next(anna, ({ plain }) => plain.startsWith("Done"));
      home.says(anna, "/automations 1 replay 30");
    }
    const { plain } = await home.next(anna, (shown) => shown.plain.includes("would have run"));
    expect(plain).toContain("It would have run once in the last 20 days:");
    expect(plain).toContain("History for this goes back only to");
    if (way !== "by its number") {
      home.presses(anna, "Create");
      await home.next(anna, (shown) => shown.plain.startsWith("Done"));
    }
  },
);

it.each([
  ["de", "was hätte sie in den letzten 30 Tagen getan?"],
  ["fr", "qu'aurait-elle fait le mois dernier ?"],
  ["es", "¿qué habría hecho el mes pasado?"],
  ["nl", "wat zou hij de afgelopen maand gedaan hebben?"],
  ["he", "מה היא הייתה עושה בחודש האחרון?"],
])("asked in %s", async (language, said) => {
  await using home = await startHome(language);
  await home.asks(
    anna,
    "/automate ".concat(
      {
        de: "bei Sonnenuntergang schalte Kitchen Light ein",
        fr: "allume Kitchen Light au coucher du soleil",
        es: "enciende Kitchen Light al atardecer",
        nl: "doe Kitchen Light aan bij zonsondergang",
        he: "תדליק את Kitchen Light שעה אחרי השקיעה",
      }[language] ?? "",
    ),
  );
  home.says(anna, said);
  expect((await home.next(anna)).plain).toContain("Kitchen Light");
  expect(home.model.calls).toEqual([]);
});

/** A home in which Ben was out for two hours the day before. */
async function startWithBensWeek(options: object = {}): Promise<ScenarioHome> {
  const people = family.map((person) => ({ ...person, ha_person: person.name === "Ben" ? "person.ben" : "person.anna" }));
  const home = await ScenarioHome.start({ options: { people, ...options } });
  await eventually(() => home.app.kindWords().domains.size > 0);
  await home.asks(anna, "hello");
  await home.settled();
  const hour = 3_600_000;
  home.sim.recordHistory("person.ben", [
    { at: home.now - 8 * 24 * hour, state: "home" },
    { at: home.now - 30 * hour, state: "not_home" },
    { at: home.now - 28 * hour, state: "home" },
  ]);
  return home;
}

it("whoever has to say yes to another's automation sees nothing of when its runs tell of somebody who does not share that", async () => {
  await using home = await startWithBensWeek({ automation_effects: ["unlock"] });
  home.says(ben, "/automate when I come home unlock the front door");
  const card = await home.next(anna, ({ plain }) => plain.includes("Create this automation?"));
  expect(card.plain).toContain("A replay would tell when others came and went");
  expect(home.texts(anna).join("\n")).not.toMatch(/would have run/);
  expect(card.buttons.flat().map(({ label }) => label)).not.toContain("30 days");
  home.presses(anna, "Create");
  await home.next(ben, ({ plain }) => plain.startsWith("Done"));
  expect((await home.asks(anna, "/automations")).plain).toContain("hidden, because it would reveal");
  home.says(ben, "/automations");
  await home.next(ben, ({ plain }) => plain.includes("never ran"));
});

it("what somebody shares with one person is told in no group", async () => {
  await using home = await startWithBensWeek();
  await home.asks(anna, "let me know when Ben comes home");
  const asked = await home.next(ben);
  home.presses(ben, "Yes, always", { messageId: asked.messageId });
  await home.next(anna);
  home.says(anna, "/automate when Ben comes home turn on the kitchen light");
  expect((await home.next(anna, ({ plain }) => plain.includes("Create this automation?"))).plain).toContain("would have run");
  home.presses(anna, "Create");
  await home.next(anna, ({ plain }) => plain.startsWith("Done"));
  home.says(group, "@home_bot /automations 1 replay 30", { userId: anna });
  expect((await home.next(group)).plain).toContain("A replay would tell when others came and went");
  home.says(group, "@home_bot /automations", { userId: anna });
  expect((await home.next(group)).plain).toContain("hidden, because it would reveal");
  home.says(anna, "/automations 1 replay 30");
  await home.next(anna, ({ plain }) => plain.includes("would have run"));
});
