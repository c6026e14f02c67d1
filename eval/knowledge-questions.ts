import { ALL_OF_ROOM } from "./knowledge-automations.ts";
import type { Asked, KnowledgeCase, Place } from "./knowledge-case.ts";
import type { Dice } from "./knowledge-dice.ts";
import type { KnownHome, RoomAutomation } from "./knowledge-home.ts";
import { hasBattery, type Room, type Thing, type ThingKind } from "./knowledge-rooms.ts";
import { HOUSE_THINGS } from "./knowledge-things.ts";

/** What people call kinds of things, beside their names. */
const SAID: Partial<Readonly<Record<ThingKind, string>>> = {
  ...{ motion: "motion sensor", temperature: "temperature sensor", humidity: "humidity sensor", window: "window sensor" },
  ...{ thermostat: "thermostat", blind: "blind", plug: "plug", speaker: "speaker", fan: "fan", smoke: "smoke alarm", leak: "leak sensor" },
  ...{ tv: "TV", purifier: "air purifier", light: "ceiling light" },
};

const MAKER = [
  "who makes the {thing} in the {room}?",
  "which brand is the {room} {thing}?",
  "from which company is the {thing} of the {room}?",
  "who is the manufacturer of the {room} {thing}?",
  "what model is the {thing} in the {room}?",
  "which model of {thing} did we put in the {room}?",
];
const MAKER_ONE = ["who makes {name}?", "which brand is {name}?", "what model is {name}?", "from which manufacturer is {name}?"];
const WHERE_MAKER = [
  "where do we have something from {maker}?",
  "which of our things are made by {maker}?",
  "what have I got from {maker}?",
  "do we own anything by {maker}?",
];
const IN_ROOM = [
  "what is there in the {room}?",
  "which devices are in the {room}?",
  "what things do we have in the {room}?",
  "what all is installed in the {room}?",
];
const FLOOR_OF = [
  "on which floor is the {room}?",
  "which floor does the {room} belong to?",
  "where in the house is the {room}?",
  "what level is the {room} on?",
];
const ON_FLOOR = [
  "which rooms are on the {floor} level?",
  "what rooms does the {floor} have?",
  "what areas belong to {floor}?",
  "list the rooms of {floor}",
];
const BATTERY = [
  "does the {thing} in the {room} run on batteries?",
  "which sensor shows the battery of the {room} {thing}?",
  "where do I see how full the battery of the {thing} in the {room} is?",
  "is there a battery in the {thing} of the {room}?",
];
const ROLES: Readonly<Record<string, readonly string[]>> = {
  owner: ["who is {name}?", "what role does {name} have here?"],
  adult: ["is {name} an adult here?", "who is {name}?"],
  child: ["is {name} a child of ours?", "does {name} live here as a child?"],
  guest: ["is {name} only a guest?", "who is {name}, a guest?"],
};
const WHO = [
  "who lives here?",
  "who are the people of this home?",
  "which people belong to our home?",
  "who belongs to this household, this home?",
];
const NOTHING = [
  "how do I reset the coffee machine?",
  "what is the password of the neighbour's wifi?",
  "which automation feeds the goldfish?",
  "when does the train to Vienna leave?",
  "what does the scene for the helicopter pad set?",
  "how do I descale the espresso maker?",
  "who won the match yesterday?",
  "what happens when the meteorite detector goes off?",
  "how often must the chainsaw be sharpened?",
  "which script launches the rocket?",
  "what does error Z99 on the microwave mean?",
  "when is the piano tuned?",
];

const ANSWERS_A_KIND = 16;
const NOTHING_KNOWN = 8;

/** What people ask about a home, in a mix of all kinds. */
export function questionsAbout(home: KnownHome, more: readonly Asked[], dice: Dice): readonly KnowledgeCase[] {
  const english = home.rooms.filter(({ language }) => language === "en");
  const other = home.rooms.filter(({ language }) => language !== "en");
  const some = <Item>(items: readonly Item[], count = ANSWERS_A_KIND) => dice.sample(items, count);
  const ofLanguage = (isEnglish: boolean) => home.automations.filter(({ room }) => (room.language === "en") === isEnglish);
  const asked: readonly Asked[] = [
    ...some(
      english.filter((room) => countIn(home, room) > 0),
      14,
    ).map((room) => allOf(home, room, "automation_by_area", dice)),
    ...some(ofLanguage(true), 20).map((one) => byTrigger(one, "automation_by_trigger", dice)),
    ...some(
      ofLanguage(true).filter(({ template }) => template.why.length > 0),
      20,
    ).map((one) => byCause(one, "why", dice)),
    ...some(ofLanguage(false), 9).map((one) => byTrigger(one, "other_languages", dice)),
    ...some(
      ofLanguage(false).filter(({ template }) => template.why.length > 0),
      9,
    ).map((one) => byCause(one, "other_languages", dice)),
    ...some(
      other.filter((room) => countIn(home, room) > 0),
      6,
    ).map((room) => allOf(home, room, "other_languages", dice)),
    ...home.house.map(
      ({ kind, name, ask, fact }): Asked => ({
        ...{ kind: kind === "automation" ? "automation_of_house" : kind, question: dice.wording(ask) },
        ...{ expected: [[{ source: kind, place: name }]], ...(fact !== undefined && { fact }) },
      }),
    ),
    ...some(home.scenes, 10).map(
      ({ room, name, mood }): Asked => ({
        ...{
          kind: "scene",
          question: inRoom(dice.wording(mood.ask), room),
          expected: [[{ source: "scene", place: name }]],
          fact: "brightness",
        },
      }),
    ),
    ...some(
      home.things.filter(({ room }) => room.language === "en"),
      10,
    ).map((thing) => makerOf(thing, dice)),
    ...makersOfHouse(dice),
    ...some(english, 8).map((room): Asked => about("place", inRoom(dice.wording(IN_ROOM), room), { source: "area", place: room.name })),
    ...some(english, 5).map(
      (room): Asked => ({
        ...{ kind: "place", question: inRoom(dice.wording(FLOOR_OF), room) },
        expected: [
          [
            { source: "area", place: room.name },
            { source: "entity", place: room.name, text: `(${room.floor})` },
            { source: "area", place: room.floor },
          ],
        ],
      }),
    ),
    ...[...new Set(english.map(({ floor }) => floor))].map((floor): Asked => {
      return about("place", dice.wording(ON_FLOOR).replace("{floor}", floor), { source: "area", place: floor });
    }),
    ...some(
      home.things.filter((thing) => thing.room.language === "en" && hasBattery(thing)),
      8,
    ).map((thing): Asked => {
      return about("battery", ofThing(dice.wording(BATTERY), thing), { source: "entity", place: `${thing.name} Battery` });
    }),
    ...home.people.map(({ name, role }): Asked => {
      const question = dice.wording(ROLES[role] ?? []).replace("{name}", name);
      return { ...about("person", question, { source: "person", place: name }), fact: role };
    }),
    { kind: "person", question: dice.wording(WHO), expected: home.people.map(({ name }) => [{ source: "person", place: name }]) },
    ...more,
    ...some(NOTHING, NOTHING_KNOWN).map((question): Asked => ({ kind: "nothing_known", question, expected: [] })),
  ];
  const counts = new Map<string, number>();
  return asked.map((one) => {
    const number = (counts.get(one.kind) ?? 0) + 1;
    counts.set(one.kind, number);
    return { ...one, id: `${one.kind}/${number}` };
  });
}

function about(kind: string, question: string, place: Place): Asked {
  return { kind, question, expected: [[place]] };
}

function inRoom(way: string, { name }: Room): string {
  return way.replaceAll("{room}", name);
}

function ofThing(way: string, { kind, room }: Thing): string {
  return inRoom(way, room).replaceAll("{thing}", SAID[kind] ?? kind);
}

function countIn({ automations }: KnownHome, room: Room): number {
  return automations.filter((one) => one.room === room).length;
}

/** All automations of a room: each has to be found. */
function allOf({ automations }: KnownHome, room: Room, kind: string, dice: Dice): Asked {
  const here = automations.filter((one) => one.room === room);
  return {
    kind,
    question: inRoom(dice.wording(ALL_OF_ROOM[room.language]), room),
    expected: here.map(({ name }) => [{ source: "automation", place: name }]),
  };
}

function byTrigger({ room, name, template }: RoomAutomation, kind: string, dice: Dice): Asked {
  return { ...about(kind, inRoom(dice.wording(template.when), room), { source: "automation", place: name }), fact: template.fact };
}

function byCause({ room, name, template }: RoomAutomation, kind: string, dice: Dice): Asked {
  return { ...about(kind, inRoom(dice.wording(template.why), room), { source: "automation", place: name }), fact: template.fact };
}

/** Any entity of the device tells who made it. */
function makerOf(thing: Thing, dice: Dice): Asked {
  return about("maker", ofThing(dice.wording(MAKER), thing), {
    source: "entity",
    place: thing.name,
    text: thing.model,
  });
}

function makersOfHouse(dice: Dice): readonly Asked[] {
  const [byThing, byMaker] = [dice.sample(HOUSE_THINGS, 5), dice.sample(HOUSE_THINGS, 3)];
  return [
    ...byThing.map(([, name, , , model]) => {
      return about("maker", dice.wording(MAKER_ONE).replace("{name}", `the ${name}`), {
        source: "entity",
        place: name,
        text: model,
      });
    }),
    ...byMaker.map(([, name, , maker]) =>
      about("maker", dice.wording(WHERE_MAKER).replace("{maker}", maker), { source: "entity", place: name }),
    ),
  ];
}
