import type { Because } from "./effect.ts";
import { isHomeHost } from "./network-addresses.ts";
import { textsIn } from "./texts-in.ts";

/** Stands for Home Assistant's own address, which it puts before a path. */
const OWN_ADDRESS = "http://own.invalid";
/** Also one that stands in another, as where to go on to. */
const ADDRESS_IN_TEXT = /(?<![a-z\d+.-])(?=([a-z][a-z\d+.-]{0,20}:\/\/[^\s"'<>]+))/gi;
/** A path may be encoded, and that again. */
const MOST_DECODINGS = 3;

/**
 * What a call to a player does beyond playing: what is played may be words; and a player fetches whatever address it is given, as the
 * thing to play, its picture or anything else, also that of a gate's relay in the house.
 */
export function mediaEffects(data: Readonly<Record<string, unknown>>): readonly Because[] {
  const texts = textsIn(data).flatMap((text) => decoded(text.trim()));
  const speech: Because = { effect: "message-out", because: "media_source:tts" };
  const fetch: Because = { effect: "write-raw", because: "home_address" };
  return [
    ...(texts.some((text) => /media-source:\/\/tts\b/i.test(text)) ? [speech] : []),
    ...(texts.some((text) => leadsHome(text) || addressesIn(text).some(leadsHome)) ? [fetch] : []),
  ];
}

function addressesIn(text: string): readonly string[] {
  return text.includes("://") ? [...text.matchAll(ADDRESS_IN_TEXT)].map(([, address = ""]) => address) : [];
}

/** The text as it is and as it would be read after each decoding. */
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
  const hostname = URL.parse(text)?.hostname ?? "";
  return hostname !== "" && !/^media-source:/i.test(text) && isHomeHost(hostname);
}
