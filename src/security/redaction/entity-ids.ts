import { toPattern } from "../../text/pattern.ts";
import type { Edit, Finder } from "../../text/text-edits.ts";

/** Domains whose entities a home may have (Home Assistant's entity platforms and helpers). */
const DOMAINS =
  "ai_task|air_quality|alarm_control_panel|assist_satellite|automation|binary_sensor|button|calendar|camera|climate|conversation|counter|cover|date|datetime|device_tracker|event|fan|geo_location|group|humidifier|image|image_processing|infrared|input_boolean|input_button|input_datetime|input_number|input_select|input_text|lawn_mower|light|lock|media_player|notify|number|person|plant|proximity|remote|scene|schedule|script|select|sensor|siren|stt|sun|switch|text|time|timer|todo|tts|update|utility_meter|vacuum|valve|wake_word|water_heater|weather|zone";
const ENTITY_ID = toPattern(`(?<![\\w./@:-])(${DOMAINS})\\.([a-z\\d_]+)(?![\\w-])`, "gi");

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
const QUOTES = /^(?:""|''|“”|‘’|„“|«»)$/;

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
  const quoted = QUOTES.test(text.charAt(from - 1) + text.charAt(to)) ? 1 : 0;
  const before = text.slice(Math.max(0, from - quoted - LOOK_BACK), from - quoted);
  const words = GOING_ON.find(([pattern]) => pattern.test(before))?.[1];
  if (words === undefined) return { from, to, text: "that device" };
  return { from: from - quoted, to: to + quoted, text: words, bare: true };
}
