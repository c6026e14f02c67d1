import { randomUUID } from "node:crypto";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import { asksForAllKnown } from "../../memory/sentences/plain-sentences.ts";
import type { Chat } from "../../storage/chat.ts";
import { isNobody, type TurnRow, type TurnStatus } from "../../storage/turns/turns.ts";
import type { ChoiceDesk, Chosen } from "../approvals/choice-desk.ts";
import type { DocumentDesk } from "../approvals/document-desk.ts";
import type { Typed } from "../approvals/typed-answers.ts";
import { type ChatQueue, keyOf } from "../chat-queue.ts";
import { type CommandAnswer, isCommand, wholeAnswer } from "../command.ts";
import type { Commands } from "../commands/commands.ts";
import type { WaitingStatus } from "../live-messages.ts";
import type { Timing, TurnStores } from "../stores.ts";
import { anchorOf, type IncomingMessage, isSpoken, PHOTO_SIGN, type Received } from "../turn.ts";
import type { Job } from "./runner.ts";

/** Messages of one chat that may wait; further ones are refused and counted in one message. A model at home answers so many in ten minutes. */
const MAX_WAITING = 100;
/** The same text waits so often at most: "next" three times is meant, a hundred times "ay" is answered like three. */
const MOST_ALIKE = 3;
const UNREADABLE_EVERY_MS = 30_000;

/** Fewer messages are answered before anybody wonders. */
const LEAST_TOLD = 5;

/** A message, with the kind of its turn. */
type Taken = Omit<IncomingMessage, "kind"> & Pick<TurnRow, "kind">;

interface NewTurn {
  readonly id?: string;
  readonly fresh?: boolean;
  readonly chosen?: Chosen;
}

interface AnsweredTurn extends NewTurn {
  readonly write?: () => void;
}

interface IntakeDependencies
  extends Pick<TurnStores, "database" | "turns" | "sessions" | "outbox" | "interactions">,
    Pick<Timing, "clock" | "logger"> {
  readonly commands: Commands;
  readonly choices: Pick<ChoiceDesk, "leave" | "typedFor">;
  /** What a message is to what is open in its chat; undefined for one like any other. */
  readonly typedIn: (message: IncomingMessage) => Typed | undefined;
  readonly queue: Pick<ChatQueue<Job>, "isIdle" | "add" | "waiting" | "count">;
  readonly openQuestions: (chat: Chat) => readonly unknown[];
  /** What stops all that runs or waits for a yes in the chat; undefined if there is nothing to stop. */
  readonly canceller: (chat: Chat) => (() => void) | undefined;
  /** Tries again to write a turn's end that could not be written. */
  readonly retry: (job: Job, error: unknown) => void;
  readonly status: Pick<WaitingStatus, "update">;
  readonly assistantName: string;
  readonly documents: Pick<DocumentDesk, "offer">;
}

/** Takes messages in: its row is on disk before anything is done about it, and the same message is taken once. */
export function createIntake({
  database,
  turns,
  sessions,
  outbox,
  interactions,
  commands,
  choices,
  typedIn,
  queue,
  openQuestions,
  canceller,
  retry,
  status,
  assistantName,
  documents,
  clock,
  logger,
}: IntakeDependencies) {
  const toldUnreadable = new Map<string, number>();
  const insert = (message: Taken, status: TurnStatus, { id = randomUUID(), fresh = false, chosen }: NewTurn = {}): TurnRow => {
    const at = clock();
    const turn: TurnRow = {
      id,
      channel: message.channel,
      bot: message.bot,
      chatId: message.chatId,
      threadId: message.threadId,
      messageId: message.messageId,
      sessionId: sessions.current(message, message.person.id, at, fresh),
      personId: message.person.id,
      personName: message.person.name,
      role: message.person.role,
      language: message.person.language,
      isPrivate: message.isPrivate,
      kind: message.kind,
      text: chosen?.text ?? message.text,
      origin: chosen?.origin ?? message.origin ?? "person",
      replyTo: message.replyToMessageId,
      areaId: message.areaId,
      attachment: message.attachment && JSON.stringify(message.attachment),
      editSeen: false,
      status,
      crashes: 0,
      isParked: false,
      sentAt: message.sentAt,
      receivedAt: at,
    };
    turns.insert(turn);
    return turn;
  };

  const tell = (turn: TurnRow, kind: "answer" | "notice", answer: CommandAnswer): void => {
    const { id: turnId, channel, bot, chatId, threadId } = turn;
    outbox.add({ turnId, channel, bot, chatId, threadId, kind, ...wholeAnswer(answer), replyToMessageId: anchorOf(turn), at: clock() });
  };

  const end = (turn: TurnRow, answer: CommandAnswer): void => {
    const at = clock();
    const { text, origin } = wholeAnswer(answer);
    turns.end(turn.id, { status: "answered", answer: text, answerOrigin: origin, model: undefined, at });
    if (turn.kind === "command") interactions.put(turn, { path: "command", origin: "person" }, at);
    tell(turn, "answer", answer);
  };

  /** Ends a turn with what the service itself says, in one transaction with its row. */
  const answerAtOnce = (message: Taken, answer: CommandAnswer, { write, ...more }: AnsweredTurn = {}): Received => {
    database.transaction(() => {
      const turn = insert(message, "running", more);
      write?.();
      end(turn, answer);
    });
    return "queued";
  };

  /** Ends a turn without a reply of its own; of one that failed, there was no room for it, the chat's status tells. */
  const endSilently = (message: IncomingMessage, how: "cancelled" | "failed", write = () => {}): Received => {
    const refused = how === "failed";
    database.transaction(() => {
      const turn = insert(message, "running");
      write();
      const answer = refused ? catalogueFor(turn.language).text("notice.refused") : undefined;
      turns.end(turn.id, { status: how, answer, answerOrigin: "home", model: undefined, at: clock() });
      if (refused) status.update(turn);
    });
    return refused ? "refused" : "queued";
  };

  const edited = (turn: TurnRow, message: IncomingMessage): Received => {
    // its text is gone: nothing can be compared, and nothing of it is to come back
    if (turns.isErased(turn.id)) return "duplicate";
    const typed = choices.typedFor(turn.id);
    if ((typed ?? turn.text) === message.text) return "duplicate";
    if (turn.status === "received" && typed === undefined) {
      turns.replaceText({ id: turn.id, text: message.text, sentAt: message.sentAt });
      return "replaced";
    }
    if (turn.editSeen) return "duplicate";
    database.transaction(() => {
      turns.markEditSeen(turn.id);
      tell(turn, "notice", catalogueFor(turn.language).text("notice.edit-too-late"));
    });
    return "too_late_to_edit";
  };

  const answerLater = async (turn: TurnRow, looked: Promise<CommandAnswer>): Promise<void> => {
    const answer = await looked;
    const finish = async (): Promise<void> => {
      database.transaction(() => {
        if (!turns.isErased(turn.id)) end(turn, answer);
      });
    };
    await finish().catch((error: unknown) => retry({ turn, finish }, error));
  };

  const command = (message: Taken, catalogue: Catalogue, wanted = message.text): Received => {
    let effect: (() => void) | undefined;
    const id = randomUUID();
    const context = {
      turnId: id,
      person: message.person,
      chat: message,
      messageId: message.messageId,
      isPrivate: message.isPrivate,
      assistantName,
      catalogue,
      cancel: () => {
        effect = canceller(message);
        return effect !== undefined;
      },
      waiting: queue.waiting(message).length,
      openQuestions: openQuestions(message).length,
    };
    const answer = commands.run(wanted, context);
    if (answer instanceof Promise) {
      const told = answer.catch((error: unknown) => {
        logger.error({ err: error }, "a command failed");
        return catalogue.text("answer.error");
      });
      const turn = database.transaction(() => insert(message, "running", { id }));
      void answerLater(turn, told);
      return "queued";
    }
    answerAtOnce(message, answer, { id, fresh: commands.startsAfresh(wanted) });
    // after the commit: what was stopped would stay stopped if that failed
    effect?.();
    return "queued";
  };

  const begin = (message: IncomingMessage, chosen?: Chosen): Received => {
    const stage = queue.isIdle(message) ? "running" : "received";
    const turn = database.transaction(() => {
      const inserted = insert(message, stage, { ...(chosen && { chosen }) });
      if (chosen) chosen.write(inserted.id);
      // an event does not go on to something else in the person's place
      else if (!message.origin) choices.leave(message);
      return inserted;
    });
    queue.add(turn, { turn });
    if (queue.count(turn) >= LEAST_TOLD) status.update(turn);
    return "queued";
  };

  return (message: IncomingMessage, pressed?: Chosen): Received => {
    const catalogue = catalogueFor(message.person.language);
    const known = turns.ofMessage(message, message.messageId);
    // what was heard cannot be edited; only what is written below it can
    if (known) return pressed || message.attachment ? "duplicate" : edited(known, message);
    // whoever asked back waits for this one: it is no message too many
    if (pressed) return begin(message, pressed);
    if (message.attachment && message.kind !== "file") {
      const worded = message.kind === "photo" && message.text === "" ? { ...message, text: PHOTO_SIGN } : message;
      return queue.waiting(message).length >= MAX_WAITING ? endSilently(message, "failed") : begin(worded);
    }
    if (message.kind === "file" && message.attachment) {
      const id = randomUUID();
      return answerAtOnce(message, documents.offer(message, id), { id });
    }
    if (message.kind !== "text") {
      const chat = `${keyOf(message)}\0${message.kind}`;
      if (clock() - (toldUnreadable.get(chat) ?? Number.NEGATIVE_INFINITY) < UNREADABLE_EVERY_MS) return endSilently(message, "cancelled");
      toldUnreadable.set(chat, clock());
      return answerAtOnce(message, catalogue.text("notice.not-passed"));
    }
    // some commands are a wish like any other: it is worked on as a turn
    if (isCommand(message.text) && !commands.isWish(message.text)) {
      // whoever stands in front of a person's speaker may be anybody
      const isPersons = (message.origin ?? "home") === "home" && !isNobody(message.person.id) && !isSpoken(message);
      return isPersons ? command({ ...message, kind: "command" }, catalogue) : answerAtOnce(message, catalogue.text("command.people-only"));
    }
    // a yes or a choice is the person's to give
    const typed = message.origin ? undefined : typedIn(message);
    switch (typed?.kind) {
      case "use-buttons":
        return answerAtOnce(message, catalogue.text("notice.use-buttons"));
      case "elsewhere":
        return answerAtOnce(message, catalogue.text("notice.asked-elsewhere"));
      case "unclear":
        return answerAtOnce(message, catalogue.text(isSpoken(message) ? "choice.how-spoken" : "choice.how"));
      case "cancelled":
        return answerAtOnce(message, catalogue.text("choice.cancelled"), { write: typed.write });
      case "again":
        return endSilently(message, "cancelled", typed.write);
      case "answered":
        endSilently(message, "cancelled");
        typed.give();
        return "queued";
    }
    // an event asks in a person's place: its answer may be read by others
    const asked = message.origin ? undefined : asksForAllKnown(message.text) ? "/memory" : commands.asked(message);
    if (asked !== undefined) return command(message, catalogue, asked);
    const waiting = queue.waiting(message);
    if (waiting.length >= MAX_WAITING) return endSilently(message, "failed");
    const alike = waiting.filter(({ turn }) => turn.text === message.text && turn.personId === message.person.id);
    if (alike.length >= MOST_ALIKE) return endSilently(message, "cancelled");
    return begin(message, typed?.kind === "chosen" ? typed.chosen : undefined);
  };
}

/** A disk has room again in minutes, and a backup's lock is over in seconds. */
const STORE_AGAIN_MS = 10_000;
/** Messages that memory keeps; one more is lost, as it was when nothing was kept. */
const MOST_KEPT = 200;

interface UnstoredDependencies extends Pick<Timing, "later" | "logger"> {
  readonly receive: (message: IncomingMessage) => Received;
  readonly say: (message: IncomingMessage, text: (catalogue: Catalogue) => string) => void;
}

/** True for an error of a database that takes nothing for now: the disk is full or fails, or somebody else writes. */
export function isWriteRefused(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^SQLITE_(FULL|IOERR|BUSY)/.test(String(error.code));
}

/** Takes messages in; what cannot be stored is kept in memory, in order, until it can be. Each chat is told so once. */
export function createUnstored({ receive, say, later, logger }: UnstoredDependencies) {
  const kept: IncomingMessage[] = [];
  const told = new Set<string>();
  let timer: Disposable | undefined;

  const store = (): void => {
    try {
      for (let [next] = kept; next; [next] = kept) {
        receive(next);
        kept.shift();
      }
      told.clear();
    } catch (error) {
      if (!isWriteRefused(error)) kept.shift();
      logger.error({ err: error, kept: kept.length }, "a message could not be stored; it is kept in memory");
    }
    timer = kept.length > 0 ? later(STORE_AGAIN_MS, store) : undefined;
  };

  const keep = (message: IncomingMessage): Received => {
    if (kept.length >= MOST_KEPT) return "refused";
    kept.push(message);
    timer ??= later(STORE_AGAIN_MS, store);
    if (!told.has(keyOf(message))) say(message, (catalogue) => catalogue.text("notice.unstored"));
    told.add(keyOf(message));
    return "queued";
  };

  return {
    receive(message: IncomingMessage): Received {
      // what came first is stored first
      if (kept.length > 0) return keep(message);
      try {
        return receive(message);
      } catch (error) {
        if (!isWriteRefused(error)) throw error;
        logger.error({ err: error }, "a message could not be stored; it is kept in memory");
        return keep(message);
      }
    },
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  };
}
