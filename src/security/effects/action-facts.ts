/** What an owner decided about a device that no fact tells about. */
export const OWNER_DECISIONS = ["fine", "ask", "never"] as const;
export type OwnerDecision = (typeof OWNER_DECISIONS)[number];

export interface Decided {
  readonly decision: OwnerDecision;
  readonly by: string;
}

export function isOwnerDecision(value: unknown): value is OwnerDecision {
  return OWNER_DECISIONS.some((decision) => decision === value);
}

/** What is known of one entity when effects are told. Texts as Home Assistant has them. */
export interface EntityFacts {
  readonly entityId: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly deviceName: string | undefined;
  /** What the maker of its device calls the model. */
  readonly model: string | undefined;
  readonly deviceClass: string | undefined;
  readonly platform: string | undefined;
  /** The integration's own name for what it is (`door_opener`, `child_lock`), the same in every language. */
  readonly translationKey: string | undefined;
  /** `config` or `diagnostic` for a setting or a report of its device. */
  readonly category: string | undefined;
  /** Domains of its device's entities that are neither, those that only report left out. */
  readonly deviceDomains: readonly string[];
  /** What an owner decided about the thing that it works; undefined if nobody has, or it is not the same device any more. */
  readonly decision: Decided | undefined;
  /** Ids and names of the labels on entity, device and area. */
  readonly labels: readonly string[];
  /** The same of the other entities of its device, with those of the device that it is a part of. */
  readonly siblingLabels: readonly string[];
  readonly areaId: string | undefined;
  /** What Home Assistant measures temperatures in, all of them: `°C`, `°F`; undefined if it has not said so. */
  readonly temperatureUnit: string | undefined;
  readonly exposed: boolean;
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Of a group: all that is in it at any depth, each once, with no members of their own. */
  readonly members: readonly EntityFacts[];
  /** The entity that it only shows in another form, as a helper shows a switch as a lamp. */
  readonly wrapped: EntityFacts | undefined;
  /** The helpers that show it in another form: people made a lock, a garage or a siren of this switch. */
  readonly shownAs: readonly EntityFacts[];
}

/** An entity with all that is set by setting it: members of groups, and what it only shows in another form, in any order. */
export function partsOf(entity: EntityFacts): readonly EntityFacts[] {
  return [entity, ...[entity.wrapped ?? [], entity.members].flat().flatMap(partsOf)];
}

export type Unresolved =
  | "template"
  | "missing_entity"
  | "missing_routine"
  | "unreadable_routine"
  | "too_deep"
  | "too_large"
  | "event"
  | "unknown_step";

/** In place of a service's name: whichever of its domain (a scene's entity whose wanted state is not known). */
export const ANY_SERVICE = "any";

/** Home Assistant's own services that stand for one of each entity's own: they act on whatever has a service of that name. */
export const GENERIC_SERVICES: ReadonlySet<string> = new Set(["homeassistant.turn_on", "homeassistant.turn_off", "homeassistant.toggle"]);

export interface CallFacts {
  /** `domain.service`, or `domain.any` */
  readonly service: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly targets: readonly EntityFacts[];
  readonly unresolved: readonly Unresolved[];
  /** It is not sure that this call follows at all: what it does counts only if that is known. */
  readonly supposed?: boolean;
}

/** Fields that say what a call is for; all but the first name entities that are not looked up yet. */
export const TARGET_FIELDS: ReadonlySet<string> = new Set(["entity_id", "device_id", "area_id", "floor_id", "label_id"]);

export interface ReadCall {
  readonly domain: string;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A proposed action with what it does beyond its own call. */
export interface ActionFacts extends CallFacts {
  /** Calls of the routines that it starts, at any depth. */
  readonly inside: readonly CallFacts[];
  /** Calls of the automations and waiting scripts that react to what is set, and of what reacts to those. */
  readonly caused: readonly CallFacts[];
  /** Calls of routines that it may keep from being made, or let be made later: what it stops, and what depends on an entity that it sets. */
  readonly guarded: readonly CallFacts[];
  /** Entities that may warn of a danger, and that the routines with those calls look at. */
  readonly warners: readonly string[];
  /** What the device that a raw write is addressed to consists of. */
  readonly addressed: readonly EntityFacts[];
  /** It saves a script or scene that an automation starts, or may start. */
  readonly isAutomated: boolean;
  /** SHA-256 over what was read: contents of routines, members of groups, addressed things. The same contents give the same. */
  readonly fingerprint: string;
}

export function domainOf({ entityId }: Pick<EntityFacts, "entityId">): string {
  const plain = plainId(entityId);
  return plain.slice(0, Math.max(0, plain.indexOf(".")));
}

/** As Home Assistant compares ids and services: in small letters, without spaces. */
export function plainId(text: string): string {
  return /[\sA-Z]/.test(text) ? text.toLowerCase().replaceAll(/\s+/g, "") : text;
}

/** A finite number, also one written as text: states are texts, and models write arguments so. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** True for a text that Home Assistant works out when it runs. */
export function hasTemplate(value: unknown): boolean {
  return typeof value === "string" && /\{\{|\{%|\{#/.test(value);
}
