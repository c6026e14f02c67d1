import { type HomeTime, homeTime } from "../../homeassistant/home-time.ts";
import type { About } from "../../homeassistant/recogniser/readings.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { StateWords } from "../../homeassistant/registry/state-words.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import type { Logger } from "../../observability/logger.ts";
import { type Origin, worstOrigin } from "../../security/provenance/provenance.ts";
import type { FindingStore } from "../../storage/turns/findings.ts";
import type { ScheduleStore } from "../../storage/turns/schedules.ts";
import type { TurnQuotes } from "../../storage/turns/turn-quotes.ts";
import type { CommandAnswer, CommandContext } from "../command.ts";
import type { ReadTool } from "../toolbox.ts";
import type { Person } from "../turn.ts";
import { findingOrigin, findingText } from "../wording/findings.ts";
import { createMomentWords } from "../wording/moments.ts";
import { capitalised } from "../wording/phrases.ts";
import type { PlanWordsFor } from "../wording/planned.ts";
import { createTelling } from "../wording/readings.ts";
import type { NotificationCommands } from "./command-notifications.ts";

/** In the morning that is the night. */
const LATELY_MS = 12 * 3_600_000;
/** A weather service or a calendar that takes longer is left out: the message is wanted now. */
const READ_TIMEOUT_MS = 10_000;
/** A morning's message is read in a minute. */
const MOST_HAPPENED = 3;
const MOST_PLANNED = 6;

interface DigestDependencies {
  readonly tools: ReadonlyMap<string, ReadTool>;
  readonly home: Pick<Home, "find" | "info" | "ready">;
  /** Danger is told of by name also where the entity is hidden. */
  readonly named: Pick<Home, "find">;
  readonly words: Pick<StateWords, "called" | "load">;
  readonly findings: Pick<FindingStore, "closedSince">;
  readonly notifications: Pick<NotificationCommands, "openFor" | "readable">;
  readonly schedules: Pick<ScheduleStore, "toldTo" | "outcomes">;
  readonly planWords: PlanWordsFor;
  readonly quotes: Pick<TurnQuotes, "add">;
  readonly redact: (text: string) => string;
  readonly now: () => number;
  readonly logger: Logger;
}

/** A day's message, and the turns whose words it tells again. */
interface Digest {
  readonly answer: CommandAnswer;
  readonly turnIds: readonly string[];
}

export type DigestCommand = ReturnType<typeof createDigestCommand>;

/** `/digest`: the day at a glance. Weather, calendars, what is planned, what was lately and what is open; a part that has nothing to tell or cannot be read is left out. */
export function createDigestCommand(deps: DigestDependencies) {
  const { tools, home, named, words, findings, notifications, schedules, planWords, quotes, redact, now, logger } = deps;
  /** What was read for the turn that begins just now: the turn and what it tells are one write then. */
  let prepared: Digest | undefined;

  /** Today's part of what a tool reads, as a sentence; undefined where it tells nothing. */
  async function read(tool: string, asked: readonly object[], about: About, { person, isPrivate, catalogue, time }: Reader) {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    const turn = { id: "", text: "", origin: "home", language: person.language, outside: [] } as const;
    const caller = { personId: person.id, role: person.role, isPrivate, sessionId: "", turn };
    try {
      await words.load([person.language], signal);
      const answers = await Promise.all(asked.map((args) => tools.get(tool)?.call(args, caller, signal)));
      // of a calendar that failed nothing is said
      const told = answers.flatMap((answer) => {
        if (!answer?.read) return [];
        if (answer.read.kind !== "events") return [answer];
        return answer.read.events.length === 0 ? [] : [{ ...answer, read: { ...answer.read, failed: [] } }];
      });
      if (told.length === 0) return undefined;
      const day = time.date(now());
      const days = { from: time.startOfDay(day), to: time.endOfDay(day), part: undefined };
      const telling = createTelling({ home, words, language: person.language, catalogue, time, now: now() });
      const text = telling({ about, days, entityIds: [] }, told);
      return text === undefined ? undefined : { text: redact(text), origin: told.find(({ origin }) => origin === "outside")?.origin };
    } catch (error) {
      logger.warn({ err: error, tool }, "a part of the day's message could not be read");
      return undefined;
    }
  }

  async function compose({ person, isPrivate }: Pick<Reader, "person" | "isPrivate">): Promise<Digest> {
    const catalogue = catalogueFor(person.language);
    const time = homeTime(home.info.timeZone);
    const reader = { person, isPrivate, catalogue, time };
    const [weather, events] = home.ready
      ? await Promise.all([
          read("get_weather", [{ by: "day" }, { by: "hour" }], "weather", reader),
          read("get_calendar_events", [todayIn(time, now())], "events", reader),
        ])
      : [];
    const planned = plannedToday(reader);
    const happened = happenedLately(reader);
    const open = notifications.openFor(person, catalogue);
    const section = (head: string, lines: readonly string[]) => (lines.length > 0 ? [[head, ...lines].join("\n")] : []);
    const parts = [
      ...(weather ? [`🌤 ${weather.text}`] : []),
      ...(events ? [`📅 ${events.text}`] : []),
      ...section(`⏰ ${catalogue.text("digest.planned")}`, planned.lines),
      ...section(`🕐 ${catalogue.text("digest.happened")}`, happened.lines),
      ...section(`🔔 ${catalogue.text("notifications.open")}`, open.lines),
    ];
    const origin = worstOrigin(["home", ...[weather, events, happened, open].flatMap((part) => part?.origin ?? [])]);
    const text = [catalogue.text(parts.length > 0 ? "digest.head" : "digest.nothing"), ...parts].join("\n\n");
    return { answer: { text, buttons: open.buttons, origin }, turnIds: [...planned.turnIds, ...happened.turnIds] };
  }

  function plannedToday({ person, isPrivate, catalogue, time }: Reader): Part {
    const today = time.date(now());
    const { clock } = createMomentWords({ catalogue, time, timeZone: home.info.timeZone, now: now() });
    const { what } = planWords({ language: person.language });
    const due = schedules
      .toldTo({ personId: person.id, isPrivate })
      .flatMap((plan) => (plan.dueAt === undefined || time.date(plan.dueAt) !== today ? [] : { ...plan, dueAt: plan.dueAt }))
      .slice(0, MOST_PLANNED);
    return {
      lines: due.map((plan) => `- ${catalogue.text("digest.at", { time: clock(plan.dueAt), what: capitalised(what(plan)) })}`),
      turnIds: due.map(({ turnId }) => turnId),
    };
  }

  /** What was amiss and is over, and what became of what the person planned. */
  function happenedLately({ person, isPrivate, catalogue, time }: Reader): Part {
    const { clock } = createMomentWords({ catalogue, time, timeZone: home.info.timeZone, now: now() });
    const since = now() - LATELY_MS;
    const closed = notifications.readable(findings.closedSince(since), person);
    const over = closed.map((finding) => {
      const { closedAt = now() } = finding;
      const text = findingText(finding, { home: named, catalogue, now: closedAt });
      return `- ${catalogue.text("digest.over", { text, time: clock(closedAt) })}`;
    });
    const done = isPrivate ? schedules.outcomes(person.id, since).slice(0, MOST_HAPPENED) : [];
    const lines = [...over.slice(0, Math.max(1, MOST_HAPPENED - done.length)), ...done.map(({ answer }) => `- ${answer.split("\n")[0]}`)];
    return { lines: lines.slice(0, MOST_HAPPENED), turnIds: done.map(({ turnId }) => turnId), origin: findingOrigin(...closed) };
  }

  return {
    /** Reads all of it; what it gives begins a turn that tells that. */
    async prepare(person: Pick<Person, "id" | "role" | "language">): Promise<(begin: () => void) => void> {
      const digest = await compose({ person, isPrivate: true });
      return (begin) => {
        prepared = digest;
        try {
          begin();
        } finally {
          prepared = undefined;
        }
      };
    },
    run({ person, isPrivate, turnId }: CommandContext): CommandAnswer | Promise<CommandAnswer> {
      const told = ({ answer, turnIds }: Digest): CommandAnswer => {
        quotes.add(turnId, { turnIds });
        return answer;
      };
      return prepared ? told(prepared) : compose({ person, isPrivate }).then(told);
    },
  };
}

interface Part {
  readonly lines: readonly string[];
  readonly turnIds: readonly string[];
  readonly origin?: Origin;
}

interface Reader {
  readonly person: Pick<Person, "id" | "role" | "language">;
  readonly isPrivate: boolean;
  readonly catalogue: Catalogue;
  readonly time: HomeTime;
}

function todayIn(time: HomeTime, now: number) {
  const day = time.date(now);
  return { from: day, until: day };
}
