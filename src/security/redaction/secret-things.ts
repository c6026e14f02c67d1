import { isDescribing, isSmallWord } from "../../text/plain-words.ts";
import { isAccessThing, isEntered, isLockedThing, thingWordsOf, withThingsAsWords } from "./access-things.ts";

// All texts are as `withDigits` gives them: small letters, and digits for numbers.

/** Parts of a sentence that tell something by themselves. */
const PARTS = /[,;!?]|(?<!\p{L})(?:and|but|because|und|aber|weil|et|mais|parce que|y|pero|porque|maar|omdat|אבל|כי)(?!\p{L})|\n/u;
const IS =
  /^(.{1,50}?)(?:\s*(?:[:=→]|\s[–—-]\s)\s*|\s+(?:is|are|ist|lautet|sind|est|es|zijn|הוא|היא|זה)\s+|['’]s\s+|,?\s+c['’]est\s+)(?:now |jetzt |maintenant |ahora |nu |עכשיו )?(.{1,60})$/u;
const FOR = /^(?:use |nimm |utilise |usa |gebruik )?(.{1,50}?) (?:is |ist |est |es )?(?:for|für|fürs|pour|para|voor) (.{1,50})$/u;
/** "Rosebud is for my netflix" */
const IS_FOR = /^(.{1,50}?) (?:is|ist|est|es) (?:for|für|fürs|pour|para|voor) (.{1,40})$/u;
/** "For the wifi use Sunflower" */
const FOR_FIRST =
  /^(?:for|fürs?|pour|para|voor) (.{1,40}?),? (?:use|take|it['’]s|nimm|nimmst du|utilise|prends|usa|gebruik|neem) (.{1,50})$/u;
/** Words around the name of a thing that say whose it is. */
const WHOSE =
  /^(?:and|the|my|our|your|its?|der|die|das|dem|den|unser\p{L}*|mein\p{L}*|le|la|les|l|notre|nos|mon|ma|el|los|mi|nuestr\p{L}*|de|het|ons|onze|mijn|of|vom|von|du|del|van|של|שלי|שלנו|home|guest|house|main|front|back|side|garage|office|garden|summer|upstairs|new|old|haus|gäste|garten|keller|maison|casa|thuis|gast\p{L}*)$/u;
/** Longer ones tell something. */
const MOST_WORDS = 4;

/**
 * True if a text says of a network, a box or a door nothing but a word that does not describe it: "wifi is Sunflower-Tango". Colours, makers, places
 * and how things work describe; of doors one such word is enough.
 */
export function isValueOfThing(sentence: string, value: string): boolean {
  const wanted = new Set(thingWordsOf(value));
  return withThingsAsWords(sentence)
    .split(PARTS)
    .some((part) => {
      const told = thingIn(part.trim());
      return told !== undefined && isUnexplained(told.value, told.isLocked) && told.value.some((word) => wanted.has(word));
    });
}

/** True if a key names such a thing and nothing else, and a value that nothing was said around describes it not. */
export function isBareValueOf(key: string, value: string, said: readonly string[]): boolean {
  const [keys, values] = [thingWordsOf(key.replaceAll("_", " ")), thingWordsOf(value)];
  if (!isThing(keys)) return false;
  const known = new Set([...keys, ...values]);
  const isAlone = said.every((sentence) =>
    thingWordsOf(sentence).every((word) => known.has(word) || WHOSE.test(word) || isAccessThing(word)),
  );
  return isAlone && isUnexplained(values, keys.some(isLockedThing));
}

function thingIn(part: string): { readonly value: readonly string[]; readonly isLocked: boolean } | undefined {
  const [, before = "", behind = ""] = IS.exec(part) ?? [];
  const [one, other] = [thingWordsOf(before), thingWordsOf(behind)];
  if (isThing(one)) return { value: other, isLocked: one.some(isLockedThing) };
  if (isThing(other)) return { value: one, isLocked: other.some(isLockedThing) };
  const [, word = "", account = ""] = IS_FOR.exec(part) ?? [];
  const accounts = thingWordsOf(account);
  if (accounts.some(isEntered) && accounts.every((one) => isEntered(one) || WHOSE.test(one))) {
    return { value: thingWordsOf(word), isLocked: true };
  }
  const [, first = "", used] = FOR_FIRST.exec(part) ?? [];
  const [, what = "", thing = ""] = used === undefined ? (FOR.exec(part) ?? []) : ["", used, first];
  const [whats, things] = [thingWordsOf(what), thingWordsOf(thing)];
  return isThing(things) && things.some(isLockedThing) ? { value: whats, isLocked: true } : undefined;
}

/** The thing that is told of; an alarm's value is its sound or its time. */
function isThing(words: readonly string[]): boolean {
  return words.some(isAccessThing) && words.every((word) => (isAccessThing(word) && !/^alarm/.test(word)) || WHOSE.test(word));
}

function isUnexplained(words: readonly string[], isLocked: boolean): boolean {
  if (
    words.length === 0 ||
    words.length > MOST_WORDS ||
    words.some((word) => isSmallWord(word) || isAccessThing(word) || /['’]s$/.test(word))
  )
    return false;
  return isLocked ? !words.every(isDescribing) : !words.some((word) => isDescribing(word) || /\d|\p{L}y$/u.test(word));
}
