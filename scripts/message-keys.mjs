// Writes src/languages/message-keys.ts (not in git): a type of all message keys, from the English files, so that a misspelled key does not compile.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const folder = join(import.meta.dirname, "../src/languages");
const files = globSync("en/messages/*.yaml", { cwd: folder }).sort();
const keysOf = (chosen) => chosen.flatMap((file) => Object.keys(parse(readFileSync(join(folder, file), "utf8"))));
const union = (keys) => keys.map((key) => `  | "${key}"`).join("\n");

writeFileSync(
  join(folder, "message-keys.ts"),
  `// Written by scripts/message-keys.mjs from en/messages/*.yaml and en/page.yaml at each \`npm run check\`.

/** Messages of the chat and of what the console's server answers. */
export type MessageKey =
${union(keysOf(files))};

/** Messages of the console's page. */
export type PageKey =
${union(keysOf(["en/page.yaml"]))};
`,
);
