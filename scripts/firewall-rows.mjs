// Reads what the firewall's model is trained and measured with (scripts/train-firewall.mjs): rows, texts and templates, as features.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import MANUALS from "../eval/rows/manuals.json" with { type: "json" };
import { marksOf, piecesOf, windowsOf } from "../src/security/injection/firewall.ts";
import { createSentenceReader, joined, visitFeatures } from "../src/security/injection/firewall-features.ts";
import { plainText } from "../src/security/injection/firewall-plain.ts";
import { createReadings, hiddenSentences, isPigLatin } from "../src/security/injection/firewall-readings.ts";
import { firewallSentences } from "./firewall-sentences.mjs";
import { readSources } from "./firewall-sources.mjs";

/** Pages of ours; those that quote attacks are no examples of harmless ones. */
const PAGES = "{README,CHANGELOG,AGENTS,docs/**/*}.md";
const QUOTES_ATTACKS = /security|firewall/;
const ROOT = new URL("../", import.meta.url);
const SENTENCES_OF_TEMPLATE = { attack: 9, benign: 12 };
/** Every such attack is learned with harmless words around it, too, of so many characters on each side: texts do not always part sentences. */
const EMBEDDED = 3;
const AROUND = 40;
const EMBEDDED_WEIGHT = 0.1;
const TEMPLATE_WEIGHT = 0.4;
/** Characters of a row. */
const LONGEST = 20_000;

/** Rows of a test, `{id, text, attack, group, windows, …}`: attacks whose words give them away, and harmless texts. */
export function readRows(folder) {
  const read = (file) =>
    readFileSync(join(folder, file), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  const attacks = read("attacks.jsonl").filter((row) => row.class === "explicit");
  return [...attacks.map((row) => ({ ...row, attack: true })), ...read("benign.jsonl").map((row) => ({ ...row, attack: false }))].map(
    (row) => ({ ...row, group: groupOf(row), ...readText(row.text) }),
  );
}

/** MIT, Apache and Creative Commons without a further condition; nothing whose licence nobody checked, as what a fork added to AgentDojo. */
export function isAllowed({ license, source }) {
  return /^(MIT|Apache-2\.0|CC BY 4\.0)/.test(license) && !/not verified|dailylife/.test(license + source);
}

/** The sections of our own pages and manuals, as harmless documents. They are learned from and never judged. */
export function readPages() {
  const pages = globSync(PAGES, { cwd: ROOT })
    .filter((file) => !QUOTES_ATTACKS.test(file))
    .toSorted()
    .flatMap((file) => readFileSync(new URL(file, ROOT), "utf8").split(/^(?=#)/mu));
  const manuals = [...MANUALS.boiler, ...MANUALS.dishwasher, ...MANUALS.heatPump].map(
    ({ title, text }) => `${title}\n${text.replace("{injected}", "")}`,
  );
  return [...pages, ...manuals].map((text, at) => ({ id: `page ${at}`, attack: false, ...readText(text) }));
}

/** Texts of others (firewall-sources.mjs), as harmless documents. Of each only the windows that sound most like an attack are learned from. */
export function readDocuments(folder, { rows, onSource }) {
  return readSources(folder, { rows, onSource }).map(({ id, weight, text }) => ({
    id,
    weight,
    attack: false,
    worstOnly: true,
    ...readText(text),
  }));
}

/** As screenText cuts it up. */
function readText(source) {
  const { text, hidden } = plainText(source.slice(0, LONGEST), { markup: true });
  const pieces = piecesOf(text);
  const read = pieces.map((piece) => readSentence(piece.text));
  const readings = createReadings(text);
  return {
    coded: hidden > 0 || hiddenSentences(text).length > 0 || marksOf(text).length > 0,
    windows: windowsOf(pieces).map(({ from, to }) => {
      const window = text.slice(pieces[from].start, pieces[to - 1].end);
      return {
        features: featuresOf(joined(read.slice(from, to))),
        coded: isPigLatin(window),
        others: readings(window).map((reading) => featuresOf(readSentence(reading))),
      };
    }),
  };
}

/** Rows of one maker share their wording. */
function groupOf({ source, kind }) {
  if (source.includes("garak")) return `garak ${kind.split(/[-/]/)[0]}`;
  const known = ["CyberSecEval", "AgentDojo", "InjecAgent", "NotInject", "PIGuard", "BIPIA", "SLURP", "OHF-Voice", "addons", "ha-mcp"];
  return known.find((name) => source.includes(name)) ?? kind;
}

const readSentence = createSentenceReader();

function featuresOf(sentence) {
  const found = new Set();
  visitFeatures(sentence, (feature) => found.add(feature));
  return Int32Array.from(found);
}

/** Samples of the templates of scripts/firewall-data/, `{features, target, weight, of}`. */
export function makeTemplates(random) {
  const attacks = firewallSentences("attacks.txt", random, SENTENCES_OF_TEMPLATE.attack);
  const benign = firewallSentences("benign.txt", random, SENTENCES_OF_TEMPLATE.benign);
  const pick = () => benign[Math.floor(random() * benign.length)].text;
  const sample = (target, { text, template }, weight = TEMPLATE_WEIGHT) => ({
    features: featuresOf(readSentence(text)),
    target,
    weight,
    of: `${target} ${template}`,
  });
  return [
    ...attacks.map((one) => sample(1, one)),
    ...attacks
      .filter((_, at) => at % EMBEDDED === 0)
      .map((one) => sample(1, { ...one, text: `${pick().slice(-AROUND)} ${one.text} ${pick().slice(0, AROUND)}` }, EMBEDDED_WEIGHT)),
    ...benign.map((one) => sample(0, one)),
  ];
}
