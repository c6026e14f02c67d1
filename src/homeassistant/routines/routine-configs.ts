import type { HomeConnection } from "../connection/connection.ts";
import { HomeUnreachableError } from "../connection/errors.ts";
import { sideBySide } from "../connection/side-by-side.ts";
import { byEntityId } from "../registry/entity-index.ts";
import type { Entity, WholeHome } from "../registry/home.ts";
import type { RoutineContent, Routines } from "./routines.ts";

export type RoutineDomain = "automation" | "script" | "scene";

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
  };
}

export type RoutineConfigs = ReturnType<typeof createRoutineConfigs>;
