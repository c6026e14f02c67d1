import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { AssistantDatabase } from "../../../src/storage/database.ts";
import { temporaryFolder } from "../../storage/temporary-folder.ts";

/** A process that learns what waits, as the service does, and is killed at one of its boundaries. */
const LEARN = `
  const { AssistantDatabase } = await import("./src/storage/database.ts");
  const { createFactStore } = await import("./src/storage/facts/facts.ts");
  const { createLearningQueue } = await import("./src/storage/facts/learning-queue.ts");
  const { createMemory } = await import("./src/memory/memory.ts");
  const { createLearner } = await import("./src/memory/learning/message-learner.ts");
  const { createIdleGate } = await import("./src/models/idle-gate.ts");
  const [path, boundary] = process.argv.slice(1);
  const die = (at) => { if (at === boundary) process.kill(process.pid, "SIGKILL"); };
  const database = new AssistantDatabase(path);
  const vectors = { ofQuestion: async () => undefined, ofFact: async () => undefined, ofFacts: async () => [], fillLater: () => die("after the commit") };
  const memory = createMemory({ store: createFactStore({ database }), vectors, limit: 100, isStranger: () => false });
  const queue = createLearningQueue({ database });
  const fact = { about: "me", category: "preference", key: "temperature", value: "22 degrees", quote: "I prefer 22 degrees", sensitivity: "private" };
  const learner = createLearner({
    memory,
    queue: { ...queue, finish: (id, work) => queue.finish(id, () => { work(); die("before the commit"); }) },
    models: {
      status: () => ({ model: "m", reachable: true, problem: undefined }),
      async invoke() {
        die("while the model reads");
        return { message: { content: JSON.stringify({ facts: [fact] }) }, truncated: false };
      },
    },
    idle: createIdleGate({ clock: Date.now, later: () => ({ [Symbol.dispose]() {} }) }),
    ...{ idleMs: 0, areaId: () => undefined, clock: Date.now, later: () => ({ [Symbol.dispose]() {} }) },
    logger: { debug() {}, warn() {} },
  });
  learner.start();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await learner.settled();
`;

function learnIn(path: string, boundary = "never"): NodeJS.Signals | null {
  const child = spawnSync(process.execPath, ["--input-type=module-typescript", "-e", LEARN, path, boundary], {
    cwd: new URL("../../../", import.meta.url).pathname,
    encoding: "utf8",
  });
  expect(child.stderr).toBe("");
  return child.signal;
}

it.each([
  ["while the model reads", "waiting", 0],
  ["before the commit", "waiting", 0],
  ["after the commit", "done", 1],
] as const)("killed %s, a message is learned from once in the end", (boundary, stateThen, factsThen) => {
  const path = join(temporaryFolder(), "assistant.db");
  const database = new AssistantDatabase(path);
  onTestFinished(() => database[Symbol.dispose]());
  database.sqlite.exec(`
    INSERT INTO people (id, name, role, language, last_seen) VALUES ('anna', 'Anna', 'owner', 'en', 1);
    INSERT INTO conversation_sessions (id, channel, bot, chat_id, person_id, started_at, last_activity) VALUES ('s', 't', 'b', '1', 'anna', 1, 1);
    INSERT INTO turns (id, channel, bot, chat_id, message_id, session_id, person_id, is_private, kind, text, origin, status, sent_at, received_at)
      VALUES ('t1', 't', 'b', '1', '1', 's', 'anna', 1, 'text', 'I prefer 22 degrees', 'person', 'sent', 1, 1);
    INSERT INTO interaction_log (turn_id, session_id, chat_id, person_id, channel, origin, path, milliseconds, tools_used, entities_mentioned, learn_state, timestamp)
      VALUES ('t1', 's', '1', 'anna', 't', 'person', 'model', 1, '[]', '[]', 'waiting', 1);`);
  const state = () => database.sqlite.prepare("SELECT learn_state FROM interaction_log").pluck().all();
  const facts = () => database.sqlite.prepare("SELECT value, occurrence_count AS times FROM profile_entries").all();

  expect(learnIn(path, boundary)).toBe("SIGKILL");
  expect([state(), facts().length]).toEqual([[stateThen], factsThen]);
  expect(learnIn(path)).toBeNull();
  expect([state(), facts()]).toEqual([["done"], [{ value: "22 degrees", times: 1 }]]);
});
