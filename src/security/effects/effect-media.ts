import { isRecord } from "../../text/is-record.ts";
import { textsIn } from "../../text/json.ts";
import { isHomeHost } from "../redaction/redaction.ts";
import type { Because } from "./effect.ts";

/** Stands for Home Assistant's own address, which it puts before a path. */
const OWN_ADDRESS = "http://own.invalid";
/** Also one that stands in another, as where to go on to. */
const ADDRESS_IN_TEXT = /(?<![a-z\d+.-])(?=([a-z][a-z\d+.-]{0,20}:\/\/[^\s"'<>]+))/gi;
/** A path may be encoded, and that again. */
const MOST_DECODINGS = 3;

/** What Home Assistant calls kinds of media (`MediaType`), those that start programs left out. Any other is a command of the integration's own. */
const MEDIA_TYPES: ReadonlySet<string> = new Set(
  `album artist channel channels composer contributing_artist directory episode genre image movie music playlist podcast season
   track tvshow url video`.split(/\s+/),
);
const MIME_TYPE = /^(?:(?:audio|video|image)\/[\w.+-]+|application\/(?:vnd\.apple\.mpegurl|x-mpegurl|dash\+xml))$/;
/** Integrations of assistants: what they are given to play may be a spoken command. */
const ASSISTANTS: ReadonlySet<string> = new Set(["alexa_media", "alexa_devices", "google_assistant_sdk"]);
/** Addresses of the internet or of a network; ids of music services have no dot in that place. */
const NETWORK_ADDRESS =
  /^(?!media-source:)[a-z][a-z\d+.-]{0,20}:\/{1,3}(?:[^/?#\s@]{0,200}@)?(?:[^/?#\s.]{0,63}\.[^/?#\s]|localhost|\[|\d)/i;
const PICTURES = /media-source:\/\/(?:camera|image)\b|\/api\/(?:camera|image)_proxy/i;
/** A host of the house without a scheme, as `192.168.1.5/relay`. */
const BARE_HOST = /^[\w.-]+(?::\d{1,5})?(?:\/|$)/;

/**
 * What a call to a player does beyond playing: what is played may be words or a command; and a player fetches whatever address it is
 * given, as the thing to play, its picture or anything else, also that of a gate's relay in the house. By which host a name of the internet is
 * answered nobody knows before: only media of the home's own sources is free.
 */
export function mediaEffects(data: Readonly<Record<string, unknown>>, platform?: string): readonly Because[] {
  const texts = textsIn(data).flatMap((text) => decoded(text.trim()));
  const found: Because[] = [];
  const type = typeOf(data);
  if (type !== undefined && !MEDIA_TYPES.has(type) && !MIME_TYPE.test(type))
    found.push({ effect: platform !== undefined && ASSISTANTS.has(platform) ? "run-code" : "unknown", because: "media_type" });
  if (texts.some((text) => /media-source:\/\/tts\b/i.test(text))) found.push({ effect: "announce", because: "media_source:tts" });
  if (texts.some((text) => PICTURES.test(text))) found.push({ effect: "watch", because: "media_source:camera" });
  const addresses = texts.flatMap((text) => [text, ...addressesIn(text)]);
  if (addresses.some(leadsHome)) found.push({ effect: "write-raw", because: "home_address" });
  else if (addresses.some((text) => NETWORK_ADDRESS.test(text))) found.push({ effect: "write-raw", because: "address" });
  return found;
}

function typeOf(data: Readonly<Record<string, unknown>>): string | undefined {
  const { media } = data;
  const type = isRecord(media) ? media["media_content_type"] : data["media_content_type"];
  return typeof type === "string" ? type.trim().toLowerCase() : type === undefined || type === null ? undefined : "";
}

function addressesIn(text: string): readonly string[] {
  return text.includes("://") ? [...text.matchAll(ADDRESS_IN_TEXT)].map(([, address = ""]) => address) : [];
}

function decoded(text: string): readonly string[] {
  const forms = [text];
  for (let form = text; forms.length <= MOST_DECODINGS && form.includes("%"); ) {
    const next = form.replaceAll(/%([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    if (next === form) break;
    form = next;
    forms.push(form);
  }
  return forms;
}

function leadsHome(text: string): boolean {
  if (/^[\\/]{2}/.test(text)) return true;
  if (/^[\\/]/.test(text)) return /^\/+api(?:\/|$)/i.test(URL.parse(text, OWN_ADDRESS)?.pathname ?? "");
  const bare = BARE_HOST.test(text) && /^(?:\d{1,3}\.){3}\d|\.(?:local|lan|home|internal)(?:[:/]|$)/i.test(text);
  const hostname = URL.parse(bare ? `http://${text}` : text)?.hostname ?? "";
  return hostname !== "" && !/^media-source:/i.test(text) && isHomeHost(hostname);
}
