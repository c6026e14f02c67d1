import type { HomeConnection } from "../connection/connection.ts";
import { HomeUnreachableError } from "../connection/errors.ts";
import type { Entity, WholeHome } from "../registry/home.ts";
import type { RoutineContent, Routines } from "./routines.ts";

export type RoutineDomain = "automation" | "script" | "scene";

/** A routine with what stands in it. */
export interface RoutineConfig {
  readonly entity: Entity;
  readonly content: RoutineContent;
}

export interface RoutineConfigs {
  /**
   * Every automation, script or scene, exposed or not, by entity id. Throws HomeUnreachableError if the connection is lost on the way:
   * then nothing is known of what was not read. The signal's reason if that was aborted.
   */
  all(domain: RoutineDomain, signal: AbortSignal): Promise<readonly RoutineConfig[]>;
}

/** Large homes have some hundred; more were not written by people. */
const MOST_ROUTINES = 1_000;
/** Commands under way at once: Home Assistant has other clients. */
const SIDE_BY_SIDE = 4;

/** Reads the routines of a home one by one, at a pace that Home Assistant does not feel. */
export function createRoutineConfigs({
  connection,
  home,
  routines,
}: {
  readonly connection: Pick<HomeConnection, "connected">;
  readonly home: Pick<WholeHome, "everything">;
  readonly routines: Routines;
}): RoutineConfigs {
  return {
    async all(domain, signal) {
      const entities = [...home.everything()]
        .filter((entity) => entity.domain === domain)
        .sort((one, other) => (one.entityId < other.entityId ? -1 : 1))
        .slice(0, MOST_ROUTINES);
      const read: RoutineConfig[] = [];
      for (let from = 0; from < entities.length; from += SIDE_BY_SIDE) {
        const batch = entities.slice(from, from + SIDE_BY_SIDE);
        read.push(...(await Promise.all(batch.map(async (entity) => ({ entity, content: await routines.read(entity.entityId, signal) })))));
        signal.throwIfAborted();
        if (!connection.connected) throw new HomeUnreachableError("the connection was lost while routines were read");
      }
      return read;
    },
  };
}
