import { openReader } from "../src/storage/database.ts";

/** Runs in a worker thread: writes a compact copy of a database, as a backup does. Sizes in bytes do not matter. */
export function copyDatabase({ path, to }: { readonly path: string; readonly to: string }): void {
  const sqlite = openReader(path);
  try {
    sqlite.prepare("VACUUM INTO ?").run(to);
  } finally {
    sqlite.close();
  }
}
