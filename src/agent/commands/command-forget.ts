import type { Home } from "../../homeassistant/registry/home.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import type { MessageKey } from "../../languages/message-keys.ts";
import type { Forgetter } from "../../memory/facts/fact.ts";
import type { Checkpoints } from "../../storage/checkpoints.ts";
import type { AssistantDatabase } from "../../storage/database.ts";
import type { AskedScope, Erasure, ErasureStore } from "../../storage/erasure/erasures.ts";
import type { FactMentions } from "../../storage/facts/fact-mentions.ts";
import type { NewItem } from "../../storage/turns/outbox.ts";
import { isSameChat } from "../chat-queue.ts";
import { type CommandAnswer, type CommandContext, toasterFor } from "../command.ts";
import type { Timing, TurnStores } from "../stores.ts";
import type { ButtonPress, PressReply } from "../turn.ts";
import { dayNamed } from "./command-arguments.ts";

interface ForgettingDependencies extends Pick<TurnStores, "outbox" | "turns">, Timing {
  readonly database: Pick<AssistantDatabase, "transaction" | "rewrite">;
  readonly erasures: ErasureStore;
  readonly mentions: FactMentions;
  readonly checkpoints: Pick<Checkpoints, "threads" | "delete" | "rewrite">;
  /** Ends these turns without an answer; resolves when none of them is at work. */
  readonly endTurns: (turnIds: readonly string[]) => Promise<void>;
  /** Stops what is made of conversations in the model's idle time until it is disposed of. */
  readonly hold: () => Disposable;
  /** Something was erased, and what it had taken the place of is valid again: that is to be found. Joins the open transaction. */
  readonly comeBack: () => void;
  /** Called before the files are rewritten, which blocks the event loop for seconds on a slow disk. */
  readonly longStep: () => void;
}

/** A question is for now: who comes back to it later has to ask anew. */
const ANSWER_MS = 10 * 60_000;
/** A reader of the file is gone in a second; a full disk takes longer. */
const RETRY_MS = [1_000, 5_000, 60_000] as const;
const LAST_RETRY_MS = 600_000;
/** An answer is with the person in a second or two. */
const AT_WORK_MS = 2_000;

type Message = Pick<NewItem, "kind" | "threadId" | "onceKey" | "editMessageId">;

/** `f:<wish>:<choice>` */
const DATA = /^f:([\w-]{1,32}):(yes|no)$/;

export interface Forgetting extends AsyncDisposable {
  /** Erases what a person wrote and was told about facts that they want forgotten, once its answers are out. Joins the open transaction. */
  forgetFacts(facts: readonly { readonly id: number; readonly value: string }[], by: Forgetter): void;
  /** Answers a press on a button of a question whether to forget; undefined for every other button. */
  press(press: ButtonPress): PressReply | undefined;
  /** Goes on with what an earlier process had begun, before any turn does; resolves when it is done, or has to be tried again. */
  resume(): Promise<void>;
}

/** Forgets what people asked to have forgotten: asked once, begun with a yes, and gone on with until no file holds a word of it. */
export function createForgetting(dependencies: ForgettingDependencies): Forgetting {
  const { database, erasures, mentions, checkpoints, outbox, turns, clock, later, logger } = dependencies;
  const closing = new AbortController();
  const timers = new Set<Disposable>();
  let working: Promise<void> = Promise.resolve();

  const tell = (erasure: Erasure, keys: readonly MessageKey[], message: Message): void => {
    const { channel, bot, chatId } = erasure;
    const catalogue = catalogueFor(erasure.language);
    const text = keys.map((key) => catalogue.text(key)).join("\n\n");
    outbox.add({ channel, bot, chatId, text, origin: "home", at: clock(), ...message });
  };
  const notify = (erasure: Erasure, keys: readonly MessageKey[], onceKey: string): void =>
    tell(erasure, keys, { kind: "notice", threadId: erasure.threadId, onceKey: `${onceKey}-${erasure.id}` });

  /** Nothing of it is undone by being done again, wherever it was cut off. */
  async function forget(erasure: Erasure): Promise<void> {
    using _hold = dependencies.hold();
    const turnIds = erasures.turnIds(erasure);
    // the person who said "forget that" waits for its answer
    if (erasure.scope.kind !== "facts") await dependencies.endTurns(turnIds);
    await erasures.erase(erasure, closing.signal);
    const ended = new Set(turnIds);
    for (const thread of checkpoints.threads()) if (ended.has(thread)) await checkpoints.delete(thread);
    dependencies.longStep();
    const isClean = [database.rewrite(), checkpoints.rewrite()].every(Boolean);
    if (!isClean) throw new Error("somebody else reads the file");
    database.transaction(() => {
      erasures.end(erasure.id, clock());
      dependencies.comeBack();
      // whoever forgets a fact was told at once
      if (erasure.scope.kind !== "facts") notify(erasure, ["forget.done", "forget.unreachable"], "forgotten");
    });
  }

  async function attempt(erasure: Erasure, failures: number): Promise<void> {
    if (closing.signal.aborted) return;
    if (erasures.isAtWork(erasure)) return again(AT_WORK_MS, erasure, failures);
    try {
      await forget(erasure);
      logger.info({ wish: erasure.id, kind: erasure.scope.kind }, "what a person said was forgotten");
    } catch (error) {
      if (closing.signal.aborted) return;
      logger.error({ err: error, wish: erasure.id }, "what a person said is not yet forgotten; it is tried again");
      if (failures + 1 === RETRY_MS.length) sayLate(erasure);
      again(RETRY_MS[failures] ?? LAST_RETRY_MS, erasure, failures + 1);
    }
  }

  function again(afterMs: number, erasure: Erasure, failures: number): void {
    const timer = later(afterMs, () => {
      timers.delete(timer);
      void begin(erasure, failures);
    });
    timers.add(timer);
  }

  function sayLate(erasure: Erasure): void {
    try {
      notify(erasure, ["forget.late"], "forget-late");
    } catch (error) {
      logger.warn({ err: error }, "that something is not yet forgotten could not be told");
    }
  }

  /** One after the other. Never rejects. */
  function begin(erasure: Erasure, failures = 0): Promise<void> {
    working = working.then(() => attempt(erasure, failures));
    return working;
  }

  function answer(erasure: Erasure, choice: string, press: ButtonPress): PressReply {
    const toast = toasterFor(press.person);
    const threadId = turns.get(outbox.turnOfMessage(press, press.messageId) ?? "")?.threadId;
    const show = (key: MessageKey): void => tell(erasure, [key], { kind: "edit", threadId, editMessageId: press.messageId });
    if (erasure.state !== "asked") return toast("toast.answered");
    const isLate = clock() - erasure.askedAt > ANSWER_MS;
    const begun = database.transaction(() => {
      if (isLate || choice === "no") {
        erasures.drop(erasure.id);
        show(isLate ? "forget.expired" : "forget.cancelled");
        return undefined;
      }
      erasures.begin(erasure.id, clock(), threadId);
      show("forget.begun");
      return erasures.get(erasure.id);
    });
    if (begun) void begin(begun);
    return isLate ? toast("toast.expired") : toast(begun ? "toast.yes" : "toast.cancelled", {}, true);
  }

  return {
    forgetFacts(facts, { personId, turnId, chat }) {
      const turnIds = [...new Set([...mentions.of(facts, personId), ...(turnId === undefined ? [] : [turnId])])];
      const place = chat ?? turnIds.map((id) => turns.get(id)).find((turn) => turn !== undefined);
      if (!place) return;
      const { channel, bot, chatId } = place;
      const values = facts.map(({ value }) => value);
      const id = erasures.beginFacts({ channel, bot, chatId, personId, turnIds, values, at: clock() });
      // the transaction is still open, and the turn at work
      const erasure = erasures.get(id);
      if (erasure) again(AT_WORK_MS, erasure, 0);
    },
    press(press) {
      const [, id = "", choice = ""] = DATA.exec(press.data) ?? [];
      if (id === "") return undefined;
      const toast = toasterFor(press.person);
      const erasure = erasures.get(id);
      if (!erasure || !press.person || !isSameChat(erasure, press)) return toast("toast.unknown");
      if (press.person.id !== erasure.personId) return toast("toast.only-asker", { name: erasure.personName });
      return answer(erasure, choice, press);
    },
    async resume() {
      erasures.dropAsked(clock() - ANSWER_MS);
      await Promise.all(erasures.begun().map((erasure) => begin(erasure)));
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new Error("the service is stopping"));
      for (const timer of timers) timer[Symbol.dispose]();
      timers.clear();
      await working;
    },
  };
}

interface ForgetDependencies {
  readonly home: Pick<Home, "info">;
  readonly erasures: Pick<ErasureStore, "ask" | "count" | "newestTurn">;
  /** Forgets single facts that fit the words. */
  readonly forgetFact: (context: CommandContext, words: string) => CommandAnswer;
  readonly now: () => number;
}

/** What `/forget [today|last|conversation]` answers: a question, for what is forgotten does not come back. */
export function createForgetCommand({ home, erasures, forgetFact, now }: ForgetDependencies) {
  return (context: CommandContext, argument: string): CommandAnswer => {
    const { catalogue, person, chat } = context;
    const words = argument.trim();
    const wanted = scopeOf(context, words.toLowerCase());
    if (wanted === "other") return forgetFact(context, words);
    const count = wanted === "nothing" ? 0 : erasures.count(person.id, wanted, now());
    // of everything also what was learned goes, which nobody counts
    if (wanted === "nothing" || (count === 0 && wanted.kind !== "everything")) return catalogue.text("forget.nothing");
    const { channel, bot, chatId } = chat;
    const id = erasures.ask({ channel, bot, chatId, personId: person.id, scope: wanted, askedAt: now() });
    const text = [
      catalogue.text(`forget.ask-${wanted.kind}`, { count }),
      catalogue.text("forget.cannot-undo"),
      catalogue.text("forget.unreachable"),
    ];
    const yesOrNo = [
      { label: catalogue.text("button.yes"), data: `f:${id}:yes` },
      { label: catalogue.text("button.cancel"), data: `f:${id}:no` },
    ];
    return { text: text.join("\n\n"), buttons: [yesOrNo] };
  };

  function scopeOf({ person, chat }: CommandContext, word: string): AskedScope | "nothing" | "other" {
    switch (word) {
      case "":
      case "everything":
        return { kind: "everything" };
      case "today": {
        const day = dayNamed("today", { now: now(), timeZone: home.info.timeZone });
        return day ? { kind: "day", from: day.from } : "nothing";
      }
      case "conversation":
      case "last": {
        const newest = erasures.newestTurn(chat, person.id);
        if (!newest) return "nothing";
        const { turnId, sessionId } = newest;
        return word === "last" ? { kind: "turn", turnId } : { kind: "conversation", sessionId };
      }
      default:
        return "other";
    }
  }
}
