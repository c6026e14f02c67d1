// Makes the sentences that the firewall's model learns from, out of the templates of scripts/firewall-data/.
import { readFileSync } from "node:fs";

const DATA = new URL("./firewall-data/", import.meta.url);
/** Choices within choices, and names within names. */
const DEEPEST = 8;

/** What a file holds: words by name, and templates with their lines' places. */
export function readTemplates(file) {
  const names = new Map();
  const templates = [];
  for (const [at, line] of readFileSync(new URL(file, DATA), "utf8").split("\n").entries()) {
    const name = /^<([a-z]+)>: (.*)$/u.exec(line);
    if (name) names.set(name[1], name[2].split(" | "));
    else if (line !== "" && !line.startsWith("# ")) templates.push({ line, at });
  }
  return { names, templates };
}

/** Up to `count` different sentences of each template: `{one|or another}`, `<name>` for a word of the line `<name>: one | another`. */
export function firewallSentences(file, random, count) {
  const { names, templates } = readTemplates(file);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const sentences = templates.flatMap(({ line, at }) => {
    const made = new Set(Array.from({ length: count }, () => expand(line)));
    return [...made].map((text) => ({ text, template: at }));
  });
  return sentences;

  function expand(line) {
    let text = line;
    for (let depth = 0; depth < DEEPEST; depth += 1) {
      const next = text
        .replaceAll(/\{([^{}]*\|[^{}]*)\}/gu, (_, choices) => pick(choices.split("|")))
        .replaceAll(/<([a-z]+)>/gu, (whole, word) => (names.has(word) ? pick(names.get(word)) : whole));
      if (next === text) break;
      text = next;
    }
    return text.trim();
  }
}
