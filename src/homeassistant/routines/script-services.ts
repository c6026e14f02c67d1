import type { Registries } from "../registry/registries.ts";

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
