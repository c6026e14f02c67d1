// Reads harmless documents from repositories of others, which scripts/firewall-data/sources.json lists with their commits and licences. They are
// there when the model is trained, as clones in a folder, and never in the project.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createOverlap } from "./firewall-overlap.mjs";

const LIST = new URL("./firewall-data/sources.json", import.meta.url);
/** A repository of more files is read in part. */
const MOST_FILES = 400;
/** Characters of a text: shorter ones are titles, longer ones lists. */
const SHORTEST = 10;
const LONGEST = 3000;
const FRONT_MATTER = /^---\n[\s\S]*?\n---\n/;

/** The sources that a folder does not have, or not at their commit: `owner/name@commit`. */
export function missingSources(folder) {
  return listOf()
    .filter(({ repository, commit }) => !has(directoryOf(folder, repository), commit))
    .map(({ repository, commit }) => `${repository}@${commit}`);
}

/**
 * Texts of all sources, `{id, text, weight}`: the same ones each time, some of each. Of `rows`, a folder with rows of a test, none shares eight words in a
 * row with one; how many of each source did is told by `onSource`.
 */
export function readSources(folder, { rows, onSource }) {
  const overlaps = createOverlap(rows);
  return listOf().flatMap((source) => {
    const texts = textsOf(directoryOf(folder, source.repository), source);
    const kept = texts.filter(({ text }) => !overlaps(text));
    onSource(`${source.repository}: ${kept.length} texts, ${texts.length - kept.length} left out that share words with a row`);
    return kept;
  });
}

function listOf() {
  return JSON.parse(readFileSync(LIST, "utf8"));
}

/** A clone, with or without its files beside it. */
function directoryOf(folder, repository) {
  return join(folder, repository.replace("/", "+"));
}

function has(directory, commit) {
  if (!existsSync(directory)) return false;
  try {
    git(directory, ["cat-file", "-e", `${commit}^{commit}`]);
    return true;
  } catch {
    return false;
  }
}

function git(directory, args) {
  return execFileSync("git", ["-C", directory, ...args], { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
}

/** Some of a source's texts: of its sections, of its files if those are short (`whole`), or of what `pattern` finds. */
function textsOf(directory, { repository, commit, files, texts: count, weight, ...parts }) {
  const wanted = new RegExp(files, "u");
  const names = git(directory, ["ls-tree", "-r", "--name-only", commit]).split("\n");
  const read = some(
    names.filter((name) => wanted.test(name)).map((name) => ({ name, text: name })),
    MOST_FILES,
  ).flatMap(({ name }) => {
    const text = git(directory, ["show", `${commit}:${name}`]).replace(FRONT_MATTER, "");
    return partsOf(text, parts).map((part, at) => ({ id: `${repository} ${name} ${at}`, weight, text: part }));
  });
  const different = new Map(read.map((one) => [one.text, one]));
  return some(
    [...different.values()].filter(({ text }) => text.trim().length >= SHORTEST && text.length <= LONGEST),
    count,
  );
}

function partsOf(text, { whole, pattern }) {
  if (pattern) return [...text.matchAll(new RegExp(pattern, "gmu"))].map(([, part]) => part);
  return whole ? [text] : text.split(/^(?=#)/mu);
}

/** As many as are wanted, spread over all of them, the same ones each time. */
function some(items, count) {
  const ordered = items.map((item) => ({ item, order: orderOf(item.text) })).toSorted((one, other) => one.order - other.order);
  return ordered.slice(0, count).map(({ item }) => item);
}

/** FNV-1a, 32 bits. */
function orderOf(text) {
  let bits = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
  return bits >>> 0;
}
