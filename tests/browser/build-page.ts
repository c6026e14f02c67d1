import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "../..");

/** Where the page lies that the tests look at: where the service looks for it too. */
export const BUILT_PAGE = join(ROOT, "dist/console");

/** Once before all tests. */
export async function setup(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(ROOT, "scripts/build-console.mjs"), BUILT_PAGE]);
}
