import { z } from "zod";
import type { FurnishedEntity, Furnishing } from "../src/simulated-home/furnishing.ts";

const slot = z.union([z.string(), z.number(), z.array(z.string())]);

export const sentenceRow = z.object({
  id: z.string(),
  language: z.string(),
  intent: z.string(),
  sentence: z.string(),
  slots: z.record(z.string(), slot),
  /** What Home Assistant answers. */
  response: z.string().nullish(),
  fixture: z.string().optional(),
});

const place = z.object({ name: z.string(), floor: z.string().optional() });
export const fixtureRow = z.object({
  fixture: z.string(),
  entities: z.array(
    place.extend({
      domain: z.string(),
      area: z.string().optional(),
      state: z.string().optional(),
      attributes: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
  areas: z.array(place),
  floors: z.array(place).default([]),
});

export type SentenceRow = z.infer<typeof sentenceRow>;
export type Fixture = z.infer<typeof fixtureRow>;

/** The domain of an intent's entities, where neither slots nor fixture tell it, and the services that carry it out. Intents that are not here concern no entity. */
export const INTENTS: Readonly<Record<string, readonly [domain: string | undefined, services: RegExp | undefined]>> = {
  HassClimateGetTemperature: ["climate", undefined],
  HassClimateSetTemperature: ["climate", /^climate\.set_temperature$/],
  HassFanSetSpeed: ["fan", /^fan\.(set_percentage|turn_on)$/],
  HassGetState: [undefined, undefined],
  HassGetWeather: ["weather", undefined],
  HassLawnMowerDock: ["lawn_mower", /^lawn_mower\.dock$/],
  HassLawnMowerStartMowing: ["lawn_mower", /^lawn_mower\.start_mowing$/],
  HassLightSet: ["light", /^light\.turn_on$/],
  HassListAddItem: ["todo", /^todo\.add_item$/],
  HassListCompleteItem: ["todo", /^todo\.(update|remove)_item$/],
  HassListRemoveItem: ["todo", /^todo\.(update|remove)_item$/],
  HassMediaNext: ["media_player", /^media_player\.media_next_track$/],
  HassMediaPause: ["media_player", /^media_player\.media_pause$/],
  HassMediaPlayerMute: ["media_player", /^media_player\.volume_mute$/],
  HassMediaPlayerUnmute: ["media_player", /^media_player\.volume_mute$/],
  HassMediaPrevious: ["media_player", /^media_player\.media_previous_track$/],
  HassMediaUnpause: ["media_player", /^media_player\.media_play$/],
  HassSetPosition: ["cover", /^(cover\.set_cover|valve\.set_valve)_position$/],
  HassSetVolume: ["media_player", /^media_player\.volume_set$/],
  HassSetVolumeRelative: ["media_player", /^media_player\.volume_(up|down|set)$/],
  HassShoppingListAddItem: ["todo", /^todo\.add_item$/],
  HassShoppingListCompleteItem: ["todo", /^todo\.(update|remove)_item$/],
  HassTurnOff: [undefined, /^(\w+\.turn_off|cover\.close_cover|valve\.close_valve|lock\.unlock)$/],
  HassTurnOn: [undefined, /^(\w+\.turn_on|cover\.open_cover|valve\.open_valve|lock\.lock|button\.press)$/],
  HassVacuumReturnToBase: ["vacuum", /^vacuum\.return_to_base$/],
  HassVacuumStart: ["vacuum", /^vacuum\.start$/],
};

/** Everything that a device of the domain can do; bits of `supported_features` as Home Assistant has them. */
const ABLE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  climate: { supported_features: 385, hvac_modes: ["heat", "off"], min_temp: 7, max_temp: 60, temperature: 20, current_temperature: 21 },
  cover: { supported_features: 15 },
  fan: { supported_features: 49, percentage: 20 },
  lawn_mower: { supported_features: 7 },
  light: { supported_color_modes: ["color_temp", "hs"], min_color_temp_kelvin: 2000, max_color_temp_kelvin: 6535 },
  media_player: { supported_features: 24_509, volume_level: 0.37, is_volume_muted: false, media_track: 3 },
  todo: { supported_features: 127 },
  vacuum: { supported_features: 12_316 },
  valve: { supported_features: 15 },
  weather: { temperature: 8, temperature_unit: "°C" },
};

/** How an entity stands before it is told to go on, open, lock, start …; `else` before it is told the opposite. */
const BEFORE: Readonly<Record<string, { readonly on: string; readonly else: string }>> = {
  climate: { on: "heat", else: "heat" },
  cover: { on: "closed", else: "open" },
  fan: { on: "off", else: "on" },
  lawn_mower: { on: "docked", else: "mowing" },
  light: { on: "off", else: "on" },
  lock: { on: "unlocked", else: "locked" },
  media_player: { on: "paused", else: "playing" },
  switch: { on: "off", else: "on" },
  todo: { on: "0", else: "1" },
  vacuum: { on: "docked", else: "cleaning" },
  valve: { on: "closed", else: "open" },
  weather: { on: "rainy", else: "rainy" },
};
const STARTING = /TurnOn|Start|Unpause/;
const ASKING = /Get/;

/** Names that no language has: of what the rows leave unnamed, and of what no row means. */
const [UNNAMED, ELSEWHERE] = ["Zeta Quu", "Omega Vau"];

/** The home that a row is said in, and the entities that it means. Undefined where the row means something that its data do not describe. */
export function homeOfSentence(row: SentenceRow, fixture: Fixture | undefined): { furnishing: Furnishing; meant: string[] } | undefined {
  const area = nameIn(fixture?.areas, text(row.slots["area"]));
  const floor = nameIn([...(fixture?.floors ?? []), ...floorsOf(fixture)], text(row.slots["floor"]));
  const named = text(row.slots["name"]);
  const domain = text(row.slots["domain"]) ?? INTENTS[row.intent]?.[0];
  const deviceClass = [row.slots["device_class"]].flat()[0];
  const areas = new Map((fixture?.areas ?? []).map((one) => [one.name, one.floor]));
  const target = area ?? (floor && ([...areas].find(([, on]) => on === floor)?.[0] ?? `${UNNAMED} ${areas.size + 1}`));
  if (target) areas.set(target, areas.get(target) ?? floor);
  areas.set(ELSEWHERE, undefined);

  const entities = (fixture?.entities ?? []).map(({ name, domain: of, ...one }, index) => {
    const isNamed = named !== undefined && same(name, named);
    return furnished(`${of}.e${index + 1}`, name, row, { ...one, area: one.area ?? (isNamed ? target : undefined) });
  });
  const isOf = ({ entity_id, area: where, attributes }: FurnishedEntity) =>
    (!domain || entity_id.startsWith(`${domain}.`)) &&
    (!target || where === target) &&
    (!deviceClass || attributes?.["device_class"] === deviceClass);
  const chosen = () => entities.filter((one) => (named === undefined ? isOf(one) : same(one.name ?? "", named)));
  if (!ASKING.test(row.intent) && domain) {
    const attributes = deviceClass === undefined ? {} : { device_class: deviceClass };
    if (chosen().length === 0) entities.push(furnished(`${domain}.meant`, named ?? UNNAMED, row, { area: target, attributes }));
    if (target && named === undefined) entities.push(furnished(`${domain}.elsewhere`, ELSEWHERE, row, { area: ELSEWHERE, attributes }));
  }
  const meant = chosen().map(({ entity_id }) => entity_id);
  if (meant.length === 0 && INTENTS[row.intent]?.[1]) return undefined;
  const floors = [...new Set([...areas.values(), ...(fixture?.floors ?? []).map(({ name }) => name)].filter((name) => name !== undefined))];
  return {
    furnishing: { language: row.language, floors, areas: [...areas].map(([name, on]) => (on ? { name, floor: on } : { name })), entities },
    meant,
  };
}

function furnished(
  entity_id: string,
  name: string,
  { intent, slots }: SentenceRow,
  one: {
    readonly area?: string | undefined;
    readonly state?: string | undefined;
    readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  },
): FurnishedEntity {
  const domain = entity_id.slice(0, entity_id.indexOf("."));
  const before = ASKING.test(intent) ? undefined : BEFORE[domain]?.[STARTING.test(intent) ? "on" : "else"];
  return {
    entity_id,
    name,
    area: one.area ?? null,
    state: before ?? one.state ?? BEFORE[domain]?.else ?? null,
    attributes: { ...ABLE[domain], ...numbersIn(one.attributes ?? {}) },
    ...(domain === "todo" && !intent.includes("Add") && { items: [text(slots["item"]) ?? ""] }),
  };
}

/** Fixtures write numbers as texts, too. */
function numbersIn(attributes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(attributes);
  return Object.fromEntries(entries.map(([name, value]) => [name, /^-?\d+(\.\d+)?$/.test(String(value)) ? Number(value) : value]));
}

function floorsOf(fixture: Fixture | undefined): { name: string }[] {
  return (fixture?.areas ?? []).flatMap(({ floor }) => (floor ? [{ name: floor }] : []));
}

function nameIn(known: readonly { readonly name: string }[] | undefined, said: string | undefined): string | undefined {
  return said === undefined ? undefined : (known?.find(({ name }) => same(name, said))?.name ?? said);
}

function text(value: SentenceRow["slots"][string] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
