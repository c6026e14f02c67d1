import type { Logger } from "../../observability/logger.ts";
import { ANY_SERVICE, type CallFacts, type Unresolved } from "../../security/effects/action-facts.ts";
import { callsOfRoutine, callsOfScene, NO_TARGET, type RoutineCall } from "../../security/routines/routine-calls.ts";
import type { RoutineDomain } from "../../security/routines/routine-changes.ts";
import { isRecord } from "../../text/is-record.ts";
import { textsAndNamesIn } from "../../text/json.ts";
import type { HomeConnection } from "../connection/connection.ts";
import { CommandError, HomeUnreachableError } from "../connection/errors.ts";
import { sideBySide } from "../connection/pacing.ts";
import type { Rest } from "../connection/rest.ts";
import { byEntityId, type Entity, type WholeHome } from "../registry/home.ts";
import type { Registries } from "../registry/registries.ts";

export interface RoutinesOptions {
  readonly connection: Pick<HomeConnection, "command">;
  readonly rest: Pick<Rest, "get">;
  readonly home: Pick<WholeHome, "known">;
  readonly registries: Pick<Registries, "entities">;
  readonly logger: Logger;
}

/** What stands in a script, an automation or a scene. */
export type RoutineContent =
  | {
      readonly ok: true;
      /** Its config as Home Assistant has it, blueprints filled in. */
      readonly config: unknown;
      readonly calls: readonly RoutineCall[];
    }
  | { readonly ok: false; readonly why: Extract<Unresolved, "missing_routine" | "unreadable_routine"> };

type Config = Readonly<Record<string, unknown>>;

const STARTING_SERVICES: ReadonlySet<string> = new Set([
  "script.turn_on",
  "script.toggle",
  "automation.trigger",
  "automation.turn_on",
  "automation.toggle",
  "scene.turn_on",
  "homeassistant.turn_on",
  "homeassistant.toggle",
  ...["script", "automation", "scene"].map((domain) => `${domain}.${ANY_SERVICE}`),
]);
const STEPS = ["sequence", "actions", "action"];

/** Ids of the scripts, automations and scenes that a call starts; those in groups too. Switching an automation on lets it do what is in it. */
export function routinesStartedBy(
  { service, targets }: Pick<CallFacts, "service" | "targets">,
  registries: Pick<Registries, "entities">,
): readonly string[] {
  const [domain] = service.split(".");
  const isAny = service === `script.${ANY_SERVICE}` && targets.length > 0;
  if (isScriptService(service) && !isAny) return [scriptOfService(service, registries)];
  if (!STARTING_SERVICES.has(service)) return [];
  const touched = targets.flatMap((target) => [target, ...target.members]).map(({ entityId }) => entityId);
  const started = touched.filter((entityId) => {
    const own = entityId.slice(0, entityId.indexOf("."));
    return ["script", "automation", "scene"].includes(own) && (domain === own || domain === "homeassistant");
  });
  return [...new Set(started)];
}

/** Opens routines over Home Assistant's API for its editors. */
export function createRoutines({ connection, rest, home, registries, logger }: RoutinesOptions) {
  return {
    /** Reads one from Home Assistant now. Never rejects: what cannot be read says why. */
    async read(entityId: string, signal: AbortSignal): Promise<RoutineContent> {
      const domain = entityId.slice(0, entityId.indexOf("."));
      if (!home.known(entityId)) return { ok: false, why: "missing_routine" };
      try {
        return domain === "scene" ? await readScene(entityId, signal) : await readSteps(domain, entityId, signal);
      } catch (error) {
        logger.debug({ err: error, entityId }, "a routine could not be read");
        const isMissing = error instanceof CommandError && error.code === "not_found";
        return { ok: false, why: isMissing ? "missing_routine" : "unreadable_routine" };
      }
    },
  };

  async function readSteps(domain: string, entityId: string, signal: AbortSignal): Promise<RoutineContent> {
    const command = { type: `${domain}/config`, entity_id: entityId };
    const { config } = await connection.command<{ readonly config: Config | null }>(command, { signal });
    const filled = isRecord(config) ? await withBlueprint(domain, config, signal) : undefined;
    if (!filled || !STEPS.some((key) => key in filled)) return { ok: false, why: "unreadable_routine" };
    return { ok: true, config: filled, calls: callsOfRoutine(filled).calls };
  }

  /** Core 2026.11 answers with the blueprint filled in already; earlier ones name it and its inputs. */
  async function withBlueprint(domain: string, config: Config, signal: AbortSignal): Promise<Config | undefined> {
    const { use_blueprint: used, ...own } = config;
    if (used === undefined || used === null) return config;
    if (!isRecord(used)) return undefined;
    const command = { type: "blueprint/substitute", domain, path: used["path"], input: used["input"] ?? {} };
    const answer = await connection.command<{ readonly substituted_config: unknown }>(command, { signal });
    return isRecord(answer.substituted_config) ? { ...own, ...answer.substituted_config } : undefined;
  }

  /** What a scene wants of each entity is told of Home Assistant's own scenes only; for the others whichever service could be meant. */
  async function readScene(entityId: string, signal: AbortSignal): Promise<RoutineContent> {
    const { entity_id: listed } = home.known(entityId)?.state.attributes ?? {};
    const members = Array.isArray(listed) ? listed.filter((id) => typeof id === "string") : [];
    const wanted = (await sceneConfig(entityId, signal)) ?? {};
    const others = members.filter((id) => !(id in wanted)).sort();
    if (Object.keys(wanted).length + others.length === 0) return { ok: false, why: "unreadable_routine" };
    return { ok: true, config: { entities: wanted, others }, calls: [...callsOfScene(wanted), ...others.map(anyServiceOf)] };
  }

  async function sceneConfig(entityId: string, signal: AbortSignal): Promise<Record<string, unknown> | undefined> {
    const { platform, uniqueId } = registries.entities.get(entityId) ?? {};
    if (platform !== "homeassistant" || uniqueId === undefined) return undefined;
    try {
      const config = await rest.get(`/api/config/scene/config/${encodeURIComponent(uniqueId)}`, { signal });
      return isRecord(config) && isRecord(config["entities"]) ? config["entities"] : undefined;
    } catch (error) {
      logger.debug({ err: error, entityId }, "a scene's config could not be read");
      return undefined;
    }
  }
}

export type Routines = ReturnType<typeof createRoutines>;

function anyServiceOf(entityId: string): RoutineCall {
  const domain = entityId.slice(0, entityId.indexOf("."));
  return { service: `${domain}.${ANY_SERVICE}`, target: { ...NO_TARGET, entityId: [entityId] }, data: {}, unresolved: [] };
}

/** Services of `script` that are no script of that name. */
const SCRIPT_VERBS: ReadonlySet<string> = new Set(["turn_on", "turn_off", "toggle", "reload"]);

/** True for a script's own service: `script.good_night`. */
export function isScriptService(service: string): boolean {
  const [domain, name = ""] = service.split(".");
  return domain === "script" && name !== "" && !SCRIPT_VERBS.has(name);
}

/** The entity that a script's own service runs. Scripts give services their unique ids, and people rename entities: `script.a` may run another. */
export function scriptOfService(service: string, { entities }: Pick<Registries, "entities">): string {
  const name = service.slice(service.indexOf(".") + 1);
  for (const { entityId, platform, uniqueId } of entities.values()) {
    if (platform === "script" && uniqueId?.toLowerCase() === name) return entityId;
  }
  return service;
}

/** The service of a script of its own. */
export function serviceOfScript(entityId: string, { entities }: Pick<Registries, "entities">): string {
  const { platform, uniqueId } = entities.get(entityId) ?? {};
  return platform === "script" && uniqueId !== undefined ? `script.${uniqueId.toLowerCase()}` : entityId;
}

/** A routine with what stands in it. */
export interface RoutineConfig {
  readonly entity: Entity;
  readonly content: RoutineContent;
}

/** Large homes have some hundred; more were not written by people. */
const MOST_ROUTINES = 1_000;
const AT_ONCE = 4;

/** Reads the routines of a home one by one, at a pace that Home Assistant does not feel. */
export function createRoutineConfigs({
  connection,
  home,
  routines,
}: {
  readonly connection: Pick<HomeConnection, "connected">;
  readonly home: Pick<WholeHome, "everything">;
  readonly routines: Routines;
}) {
  return {
    /**
     * Every automation, script or scene, exposed or not, by entity id. Throws HomeUnreachableError if the connection is lost on the way:
     * then nothing is known of what was not read. The signal's reason if that was aborted.
     */
    async all(domain: RoutineDomain, signal: AbortSignal): Promise<readonly RoutineConfig[]> {
      const entities = [...home.everything()].filter((entity) => entity.domain === domain).slice(0, MOST_ROUTINES);
      const read: RoutineConfig[] = [];
      await sideBySide(entities, AT_ONCE, async (entity) => {
        read.push({ entity, content: await routines.read(entity.entityId, signal) });
        signal.throwIfAborted();
        if (!connection.connected) throw new HomeUnreachableError("the connection was lost while routines were read");
      });
      return read.sort((one, other) => byEntityId(one.entity, other.entity));
    },
    /** Those in whose config, or whose own area, one of these ids stands; all of them where no ids are given. Throws as `all` does. */
    async about(domain: RoutineDomain, ids: ReadonlySet<string> | undefined, signal: AbortSignal): Promise<readonly Entity[]> {
      if (!ids) return [...home.everything()].filter((entity) => entity.domain === domain).sort(byEntityId);
      const holds = ({ entity, content }: RoutineConfig) =>
        ids.has(entity.area?.areaId ?? "") ||
        (content.ok && textsAndNamesIn(content.config).some((text) => text.split(/[\s,]+/).some((id) => ids.has(id))));
      return (await this.all(domain, signal)).filter(holds).map(({ entity }) => entity);
    },
  };
}

export type RoutineConfigs = ReturnType<typeof createRoutineConfigs>;
