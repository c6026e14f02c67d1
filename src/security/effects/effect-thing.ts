import { z } from "zod";
import { readData } from "../../languages/data.ts";
import { folded } from "../../text/fold.ts";
import { domainOf, type EntityFacts } from "./action-facts.ts";
import type { EffectWords } from "./effect.ts";
import { isReadOnly } from "./effect-domains.ts";
import { BUTTON_CLASSES, isSetting, KIND_OF_EFFECT, type Kind } from "./effect-kinds.ts";

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

const NO_WORDS: EffectWords = new Map();
/** Facts do not change: what was told of them stays. A home has one map of words at a time. */
const told = new WeakMap<EntityFacts, { readonly words: EffectWords; readonly kinds: readonly Told[] }>();

/** What an entity is beyond its domain, each kind once, by the most trusted sign: label, integration, its key, words of its names. */
export function kindsOf(entity: EntityFacts, words: EffectWords): readonly Told[] {
  const known = told.get(entity);
  if (known && known.words === words) return known.kinds;
  const found = new Map<Kind, string>();
  const add = (kind: Kind, because: string) => {
    if (!found.has(kind)) found.set(kind, because);
  };
  const beside = MAY_WORK_ALL.has(domainOf(entity)) ? entity.siblingLabels : [];
  for (const label of [...[entity, ...entity.shownAs].flatMap(({ labels }) => labels), ...beside])
    if (isCritical(label)) add("critical", `label:${label}`);
  const platform = platformOf(entity);
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
export function entryOfBlind(entity: EntityFacts, words: EffectWords): string | undefined {
  const platform = platformOf(entity);
  const ofPlatform = PLATFORM_KINDS.get(platform);
  if (ofPlatform && DOORS.has(ofPlatform)) return `platform:${platform}`;
  const own = [entity.name, objectIdOf(entity), entity.translationKey ?? "", ...entity.aliases].flatMap((text) => nounsIn(text, words));
  const around = [entity.deviceName ?? "", ...entity.labels].flatMap((text) => nounsIn(text, words));
  const nouns = own.some(({ kind }) => kind === "blind") ? own : [...own, ...around];
  const entry = nouns.find(({ kind }) => DOORS.has(kind));
  return entry && `word:${entry.word}`;
}

/** What each reading of a name says that a cover is. A door has a blind of its own, whichever is named first; a gate has none. */
function nounsIn(text: string, words: EffectWords): readonly Hit[] {
  return hitsIn(text, words).flatMap((hits) => {
    const nouns = hits.filter(({ kind }) => kind === "blind" || DOORS.has(kind));
    const last = nouns.reduce<Hit | undefined>((latest, hit) => (latest && latest.at > hit.at ? latest : hit), undefined);
    const blind = nouns.find(({ kind }) => kind === "blind");
    const ofDoor = blind && nouns.every(({ kind }) => kind === "blind" || kind === "entry");
    return ofDoor ? [blind] : last ? [last] : [];
  });
}

function namedIn(entity: EntityFacts, ofKey: readonly Hit[], words: EffectWords): readonly Hit[] {
  const primary = [entity.name, objectIdOf(entity)].flatMap((text) => hitsIn(text, words));
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

function objectIdOf({ entityId }: EntityFacts): string {
  return entityId.slice(entityId.indexOf(".") + 1);
}

export function platformOf({ platform }: EntityFacts): string {
  return platform?.trim().toLowerCase() ?? "";
}

export function classOf(entity: EntityFacts | undefined): string {
  return entity?.deviceClass?.trim().toLowerCase() ?? "";
}

/** Domains whose entities may control anything: a relay, an outlet, a press, a setting of an unknown device. */
const OPEN_ENDED: ReadonlySet<string> = new Set("switch button input_button remote number select humidifier light fan".split(" "));
/** A device with one of these is that: its settings stay within what it does. */
const PLAIN_DEVICES: ReadonlySet<string> = new Set(["light", "media_player", "vacuum", "fan", "humidifier", "climate"]);
/** Integrations whose entities do whatever somebody wrote into a config that cannot be read. */
const WRITTEN: ReadonlySet<string> = new Set(["template", "universal", "command_line", "rest"]);
/** What is looked into otherwise, and what asks by its domain in the risky direction. */
const TOLD_BY_DOMAIN: ReadonlySet<string> = new Set("automation script scene lock alarm_control_panel valve siren".split(" "));
/** Only an entity of an integration has its facts: without a registry entry it may be such a one. */
const NEEDS_ENTRY: ReadonlySet<string> = new Set(["light", "fan", "media_player"]);
const LAMP_PLATFORMS: ReadonlySet<string> = new Set(
  "lifx nanoleaf wiz yeelight elgato wled govee_light_local twinkly flux_led led_ble kulersky tradfri".split(" "),
);

/** True if no fact tells what using the entity does: domain, device class, integration, category and the rest of its device. Names tell nothing. */
export function isUnfamiliar(entity: EntityFacts): boolean {
  const { deviceDomains, category, members, wrapped } = entity;
  const domain = domainOf(entity);
  const deviceClass = classOf(entity);
  const platform = platformOf(entity);
  if (isReadOnly(domain)) return false;
  if (wrapped) return isUnfamiliar(wrapped);
  if ((WRITTEN.has(platform) && !TOLD_BY_DOMAIN.has(domain)) || platform === "switch_as_x") return true;
  // a group is what its members are, and those are looked at one by one
  if (members.length > 0) return false;
  if (platform === "" && NEEDS_ENTRY.has(domain)) return true;
  if (!OPEN_ENDED.has(domain)) return false;
  const isPlain = deviceDomains.length > 0 && deviceDomains.every((other) => PLAIN_DEVICES.has(other));
  switch (domain) {
    case "light":
      return !isDimmable(entity) && !LAMP_PLATFORMS.has(platform);
    case "fan":
      return !(isPlain || hasSpeeds(entity));
    case "humidifier":
      return deviceClass === "";
    case "remote":
      return !deviceDomains.includes("media_player");
    case "button":
      if (BUTTON_CLASSES.has(deviceClass)) return false;
  }
  // a relay or a press is a setting only if the integration knows it as one: a wired output is in the same category
  const isNamed = entity.translationKey !== undefined || isSetting(domain);
  return !(category !== undefined && isPlain && isNamed);
}

/** `FanEntityFeature`: a relay turns at no speed of its own, and has no modes. */
const SET_SPEED = 1;
const PRESET_MODE = 8;

function hasSpeeds({ attributes }: EntityFacts): boolean {
  return (Number(attributes["supported_features"]) & (SET_SPEED | PRESET_MODE)) !== 0;
}

/** A relay knows on and off only; what can be dimmed or coloured opens no door. */
export function isDimmable({ attributes }: Pick<EntityFacts, "attributes">): boolean {
  return modesOf(attributes).some((mode) => mode !== "onoff" && mode !== "unknown");
}

/** Nothing but a lamp has a colour, warm and cold ones included. */
export function hasColour({ attributes }: Pick<EntityFacts, "attributes">): boolean {
  return modesOf(attributes).some((mode) => mode !== "onoff" && mode !== "unknown" && mode !== "brightness");
}

function modesOf(attributes: EntityFacts["attributes"]): readonly unknown[] {
  const modes = attributes["supported_color_modes"];
  return Array.isArray(modes) ? modes : [];
}

const words = z.string().transform((text) => text.split(", "));
const form = z.strictObject({
  own: z.record(z.string(), words),
  keys: z.record(z.string(), words),
  compounds: z.strictObject({ start: words, end: words }),
  heads: words,
  belonging: words,
  criticalLabels: words,
});

export const THING_WORDS = readData("shared/things.yaml", form);

/** A word of a name that says what a thing is. `at` counts words; the end of a compound comes half a word later. */
export interface Hit {
  readonly kind: Kind;
  readonly word: string;
  readonly at: number;
  /** It begins the name and the rest belongs to it: "luz de la puerta". */
  readonly leads: boolean;
}

type Vocabulary = ReturnType<typeof vocabularyOf>;

/** At the end of a German compound, before the umlaut is lost: "Schiebetür" is a door, "Temperatur" is none. */
const DOOR_HEAD = /(?<=\p{L})tür(?=(?:e|en)?(?!\p{L}))/giu;
const [STARTS, ENDS] = [new Set(THING_WORDS.compounds.start), new Set(THING_WORDS.compounds.end)];
/** Words between a thing and what it belongs to, and things that stand before it without one: "lampe porte d'entrée". */
const [BELONGING, HEADS] = [new Set(THING_WORDS.belonging), new Set(THING_WORDS.heads)];
const ASCII = /^[\0-\x7f]*$/;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
/** A part of a compound leaves at least so many letters of the rest. */
const LEAST_REST = 2;
const SHORTEST_PART = 4;
const LONGEST_PART = 20;

const own = vocabularyOf(entriesOf(THING_WORDS.own));
const ofKeys = vocabularyOf(entriesOf({ ...THING_WORDS.own, ...THING_WORDS.keys }));
const homes = new WeakMap<EffectWords, Vocabulary>();

function entriesOf(words: Readonly<Record<string, readonly string[]>>): readonly (readonly [string, Kind])[] {
  return Object.entries(words).flatMap(([kind, list]) => list.map((word) => [word, kind as Kind] as const));
}

function lettersOf(text: string): readonly string[] {
  return (
    folded(text)
      .replaceAll(/\p{M}+/gu, "")
      .match(/\p{L}+/gu) ?? []
  );
}

/** The words of a name; where capitals stand inside words (`garageDoor`), once more with those taken apart. */
function readings(name: string): readonly (readonly string[])[] {
  const text = ASCII.test(name) ? name : name.normalize("NFC").replaceAll(DOOR_HEAD, "tuer");
  const whole = lettersOf(text);
  if (!/\p{Ll}\p{Lu}/u.test(text)) return [whole];
  return [whole, lettersOf(text.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2"))];
}

/** What the words of a name say: first those of the home's own language, then ours. One list for each way to read it. */
function hitsIn(text: string, words: EffectWords): readonly (readonly Hit[])[] {
  const home = homeVocabulary(words);
  return readings(text).map((tokens) => (home.kinds.size === 0 ? scan(tokens, own) : [...scan(tokens, home), ...scan(tokens, own)]));
}

function hitsInKey(key: string): readonly (readonly Hit[])[] {
  return readings(key).map((tokens) => scan(tokens, ofKeys));
}

/** Labels that people put on what has to stay on. */
const CRITICAL_LABELS = new Set(THING_WORDS.criticalLabels.flatMap(spellings));

function isCritical(label: string): boolean {
  const tokens = lettersOf(label);
  return tokens.some((_, from) => tokens.some((_token, to) => to >= from && CRITICAL_LABELS.has(tokens.slice(from, to + 1).join(" "))));
}

function homeVocabulary(words: EffectWords): Vocabulary {
  const known = homes.get(words);
  if (known) return known;
  const entries = [...words].flatMap(([word, effect]) => {
    const kind = KIND_OF_EFFECT[effect];
    if (kind === undefined) return [];
    // a garage is a place, and its door one without a blind, also where Home Assistant calls both a door
    const ours = own.kinds.get(lettersOf(word).join(" "));
    return [[word, ours === "place" || ours === "gate" ? ours : kind] as const];
  });
  const made = vocabularyOf(entries);
  homes.set(words, made);
  return made;
}

/** `longest`: by the first words of phrases the most words that a phrase has; `anywhere`: words of scripts that are written without spaces. */
function vocabularyOf(entries: readonly (readonly [string, Kind])[]) {
  const kinds = new Map<string, Kind>();
  const longest = new Map<string, number>();
  const starts = new Map<string, Kind>();
  const ends = new Map<string, Kind>();
  const anywhere: (readonly [string, Kind])[] = [];
  for (const [word, kind] of entries) {
    for (const phrase of spellings(word)) {
      if (phrase === "") continue;
      const [first = "", ...others] = phrase.split(" ");
      kinds.set(phrase, kind);
      if (others.length > 0) kinds.set(phrase.replaceAll(" ", ""), kind);
      longest.set(first, Math.max(others.length + 1, longest.get(first) ?? 1));
      if (STARTS.has(word)) starts.set(phrase, kind);
      if (ENDS.has(word)) ends.set(phrase, kind);
      if (UNSPACED.test(phrase)) anywhere.push([phrase, kind]);
    }
  }
  return { kinds, longest, starts, ends, anywhere };
}

/** As people write it without accents: `tur` and `tuer`. */
function spellings(word: string): readonly string[] {
  const plain = lettersOf(word).join(" ");
  const german = lettersOf(
    word
      .toLowerCase()
      .normalize("NFC")
      .replaceAll(/[äöü]/g, (vowel) => `${folded(vowel)}e`),
  ).join(" ");
  return plain === german ? [plain] : [plain, german];
}

function scan(tokens: readonly string[], vocabulary: Vocabulary): readonly Hit[] {
  const hits: Hit[] = [];
  for (let at = 0; at < tokens.length; ) at += take(tokens, at, vocabulary, hits);
  return hits;
}

/** Takes the longest phrase that begins here, or the parts of a compound; answers how many words were taken. */
function take(tokens: readonly string[], at: number, vocabulary: Vocabulary, hits: Hit[]): number {
  const token = tokens[at] ?? "";
  for (let count = Math.min(vocabulary.longest.get(token) ?? 1, tokens.length - at); count > 0; count--) {
    const word = count === 1 ? token : tokens.slice(at, at + count).join(" ");
    const kind = vocabulary.kinds.get(word);
    if (kind === undefined) continue;
    hits.push({ kind, word, at, leads: at === 0 && (HEADS.has(word) || BELONGING.has(tokens[at + count] ?? "")) });
    return count;
  }
  takeParts(token, at, vocabulary, hits);
  for (const [word, kind] of vocabulary.anywhere) if (token.includes(word)) hits.push({ kind, word, at, leads: false });
  return 1;
}

/** The longest beginning of a compound and its longest end. */
function takeParts(token: string, at: number, { starts, ends }: Vocabulary, hits: Hit[]): void {
  const takeLongest = (kinds: ReadonlyMap<string, Kind>, part: (length: number) => string, place: number) => {
    for (let length = Math.min(LONGEST_PART, token.length - LEAST_REST); length >= SHORTEST_PART; length--) {
      const kind = kinds.get(part(length));
      if (kind !== undefined) return hits.push({ kind, word: part(length), at: place, leads: false });
    }
    return undefined;
  };
  takeLongest(starts, (length) => token.slice(0, length), at);
  takeLongest(ends, (length) => token.slice(-length), at + 0.5);
}
