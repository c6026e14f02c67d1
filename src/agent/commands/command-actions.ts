import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import { mayRead } from "../../security/policy/read-access.ts";
import { type ActionLedger, outcomesIn, type PastAction } from "../../storage/turns/actions.ts";
import type { TurnQuotes } from "../../storage/turns/turn-quotes.ts";
import { type CommandContext, seesOthers } from "../command.ts";
import { createPhrases, verbatim } from "../wording/phrases.ts";
import { createEntityNamer, wantedIn } from "./command-arguments.ts";

const DEFAULT_ACTIONS = 10;
/** More lines than this nobody reads in a chat. */
const MOST_ACTIONS = 50;

interface ActionsDependencies {
  readonly home: Pick<Home, "find" | "exposed" | "info">;
  readonly actions: Pick<ActionLedger, "list">;
  readonly quotes: Pick<TurnQuotes, "add">;
  readonly now: () => number;
}

/** What `/actions [n|day|thing]` answers: the newest actions, those of a day, or those on one thing; a line each, newest first. */
export function createActionsCommand({ home, actions, quotes, now }: ActionsDependencies) {
  const named = createEntityNamer({ home });
  return (context: CommandContext, argument: string): string => {
    const { person, catalogue, turnId } = context;
    const wanted = wantedOf(argument.trim(), context);
    if (typeof wanted === "string") return wanted;
    const seesAll = seesOthers(context);
    const found = actions
      .list({ ...wanted.filter, limit: wanted.limit + 1, ...(!seesAll && { personId: person.id }) })
      .filter(({ personId }) => seesAll || personId === person.id);
    if (found.length === 0) return catalogue.text(seesAll ? "actions.none" : "actions.none-own");
    const told = found.slice(0, wanted.limit);
    // what was done stays; how it was worded may be in the arguments only
    quotes.add(turnId, { turnIds: told.filter(({ data }) => Object.keys(data).length > 0).map((action) => action.turnId) });
    const lines = told.map((action) => lineOf(action, context));
    const isCut = wanted.filter !== undefined && found.length > wanted.limit;
    return [...lines, ...(isCut ? [catalogue.text("actions.more", { most: wanted.limit })] : [])].join("\n");
  };

  function wantedOf(text: string, { person, catalogue }: CommandContext) {
    const usage = catalogue.text("actions.usage", { most: MOST_ACTIONS });
    const calendar = { now: now(), timeZone: home.info.timeZone, language: person.language };
    const wanted = wantedIn(text, { few: DEFAULT_ACTIONS, most: MOST_ACTIONS, ...calendar });
    if (wanted) return { limit: wanted.limit, filter: wanted.day && { since: wanted.day.from, until: wanted.day.to - 1 } };
    if (/^[-+]?\d+([-./,]\d+)*$/.test(text)) return usage;
    const thing = named(text, { role: person.role, catalogue });
    if ("problem" in thing) return `${thing.problem}\n${usage}`;
    return { limit: DEFAULT_ACTIONS, filter: { entityIds: [thing.entityId] } };
  }

  function lineOf(action: PastAction, { person, catalogue }: CommandContext): string {
    const mayName = action.personId === person.id || action.entityIds.every((id) => mayRead(id, person.role));
    const parameters = {
      time: homeTime(home.info.timeZone).minute(action.at),
      action: mayName ? createPhrases({ home, catalogue }).action(action) : catalogue.text("actions.routine"),
      person: nameOf(action.personName, catalogue),
      outcome: catalogue.list(outcomesIn(action.receipt).map((outcome) => catalogue.find(`outcome.${outcome}`) ?? outcome)),
    };
    if (action.approvedBy.length === 0) return catalogue.text("actions.line", parameters);
    // who never wrote to us has an id in place of a name
    const approvers = catalogue.list(action.approvedBy.map(({ personId, name }) => nameOf(name === personId ? "" : name, catalogue)));
    return catalogue.text("actions.line-approved", { ...parameters, approvers });
  }
}

function nameOf(name: string, catalogue: Catalogue): string {
  return name.trim() === "" ? catalogue.text("actions.nameless") : verbatim(name);
}
