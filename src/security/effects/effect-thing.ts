import { domainOf, type EntityFacts } from "./action-facts.ts";
import type { Effect } from "./effect.ts";
import type { Kind } from "./effect-kinds.ts";
import { type Hit, hitsIn, hitsInKey, isCritical } from "./name-kinds.ts";

/** What an entity is, and what told it: `label:critical`, `platform:frigate`, `translation_key:door_opener`, `word:freezer`. */
export interface Told {
  readonly kind: Kind;
  readonly because: string;
}

/** Integrations whose switches and buttons are all of one kind, whatever they are called. */
const PLATFORM_KINDS: ReadonlyMap<string, Kind> = new Map([
  ...kindOf("irrigation", "rachio opensprinkler rainbird rainmachine hydrawise bhyve irrigation_unlimited smart_irrigation netro_watering"),
  ...kindOf("entry", "myq opengarage gogogate2 tailwind aladdin_connect ismartgate ratgdo remootio"),
  ...kindOf("lock", "nuki nuki_ng august yale yale_smart_alarm schlage tedee loqed sesame igloohome doorbird"),
  ...kindOf("watch", "frigate unifiprotect blink arlo aarlo onvif amcrest dahua hikvision axis foscam motioneye agent_dvr zoneminder"),
  ...kindOf("alarm", "alarmo elkm1 envisalink risco totalconnect abode simplisafe verisure satel_integra concord232 ness_alarm"),
  ...kindOf("critical", "unifi asuswrt tplink_omada mikrotik_router nut apcupsd netgear"),
  ...kindOf("oven", "huum harvia_sauna saunum"),
]);

function kindOf(kind: Kind, platforms: string): readonly (readonly [string, Kind])[] {
  return platforms.split(" ").map((platform) => [platform, kind] as const);
}

/** Of what these kinds say, a word for something beside a door leaves nothing. */
const DOORS: ReadonlySet<Kind> = new Set(["entry", "gate", "place", "lock"]);
const BESIDE_DOORS: ReadonlySet<Kind> = new Set(["fitting", "blind", "watch"]);
/** Words that say what the name is not about: they are no finding themselves. */
const QUIET: ReadonlySet<Kind> = new Set(["lamp", "fitting", "harmless"]);

const NO_WORDS: ReadonlyMap<string, Effect> = new Map();
/** Facts do not change: what was told of them stays. A home has one map of words at a time. */
const told = new WeakMap<EntityFacts, { readonly words: ReadonlyMap<string, Effect>; readonly kinds: readonly Told[] }>();

/** What an entity is beyond its domain, each kind once, by the most trusted sign: label, integration, its key, words of its names. */
export function kindsOf(entity: EntityFacts, words: ReadonlyMap<string, Effect>): readonly Told[] {
  const known = told.get(entity);
  if (known && known.words === words) return known.kinds;
  const found = new Map<Kind, string>();
  const add = (kind: Kind, because: string) => {
    if (!found.has(kind)) found.set(kind, because);
  };
  const beside = MAY_WORK_ALL.has(domainOf(entity)) ? entity.siblingLabels : [];
  for (const label of [...[entity, ...entity.shownAs].flatMap(({ labels }) => labels), ...beside])
    if (isCritical(label)) add("critical", `label:${label}`);
  const platform = entity.platform?.trim().toLowerCase() ?? "";
  const ofPlatform = PLATFORM_KINDS.get(platform);
  if (ofPlatform) add(ofPlatform, `platform:${platform}`);
  for (const form of entity.shownAs) {
    const kind = kindOfForm(form);
    if (kind) add(kind, shownAs(form));
  }
  const key = entity.translationKey ?? "";
  const ofKey = hitsInKey(key).flat();
  // what an integration itself calls a restart is one of the system; a person may call any plug so
  for (const { kind } of kept(ofKey)) add(kind === "restart" ? "reset" : kind, `translation_key:${key}`);
  // the integration knows better than the words of a name
  if (!ofKey.some(({ kind }) => kind === "harmless")) for (const hit of namedIn(entity, ofKey, words)) add(hit.kind, `word:${hit.word}`);
  const kinds = [...found].map(([kind, because]) => ({ kind, because }));
  told.set(entity, { words, kinds });
  return kinds;
}

/** What may work all that its device feeds: a strip's main switch, a timer that turns it off, what it does after a power failure. */
const MAY_WORK_ALL: ReadonlySet<string> = new Set(["switch", "button", "number", "select"]);

/** What a switch is that its people made a helper of. A cover that is not said to be a blind may let people in. */
function kindOfForm(form: EntityFacts): Kind | undefined {
  const domain = domainOf(form);
  return domain === "cover" ? (BLIND_CLASSES.has(classOf(form)) ? undefined : "gate") : KIND_OF_FORM[domain];
}

/** What tells that a switch is what a helper makes of it. */
export function shownAs(form: EntityFacts): string {
  return `shown_as:${domainOf(form)}`;
}

const KIND_OF_FORM: Readonly<Partial<Record<string, Kind>>> = { lock: "lock", siren: "siren", valve: "valve" };
export const BLIND_CLASSES: ReadonlySet<string> = new Set(["awning", "blind", "curtain", "shade", "shutter"]);

/** What the words of a maker's name for a model say, all of them. */
export function kindsInModel(model: string): readonly Kind[] {
  return hitsIn(model, NO_WORDS).flatMap((hits) => hits.map(({ kind }) => kind));
}

/** What tells that a cover said to be a blind lets people in: its integration, or the last noun of a name. A blind's own name says more than its device or a label. */
export function entryOfBlind(entity: EntityFacts, words: ReadonlyMap<string, Effect>): string | undefined {
  const platform = entity.platform?.trim().toLowerCase() ?? "";
  const ofPlatform = PLATFORM_KINDS.get(platform);
  if (ofPlatform && DOORS.has(ofPlatform)) return `platform:${platform}`;
  const objectId = entity.entityId.slice(entity.entityId.indexOf(".") + 1);
  const own = [entity.name, objectId, entity.translationKey ?? "", ...entity.aliases].flatMap((text) => nounsIn(text, words));
  const around = [entity.deviceName ?? "", ...entity.labels].flatMap((text) => nounsIn(text, words));
  const nouns = own.some(({ kind }) => kind === "blind") ? own : [...own, ...around];
  const entry = nouns.find(({ kind }) => DOORS.has(kind));
  return entry && `word:${entry.word}`;
}

/** What each reading of a name says that a cover is. A door has a blind of its own, whichever is named first; a gate has none. */
function nounsIn(text: string, words: ReadonlyMap<string, Effect>): readonly Hit[] {
  return hitsIn(text, words).flatMap((hits) => {
    const nouns = hits.filter(({ kind }) => kind === "blind" || DOORS.has(kind));
    const last = nouns.reduce<Hit | undefined>((latest, hit) => (latest && latest.at > hit.at ? latest : hit), undefined);
    const blind = nouns.find(({ kind }) => kind === "blind");
    const ofDoor = blind && nouns.every(({ kind }) => kind === "blind" || kind === "entry");
    return ofDoor ? [blind] : last ? [last] : [];
  });
}

function namedIn(entity: EntityFacts, ofKey: readonly Hit[], words: ReadonlyMap<string, Effect>): readonly Hit[] {
  const objectId = entity.entityId.slice(entity.entityId.indexOf(".") + 1);
  const primary = [entity.name, objectId].flatMap((text) => hitsIn(text, words));
  const own = [...primary, ...entity.aliases.flatMap((alias) => hitsIn(alias, words))];
  const ofDevice = hitsIn(entity.deviceName ?? "", words);
  // "Light" of the device "Garage door" is a light: its own name says more than its device's
  const heads = [...ofKey, ...primary.flat()].filter(({ kind }) => kind === "lamp" || BESIDE_DOORS.has(kind));
  const hits = [...own.flatMap(kept), ...ofDevice.flatMap(kept).filter(({ kind }) => !heads.some((head) => silences(head.kind, kind)))];
  const others = heads.length > 0 || hits.some(({ kind }) => kind !== "place");
  return others ? hits.filter(({ kind }) => kind !== "place" || hits.some((hit) => hit.kind === "blind")) : hits;
}

/** The words of one text without those that another word of it makes a mere part: "front door light", "luz de la puerta". */
function kept(hits: readonly Hit[]): readonly Hit[] {
  return hits.filter((hit) => {
    if (QUIET.has(hit.kind)) return false;
    return !hits.some((head) => (head.at > hit.at || head.leads) && silences(head.kind, hit.kind));
  });
}

function silences(head: Kind, kind: Kind): boolean {
  if (head === kind) return false;
  if (head === "lamp") return kind !== "restart" && kind !== "reset";
  if (head === "blind" && kind === "place") return false;
  return BESIDE_DOORS.has(head) && DOORS.has(kind);
}

/** The device class in small letters; empty without one. */
export function classOf(entity: EntityFacts | undefined): string {
  return entity?.deviceClass?.trim().toLowerCase() ?? "";
}
