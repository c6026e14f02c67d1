import { createHash, randomBytes } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import type { Logger } from "../../observability/logger.ts";
import { type RoutineDomain, routineChange } from "../../security/routines/routine-changes.ts";
import { createInTurn } from "../../text/in-turn.ts";
import { isRecord } from "../../text/is-record.ts";
import { canonicalJson } from "../../text/json.ts";
import type { HomeConnection } from "../connection/connection.ts";
import { CommandError, HomeFailedError, HomeUnreachableError } from "../connection/errors.ts";
import type { Rest } from "../connection/rest.ts";
import type { Home, WholeHome } from "../registry/home.ts";
import { readableError } from "../registry/readable-error.ts";
import type { Registries } from "../registry/registries.ts";
import type { EntityState } from "../registry/states.ts";
import { scriptOfService } from "../routines/routines.ts";
import type { ResolvedCall } from "../services/services.ts";

type Config = Readonly<Record<string, unknown>>;

interface OwnRoutine {
  readonly kind: RoutineDomain;
  readonly id: string;
}

/** Why a routine was not written. `changed`: somebody else wrote it meanwhile; `not_loaded`: Home Assistant does not use the file, or another entry of it keeps it from being loaded. */
export type RoutineProblem = "changed" | "invalid" | "not_loaded" | "unreachable";

export type RoutineOutcome =
  | { readonly outcome: "done"; readonly entityId: string | undefined }
  | { readonly outcome: "failed"; readonly problem: RoutineProblem; readonly error?: string }
  | { readonly outcome: "unknown" };

interface OwnRoutinesOptions {
  readonly connection: Pick<HomeConnection, "command">;
  readonly rest: Pick<Rest, "get" | "send">;
  readonly home: Pick<WholeHome, "everything" | "known"> & Pick<Home, "find" | "whenReady">;
  readonly registries: Pick<Registries, "entities">;
  readonly logger: Logger;
  /** Factor on every wait. */
  readonly pace: number;
}

/** What the service makes bears this before its own part: nothing else is ever written or removed. */
const OWN_ID = /^hpa_[a-f\d]{16}$/;
const LABEL = "HA Personal Assistant";
/** Home Assistant loads all routines of a kind again after it has answered: seconds in a home with hundreds on a small machine. */
const LOADING_MS = 15_000;
const POLL_MS = 100;
/** Registries are read again within a second. */
const SHOWING_MS = 5_000;
/** Longer than a restart on a small machine: what was written shows when it is back. */
const RESTART_MS = 300_000;

export function newRoutineId(): string {
  return `hpa_${randomBytes(8).toString("hex")}`;
}

/** Whether it is an id that the service gave. */
export function isOwnRoutineId(id: unknown): id is string {
  return typeof id === "string" && OWN_ID.test(id);
}

/** Tells one content from another, in whatever order its fields are; the id is no content. */
export function routineHash(config: Config): string {
  const { id: _, ...content } = config;
  return createHash("sha256").update(canonicalJson(content)).digest("hex");
}

export type OwnRoutines = ReturnType<typeof createOwnRoutines>;

/** Writes and removes the service's own automations, scripts and scenes by Home Assistant's config API, and proves it by reading them back. Only the actor changes anything with it. */
export function createOwnRoutines({ connection, rest, home, registries, logger, pace }: OwnRoutinesOptions) {
  /** Two that change the same one must not both find it as it was. */
  const inTurn = createInTurn();
  const pause = () => after(POLL_MS * pace, undefined, { ref: false });
  const pathOf = ({ kind, id }: OwnRoutine) => `/api/config/${kind}/config/${encodeURIComponent(id)}`;
  const entityOf = ({ kind, id }: OwnRoutine): string | undefined => {
    // a script's state does not tell its id
    const named = kind === "script" ? scriptOfService(`script.${id}`, registries) : undefined;
    return [...home.everything()].find(
      ({ domain, entityId, state }) =>
        domain === kind && state.state !== "unavailable" && (named === undefined ? state.attributes["id"] === id : entityId === named),
    )?.entityId;
  };

  /** What is stored under an id; undefined for nothing. Throws HomeUnreachableError. */
  async function read(routine: OwnRoutine, signal?: AbortSignal): Promise<Config | undefined> {
    const config = await rest.get(pathOf(routine), { ...(signal && { signal }) });
    return isRecord(config) ? config : undefined;
  }

  /** What Home Assistant finds wrong with a config, in its words and fit for a person's eyes; undefined for nothing. Throws HomeUnreachableError. */
  async function problemOf(config: Config, signal?: AbortSignal): Promise<string | undefined> {
    const { triggers, conditions, sequence, actions = sequence } = config;
    // what is wrong with a scene is said when it is written
    if (actions === undefined) return undefined;
    const command = { type: "validate_config", ...(triggers !== undefined && { triggers, conditions }), actions };
    const answer = await connection.command<Readonly<Record<string, { valid: boolean; error: string | null }>>>(command, { signal });
    const error = Object.values(answer).find(({ valid }) => !valid)?.error;
    return error ? readableError(error, home) : undefined;
  }

  /** Whether Home Assistant has loaded exactly this. Of a scene it tells what is in it, and that it was loaded since. */
  async function isLoaded({ kind }: OwnRoutine, entityId: string, config: Config, since: EntityState | undefined, signal: AbortSignal) {
    if (kind !== "scene") {
      const command = { type: `${kind}/config`, entity_id: entityId };
      const loaded = await connection.command<{ config: Config | null }>(command, { signal });
      return loaded.config !== null && routineHash(loaded.config) === routineHash(config);
    }
    const state = home.known(entityId)?.state;
    const [members, wanted] = [state?.attributes["entity_id"], config["entities"]];
    const isSame =
      Array.isArray(members) && isRecord(wanted) && new Set(members).symmetricDifference(new Set(Object.keys(wanted))).size === 0;
    return isSame && state?.lastUpdated !== since?.lastUpdated;
  }

  /** Waits until Home Assistant has exactly this (undefined: no such routine); over a restart, too. False if it does not come to that. */
  async function comesTo(
    routine: OwnRoutine,
    config: Config | undefined,
    since: EntityState | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    let until = Date.now() + LOADING_MS * pace;
    const latest = Date.now() + RESTART_MS * pace;
    for (; Date.now() < Math.min(until, latest) && !signal.aborted; await pause()) {
      try {
        const entityId = entityOf(routine);
        if (entityId === undefined && config === undefined) return true;
        if (entityId === undefined || config === undefined) continue;
        if (await isLoaded(routine, entityId, config, since, signal)) return true;
      } catch (error) {
        if (error instanceof HomeUnreachableError)
          await home.whenReady(AbortSignal.any([signal, AbortSignal.timeout(RESTART_MS * pace)])).catch(() => {});
        else if (!(error instanceof CommandError)) throw error;
        if (error instanceof HomeUnreachableError) until = Date.now() + LOADING_MS * pace;
      }
    }
    return false;
  }

  /** Puts back what stood there before, so that nothing is half there. */
  async function takeBack(routine: OwnRoutine, before: Config | undefined): Promise<void> {
    if (before) await rest.send(pathOf(routine), "POST", before);
    else await rest.send(pathOf(routine), "DELETE");
  }

  async function write(
    routine: OwnRoutine,
    config: Config | undefined,
    base: string | undefined,
    signal: AbortSignal,
  ): Promise<RoutineOutcome> {
    const before = await read(routine, signal);
    if ((before && routineHash(before)) !== base) return { outcome: "failed", problem: "changed" };
    const problem = config && (await problemOf(config, signal));
    if (problem !== undefined) return { outcome: "failed", problem: "invalid", error: problem };
    const entityId = entityOf(routine);
    const since = home.known(entityId ?? "")?.state;
    try {
      const answer = config ? await rest.send(pathOf(routine), "POST", config) : await rest.send(pathOf(routine), "DELETE");
      if (!answer.ok)
        return { outcome: "failed", problem: answer.message === "Not found" ? "not_loaded" : "invalid", error: answer.message };
    } catch (error) {
      // it may have been taken: what is there when Home Assistant is back tells
      if (!(error instanceof HomeUnreachableError)) throw error;
    }
    if (await comesTo(routine, config, since, signal)) {
      if (config) await show(routine, signal);
      return { outcome: "done", entityId: entityOf(routine) ?? entityId };
    }
    if (signal.aborted) return { outcome: "unknown" };
    return takeBack(routine, before).then(
      () => ({ outcome: "failed", problem: "not_loaded" }),
      () => ({ outcome: "unknown" }),
    );
  }

  /** Shows in Home Assistant's lists what the service made, and has it known by its name what is run by name; without that it works as well. */
  async function show(routine: OwnRoutine, signal: AbortSignal): Promise<void> {
    const entityId = entityOf(routine) ?? "";
    const { labels = [] } = registries.entities.get(entityId) ?? {};
    try {
      if (routine.kind !== "automation" && !home.find(entityId)) {
        const command = { type: "homeassistant/expose_entity", assistants: ["conversation"], entity_ids: [entityId], should_expose: true };
        await connection.command(command, { signal });
        for (const until = Date.now() + SHOWING_MS * pace; !home.find(entityId) && Date.now() < until; await pause());
      }
      const known = await connection.command<readonly { label_id: string; name: string }[]>(
        { type: "config/label_registry/list" },
        { signal },
      );
      const made =
        known.find(({ name }) => name === LABEL) ??
        (await connection.command<{ label_id: string }>(
          { type: "config/label_registry/create", name: LABEL, icon: "mdi:robot" },
          { signal },
        ));
      if (labels.includes(made.label_id)) return;
      const command = { type: "config/entity_registry/update", entity_id: entityId, labels: [...labels, made.label_id] };
      await connection.command(command, { signal });
    } catch (error) {
      logger.debug({ err: error }, "a routine could not be labelled");
    }
  }

  return {
    read,
    problemOf,
    entityOf,
    /** Carries out a permitted change. Never rejects for what Home Assistant does. */
    async change({ service, data }: ResolvedCall, signal: AbortSignal): Promise<RoutineOutcome> {
      const { id, config, base } = data;
      const { kind, isRemoval } = routineChange(service) ?? {};
      if (!kind || !isOwnRoutineId(id) || (!isRemoval && !isRecord(config))) {
        return { outcome: "failed", problem: "invalid", error: "not a routine of the assistant" };
      }
      try {
        const wanted = isRemoval || !isRecord(config) ? undefined : config;
        return await inTurn(() => write({ kind, id }, wanted, typeof base === "string" ? base : undefined, signal));
      } catch (error) {
        logger.warn({ err: error }, "a routine could not be written");
        // the file cannot be read, so nothing was written
        if (error instanceof HomeFailedError) return { outcome: "failed", problem: "not_loaded" };
        return error instanceof HomeUnreachableError ? { outcome: "failed", problem: "unreachable" } : { outcome: "unknown" };
      }
    },
  };
}
