import type { EntityIndexSearch } from "../entity-search/entity-index.ts";
import type { Placed } from "../entity-search/entity-placing.ts";
import { unitsOf } from "../entity-search/entity-text.ts";
import { rankOfState, type StateMeaning } from "../homeassistant/recogniser/meant-states.ts";
import type { Entity, Home } from "../homeassistant/registry/home.ts";
import { hasContact, isGateway, withoutGroups } from "../homeassistant/registry/openings.ts";
import { countsAs, isAsked, isRestless, isSaid, isUntold, kindsOfEverything, measuresWork, vagueKinds } from "./meanings.ts";
import { placeAsked, type Spoken } from "./spoken.ts";

/** What a question about all or any of something may be about. */
export interface UniversalSet {
  /** Their states tell it. */
  readonly entities: readonly Entity[];
  /** They may belong to it, by a name, a label or what their class leaves open, and nothing tells whether, or how it is with them. */
  readonly untold: readonly Entity[];
  /** Whether no more than a kind is said of it, with or without a place. */
  readonly isKind: boolean;
}

type Counts = (entity: Entity) => readonly string[] | undefined;

const NOTHING: UniversalSet = { entities: [], untold: [], isKind: false };

/** Finds the sets of universal questions. What may belong to one is in it, for a Yes has to be true of all. */
export function createUniversalSets({
  index,
  home,
}: {
  readonly index: Pick<EntityIndexSearch, "place" | "namedKinds">;
  readonly home: Pick<Home, "exposed">;
}) {
  function ofOne(meaning: StateMeaning, phrase: string, spoken: Spoken): UniversalSet & { readonly hasPlace: boolean } {
    const placed = (isMeant: (entity: Entity) => boolean, countsAs: Counts, mayBeAnywhere = false): Placed => {
      const rankOf = (entity: Entity) => (isMeant(entity) ? 0 : undefined);
      return placeAsked(index, phrase, { rankOf, needsThing: true, number: "all", countsAs, mayBeAnywhere }, spoken);
    };
    const all = (...how: Parameters<typeof placed>): readonly Entity[] => {
      const found = placed(...how);
      return found.outcome === "sure" ? found.entities : [];
    };
    const named = (entity: Entity) => [...index.namedKinds(entity, spoken.called)];
    const kindsOf = (entity: Entity) => {
      const own = countsAs(meaning, entity);
      return own && own.length > 0 ? [...own, ...named(entity)] : own;
    };
    const found = placed((entity) => isAsked(meaning, entity), kindsOf);
    if (found.outcome !== "sure") return { ...NOTHING, hasPlace: false };
    const counted = withoutGroups(found.entities);
    const isVague = (entity: Entity) => !named(entity).some((kind) => vagueKinds(meaning, entity).includes(kind));
    const mayBe = (entity: Entity) =>
      isAsked(meaning, entity)
        ? vagueKinds(meaning, entity).length > 0 && isVague(entity)
        : isUntold(meaning, entity) && !(entity.domain === "lock" && hasContact(entity, found.entities));
    const mayBeOf = (entity: Entity) =>
      isAsked(meaning, entity) ? vagueKinds(meaning, entity) : entity.domain === "lock" ? kindsOf(entity) : named(entity);
    // without an area it may be wherever is asked about
    const isUnplaced = (entity: Entity) => isRestless(meaning, entity) && (countsAs(meaning, entity)?.length ?? 0) > 0;
    const untold = [...all(mayBe, mayBeOf), ...all(isUnplaced, kindsOf, true)];
    // a device that tells of its battery twice is told of once
    const telling = meaning === "low" ? devicesOf(counted.filter((entity) => rankOfState(meaning, entity) !== undefined)) : new Set();
    const entities = counted.filter((entity) => rankOfState(meaning, entity) !== undefined || !telling.has(entity.deviceId));
    return {
      entities,
      untold: [...new Set(untold)].filter((entity) => !(found.entities.includes(entity) || telling.has(entity.deviceId))),
      isKind: found.isKind,
      hasPlace: found.hasPlace,
    };
  }

  return {
    /** The door that opens by itself which a phrase names by its place: "the garage". */
    gateway(phrase: string, spoken: Spoken): Entity | undefined {
      if (unitsOf(phrase).some((unit) => spoken.prepositions.has(unit))) return undefined;
      const placed = placeAsked(index, phrase, { rankOf: (entity) => (isGateway(entity) ? 0 : undefined), needsThing: true }, spoken);
      return placed.outcome === "sure" && placed.hasPlace && !placed.isPlural ? placed.entities[0] : undefined;
    },

    /** Of a phrase, or of several with "and": windows are covers, sensors, and what is named a window. */
    ofPhrase(meaning: StateMeaning, phrase: string, spoken: Spoken): UniversalSet {
      const whole = ofOne(meaning, phrase, spoken);
      const halves = spoken.halves(phrase);
      if (whole.entities.length > 0 || halves.length < 2 || spoken.phrase(phrase).except.length > 0) return whole;
      const sets = halves.map((half) => ofOne(meaning, half, spoken));
      // of "windows and doors upstairs" nobody knows whether the place is said of both
      if (sets.some(({ entities, hasPlace }) => entities.length === 0 || hasPlace)) return NOTHING;
      const entities = [...new Set(sets.flatMap((set) => set.entities))];
      const untold = [...new Set(sets.flatMap((set) => set.untold))].filter((entity) => !entities.includes(entity));
      return { entities, untold, isKind: sets.every(({ isKind }) => isKind) };
    },

    /** Of all there is that `counts`, or of all in a place. */
    ofEverything(meaning: StateMeaning, counts: (entity: Entity) => boolean, where: string, spoken: Spoken): UniversalSet {
      const there = placeAsked(index, where, { rankOf: () => 0, number: "all" }, spoken);
      if (there.outcome !== "sure" || (where !== "" && (there.isByName || !there.hasPlace))) return NOTHING;
      const exposed = where === "" ? home.exposed() : there.entities;
      const entities = withoutGroups(exposed.filter((entity) => isAsked(meaning, entity) && counts(entity)));
      const kinds = kindsOfEverything(meaning);
      const isNamed = (entity: Entity) => [...index.namedKinds(entity, new Map())].some((kind) => kinds.includes(kind));
      const working = devicesOf(entities.filter((entity) => isRestless(meaning, entity)));
      const untold = exposed.filter(
        (entity) =>
          (isUntold(meaning, entity) &&
            (entity.domain === "lock" ? !hasContact(entity, entities) : isSaid(meaning, entity) || isNamed(entity))) ||
          (measuresWork(meaning, entity) && !working.has(entity.deviceId)),
      );
      return { entities, untold, isKind: false };
    },
  };
}

function devicesOf(entities: readonly Entity[]): ReadonlySet<string | undefined> {
  return new Set(entities.flatMap(({ deviceId }) => deviceId ?? []));
}
