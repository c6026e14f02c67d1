import { createReplayPresses } from "../../agent/approvals/automation-question.ts";
import { createAutomationOverview } from "../../agent/automation-overview.ts";
import { createTrialPresses, trialNews } from "../../agent/commands/trial-news.ts";
import type { Turns } from "../../agent/turn.ts";
import { createOlderStates } from "../../automations/older-states.ts";
import { createReplayer } from "../../automations/replayer.ts";
import { createTrials, type TrialNews } from "../../automations/trials.ts";
import { routineHash } from "../../homeassistant/acting/own-routines.ts";
import { eachSession } from "../../homeassistant/connection/pacing.ts";
import type { Own } from "../../homeassistant/services/own.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import type { Influx } from "../../web/influx.ts";
import type { HomeParts } from "../foundation/home.ts";
import type { Reach } from "../foundation/reach.ts";
import type { Stores } from "../foundation/storage.ts";
import type { Surroundings } from "../foundation/surroundings.ts";
import type { Surfaces } from "./surfaces.ts";

interface AutomationKeeperOptions
  extends Pick<Surroundings, "clock" | "later" | "workers" | "logger">,
    Pick<HomeParts, "connection" | "home" | "history" | "ownRoutines" | "states" | "traces"> {
  readonly stores: Pick<Stores, "automations" | "trials" | "asks" | "database" | "outbox">;
  readonly own: Pick<Own, "endTrial">;
  readonly reach: Pick<Reach, "everybody" | "chatOf">;
  readonly surfaces: Pick<Surfaces, "mayTell">;
  /** Where there is one. */
  readonly influx: Influx | undefined;
  /** Who takes messages in; asked for with the first. */
  readonly receive: () => Turns["receive"];
}

/** Replays that wait for the one that runs: more people do not make automations at once. */
const MOST_WAITING = 10;

export type AutomationKeeper = ReturnType<typeof createAutomationKeeper>;

/**
 * Replays automations, looks after those on trial, and finds what became of those that were being saved when the service or Home Assistant went away: what is
 * stored there tells, each time that the home is there again.
 */
export function createAutomationKeeper(options: AutomationKeeperOptions) {
  const { connection, home, history, states, ownRoutines, traces, stores, own, reach, surfaces, influx, receive, clock, later, workers } =
    options;
  const { automations, trials: store, database, outbox } = stores;
  const logger = options.logger.child({ part: "automations" });
  const held = new AsyncDisposableStack();
  const pool = held.use(workers({ threads: 1, maxQueue: MOST_WAITING, niceness: 0, logger }));
  const entityOf = (id: string) => ownRoutines.entityOf({ kind: "automation", id });
  const friendlyName = (entityId: string) => {
    const name = states.get(entityId)?.attributes["friendly_name"];
    return typeof name === "string" ? name : undefined;
  };
  const transaction = <Result>(run: () => Result): Result => database.transaction(run);

  function tell(news: TrialNews): void {
    const { id, personId, turnId, ranAt } = news.trial;
    const person = reach.everybody().find((one) => one.id === personId);
    const chat = reach.chatOf(personId);
    // whom the options do not name any more is told nothing
    if (!person || !chat) return;
    const made = automations.latest().find((version) => version.id === id);
    // that it ran tells of whoever starts it; what was forgotten is not told of any more
    if (news.kind === "ran" && !(made && surfaces.mayTell(made, person))) return;
    const { channel, bot, chatId } = chat;
    const said = trialNews(news, catalogueFor(person.language), { home, now: clock() });
    const onceKey = `trial/${id}/${news.kind === "ran" ? ranAt : news.kind}/${news.trial.endsAt}`;
    outbox.add({ channel, bot, chatId, turnId, kind: "notice", origin: "home", ...said, onceKey, at: clock() });
  }

  const trials = held.use(createTrials({ store, transaction, states, entityOf, switchOff: own.endTrial, tell, clock, later, logger }));

  async function settle(signal: AbortSignal): Promise<void> {
    await home.whenReady(signal);
    for (const { id, kind, version, hash } of automations.drafts()) {
      const stored = await ownRoutines.read({ kind, id }, signal);
      const now = stored && routineHash(stored);
      if (now === hash) automations.settle({ id, version, entityId: ownRoutines.entityOf({ kind, id }) });
    }
    trials.look();
  }

  return {
    overview: createAutomationOverview({
      ...{ ownRoutines, traces, home, now: clock, automationStore: automations },
      ...{ trials: store, asks: stores.asks, mayTell: surfaces.mayTell },
    }),
    replay: createReplayer({ history, older: influx && createOlderStates({ influx }), home, pool, now: clock, zoneName: friendlyName }),
    presses: [
      createReplayPresses({ receive: (message) => receive()(message) }),
      createTrialPresses({
        ...{ store, automations, outbox, transaction, now: clock, changed: trials.look },
        nameOf: (id) => friendlyName(entityOf(id) ?? "") ?? id,
        receive: (message) => receive()(message),
      }),
    ],
    start(): void {
      held.use(
        eachSession(connection, (signal) =>
          settle(signal).catch((error: unknown) => {
            if (!signal.aborted) logger.warn({ err: error }, "what became of automations could not be looked up");
          }),
        ),
      );
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
