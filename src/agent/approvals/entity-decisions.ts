import { createHash } from "node:crypto";
import type { EntityFactsReader } from "../../homeassistant/registry/entity-facts.ts";
import type { Entity, WholeHome } from "../../homeassistant/registry/home.ts";
import type { Registries } from "../../homeassistant/registry/registries.ts";
import type { Decided, OwnerDecision } from "../../security/effects/action-facts.ts";
import { isUnfamiliar } from "../../security/effects/effect-thing.ts";
import type { EntityDecisionStore } from "../../storage/turns/entity-decisions.ts";
import type { Person } from "../turn.ts";

export interface DecidedEntity {
  readonly entityId: string;
  readonly name: string;
  readonly area: string | undefined;
  /** Undefined while nobody has decided, and again when the device is another. */
  readonly decision: OwnerDecision | undefined;
  readonly by: string | undefined;
  readonly at: number | undefined;
  /** It measures power or energy: something is plugged in. */
  readonly isPlug: boolean;
}

interface EntityDecisionsDependencies {
  readonly home: WholeHome;
  readonly registries: Pick<Registries, "entities" | "devices">;
  readonly facts: Pick<EntityFactsReader, "of" | "thingOf">;
  readonly store: EntityDecisionStore;
  readonly nameOf: (personId: string) => string | undefined;
  readonly clock: () => number;
}

const STRICTNESS: Readonly<Record<OwnerDecision, number>> = { fine: 0, ask: 1, never: 2 };

export type EntityDecisions = ReturnType<typeof createEntityDecisions>;

/** What owners decided about devices that no fact tells about. A decision holds as long as device, integration and class are the same. */
export function createEntityDecisions({ home, registries, facts, store, nameOf, clock }: EntityDecisionsDependencies) {
  const keyOf = (entityId: string): string => registries.entities.get(entityId)?.registryId ?? entityId;

  const basisOf = ({ domain, deviceClass, platform, deviceId }: Entity): string => {
    const device = deviceId === undefined ? undefined : registries.devices.get(deviceId);
    return JSON.stringify([domain, deviceClass, platform, deviceId, device?.maker, device?.model].map((fact) => fact ?? null));
  };

  const ownRecord = (entityId: string) => {
    const found = store.get(keyOf(entityId));
    const entity = found && home.known(entityId);
    return entity && found.basis === basisOf(entity) ? found : undefined;
  };

  /** The strictest of what was decided about the thing, whichever of its entities it was. What only looks like the same makes it stricter, never freer. */
  const recordOf = (entityId: string) => {
    const { same, likely } = facts.thingOf(entityId);
    const found = [...same.map(ownRecord), ...likely.map(ownRecord).filter((record) => record?.decision !== "fine")];
    return found.reduce(
      (strict, one) => (one && (!strict || STRICTNESS[one.decision] > STRICTNESS[strict.decision]) ? one : strict),
      undefined,
    );
  };

  const measures = (deviceId: string | undefined): boolean =>
    deviceId !== undefined &&
    [...registries.entities.values()].some(
      (entry) => entry.deviceId === deviceId && (entry.deviceClass === "power" || entry.deviceClass === "energy"),
    );

  const shown = (entity: Entity): DecidedEntity => {
    const { entityId, name, area, deviceId } = entity;
    const record = recordOf(entityId);
    return {
      entityId,
      name,
      area: area?.name,
      isPlug: measures(deviceId),
      decision: record?.decision,
      by: record && (nameOf(record.personId) ?? ""),
      at: record?.at,
    };
  };

  return {
    of(entityId: string): Decided | undefined {
      const record = recordOf(entityId);
      return record && { decision: record.decision, by: nameOf(record.personId) ?? "" };
    },
    /** A digest of what an owner is told of entities, and of what is known of them: another name or fact makes another. */
    signOf(entityIds: readonly string[]): string {
      const known = entityIds.map((entityId) => {
        const { name, aliases, deviceName, labels, siblingLabels, shownAs } = facts.of(entityId) ?? {};
        const entity = home.known(entityId);
        return [name, aliases, deviceName, labels, siblingLabels, shownAs?.map((form) => form.entityId), entity && basisOf(entity)];
      });
      return createHash("sha256").update(JSON.stringify(known)).digest("hex");
    },
    /** Takes an owner's decision about each of these entities; joins an open transaction. Entities that are gone are left out. */
    decide(entityIds: readonly string[], decision: OwnerDecision, { id: personId }: Pick<Person, "id">): void {
      const at = clock();
      store.put(
        [...new Set(entityIds.flatMap((entityId) => facts.thingOf(entityId).same))].flatMap((entityId) => {
          const entity = home.known(entityId);
          return entity ? { key: keyOf(entityId), entityId, decision, basis: basisOf(entity), personId, at } : [];
        }),
      );
    },
    /** Exposed entities that no fact tells about, and all that were decided, one of each thing, by name: those that wait for a decision first. */
    list(): readonly DecidedEntity[] {
      const shownOf = new Set<string>();
      const found = [...home.everything()].filter(({ entityId, exposed }) => {
        const { same } = facts.thingOf(entityId);
        if (same.some((id) => shownOf.has(id))) return false;
        const known = exposed ? facts.of(entityId) : undefined;
        const isListed = recordOf(entityId) !== undefined || (known !== undefined && isUnfamiliar(known));
        if (isListed) shownOf.add(entityId);
        return isListed;
      });
      const waits = ({ decision }: DecidedEntity) => (decision === undefined ? 0 : 1);
      return found.map(shown).sort((one, other) => waits(one) - waits(other) || one.name.localeCompare(other.name));
    },
  };
}
