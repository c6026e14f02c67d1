// Finds what says the same as a row of a test: templates of scripts/firewall-data/, which are to be this project's own words, and texts of others.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readTemplates } from "./firewall-sentences.mjs";

/** So many words in a row are no chance. */
const RUN = 8;
/** Of a run that is being made, the last words are looked up at once: nearly all choices end there. */
const LOOKED_UP = 3;
const END = { choices: [] };

/**
 * Templates some choice of which has eight words in a row of any row of the folder (attacks.jsonl, benign.jsonl), upper case and punctuation
 * aside: `file:line: words`.
 */
export function borrowedTemplates(folder) {
  const known = knownRuns(rowsOf(folder));
  return ["attacks.txt", "benign.txt"].flatMap((file) => {
    const { names, templates } = readTemplates(file);
    return templates.flatMap(({ line, at }) => {
      const run = borrowedRun(line, names, known);
      return run ? [`${file}:${at + 1}: ${run}`] : [];
    });
  });
}

/** Tells of a text whether it has eight words in a row of any row of the folder. */
export function createOverlap(folder) {
  const known = knownRuns(rowsOf(folder));
  return (text) => {
    const words = wordsOf(text);
    return words.some((_, at) => at + RUN <= words.length && known.has(words.slice(at, at + RUN).join(" ")));
  };
}

function rowsOf(folder) {
  return ["attacks.jsonl", "benign.jsonl"].flatMap((file) => {
    const lines = readFileSync(join(folder, file), "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line).text);
  });
}

function knownRuns(texts) {
  const known = new Set();
  for (const text of texts) {
    const words = wordsOf(text);
    for (const length of [...Array.from({ length: LOOKED_UP }, (_, at) => at + 1), RUN]) {
      for (let at = 0; at + length <= words.length; at += 1) known.add(words.slice(at, at + length).join(" "));
    }
  }
  return known;
}

function wordsOf(text) {
  return plainOf(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function plainOf(text) {
  return text.normalize("NFKC").toLowerCase().replaceAll(/['’]/gu, "");
}

function borrowedRun(line, names, known) {
  const starts = new Set();
  starts.add(graphOf(line, END, { names, starts }));
  for (const start of starts) {
    const run = runFrom(start, { word: "", words: [] }, known);
    if (run) return run;
  }
  return undefined;
}

/** All that a template can say: a node has a sign and what follows it, or choices. Behind what is no letter a word may start. */
function graphOf(text, next, { names, starts }) {
  return partsOf(text, names).reduceRight((rest, part) => {
    if (Array.isArray(part)) return { choices: part.map((choice) => graphOf(choice, rest, { names, starts })) };
    return Array.from(plainOf(part)).reduceRight((after, sign) => {
      if (!isLetter(sign)) starts.add(after);
      return { sign, after };
    }, rest);
  }, next);
}

const isLetter = (sign) => /[\p{L}\p{M}\p{N}]/u.test(sign);

/** Literal texts, and lists of choices, as the sentences are made from them. */
function partsOf(text, names) {
  const [, before, rest] = /^([^{<]*)(.*)$/su.exec(text);
  if (rest === "") return [before];
  const name = /^<([a-z]+)>/u.exec(rest);
  if (name && names.has(name[1])) return [before, names.get(name[1]), ...partsOf(rest.slice(name[0].length), names)];
  const choices = choicesOf(rest);
  if (choices.length > 1) return [before, choices, ...partsOf(rest.slice(choices.join("|").length + 2), names)];
  return [before + rest[0], ...partsOf(rest.slice(1), names)];
}

/** Of the braces that a text starts with; none if it does not. */
function choicesOf(text) {
  const choices = [""];
  if (!text.startsWith("{")) return [];
  let depth = 0;
  for (const sign of text.slice(1)) {
    if (sign === "}" && depth === 0) return choices;
    if (sign === "|" && depth === 0) choices.push("");
    else choices[choices.length - 1] += sign;
    if (sign === "{") depth += 1;
    if (sign === "}") depth -= 1;
  }
  return [];
}

function runFrom(node, { word, words }, known) {
  const ends = node === END || ("sign" in node && !isLetter(node.sign));
  if (!ends) {
    const nexts = node.choices?.map((choice) => [choice, word]) ?? [[node.after, word + node.sign]];
    for (const [next, grown] of nexts) {
      const run = runFrom(next, { word: grown, words }, known);
      if (run) return run;
    }
    return undefined;
  }
  const grown = word === "" ? words : [...words, word];
  if (grown.length > 0 && !known.has(grown.slice(-LOOKED_UP).join(" "))) return undefined;
  if (grown.length === RUN) return known.has(grown.join(" ")) ? grown.join(" ") : undefined;
  return node === END ? undefined : runFrom(node.after, { word: "", words: grown }, known);
}
