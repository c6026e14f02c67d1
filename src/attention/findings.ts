import type { Entity, Home, WholeHome } from "../homeassistant/registry/home.ts";
import { isAway, isKnown } from "../homeassistant/registry/state-words.ts";
import type { StateStore } from "../homeassistant/registry/states.ts";
import type { Logger } from "../observability/logger.ts";
import type { Finding, FindingStore } from "../storage/turns/findings.ts";
import type { Later } from "../text/later.ts";
import { type EntityRule, type FindingKind, isDisarmed, isLeftOn, KINDS, rulesFor } from "./finding-kinds.ts";

/** The home's entities may change: that is looked at so often. Nothing else is. */
const LOOK_AGAIN_MS = 60_000;
/** A phone that loses the network for a moment has not left. */
const AWAY_MS = 10 * 60_000;
/** After so long closed, the same is news again: contacts chatter. */
const NEWS_AFTER_MS = 10 * 60_000;

interface FindingsDependencies {
  readonly home: Pick<Home, "ready" | "exposed"> & Pick<WholeHome, "known" | "everything" | "generation">;
  readonly states: Pick<StateStore, "get" | "onChange" | "all">;
  readonly store: FindingStore;
  /** It is on disk; told once for each. */
  readonly onOpen: (finding: Finding) => void;
  /** It is worse than when it was found. */
  readonly onWorse: (finding: Finding) => void;
  readonly onClose: (finding: Finding) => void;
  /** It is urgent, open still, and was told to nobody. */
  readonly onUntold: (finding: Finding) => void;
  /** ms since the epoch */
  readonly clock: () => number;
  readonly later: Later;
  readonly logger: Logger;
}

/**
 * Finds what is amiss in the states that the service sees anyhow: what an entity is by its class, for how long. A finding stays open until it is so
 * no more; it is kept, so that a restart finds nothing twice.
 */
export function createFindings({ home, states, store, onOpen, onWorse, onClose, onUntold, clock, later, logger }: FindingsDependencies) {
  const held = new Map<string, Disposable>();
  let watching = new DisposableStack();
  let generation = -1;
  /** Something could not be written, and is looked at again. */
  let isUnwritten = false;
  /** What is open, by key, as the database has it: every change of a state asks. Undefined before the first look. */
  let found: Map<string, Finding> | undefined;
  let timer: Disposable | undefined;
  let people: readonly string[] = [];
  /** Undefined before the first look. */
  let isNobodyHome: boolean | undefined;

  /** Attributes alone tell nothing, and change all the time. */
  function onState(entityIds: readonly string[], look: () => void): Disposable {
    return states.onChange(entityIds, (current, previous) => {
      if (current?.state !== previous?.state) look();
    });
  }

  function openNow(): Map<string, Finding> {
    found ??= new Map(store.openNow().map((finding) => [finding.key, finding]));
    return found;
  }

  /** A disk that is full ends no process; what could not be written is found again at the next look. */
  function written(write: () => void): void {
    try {
      write();
    } catch (error) {
      isUnwritten = true;
      logger.error({ err: error }, "a finding could not be written down");
    }
  }

  function open(key: string, kind: EntityRule["kind"], entityIds: readonly string[], since: number): void {
    written(() => {
      const before = store.get(key);
      const isAgain = before?.closedAt !== undefined && clock() - before.closedAt < NEWS_AFTER_MS && store.isNoted(key, before.openedAt);
      // what flaps is the same finding, told when it was found first
      if (isAgain) {
        store.reopen(key);
        openNow().set(key, { ...before, closedAt: undefined });
        return;
      }
      const finding = { key, kind, entityIds, since, openedAt: clock(), closedAt: undefined, stage: 0 };
      store.open(finding);
      openNow().set(key, finding);
      onOpen(finding);
    });
  }

  function close(key: string): void {
    for (const waiting of [key, worseKey(key)]) {
      held.get(waiting)?.[Symbol.dispose]();
      held.delete(waiting);
    }
    written(() => {
      const finding = openNow().get(key);
      if (!finding) return;
      store.close(key, clock());
      openNow().delete(key);
      onClose(finding);
    });
  }

  /** One of many entities of a device that is away tells of the device. */
  function keyOf(entity: Entity, { kind }: EntityRule): string {
    return `${kind}/${kind === "unavailable" ? entity.deviceId : entity.entityId}`;
  }

  function isWhollyAmiss(entity: Entity, rule: EntityRule): boolean {
    if (!rule.isAmiss(entity)) return false;
    return (
      rule.kind !== "unavailable" || devices.get(entity.deviceId ?? "")?.every((id) => states.get(id)?.state === "unavailable") === true
    );
  }

  /** A battery that is almost empty, a door that stays open for hours: by a fact, once. */
  function lookWorse(finding: Finding, entity: Entity, rule: EntityRule): void {
    const { key, since } = finding;
    const after = finding.stage === 0 ? rule.worseMs?.(entity) : undefined;
    if (after === undefined || held.has(worseKey(key))) return;
    const run = () => {
      held.delete(worseKey(key));
      const now = openNow().get(key);
      if (!now) return;
      written(() => {
        const worse = { ...now, stage: now.stage + 1 };
        store.worsen(worse);
        openNow().set(key, worse);
        onWorse(worse);
      });
    };
    const wait = Math.max(0, since + after - clock());
    if (wait === 0) run();
    else held.set(worseKey(key), later(wait, run));
  }

  let devices: ReadonlyMap<string, readonly string[]> = new Map();

  function outsideTemperature(): number | undefined {
    const weather = home.exposed().find(({ domain }) => domain === "weather");
    const { temperature, temperature_unit: unit } = weather?.state.attributes ?? {};
    if (typeof temperature !== "number") return undefined;
    return unit === "°F" ? ((temperature - 32) * 5) / 9 : temperature;
  }

  function look(entityId: string, rule: EntityRule): void {
    const entity = home.known(entityId);
    if (!entity) {
      close(`${rule.kind}/${entityId}`);
      return;
    }
    // a sensor that does not answer tells nothing new
    if (rule.kind !== "unavailable" && isAway(entity)) return;
    const key = keyOf(entity, rule);
    if (!isWhollyAmiss(entity, rule)) {
      close(key);
      return;
    }
    const already = openNow().get(key);
    if (already) lookWorse(already, entity, rule);
    if (already || held.has(key)) return;
    const since = Math.round(entity.state.lastChanged);
    const wait = Math.max(0, since + rule.standsMs(entity, outsideTemperature()) - clock());
    const run = () => {
      held.delete(key);
      const now = home.known(entityId);
      if (!now || !isWhollyAmiss(now, rule)) return;
      open(key, rule.kind, [entityId], since);
      const opened = openNow().get(key);
      if (opened) lookWorse(opened, now, rule);
    };
    if (wait === 0) run();
    else held.set(key, later(wait, run));
  }

  /** Whoever is the last to leave is told what is still on. */
  function lookAway(): void {
    const whereabouts = people.flatMap((entityId) => states.get(entityId)?.state ?? []);
    const nobody = whereabouts.length > 0 && whereabouts.every((state) => isKnown(state) && state !== "home");
    if (nobody === isNobodyHome) return;
    // an earlier process told of it
    const isTold = isNobodyHome === undefined && nobody && ["left-on", "alarm-off"].some((key) => openNow().has(key));
    isNobodyHome = nobody;
    if (isTold) return;
    for (const key of ["left-on", "alarm-off"]) close(key);
    if (!nobody) return;
    const since = clock();
    held.set(
      "left-on",
      later(AWAY_MS, () => {
        held.delete("left-on");
        const exposed = home.exposed();
        const on = exposed.filter(isLeftOn).map(({ entityId }) => entityId);
        if (on.length > 0) open("left-on", "left-on", on, since);
        const disarmed = exposed.filter(isDisarmed).map(({ entityId }) => entityId);
        if (disarmed.length > 0) open("alarm-off", "alarm-off", disarmed, since);
      }),
    );
  }

  /** Danger that was found when there was nobody to tell yet. */
  function tellUntold(): void {
    for (const finding of openNow().values())
      if (KINDS[finding.kind as FindingKind].level === "urgent" && !store.isNoted(finding.key, finding.openedAt)) onUntold(finding);
  }

  function watch(): void {
    timer = later(LOOK_AGAIN_MS, watch);
    written(tellUntold);
    if (!home.ready || (generation === home.generation && !isUnwritten)) return;
    isUnwritten = false;
    generation = home.generation;
    watching.dispose();
    watching = new DisposableStack();
    const exposed = home.exposed();
    devices = new Map(
      [...Map.groupBy(exposed, ({ deviceId }) => deviceId ?? "")].map(([id, all]) => [id, all.map(({ entityId }) => entityId)]),
    );
    const rules = [...home.everything()].flatMap((entity) => rulesFor(entity).map((rule) => ({ entityId: entity.entityId, rule })));
    for (const [entityId, own] of Map.groupBy(rules, (one) => one.entityId)) {
      const lookAll = () => {
        for (const { rule } of own) look(entityId, rule);
      };
      watching.use(onState([entityId], lookAll));
      lookAll();
    }
    people = [...states.all()].flatMap(({ entityId }) => (entityId.startsWith("person.") ? entityId : []));
    watching.use(onState(people, lookAway));
    lookAway();
  }

  return {
    /** Begins, once the home is there. */
    start: watch,
    [Symbol.dispose](): void {
      timer?.[Symbol.dispose]();
      watching.dispose();
      for (const wait of held.values()) wait[Symbol.dispose]();
    },
  };
}

/** Where the wait is held until it is worse. */
function worseKey(key: string): string {
  return `${key}/worse`;
}
