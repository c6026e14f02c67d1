import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { Archive, ArchivedSession } from "../../storage/turns/archive.ts";
import type { TurnQuotes } from "../../storage/turns/turn-quotes.ts";
import type { SessionStore } from "../../storage/turns/turns.ts";
import type { CommandContext } from "../command.ts";
import { oneLine, verbatim } from "../wording/phrases.ts";
import { wantedIn } from "./command-arguments.ts";

const DEFAULT_CONVERSATIONS = 5;
/** More lines than this nobody reads in a chat. */
const MOST_CONVERSATIONS = 30;
/** Of a conversation without a summary: how it began. */
const BEGIN_CHARACTERS = 120;

interface HistoryDependencies {
  readonly home: Pick<Home, "info">;
  readonly archive: Pick<Archive, "sessions">;
  readonly sessions: Pick<SessionStore, "closeIdle" | "newest">;
  readonly quotes: Pick<TurnQuotes, "add">;
  readonly now: () => number;
}

/** What `/history [n|day]` answers: one's own past conversations, the newest last; where others read along only those of that chat. */
export function createHistoryCommand({ home, archive, sessions, quotes, now }: HistoryDependencies) {
  return ({ catalogue, person, chat, turnId, isPrivate }: CommandContext, argument: string): string => {
    const calendar = { now: now(), timeZone: home.info.timeZone, language: person.language };
    const wanted = wantedIn(argument.trim(), { few: DEFAULT_CONVERSATIONS, most: MOST_CONVERSATIONS, ...calendar });
    if (wanted === undefined) return catalogue.text("history.usage", { most: MOST_CONVERSATIONS });
    const { limit, day } = wanted;
    sessions.closeIdle(now());
    const here = isPrivate ? {} : { inChatOf: sessions.newest(chat, person.id) ?? "" };
    const found = archive.sessions({ personId: person.id, ...here, ...(day && { from: day.from, to: day.to }) }, limit + 1);
    if (found.length === 0) return catalogue.text("history.none");
    const told = found.slice(0, limit);
    quotes.add(turnId, {
      turnIds: told.filter(({ summary }) => summary === undefined).map(({ beginTurnId }) => beginTurnId),
      summaryOf: told.filter(({ summary }) => summary !== undefined).map(({ id }) => id),
    });
    const lines = told.map((session) => lineOf(session, catalogue));
    const more = day && found.length > limit ? [catalogue.text("history.more", { most: limit })] : [];
    return [...lines.toReversed(), ...more].join("\n");
  };

  function lineOf({ startedAt, endedAt, messages, begin, summary }: ArchivedSession, catalogue: Catalogue): string {
    const { minute } = homeTime(home.info.timeZone);
    const [first, last] = [minute(startedAt), minute(endedAt)];
    const isSameDay = first.slice(0, 10) === last.slice(0, 10);
    const text = verbatim(oneLine(summary ?? begin, summary === undefined ? BEGIN_CHARACTERS : Number.POSITIVE_INFINITY));
    return catalogue.text("history.line", { begin: first, end: isSameDay ? last.slice(11) : last, count: messages, text });
  }
}
