// Trains the claim detector (src/security/claims.ts) and writes src/security/claims-weights.ts. Deterministic, a few seconds:
//   node scripts/train-claims.mjs            writes the weights
//   node scripts/train-claims.mjs --check    leaves out a sixth of the templates and prints how they are judged; writes nothing
//
// What it learns from is made here from the templates of scripts/claims-data/<language>.txt, one file a language: a new language is
// a new file. The sentences of tests/security/ are never read.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { claimFeatures } from "../src/security/claim-features.ts";

const DATA = new URL("./claims-data/", import.meta.url);
const WEIGHTS = new URL("../src/security/claims-weights.ts", import.meta.url);
/** Sentences from one template: more for those with more choices, so that no rich template drowns the short ones. */
const MOST_PER_TEMPLATE = 80;
const EPOCHS = 8;
const RATE = 0.15;
const SHRINK = 1e-3;
/** Share of features hidden in each step, so that the model does not lean on a single word and bears words it never saw. */
const DROPPED = 0.5;
/** What fits into 64 KB of text, at four characters each. */
const FEATURES = 16_000;
/** A feature of fewer sentences is chance. */
const LEAST_SENTENCES = 8;
/** A feature of fewer templates tells one template by heart. */
const LEAST_TEMPLATES = 4;
/** Share of the weights that are larger than what six bits hold. */
const CLIP = 0.001;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** As in src/security/claims.ts. */
const THRESHOLD = 0.6;
/** Share of words that are blended. */
const BLENDED = 0.3;
const AFTER = 0.12;
const CLAUSE = 0.12;
const ASIDE = 0.1;
/** Share of sentences made of two: one claim in it makes it a claim. */
const JOINED = 0.15;
const SEED = 20261122;

/** mulberry32: the same numbers on every machine. */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** `name = a | b`, `+ template`, `- template`, `-3 template` (three times as often), `# comment`. */
function readGrammar(language) {
  const slots = new Map();
  const templates = [];
  const text = readFileSync(new URL(`${language}.txt`, DATA), "utf8");
  for (const line of text.split("\n")) {
    const template = /^([+-])(\d?) (.*)$/u.exec(line);
    const slot = /^(\S+) = (.*)$/u.exec(line);
    if (line === "" || line.startsWith("#")) continue;
    else if (template) templates.push({ language, claim: template[1] === "+", often: Number(template[2] || 1), text: template[3] });
    else if (slot)
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

function makeRows(random, wanted) {
  const rows = [];
  const languages = readdirSync(DATA)
    .filter((file) => file.endsWith(".txt"))
    .map((file) => file.slice(0, -4))
    .sort();
  for (const language of languages) {
    const { slots, templates } = readGrammar(language);
    const made = { true: [], false: [] };
    templates.forEach((template, index) => {
      if (!wanted(index)) return;
      const seen = new Set();
      for (let tries = 0; tries < MOST_PER_TEMPLATE * template.often; tries += 1) {
        const text = tidy(goOn(expand(template.text, slots, random), template.claim, slots, random), random);
        if (seen.has(text)) continue;
        seen.add(text);
        made[template.claim].push({ ...template, id: `${language}${index}`, sentence: text });
      }
    });
    rows.push(...made.true, ...made.false, ...joined(made, slots, random));
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

function shuffle(list, random) {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other], list[at]];
  }
}

/** Which features are worth their place: known from several templates, and heavy in a first training with all of them. */
function train(rows, random) {
  const samples = rows.map((row) => ({ features: [...claimFeatures(row.sentence)], target: row.claim ? 1 : 0, template: row.id }));
  const templates = new Map();
  const counts = new Map();
  for (const { features, template } of samples) {
    for (const feature of features) {
      counts.set(feature, (counts.get(feature) ?? 0) + 1);
      const known = templates.get(feature) ?? new Set();
      if (known.size < LEAST_TEMPLATES) templates.set(feature, known.add(template));
    }
  }
  const shared = [...counts.keys()].filter((feature) => templates.get(feature).size === LEAST_TEMPLATES && counts.get(feature) >= LEAST_SENTENCES);
  const all = fit(samples, new Set(shared), 3, random);
  const worth = (feature) => Math.abs(all.weights.get(feature)) * Math.sqrt(counts.get(feature));
  const best = shared.sort((a, b) => worth(b) - worth(a) || a - b).slice(0, FEATURES);
  return fit(samples, new Set(best), EPOCHS, random);
}

/** Logistic regression by AdaGrad over some of the features. */
function fit(samples, chosen, epochs, random) {
  const index = new Map([...chosen].map((feature, at) => [feature, at]));
  const rows = samples.map(({ features, target }) => ({ features: features.flatMap((feature) => index.get(feature) ?? []), target }));
  const weights = new Float64Array(index.size);
  const squares = new Float64Array(index.size).fill(1);
  let bias = 0;
  let biasSquares = 1;
  const positives = rows.filter((row) => row.target === 1).length;
  const share = [rows.length / (2 * (rows.length - positives)), rows.length / (2 * positives)];
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(rows, random);
    for (const { features, target } of rows) {
      const kept = features.filter(() => random() >= DROPPED);
      let sum = bias;
      for (const feature of kept) sum += weights[feature];
      const error = (1 / (1 + Math.exp(-sum)) - target) * share[target];
      biasSquares += error * error;
      bias -= (RATE * error) / Math.sqrt(biasSquares);
      for (const feature of kept) {
        const slope = error + SHRINK * weights[feature];
        squares[feature] += slope * slope;
        weights[feature] -= (RATE * slope) / Math.sqrt(squares[feature]);
      }
    }
  }
  return { weights: new Map([...index].map(([feature, at]) => [feature, weights[at]])), bias };
}

/** Six bits a weight, -31 to 31 steps; the few beyond CLIP are cut, those that round to nothing left out. */
function quantise({ weights, bias }) {
  const sizes = Float64Array.from(weights.values(), Math.abs).sort();
  const scale = sizes[Math.floor(sizes.length * (1 - CLIP))] / 31;
  const steps = new Map();
  for (const [feature, weight] of [...weights].sort(([a], [b]) => a - b)) {
    const step = Math.max(-31, Math.min(31, Math.round(weight / scale)));
    if (step !== 0) steps.set(feature, step);
  }
  return { steps, scale, bias };
}

function score({ steps, scale, bias }, sentence) {
  let sum = 0;
  for (const feature of claimFeatures(sentence)) sum += steps.get(feature) ?? 0;
  return 1 / (1 + Math.exp(-(sum * scale + bias)));
}

/** As claims.ts reads it: three characters for the distance from the hash before, one for the weight, plus 32. */
function pack(steps) {
  let before = 0;
  let packed = "";
  for (const [feature, step] of steps) {
    const distance = feature - before;
    before = feature;
    packed += ALPHABET[distance >> 12] + ALPHABET[(distance >> 6) & 63] + ALPHABET[distance & 63] + ALPHABET[step + 32];
  }
  return packed;
}

function check() {
  const parts = 6;
  const figures = new Map();
  for (let part = 0; part < parts; part += 1) {
    const random = createRandom(SEED);
    const model = quantise(
      train(
        makeRows(random, (index) => index % parts !== part),
        random,
      ),
    );
    for (const row of makeRows(random, (index) => index % parts === part)) {
      const figure = figures.get(row.text) ?? { ...row, right: 0, all: 0, wrong: "" };
      const right = score(model, row.sentence) >= THRESHOLD === row.claim;
      figures.set(row.text, {
        ...figure,
        right: figure.right + (right ? 1 : 0),
        all: figure.all + 1,
        wrong: right ? figure.wrong : row.sentence,
      });
    }
  }
  const list = [...figures.values()];
  for (const { language, claim, text, right, all, wrong } of list.filter((figure) => figure.right / figure.all < 0.8)) {
    process.stdout.write(`${language} ${claim ? "+" : "-"} ${((100 * right) / all).toFixed(0)} %  ${text.slice(0, 60)}   e.g. ${wrong}\n`);
  }
  for (const claim of [true, false]) {
    const some = list.filter((figure) => figure.claim === claim);
    const mean = some.reduce((sum, { right, all }) => sum + right / all, 0) / some.length;
    process.stdout.write(
      `${claim ? "claims found" : "plain left alone"} in templates never seen: ${mean.toFixed(3)} (${some.length} templates)\n`,
    );
  }
}

function write() {
  const random = createRandom(SEED);
  const rows = makeRows(random, () => true);
  const { steps, scale, bias } = quantise(train(rows, random));
  const source = [
    `// Made by scripts/train-claims.mjs from ${rows.length} sentences of scripts/claims-data; do not edit, train again.`,
    `export const CLAIM_SCALE = ${scale};`,
    `export const CLAIM_BIAS = ${bias};`,
    "/** Features and their weights, as readWeights in claims.ts takes them apart. */",
    `export const CLAIM_WEIGHTS =
  "${pack(steps)}";`,
    "",
  ].join("\n");
  writeFileSync(WEIGHTS, source);
  process.stdout.write(`${rows.length} sentences, ${source.length} bytes\n`);
}

if (process.argv.includes("--check")) check();
else write();
