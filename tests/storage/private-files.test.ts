import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Checkpoints } from "../../src/storage/checkpoints.ts";
import { AssistantDatabase, DataLock, keepToThisUser } from "../../src/storage/database.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);
const modesIn = (folder: string) => Object.fromEntries(readdirSync(folder).map((file) => [file, modeOf(join(folder, file))]));

/** All files of the service, written to. */
function openAll(folder: string): DisposableStack {
  const stack = new DisposableStack();
  stack.use(new DataLock(join(folder, "service.lock")));
  stack.use(new AssistantDatabase(join(folder, "assistant.db"))).sqlite.exec("INSERT OR IGNORE INTO core_starts (at) VALUES (7)");
  stack.use(new Checkpoints(join(folder, "langgraph_checkpoints.db")));
  return stack;
}

it("every file is this user's alone, those beside the databases too, and so is their folder", () => {
  const folder = join(temporaryFolder(), "new", "data");
  using _files = openAll(folder);
  const modes = modesIn(folder);
  expect(Object.keys(modes)).toEqual(
    expect.arrayContaining([
      "assistant.db",
      "assistant.db-wal",
      "assistant.db-shm",
      "langgraph_checkpoints.db",
      "langgraph_checkpoints.db-wal",
    ]),
  );
  expect(new Set(Object.values(modes))).toEqual(new Set(["600"]));
  expect(modeOf(folder)).toBe("700");
});

it("what was there with a wider mode is closed, and keeps its contents", () => {
  const folder = join(temporaryFolder(), "data");
  openAll(folder).dispose();
  // as a crash leaves it
  for (const end of ["-wal", "-shm"]) writeFileSync(join(folder, `assistant.db${end}`), "");
  chmodSync(folder, 0o777);
  for (const file of readdirSync(folder)) chmodSync(join(folder, file), 0o666);

  using _files = openAll(folder);
  expect(new Set(Object.values(modesIn(folder)))).toEqual(new Set(["600"]));
  expect(modeOf(folder)).toBe("700");
});

it("a file is not emptied, and a folder for everybody stays one", () => {
  const folder = join(temporaryFolder(), "shared");
  mkdirSync(folder);
  chmodSync(folder, 0o1777);
  const path = join(folder, "assistant.db");
  writeFileSync(path, "words");
  keepToThisUser(path);
  expect([readFileSync(path, "utf8"), modeOf(path), modeOf(folder)]).toEqual(["words", "600", "1777"]);
});
