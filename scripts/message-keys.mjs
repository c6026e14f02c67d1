// Writes src/languages/message-keys.ts (not in git): a type of all message keys, from the English files, so that a misspelled key does not compile.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";

const folder = join(import.meta.dirname, "../src/languages");
const files = globSync("en/*.yaml", {
  cwd: folder,
  exclude: ["en/later.yaml", "en/numbers.yaml", "en/sentences.yaml", "en/told.yaml"],
}).sort();
const keysOf = (chosen) => chosen.flatMap((file) => Object.keys(parse(readFileSync(join(folder, file), "utf8"))));
const union = (keys) => keys.map((key) => `  | "${key}"`).join("\n");
const isPage = (file) => basename(file) === "page.yaml";

writeFileSync(
  join(folder, "message-keys.ts"),
  `// Written by scripts/message-keys.mjs from en/*.yaml at each \`npm run check\`.

/** Messages of the chat and of what the console's server answers. */
export type MessageKey =
${union(keysOf(files.filter((file) => !isPage(file))))};

/** Messages of the console's page. */
export type PageKey =
${union(keysOf(files.filter(isPage)))};
`,
);
