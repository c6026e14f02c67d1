import { type HomeTime, homeTime } from "../../homeassistant/home-time.ts";
import type { About, Reading } from "../../homeassistant/recogniser/readings.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { StateWords } from "../../homeassistant/registry/state-words.ts";
import type { RoutineConfigs } from "../../homeassistant/routines/routines.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import type { SaidDays } from "../../languages/said-days.ts";
import { mayRead } from "../../security/policy/read-access.ts";
import { isOthers } from "../../security/provenance/provenance.ts";
import type { RoutineDomain } from "../../security/routines/routine-changes.ts";
import type { AutomationStore } from "../../storage/turns/automations.ts";
import type { TurnQuotes } from "../../storage/turns/turn-quotes.ts";
import { mine } from "../automation-numbers.ts";
import { type Runs, runOf, type TurnInput, type TurnStateValues } from "../state.ts";
import { HOME_AWAY, type ReadTool, type ToolAnswer } from "../toolbox.ts";
import { verbatim } from "../wording/phrases.ts";
import { createTelling } from "../wording/readings.ts";
import { seriesOf } from "../wording/series.ts";
import { callerOf, outsideText } from "./gate/steps.ts";

const DAY_MS = 86_400_000;
/** As far as an event is looked for. */
const EVENT_DAYS = 90;
/** As far back as Home Assistant keeps states unless told otherwise. */
const HISTORY_HOURS = 240;
/** Names in one answer. */
const MOST_ROUTINES = 30;

type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

interface AnswerReadingDependencies {
  readonly tools: ReadonlyMap<string, ReadTool>;
  readonly home: Pick<Home, "find" | "ready" | "info">;
  readonly configs: Pick<RoutineConfigs, "about">;
  readonly store: Pick<AutomationStore, "latest">;
  readonly quotes: Pick<TurnQuotes, "add">;
  readonly runs: Runs;
  readonly words: Pick<StateWords, "called">;
  readonly redact: (text: string) => string;
  readonly clock: () => number;
}

export type AnswerReading = ReturnType<typeof createAnswerReading>;

/** Answers recognised questions with the tools that a model would call, by their rules. Undefined where what was read answers none of them. */
export function createAnswerReading({ tools, home, configs, store, quotes, runs, words, redact, clock }: AnswerReadingDependencies) {
  return async (turn: TurnInput, readings: readonly Reading[]): Promise<Partial<TurnStateValues> | undefined> => {
    const { signal } = runOf(runs, turn.turnId);
    const now = clock();
    const [{ domain } = {}] = readings;
    if (domain) return { path: "recogniser", model: "recogniser", origin: "home", answer: await routines(turn, readings, domain, signal) };
    const time = homeTime(home.info.timeZone);
    const telling = createTelling({ home, words, language: turn.language, catalogue: catalogueFor(turn.language), time, now });
    const read = async ([tool, args]: Call) => {
      const answer = home.ready ? await tools.get(tool)?.call(args, callerOf(turn, []), signal) : HOME_AWAY;
      return { tool, answer: answer ?? ({ ok: false, error: "unknown_tool" } satisfies ToolAnswer) };
    };
    const answered = await Promise.all(
      readings.map(async (reading) => ({ reading, answers: await Promise.all(callsOf(reading, { now, time }).map(read)) })),
    );
    const told = answered.map(({ reading, answers }) =>
      telling(
        reading,
        answers.map(({ answer }) => answer),
      ),
    );
    if (told.some((text) => text === undefined)) return undefined;
    const all = answered.flatMap(({ answers }) => answers);
    return {
      ...{ path: "recogniser", model: "recogniser", origin: "home", answer: redact(told.join("\n")) },
      results: all.map(({ tool, answer: { ok, origin = "home", read } }) => {
        const series = seriesOf(read, home);
        return { kind: "read", id: "", tool, ok, hidden: 0, origin, ...(series && { series }) };
      }),
      outside: all.flatMap(({ tool, answer: { origin = "home", outside, read: _, ...content } }) =>
        isOthers(origin) ? [outsideText(tool, content, outside)] : [],
      ),
    };
  };

  /** The names of routines tell how a house is guarded. */
  async function routines(
    { turnId, personId, role, language }: TurnInput,
    [reading]: readonly Reading[],
    kind: RoutineDomain,
    signal: AbortSignal,
  ): Promise<string> {
    const catalogue = catalogueFor(language);
    const own = mayRead(kind, role) ? undefined : ownOf({ personId, role }, kind);
    if (own?.size === 0) return catalogue.text("routines.owners", { kind });
    if (!home.ready) return catalogue.text("told.home_unreachable");
    const about = reading?.item;
    const ids = reading?.entityIds.flatMap((entityId) => {
      const { deviceId, area } = home.find(entityId) ?? {};
      return [entityId, deviceId ?? "", area?.areaId ?? ""].filter(Boolean);
    });
    const all = await configs.about(kind, about === undefined ? undefined : new Set(ids), signal);
    const found = own ? all.filter(({ state }) => own.has(state.attributes["id"])) : all;
    if (own) quotes.add(turnId, { turnIds: [...own.values()] });
    const shown = found.slice(0, MOST_ROUTINES).map(({ name }) => verbatim(name));
    const names = catalogue.list(found.length > shown.length ? [...shown, "…"] : shown);
    const words = { kind, about: verbatim(about ?? ""), names };
    const [some, none] =
      about === undefined ? (["routines.all", "routines.none"] as const) : (["routines.about", "routines.none-about"] as const);
    const told = found.length === 0 && own ? [] : [catalogue.text(found.length > 0 ? some : none, words)];
    return redact([...told, ...(own ? [catalogue.text("routines.owners", { kind })] : [])].join("\n"));
  }

  /** The automations that somebody had made, who may not read all: their ids, each with the turn that made it. */
  function ownOf({ personId, role }: Pick<TurnInput, "personId" | "role">, kind: RoutineDomain): ReadonlyMap<unknown, string> {
    const made = kind === "automation" ? mine(store.latest(), { id: personId, role }) : [];
    return new Map(made.map(({ version }) => [version.id, version.turnId]));
  }
}

/** What of the home answers it. */
function callsOf(reading: Reading, { now, time }: { readonly now: number; readonly time: HomeTime }): readonly Call[] {
  const { about, days, entityIds } = reading;
  const between = ({ from, to }: Pick<SaidDays, "from" | "to">) => ({ from: day(from), until: day(to - 1) });
  const day = (at: number) => time.date(at);
  const each = (tool: string, args: object): readonly Call[] => entityIds.map((entity_id) => [tool, { entity_id, ...args }]);
  switch (about) {
    case "event":
    case "next":
      return [["get_calendar_events", between({ from: now, to: now + EVENT_DAYS * DAY_MS })]];
    case "events":
    case "free":
      return [["get_calendar_events", days ? between(days) : {}]];
    case "items":
    case "count":
    case "item":
      return each("get_list_items", {});
    case "energy":
    case "measured":
    case "highest":
    case "lowest": {
      const asked = days ? between(days) : between({ from: now, to: now + 1 });
      return entityIds.length > 0 ? each("get_statistics", asked) : [["get_statistics", asked]];
    }
    case "since":
    case "last":
    case "left":
    case "came":
      return each("get_entity_history", { hours: HISTORY_HOURS });
    case "cause":
      return each("get_entity_history", { kind: "causes", hours: HISTORY_HOURS });
    default:
      return WEATHER.has(about) ? (["day", "hour"] as const).map((by) => ["get_weather", { by }] as const) : [];
  }
}

const WEATHER: ReadonlySet<About> = new Set(["now", "rain", "snow", "weather", "warmth", "wind"]);
