import { isIPv6 } from "node:net";
import { isRecord } from "../../text/is-record.ts";
import { readMarkdown, toPlain } from "../../text/markdown-runs.ts";
import { toPattern } from "../../text/pattern.ts";
import { type Edit, editSource, type Finder, finder, MARKDOWN_LINK, readVisible, withEdits } from "../../text/text-edits.ts";

const URL_IN_TEXT = /(?<![a-z\d+.-])[a-z][a-z\d+.-]{1,14}:\/\/[^\s<>"'`]+/gi;
const AFTER_URL = /[.,;:!?*_~|\]}]/;
const SECRET_PARAMETER =
  /([?&#;](?:access_|auth_|api_?|bot_?)?(?:token|key|password|passwd|pwd|secret|sig|signature|auth|authsig|code)=)(?!\[secret\]?(?:[&#\s]|$))[^&#\s]+/gi;

/**
 * An answer as a person may read it: entity ids become the names that `names` knows (else words like "that device"), addresses of
 * the home's network become `[address]`, of its devices `[device address]`, keys and tokens `[secret]`. What counts is what a person
 * sees of the Markdown, not how it is written. Public URLs, versions, times, decimals and file names stay, and so does Markdown, unless
 * its marks part what has to go: a link into the home keeps its label. Takes time in proportion to the text.
 */
export function redactAnswer(text: string, names: (entityId: string) => string | undefined): string {
  const finders = [findEntityIds(names), ...SECRET_FINDERS, ...ANSWER_ADDRESS_FINDERS];
  const unlinked = text.replace(MARKDOWN_LINK, (link, label: string, address: string) => {
    if (!isHomeUrl(address) && !isHomeUrl(readVisible(address).text)) return link;
    return label.trim() === "" ? "[address]" : label;
  });
  const redacted = redactRead(unlinked, finders);
  if (redacted.search(MARK) < 0) return redacted;
  // "light.**hall**": marks may part what is seen in one
  const read = seen(redacted);
  const plain = redactRead(read, finders);
  return plain === read ? redacted : plain.replaceAll(MARK, "\\$&");
}

/** Signs by which Markdown marks text. */
const MARK = /[\\`*_~<&]|\](?=[([:])/g;
/** What begins and ends nothing, and stands at a word all the same. */
const LONE_MARKS = /[*~`]+|(?<![\p{L}\p{N}_])_+|(?<!_)_+(?![\p{L}\p{N}_])/gu;

/** What a person reads of Markdown. */
function seen(markdown: string): string {
  return readVisible(toPlain(readMarkdown(markdown))).text.replaceAll(LONE_MARKS, "");
}

function redactRead(source: string, finders: readonly Finder[]): string {
  let visible = readVisible(source);
  // URLs are looked for again only in a text that has changed
  let searched: string | undefined;
  const change = (edits: readonly Edit[]) => {
    if (edits.length === 0) return;
    visible = readVisible(editSource(visible, edits));
    searched = undefined;
  };
  change(
    findUrls(visible.text).flatMap(({ from, to, url }) => {
      const text = isHomeUrl(url) ? "[address]" : publicUrl(url);
      return text === url ? [] : [{ from, to, text }];
    }),
  );
  for (const find of finders) {
    searched ??= withoutUrls(visible.text);
    change(find(searched));
  }
  return visible.source;
}

/** A header, or a field by its name, with what it holds: `Authorization: Bearer …`, `"api_key":"…"`, `password=…`. */
const SECRET_FIELD =
  /(?<![\w-])((?:authorization|x-api-key|x-goog-api-key|(?:access_|refresh_|auth_|bot_|supervisor_)?token|api[-_]?key|password|passwd|client_secret|secret)\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?)(?:(?:bearer|basic)\s{1,3})?(?!\[secret\])[^\s"'\\,;&)}\]]{1,}/gi;
const BEARER = /(?<!\w)((?:bearer|basic)\s{1,3})[\w+/=.~-]{8,}/gi;

/** A text of an error as a log may hold it: without credentials in URLs, headers and fields, and without keys. Hosts and ids stay. */
export function redactError(message: string): string {
  let result = "";
  let done = 0;
  const plain = (piece: string) => redactSecretTexts(piece.replace(SECRET_FIELD, "$1[secret]").replace(BEARER, "$1[secret]"));
  for (const { from, to, url } of findUrls(message)) {
    result += plain(message.slice(done, from)) + publicUrl(url);
    done = to;
  }
  return result + plain(message.slice(done));
}

export function findUrls(text: string): readonly { from: number; to: number; url: string }[] {
  return [...text.matchAll(URL_IN_TEXT)].map(({ 0: found, index: from }) => {
    const url = withoutTail(found);
    return { from, to: from + url.length, url };
  });
}

/** The same text with signs in place of URLs that are in nothing else, so that places stay as they are. */
export function withoutUrls(text: string): string {
  return withEdits(
    text,
    findUrls(text).map(({ from, to }) => ({ from, to, text: "\uFFFC".repeat(to - from) })),
  );
}

function withoutTail(url: string): string {
  const host = /^[a-z][a-z\d+.-]*:\/\/(?:\[[^\]]*\])?/i.exec(url)?.[0].length ?? 0;
  let end = url.length;
  let open = 0;
  for (const char of url) open += char === "(" ? 1 : char === ")" ? -1 : 0;
  while (end > host) {
    const last = url.charAt(end - 1);
    if (last === ")" && open < 0) open += 1;
    else if (!AFTER_URL.test(last)) break;
    end -= 1;
  }
  return url.slice(0, end);
}

function isHomeUrl(address: string): boolean {
  return isHomeHost(hostOf(address));
}

export function hostOf(address: string): string {
  return /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(address)?.[1] ?? "";
}

function publicUrl(address: string): string {
  const bare = address.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#@]*@/i, "$1[secret]@").replace(SECRET_PARAMETER, "$1[secret]");
  return bare
    .split("/")
    .map((part, index) => (index < 3 ? part : redactSecretTexts(part)))
    .join("/");
}

const ADDRESS = "[address]";
const DEVICE_ADDRESS = "[device address]";

const BYTE = "(?:25[0-5]|2[0-4]\\d|[01]?\\d?\\d)";
/** Also as people write what is not to become a link. */
const DOT = "(?:\\.|\\[\\.\\]|\\(\\.\\)| \\. )";
/** Four bytes with dots, with port or prefix length; not `v1.2.3.4` or `version 1.2.3.4`. */
const IPV4 = toPattern(`(?<![\\w.-]|version )${BYTE}(?:${DOT}${BYTE}){3}(?!\\w|\\.\\d|-\\d)(?::\\d{1,5})?(?:/\\d{1,2}(?!\\d))?`, "gi");
/** What could be an IPv6 address: `isIPv6` decides, so that 10:20:30 stays a time. With brackets a port may follow. */
const IPV6 = /(?<![\w:.])([\da-f:]{3,39})(?:%\w{1,15})?(?:\/\d{1,3})?(?![\w:])/gi;
const IPV6_IN_BRACKETS = /\[([\da-f:]{3,39})(?:%\w{1,15})?\](?::\d{1,5})?/gi;
/** Six bytes (Ethernet, Bluetooth) or eight (Zigbee, Thread), or eight as one number. */
const DEVICE = /(?<![\w:-])(?:[\da-f]{2}(?:([:-])[\da-f]{2})(?:\1[\da-f]{2}){4}(?:(?:\1[\da-f]{2}){2})?|0x[\da-f]{16})(?![\w:-])/gi;
/** The same by fours, or as one number; without a letter it is another number. */
const BARE_DEVICE = /(?<![\w:.-])(?=[\d.]{0,15}[a-f])(?:(?:[\da-f]{4}\.){2}[\da-f]{4}|[\da-f]{16}|[\da-f]{12})(?![\w:-]|\.\w)/gi;
/** Names that resolve at home only, written without a scheme. */
const HOME_NAME =
  /(?<![\w@.-])(?:localhost(?=:\d)|[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){0,3}\.(?:local|internal|lan|localdomain|home\.arpa|ui\.nabu\.casa|ts\.net)(?![\w-]|\.\w)|(?:[a-z\d-]{1,63}\.){0,3}(?:fritz\.box|speedport\.ip)(?!\w))(?::\d{1,5})?(?:\/[^\s<>"'`)\]]*)?/gi;

const HOME_DOMAIN =
  /(?:^|\.)(?:localhost|local|internal|lan|home|localdomain|intranet|home\.arpa|fritz\.box|speedport\.ip|ui\.nabu\.casa|ts\.net)$/i;
/** Files that people keep, whose names end like a name of the network: `.env.local`. */
const LOCAL_FILE = /^(?:config|settings|env|options|secrets|gitconfig)\.local$/i;

const ifAddress = (match: RegExpExecArray) => (isAddress(match[1] ?? "") ? ADDRESS : undefined);

/** Find IP addresses, addresses of devices and names of the home's network in a text without URLs; one after the other. */
export const ADDRESS_FINDERS: readonly Finder[] = [
  finder(DEVICE, () => DEVICE_ADDRESS),
  finder(IPV4, () => ADDRESS),
  finder(IPV6_IN_BRACKETS, ifAddress),
  finder(IPV6, ifAddress),
  finder(HOME_NAME, ([found]) => (LOCAL_FILE.test(found) ? undefined : ADDRESS)),
];

/** For an answer, in which also what may be something else is better left out. */
const ANSWER_ADDRESS_FINDERS: readonly Finder[] = [finder(BARE_DEVICE, () => DEVICE_ADDRESS), ...ADDRESS_FINDERS];

/** A valid IPv6 address that is no `a::b` of a programming language: the loopback, or one with a long or a third group. */
function isAddress(text: string): boolean {
  return isIPv6(text) && (text === "::1" || /[\da-f]{3}|[\da-f]+:+[\da-f]+:+[\da-f]/i.test(text));
}

/** True for hosts that are an IP address, a name without a dot or a name of the home's own network. */
export function isHomeHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  return host.startsWith("[") || !host.includes(".") || /^[\d.]+$/.test(host) || HOME_DOMAIN.test(host);
}

const SECRET = "[secret]";

// Each pattern begins where a word begins, so that a long text is walked once.
/** Keys by what their makers put in front: OpenAI, Groq, Hugging Face, GitHub, GitLab, Slack, Google, AWS, npm, Anthropic (sk-ant-). */
const KEYS =
  /(?<![\w-])(?:(?:sk|pk|rk)[-_](?=[\w-]*\d)[\w-]{16,}|(?:gsk|hf|ghp|gho|ghu|ghs|ghr|npm)_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeprs]-[\w-]{10,}|AIza[\w-]{30,}|ya29\.[\w-]{20,}|(?:AKIA|ASIA)[A-Z\d]{16})(?![\w-])/g;
/** Three base64url parts, the first of which begins with `{"`; Home Assistant's long-lived tokens are such. */
const JWT = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g;
/** Telegram's bot tokens (core.telegram.org/bots/api, "Authorizing your bot"); in its addresses with `bot` in front. */
const BOT_TOKEN = /(?<![\w-])(?:bot)?\d{6,12}(?::|%3A)[\w-]{30,}/gi;
/** Runs long enough to be a token; `looksRandom` decides. */
const LONG_RUN = /[\w+/=-]{20,}/g;

/** Find keys, tokens and long random texts; one after the other. Words, names, file names and numbers stay. */
export const SECRET_FINDERS: readonly Finder[] = [
  finder(JWT, () => SECRET),
  finder(BOT_TOKEN, () => SECRET),
  finder(KEYS, () => SECRET),
  finder(LONG_RUN, ([run]) => (looksRandom(run) ? SECRET : undefined)),
];

export function redactSecretTexts(text: string): string {
  return SECRET_FINDERS.reduce((plain, find) => withEdits(plain, find(plain)), text);
}

/** Shortest hex text that is a key: 128 bits. */
const HEX_KEY = /^[\da-f]{32,}$/i;
const RANDOM_LENGTH = 20;
/** Words joined with a number change between letters and digits once or twice; random texts of 20 characters change about nine times. */
const RANDOM_CHANGES = 4;

function looksRandom(run: string): boolean {
  if (HEX_KEY.test(run.replaceAll("-", ""))) return true;
  return run.split(/[^A-Za-z\d]+/).some((part) => {
    if (part.length < RANDOM_LENGTH) return false;
    const changes = part.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
    return changes >= RANDOM_CHANGES;
  });
}

/** Domains whose entities a home may have (Home Assistant's entity platforms and helpers). */
const DOMAINS =
  "ai_task|air_quality|alarm_control_panel|assist_satellite|automation|binary_sensor|button|calendar|camera|climate|conversation|counter|cover|date|datetime|device_tracker|event|fan|geo_location|group|humidifier|image|image_processing|infrared|input_boolean|input_button|input_datetime|input_number|input_select|input_text|lawn_mower|light|lock|media_player|notify|number|person|plant|proximity|remote|scene|schedule|script|select|sensor|siren|stt|sun|switch|text|time|timer|todo|tts|update|utility_meter|vacuum|valve|wake_word|water_heater|weather|zone";
const ENTITY_ID = toPattern(`(?<![\\w./@:-])(${DOMAINS})\\.([a-z\\d_]+)(?![\\w-]|[*~\`]+\\w)`, "gi");

/** Ends of file names and of public hosts: `scene.yaml`, `weather.com`. */
const NO_ENTITY =
  /^(?:ya?ml|json|js|ts|py|md|txt|jpe?g|png|gif|webp|svg|csv|html?|log|conf|cfg|ini|db|mp[34]|wav|ogg|pdf|sh|com|org|net|io|de|fr|es|nl|uk|app|dev|eu|info)$/;
/** How services are called: `light.turn_on` is no entity. */
const SERVICE =
  /^(?:turn_(?:on|off)|toggle|(?:un)?lock|open(?:_\w+)?|close(?:_\w+)?|stop(?:_\w+)?|set_\w+|start|pause|press|reload|trigger|apply|create|send_\w+|media_\w+|volume_\w+|alarm_\w+|play_media|return_to_base|locate|dock|select_\w+|increment|decrement|add_item|remove_item|get_\w+|update_\w+|install|publish|speak|say|process|finish|cancel)$/;

/** What stands before an id that nobody knows, and the words that go on from there: "no entity light.x", "the ID light.x". */
const GOING_ON: readonly (readonly [RegExp, string])[] = [
  [/\b(?:called|named) $/i, "that"],
  [/\b(?:ids?|identifier|name) $/i, "in question"],
  [/\b(?:entity|device|sensor|switch|light|lamp|lock|cover|camera|automation|script|scene) $/i, "of that name"],
  [/\bno $/i, "such device"],
  [/\b(?:the|a|this|that|your|my|our|each|any|another) $/i, "device"],
];
/** As many characters as the longest word above, a space and a quotation mark need. */
const LOOK_BACK = 16;
/** Marks and quotation marks around an id alone go with it. */
const AROUND = /^(?:""|''|“”|‘’|„“|«»|``|\*\*|__|~~)$/;

/** Finds entity ids, in capitals too, for their names; one that nobody knows becomes "that device", or what the sentence asks for. */
export function findEntityIds(names: (entityId: string) => string | undefined): Finder {
  return (text) =>
    [...text.matchAll(ENTITY_ID)].flatMap((match): readonly Edit[] => {
      const [found, domain = "", object = ""] = match;
      const [from, to] = [match.index, match.index + found.length];
      const name = names(found.toLowerCase());
      if (name !== undefined) return [{ from, to, text: name }];
      const goesOn = /^\.\w/.test(text.slice(to, to + 2));
      return goesOn || isOther(domain, object) ? [] : [unknown(text, from, to)];
    });
}

/** A file, a host, a service, or two sentences without a space: "the light.Then". */
function isOther(domain: string, object: string): boolean {
  const lower = object.toLowerCase();
  const nextSentence = object !== lower && !object.includes("_") && domain !== domain.toUpperCase();
  return nextSentence || object.length < 3 || NO_ENTITY.test(lower) || SERVICE.test(lower);
}

function unknown(text: string, from: number, to: number): Edit {
  let around = 0;
  while (AROUND.test(text.charAt(from - around - 1) + text.charAt(to + around))) around += 1;
  const before = text.slice(Math.max(0, from - around - LOOK_BACK), from - around);
  const words = GOING_ON.find(([pattern]) => pattern.test(before))?.[1];
  return words === undefined ? { from, to, text: "that device" } : { from: from - around, to: to + around, text: words };
}

/** Fields that open doors or accounts, by their names without `_` and `-` in small letters. Their values are told to nobody. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  ...["code", "pin", "password", "usercode"],
  ...["token", "accesstoken", "refreshtoken", "apikey", "authorization", "clientsecret"],
]);

const HIDDEN = "•••";

/** True for `code`, `api_key`, `apiKey`, `Access-Token` … */
export function isSecretField(name: string): boolean {
  return SECRET_FIELDS.has(name.replace(/[_-]/g, "").toLowerCase());
}

/** A call's data for receipts and records: codes are hidden, however deep they stand. */
export function withoutSecrets(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).map(([field, value]) => [field, isSecretField(field) ? HIDDEN : deep(value)]));
}

function deep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deep);
  return isRecord(value) ? withoutSecrets(value) : value;
}

/** An error text without the codes of the call that it is about. */
export function redactSecrets(text: string, data: Readonly<Record<string, unknown>>): string {
  return secretsOf(data).reduce((redacted, secret) => (secret === "" ? redacted : redacted.replaceAll(secret, HIDDEN)), text);
}

/** Whether codes stood in some data, also where they were taken out. */
export function holdsSecrets(data: unknown): boolean {
  return secretsOf(data).length > 0;
}

function secretsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(secretsOf);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([field, inner]) => (isSecretField(field) ? [String(inner)] : secretsOf(inner)));
}
