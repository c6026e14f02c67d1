/** Fields whose texts are words of ours: codes, ids that we made, names of parts, hosts and models. A new one stands here or is not logged. */
const FIELDS: ReadonlySet<string> = new Set([
  ...["part", "kind", "status", "reason", "outcome", "outcomes", "problem", "slot", "source", "command", "signal", "domain", "why"],
  ...[
    "turn",
    "item",
    "approval",
    "actionId",
    "wish",
    "session",
    "channel",
    "provider",
    "model",
    "version",
    "url",
    "from",
    "name",
    "errorCode",
  ],
]);

/** Of these the texts are ids that we made, by which lines belong together; they look as random as a key. */
const OWN_IDS: ReadonlySet<string> = new Set(["turn", "item", "approval", "actionId", "wish", "session"]);
const OWN_ID = /^[\w-]{1,40}$/;

/** Longer ones are no codes. */
const LONGEST = 120;
/** Of one word: what people write, and most names, have blanks. */
const CODE = /^[\w.:/@+-]*$/;

/** Sentences of ours that tell why something is so, in the words of whoever gave them. */
const SENTENCES: ReadonlySet<string> = new Set(["why"]);
const SENTENCE = /^[\w.,:;/()' -]*$/;

/** True for a text that may stand in a log for all readers. */
export function isCode(field: string, value: string): boolean {
  if (!FIELDS.has(field) || value.length > LONGEST) return false;
  return (SENTENCES.has(field) ? SENTENCE : CODE).test(value);
}

/** True for an id of ours. */
export function isOwnId(field: string, value: string): boolean {
  return OWN_IDS.has(field) && OWN_ID.test(value);
}
