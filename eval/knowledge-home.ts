import type { FurnishedEntity, Furnishing } from "../src/simulated-home/furnishing.ts";
import { type AutomationTemplate, ROOM_AUTOMATIONS } from "./knowledge-automations.ts";
import type { Dice } from "./knowledge-dice.ts";
import { type HouseRoutine, houseRoutines } from "./knowledge-house.ts";
import { areasOf, entitiesOf, idOf, type Room, someRooms, type Thing, type ThingKind, thingsOf } from "./knowledge-rooms.ts";
import { HOUSE_THINGS } from "./knowledge-things.ts";

/** One automation of one room. */
export interface RoomAutomation {
  readonly room: Room;
  readonly template: AutomationTemplate;
  readonly name: string;
}

/** One scene of one room. */
export interface RoomScene {
  readonly room: Room;
  readonly name: string;
  /** What it is made for, in words that are not its name. */
  readonly mood: Mood;
}

interface Mood {
  readonly name: string;
  readonly ask: readonly string[];
}

/** A generated home with everything that is known of it by construction. */
export interface KnownHome {
  readonly furnishing: Furnishing;
  readonly rooms: readonly Room[];
  readonly things: readonly Thing[];
  readonly automations: readonly RoomAutomation[];
  readonly scenes: readonly RoomScene[];
  readonly house: readonly HouseRoutine[];
  readonly people: readonly { readonly name: string; readonly role: "owner" | "adult" | "child" | "guest" }[];
}

const MOODS: readonly Mood[] = [
  {
    name: "reading",
    ask: [
      "which scene is for reading in the {room}?",
      "what does the reading scene of the {room} set?",
      "how bright is it in the {room} for reading?",
      "I want to read in the {room}, which scene is that?",
    ],
  },
  {
    name: "party",
    ask: [
      "what does the party scene in the {room} change?",
      "which scene do I take for a party in the {room}?",
      "what is set in the {room} when we have a party?",
      "what happens with the {room} light in the party scene?",
    ],
  },
  {
    name: "calm",
    ask: [
      "is there a calm scene for the {room}?",
      "what does the {room} calm scene do?",
      "how is the {room} light set when it should be calm?",
      "which scene makes the {room} calm?",
    ],
  },
];

const NAMES = ["Anna", "Ben", "Clara", "David", "Emma", "Felix", "Greta", "Henri", "Ida", "Jonas", "Klara", "Leo"];
const ROUTINES_A_ROOM = 4;

/** A home of so many entities. */
export function knownHome(dice: Dice, count: number): KnownHome {
  const rooms = someRooms(dice);
  const things = rooms.flatMap((room) => thingsOf(room, dice));
  const idIn = (room: Room) => (kind: ThingKind) => things.find((thing) => thing.room === room && thing.kind === kind)?.entityId ?? "";
  const automations = rooms.flatMap((room) => {
    const fitting = ROOM_AUTOMATIONS.filter(
      ({ language, needs }) => language === room.language && needs.every((kind) => room.kinds.includes(kind)),
    );
    return dice.sample(fitting, ROUTINES_A_ROOM).map((template) => ({ room, template, name: template.name.replace("{room}", room.name) }));
  });
  const scenes = dice
    .sample(
      rooms.filter(({ language }) => language === "en"),
      14,
    )
    .map((room): RoomScene => {
      const mood = dice.pick(MOODS);
      return { room, mood, name: `${room.name} ${mood.name}` };
    });
  const house = houseRoutines(dice.whole(0, 39));
  const [one = "", two = "", three = "", four = ""] = dice.sample(NAMES, 4);
  const people = [
    { name: one, role: "owner" as const },
    { name: two, role: "adult" as const },
    { name: three, role: "child" as const },
    { name: four, role: "guest" as const },
  ];
  const entities = [
    ...HOUSE_THINGS.map(houseEntity),
    ...automations.map((automation, index) => automationEntity(automation, idIn(automation.room), index)),
    ...scenes.map(({ room, name }, index) => sceneEntity(name, idIn(room)("light"), index)),
    ...house.map(houseRoutine),
    ...people.map(({ name }): FurnishedEntity => ({ entity_id: `person.${idOf(name)}`, name })),
    ...things.flatMap(entitiesOf),
  ];
  const plugs = Array.from({ length: Math.max(0, count - entities.length) }, (_, index): FurnishedEntity => {
    const name = `Socket ${index + 1}`;
    return { entity_id: `switch.${idOf(name)}`, name, attributes: { device_class: "outlet" } };
  });
  return {
    furnishing: {
      ...{ name: "Known home", floors: [...new Set(rooms.map(({ floor }) => floor))], areas: areasOf(rooms) },
      people: people.map(({ name }) => name),
      entities: [...entities, ...plugs].slice(0, count),
    },
    ...{ rooms, things, automations, scenes, house, people },
  };
}

function houseEntity([entityId, name, deviceClass]: (typeof HOUSE_THINGS)[number]): FurnishedEntity {
  return {
    ...{ entity_id: entityId, name, device: name },
    ...(entityId.startsWith("sensor.") && { state: 20 }),
    ...(deviceClass !== "" && { attributes: { device_class: deviceClass } }),
  };
}

function automationEntity({ room, template, name }: RoomAutomation, id: (kind: ThingKind) => string, index: number): FurnishedEntity {
  const own = {
    entity_id: `automation.${idOf(name)}`,
    name,
    exposed: index % 3 === 0,
    config: template.config({ id, number: index % 30 }),
  };
  return index % 2 === 0 ? { ...own, area: room.name } : own;
}

function sceneEntity(name: string, lamp: string, index: number): FurnishedEntity {
  return { entity_id: `scene.${idOf(name)}`, name, sets: { [lamp]: { state: "on", brightness: 20 + index * 5 } } };
}

function houseRoutine({ kind, name, config }: HouseRoutine): FurnishedEntity {
  const entity = { entity_id: `${kind}.${idOf(name)}`, name, exposed: kind !== "automation" };
  return kind === "scene" ? { ...entity, sets: config as FurnishedEntity["sets"] & object } : { ...entity, config };
}
