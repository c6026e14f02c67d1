import { z } from "zod";
import { STANDBY_W, wattsPerUnit } from "../homeassistant/registry/at-rest.ts";
import type { Entity } from "../homeassistant/registry/home.ts";
import { readData } from "../languages/data.ts";
import { plainWords } from "../text/fold.ts";
import type { Awaited } from "./trigger.ts";

/** A machine soaks and pauses in between; at its end it needs no power for longer. */
const IDLE_MS = 5 * 60_000;

/** Words in states of machines, as integrations write them. */
const FINISHED: ReadonlySet<string> = new Set(readData("shared/states.yaml", z.string(), "finished").split(" "));

/** How plainly an entity tells that something is done, 0 for the plainest; undefined for what never tells it. */
export function tellsWhenDone(entity: Entity): number | undefined {
  const { domain, deviceClass } = entity;
  if (finishedState(entity) !== undefined) return 0;
  if (domain === "binary_sensor" && deviceClass === "running") return 1;
  if (domain === "sensor" && deviceClass === "power" && idleBelow(entity) !== undefined) return 2;
  // a plug may stay on when what is in it is done
  return domain === "switch" ? 3 : undefined;
}

/** What to wait for, for an entity that tells it. */
export function doneBy(entity: Entity, called: string): Awaited | undefined {
  const waits = { entityIds: [entity.entityId], done: called };
  const state = finishedState(entity);
  if (state !== undefined) return { kind: "state", ...waits, state, isLeft: false };
  const below = entity.domain === "sensor" ? idleBelow(entity) : undefined;
  return below === undefined
    ? { kind: "state", ...waits, state: "off", isLeft: false }
    : { kind: "numeric", ...waits, below, forMs: IDLE_MS };
}

/** Whether it says now that it is done. */
export function isFinished(entity: Entity): boolean {
  return (entity.domain === "sensor" || entity.domain === "select") && entity.state.state === finishedState(entity);
}

/** The one of its states that says so; robots are done when they are back. */
function finishedState({ domain, state: { attributes } }: Entity): string | undefined {
  if (domain === "vacuum" || domain === "lawn_mower") return "docked";
  const options = domain === "sensor" || domain === "select" ? attributes["options"] : undefined;
  const found = Array.isArray(options) ? options.filter((option) => plainWords(String(option)).some((word) => FINISHED.has(word))) : [];
  return found.length === 1 ? String(found[0]) : undefined;
}

/** The power, in its own unit, below which it rests. */
function idleBelow({ state: { attributes } }: Entity): number | undefined {
  const watts = wattsPerUnit(String(attributes["unit_of_measurement"]));
  return watts === undefined ? undefined : STANDBY_W / watts;
}
