import { existsSync, mkdirSync, readdirSync, readFileSync as readOf, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { copyForBackup, endBackup, isSameFile, keepAtRest } from "../../src/storage/backup-copy.ts";
import { restoreCopy, restoredAt } from "../../src/storage/backup-restore.ts";
import { AssistantDatabase, DatabaseError } from "../../src/storage/database.ts";
import { createSessionStore, createTurnStore } from "../../src/storage/turns/turns.ts";
import { CHAT, NOW } from "./stores.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const HOUR = 3_600_000;

/** A folder of data, whose database holds messages by their times. */
function createData() {
  const dataDir = temporaryFolder();
  const live = join(dataDir, "assistant.db");
  const copy = join(dataDir, "backup/assistant-copy.db");
  const other = join(dataDir, "backup/assistant-other.db");
  const writeTo = (database: AssistantDatabase, text: string, at: number) => {
    const sessionId = createSessionStore({ database, timeoutMs: 1_000 * HOUR }).current(CHAT, "anna", at);
    createTurnStore({ database }).insert({
      ...CHAT,
      ...{ id: text, messageId: text, text, sessionId, sentAt: at, receivedAt: at },
      ...{ threadId: undefined, personId: "anna", personName: "Anna", role: "owner", language: "en", isPrivate: true, kind: "text" },
      ...{ origin: "person", replyTo: undefined, editSeen: false, status: "received", crashes: 0, isParked: false },
    });
  };
  return {
    dataDir,
    live,
    copy,
    other,
    /** Opens the database, has a message written, and closes it in good order. */
    says(text: string, at: number) {
      using database = new AssistantDatabase(live);
      writeTo(database, text, at);
    },
    writeTo,
    /** What the database holds, of which no copy counts. */
    texts(file = live): readonly unknown[] {
      const sqlite = new Sqlite(file, { readonly: true });
      try {
        return sqlite.prepare("SELECT text FROM turns ORDER BY received_at").pluck().all();
      } finally {
        sqlite.close();
      }
    },
    restores: (at = NOW + 100 * HOUR) => restoreCopy({ dataDir, at }),
    /** As a restore of the Supervisor: all that was there goes, and what the backup held is there. */
    comesOutOfABackup() {
      for (const name of readdirSync(dataDir)) if (name !== "backup") rmSync(join(dataDir, name));
    },
  };
}

it("copies what is committed while the service writes on, and the copy alone makes the database again", () => {
  const data = createData();
  const service = new AssistantDatabase(data.live);
  data.writeTo(service, "before", NOW);
  copyForBackup({ dataDir: data.dataDir, at: NOW + 1 });
  data.writeTo(service, "after", NOW + HOUR);
  service[Symbol.dispose]();
  data.comesOutOfABackup();

  expect(data.restores()).toBe("restored");

  expect(data.texts()).toEqual(["before"]);
  using restored = new AssistantDatabase(data.live);
  expect(restored.sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(restoredAt(restored.sqlite)).toBe(NOW + 100 * HOUR);
  expect(readdirSync(join(data.dataDir, "backup"))).toEqual([]);
});

it("copies tables of words and of vectors too", () => {
  const data = createData();
  {
    using service = new AssistantDatabase(data.live);
    expect(service.vectorsProblem()).toBeUndefined();
    service.sqlite.exec(`
      CREATE VIRTUAL TABLE probe USING vec0(id INTEGER PRIMARY KEY, vector FLOAT[2]);
      INSERT INTO probe VALUES (7, '[1, 2]');
    `);
    copyForBackup({ dataDir: data.dataDir, at: NOW });
  }
  data.comesOutOfABackup();
  data.restores();
  using restored = new AssistantDatabase(data.live);
  expect(restored.vectorsProblem()).toBeUndefined();
  const nearest = restored.sqlite.prepare("SELECT id FROM probe WHERE vector MATCH '[1, 2]' AND k = 1").pluck();
  expect(nearest.get()).toBe(7);
  restored.sqlite.exec("INSERT INTO conversation_fts (conversation_fts) VALUES ('integrity-check')");
});

it("keeps the database over a copy that a broken backup left, and what was written or forgotten since", () => {
  const data = createData();
  data.says("a secret", NOW);
  copyForBackup({ dataDir: data.dataDir, at: NOW + 1 });
  {
    using service = new AssistantDatabase(data.live);
    service.sqlite.exec("DELETE FROM turns");
    data.writeTo(service, "later", NOW - HOUR); // a clock that was put back does not make it older
  }
  expect(data.restores()).toBe("nothing");
  expect(data.texts()).toEqual(["later"]);
  expect(existsSync(data.copy)).toBe(false);
});

it("at rest has the database under the copy's name, which a stopped app's backup takes", () => {
  const data = createData();
  data.says("hello", NOW);
  keepAtRest({ dataDir: data.dataDir, at: NOW });
  keepAtRest({ dataDir: data.dataDir, at: NOW });
  expect(isSameFile(data.live, data.copy)).toBe(true);

  expect(data.restores()).toBe("nothing");
  expect(existsSync(data.copy)).toBe(false);
  expect(data.texts()).toEqual(["hello"]);

  keepAtRest({ dataDir: data.dataDir, at: NOW });
  data.comesOutOfABackup();
  expect(data.restores()).toBe("restored");
  expect(data.texts()).toEqual(["hello"]);
});

it("at rest folds back what a killed service left in the log", () => {
  const data = createData();
  const killed = new AssistantDatabase(data.live);
  data.writeTo(killed, "in the log", NOW);
  const left = createData();
  for (const end of ["", "-wal"]) writeFileSync(`${left.live}${end}`, readOf(`${data.live}${end}`)); // as a killed process leaves them
  killed[Symbol.dispose]();

  keepAtRest({ dataDir: left.dataDir, at: NOW });
  left.comesOutOfABackup();
  expect(left.restores()).toBe("restored");
  expect(left.texts()).toEqual(["in the log"]);
});

it("plays no log of another database into the restored one, and takes none of its stopped runs", () => {
  const data = createData();
  data.says("copied", NOW);
  copyForBackup({ dataDir: data.dataDir, at: NOW });
  const service = new AssistantDatabase(data.live);
  data.writeTo(service, "in the log", NOW + 1);
  const log = readOf(`${data.live}-wal`);
  service[Symbol.dispose]();
  rmSync(data.live);
  writeFileSync(`${data.live}-wal`, log);
  writeFileSync(join(data.dataDir, "langgraph_checkpoints.db"), "of another database");

  expect(data.restores()).toBe("restored");
  expect(data.texts()).toEqual(["copied"]);
  expect(existsSync(join(data.dataDir, "langgraph_checkpoints.db"))).toBe(false);
});

it("takes a copy that was made of this very database later and has all of its messages", () => {
  const data = createData();
  data.says("old", NOW);
  const old = readOf(data.live);
  data.says("new", NOW + HOUR);
  copyForBackup({ dataDir: data.dataDir, at: NOW + 2 * HOUR });
  writeFileSync(data.live, old);
  expect(data.restores()).toBe("restored");
  expect(data.texts()).toEqual(["old", "new"]);
});

it("keeps an older database that was written to since the copy was made, and the copy", () => {
  const data = createData();
  data.says("old", NOW);
  const old = readOf(data.live);
  data.says("new", NOW + HOUR);
  copyForBackup({ dataDir: data.dataDir, at: NOW + 2 * HOUR });
  writeFileSync(data.live, old);
  data.says("newer", NOW - HOUR); // by a clock that was put back
  expect(data.restores()).toBe("kept-both");
  expect([data.texts(), data.texts(data.other)]).toEqual([
    ["newer", "old"],
    ["old", "new"],
  ]);
});

it("touches a copy that it did not take no more, and whoever puts it in the database's place has both still", () => {
  const [data, backup] = [createData(), createData()];
  backup.says("from the backup", NOW);
  copyForBackup({ dataDir: backup.dataDir, at: NOW });
  data.says("here", NOW);
  mkdirSync(join(data.dataDir, "backup"));
  renameSync(backup.copy, data.copy);
  expect(data.restores()).toBe("kept-both");

  copyForBackup({ dataDir: data.dataDir, at: NOW + 1 });
  endBackup(data.dataDir);
  keepAtRest({ dataDir: data.dataDir, at: NOW + 2 });
  expect([data.restores(), data.texts(), data.texts(data.other)]).toEqual(["nothing", ["here"], ["from the backup"]]);

  keepAtRest({ dataDir: data.dataDir, at: NOW + 3 });
  renameSync(data.other, data.live);
  expect([data.restores(), data.texts(), data.texts(data.other)]).toEqual(["kept-both", ["from the backup"], ["here"]]);
});

it("keeps a copy of this very database that was put in its place, though that one was copied more often since and has more", () => {
  const data = createData();
  data.says("old", NOW);
  const old = readOf(data.live);
  copyForBackup({ dataDir: data.dataDir, at: NOW });
  writeFileSync(data.live, old);
  data.says("newer", NOW + HOUR);
  expect(data.restores()).toBe("kept-both");

  for (const at of [1, 2, 3]) copyForBackup({ dataDir: data.dataDir, at });
  keepAtRest({ dataDir: data.dataDir, at: 4 });
  renameSync(data.other, data.live);
  expect([data.restores(), data.texts(), data.texts(data.other)]).toEqual(["kept-both", ["old"], ["old", "newer"]]);
});

it("puts no copy over another that was not taken before", () => {
  const [data, backup] = [createData(), createData()];
  backup.says("from a backup", NOW);
  data.says("here", NOW);
  for (const isSecond of [false, true]) {
    if (isSecond) backup.says("later", NOW + HOUR);
    copyForBackup({ dataDir: backup.dataDir, at: NOW });
    mkdirSync(join(data.dataDir, "backup"), { recursive: true });
    renameSync(backup.copy, data.copy);
    expect(data.restores()).toBe("kept-both");
  }
  expect([data.texts(data.other), data.texts(join(data.dataDir, "backup/assistant-other-2.db"))]).toEqual([
    ["from a backup"],
    ["from a backup", "later"],
  ]);
});

it("keeps a database that the copy was not made of, unless nothing was ever said to it", () => {
  const [data, other] = [createData(), createData()];
  data.says("ours", NOW);
  copyForBackup({ dataDir: data.dataDir, at: NOW });
  mkdirSync(join(other.dataDir, "backup"));
  renameSync(data.copy, other.copy);
  other.says("theirs", NOW - HOUR);
  expect(other.restores()).toBe("kept-both");
  expect(other.texts()).toEqual(["theirs"]);

  renameSync(other.other, other.copy);
  rmSync(other.live);
  new AssistantDatabase(other.live)[Symbol.dispose]();
  expect(other.restores()).toBe("restored");
  expect(other.texts()).toEqual(["ours"]);
});

it("keeps a restored database over copies of the one that it was restored from", () => {
  const data = createData();
  data.says("copied", NOW);
  copyForBackup({ dataDir: data.dataDir, at: NOW });
  const first = readOf(data.copy);
  data.says("lost", NOW + HOUR);
  copyForBackup({ dataDir: data.dataDir, at: NOW + 2 * HOUR });
  const second = readOf(data.copy);
  writeFileSync(data.copy, first);
  rmSync(data.live);
  expect(data.restores()).toBe("restored");

  writeFileSync(data.copy, second);
  expect(data.restores()).toBe("kept-both");
  expect(data.texts()).toEqual(["copied"]);
});

it("begins with a damaged copy nothing, and says so", () => {
  const data = createData();
  data.says("hello", NOW);
  copyForBackup({ dataDir: data.dataDir, at: NOW });
  rmSync(data.live);
  writeFileSync(data.copy, readOf(data.copy).fill(7, 8_192, 20_000));
  expect(() => data.restores()).toThrow(DatabaseError);
  expect(() => data.restores()).toThrow(/is damaged.*Restore another backup, or delete the copy/);
  expect([existsSync(data.live), existsSync(data.copy)]).toEqual([false, true]);
});

it("leaves a database that cannot be read where it is", () => {
  const data = createData();
  data.says("hello", NOW);
  copyForBackup({ dataDir: data.dataDir, at: NOW });
  writeFileSync(data.live, "no database");
  expect(data.restores()).toBe("kept-both");
  expect(readOf(data.live).toString()).toBe("no database");
  expect(data.texts(data.other)).toEqual(["hello"]);
});

it("goes on with a restore that was cut off", () => {
  const data = createData();
  data.says("hello", NOW);
  copyForBackup({ dataDir: data.dataDir, at: NOW });
  data.comesOutOfABackup();
  renameSync(data.copy, join(data.dataDir, "backup/assistant-restoring.db"));
  expect(data.restores()).toBe("restored");
  expect(data.texts()).toEqual(["hello"]);
});

it("leaves no half copy where the disk refuses, and takes a copy away after the backup", () => {
  const data = createData();
  data.says("hello", NOW);
  mkdirSync(join(data.dataDir, "backup"));
  mkdirSync(data.copy);
  expect(() => copyForBackup({ dataDir: data.dataDir, at: NOW })).toThrow();
  expect(readdirSync(join(data.dataDir, "backup"))).toEqual(["assistant-copy.db"]);
  rmSync(data.copy, { recursive: true });
  copyForBackup({ dataDir: data.dataDir, at: NOW });
  endBackup(data.dataDir);
  expect(readdirSync(join(data.dataDir, "backup"))).toEqual([]);
});

it("does nothing where there is no database yet", () => {
  const data = createData();
  copyForBackup({ dataDir: data.dataDir, at: NOW });
  keepAtRest({ dataDir: data.dataDir, at: NOW });
  expect([data.restores(), existsSync(data.copy)]).toEqual(["nothing", false]);
});

it("takes every copy that a backup left away when words are forgotten, for it holds them", () => {
  const data = createData();
  data.says("a secret", NOW);
  copyForBackup({ dataDir: data.dataDir, at: NOW });
  for (const name of ["other", "other-2"]) writeFileSync(join(data.dataDir, `backup/assistant-${name}.db`), readOf(data.copy));
  using service = new AssistantDatabase(data.live);
  service.rewrite();
  expect(readdirSync(join(data.dataDir, "backup"))).toEqual([]);
});
