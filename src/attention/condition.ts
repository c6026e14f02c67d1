import type { EntityIndexSearch } from "../entity-search/entity-index.ts";
import type { Recognition } from "../homeassistant/recogniser/recogniser.ts";
import type { Entity, Home } from "../homeassistant/registry/home.ts";
import type { StateStore } from "../homeassistant/registry/states.ts";
import { fits, type Groups, matches, phraseOf, placeAsked, type Quantity, type Spoken } from "../recognition/spoken.ts";
import type { Role } from "../security/policy/policy-input.ts";
import { isRoutine, mayRead } from "../security/policy/read-access.ts";
import { folded } from "../text/fold.ts";
import { doneBy, isFinished, tellsWhenDone } from "./appliance.ts";
import type { Awaited } from "./trigger.ts";
import { happenedAt, holds, numberIn } from "./trigger-states.ts";

/** Domains whose state is when something last happened: that, and nothing else, is what they tell. */
const HAPPENINGS: ReadonlySet<string> = new Set(["event", "button", "input_button", "tag"]);
/** Classes of `binary_sensor` that are on while they detect something (developers.home-assistant.io, Binary sensor entity). */
const DETECTING: ReadonlySet<string> = new Set(
  "motion occupancy presence moving vibration sound smoke gas carbon_monoxide moisture tamper".split(" "),
);
/** Classes of `binary_sensor` (none, or by how it notices) that doorbells have where they are no event. */
const RINGING: ReadonlySet<string | undefined> = new Set([undefined, "occupancy", "sound"]);
/** What an `event` entity of a doorbell calls its ring; it may tell of motion, too. */
const RING = "ring";

/** What measures climate beside sensors, by domain. */
const MEASURES: Readonly<Record<string, string>> = { climate: "current_temperature", humidifier: "current_humidity" };

/** What a condition is read with. */
export interface ConditionReading {
  readonly spoken: Spoken;
  /** The person of Home Assistant who speaks. */
  readonly own: string | undefined;
  readonly role: Role;
  /** What a question means. */
  readonly understand: (question: string) => Promise<Recognition>;
  /** How long it has to be so. */
  readonly forMs?: number | undefined;
  /** Each time counts. */
  readonly repeats?: boolean | undefined;
}

export type Conditions = ReturnType<typeof createConditions>;

/** Reads what has to come about: somebody comes or goes, something is so, is done, or gets above or below a number. Undefined for what is not understood. */
export function createConditions({
  home,
  states,
  search,
  names,
}: {
  readonly home: Pick<Home, "find" | "info" | "exposed">;
  readonly states: Pick<StateStore, "get" | "all">;
  readonly search: Pick<EntityIndexSearch, "place">;
  /** The people that the options name. */
  readonly names: readonly string[];
}) {
  /** The only entity that a question is about: of several it would not be clear whether one or all have to be so. */
  async function asked(question: string, { understand, role }: ConditionReading) {
    const recognition = await understand(question);
    const [part, ...more] = recognition.hit ? recognition.parts : [];
    if (part?.kind !== "question" || more.length > 0) return undefined;
    const [entityId, ...others] = part.question.entityIds;
    return entityId !== undefined && others.length === 0 && mayRead(entityId, role) ? { entityId, state: part.question.state } : undefined;
  }

  /** Who is meant: the speaker where nobody is named. */
  async function person(what: string | undefined, reading: ConditionReading): Promise<string | undefined> {
    if (what === undefined) return reading.own;
    const { spoken } = reading;
    const entityId = (await asked(spoken.whether(what, spoken.wordFor("home")), reading))?.entityId;
    return entityId !== undefined && home.find(entityId)?.domain === "person" ? entityId : undefined;
  }

  /** The state of a person in a zone of the home: its name. */
  function zone(place: string, spoken: Spoken): string | undefined {
    const said = folded(spoken.unprefixed(place));
    const zones = [...states.all()].filter(({ entityId }) => entityId.startsWith("zone.") && entityId !== "zone.home");
    const [name, ...more] = zones.map(({ attributes }) => String(attributes["friendly_name"] ?? "")).filter((one) => folded(one) === said);
    return more.length === 0 ? name : undefined;
  }

  async function moved(condition: string, reading: ConditionReading): Promise<Awaited | undefined> {
    const { spoken, forMs } = reading;
    for (const [templates, isLeft] of [[spoken.leaves, true] as const, [spoken.comes, false] as const]) {
      for (const groups of matches(templates, condition)) {
        const state = groups["place"] === undefined ? "home" : zone(groups["place"], spoken);
        const entityId = state === undefined ? undefined : await person(groups["what"], reading);
        if (state !== undefined && entityId !== undefined) return next({ kind: "state", entityIds: [entityId], state, isLeft, forMs });
      }
    }
    return undefined;
  }

  /** What is so already has to be otherwise first. */
  function next(trigger: Awaited): Awaited {
    return { ...trigger, isNext: trigger.entityIds.some((entityId) => holds(trigger, states.get(entityId))) };
  }

  /** The only entity that measures what is named, in the unit that was said. */
  function measuring(what: string, { unit }: Quantity, { spoken, role }: ConditionReading) {
    const rankOf = ({ entityId, domain, state }: Parameters<Parameters<typeof placeAsked>[2]["rankOf"]>[0]) => {
      const attribute = MEASURES[domain];
      const measured = attribute === undefined ? String(state.attributes["unit_of_measurement"] ?? "") : unitOf(attribute, home);
      const isNumber = numberIn(state, attribute) !== undefined && (measured !== "" || domain.endsWith("number"));
      if (!isNumber || !mayRead(entityId, role) || !isIn(measured, unit)) return undefined;
      return attribute === undefined ? 0 : 1;
    };
    const placed = placeAsked(search, what, { rankOf }, spoken);
    const [entity, ...more] = placed.outcome === "sure" ? placed.entities : [];
    return more.length === 0 ? entity : undefined;
  }

  function crossed(condition: string, reading: ConditionReading): Awaited | undefined {
    const { spoken, forMs } = reading;
    for (const side of ["above", "below"] as const) {
      for (const { what = "", amount = "" } of matches(spoken[side], spoken.numbered(condition))) {
        const quantity = spoken.quantity(amount);
        const entity = quantity && measuring(what, quantity, reading);
        if (entity) {
          return { kind: "numeric", entityIds: [entity.entityId], attribute: MEASURES[entity.domain], [side]: quantity.value, forMs };
        }
      }
    }
    return undefined;
  }

  function finished(condition: string, { spoken, role }: ConditionReading): Awaited | undefined {
    for (const { what = "" } of matches(spoken.done, condition)) {
      const rankOf = (entity: Parameters<typeof tellsWhenDone>[0]) => (mayRead(entity.entityId, role) ? tellsWhenDone(entity) : undefined);
      const placed = placeAsked(search, what, { rankOf, needsThing: true }, spoken);
      const [entity, ...more] = placed.outcome === "sure" ? placed.entities : [];
      const trigger = entity && more.length === 0 ? doneBy(entity, spoken.unprefixed(what)) : undefined;
      // a machine may stay finished until somebody empties it; what only rests has to be at work first
      if (entity && trigger) return isFinished(entity) ? trigger : next(trigger);
    }
    return undefined;
  }

  /** The only thing of that name, which does not answer. */
  function silent(condition: string, { spoken, role, forMs }: ConditionReading): Awaited | undefined {
    for (const { what = "" } of matches(spoken.silent, condition)) {
      const rankOf = ({ entityId, domain }: Entity) => (isRoutine(domain) || !mayRead(entityId, role) ? undefined : 0);
      const placed = placeAsked(search, what, { rankOf, needsThing: true }, spoken);
      const [entity, ...more] = placed.outcome === "sure" ? placed.entities : [];
      if (entity && more.length === 0)
        return next({ kind: "state", entityIds: [entity.entityId], state: "unavailable", isLeft: false, forMs });
    }
    return undefined;
  }

  async function so(condition: string, reading: ConditionReading): Promise<Awaited | undefined> {
    const { spoken, forMs } = reading;
    const becomes = spoken.becomes.flatMap(([meaning, templates]): Groups[] =>
      matches(templates, condition).map((groups) => ({ ...groups, state: spoken.wordFor(meaning) })),
    );
    for (const { what, state } of [...matches(spoken.isSo, condition), ...becomes]) {
      const found = what === undefined || state === undefined ? undefined : await asked(spoken.whether(what, state), reading);
      if (found?.state !== undefined) return { kind: "state", entityIds: [found.entityId], state: found.state, isLeft: false, forMs };
    }
    return undefined;
  }

  /** What is not so, or no more: it has to come out of that. Without a state somebody is not at home. */
  async function notSo(said: readonly Groups[], reading: ConditionReading): Promise<Awaited | undefined> {
    const { spoken, forMs } = reading;
    for (const { what, state } of said) {
      const entityId = state === undefined ? await person(what, reading) : undefined;
      const found =
        entityId !== undefined
          ? { entityId, state: "home" }
          : what !== undefined && state !== undefined && (await asked(spoken.whether(what, state), reading));
      if (found && found.state !== undefined)
        return { kind: "state", entityIds: [found.entityId], state: found.state, isLeft: true, forMs };
    }
    return undefined;
  }

  /** A button is pressed, a tag scanned, a doorbell rings: the only one that is named, or the only doorbell. */
  function happened(condition: string, { spoken, role }: ConditionReading): Awaited | undefined {
    const rankOf = ({ entityId, domain, deviceClass }: Entity) => {
      if (!mayRead(entityId, role)) return undefined;
      return HAPPENINGS.has(domain) ? 0 : domain === "binary_sensor" && RINGING.has(deviceClass) ? 1 : undefined;
    };
    const named = matches(spoken.happens, condition).map(({ what = "" }) => {
      const placed = placeAsked(search, what, { rankOf, needsThing: true }, spoken);
      return placed.outcome === "sure" ? placed.entities : [];
    });
    const isRing = fits(spoken.rings, condition);
    const bells = isRing ? home.exposed().filter((entity) => entity.deviceClass === "doorbell" && rankOf(entity) !== undefined) : [];
    const [entity] = [...named, bells].find(({ length }) => length === 1) ?? [];
    if (!entity) return undefined;
    const { entityId, domain, state } = entity;
    if (domain === "binary_sensor") return next({ kind: "state", entityIds: [entityId], state: "on", isLeft: false });
    const types = state.attributes["event_types"];
    const eventType = Array.isArray(types) && types.includes(RING) ? RING : undefined;
    return { kind: "event", entityIds: [entityId], after: happenedAt(state), eventType };
  }

  /** Motion, smoke or a leak, or none any more, by the only sensor of it that is named, or is where that is said. */
  function detected(condition: string, { spoken, role, forMs }: ConditionReading): Awaited | undefined {
    const rankOf = ({ entityId, domain, deviceClass = "" }: Entity) =>
      domain === "binary_sensor" && DETECTING.has(deviceClass) && mayRead(entityId, role) ? 0 : undefined;
    const found = (templates: readonly RegExp[], state: string) => matches(templates, condition).map((groups) => ({ groups, state }));
    for (const { groups, state } of [...found(spoken.clears, "off"), ...found(spoken.detects, "on")]) {
      const placed = placeAsked(search, phraseOf(groups), { rankOf, needsThing: true }, spoken);
      const [entity, ...more] = placed.outcome === "sure" ? placed.entities : [];
      if (entity && more.length === 0) return next({ kind: "state", entityIds: [entity.entityId], state, isLeft: false, forMs });
    }
    return undefined;
  }

  return {
    async read(condition: string, reading: ConditionReading): Promise<Awaited | undefined> {
      const isLasting = reading.forMs !== undefined;
      const positive = new Set(matches(reading.spoken.isSo, condition).map(({ what }) => what));
      // a word for a state may say so itself: "not locked" is "unlocked"
      const denied = matches(reading.spoken.isNot, condition).filter(({ what }) => what === undefined || !positive.has(what));
      if (denied.length > 0) return notSo(denied, reading);
      const found =
        (await moved(condition, reading)) ??
        silent(condition, reading) ??
        crossed(condition, reading) ??
        (isLasting ? undefined : happened(condition, reading)) ??
        (await so(condition, reading)) ??
        detected(condition, reading) ??
        (isLasting ? undefined : finished(condition, reading));
      return found && reading.repeats ? next({ ...found, repeats: true }) : found;
    },
    /** Of whom the home does not tell where they are, though they have to come or go: the name of somebody of the options, or undefined for the speaker. */
    async unseen(condition: string, reading: ConditionReading): Promise<{ readonly name: string | undefined } | undefined> {
      for (const { what } of matches([...reading.spoken.leaves, ...reading.spoken.comes], condition)) {
        const name = what === undefined ? undefined : names.find((one) => folded(one) === folded(what));
        const isKnown = what === undefined || name !== undefined;
        if (isKnown && (await person(what, reading)) === undefined) return { name };
      }
      return undefined;
    },
    /** Whether it is so now, for as long as it has to be. */
    isSo(trigger: Awaited, now: number): boolean {
      if (trigger.isNext) return false;
      return trigger.entityIds.some((entityId) => {
        const state = states.get(entityId);
        if (!state || !holds(trigger, state)) return false;
        return trigger.forMs === undefined || (trigger.kind === "state" && now - state.lastChanged >= trigger.forMs);
      });
    },
  };
}

function unitOf(attribute: string, { info }: Pick<Home, "info">): string {
  return attribute === MEASURES["climate"] ? (info.temperatureUnit ?? "") : "%";
}

/** Whether what is measured in one unit may be compared with a number that was said with another; without one it is a plain number. */
function isIn(measured: string, said: Quantity["unit"]): boolean {
  if (said === undefined) return true;
  if (said === "percent") return measured === "%";
  return said === "degrees" ? measured.startsWith("°") : folded(said) === folded(measured);
}
