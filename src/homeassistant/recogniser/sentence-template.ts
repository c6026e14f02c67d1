const OPTIONAL_GROUP = /\[[^[\]]*\]/g;
const SLOT = /\{[^{}]*\}/g;
const RULE = /<[^<>]*>/g;
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * True if the sentence says what to do, and does not only name a thing: Home Assistant's matcher takes a bare "bed light" as
 * "turn on the bed light" (template `[<the>] {name}`). Values count as saying it ("bed light 30 %").
 *
 * `template` is the matcher's sentence template, where [] is optional, {} a slot and <> a rule; `slots` the words that filled slots.
 */
export function namesACommand(sentence: string, template: string, slots: Readonly<Record<string, unknown>>): boolean {
  const spoken = words(sentence);
  for (const word of Object.values(slots).flatMap((text) => words(String(text)))) {
    const at = spoken.indexOf(word);
    if (at !== -1) spoken.splice(at, 1);
  }
  const valued = Object.keys(slots).some((slot) => !["name", "area", "floor", "domain", "device_class"].includes(slot));
  if (valued) return true;
  if (spoken.length === 0) return false;
  if (template === "") return true;
  if (words(required(template)).length > 0) return true;
  // everything but the slots is optional: one of the optional words has to be there, an article is none
  const optional = new Set(words(template.replace(SLOT, " ").replace(RULE, " ")));
  return spoken.some((word) => optional.has(word));
}

/** What of a template has to be said besides slots. Rules for names of places and things are slots by another name. */
function required(template: string): string {
  let rest = template;
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(OPTIONAL_GROUP, " ");
  }
  return rest.replace(SLOT, " ").replace(/<(?:name|area|floor)>/g, " ");
}

function words(text: string): string[] {
  return text.toLocaleLowerCase().match(WORD) ?? [];
}
