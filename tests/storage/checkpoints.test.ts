import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Annotation, Command, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { expect, it, onTestFinished, vi } from "vitest";
import { Checkpoints } from "../../src/storage/checkpoints.ts";
import { DatabaseError } from "../../src/storage/database.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const State = Annotation.Root({ said: Annotation<string> });

/** A graph that asks, and then says what it was answered. */
function askingGraph(checkpoints: Checkpoints) {
  return new StateGraph(State)
    .addNode("ask", () => ({ said: interrupt<string, string>("really?") }))
    .addEdge(START, "ask")
    .addEdge("ask", END)
    .compile({ checkpointer: checkpoints.saver });
}

const thread = (id: string) => ({ configurable: { thread_id: id }, durability: "sync" as const });

it("a run that asks goes on in another process", async () => {
  const path = join(temporaryFolder(), "data", "langgraph_checkpoints.db");
  {
    using before = new Checkpoints(path);
    await askingGraph(before).invoke({ said: "" }, thread("1"));
    expect(before.has("1")).toBe(true);
  }
  using after = new Checkpoints(path);
  expect(after.threads()).toEqual(["1"]);
  expect(await askingGraph(after).invoke(new Command({ resume: "yes" }), thread("1"))).toEqual({ said: "yes" });
});

it("a run that may start over is in memory alone, and goes on from there", async () => {
  const path = join(temporaryFolder(), "langgraph_checkpoints.db");
  using checkpoints = new Checkpoints(path, ({ said }) => said === "on disk");
  const graph = askingGraph(checkpoints);
  for (const said of ["in memory", "on disk"]) await graph.invoke({ said }, thread(said));
  expect([checkpoints.has("in memory"), checkpoints.threads()]).toEqual([true, ["on disk"]]);
  for (const id of ["in memory", "on disk"])
    expect(await graph.invoke(new Command({ resume: "yes" }), thread(id))).toEqual({ said: "yes" });
  await checkpoints.delete("in memory");
  expect(checkpoints.has("in memory")).toBe(false);
});

it("a thread that ended is gone, the others stay; one that never was is no error", async () => {
  using checkpoints = new Checkpoints(":memory:");
  await checkpoints.delete("never");
  const graph = askingGraph(checkpoints);
  for (const id of ["1", "2"]) await graph.invoke({ said: "" }, thread(id));
  await checkpoints.delete("1");
  expect([checkpoints.has("1"), checkpoints.has("2")]).toEqual([false, true]);
  expect(checkpoints.threads()).toEqual(["2"]);
});

it("the file does not grow with the turns that are over", async () => {
  const path = join(temporaryFolder(), "langgraph_checkpoints.db");
  const used = async (turns: number) => {
    using checkpoints = new Checkpoints(path);
    const graph = askingGraph(checkpoints);
    for (let at = 0; at < turns; at += 1) {
      await graph.invoke({ said: "x".repeat(5_000) }, thread(`${at}`));
      await checkpoints.delete(`${at}`);
    }
  };
  await used(1);
  const before = statSync(path).size;
  await used(15);
  expect(statSync(path).size).toBe(before);
});

it("nothing of a thread that is over stands in the file or its log", async () => {
  const path = join(temporaryFolder(), "langgraph_checkpoints.db");
  using checkpoints = new Checkpoints(path);
  const graph = askingGraph(checkpoints);
  const holdsCode = () => [path, `${path}-wal`].some((file) => existsSync(file) && readFileSync(file).includes("code 4711"));
  for (const id of ["1", "2"]) await graph.invoke({ said: `${"x".repeat(9_000)} code 4711` }, thread(id));
  expect(holdsCode()).toBe(true);
  for (const id of ["1", "2"]) await checkpoints.delete(id);
  await vi.waitFor(() => expect(holdsCode()).toBe(false), { timeout: 5_000 });
});

it("belongs to the service alone", () => {
  const folder = join(temporaryFolder(), "data");
  using _checkpoints = new Checkpoints(join(folder, "langgraph_checkpoints.db"));
  const modes = readdirSync(folder).map((file) => statSync(join(folder, file)).mode & 0o777);
  expect(new Set(modes)).toEqual(new Set([0o600]));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it("a damaged file is refused with what to do", () => {
  const path = join(temporaryFolder(), "langgraph_checkpoints.db");
  writeFileSync(path, randomBytes(20_000));
  expect(() => new Checkpoints(path)).toThrow(DatabaseError);
  expect(() => new Checkpoints(path)).toThrow(
    /langgraph_checkpoints\.db cannot be opened: .*delete it: only what was being worked on is lost/,
  );
});

it("a disk that is full when the log is emptied ends nothing: it is emptied once there is room", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  using checkpoints = new Checkpoints(":memory:");
  const { db } = checkpoints.saver;
  const pragma = db.pragma.bind(db);
  let refusals = 2;
  let emptied = 0;
  db.pragma = (source: string, options?: { simple?: boolean }) => {
    if (!source.startsWith("wal_checkpoint")) return pragma(source, options);
    refusals -= 1;
    if (refusals >= 0) throw new Error("database or disk is full");
    emptied += 1;
    return [{ busy: 0 }];
  };
  vi.advanceTimersByTime(5_000);
  expect(emptied).toBe(1);
});
