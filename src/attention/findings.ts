import { toCelsius } from "../homeassistant/registry/at-rest.ts";
import type { Entity, Home, WholeHome } from "../homeassistant/registry/home.ts";
import { groupMembers } from "../homeassistant/registry/openings.ts";
import { isAway } from "../homeassistant/registry/state-words.ts";
import type { StateStore } from "../homeassistant/registry/states.ts";
import type { Finding } from "../storage/turns/findings.ts";
import { type AutomationWatchDependencies, createAutomationWatch } from "./automation-watch.ts";
import { createFindingBook, type FindingBookDependencies, worseKey } from "./finding-book.ts";
import { type EntityRule, type FindingKind, isDanger, isOfAutomation, KINDS, rulesFor } from "./finding-kinds.ts";
import type { Measured } from "./measured.ts";
import { createThrottle } from "./throttle.ts";
import { createWholeHouse, isOfWholeHouse } from "./whole-house.ts";

/** A rule of an entity, with the key that it is found by. */
interface WatchedRule extends EntityRule {
  readonly key: string;
}

/** The home's entities may change: that is looked at so often. Nothing else is. */
const LOOK_AGAIN_MS = 60_000;

interface FindingsDependencies extends Omit<FindingBookDependencies, "isOneEvent"> {
  readonly automations: Pick<AutomationWatchDependencies, "traces" | "serviceExists" | "findBroken">;
  readonly home: Pick<Home, "ready" | "exposed"> & Pick<WholeHome, "known" | "everything" | "generation">;
  readonly states: Pick<StateStore, "get" | "onChange" | "all">;
  readonly measured: Pick<Measured, "rules" | "armedAfter" | "nightOf" | "version">;
}

/**
 * Finds what is amiss in the states that the service sees anyhow: what an entity is by its class, for how long. A finding stays open until it is so
 * no more; it is kept, so that a restart finds nothing twice.
 */
export function createFindings({ home, states, measured, automations: known, ...told }: FindingsDependencies) {
  const { clock, later, logger } = told;
  const book = createFindingBook({ ...told, isOneEvent });
  const house = createWholeHouse({ home, states, measured, book, clock });
  const automations = createAutomationWatch({ ...known, home, states, book, clock, later, logger });
  let watching = new DisposableStack();
  let seen = "";
  let timer: Disposable | undefined;
  /** What is watched of each entity. */
  let watched: ReadonlyMap<string, readonly WatchedRule[]> = new Map();
  let weatherId = "";
  let devices: ReadonlyMap<string, readonly string[]> = new Map();

  /** Attributes alone tell nothing, and change all the time. */
  function onState(entityIds: readonly string[], look: () => void): Disposable {
    return states.onChange(entityIds, (current, previous) => {
      if (current?.state !== previous?.state) look();
    });
  }

  /** Danger and water spread, and a device may tell of one thing by several entities. */
  function isOneEvent(kind: FindingKind, entityId: string, otherId: string): boolean {
    const [one, other] = [home.known(entityId), home.known(otherId)];
    if (!one || !other) return false;
    if (one.deviceId !== undefined && one.deviceId === other.deviceId) return true;
    return KINDS[kind].spreads === true && one.deviceClass === other.deviceClass;
  }

  /** One of many entities of a device that is away tells of the device. */
  function keyOf({ deviceId, entityId }: Entity, kind: FindingKind): string {
    return `${kind}/${kind === "unavailable" ? deviceId : entityId}`;
  }

  function ruleOf(kind: string, entityId: string): WatchedRule | undefined {
    return watched.get(entityId)?.find((rule) => rule.kind === kind);
  }

  function isAmiss(entity: Entity | undefined, rule: EntityRule | undefined, isFound = false): boolean {
    if (!entity || !rule) return false;
    if (!(isFound && rule.isStill ? rule.isStill(entity) : rule.isAmiss(entity))) return false;
    return (
      rule.kind !== "unavailable" || devices.get(entity.deviceId ?? "")?.every((id) => states.get(id)?.state === "unavailable") === true
    );
  }

  /** The open finding that tells of it already. */
  function findingOf({ kind, key }: WatchedRule, entityId: string): Finding | undefined {
    return book.get(key) ?? book.about(kind, entityId);
  }

  function look(entityId: string, rule: WatchedRule): void {
    const entity = home.known(entityId);
    // a sensor that does not answer tells nothing new
    if (entity && rule.kind !== "unavailable" && isAway(entity)) return;
    const { key } = rule;
    const finding = findingOf(rule, entityId);
    if (!entity || !isAmiss(entity, rule, finding !== undefined)) {
      const isStill = finding?.entityIds.some((one) => one !== entityId && isAmiss(home.known(one), ruleOf(rule.kind, one), true));
      if (!isStill) book.close(finding?.key ?? key);
      return;
    }
    if (finding) lookWorse(finding, entity, rule);
    if (finding || book.has(key)) return;
    const changed = Math.round(entity.state.lastChanged);
    const since = Math.round(rule.since?.(entity) ?? changed);
    const wait = Math.max(0, changed + rule.standsMs(entity, outsideTemperature()) - clock());
    const run = () => {
      const now = home.known(entityId);
      if (!now || !isAmiss(now, ruleOf(rule.kind, entityId))) return;
      // what is worse when it is found is told once
      const isWorse = since + (rule.worseMs?.(now) ?? Number.POSITIVE_INFINITY) <= clock();
      book.open(key, rule.kind, [entityId], since, Number(isWorse));
      const opened = findingOf(rule, entityId);
      if (opened) lookWorse(opened, now, rule);
    };
    if (wait === 0) run();
    else book.wait(key, wait, run);
  }

  /** A battery that is almost empty, a door that stays open for hours: by a fact, once. */
  function lookWorse({ key, since, stage }: Finding, entity: Entity, rule: EntityRule): void {
    const after = stage === 0 ? rule.worseMs?.(entity) : undefined;
    if (after === undefined || book.has(worseKey(key))) return;
    const wait = since + after - clock();
    if (wait <= 0) book.worsen(key);
    else book.wait(worseKey(key), wait, () => book.worsen(key));
  }

  function outsideTemperature(): number | undefined {
    const { temperature, temperature_unit: unit } = states.get(weatherId)?.attributes ?? {};
    return typeof temperature === "number" ? toCelsius(temperature, unit) : undefined;
  }

  /** A group tells no more than its members, where all of them are watched for the same. */
  function rulesByEntity(): ReadonlyMap<string, readonly WatchedRule[]> {
    const all = new Map([...home.everything()].map((entity) => [entity.entityId, { entity, rules: rulesFor(entity, measured.rules) }]));
    const isTold = (members: readonly string[], { kind }: EntityRule) =>
      members.length > 0 && members.every((id) => all.get(id)?.rules.some((rule) => rule.kind === kind));
    return new Map(
      [...all].flatMap(([entityId, { entity, rules }]) => {
        const members = groupMembers(entity);
        const own = rules.filter((rule) => !isTold(members, rule)).map((rule) => ({ ...rule, key: keyOf(entity, rule.kind) }));
        return own.length > 0 ? [[entityId, own] as const] : [];
      }),
    );
  }

  /** What an earlier process found of what is gone or hidden by now, nobody would see end. */
  function closeUnwatched(): void {
    for (const { key, kind, entityIds } of book.all())
      if (!isOfWholeHouse(kind) && !isOfAutomation(kind) && !entityIds.some((entityId) => ruleOf(kind, entityId))) book.close(key);
  }

  function watch(): void {
    timer = later(LOOK_AGAIN_MS, watch);
    book.endNews();
    book.tellUntold();
    if (!home.ready) return;
    house.lookNight();
    const now = `${home.generation} ${measured.version}`;
    if (seen === now && !book.wasUnwritten()) return;
    seen = now;
    watching.dispose();
    watching = new DisposableStack();
    devices = new Map(
      [...Map.groupBy(home.exposed(), ({ deviceId }) => deviceId ?? "")].map(([id, all]) => [id, all.map(({ entityId }) => entityId)]),
    );
    weatherId = home.exposed().find(({ domain }) => domain === "weather")?.entityId ?? "";
    watched = rulesByEntity();
    closeUnwatched();
    const throttle = watching.use(createThrottle({ states, later, logger }));
    for (const [entityId, rules] of watched) {
      const lookAll = () => {
        for (const rule of rules) look(entityId, rule);
      };
      // danger may last less than a second
      if (rules.some(({ kind }) => isDanger(kind))) watching.use(onState([entityId], lookAll));
      else throttle.watch(entityId, lookAll);
      lookAll();
    }
    const people = house.people();
    watching.use(onState(people, () => house.look(people)));
    house.look(people);
    automations.watch();
  }

  return {
    /** Begins, once the home is there. */
    start: watch,
    /** An automation of the assistant's was just saved. */
    automationSaved: automations.add,
    [Symbol.dispose](): void {
      timer?.[Symbol.dispose]();
      watching.dispose();
      automations[Symbol.dispose]();
      book[Symbol.dispose]();
    },
  };
}
