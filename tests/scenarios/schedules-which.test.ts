import { expect, it } from "vitest";
import { anna, family, ScenarioHome } from "./scenario-home.ts";

const MINUTE = 60_000;

async function startHome(language = "en"): Promise<ScenarioHome> {
  const people = family.map((person) => ({ ...person, language, ha_person: `person.${person.name.toLowerCase()}` }));
  const home = await ScenarioHome.start({ options: { people } });
  await home.namesKinds();
  return home;
}

const labels = (message: { readonly buttons: readonly (readonly { readonly label: string }[])[] }) =>
  message.buttons.flat().map(({ label }) => label);

it.each([
  ["en", "Floor Lamp", "turn off the lamp in 10 minutes", /^Okay, I’ll turn off Floor Lamp today at /],
  ["en", "Floor Lamp", "turn the lamp off when I leave", /^Okay, I’ll turn off Floor Lamp when you leave\./],
  ["en", "Floor Lamp", "when I leave, turn the lamp off", /^Okay, I’ll turn off Floor Lamp when you leave\./],
  ["en", "Floor Lamp", "every day at 7 turn on the lamp", /^Okay, I’ll turn on Floor Lamp every day at /],
  ["en", "Floor Lamp", "turn on the lamp for 20 minutes", /^Floor Lamp is now on.*\nOkay, I’ll turn off Floor Lamp today at /],
  ["de", "Kitchen", "schalte in 10 Minuten die Lampe aus", /^Okay, heute um .*: Kitchen Light ausschalten/],
  ["fr", "Kitchen", "éteins la lampe dans 10 minutes", /Kitchen Light/],
  ["es", "Kitchen", "apaga la lámpara en 10 minutos", /Kitchen Light/],
  ["nl", "Floor Lamp", "doe de lamp over 10 minuten uit", /Floor Lamp/],
] as const)("%s: %s of “%s” is asked for, and planned for that time", async (language, label, said, planned) => {
  await using home = await startHome(language);
  const question = await home.asks(anna, said);
  expect(labels(question)).toContain(label);
  await home.settled();
  expect([home.calls(), home.rows("SELECT 1 FROM schedules")]).toEqual([[], []]);
  home.presses(anna, label);
  expect((await home.next(anna, ({ messageId }) => messageId !== question.messageId)).plain).toMatch(planned);
  await home.settled();
  expect(home.rows("SELECT count(*) AS plans FROM schedules")).toEqual([{ plans: 1 }]);
  expect(home.model.calls).toEqual([]);
});

it("what was chosen is done at its time, once, and changed like every plan", async () => {
  await using home = await startHome();
  await home.asks(anna, "turn off the lamp in 10 minutes");
  await home.settled();
  home.presses(anna, "Desk Lamp");
  await home.next(anna, ({ plain }) => plain.startsWith("Okay"));
  await home.settled();
  expect((await home.asks(anna, "10 minutes later")).plain).toMatch(/^Okay, I’ll turn off Desk Lamp today at /);
  await home.settled();
  home.passes(15 * MINUTE);
  expect(home.calls()).toEqual([]);
  home.passes(6 * MINUTE);
  expect((await home.next(anna, ({ plain }) => /is now off/.test(plain))).plain).toMatch(/Desk Lamp is now off/);
  expect(home.touched()).toEqual(["light.turn_off light.desk_lamp"]);
});

it("what needs a Yes is asked about with its time once it is chosen", async () => {
  await using home = await startHome();
  await home.asks(anna, "unlock the door in 20 minutes");
  await home.settled();
  home.presses(anna, "Back Door");
  expect((await home.next(anna, ({ plain }) => plain.includes("unlock Back Door"))).plain).toMatch(/^Today at .*: unlock Back Door\?/);
  await home.settled();
  expect([home.calls(), home.rows("SELECT 1 FROM schedules")]).toEqual([[], []]);
});

it("without a model nothing that is wanted later is offered for now", async () => {
  await using home = await startHome();
  const answer = await home.asks(anna, "turn off the lamp after the film");
  expect(answer.plain).toMatch(/^I have planned nothing\. I don’t understand that without a language model\./);
  expect(answer.buttons).toEqual([]);
});

it.each([
  ["en", "wake me at 7", "what alarms do I have?", "cancel my alarm", "Okay, cancelled: Time to get up."],
  ["de", "weck mich um 7", "wann klingelt mein Wecker?", "lösch den Wecker", "Okay, gelöscht: Zeit zum Aufstehen."],
] as const)("%s: what wakes somebody is listed and cancelled as their alarm", async (language, wake, list, cancel, cancelled) => {
  await using home = await startHome(language);
  await home.asks(anna, wake);
  expect((await home.asks(anna, list)).plain).toContain("7:00");
  // neither sets it again nor stops it
  if (language === "de") expect((await home.asks(anna, "stell den Wecker")).plain).not.toBe(cancelled);
  expect((await home.asks(anna, cancel)).plain).toBe(cancelled);
  expect(home.rows("SELECT status FROM schedules")).not.toContainEqual({ status: "active" });
  expect(home.model.calls).toEqual([]);
});
