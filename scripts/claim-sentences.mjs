// Makes the sentences that the claim detector learns from, out of the templates of scripts/claims-data/<language>.txt.
import { readdirSync, readFileSync } from "node:fs";

const DATA = new URL("./claims-data/", import.meta.url);
/** Sentences from one template: more for those with more choices, so that no rich template drowns the short ones. */
const MOST_PER_TEMPLATE = 80;
/** Share of words that are blended. */
const BLENDED = 0.3;
const AFTER = 0.12;
const CLAUSE = 0.12;
const ASIDE = 0.1;
/** Share of sentences made of two: one claim in it makes it a claim. */
const JOINED = 0.15;

/** mulberry32: the same numbers on every machine. */
export function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * `name = a | b`, `+ template`, `-3 template` (three times as often), `# comment`. Signs: `+` a claim, `=` a statement about the home that is no
 * claim, `-` neither; `>` a statement and `~` none, of which the claim model learns nothing.
 */
function readGrammar(language) {
  const slots = new Map();
  const templates = [];
  const text = readFileSync(new URL(`${language}.txt`, DATA), "utf8");
  for (const line of text.split("\n")) {
    const template = /^([-+=>~])(\d?) (.*)$/u.exec(line);
    const slot = /^(\S+) = (.*)$/u.exec(line);
    if (line === "" || line.startsWith("#")) continue;
    else if (template) {
      const [, sign, often, text] = template;
      const isStatement = "+=>".includes(sign);
      templates.push({ language, claim: sign === "+", isStatement, isExtra: ">~".includes(sign), often: Number(often || 1), text });
    } else if (slot)
      slots.set(
        slot[1],
        choices(slot[2]).map((choice) => choice.trim()),
      );
    else throw new Error(`${language}.txt: cannot read "${line}"`);
  }
  return { slots, templates };
}

/** Splits at bars that stand outside brackets. */
function choices(text) {
  const parts = [""];
  let depth = 0;
  for (const char of text) {
    depth += char === "[" ? 1 : char === "]" ? -1 : 0;
    if (char === "|" && depth === 0) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts;
}

function expand(text, slots, random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  let out = "";
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "{") {
      const end = text.indexOf("}", at);
      const slot = slots.get(text.slice(at + 1, end));
      if (!slot) throw new Error(`no choices for ${text.slice(at, end + 1)}`);
      const choice = random() < BLENDED && slot.length >= 12 ? blend(pick(slot), pick(slot)) : pick(slot);
      out += expand(choice, slots, random);
      at = end;
    } else if (text[at] === "[") {
      let depth = 1;
      let end = at + 1;
      while (depth > 0) {
        depth += text[end] === "[" ? 1 : text[end] === "]" ? -1 : 0;
        end += 1;
      }
      out += expand(pick(choices(text.slice(at + 1, end - 1))), slots, random);
      at = end - 1;
    } else out += text[at];
  }
  return out;
}

/**
 * A word that does not exist, from the beginning of one choice's last word and the end of another's (`geschlöffnet`): the model shall
 * know verbs by how they are built, and think nothing of a device that it never heard of.
 */
function blend(one, other) {
  const [, before, first] = /^(.*?)(\p{L}{5,})$/u.exec(one) ?? [];
  const [, , second] = /^(.*?)(\p{L}{5,})$/u.exec(other) ?? [];
  if (first === undefined || second === undefined) return one;
  return before + first.slice(0, Math.ceil(first.length / 2)) + second.slice(Math.floor(second.length / 2));
}

/** Some claims go on with how and for whom (`after`), some sentences of both kinds with why (`clause`) or with a name (`aside`). */
function goOn(text, claim, slots, random) {
  const [, words, end] = /^(.*?)(\s*[.!]?)$/su.exec(text);
  const after = claim && random() < AFTER ? ` ${expand("{after}", slots, random)}` : "";
  const clause = !text.includes("?") && random() < CLAUSE ? expand("{clause}", slots, random) : "";
  const aside = random() < ASIDE && !words.endsWith("?") ? expand("{aside}", slots, random) : "";
  return `${words}${after}${clause}${aside}${end}`;
}

/** `the light .` → `The light.`; and one sentence in four without its full stop, as small models write them. */
function tidy(text, random) {
  let tidied = text
    .replace(/\s+/g, " ")
    .replace(/\s+([.,!…])/g, "$1")
    .trim();
  if (random() < 0.25) tidied = tidied.replace(/\.$/, "");
  return random() < 0.1 ? tidied : tidied.charAt(0).toUpperCase() + tidied.slice(1);
}

/**
 * Every sentence of the templates that are wanted: `{ language, claim, isStatement, sentence, id }`, `id` for the template; for the statement model
 * with its extra templates and without joined sentences.
 */
export function makeRows(random, wanted, { forStatements = false } = {}) {
  const rows = [];
  const languages = readdirSync(DATA)
    .filter((file) => file.endsWith(".txt"))
    .map((file) => file.slice(0, -4))
    .sort();
  for (const language of languages) {
    const { slots, templates } = readGrammar(language);
    const made = { true: [], false: [] };
    templates.forEach((template, index) => {
      if (!wanted(index) || (template.isExtra && !forStatements)) return;
      const seen = new Set();
      for (let tries = 0; tries < MOST_PER_TEMPLATE * template.often; tries += 1) {
        const text = tidy(goOn(expand(template.text, slots, random), template.claim, slots, random), random);
        if (seen.has(text) && template.often === 1) continue;
        seen.add(text);
        made[template.claim].push({ ...template, id: `${language}${index}`, sentence: text });
      }
    });
    rows.push(...made.true, ...made.false, ...(forStatements ? [] : joined(made, slots, random)));
  }
  return rows;
}

/** Two sentences in one, with "and" between; a claim stays one beside a report, and what is none stays none. */
function joined(made, slots, random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const reports = made.false.filter(({ often }) => often > 1);
  if (reports.length === 0) return [];
  const statements = made.false.filter(({ sentence }) => !sentence.includes("?"));
  const count = Math.round(JOINED * (made.true.length + made.false.length) * 0.5);
  return Array.from({ length: count }, (_, at) => {
    const one = pick(at % 2 === 0 ? statements : made.true);
    const parts = random() < 0.5 ? [one, pick(reports)] : [pick(reports), one];
    const [first, second] = parts.map(({ sentence }) => sentence.replace(/[.!?…✅\s]+$/u, ""));
    return { ...one, id: `${one.id}&`, sentence: `${first} ${pick(slots.get("and"))} ${lowered(second)}.`.replace(/ ו /u, " ו") };
  });
}

function lowered(text) {
  return /^(?:I\b|[A-Z]{2})/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
