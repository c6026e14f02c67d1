import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SimulatedHome } from "../src/simulated-home/simulated-home.ts";
import type { BotMessage } from "../src/simulated-home/telegram/telegram-bot.ts";
import { createAuditLog } from "../src/storage/audit/audit.ts";
import { AssistantDatabase } from "../src/storage/database.ts";
import type { FaultTurn } from "./faults-turns.ts";

/** Where on its time line a turn was when the process was killed. */
export const PHASES = ["message", "thinking", "question", "asked", "pressed", "acting", "answer"] as const;
export type Phase = (typeof PHASES)[number];

/** What came of all turns. Those from `doneTwice` to `brokenRecords` should be 0. */
export interface FaultTally {
  kills: number;
  turns: number;
  /** Calls of a lock beyond its first. */
  doneTwice: number;
  /** Calls of a lock before its Yes was pressed, or without one. */
  withoutYes: number;
  /** Turns that will never go on, and presses that were not taken. */
  lostQuestions: number;
  /** Messages that nothing was answered to, and actions that got a yes of which nothing came, not even that nobody knows. */
  lostAnswers: number;
  /** Answers that stand in the chat more than once. */
  shownTwice: number;
  /** Actions whose end nobody knows, and of which the answer does not say so. */
  unreported: number;
  /** Times that the audit log did not verify. */
  brokenRecords: number;
  /** Actions of which the answer says that nobody knows whether they worked. */
  unknown: number;
  /** Actions of these that never reached the home. */
  notDone: number;
  /** Turns at work when a kill came, by where they were. */
  phases: Record<Phase, number>;
  /** Turns that something is wrong with, for whoever looks for the reason. */
  wrong: string[];
}

export function emptyTally(): FaultTally {
  return {
    ...{ kills: 0, turns: 0, doneTwice: 0, withoutYes: 0, lostQuestions: 0, lostAnswers: 0, shownTwice: 0, unreported: 0 },
    ...{ brokenRecords: 0, unknown: 0, notDone: 0 },
    phases: { message: 0, thinking: 0, question: 0, asked: 0, pressed: 0, acting: 0, answer: 0 },
    wrong: [],
  };
}

interface TurnState {
  readonly chat_id: string;
  readonly message_id: string;
  readonly status: string;
  readonly answer: string | null;
  readonly approval: string | null;
  readonly expires_at: number | null;
  readonly started: number;
  readonly doubtful: number;
}

const TURNS = `SELECT turns.chat_id, turns.message_id, turns.status, turns.answer, approvals.status AS approval, approvals.expires_at,
    (SELECT count(*) FROM actions WHERE turn_id = turns.id) AS started,
    (SELECT count(*) FROM actions WHERE turn_id = turns.id AND (receipt IS NULL OR receipt LIKE '%"outcome":"unknown"%')) AS doubtful
  FROM turns LEFT JOIN approvals ON approvals.turn_id = turns.id ORDER BY approvals.created_at`;

/** The answer's words for an action whose end nobody knows (languages/en/answers.yaml, `receipt.unknown`). */
const UNKNOWN = "I do not know whether";

/** What a killed process left on disk, read from a copy: its own files are found by the next start as they were left. */
export async function readRecord(dir: string, turns: readonly FaultTurn[]): Promise<{ phases: readonly Phase[]; intact: boolean }> {
  return onCopy(dir, async (database) => {
    const states = statesIn(database);
    const phases = turns.flatMap((turn) => {
      const phase = phaseOf(states.get(keyOf(turn)));
      return phase === "over" ? [] : [phase];
    });
    return { phases, intact: (await createAuditLog({ database }).verify()).ok };
  });
}

/** Counts what came of all turns, by the home, the chats and the files. */
export async function tallyOf(
  tally: FaultTally,
  { dir, home, turns }: { dir: string; home: SimulatedHome; turns: readonly FaultTurn[] },
): Promise<FaultTally> {
  return onCopy(dir, async (database) => {
    if (!(await createAuditLog({ database }).verify()).ok) tally.brokenRecords += 1;
    const states = statesIn(database);
    for (const turn of turns) {
      const state = states.get(keyOf(turn));
      const calls = home.calls.filter(
        ({ service, entityIds }) => service === "lock.unlock" && entityIds.some((id) => turn.entityIds.includes(id)),
      );
      const answers = answersTo(home, turn);
      const said = answers.map(({ plain }) => plain).join("\n");
      const unlocked = calls.flatMap(({ entityIds }) => entityIds);
      const done = new Set(unlocked);
      const approved = turn.choice === "yes" && turn.pressedAt !== undefined;
      const undone = turn.names.filter((_, index) => approved && !done.has(turn.entityIds[index] ?? ""));
      const reported = said.split(UNKNOWN).length - 1;
      const { approval = null, doubtful = 0 } = state ?? {};
      const phase = phaseOf(state);
      // an answer that is shown is only not marked yet
      const stuck = phase !== "over" && !(phase === "answer" && answers.length > 0);
      const untaken = turn.pressedAt !== undefined && approval !== "answered";
      const wrong = {
        doneTwice: unlocked.length - done.size,
        withoutYes: calls.filter(({ at }) => turn.choice !== "yes" || turn.pressedAt === undefined || at < turn.pressedAt).length,
        lostQuestions: stuck || untaken ? 1 : 0,
        lostAnswers: (answers.length === 0 ? 1 : 0) + undone.filter((name) => !saysUnknown(said, name)).length,
        shownTwice: Math.max(0, answers.length - 1),
        unreported: Math.max(0, doubtful - reported),
      };
      for (const count of ["doneTwice", "withoutYes", "lostQuestions", "lostAnswers", "shownTwice", "unreported"] as const)
        tally[count] += wrong[count];
      tally.turns += 1;
      tally.unknown += reported;
      tally.notDone += undone.length;
      if (Object.values(wrong).some((count) => count > 0)) tally.wrong.push(JSON.stringify({ ...wrong, turn, state, said }));
    }
    return tally;
  });
}

function saysUnknown(said: string, name: string): boolean {
  return said.split("\n").some((line) => line.startsWith(UNKNOWN) && line.toLowerCase().includes(name.toLowerCase()));
}

/** Everything that was said in the turn's chat besides its questions. */
export function answersTo(home: SimulatedHome, { chatId, questions }: FaultTurn): readonly BotMessage[] {
  return home.telegram.messages(chatId).filter(({ messageId }) => !questions.has(messageId));
}

async function onCopy<Result>(dir: string, work: (database: AssistantDatabase) => Promise<Result>): Promise<Result> {
  const copy = join(dir, "copy");
  mkdirSync(copy);
  for (const file of ["assistant.db", "assistant.db-wal"]) {
    if (existsSync(join(dir, "data", file))) copyFileSync(join(dir, "data", file), join(copy, file));
  }
  try {
    using database = new AssistantDatabase(join(copy, "assistant.db"));
    return await work(database);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function statesIn(database: AssistantDatabase): ReadonlyMap<string, TurnState> {
  const rows = database.sqlite.prepare<[], TurnState>(TURNS).all();
  return new Map(rows.map((row) => [`${row.chat_id} ${row.message_id}`, row]));
}

function keyOf({ chatId, messageId }: FaultTurn): string {
  return `${chatId} ${messageId}`;
}

function phaseOf(state: TurnState | undefined): Phase | "over" {
  if (!state) return "message";
  const { status, approval, expires_at: expiresAt, started } = state;
  if (status === "answered") return "answer";
  if (status === "waiting") return expiresAt === null ? "question" : "asked";
  if (status !== "received" && status !== "running") return "over";
  if (approval === null) return "thinking";
  return started === 0 ? "pressed" : "acting";
}
