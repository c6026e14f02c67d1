import { automationSchema } from "../../automations/intent.ts";
import { automationHash, type OwnAutomations } from "../../homeassistant/acting/own-automations.ts";
import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home, WholeHome } from "../../homeassistant/registry/home.ts";
import type { TracedRun, Traces } from "../../homeassistant/routines/traces.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import { mayRead } from "../../security/policy/read-access.ts";
import type { AutomationAskStore } from "../../storage/turns/automation-asks.ts";
import type { AutomationStore, AutomationVersion } from "../../storage/turns/automations.ts";
import type { TurnQuotes } from "../../storage/turns/turn-quotes.ts";
import { mine } from "../automation-numbers.ts";
import type { CommandAnswer, CommandContext } from "../command.ts";
import { createMomentWords } from "../wording/moments.ts";
import { capitalised, oneLine, verbatim } from "../wording/phrases.ts";

/** A phone shows about so many. */
const MOST_SHOWN = 20;
const MOST_VERSIONS = 10;
const READ_MS = 5_000;
const LONGEST_ERROR = 200;

type Runs = ReadonlyMap<string, readonly TracedRun[]>;

interface AutomationsCommandDependencies {
  readonly automationStore: Pick<AutomationStore, "latest" | "saved">;
  readonly ownAutomations: Pick<OwnAutomations, "read" | "entityOf">;
  readonly asks: Pick<AutomationAskStore, "on">;
  readonly traces: Pick<Traces, "all">;
  readonly home: Pick<Home, "info"> & Pick<WholeHome, "everything" | "known">;
  readonly quotes: Pick<TurnQuotes, "add">;
  readonly now: () => number;
}

export type AutomationsCommand = ReturnType<typeof createAutomationsCommand>;

/** `/automations`: those that the assistant made, with numbers, and for owners the home's others; `/automations 2 versions`. */
export function createAutomationsCommand({
  automationStore: store,
  ownAutomations: own,
  asks,
  traces,
  home,
  quotes,
  now,
}: AutomationsCommandDependencies) {
  const momentOf = ({ catalogue }: CommandContext) =>
    createMomentWords({ catalogue, time: homeTime(home.info.timeZone), timeZone: home.info.timeZone, now: now() }).moment;
  const nameOf = ({ automation, id }: AutomationVersion): string => automationSchema.safeParse(automation).data?.name ?? id;

  /** On or off, when it ran last and how that ended, how many of its runs failed; and why the last did. */
  const stateOf = (entityId: string | undefined, context: CommandContext, runs: readonly TracedRun[] = []) => {
    const { catalogue } = context;
    const { state, attributes } = home.known(entityId ?? "")?.state ?? { state: "unavailable", attributes: undefined };
    const ran = Date.parse(String(attributes?.["last_triggered"]));
    const last = runs.at(-1);
    const failed = runs.filter(({ result }) => result === "failed").length;
    return {
      state: catalogue.find(`value.${state}`) ?? state,
      last: [
        Number.isNaN(ran) ? catalogue.text("automation.never-ran") : catalogue.text("automation.ran", { when: momentOf(context)(ran) }),
        ...(last ? [catalogue.text("automation.result", { result: last.result })] : []),
        ...(failed > 0 && runs.length > 1 ? [catalogue.text("automation.failures", { failed, count: runs.length })] : []),
      ].join(", "),
      why: last?.error === undefined ? [] : [catalogue.text("automation.warning", { what: verbatim(oneLine(last.error, LONGEST_ERROR)) })],
    };
  };

  /** How often it asked the assistant today. */
  const askedToday = ({ id }: AutomationVersion, catalogue: Catalogue): readonly string[] => {
    const { answered, refused } = asks.on(id, homeTime(home.info.timeZone).iso(now()).slice(0, 10));
    return answered + refused === 0 ? [] : [catalogue.text("automation.asked-today", { answered, refused })];
  };

  async function lineOf(version: AutomationVersion, number: number, context: CommandContext, runs: Runs): Promise<string> {
    const { catalogue } = context;
    const signal = AbortSignal.timeout(READ_MS);
    const name = verbatim(nameOf(version));
    if (version.status === "removed") return catalogue.text("automation.line-deleted", { number, name });
    const { state, last, why } = stateOf(own.entityOf(version.id), context, runs.get(version.id));
    const stored = await own.read(version.id, signal).catch(() => undefined);
    return [
      catalogue.text("automation.line", { number, name, state, last: [last, ...askedToday(version, catalogue)].join(", ") }),
      ...(stored && automationHash(stored) !== version.hash ? [catalogue.text("automation.edited")] : []),
      ...why,
    ].join(" ");
  }

  async function list(context: CommandContext): Promise<CommandAnswer> {
    const { catalogue, person, turnId } = context;
    const ours = mine(store.latest(), person).slice(0, MOST_SHOWN);
    quotes.add(turnId, { turnIds: ours.map(({ version }) => version.turnId) });
    const runs: Runs = await traces.all(AbortSignal.timeout(READ_MS)).catch(() => new Map());
    const lines = await Promise.all(ours.map(({ version, number }) => lineOf(version, number, context, runs)));
    const ids = new Set(store.latest().map(({ id }) => id));
    const others = [...home.everything()]
      .filter(
        ({ entityId, state }) =>
          entityId.startsWith("automation.") && !ids.has(String(state.attributes["id"])) && mayRead(entityId, person.role),
      )
      .slice(0, MOST_SHOWN);
    const otherLines = others.map(({ entityId, name, state: { attributes } }) => {
      const { state, last, why } = stateOf(entityId, context, runs.get(String(attributes["id"])));
      return [catalogue.text("automation.line-other", { name: verbatim(name), state, last }), ...why].join(" ");
    });
    const shown = [...ours.map(({ version }) => version.id), ...others.map(({ state }) => String(state.attributes["id"]))];
    // why a run failed is told as Home Assistant, or an integration, says it
    const origin = shown.some((id) => runs.get(id)?.at(-1)?.error !== undefined) ? "outside" : "home";
    if (lines.length + others.length === 0) return [catalogue.text("automation.none"), catalogue.text("automation.usage")].join("\n");
    const text = [
      ...(lines.length === 0 ? [] : [catalogue.text("automation.ours"), ...lines, "", catalogue.text("automation.how")]),
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
      `**${verbatim(nameOf(found.version))}**`,
      ...lines.map((one) =>
        catalogue.text("automation.version", {
          number: one.version,
          when: capitalised(momentOf(context)(one.createdAt)),
          name: verbatim(nameOf(one)),
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
