import type { ToolAnswer, ToolCaller } from "../agent/toolbox.ts";
import type { Entity, Home } from "../homeassistant/registry/home.ts";
import { mayRead } from "../security/policy/read-access.ts";

export const HOW_TO_EXPOSE = "In Home Assistant: Settings > Voice assistants > Expose, then switch the entity on for Assist.";
export const OWNERS_ONLY = "Names and texts of automations, scripts and scenes are readable by owners.";

/** One entity by its exact id, or an answer that says why not and what to do about it. */
export function accessEntity(
  home: Pick<Home, "find" | "isHidden" | "nearest">,
  entityId: string,
  caller: ToolCaller,
): { readonly ok: true; readonly entity: Entity } | { readonly ok: false; readonly result: ToolAnswer } {
  const id = entityId.trim().toLowerCase();
  const [domain = ""] = id.split(".");
  if (!mayRead(domain, caller.role)) return { ok: false, result: { ok: false, error: "owners_only", message: OWNERS_ONLY } };
  const entity = home.find(id);
  if (entity) return { ok: true, entity };
  if (home.isHidden(id)) {
    return {
      ok: false,
      result: { ok: false, error: "not_exposed", message: "It exists but is not exposed.", how_to_expose: HOW_TO_EXPOSE },
    };
  }
  const nearest = home
    .nearest(id)
    .map((near) => home.find(near))
    .filter((near) => near !== undefined && mayRead(near.domain, caller.role));
  return { ok: false, result: { ok: false, error: "not_found", nearest: Object.fromEntries(nearest.map(nameAndId)) } };
}

/** The entities of one domain that a call is about: the named one, or all that are exposed; or an answer that says why there is none. */
export function accessDomain(
  home: Pick<Home, "find" | "isHidden" | "nearest" | "exposed">,
  domain: string,
  entityId: string | undefined,
  caller: ToolCaller,
): { readonly ok: true; readonly entities: readonly [Entity, ...Entity[]] } | { readonly ok: false; readonly result: ToolAnswer } {
  const [first, ...others] = home.exposed().filter((entity) => entity.domain === domain);
  if (entityId === undefined || entityId.trim() === "") {
    if (first) return { ok: true, entities: [first, ...others] };
    return { ok: false, result: { ok: false, error: "not_found", message: `No ${domain} is exposed.`, how_to_expose: HOW_TO_EXPOSE } };
  }
  const access = accessEntity(home, entityId, caller);
  if (!access.ok) return access;
  if (access.entity.domain === domain) return { ok: true, entities: [access.entity] };
  const nearest = Object.fromEntries([first, ...others].slice(0, MOST_NEAREST).map(nameAndId));
  return { ok: false, result: { ok: false, error: "wrong_domain", message: `It is no ${domain}.`, nearest } };
}

function nameAndId(entity: Entity | undefined): [string, string] {
  return [shorten(entity?.name ?? "", LONGEST_NAME), entity?.entityId ?? ""];
}

const MOST_NEAREST = 3;

/** Names are given by people and devices; a longer one is no name. */
export const LONGEST_NAME = 80;
/** Texts that integrations write (titles, messages) are data, and no room for a letter to the model. */
export const LONGEST_TEXT = 200;
const MOST_LIST_ITEMS = 12;

export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** The fields that fit into so many characters, shortened. Those that are too deep or too long are counted. */
export function plainFields(fields: Readonly<Record<string, unknown>>, characters: number) {
  const kept: [string, unknown][] = [];
  let room = characters;
  let leftOut = 0;
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === undefined || value === "") continue;
    const plain = plainValue(value);
    const size = name.length + (plain === undefined ? 0 : JSON.stringify(plain).length) + 4;
    if (plain === undefined || size > room) {
      leftOut += 1;
      continue;
    }
    room -= size;
    kept.push([name, plain]);
  }
  return { kept: Object.fromEntries(kept), leftOut };
}

/** Short texts, numbers, yes and no, short lists of them; undefined for what is too deep or too long. */
function plainValue(value: unknown): unknown {
  if (typeof value === "string") return shorten(value, LONGEST_TEXT);
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (!Array.isArray(value) || value.length > MOST_LIST_ITEMS) return undefined;
  const items = value.map((item) => (Array.isArray(item) ? undefined : plainValue(item)));
  return items.includes(undefined) ? undefined : items;
}
