import type { RoutineDomain } from "../security/routines/routine-changes.ts";
import { compileAutomation, compileScript } from "./compile.ts";
import { type Automation, automationSchema, type Scene, type Script, sceneSchema, scriptSchema } from "./intent.ts";

/** A routine as it is meant. */
export type Routine =
  | { readonly kind: "automation"; readonly meant: Automation }
  | { readonly kind: "script"; readonly meant: Script }
  | { readonly kind: "scene"; readonly meant: Scene };

/** Reads one that was kept, or is asked about; undefined for what is none. */
export function routineOf(kind: RoutineDomain, kept: unknown): Routine | undefined {
  switch (kind) {
    case "automation": {
      const { data } = automationSchema.safeParse(kept);
      return data && { kind, meant: data };
    }
    case "script": {
      const { data } = scriptSchema.safeParse(kept);
      return data && { kind, meant: data };
    }
    case "scene": {
      const { data } = sceneSchema.safeParse(kept);
      return data && { kind, meant: data };
    }
  }
}

/** The config that Home Assistant stores of it under this id. The same routine gives the same config, byte for byte. */
export function compileRoutine({ kind, meant }: Routine, id: string): Readonly<Record<string, unknown>> {
  if (kind === "automation") return { ...compileAutomation(meant, id) };
  return kind === "script" ? compileScript(meant, id) : { name: meant.name, entities: meant.entities };
}

/** It as an automation that nothing starts, so that all are looked at in the same way. */
export function asAutomation({ kind, meant }: Routine): Automation {
  if (kind === "automation") return meant;
  if (kind === "script") return { triggers: [], conditions: [], ...meant };
  return {
    triggers: [],
    conditions: [],
    name: meant.name,
    mode: "single",
    actions: [{ kind: "call", service: "scene.turn_on", entities: Object.keys(meant.entities) }],
  };
}

/** Its name, or the id where it cannot be read. */
export function nameOfRoutine({
  kind,
  automation,
  id,
}: {
  readonly kind: RoutineDomain;
  readonly automation: unknown;
  readonly id: string;
}): string {
  return routineOf(kind, automation)?.meant.name ?? id;
}
