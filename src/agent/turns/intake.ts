import { randomUUID } from "node:crypto";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import { asksForAllKnown } from "../../memory/sentences/plain-sentences.ts";
import type { Chat } from "../../storage/chat.ts";
import type { TurnRow, TurnStatus } from "../../storage/turns/turns.ts";
import type { ChoiceDesk, Chosen } from "../approvals/choice-desk.ts";
import { keyOf } from "../chat-queue.ts";
import { type CommandAnswer, wholeAnswer } from "../command-context.ts";
import type { Commands } from "../commands/commands.ts";
import type { WaitingStatus } from "../live-messages.ts";
import type { Timing, TurnStores } from "../stores.ts";
import { anchorOf, type IncomingMessage, type Received } from "../turn.ts";

/** Messages of one chat that may wait; further ones are refused and counted in one message. A model at home answers so many in ten minutes. */
const MAX_WAITING = 100;
/** The same text waits so often at most: "next" three times is meant, a hundred times "ay" is answered like three. */
const MOST_ALIKE = 3;
const UNREADABLE_EVERY_MS = 30_000;

/** A typed answer where there are buttons: a yes counts only as a press on its question. */
const TYPED_ANSWER =
  /^\W*(?:y|yes|yep|yeah|ok|okay|sure|no|nope|cancel|ja|nein|doch|abbrechen|oui|non|annuler|s[ií]|vale|nee|annuleren|annulla|cancela)(?:\W+(?:please|bitte|merci|por favor|per favore|graag))?\W*$/iu;

export interface TurnQueue {
  isIdle(chat: Chat): boolean;
  add(turn: TurnRow): void;
  waiting(chat: Chat): number;
  /** How many waiting messages of the person say the same. */
  alike(message: IncomingMessage): number;
  openQuestions(chat: Chat): number;
  /** Tries again to write a turn's end that could not be written. */
  retry(turn: TurnRow, finish: () => Promise<void>, error: unknown): void;
  /** What stops all that runs or waits for a yes in the chat; undefined if there is nothing to stop. */
  canceller(chat: Chat): (() => void) | undefined;
}

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
  readonly choices: Pick<ChoiceDesk, "typed" | "leave" | "typedFor">;
  readonly queue: TurnQueue;
  readonly status: Pick<WaitingStatus, "update">;
  readonly assistantName: string;
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
  queue,
  status,
  assistantName,
  clock,
  logger,
}: IntakeDependencies) {
  const toldUnreadable = new Map<string, number>();
  const insert = (message: IncomingMessage, status: TurnStatus, { id = randomUUID(), fresh = false, chosen }: NewTurn = {}): TurnRow => {
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
  const answerAtOnce = (message: IncomingMessage, answer: CommandAnswer, { write, ...more }: AnsweredTurn = {}): Received => {
    database.transaction(() => {
      const turn = insert(message, "running", more);
      write?.();
      end(turn, answer);
    });
    return "queued";
  };

  /** Ends a turn without a reply of its own; of one that failed, there was no room for it, the chat's status tells. */
  const endSilently = (message: IncomingMessage, how: "cancelled" | "failed"): Received => {
    const refused = how === "failed";
    database.transaction(() => {
      const turn = insert(message, "running");
      const answer = refused ? catalogueFor(turn.language).text("notice.refused") : undefined;
      turns.end(turn.id, { status: how, answer, answerOrigin: "home", model: undefined, at: clock() });
      if (refused) status.update(turn, { refused });
    });
    return refused ? "refused" : "queued";
  };

  const edited = (turn: TurnRow, message: IncomingMessage): Received => {
    // its text is gone: nothing can be compared, and nothing of it is to come back
    if (turns.isErased(turn.id)) return "duplicate";
    const typed = choices.typedFor(turn.id);
    if ((typed ?? turn.text) === message.text) return "duplicate";
    if (turn.status === "received" && typed === undefined) {
      turns.replaceText(turn.id, message.text, message.sentAt);
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
    await finish().catch((error: unknown) => queue.retry(turn, finish, error));
  };

  const command = (message: IncomingMessage, catalogue: Catalogue, wanted = message.text): Received => {
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
        effect = queue.canceller(message);
        return effect !== undefined;
      },
      waiting: queue.waiting(message),
      openQuestions: queue.openQuestions(message),
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
    queue.add(turn);
    status.update(turn);
    return "queued";
  };

  return (message: IncomingMessage, pressed?: Chosen): Received => {
    const catalogue = catalogueFor(message.person.language);
    const known = turns.ofMessage(message, message.messageId);
    if (known) return pressed ? "duplicate" : edited(known, message);
    // whoever asked back waits for this one: it is no message too many
    if (pressed) return begin(message, pressed);
    if (message.kind === "command") return command(message, catalogue);
    if (message.kind !== "text") {
      const key = `notice.${message.kind}` as const;
      const chat = `${keyOf(message)}\0${message.kind}`;
      if (clock() - (toldUnreadable.get(chat) ?? Number.NEGATIVE_INFINITY) < UNREADABLE_EVERY_MS) return endSilently(message, "cancelled");
      toldUnreadable.set(chat, clock());
      return answerAtOnce(message, catalogue.text(key));
    }
    // a yes or a choice is the person's to give
    const typed = message.origin ? undefined : choices.typed(message);
    if (!message.origin && typed?.kind !== "chosen" && TYPED_ANSWER.test(message.text) && queue.openQuestions(message) > 0) {
      return answerAtOnce(message, catalogue.text("notice.use-buttons"));
    }
    if (typed?.kind === "cancelled") {
      return answerAtOnce(message, catalogue.text("choice.cancelled"), { write: typed.write });
    }
    // an event asks in a person's place: its answer may be read by others
    if (!message.origin && asksForAllKnown(message.text)) return command(message, catalogue, "/memory");
    if (queue.waiting(message) >= MAX_WAITING) return endSilently(message, "failed");
    if (queue.alike(message) >= MOST_ALIKE) return endSilently(message, "cancelled");
    return begin(message, typed?.chosen);
  };
}
