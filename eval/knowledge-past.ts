import type { Asked } from "./knowledge-case.ts";
import type { Dice } from "./knowledge-dice.ts";
import type { KnownHome } from "./knowledge-home.ts";
import { hasBattery, type Thing } from "./knowledge-rooms.ts";

/** States of an entity in the last day; `ago` in minutes, oldest first. The last one is how it is now. */
export interface Past {
  readonly entityId: string;
  readonly name: string;
  readonly states: readonly { readonly ago: number; readonly state: string }[];
}

export interface KnownPast {
  readonly pasts: readonly Past[];
  readonly cases: readonly Asked[];
}

const TURNED: Readonly<Record<string, readonly string[]>> = {
  light: [
    "how long was the ceiling light in the {room} on today?",
    "was the {room} light on in the last 24 hours?",
    "when was the lamp in the {room} switched on last?",
    "did somebody use the light in the {room} yesterday?",
  ],
  window: [
    "was the window in the {room} open today?",
    "how often was the {room} window opened in the last day?",
    "when did somebody open the {room} window?",
    "how long has the window of the {room} been open since yesterday?",
  ],
  motion: [
    "was anybody in the {room} last night?",
    "when was there motion in the {room}?",
    "when did something move in the {room} last?",
    "how often was movement seen in the {room} today?",
  ],
  tv: [
    "how long did the TV in the {room} play today?",
    "when was the television, the {room} TV, running?",
    "did the kids watch TV in the {room} yesterday?",
    "for how many hours was the {room} TV on?",
  ],
};
const MEASURED: Readonly<Record<string, readonly string[]>> = {
  temperature: [
    "how warm did it get in the {room} in the last 24 hours?",
    "what was the lowest temperature in the {room} today?",
    "how cold was it in the {room} last night?",
    "what was the average temperature of the {room} yesterday?",
  ],
  humidity: [
    "how humid was the {room} today?",
    "what was the highest humidity in the {room} since yesterday?",
    "how dry did the air in the {room} get?",
    "what was the average humidity in the {room} in the last day?",
  ],
};
const LOW_BATTERIES = [
  "which batteries are low?",
  "which batteries are nearly empty?",
  "what needs a new battery soon?",
  "are there any low batteries in the house?",
];
const PAIR: Readonly<Record<string, readonly [rest: string, turned: string]>> = {
  light: ["off", "on"],
  window: ["off", "on"],
  motion: ["off", "on"],
  tv: ["idle", "playing"],
};

/** What happened in the last day to some things, what people ask about it, and batteries that are running out. */
export function knownPast({ things }: KnownHome, dice: Dice): KnownPast {
  const english = things.filter(({ room }) => room.language === "en");
  const ofKind = (table: object, count: number) =>
    dice.sample(
      english.filter(({ kind }) => Object.hasOwn(table, kind)),
      count,
    );
  const turned = ofKind(TURNED, 24);
  const measured = ofKind(MEASURED, 12);
  const weak = dice.sample(english.filter(hasBattery), 3);
  const ask = ({ name, kind, room }: Thing, ways: readonly string[] | undefined): Asked => ({
    kind: "history",
    question: dice.wording(ways ?? []).replace("{room}", room.name),
    expected: [[{ source: "history", place: name }]],
    fact: kind === "temperature" || kind === "humidity" ? "on average" : "last changes",
  });
  return {
    pasts: [
      ...turned.map((thing) => switching(thing, dice)),
      ...measured.map((thing) => ({ ...ownOf(thing), states: swinging(dice, dice.whole(12, 60)) })),
      ...weak.map(({ entityId, name }) => {
        const id = `sensor.${entityId.slice(entityId.indexOf(".") + 1)}_battery`;
        return {
          entityId: id,
          name: `${name} Battery`,
          states: [
            { ago: 900, state: "14" },
            { ago: 400, state: "11" },
            { ago: 20, state: "8" },
          ],
        };
      }),
    ],
    cases: [
      ...turned.slice(0, 10).map((thing) => ask(thing, TURNED[thing.kind])),
      ...measured.slice(0, 6).map((thing) => ask(thing, MEASURED[thing.kind])),
      {
        kind: "battery_low",
        question: dice.wording(LOW_BATTERIES),
        expected: weak.map(({ name }) => [{ source: "history", place: `${name} Battery` }]),
      },
    ],
  };
}

function ownOf({ entityId, name }: Thing) {
  return { entityId, name };
}

function switching(thing: Thing, dice: Dice): Past {
  const [rest, turned] = PAIR[thing.kind] ?? ["off", "on"];
  const starts = [1_100, 700, 300].slice(0, dice.whole(1, 3));
  const states = starts.flatMap((ago) => [
    { ago, state: turned },
    { ago: ago - dice.whole(5, 200), state: rest },
  ]);
  return { ...ownOf(thing), states: [{ ago: 1_400, state: rest }, ...states] };
}

function swinging(dice: Dice, middle: number): Past["states"] {
  return [1_300, 1_000, 700, 400, 100, 10].map((ago) => ({ ago, state: String(middle + dice.whole(-5, 5) + 0.5) }));
}
