import { type Automation, automationSchema, watchedIn } from "../../../automations/intent.ts";
import { isWhole } from "../../../automations/replay.ts";
import { MOST_REPLAYED_DAYS, type Replayer } from "../../../automations/replayer.ts";
import { isByClock, timelineOf } from "../../../automations/timeline.ts";
import type { Home } from "../../../homeassistant/registry/home.ts";
import { type Catalogue, catalogueFor } from "../../../languages/catalogue.ts";
import type { Logger } from "../../../observability/logger.ts";
import { fits, spokenIn } from "../../../recognition/spoken.ts";
import type { AutomationStore, AutomationVersion } from "../../../storage/turns/automations.ts";
import type { TurnQuotes } from "../../../storage/turns/turn-quotes.ts";
import { orAborted, timeLimit } from "../../../text/time-limit.ts";
import { mine } from "../../automation-numbers.ts";
import type { TurnInput } from "../../state.ts";
import type { Person } from "../../turn.ts";
import type { createAutomationWords } from "../../wording/automations.ts";
import { verbatim } from "../../wording/phrases.ts";

/** Why an automation may not have somebody know of these entities, in words; undefined where it may. */
export type Unshared = (
  watcher: { readonly personId: string; readonly role: Person["role"]; readonly inGroup?: boolean },
  entityIds: readonly string[],
  catalogue: Catalogue,
) => string | undefined;

export interface ReplayingDependencies {
  readonly home: Pick<Home, "info">;
  readonly store: Pick<AutomationStore, "latest" | "newest" | "ofTurn">;
  readonly unshared: Unshared;
  readonly replay: Replayer;
  /** The turns that a message may be about: the last one in its session, and that of the message that it replies to. */
  readonly continued: (turn: TurnInput) => readonly string[];
  /** An answer that tells of an automation is forgotten with the message that made it. */
  readonly quotes: Pick<TurnQuotes, "add">;
  readonly logger: Logger;
}

type Words = ReturnType<typeof createAutomationWords>;

/** A week of a hundred entities is read in three seconds on a small machine; who waits longer thinks that nothing comes. Who asks for a month waits for it. */
const LONGEST_REPLAY_MS = 10_000;
const LONGEST_MONTH_MS = 60_000;
/** `/automations 2 replay 30`: over so many days; by its id also one that is not saved. */
const REPLAYS = /^\/automations\s+(\d{1,3}|hpa_\w{1,64})\s+replay(?:\s+(\d{1,2}))?$/i;

/** What automations would have done: for the question that offers one, and for whoever asks about more days. */
export function createReplaying({ home, store, unshared, replay, continued, quotes, logger }: ReplayingDependencies) {
  /** When it would have run tells who was out, also where it tells nobody. */
  const isPrivate = ({ personId, role, language, isPrivate: isAlone }: TurnInput, automation: Automation): boolean =>
    unshared({ personId, role, inGroup: !isAlone }, watchedIn(automation, true), catalogueFor(language)) !== undefined;

  /** Over last week, or so many days; a question does not wait long for it. */
  async function replayed(automation: Automation, say: Words, catalogue: Catalogue, signal: AbortSignal, days?: number) {
    using limit = timeLimit(days === undefined ? LONGEST_REPLAY_MS : LONGEST_MONTH_MS, signal);
    try {
      const found = await orAborted(() => replay(automation, limit.signal, days), limit.signal);
      return { replay: say.replayed(found, automation), timeline: timelineOf(automation, found, home.info.timeZone) };
    } catch (error) {
      signal.throwIfAborted();
      logger.warn({ err: error }, "an automation could not be replayed");
      return { replay: [catalogue.text("automation.replay.failed")] };
    }
  }

  return {
    /** What the question that offers it tells of the last week. `replays`: more days may tell more. */
    async lastWeek(turn: TurnInput, automation: Automation, say: Words, catalogue: Catalogue, signal: AbortSignal) {
      if (isPrivate(turn, automation)) return { replay: [catalogue.text("automation.replay.private")] };
      const found = await replayed(automation, say, catalogue, signal);
      return { ...found, ...(!isByClock(automation) && isWhole(automation) && { replays: true }) };
    },

    /** The automation that a message wants replayed, and over how many days; undefined for any other message. */
    asked(turn: TurnInput): { readonly version: AutomationVersion | undefined; readonly days: number } | undefined {
      const [, which, given] = REPLAYS.exec(turn.text) ?? [];
      if (which !== undefined) {
        const own = mine(store.latest(), { id: turn.personId, role: turn.role }).find(({ number }) => number === Number(which));
        const days = Math.min(MOST_REPLAYED_DAYS, Math.max(1, Number(given ?? MOST_REPLAYED_DAYS)));
        return { version: own?.version ?? store.newest(which), days };
      }
      const spoken = spokenIn(turn.language);
      const bare = spoken?.bare(turn.text) ?? "";
      const days = spoken?.replays.find(([, templates]) => fits(templates, bare))?.[0];
      const version = days === undefined ? undefined : continued(turn).flatMap((turnId) => store.ofTurn(turnId) ?? [])[0];
      return version && { version, days: Number(days) };
    },

    /** What one of the person's automations, or one that was proposed to them, would have done in so many days. */
    async answer(turn: TurnInput, version: AutomationVersion | undefined, days: number, say: Words, signal: AbortSignal): Promise<string> {
      const catalogue = catalogueFor(turn.language);
      const { data: automation } = automationSchema.safeParse(version?.automation);
      if (!version || !automation || (turn.role !== "owner" && version.personId !== turn.personId))
        return catalogue.text("automation.gone");
      quotes.add(turn.turnId, { turnIds: [version.turnId] });
      if (isPrivate(turn, automation)) return catalogue.text("automation.replay.private");
      const { replay: lines } = await replayed(automation, say, catalogue, signal, days);
      return [`**${verbatim(automation.name)}**`, ...lines].join("\n");
    },
  };
}
