import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SimulatedHome } from "../src/simulated-home/simulated-home.ts";
import type { BotMessage } from "../src/simulated-home/telegram/telegram-bot.ts";
import { FakeModelServer } from "../tests/fakes/model-server.ts";
import { answersTo, emptyTally, type FaultTally, readRecord, tallyOf } from "./faults-count.ts";
import { seededRandom } from "./faults-random.ts";
import { FaultService, holdsWithin, type Program } from "./faults-service.ts";
import { cabins, createTurnPlan, type FaultTurn, modelOfTurns, type PlannedTurn } from "./faults-turns.ts";

const FIRST_CHAT = 700000101;
const TURNS_A_LIFE = 3;
/**
 * After so many lives one goes on until everybody has an answer: what was on its way when a process was killed waits 6 s before it is
 * sent again (Home Assistant's recorder has to tell first whether it was sent), and that is longer than a life.
 */
const LIVES_TO_REST = 8;
/** One kill in so many comes while the service starts and finds what the last one left. */
const KILLED_AT_START = 1 / 6;
/** Each turn may need two. */
const LOCKS_A_LIFE = 2 * TURNS_A_LIFE;
/** Lives in which nothing was at work when the kill came do not count; there are hardly any. */
const SPARE_LIVES = 10;
/** Locks that show for a second nothing of what they do: the next process finds them as if nothing had been done. */
const SLOW = /^lock\..*[02468]$/;
const SLOW_MS = 1_200;
/** After the last kill everything has to come to its end within this: longer than a question may stay open. */
const SETTLE_MS = 45_000;
const LOOK_EVERY_MS = 4;

interface Parts {
  readonly home: SimulatedHome;
  readonly service: FaultService;
  readonly people: People;
  readonly plan: () => PlannedTurn;
}

interface HouseOptions {
  readonly seed: number;
  readonly kills: number;
  readonly program: Program;
  /** Measured when left out. */
  readonly timeLine?: TimeLine;
}

/** One home with one service that is killed again and again while people ask and press; everything but the service lives on. */
export async function killInHouse({ seed, kills, program, timeLine }: HouseOptions): Promise<FaultTally> {
  const mostLives = kills + SPARE_LIVES;
  await using home = await SimulatedHome.start({ furnishing: { areas: ["Garden"], entities: cabins((mostLives + 2) * LOCKS_A_LIFE) } });
  await using model = await FakeModelServer.start();
  model.respond(modelOfTurns);
  for (const entityId of home.entityIds().filter((id) => SLOW.test(id))) home.behave(entityId, { kind: "late", ms: SLOW_MS });
  const dir = mkdtempSync(join(tmpdir(), "assistant-faults-"));
  mkdirSync(join(dir, "data"));
  const service = new FaultService({ home, modelUrl: model.url, dir, program });
  const people = new People(home);
  try {
    const random = seededRandom(seed);
    const plan = createTurnPlan(random);
    /** People write, and each turn is at a point of its own when so many ms have passed. */
    const sayUntil = async (end: number) => {
      const others = Array.from({ length: TURNS_A_LIFE - 1 }, () => Math.max(0, end - pointOf(points, random)));
      const from = performance.now();
      for (const at of [0, ...others.sort((a, b) => a - b)]) {
        await pause(Math.max(0, from + at - performance.now()));
        people.say(plan());
      }
      await pause(Math.max(0, from + end - performance.now()));
    };
    const parts = { home, service, people, plan };
    await firstLife(parts);
    const points = timeLine ?? (await measureTimeLine(parts));
    const tally = emptyTally();
    for (let life = 1; life <= mostLives && tally.kills < kills; life += 1) {
      service.spawn();
      if (random() < KILLED_AT_START) {
        people.say(plan());
        await pause(random() * points.toHearing);
      } else {
        await service.listening();
        await sayUntil(pointOf(points, random));
      }
      await service.kill();
      const record = await readRecord(dir, people.turns);
      if (record.phases.length > 0) tally.kills += 1;
      for (const phase of record.phases) tally.phases[phase] += 1;
      if (!record.intact) tally.brokenRecords += 1;
      if (life % LIVES_TO_REST === 0) {
        service.spawn();
        await people.answered(SETTLE_MS);
        await service.kill();
      }
    }
    service.spawn();
    await people.answered(SETTLE_MS);
    await service.kill();
    return await tallyOf(tally, { dir, home, turns: people.turns });
  } finally {
    people[Symbol.dispose]();
    await service.kill();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** A time line that points lie on, ms: a start, and a turn from the first message that a fresh process can hear. */
interface TimeLine {
  readonly toHearing: number;
  readonly toAction: number;
  readonly toAnswer: number;
}

/** Half of the points lie before the action, half after: the wait for a lock to turn is most of the time. */
function pointOf({ toAction, toAnswer }: TimeLine, random: () => number): number {
  return random() < 0.5 ? random() * toAction : toAction + random() * (toAnswer - toAction);
}

/** A life without a kill, in which the service comes to know its people: what was said before it first heard somebody was not said to it. */
async function firstLife({ service, people, plan }: Parts): Promise<void> {
  service.spawn();
  await service.ready();
  people.say(plan());
  await allAnswered({ service, people });
  await service.kill();
}

async function allAnswered({ service, people }: Pick<Parts, "service" | "people">): Promise<void> {
  if (!(await people.answered(SETTLE_MS))) throw new Error(`a turn came to no end, and nothing was killed:\n${service.output}`);
}

/** The time line of another life without a kill. */
async function measureTimeLine({ home, service, people, plan }: Parts): Promise<TimeLine> {
  const from = Date.now();
  service.spawn();
  await service.listening();
  const heard = Date.now();
  for (let turn = 0; turn < TURNS_A_LIFE; turn += 1) people.say({ ...plan(), choice: "yes" });
  await allAnswered({ service, people });
  const ended = Date.now();
  await service.kill();
  const action = home.calls.findLast(({ service: name }) => name === "lock.unlock")?.at ?? heard;
  return { toHearing: heard - from, toAction: action - heard, toAnswer: ended - heard };
}

/** Everybody in the chats: they ask, read each question, and press once on each. */
class People implements Disposable {
  readonly turns: FaultTurn[] = [];
  readonly #home: SimulatedHome;
  #open: readonly FaultTurn[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(home: SimulatedHome) {
    this.#home = home;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  /** Somebody new writes. */
  say({ text, ...planned }: PlannedTurn): void {
    const chatId = FIRST_CHAT + this.turns.length;
    const messageId = this.#home.telegram.say({ chatId, text });
    const turn = { chatId, messageId, ...planned, pressedAt: undefined, questions: new Set<number>() };
    this.turns.push(turn);
    this.#open = [...this.#open, turn];
  }

  /** Resolves when everybody has an answer; false if that takes longer. */
  answered(ms: number): Promise<boolean> {
    return holdsWithin(() => this.#open.length === 0, ms);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    for (const turn of this.#open) for (const message of this.#home.telegram.messages(turn.chatId)) this.#read(turn, message);
    this.#open = this.#open.filter((turn) => answersTo(this.#home, turn).length === 0);
  }

  #read(turn: FaultTurn, { chatId, messageId, buttons }: BotMessage): void {
    const wanted = turn.choice === "cancel" ? "Cancel" : "Yes";
    const labels = wanted === "Yes" ? [wanted, "Ask every time"] : [wanted];
    const label = buttons.flat().find((button) => labels.some((one) => button.label.startsWith(one)))?.label;
    if (label === undefined || turn.questions.has(messageId)) return;
    turn.questions.add(messageId);
    setTimeout(() => {
      const now = this.#home.telegram.messages(chatId).find((message) => message.messageId === messageId);
      // the buttons may have gone meanwhile: the question has expired
      if (!now?.buttons.flat().some((button) => button.label === label)) return;
      turn.pressedAt ??= Date.now();
      this.#home.telegram.press({ chatId, messageId, label });
    }, turn.readsMs);
  }
}
