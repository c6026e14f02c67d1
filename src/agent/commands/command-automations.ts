import { nameOfRoutine } from "../../automations/routine.ts";
import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { mayReadOthers } from "../../security/policy/read-access.ts";
import type { AutomationStore } from "../../storage/turns/automations.ts";
import type { TurnQuotes } from "../../storage/turns/turn-quotes.ts";
import { mine } from "../automation-numbers.ts";
import type { AutomationOverview, AutomationState, OwnAutomationState } from "../automation-overview.ts";
import type { CommandAnswer, CommandContext } from "../command.ts";
import { createMomentWords } from "../wording/moments.ts";
import { capitalised, oneLine, verbatim } from "../wording/phrases.ts";

const MOST_VERSIONS = 10;
const LONGEST_ERROR = 200;

interface AutomationsCommandDependencies {
  readonly automationStore: Pick<AutomationStore, "latest" | "saved">;
  readonly overview: AutomationOverview;
  readonly home: Pick<Home, "info">;
  readonly quotes: Pick<TurnQuotes, "add">;
  readonly now: () => number;
}

export type AutomationsCommand = ReturnType<typeof createAutomationsCommand>;

/** `/automations`: those that the assistant made, with numbers, and for owners the home's others; `/automations 2 versions`. */
export function createAutomationsCommand({ automationStore: store, overview, home, quotes, now }: AutomationsCommandDependencies) {
  const momentOf = ({ catalogue }: CommandContext) =>
    createMomentWords({ catalogue, time: homeTime(home.info.timeZone), timeZone: home.info.timeZone, now: now() }).moment;

  /** On or off, when it ran last and how that ended, how many of its runs failed; and why the last did. */
  const wordsOf = ({ state, ranAt, runs, isPrivate }: AutomationState, context: CommandContext, more: readonly string[] = []) => {
    const { catalogue } = context;
    const last = runs.at(-1);
    const failed = runs.filter(({ result }) => result === "failed").length;
    return {
      state: catalogue.find(`value.${state}`) ?? state,
      last: isPrivate
        ? catalogue.text("automation.ran-private")
        : [
            ranAt === undefined
              ? catalogue.text("automation.never-ran")
              : catalogue.text("automation.ran", { when: momentOf(context)(ranAt) }),
            ...(last ? [catalogue.text("automation.result", { result: last.result })] : []),
            ...(failed > 0 && runs.length > 1 ? [catalogue.text("automation.failures", { failed, count: runs.length })] : []),
            ...more,
          ].join(", "),
      why: last?.error === undefined ? [] : [catalogue.text("automation.warning", { what: verbatim(oneLine(last.error, LONGEST_ERROR)) })],
    };
  };

  function lineOf(one: OwnAutomationState, context: CommandContext): string {
    const { catalogue } = context;
    const { number, version, isEdited, asks, onTrialUntil } = one;
    const name = verbatim(one.name);
    if (version.status === "removed") return catalogue.text("automation.line-deleted", { number, name });
    const more = [
      ...(asks.answered + asks.refused === 0
        ? []
        : [catalogue.text("automation.asked-today", { answered: asks.answered, refused: asks.refused })]),
      ...(onTrialUntil === undefined ? [] : [catalogue.text("automation.on-trial", { until: momentOf(context)(onTrialUntil) })]),
    ];
    const { state, last, why } = wordsOf(one, context, more);
    const { kind } = version;
    return [
      kind === "automation"
        ? catalogue.text("automation.line", { number, name, state, last })
        : catalogue.text("automation.line-named", { number, name, kind, last }),
      ...(isEdited ? [catalogue.text("automation.edited")] : []),
      ...why,
    ].join(" ");
  }

  async function list(context: CommandContext): Promise<CommandAnswer> {
    const { catalogue, person, turnId, isPrivate } = context;
    const { ours, others } = await overview({ ...person, inGroup: !isPrivate }, new AbortController().signal);
    quotes.add(turnId, { turnIds: ours.map(({ version }) => version.turnId) });
    const lines = ours.map((one) => lineOf(one, context));
    const otherLines = others.map((one) => {
      const { state, last, why } = wordsOf(one, context);
      return [catalogue.text("automation.line-other", { name: verbatim(one.name), state, last }), ...why].join(" ");
    });
    // why a run failed is told as Home Assistant, or an integration, says it
    const origin = [...ours, ...others].some(({ runs }) => runs.at(-1)?.error !== undefined) ? "outside" : "home";
    if (lines.length + others.length === 0) {
      const none = catalogue.text(person.role === "owner" ? "automation.none" : "routines.owners", { kind: "automation" });
      return [none, ...(mayReadOthers(person.role) ? [catalogue.text("automation.usage")] : [])].join("\n");
    }
    const [first] = ours;
    const text = [
      ...(first ? [catalogue.text("automation.ours"), "", ...lines, "", catalogue.text("automation.how", { number: first.number })] : []),
      ...(others.length === 0 ? [] : ["", catalogue.text("automation.others"), ...otherLines]),
    ].join("\n");
    return { text, buttons: [], origin };
  }

  function versions(number: number, context: CommandContext): CommandAnswer {
    const { catalogue, person, turnId } = context;
    const found = mine(store.latest(), person).find((one) => one.number === number);
    if (!found) return catalogue.text("automation.gone");
    const lines = store.saved(found.version.id).slice(0, MOST_VERSIONS);
    quotes.add(turnId, { turnIds: [found.version, ...lines].map((version) => version.turnId) });
    return [
      `**${verbatim(nameOfRoutine(found.version))}**`,
      "",
      ...lines.map((one) =>
        catalogue.text("automation.version", {
          number: one.version,
          when: capitalised(momentOf(context)(one.createdAt)),
          name: verbatim(nameOfRoutine(one)),
        }),
      ),
      "",
      catalogue.text("automation.restore", { number }),
    ].join("\n");
  }

  return (context: CommandContext, argument: string): CommandAnswer | Promise<CommandAnswer> => {
    const [number, what] = argument.trim().split(/\s+/);
    return what === "versions" ? versions(Number(number), context) : list(context);
  };
}
