import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { createLogger } from "../../src/observability/logger.ts";
import { AssistantDatabase, DatabaseError } from "../../src/storage/database.ts";
import { MIGRATIONS } from "../../src/storage/migrations/migrations.ts";
import { NOW, openStores } from "./stores.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { writtenCommits } from "./written-commits.ts";

function refusal(path: string): DatabaseError {
  try {
    new AssistantDatabase(path)[Symbol.dispose]();
  } catch (error) {
    if (error instanceof DatabaseError) return error;
    throw error;
  }
  throw new Error(`${path} was opened`);
}

/** A database of an earlier run, closed. */
function writtenBefore(): string {
  const path = join(temporaryFolder(), "assistant.db");
  using database = new AssistantDatabase(path);
  database.sqlite.exec("INSERT INTO core_starts (at) VALUES (7)");
  return path;
}

describe("schema", () => {
  it("is made from nothing and kept at the next start", () => {
    const path = writtenBefore();
    using database = new AssistantDatabase(path);
    expect(database.sqlite.pragma("user_version", { simple: true })).toBe(MIGRATIONS.length);
    expect(database.sqlite.prepare("SELECT at FROM core_starts").all()).toEqual([{ at: 7 }]);
  });

  it("has strict tables only", () => {
    const { database } = openStores();
    const tables = database.sqlite.pragma("table_list") as { schema: string; name: string; type: string; strict: number }[];
    const own = tables.filter(({ schema, name, type }) => schema === "main" && type === "table" && !name.startsWith("sqlite_"));
    expect(own.length).toBeGreaterThan(30);
    expect(own.filter(({ strict }) => strict !== 1)).toEqual([]);
  });

  it("of a newer version is refused with what to do, and the file is left alone", () => {
    const path = writtenBefore();
    const raw = new Sqlite(path);
    raw.pragma("user_version = 999");
    raw.close();
    const before = readFileSync(path);
    const error = refusal(path);
    expect(error.message).toContain(path);
    expect(error.message).toMatch(/newer version \(schema 999, this one knows \d+\).*Update the app, or restore the backup/);
    expect(readFileSync(path)).toEqual(before);
  });

  it("of before keeps what waits each time for an event, and forgets what was chosen of danger", () => {
    const path = join(temporaryFolder(), "assistant.db");
    const before = MIGRATIONS.findIndex((step) => step.includes("kind:danger"));
    const raw = new Sqlite(path);
    for (const step of MIGRATIONS.slice(0, before)) raw.exec(step);
    raw.pragma(`user_version = ${before}`);
    raw.pragma("foreign_keys = OFF");
    const trigger = { kind: "happening", entityIds: ["event.bell"], after: 0, isEach: true, isNext: false };
    raw
      .prepare(
        "INSERT INTO schedules (turn_id, person_id, kind, text, trigger, status, created_at) VALUES ('t', 'p', 'reminder', '', ?, 'active', 1)",
      )
      .run(JSON.stringify(trigger));
    for (const subject of ["kind:danger", "leak/binary_sensor.cellar", "kind:open", "open/binary_sensor.door"])
      raw.prepare("INSERT INTO notification_preferences (person_id, subject, factor) VALUES ('p', ?, 0)").run(subject);
    raw.close();
    using database = new AssistantDatabase(path);
    const after = database.sqlite;
    const { trigger: now } = after.prepare<[], { trigger: string }>("SELECT trigger FROM schedules").get() ?? { trigger: "{}" };
    expect(JSON.parse(now)).toEqual({ kind: "event", entityIds: ["event.bell"], after: 0, repeats: true, isNext: false });
    expect(after.prepare("SELECT subject FROM notification_preferences ORDER BY 1").pluck().all()).toEqual([
      "kind:open",
      "open/binary_sensor.door",
    ]);
  });

  it("is not half made when a step fails: the next start begins again", () => {
    const path = join(temporaryFolder(), "assistant.db");
    const raw = new Sqlite(path);
    raw.exec("CREATE TABLE outbox (of_somebody_else TEXT)");
    raw.close();
    expect(refusal(path).message).toContain("already exists");
    const after = new Sqlite(path);
    expect(after.pragma("user_version", { simple: true })).toBe(0);
    expect(after.prepare("SELECT name FROM sqlite_schema").all()).toEqual([{ name: "outbox" }]);
    after.close();
  });
});

describe("a file that cannot be used is refused in plain words", () => {
  it.each([
    ["random bytes", (path: string) => writeFileSync(path, randomBytes(20_000))],
    ["a text", (path: string) => writeFileSync(path, "hello")],
    ["a folder", (path: string) => mkdirSync(path)],
  ])("%s", (_, make) => {
    const path = join(temporaryFolder(), "assistant.db");
    make(path);
    const error = refusal(path);
    expect(error.message).toContain(path);
    expect(error.message).toMatch(/cannot be opened: .+\. Check the free space and the permissions/);
    expect(error.message).toContain("restore it from a backup");
    expect(error.cause).toBeInstanceOf(Error);
  });

  it("with a good head and a damaged list of tables", () => {
    const path = writtenBefore();
    const bytes = readFileSync(path);
    randomBytes(3_900).copy(bytes, 100);
    writeFileSync(path, bytes);
    expect(refusal(path).message).toContain("restore it from a backup");
  });

  it("cut off in the middle", () => {
    const path = writtenBefore();
    truncateSync(path, 6_000);
    expect(refusal(path).message).toContain("restore it from a backup");
  });

  it("in a folder that cannot be made", () => {
    const file = join(temporaryFolder(), "a-file");
    writeFileSync(file, "");
    expect(refusal(join(file, "data", "assistant.db")).message).toContain("permissions of its folder");
  });

  it("while another process holds it", () => {
    const path = join(temporaryFolder(), "assistant.db");
    const other = new Sqlite(path);
    other.exec("BEGIN EXCLUSIVE");
    expect(refusal(path).message).toContain("locked");
    other.close();
    new AssistantDatabase(path)[Symbol.dispose]();
  });

  it("and is not kept open", () => {
    const path = writtenBefore();
    const raw = new Sqlite(path);
    raw.pragma("user_version = 999");
    refusal(path);
    // Whoever closes last removes the log.
    raw.close();
    expect(readdirSync(dirname(path))).toEqual(["assistant.db"]);
  });
});

describe("what is on disk", () => {
  it("survives a power cut once it was acknowledged: WAL, synchronous FULL", () => {
    using database = new AssistantDatabase(join(temporaryFolder(), "assistant.db"));
    expect(database.sqlite.pragma("journal_mode", { simple: true })).toBe("wal");
    expect(database.sqlite.pragma("synchronous", { simple: true })).toBe(2);
  });

  it("holds nothing that was deleted", () => {
    const { database } = openStores();
    expect(database.sqlite.pragma("secure_delete", { simple: true })).toBe(1);
  });
});

describe("foreign keys", () => {
  it("refuse a turn without its session, and what belongs to no turn", () => {
    const { addTurn, actions, action, sessions, count } = openStores();
    expect(() => addTurn("1", { sessionId: "nowhere" })).toThrow("FOREIGN KEY");
    expect(() => actions.start(action("a"))).toThrow("FOREIGN KEY");
    const entry = { role: "person", personId: "anna", content: "hi", origin: "person" } as const;
    expect(() => sessions.append("nowhere", "100", "1", entry, NOW)).toThrow("FOREIGN KEY");
    expect([count("turns"), count("actions"), count("conversation_history")]).toEqual([0, 0, 0]);
  });
});

describe("transaction", () => {
  it("is all or nothing", () => {
    const { database, addTurn, count } = openStores();
    expect(() =>
      database.transaction(() => {
        addTurn("1");
        throw new Error("no");
      }),
    ).toThrow("no");
    expect([count("turns"), count("people"), count("conversation_sessions")]).toEqual([0, 0, 0]);
    expect(database.sqlite.inTransaction).toBe(false);
  });

  it("joins the one that is open: one commit", async () => {
    const { database, addTurn } = openStores(join(temporaryFolder(), "assistant.db"));
    const work = () => {
      addTurn("1");
      return database.transaction(() => addTurn("2").id);
    };
    expect(await writtenCommits(database.sqlite.name, () => expect(database.transaction(work)).toBe("2"))).toBe(1);
    expect(await writtenCommits(database.sqlite.name, () => database.transaction(() => {}))).toBe(0);
  });

  it("takes the write lock at its begin", () => {
    const path = join(temporaryFolder(), "assistant.db");
    const { database } = openStores(path);
    const other = new Sqlite(path, { timeout: 0 });
    database.transaction(() => {
      expect(() => other.exec("BEGIN IMMEDIATE")).toThrow("locked");
    });
    other.close();
  });
});

describe("a disk that takes nothing more", () => {
  it("full: the one write fails, what was there stays, and it goes on when there is room", () => {
    const path = join(temporaryFolder(), "assistant.db");
    const { database, addTurn, turns, count } = openStores(path);
    addTurn("1");
    const pages = Number(database.sqlite.pragma("page_count", { simple: true }));
    database.sqlite.pragma(`max_page_count = ${pages}`);
    const long = "x".repeat(100_000);
    expect(() => database.transaction(() => addTurn("2", { text: long }))).toThrow("full");
    expect(() => addTurn("3", { text: long })).toThrow("full");
    expect(database.sqlite.inTransaction).toBe(false);
    expect(turns.get("1")?.text).toBe("turn on the light");
    turns.setStatus("1", "running");
    expect(turns.get("1")?.status).toBe("running");
    database.sqlite.pragma("max_page_count = 100000");
    addTurn("4", { text: long });
    expect(count("turns")).toBe(2);
    expect(database.sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
  });

  it("what waits for the commit is told after it, once, and never of what was not kept", () => {
    const { database, addTurn, count } = openStores();
    const told: number[] = [];
    const tell = () => void told.push(count("turns"));
    database.transaction(() => {
      database.afterCommit(tell);
      database.transaction(() => addTurn("1"));
      addTurn("2");
      expect(told).toEqual([]);
    });
    expect(told).toEqual([2]);
    const broken = () =>
      database.transaction(() => {
        database.afterCommit(tell);
        throw new Error("no");
      });
    expect(broken).toThrow("no");
    database.transaction(() => addTurn("3"));
    expect(told).toEqual([2]);
    database.afterCommit(tell);
    expect(told).toEqual([2, 3]);
  });

  it("a listener that throws keeps neither the others from being told nor what was committed from counting", () => {
    const lines: string[] = [];
    using database = new AssistantDatabase(
      ":memory:",
      createLogger({ level: "error", destination: { write: (line) => lines.push(line) } }),
    );
    const told: string[] = [];
    const written = database.transaction(() => {
      database.sqlite.exec("INSERT INTO core_starts (at) VALUES (7)");
      database.afterCommit(() => {
        throw new Error("the page is gone");
      });
      database.afterCommit(() => told.push("second"));
      return "written";
    });
    expect([written, told]).toEqual(["written", ["second"]]);
    expect(database.sqlite.prepare("SELECT at FROM core_starts").all()).toEqual([{ at: 7 }]);
    expect(lines).toEqual([expect.stringContaining("could not be told on")]);
  });

  it("read-only: writes fail, reads go on", () => {
    const { database, addTurn, turns, outbox } = openStores();
    addTurn("1");
    database.sqlite.pragma("query_only = ON");
    expect(() => addTurn("2")).toThrow("readonly");
    expect(turns.get("1")?.id).toBe("1");
    expect(outbox.due(NOW)).toEqual([]);
    database.sqlite.pragma("query_only = OFF");
    addTurn("2");
    expect(turns.get("2")?.id).toBe("2");
  });
});
