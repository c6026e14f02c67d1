import { describe, expect, it } from "vitest";
import { created, lamp, startHome } from "./automation-home.ts";
import { anna, ben } from "./scenario-home.ts";

const closed = { condition: "state", entity_id: ["binary_sensor.kitchen_window"], state: ["off"] };
const nobody = { condition: "numeric_state", entity_id: "zone.home", below: 1 };
const motion = { trigger: "state", entity_id: ["binary_sensor.hallway_motion"], to: ["on"] };
const opens = { trigger: "state", entity_id: ["binary_sensor.kitchen_window"], to: ["on"] };
const comes = { trigger: "state", to: ["home"] };

describe("what has to be so beside what starts it", () => {
  it.each([
    ["en", "at 10 pm turn on the kitchen light if the kitchen window is closed and nobody is home"],
    ["en", "every day at 22:00, if the kitchen window is closed and nobody is home, turn on the kitchen light"],
    ["de", "um 22 Uhr schalte Kitchen Light ein, wenn Kitchen Window geschlossen ist und niemand zu Hause ist"],
    ["fr", "à 22 heures allume Kitchen Light si Kitchen Window est fermé et personne n'est à la maison"],
    ["es", "a las 22:00 enciende Kitchen Light si Kitchen Window está cerrada y no hay nadie en casa"],
    ["nl", "om 22:00 doe Kitchen Light aan als Kitchen Window dicht is en niemand thuis is"],
    ["he", "בשעה 22:00 הדלק את Kitchen Light אם Kitchen Window סגור ואין אף אחד בבית"],
  ])("%s: %s", async (language, said) => {
    await using home = await startHome(language);
    expect(await created(home, `/automate ${said}`)).toMatchObject({
      triggers: [{ at: ["22:00:00"] }],
      conditions: [closed, nobody],
      actions: [lamp],
    });
  });

  it.each([
    ["en", "when there is motion in the hallway turn on the kitchen light, but only if the kitchen window is closed"],
    ["en", "when there is motion in the hallway turn on the kitchen light while the kitchen window is closed"],
    ["de", "wenn im Hallway Bewegung ist, schalte Kitchen Light ein, aber nur wenn Kitchen Window geschlossen ist"],
    ["fr", "quand il y a du mouvement dans le Hallway allume Kitchen Light, mais seulement si Kitchen Window est fermé"],
    ["es", "cuando haya movimiento en el Hallway enciende Kitchen Light, pero solo si Kitchen Window está cerrada"],
    ["nl", "als er beweging is in de Hallway doe Kitchen Light aan, maar alleen als Kitchen Window dicht is"],
    ["he", "כשיש תנועה ב Hallway הדלק את Kitchen Light רק אם Kitchen Window סגור"],
  ])("%s: %s", async (language, said) => {
    await using home = await startHome(language);
    expect(await created(home, `/automate ${said}`)).toMatchObject({ triggers: [motion], conditions: [closed], actions: [lamp] });
  });

  it("has been so for some time", async () => {
    await using home = await startHome();
    const said = "/automate at 10 pm turn on the kitchen light if the kitchen window has been open for 5 minutes";
    expect(await created(home, said)).toMatchObject({ conditions: [{ state: ["on"], for: { seconds: 300 } }], actions: [lamp] });
  });

  it.each([
    ["en", "let me know if the kitchen window is still open at 9 pm"],
    ["de", "sag mir um 21 Uhr Bescheid, wenn Kitchen Window noch offen ist"],
  ])("%s: %s: is what is told at a time", async (language, said) => {
    await using home = await startHome(language);
    expect(await created(home, `/automate ${said}`)).toMatchObject({
      triggers: [{ at: ["21:00:00"] }],
      conditions: [{ state: ["on"] }],
      actions: [{ event_data: { message: expect.stringMatching(/^Kitchen Window /) } }],
    });
  });

  it("is one of two, of which the first has no verb of its own", async () => {
    await using home = await startHome();
    const said = "/automate at 10 pm turn on the kitchen light if the kitchen window or the garage door is closed";
    expect(await created(home, said)).toMatchObject({ conditions: [{ condition: "or", conditions: [closed, { state: ["closed"] }] }] });
  });

  it("names people, whose consent it needs as each automation that waits for them", async () => {
    await using home = await startHome("en", {
      people: [
        { name: "Anna", telegram_user_id: anna, role: "owner", language: "en", ha_person: "person.anna" },
        { name: "Ben", telegram_user_id: ben, role: "adult", language: "en", ha_person: "person.ben" },
      ],
    });
    const own = "/automate at 10 pm turn on the kitchen light if Anna is home";
    expect(await created(home, own)).toMatchObject({ conditions: [{ entity_id: ["person.anna"], state: ["home"] }] });
    const others = "/automate at 10 pm turn off the kitchen light if Anna or Ben is home";
    expect((await home.asks(anna, others)).plain).toMatch(/^Ben has to agree/);
  });
});

describe("from and until what the sun does", () => {
  it.each([
    ["en", "when the kitchen window opens from sunset until 11 pm turn on the kitchen light"],
    ["de", "wenn Kitchen Window aufgeht, schalte von Sonnenuntergang bis 23 Uhr Kitchen Light ein"],
    ["fr", "quand Kitchen Window s'ouvre du coucher du soleil jusqu'à 23 heures allume Kitchen Light"],
    ["es", "cuando se abra Kitchen Window desde el atardecer hasta las 23:00 enciende Kitchen Light"],
    ["nl", "als Kitchen Window opengaat van zonsondergang tot 23:00 doe Kitchen Light aan"],
    ["he", "כש-Kitchen Window נפתח מהשקיעה עד 23:00 הדלק את Kitchen Light"],
  ])("%s: %s", async (language, said) => {
    await using home = await startHome(language);
    expect(await created(home, `/automate ${said}`)).toMatchObject({
      triggers: [opens],
      conditions: [{ state: ["below_horizon"] }, { after: "12:00:00", before: "23:00:00" }],
      actions: [lamp],
    });
  });

  it("needs an end after midnight", async () => {
    await using home = await startHome();
    const said = "/automate when the kitchen window opens after midnight turn on the kitchen light";
    expect((await home.asks(anna, said)).plain).toMatch(/^I don’t understand/);
  });

  it("goes on after midnight", async () => {
    await using home = await startHome();
    const said = "/automate when the kitchen window opens between 10 pm and sunrise turn on the kitchen light";
    const dawn = [{ state: ["below_horizon"] }, { before: "12:00:00" }];
    expect(await created(home, said)).toMatchObject({
      conditions: [{ condition: "or", conditions: [{ after: "22:00:00" }, { condition: "and", conditions: dawn }] }],
    });
  });
});

describe("several things start it", () => {
  it.each([
    ["en", "when the kitchen window or the garage door opens turn on the kitchen light"],
    ["de", "wenn Kitchen Window oder Garage Door aufgeht, schalte Kitchen Light ein"],
    ["fr", "quand Kitchen Window ou Garage Door s'ouvre, allume Kitchen Light"],
    ["es", "cuando se abra Kitchen Window o Garage Door enciende Kitchen Light"],
    ["nl", "als Kitchen Window of Garage Door opengaat doe Kitchen Light aan"],
    ["he", "כש-Kitchen Window נפתח או Garage Door נפתח הדלק את Kitchen Light"],
  ])("%s: any of %s", async (language, said) => {
    await using home = await startHome(language);
    expect(await created(home, `/automate ${said}`)).toMatchObject({
      triggers: [opens, { entity_id: ["cover.garage_door"], to: ["open"] }],
      conditions: [],
      actions: [lamp],
    });
  });

  it.each([
    "when nobody is home and it gets dark turn on the kitchen light",
    "if it is dark and nobody is home turn on the kitchen light",
    "when it gets dark turn on the kitchen light only if nobody is home",
  ])("%s: whichever is so last, where either may be", async (said) => {
    await using home = await startHome();
    const { triggers, conditions } = await created(home, `/automate ${said}`);
    const begins = (triggers as { trigger: string }[]).map(({ trigger }) => trigger).toSorted();
    const isLimit = said.includes("only if");
    expect([begins, conditions]).toMatchObject([
      isLimit ? ["sun"] : ["numeric_state", "sun"],
      isLimit ? [nobody] : expect.arrayContaining([nobody, expect.objectContaining({ state: ["below_horizon"] })]),
    ]);
  });

  it("only what happens, where the rest is so for some time", async () => {
    await using home = await startHome();
    const said = "/automate when the kitchen window opens and nobody is home turn on the kitchen light";
    expect(await created(home, said)).toMatchObject({ triggers: [opens], conditions: [nobody] });
  });

  it.each([
    ["en", "when everybody is home turn on the kitchen light"],
    ["de", "wenn alle zu Hause sind, schalte Kitchen Light ein"],
    ["fr", "quand tout le monde est à la maison, allume Kitchen Light"],
    ["es", "cuando todos estén en casa enciende Kitchen Light"],
    ["nl", "als iedereen thuis is doe Kitchen Light aan"],
    ["he", "כשכולם בבית הדלק את Kitchen Light"],
  ])("%s: %s", async (language, said) => {
    await using home = await startHome(language);
    const { triggers, conditions } = await created(home, `/automate ${said}`);
    const [{ entity_id: people }] = triggers as [{ entity_id: string[] }];
    expect([people.length > 1, triggers, conditions]).toMatchObject([true, [comes], [{ entity_id: people, state: ["home"] }]]);
  });

  it.each([
    ["en", "when the last person leaves turn on the kitchen light"],
    ["de", "wenn der Letzte das Haus verlässt, schalte Kitchen Light ein"],
    ["fr", "quand le dernier part, allume Kitchen Light"],
    ["es", "cuando salga el último enciende Kitchen Light"],
    ["nl", "als de laatste vertrekt doe Kitchen Light aan"],
    ["he", "כשהאחרון יוצא הדלק את Kitchen Light"],
  ])("%s: %s", async (language, said) => {
    await using home = await startHome(language);
    expect(await created(home, `/automate ${said}`)).toMatchObject({ triggers: [{ entity_id: ["zone.home"], below: 1 }], actions: [lamp] });
  });
});
