import { describe, expect, it } from "vitest";
import { demoHome } from "../../src/simulated-home/furnishing.ts";
import { anna, ben, eventually, family, ScenarioHome } from "./scenario-home.ts";

async function startHome(language = "en", options: object = {}): Promise<ScenarioHome> {
  const people = family.map((person) => ({ ...person, language, ...(person.name === "Anna" && { ha_person: "person.anna" }) }));
  const home = await ScenarioHome.start({ options: { people, ...options } });
  await eventually(() => home.app.kindWords().domains.size > 0);
  return home;
}

/** With a reading lamp in two rooms. */
async function readingLamps(): Promise<ScenarioHome> {
  const lamps = ["Bedroom", "Office"].map((area) => ({
    entity_id: `light.${area.toLowerCase()}_reading_lamp`,
    name: `${area} Reading Lamp`,
    area,
  }));
  const furnishing = { ...demoHome, entities: [...demoHome.entities, ...lamps] };
  const home = await ScenarioHome.start({ options: { people: family }, home: { furnishing } });
  await home.namesKinds();
  return home;
}

type Kind = "scene" | "script";

/** What the simulated Home Assistant keeps of the only routine of a kind that was made. */
function made(home: ScenarioHome, kind: Kind): Readonly<Record<string, unknown>> | undefined {
  const [row] = home.rows(`SELECT id FROM automations WHERE kind = '${kind}' AND status = 'saved'`) as { id: string }[];
  return home.sim.routine(row?.id ?? "", kind) as Readonly<Record<string, unknown>> | undefined;
}
const labels = (shown: Awaited<ReturnType<ScenarioHome["next"]>>) => shown.buttons.flat().map(({ label }) => label);

/** Says a sentence and presses the first button of the card; the card. */
async function makes(home: ScenarioHome, said: string, person = anna) {
  const card = await home.asks(person, said);
  if (labels(card).length === 0) throw new Error(card.plain);
  home.presses(person, labels(card)[0] ?? "");
  expect((await home.next(person)).plain).toMatch(/^(?:Done|Erledigt|C’est fait|Hecho|Klaar|בוצע)/);
  return card;
}

describe("a scene is made of how a place is", () => {
  it.each([
    ["en", "make a scene called cosy evening of how the living room is now", "cosy evening"],
    ["en", "make a scene of how the living room is right now called cosy evening", "cosy evening"],
    ["en", "save how the living room is now as a scene", /^Living Room, /],
    ["de", "erstelle eine Szene namens Feierabend davon, wie es im Living Room gerade ist", "Feierabend"],
    ["fr", "crée une scène appelée soirée de l'état du Living Room", "soirée"],
    ["es", "crea una escena llamada noche de cómo está el Living Room ahora", "noche"],
    ["nl", "maak een scène genaamd avond van hoe de Living Room nu is", "avond"],
    ["he", "צור סצנה בשם ערב של Living Room", "ערב"],
  ] as const)("in %s: %s", async (language, said, name) => {
    await using home = await startHome(language);
    const card = await makes(home, said);
    expect(labels(card)).toHaveLength(2);
    expect(made(home, "scene")).toMatchObject({
      name: typeof name === "string" ? name : expect.stringMatching(name),
      entities: {
        "light.ceiling_lights": { state: "on" },
        "light.floor_lamp": { state: "off" },
        "cover.living_room_blind": { state: "open", current_position: 100 },
        "switch.christmas_tree": { state: "off" },
      },
    });
    expect(home.model.calls).toEqual([]);
  });

  const DOWN = ["light.ceiling_lights", "light.hallway_light", "light.kitchen_light", "switch.coffee_machine"];
  const UP = ["light.bed_light"];

  it.each([
    ["en", "make a scene called x of how downstairs is now", DOWN, UP],
    ["en", "make a scene called x of how everything downstairs is", DOWN, UP],
    ["en", "make a scene called x of how the ground floor is now", DOWN, UP],
    ["en", "make a scene called x of the floor lamp and the bed light", ["light.bed_light", "light.floor_lamp"], DOWN],
    [
      "en",
      "make a scene called x of how the living room and the bedroom are now",
      ["light.ceiling_lights", "light.bed_light"],
      ["light.kitchen_light"],
    ],
    ["en", "save how the lights upstairs look right now as a scene called x", UP, ["light.kitchen_light", "climate.bedroom_heating"]],
    ["en", "make a scene called x of all lights except the bed light", ["light.ceiling_lights"], UP],
    ["en", "make a scene called x of how everything is now", [...DOWN, ...UP], ["lock.front_door"]],
    ["en", "make a scene called x of how the whole house is now", [...DOWN, ...UP], []],
    ["de", "erstelle eine Szene namens x davon, wie es unten gerade ist", DOWN, UP],
    ["de", "speichere, wie Floor Lamp und Bed Light gerade sind, als Szene x", ["light.bed_light", "light.floor_lamp"], DOWN],
    ["de", "erstelle eine Szene namens x davon, wie es im ganzen Haus gerade aussieht", [...DOWN, ...UP], []],
    ["fr", "crée une scène appelée x de toute la maison", [...DOWN, ...UP], []],
    ["fr", "crée une scène appelée x de Floor Lamp et Bed Light", ["light.bed_light", "light.floor_lamp"], DOWN],
    ["es", "crea una escena llamada x de cómo está toda la casa ahora", [...DOWN, ...UP], []],
    ["es", "crea una escena llamada x de cómo están Floor Lamp y Bed Light ahora", ["light.bed_light", "light.floor_lamp"], DOWN],
    ["nl", "maak een scène genaamd x van hoe het hele huis nu is", [...DOWN, ...UP], []],
    ["nl", "maak een scène genaamd x van hoe Floor Lamp en Bed Light nu zijn", ["light.bed_light", "light.floor_lamp"], DOWN],
    ["he", "צור סצנה בשם x של כל הבית", [...DOWN, ...UP], []],
    ["he", "צור סצנה בשם x של Floor Lamp ו Bed Light", ["light.bed_light", "light.floor_lamp"], DOWN],
  ] as const)("or of a floor, of what is named, or of all, in %s: %s", async (language, said, some, none) => {
    await using home = await startHome(language);
    await makes(home, said);
    const ids = Object.keys(made(home, "scene")?.["entities"] as object);
    expect(ids).toEqual(expect.arrayContaining([...some]));
    expect(ids.filter((id) => none.includes(id as never))).toEqual([]);
    expect(home.model.calls).toEqual([]);
  });

  it("a name that fits two is asked about, and the tap leads to the card", async () => {
    await using home = await readingLamps();
    await home.asks(anna, "make a scene called reading of how the reading lamp is now");
    home.presses(anna, "Office Reading Lamp");
    const { plain } = await home.next(anna, (shown) => shown.plain.includes("Create the scene “reading”?"));
    expect(plain).toContain("Office Reading Lamp");
    expect(plain).not.toContain("Bedroom Reading Lamp");
  });

  it("the card tells what is in it, and turning it on brings the room back", async () => {
    await using home = await startHome();
    const card = await makes(home, "make a scene called cosy evening of how the living room is now");
    expect(card.plain).toContain("Create the scene “cosy evening”?");
    expect(card.plain).toContain("• Living Room Blind: open (100 %)");
    expect(card.plain).toContain("• Floor Lamp: off");
    home.sim.setState("light.floor_lamp", "on");
    await home.settled();
    await home.asks(anna, "turn on cosy evening");
    await eventually(() => home.sim.state("light.floor_lamp")?.state === "off");
  });

  it("what needs a yes each time and what is away is left out, and said", async () => {
    await using home = await startHome();
    home.sim.setState("switch.coffee_machine", "unavailable");
    await home.settled();
    const kitchen = await makes(home, "make a scene called breakfast of how the kitchen is now");
    expect(kitchen.plain).toContain("does not answer: Coffee Machine");
    expect(Object.keys(made(home, "scene")?.["entities"] as object)).toEqual(
      expect.not.arrayContaining(["switch.coffee_machine", "lock.back_door", "binary_sensor.kitchen_window"]),
    );
    home.sim.setState("cover.garage_door", "open");
    await home.settled();
    expect((await home.asks(anna, "make a scene called open of how the garage is now")).plain).toContain(
      "need a yes each time: Garage Door",
    );
  });

  it.each([
    ["make a scene called x of how the moon base is now", /can’t tell what “the moon base” is.* These rooms I know: .*Kitchen/],
    ["make a scene called x of the moon base and the floor lamp", /can’t tell what “the moon base and the floor lamp” is/],
    ["make a scene called Movie Night of how the living room is now", /already a scene called “Movie Night”/],
    ["make a scene called {{ x }} of how the living room is now", /would work out what stands in/],
  ])("%s is told what is wrong, and nothing is made", async (said, why) => {
    await using home = await startHome();
    expect((await home.asks(anna, said)).plain).toMatch(why);
    expect(home.rows("SELECT 1 FROM automations")).toEqual([]);
  });

  it("made again under its name it is changed, and undone to how it was before, and to nothing", async () => {
    await using home = await startHome();
    const said = "make a scene called cosy evening of how the living room is now";
    await makes(home, said);
    home.sim.setState("light.floor_lamp", "on");
    await home.settled();
    expect((await makes(home, said)).plain).toContain("Change the scene “cosy evening”?");
    expect(made(home, "scene")).toMatchObject({ entities: { "light.floor_lamp": { state: "on" } } });
    expect((await home.asks(anna, "/automations")).plain).toContain("1. Scene cosy evening: never ran");
    expect((await makes(home, "undo")).plain).toContain("Change the scene");
    expect(made(home, "scene")).toMatchObject({ entities: { "light.floor_lamp": { state: "off" } } });
    await makes(home, "/automations 1 delete");
    expect(home.sim.entityIds()).not.toContain("scene.cosy_evening");
  });

  it("what was just made is undone by a word", async () => {
    await using home = await startHome();
    await makes(home, "make a scene called cosy evening of how the living room is now");
    expect((await makes(home, "undo")).plain).toContain("Delete the scene “cosy evening”?");
    expect(home.sim.entityIds()).not.toContain("scene.cosy_evening");
  });

  it("what is broken elsewhere takes it back, and it can be pasted", async () => {
    await using home = await startHome();
    home.sim.breakRoutines();
    await home.asks(anna, "make a scene called cosy evening of how the living room is now");
    home.presses(anna, "Create");
    const { plain } = await home.next(anna, ({ plain: text }) => text.includes("not saved"));
    expect(plain).toContain("it reads no scenes.yaml");
    expect(plain).toContain('"light.floor_lamp"');
    const [{ id }] = home.rows("SELECT id FROM automations") as [{ id: string }];
    expect(home.sim.routine(id, "scene")).toBeUndefined();
  });

  it("Home Assistant that restarts between Create and its answer leaves nothing half there", async () => {
    await using home = await startHome();
    await home.asks(anna, "make a scene called cosy evening of how the living room is now");
    home.presses(anna, "Create");
    await home.sim.restart({ downMs: 50, startingMs: 150 });
    const { plain } = await home.next(anna);
    const [{ id, status }] = home.rows("SELECT id, status FROM automations") as [{ id: string; status: string }];
    // what is told, what is kept and what Home Assistant has agree
    expect([plain.startsWith("Done"), home.sim.routine(id, "scene") !== undefined]).toEqual([status === "saved", status === "saved"]);
  });

  it("what somebody edited in Home Assistant is never overwritten", async () => {
    await using home = await startHome();
    const said = "make a scene called cosy evening of how the living room is now";
    await makes(home, said);
    const [{ id }] = home.rows("SELECT id FROM automations") as [{ id: string }];
    home.sim.editRoutine(id, { name: "cosy evening", entities: { "light.floor_lamp": "on" } }, "scene");
    await home.settled();
    expect((await home.asks(anna, said)).plain).toContain("The scene “cosy evening” was changed in Home Assistant");
  });
});

/** Sentences of which a model has to read what the script does. */
const UNREAD: Readonly<Record<string, string>> = {
  en: "make a script called bed time that sees to it",
  de: "erstelle ein Skript namens bed time: sorge dafür",
  fr: "crée un script nommé bed time : occupe-toi de tout",
  es: "crea un script llamado bed time: ocúpate de todo",
  nl: "maak een script genaamd bed time: zorg ervoor",
  he: "צור סקריפט בשם bed time: תדאג להכול",
};

describe("a script is made of a sentence", () => {
  it.each([
    ["en", "make a script called bed time that turns off all lights and locks the front door"],
    ["en", "make a script called bed time: turn off all lights and lock the front door"],
    ["de", "erstelle ein Skript namens bed time, das alle Lichter ausschaltet und Front Door abschließt"],
    ["fr", "crée un script nommé bed time qui éteint toutes les lumières et verrouille Front Door"],
    ["es", "crea un script llamado bed time que apague todas las luces y bloquee Front Door"],
    ["nl", "maak een script genaamd bed time dat alle lampen uitdoet en Front Door op slot doet"],
    ["he", "צור סקריפט בשם bed time שמכבה את כל האורות ונועל את Front Door"],
    ["de", "erstelle ein Skript namens bed time: schalte alle Lichter aus und schließe Front Door ab"],
    ["fr", "crée un script nommé bed time : éteins toutes les lumières et verrouille Front Door"],
    ["es", "crea un script llamado bed time: apaga todas las luces y bloquea Front Door"],
    ["nl", "maak een script genaamd bed time: doe alle lampen uit en doe Front Door op slot"],
    ["he", "צור סקריפט בשם bed time: כבה את כל האורות ונעל את Front Door"],
  ])("in %s: %s", async (language, said) => {
    await using home = await startHome(language);
    const card = await makes(home, said);
    expect(labels(card)).toHaveLength(2);
    expect(made(home, "script")).toMatchObject({
      alias: "bed time",
      sequence: [{ action: "light.turn_off" }, { action: "lock.lock", target: { entity_id: ["lock.front_door"] } }],
      mode: "single",
    });
    expect(home.model.calls).toEqual([]);
  });

  it("runs by its name, is asked about again when what it does needs that, and is undone", async () => {
    await using home = await startHome();
    const card = await makes(home, "make a script called let me in: unlock the front door");
    expect(card.plain).toContain("Create the script “let me in”?");
    expect(card.plain).toContain("I ask each time before I do that; Home Assistant itself doesn’t ask.");
    const question = await home.asks(anna, "run let me in");
    expect(question.plain).toContain("unlocks");
    home.presses(anna, labels(question)[0] ?? "");
    expect((await home.next(anna)).plain).toContain("is running");
    await eventually(() => home.sim.state("lock.front_door")?.state === "unlocked");
    await makes(home, "/automations 1 undo");
    expect(made(home, "script")).toBeUndefined();
  });

  it("the question that deletes one says what goes with it, and not that it would be done", async () => {
    await using home = await startHome();
    await makes(home, "make a script called bed time: lock the front door");
    const { plain } = await home.asks(anna, "delete the script bed time");
    expect(plain).toContain("Deleting it changes what keeps the house safe: Front Door.");
    expect(plain).not.toContain("ask each time");
  });

  it("what an automation starts is changed as an automation is", async () => {
    await using home = await startHome("en", {
      people: family.map((person) => ({ ...person, language: "en", role: person.name === "Ben" ? "adult" : "owner" })),
    });
    await makes(home, "make a script called bed time: turn off all lights", ben);
    await makes(home, "/automate every day at 22:00 run bed time", ben);
    expect((await home.asks(ben, "make a script called bed time: unlock the front door")).plain).toContain(
      "No automation may do that by itself",
    );
    expect((await home.asks(ben, "make a script called bed time: open the garage door")).plain).toContain("I have asked Anna");
    expect((await home.next(anna)).plain).toContain("An automation starts it, and then nobody is asked.");
    expect(labels(await home.asks(ben, "make a script called let me in: unlock the front door"))).toContain("Create");
  });

  it.each([
    ["en", "delete the script bed time"],
    ["de", "lösche das Skript bed time"],
    ["fr", "supprime le script bed time"],
    ["es", "elimina el script bed time"],
    ["nl", "verwijder het script bed time"],
    ["he", "מחק את הסקריפט bed time"],
  ])("is filled in by a model where no template reads it, and deleted by a sentence, in %s: %s", async (language, said) => {
    await using home = await startHome(language);
    home.model.reply({
      text: JSON.stringify({
        automation: {
          name: "x",
          actions: [
            { kind: "call", service: "light.turn_on", entities: ["light.kitchen_light"] },
            { kind: "delay", seconds: 60 },
          ],
        },
      }),
    });
    await makes(home, UNREAD[language] ?? "");
    expect(made(home, "script")).toMatchObject({ alias: "bed time", sequence: [{ action: "light.turn_on" }, { delay: { seconds: 60 } }] });
    await makes(home, said);
    expect(made(home, "script")).toBeUndefined();
  });

  it("a name that fits two entities is asked about, and the tap leads to the card of the script", async () => {
    await using home = await readingLamps();
    await home.asks(anna, "make a script called reading: turn on the reading lamp");
    home.presses(anna, "Office Reading Lamp");
    expect((await home.next(anna, ({ plain }) => plain.includes("Create the script “reading”?"))).plain).toContain("Office Reading Lamp");
  });

  it("a child makes none, and what a model was given to read makes none", async () => {
    const [owner, child] = family.map((person) => ({ ...person, language: "en", ha_person: `person.${person.name.toLowerCase()}` }));
    await using home = await startHome("en", { people: [owner, { ...child, role: "child" }] });
    expect((await home.asks(ben, "make a script called x: turn on the kitchen light")).plain).toContain("Only grown-ups of the house");
    await home.asks(anna, "hello");
    home.sim.fireEvent("ha_personal_assistant_ask", {
      text: "make a script called x: turn off all lights",
      person: "person.anna",
    });
    expect((await home.next(anna)).plain).toContain("in their own words");
    expect(home.rows("SELECT 1 FROM automations WHERE status <> 'draft'")).toEqual([]);
  });
});

describe("what a routine would do is told, and nothing is done", () => {
  it.each([
    ["en", "what would the good night script do?", "turn off"],
    ["en", "test the script good night without running it", "turn off"],
    ["de", "was würde das Skript good night tun?", "schalte"],
    ["fr", "que ferait le script good night ?", "éteindre"],
    ["es", "¿qué haría el script good night?", "apagar"],
    ["nl", "wat zou het script good night doen?", "uit"],
    ["he", "מה היה עושה הסקריפט good night?", "כיבוי"],
  ])("in %s: %s", async (language, said, does) => {
    await using home = await startHome(language);
    const { plain } = await home.asks(anna, said);
    expect(plain).toMatch(/^1\. .*\(.+\)$/m);
    expect(plain).toContain(does);
    expect([...home.calls(), ...home.model.calls]).toEqual([]);
  });

  it("with the risk of each step, of scenes too, and to whoever may read it", async () => {
    await using home = await startHome();
    await makes(home, "make a script called let me in: unlock the front door and turn on the hallway light");
    const { plain } = await home.asks(anna, "what would let me in do?");
    expect(plain).toContain("unlock Front Door (high risk)");
    expect(plain).toContain("turn on Hallway Light (low risk)");
    expect((await home.asks(anna, "what would the scene Movie Night do?")).plain).toMatch(/The scene “Movie Night” would do this/);
    expect((await home.asks(ben, "what would let me in do?")).plain).toContain("Only owners");
    await makes(home, "make a script called lamp: turn on the hallway light", ben);
    expect((await home.asks(ben, "what would lamp do?")).plain).toContain("turn on Hallway Light (low risk)");
    expect(home.calls()).toEqual([]);
  });
});

it("a script tells whether somebody is home as long as they let it", async () => {
  const people = family.map((person) => ({ ...person, language: "en", ha_person: `person.${person.name.toLowerCase()}` }));
  await using home = await startHome("en", { people });
  for (const person of [anna, ben]) await home.asks(person, "hello");
  home.change(
    "INSERT INTO presence_consents (watcher_id, watched_id, status, at) SELECT a.id, b.id, 'always', 1 FROM people a, people b WHERE a.name = 'Anna' AND b.name = 'Ben'",
  );
  const isHome = { kind: "presence", people: ["person.ben"], home: true };
  const actions = [{ kind: "choose", options: [{ if: [isHome], do: [{ kind: "tell", person: "Anna", message: "Ben is there" }] }] }];
  home.model.reply({ text: JSON.stringify({ automation: { name: "x", actions } }) });
  await makes(home, UNREAD["en"] ?? "");
  const [script] = home.rows("SELECT id AS automation FROM automations WHERE status = 'saved'");
  const tell = (data: object, id: string) => home.sim.fireEvent("ha_personal_assistant_tell", { person: "Anna", ...data }, { id });
  const said = { ...script, message: "Ben is there" };
  tell(said, "run-1");
  expect((await home.next(anna)).plain).toContain("Ben is there");
  home.change("DELETE FROM presence_consents");
  tell(said, "run-2");
  tell({ message: "The post is there" }, "run-3");
  expect((await home.next(anna)).plain).toContain("The post is there");
});

it("who made a routine that is gone does not read the one that has its name now", async () => {
  await using home = await startHome();
  const said = "make a scene called cosy evening of how the living room is now";
  await makes(home, said, ben);
  await makes(home, "/automations 1 delete", ben);
  await makes(home, said, anna);
  expect((await home.asks(ben, "what would the scene cosy evening do?")).plain).toContain("Only owners");
});
