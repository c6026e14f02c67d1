import { PLAIN } from "../registry/at-rest.ts";
import type { Entity } from "../registry/home.ts";
import { DOORS } from "../registry/openings.ts";

/** A kind of thing and the state of it that is meant; `state` is undefined where only its value can tell. */
interface MeantState {
  readonly domains: readonly string[];
  readonly classes?: readonly string[];
  readonly state: string | undefined;
}

const LIVELY = ["media_player", "climate"];

/** Classes of `binary_sensor` tell by `on` and `off` (developers.home-assistant.io, Binary sensor entity). Those meant first stand first. */
const states = {
  on: [
    { domains: PLAIN, state: "on" },
    { domains: ["valve"], state: "open" },
    { domains: LIVELY, state: undefined },
  ],
  off: [
    { domains: PLAIN, state: "off" },
    { domains: ["valve"], state: "closed" },
    { domains: LIVELY, state: undefined },
  ],
  open: [
    { domains: ["cover", "valve"], state: "open" },
    { domains: ["binary_sensor"], classes: DOORS, state: "on" },
  ],
  closed: [
    { domains: ["cover", "valve"], state: "closed" },
    { domains: ["binary_sensor"], classes: DOORS, state: "off" },
  ],
  locked: [
    { domains: ["lock"], state: "locked" },
    { domains: ["binary_sensor"], classes: ["lock"], state: "off" },
  ],
  unlocked: [
    { domains: ["lock"], state: "unlocked" },
    { domains: ["binary_sensor"], classes: ["lock"], state: "on" },
  ],
  playing: [{ domains: ["media_player"], state: "playing" }],
  paused: [{ domains: ["media_player"], state: "paused" }],
  cleaning: [{ domains: ["vacuum"], state: "cleaning" }],
  docked: [{ domains: ["vacuum", "lawn_mower"], state: "docked" }],
  home: [{ domains: ["person"], state: "home" }],
  low: [
    { domains: ["sensor"], classes: ["battery"], state: undefined },
    { domains: ["binary_sensor"], classes: ["battery"], state: "on" },
  ],
  motion: [{ domains: ["binary_sensor"], classes: ["motion", "occupancy", "presence"], state: "on" }],
  smoke: [{ domains: ["binary_sensor"], classes: ["smoke"], state: "on" }],
  gas: [{ domains: ["binary_sensor"], classes: ["gas"], state: "on" }],
  wet: [{ domains: ["binary_sensor"], classes: ["moisture"], state: "on" }],
  dry: [{ domains: ["binary_sensor"], classes: ["moisture"], state: "off" }],
} satisfies Readonly<Record<string, readonly MeantState[]>>;

export type StateMeaning = keyof typeof states;
export const STATES: Readonly<Record<StateMeaning, readonly MeantState[]>> = states;

/** The place of an entity's kind among those that a state is said of; undefined if it is not said of it. */
export function rankOfState(meaning: StateMeaning, { domain, deviceClass }: Entity): number | undefined {
  const rank = STATES[meaning].findIndex(
    ({ domains, classes }) => domains.includes(domain) && (!classes || (deviceClass !== undefined && classes.includes(deviceClass))),
  );
  return rank === -1 ? undefined : rank;
}

/** The state that an entity would be in; where its value tells it in several ways, the meaning itself. */
export function stateAsked(meaning: StateMeaning, entity: Entity): string | undefined {
  const rank = rankOfState(meaning, entity);
  return rank === undefined ? undefined : (STATES[meaning][rank]?.state ?? meaning);
}
