import { execFile } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "../..");

/** Where the page lies that the tests look at: where the service looks for it too. */
export const BUILT_PAGE = join(ROOT, "dist/console");

/** What the page is made of, besides packages: a folder's own time tells of a file that was removed. */
const MADE_OF = [
  "src/console-ui",
  "src/console-ui/**/*",
  "src/languages/*/page.yaml",
  "src/channels/console/wire.ts",
  "scripts/build-console.mjs",
  "package-lock.json",
];

/** Once before all tests; a page that is newer than what it is made of is taken as it is. */
export async function setup(): Promise<void> {
  const built = join(BUILT_PAGE, "index.html");
  const changedAt = Math.max(...globSync(MADE_OF, { cwd: ROOT }).map((file) => statSync(join(ROOT, file)).mtimeMs));
  if (existsSync(built) && statSync(built).mtimeMs > changedAt) return;
  await promisify(execFile)(process.execPath, [join(ROOT, "scripts/build-console.mjs"), BUILT_PAGE]);
}
