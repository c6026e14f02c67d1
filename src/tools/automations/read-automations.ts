import { z } from "zod";
import type { AutomationOverview, AutomationState, OwnAutomationState } from "../../agent/automation-overview.ts";
import type { ReadTool, ToolAnswer, ToolCaller } from "../../agent/toolbox.ts";
import { createAutomationWords } from "../../agent/wording/automations.ts";
import { automationSchema } from "../../automations/intent.ts";
import { MOST_REPLAYED_DAYS, type Replayer } from "../../automations/replayer.ts";
import { routineOf } from "../../automations/routine.ts";
import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import { mayReadOthers } from "../../security/policy/read-access.ts";
import { isNameLike } from "../../security/provenance/provenance.ts";
import type { TurnQuotes } from "../../storage/turns/turn-quotes.ts";
import { LONGEST_NAME, LONGEST_TEXT, shorten } from "../entity-access.ts";
import { defineReadTool } from "../tool.ts";

interface ReadAutomationsDependencies {
  readonly overview: AutomationOverview;
  readonly replay: Replayer;
  readonly home: Pick<Home, "find" | "info">;
  /** Answers that tell of an automation are forgotten with the message that made it. */
  readonly quotes: Pick<TurnQuotes, "add">;
}

const number = z.number().int().min(1).max(999);
const NO_TRIGGER: ToolAnswer = { ok: false, error: "no_automation", message: "A script or scene is started by its name." };
const PRIVATE: ToolAnswer = { ok: false, error: "private", message: "When it ran would tell when others came and went." };

/** What automations there are, what one is, how its runs went, and when it would have run: for whoever may see them. */
export function createReadAutomations({ overview, replay, home, quotes }: ReadAutomationsDependencies): readonly ReadTool[] {
  const viewer = ({ personId: id, role, turn, isPrivate }: ToolCaller) => ({ id, role, language: turn.language, inGroup: !isPrivate });

  function briefly({ name, state, ranAt, runs }: AutomationState) {
    const last = runs.at(-1);
    return {
      name: shorten(name, LONGEST_NAME),
      state,
      ...(ranAt !== undefined && { last_ran: homeTime(home.info.timeZone).minute(ranAt) }),
      ...(last && { result: last.result, failed: `${runs.filter(({ result }) => result === "failed").length} of ${runs.length}` }),
    };
  }

  /** Whoever named one elsewhere, or wrote the blueprint that names it, may have written to the model. */
  function named(all: readonly AutomationState[], said: readonly string[] = []) {
    const outside = [...all.map(({ name }) => name).filter((name) => !isNameLike(name)), ...said];
    return { origin: outside.length > 0 ? ("outside" as const) : ("home" as const), outside };
  }

  async function ofNumber(
    wanted: number,
    caller: ToolCaller,
    signal: AbortSignal,
    tell: (one: OwnAutomationState) => ToolAnswer | Promise<ToolAnswer>,
  ): Promise<ToolAnswer> {
    const { ours } = await overview(viewer(caller), signal);
    const found = ours.find((one) => one.number === wanted && one.version.status === "saved");
    if (!found) return { ok: false, error: "unknown_number", message: "list_automations tells the numbers." };
    if (caller.turn.id !== "") quotes.add(caller.turn.id, { turnIds: [found.version.turnId] });
    return tell(found);
  }

  const wordsFor = ({ turn }: ToolCaller) =>
    createAutomationWords({ home, catalogue: catalogueFor(turn.language), timeZone: home.info.timeZone });

  const tools = [
    defineReadTool("list_automations", "All automations: number, on or off, last run.", z.object({}), async (_, caller, signal) => {
      if (!mayReadOthers(caller.role)) return { ok: false, error: "not_allowed", message: "Grown-ups of the house see automations." };
      const { ours, others } = await overview(viewer(caller), signal);
      const own = ours.filter(({ version }) => version.status === "saved");
      if (caller.turn.id !== "") quotes.add(caller.turn.id, { turnIds: own.map(({ version }) => version.turnId) });
      return {
        ok: true,
        made_by_you: own.map((one) => ({ number: one.number, kind: one.version.kind, ...briefly(one) })),
        others: others.map(briefly),
        ...named([...own.filter(({ isEdited }) => isEdited), ...others]),
      };
    }),
    defineReadTool("get_automation", "What starts one, its conditions, what it does.", z.object({ number }), (args, caller, signal) =>
      ofNumber(args.number, caller, signal, (one) => {
        const { kind, automation } = one.version;
        const routine = routineOf(kind, automation);
        const parts = routine ? wordsFor(caller).parts(routine) : [];
        return { ok: true, ...briefly(one), parts, edited_in_home_assistant: one.isEdited, ...named(one.isEdited ? [one] : []) };
      }),
    ),
    defineReadTool("get_automation_stats", "How its last runs went.", z.object({ number }), (args, caller, signal) =>
      ofNumber(args.number, caller, signal, (one) => {
        if (one.isPrivate) return PRIVATE;
        const runs = one.runs.map(({ startedAt, result, error }) => ({
          at: homeTime(home.info.timeZone).minute(startedAt),
          result,
          ...(error !== undefined && { error: shorten(error, LONGEST_TEXT) }),
        }));
        const said = one.runs.flatMap(({ error }) => error ?? []);
        return { ok: true, ...briefly(one), runs, asked_you_today: one.asks, ...named(one.isEdited ? [one] : [], said) };
      }),
    ),
    defineReadTool(
      "test_event_listener",
      "Replays one on the past days (1-30): when it would have run.",
      z.object({ number, days: z.number().int().min(1).max(MOST_REPLAYED_DAYS).optional() }),
      (args, caller, signal) =>
        ofNumber(args.number, caller, signal, async (one) => {
          if (one.isPrivate) return PRIVATE;
          const { data: automation } = automationSchema.safeParse(one.version.automation);
          if (!automation) return NO_TRIGGER;
          return {
            ok: true,
            told: wordsFor(caller)
              .replayed(await replay(automation, signal, args.days), automation)
              .join("\n"),
          };
        }),
    ),
  ];
  return tools.map((tool) => ({ ...tool, group: "automations" as const }));
}
