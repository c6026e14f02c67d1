import type { Logger } from "../observability/logger.ts";
import type { Finding, FindingStore, NotificationRow } from "../storage/turns/findings.ts";
import type { Later } from "../text/later.ts";
import { type FindingKind, isDanger, isOfAutomation, isPersonal, isUrgent, KINDS, kindSubject, type Level } from "./finding-kinds.ts";

/** Which findings people are told of by themselves. */
export type Notify = "off" | "urgent" | "important" | "all";

/** Somebody who may be told. */
export interface Recipient {
  readonly personId: string;
  /** Undefined where nobody knows. */
  readonly isHome: boolean | undefined;
  /** When they last wrote (ms). */
  readonly wroteAt: number | undefined;
}

const DAY_MS = 86_400_000;
const URGENCY: Readonly<Record<Level, number>> = { urgent: 1, important: 0.6, rest: 0.3 };
/** Messages a day (the product's bounds); danger has none. */
const BUDGET: Readonly<Record<Level, number>> = { urgent: Number.POSITIVE_INFINITY, important: 6, rest: 2 };
/** From this score on somebody is told at once; below, it waits for the morning. */
const AT_ONCE = 0.2;
/** "Less like this", each time. */
export const LESS = 0.5;
/** What is told less and less is not told at all. */
const NEVER_BELOW = 0.03;
/** How much the same matters the second time in a week. */
const AGAIN = 0.7;
/** Who wrote so short a time ago is in the middle of something: what is only good to know waits. */
const TALK_MS = 5 * 60_000;
/** Somebody who is out can do less about it. */
const AWAY = 0.8;
const LEVELS: Readonly<Record<Notify, readonly Level[]>> = {
  off: [],
  urgent: ["urgent"],
  important: ["urgent", "important"],
  all: ["urgent", "important", "rest"],
};

export interface Weighed {
  readonly level: Level;
  readonly confidence: number;
  /** How often the person was told of the same in a week. */
  readonly toldBefore: number;
  readonly isHome: boolean | undefined;
  /** Of the person's own choice: 1, less, or 0 for never. */
  readonly factor: number;
  readonly isQuiet: boolean;
  readonly isTalking: boolean;
  /** Messages of that level today. */
  readonly toldToday: number;
}

/** Whether somebody is told: at once, in the morning with what else is open then, or not at all. Pure. */
export function weigh({ level, confidence, toldBefore, isHome, factor, isQuiet, isTalking, toldToday }: Weighed): {
  readonly status: NotificationRow["status"];
  readonly score: number;
} {
  const score = URGENCY[level] * confidence * AGAIN ** toldBefore * (isHome === false ? AWAY : 1) * factor;
  if (factor === 0) return { status: "dropped", score };
  // what is urgent is told whenever it is, as often as it is
  if (level === "urgent") return { status: "told", score };
  if (score < NEVER_BELOW) return { status: "dropped", score };
  const isBadTime = isQuiet || (isTalking && level === "rest");
  return { status: score >= AT_ONCE && !isBadTime && toldToday < BUDGET[level] ? "told" : "held", score };
}

/** Whether findings of a level are told at all. */
export function tells(notify: Notify, level: Level): boolean {
  return LEVELS[notify].includes(level);
}

type WhyTold = "danger" | "matters" | "morning" | "minor" | "bad-time" | "unwanted" | "seldom" | "over";

/** Why somebody was told, is told later, or was not told. Pure. */
export function reasonOf({ level, status, score }: Pick<NotificationRow, "level" | "status" | "score">): WhyTold {
  switch (status) {
    case "told":
      return level === "urgent" ? "danger" : score >= AT_ONCE ? "matters" : "morning";
    case "held":
      return score >= AT_ONCE ? "bad-time" : "minor";
    case "dropped":
      return score === 0 ? "unwanted" : score < NEVER_BELOW ? "seldom" : "over";
  }
}

/** What the rows of suggestions have as their kind: each is `habit/<id>`. */
const SUGGESTION = "habit";
/** One suggestion a week: whoever says nothing is not pressed. */
const SUGGESTED_AGAIN_MS = 7 * DAY_MS;

export interface Suggestion {
  readonly key: string;
  readonly confidence: number;
  readonly tell: (id: number) => void;
}

interface NotifierDependencies {
  readonly store: FindingStore;
  readonly notify: Notify;
  readonly recipients: () => readonly Recipient[];
  /** Whether a person may know of whom it is about, and is told of that by nothing else. */
  readonly mayKnow: (personId: string, finding: Finding) => boolean;
  /** The person who has just made all of it so themselves. */
  readonly madeBy: (finding: Finding) => string | undefined;
  /** When the quiet time that a moment lies in ends (ms); undefined outside of it. */
  readonly quietUntil: (at: number) => number | undefined;
  /** When the next morning's message is due, and when the last was (ms). */
  readonly nextMorning: (after: number) => number;
  readonly lastMorning: (until: number) => number;
  /** The first moment of the home's day that a time lies in. */
  readonly dayOf: (at: number) => number;
  /** Puts it into the person's chat, with the question whether they want that each time if it is an offer; joins the open transaction. */
  readonly tell: (personId: string, finding: Finding, id: number, isOffer: boolean) => void;
  /** Its message tells of more than before, without a sound. Joins the open transaction. */
  readonly tellMore: (told: NotificationRow, finding: Finding) => void;
  /** It is so again, and its message is as before, without a sound. Joins the open transaction. */
  readonly tellAgain: (told: NotificationRow, finding: Finding) => void;
  /** It is so no more: its message says so, without a sound. Joins the open transaction. */
  readonly tellOver: (told: NotificationRow, finding: Finding) => void;
  /** One message about what is open still of what was held for a morning. Joins the open transaction. */
  readonly tellMorning: (personId: string, findings: readonly Finding[], dueAt: number) => void;
  /** Reads what the day's message tells; what it gives writes it, once for each person and morning, and joins the open transaction. Undefined where no such message is wanted. */
  readonly prepareDigest: ((personId: string, dueAt: number) => Promise<() => void>) | undefined;
  /** What a person could be spared, if anything; `tell` puts the question into their chat and joins the open transaction. */
  readonly nextSuggestion: (personId: string) => Suggestion | undefined;
  readonly transaction: (run: () => void) => void;
  readonly clock: () => number;
  readonly later: Later;
  readonly logger: Logger;
}

/** A timer holds at most 24 days; the wall clock may be set. */
const LONGEST_WAIT_MS = 3_600_000;
/** The day's message is still one in the morning. */
const MOST_LATE_MS = 3 * 3_600_000;

/** Decides for each finding and person whether to speak, and says in the morning what was held and is still so. */
export function createNotifier(deps: NotifierDependencies) {
  const {
    store,
    notify,
    recipients,
    mayKnow,
    madeBy,
    quietUntil,
    nextMorning,
    lastMorning,
    dayOf,
    tell,
    tellMore,
    tellAgain,
    tellOver,
    tellMorning,
    transaction,
    prepareDigest,
    nextSuggestion,
  } = deps;
  const { clock, later, logger } = deps;
  let timer: Disposable | undefined;
  let morningAt = 0;
  let isEnded = false;

  function factorOf(personId: string, { key, kind, entityIds }: Finding): number {
    const chosen = new Map(store.preferences(personId).map(({ subject, factor }) => [subject, factor]));
    const ofKind = chosen.get(kindSubject(kind)) ?? 1;
    if (!isUrgent(kind)) return (chosen.get(key) ?? 1) * ofKind;
    // a detector that is muted silences no other that tells of the same event
    const isMuted = entityIds.every((entityId) => chosen.get(`${kind}/${entityId}`) === 0);
    return ofKind === 0 || isMuted ? 0 : 1;
  }

  function isQuietFor(personId: string, now: number): boolean {
    return store.quietUntil(personId) > now || quietUntil(now) !== undefined;
  }

  /** Another message tells of all of it: a door is among what is open while nobody is at home. */
  function isCovered(personId: string, { key, entityIds }: Finding): boolean {
    return store
      .openNow()
      .some(
        (other) =>
          other.key !== key &&
          entityIds.every((entityId) => other.entityIds.includes(entityId)) &&
          (store.toldOf(personId, other.key, other.openedAt) ?? 0) > 0,
      );
  }

  function found(finding: Finding): void {
    for (const recipient of recipients()) foundFor(recipient, finding);
  }

  function foundFor({ personId, isHome, wroteAt = 0 }: Recipient, finding: Finding): void {
    const { level, confidence, isOffered = false } = KINDS[finding.kind as FindingKind];
    if (!tells(notify, level)) return;
    const now = clock();
    if (!isDanger(finding.kind as FindingKind) && madeBy(finding) === personId) return;
    if (level !== "urgent" && isCovered(personId, finding)) return;
    if ((isPersonal(finding) || isOfAutomation(finding.kind)) && !mayKnow(personId, finding)) return;
    const { status, score } = weigh({
      level,
      confidence,
      isHome,
      // what got worse is news, and so is each of what is wanted each time
      toldBefore: finding.stage > 0 || isOffered ? 0 : (store.toldOf(personId, finding.key, now - 7 * DAY_MS) ?? 0),
      factor: factorOf(personId, finding),
      isQuiet: isQuietFor(personId, now),
      isTalking: now - wroteAt < TALK_MS,
      toldToday: store.toldSince(personId, level, dayOf(now)) ?? 0,
    });
    const isOffer = isOffered && !store.preferences(personId).some(({ subject }) => subject === finding.key);
    // the next is as good an occasion
    if (isOffer && status !== "told") return;
    transaction(() => {
      const id = store.note({ personId, key: finding.key, kind: finding.kind, level, status, at: now, score });
      // without an answer it is not told again
      if (isOffer) store.prefer(personId, finding.key, 0);
      if (status === "told") tellOne(personId, finding, id, isOffer);
    });
  }

  /** What cannot be worded for one is told to the others all the same; a disk that is full lets this fail, too. */
  function tellOne(personId: string, finding: Finding, id: number, isOffer: boolean): void {
    try {
      tell(personId, finding, id, isOffer);
    } catch (error) {
      logger.error({ err: error, notification: id }, "somebody could not be told of a finding");
      store.settle("dropped", id);
    }
  }

  /** Each person's message by itself: false if one could not be written, which holds up no other. */
  async function morning(dueAt: number): Promise<boolean> {
    let isWritten = true;
    for (const { personId } of recipients()) {
      try {
        await morningOf(personId, dueAt);
      } catch (error) {
        isWritten = false;
        logger.error({ err: error }, "the morning's message could not be written");
      }
    }
    return isWritten;
  }

  /** What was held and is so no more is nobody's business any more. Who wants quiet is told the next morning. */
  async function morningOf(personId: string, dueAt: number): Promise<void> {
    if (isEnded || store.quietUntil(personId) > clock()) return;
    const writeDigest = clock() - dueAt <= MOST_LATE_MS ? await prepareDigest?.(personId, dueAt) : undefined;
    if (isEnded) return;
    transaction(() => {
      const open = new Map(store.openNow().map((finding) => [finding.key, finding]));
      const held = store.heldFor(personId).filter(({ at }) => at <= dueAt);
      for (const { id, key } of held) store.settle(open.has(key) ? "told" : "dropped", id);
      const still = [...new Set(held.map(({ key }) => key))].flatMap((key) => open.get(key) ?? []);
      if (writeDigest) writeDigest();
      else if (still.length > 0) tellMorning(personId, still, dueAt);
    });
  }

  /** Asks each person who has time for it about one thing that could be done for them. */
  function suggest(): void {
    const now = clock();
    if (!tells(notify, "rest")) return;
    for (const recipient of recipients()) {
      try {
        suggestTo(recipient, now);
      } catch (error) {
        logger.error({ err: error }, "a suggestion could not be written");
      }
    }
  }

  function suggestTo({ personId, isHome, wroteAt = 0 }: Recipient, now: number): void {
    if ((store.toldOfKind(personId, SUGGESTION, now - SUGGESTED_AGAIN_MS) ?? 0) > 0) return;
    const suggestion = nextSuggestion(personId);
    if (!suggestion) return;
    const { key, confidence } = suggestion;
    const { status, score } = weigh({
      ...{ level: "rest", confidence, isHome, toldBefore: 0, factor: 1, isQuiet: isQuietFor(personId, now) },
      isTalking: now - wroteAt < TALK_MS,
      toldToday: store.toldSince(personId, "rest", dayOf(now)) ?? 0,
    });
    // there is no hurry: the next hour may suit better
    if (status !== "told") return;
    transaction(() => suggestion.tell(store.note({ personId, key, kind: SUGGESTION, level: "rest", status, at: now, score })));
  }

  function suggestIfPossible(): void {
    try {
      suggest();
    } catch (error) {
      logger.error({ err: error }, "a suggestion could not be written");
    }
  }

  function arm(): void {
    if (isEnded) return;
    timer = later(Math.min(Math.max(0, morningAt - clock()), LONGEST_WAIT_MS), () => {
      if (clock() < morningAt) {
        suggestIfPossible();
        return arm();
      }
      const dueAt = lastMorning(clock());
      morning(dueAt)
        .then((isWritten) => {
          // a full disk: once it has room, in an hour at the latest; who was told is not told again
          morningAt = isWritten ? nextMorning(clock()) : clock() + LONGEST_WAIT_MS;
        })
        .catch((error: unknown) => {
          morningAt = clock() + LONGEST_WAIT_MS;
          logger.error({ err: error }, "the mornings' messages could not be looked at");
        })
        .finally(arm);
    });
  }

  /** Edits its messages, but those that somebody has answered. */
  function editTold(finding: Finding, edit: (told: NotificationRow, finding: Finding) => void): void {
    transaction(() => {
      for (const told of store.toldSinceOf(finding.key, finding.openedAt)) if (!told.isAnswered) edit(told, finding);
    });
  }

  return {
    found,
    /** Its messages tell of more, where that is news: another room with smoke, not another contact of a door. */
    joined(finding: Finding): void {
      if (KINDS[finding.kind as FindingKind].spreads !== true) return;
      editTold(finding, tellMore);
      if (!isUrgent(finding.kind)) return;
      for (const recipient of recipients())
        if (!store.toldOf(recipient.personId, finding.key, finding.openedAt)) foundFor(recipient, finding);
    },
    /** Its messages, which say that it is over, are as before. */
    again(finding: Finding): void {
      editTold(finding, tellAgain);
    },
    /** Its messages say that it is over. */
    over(finding: Finding): void {
      if (KINDS[finding.kind as FindingKind].newsMs !== undefined) return;
      editTold(finding, tellOver);
    },
    /** Begins, with a morning that passed while the service was away. */
    start(): void {
      const now = clock();
      morningAt = quietUntil(now) === undefined ? now : nextMorning(now);
      arm();
    },
    [Symbol.dispose](): void {
      isEnded = true;
      timer?.[Symbol.dispose]();
    },
  };
}
