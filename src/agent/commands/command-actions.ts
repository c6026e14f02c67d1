import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import { mayRead } from "../../security/policy/read-access.ts";
import { outcomesIn } from "../../storage/audit/receipt-outcomes.ts";
import type { ActionLedger } from "../../storage/turns/actions.ts";
import type { PastAction } from "../../storage/turns/past-actions.ts";
import type { TurnQuotes } from "../../storage/turns/turn-quotes.ts";
import { type CommandContext, seesOthers } from "../command-context.ts";
import { createPhrases } from "../wording/phrases.ts";
import { verbatim } from "../wording/verbatim.ts";
import { dayNamed } from "./command-days.ts";
import { createEntityNamer } from "./command-entity.ts";

const DEFAULT_ACTIONS = 10;
/** More lines than this nobody reads in a chat. */
const MOST_ACTIONS = 50;

interface ActionsDependencies {
  readonly home: Pick<Home, "find" | "exposed" | "info">;
  readonly actions: Pick<ActionLedger, "list">;
  readonly quotes: Pick<TurnQuotes, "add">;
  /** ms since the epoch */
  readonly now: () => number;
}

/** Who is asking, and where. */
type Asker = Pick<CommandContext, "person" | "catalogue" | "isPrivate" | "turnId">;

/** What `/actions [n|day|thing]` answers: the newest actions, those of a day, or those on one thing; a line each, newest first. */
export function createActionsCommand({ home, actions, quotes, now }: ActionsDependencies) {
  const named = createEntityNamer({ home });
  return (asker: Asker, argument: string): string => {
    const { person, catalogue, turnId } = asker;
    const wanted = wantedOf(argument.trim());
    if ("problem" in wanted) return wanted.problem;
    const seesAll = seesOthers(asker);
    const found = actions
      .list({ ...wanted.filter, limit: wanted.limit + 1, ...(!seesAll && { personId: person.id }) })
      .filter(({ personId }) => seesAll || personId === person.id);
    if (found.length === 0) return catalogue.text(seesAll ? "actions.none" : "actions.none-own");
    const told = found.slice(0, wanted.limit);
    // what was done stays; how it was worded may be in the arguments only
    quotes.add(turnId, { turnIds: told.filter(({ data }) => Object.keys(data).length > 0).map((action) => action.turnId) });
    const lines = told.map((action) => lineOf(action, { person, catalogue }));
    const more = wanted.tellMore && found.length > wanted.limit ? [catalogue.text("actions.more", { most: wanted.limit })] : [];
    return [...lines, ...more].join("\n");

    function wantedOf(text: string) {
      const usage = { problem: catalogue.text("actions.usage", { most: MOST_ACTIONS }) };
      if (text === "") return { filter: {}, limit: DEFAULT_ACTIONS, tellMore: false };
      if (/^[-+]?\d+([.,]\d+)?$/.test(text)) {
        const count = Number(text);
        return Number.isInteger(count) && count >= 1 && count <= MOST_ACTIONS ? { filter: {}, limit: count, tellMore: false } : usage;
      }
      const day = dayNamed(text, { now: now(), timeZone: home.info.timeZone, language: person.language });
      if (day) return { filter: { since: day.from, until: day.to - 1 }, limit: MOST_ACTIONS, tellMore: true };
      if (/^\d+[-./]\d+[-./]\d+$/.test(text)) return usage;
      const thing = named(text, { role: person.role, catalogue });
      if ("problem" in thing) return { problem: `${thing.problem}\n${usage.problem}` };
      return { filter: { entityIds: [thing.entityId] }, limit: DEFAULT_ACTIONS, tellMore: true };
    }
  };

  function lineOf(action: PastAction, { person, catalogue }: Pick<Asker, "person" | "catalogue">): string {
    const phrases = createPhrases({ home, catalogue });
    const mayName = action.personId === person.id || action.entityIds.every((id) => mayRead(id.split(".")[0] ?? "", person.role));
    const parameters = {
      time: homeTime(home.info.timeZone).minute(action.at),
      action: mayName ? phrases.action(action) : catalogue.text("actions.routine"),
      person: nameOf(action.personName, catalogue),
      outcome: outcomeText(action, catalogue),
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

/** How an action ended in words; several ends of several things one after the other. Without a receipt nobody knows. */
function outcomeText({ receipt }: PastAction, catalogue: Catalogue): string {
  const words = outcomesIn(receipt).map((outcome) => catalogue.find(`outcome.${outcome}`) ?? outcome);
  return catalogue.list(words);
}
