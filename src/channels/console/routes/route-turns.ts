import type { Hono } from "hono";
import { choiceEnd } from "../../../agent/approvals/choice-desk.ts";
import { explainedOf, type TellExplanation } from "../../../agent/commands/command-why.ts";
import { type ContextRecord, readContextRecord } from "../../../agent/prompt-budget.ts";
import type { Person } from "../../../agent/turn.ts";
import { verbatim } from "../../../agent/wording/phrases.ts";
import { type Catalogue, catalogueFor } from "../../../languages/catalogue.ts";
import { mayRead } from "../../../security/policy/read-access.ts";
import type { AuditLog } from "../../../storage/audit/audit.ts";
import type { ActionLedger, StoredReceipt } from "../../../storage/turns/actions.ts";
import type { ApprovalStore } from "../../../storage/turns/approvals.ts";
import type { ChoiceStore } from "../../../storage/turns/choices.ts";
import type { PastTurn, TurnPages, WholeTurn } from "../../../storage/turns/turn-pages.ts";
import type { TurnStore } from "../../../storage/turns/turns.ts";
import { folded } from "../../../text/fold.ts";
import { type ConsoleEnv, cursorOf, limitOf, listed, placeForm, textOf } from "../asked.ts";
import { Refusal } from "../refusal.ts";
import { plainOf, wireReceipt } from "../rendering.ts";
import type { TurnDetail, TurnItem } from "../wire.ts";

export interface TurnPorts {
  readonly turns: {
    readonly pages: TurnPages;
    readonly turns: Pick<TurnStore, "isErased" | "nameOf">;
    readonly audit: Pick<AuditLog, "decisions">;
    readonly actions: Pick<ActionLedger, "receipts">;
    readonly approvals: Pick<ApprovalStore, "allOfTurn">;
    readonly choices: Pick<ChoiceStore, "ofTurn">;
  };
  readonly nameOf: (entityId: string) => string | undefined;
  readonly explanationText: TellExplanation;
}

const MOST_DECISIONS = 50;
/** Tools that read and write what is known of a person: that is told to nobody else. */
const PERSONAL_TOOLS: ReadonlySet<string> = new Set(["get_user_profile", "update_user_profile"]);
const PERSONAL_SLOT = "profile";
/** Ways to an answer that are told nothing of a person. */
const IMPERSONAL_PATHS: ReadonlySet<string | undefined> = new Set(["recogniser", "asked"]);

/** A turn as somebody may see it. */
type Seen<Turn extends PastTurn> = Turn & Pick<TurnItem, "forgotten" | "withheld">;

/** Turns, and one of them with its way through the service: one's own, for an owner everybody's without what rests on others' remembered facts. */
export function routeTurns(app: Hono<ConsoleEnv>, ports: TurnPorts): void {
  const { nameOf, explanationText } = ports;
  const { pages, turns, audit, actions, approvals, choices } = ports.turns;

  app.get("/turns", (context) => {
    const { id: viewerId, role } = context.var.person;
    const words = textOf(context, "q");
    const personId = textOf(context, "person");
    const { items, next } = pages.page({
      limit: limitOf(context),
      before: cursorOf(context, placeForm),
      personId: role === "owner" ? personId : viewerId,
      path: textOf(context, "path", 20),
      words: words === undefined ? undefined : { text: words, viewerId },
    });
    const shown = items.map((turn) => seen(turn, viewerId));
    // what is not shown is not found either: it could be guessed word by word
    return context.json(listed({ items: words === undefined ? shown : shown.filter((turn) => has(turn, words)), next }, itemOf));
  });

  app.get("/turns/:id", (context) => {
    const { person } = context.var;
    const turn = pages.get(context.req.param("id"));
    if (!turn || !(turn.personId === person.id || person.role === "owner")) throw new Refusal("missing");
    return context.json(detailOf(turn, person));
  });

  function seen<Turn extends PastTurn>(turn: Turn, viewerId: string): Seen<Turn> {
    const forgotten = turns.isErased(turn.id);
    if (turn.personId === viewerId) return { ...turn, forgotten, withheld: false };
    const text = isCommand(turn) ? (/^\S*/.exec(turn.text)?.[0] ?? "") : turn.text;
    const withheld = turn.answer !== undefined && (isCommand(turn) || mayTellOfPerson(turn));
    return { ...turn, text, answer: withheld ? undefined : turn.answer, forgotten, withheld };
  }

  /** Also where nothing is kept any more of what an answer was made of. */
  function mayTellOfPerson({ id, path }: PastTurn): boolean {
    if (IMPERSONAL_PATHS.has(path)) return false;
    const turn = pages.get(id);
    const slots = readContextRecord(turn?.context)?.slots;
    if (!turn || !slots) return true;
    return (
      turn.tools.some(({ name }) => PERSONAL_TOOLS.has(name)) ||
      slots.some(({ slot, used, put }) => slot === PERSONAL_SLOT && (used > 0 || put.length > 0))
    );
  }

  function detailOf(turn: WholeTurn, { id: viewerId, role, language }: Person): TurnDetail {
    const isOwn = turn.personId === viewerId;
    const catalogue = catalogueFor(language);
    const decisions = audit.decisions({ turnId: turn.id, limit: MOST_DECISIONS }).toReversed();
    const mayName = (entityId: string) => role === "owner" || (nameOf(entityId) !== undefined && mayRead(entityId, role));
    const isHidden = (tool: string) => !isOwn && PERSONAL_TOOLS.has(tool);
    return {
      ...itemOf(seen(turn, viewerId)),
      context: contextOf(turn, isOwn),
      tools: turn.tools.map(({ name, arguments: given, result, ok }) =>
        isHidden(name) ? { name, arguments: "", result: "", ok } : { name, arguments: read(given), result: read(result), ok },
      ),
      questions: questionsOf(turn.id, catalogue),
      decisions: decisions.map((decision) => {
        const { service = "", outcome = "", rule = "" } = decision;
        const reasons = explanationText(explainedOf(decision).explained, { catalogue, role }).map(plainOf);
        return { service, entityIds: decision.entityIds.filter(mayName), outcome, rule, reasons };
      }),
      receipts: actions.receipts(turn.id).map((receipt) => wireReceipt(receipt as StoredReceipt, nameOf)),
      times: { received: turn.at, answered: turn.answeredAt, sent: turn.shownAt },
    };
  }

  function questionsOf(turnId: string, catalogue: Catalogue): TurnDetail["questions"] {
    const asked = approvals.allOfTurn(turnId).map(({ question, status, approved = [], votes }) => {
      const ended = status === "answered" ? (approved.length > 0 ? "yes" : "no") : status;
      const names = catalogue.list(votes.map(({ personId }) => verbatim(turns.nameOf(personId) ?? personId)));
      return { question, end: catalogue.text(`explain.ended-${ended}`, { names }) };
    });
    const choice = choices.ofTurn(turnId);
    const chosen = choice && {
      question: choice.question,
      end: choice.status === "open" ? catalogue.text("explain.ended-open") : choiceEnd(choice, catalogue),
    };
    return [...asked, ...(chosen ? [chosen] : [])].map(({ question, end }) => ({ question: plainOf(question), end: plainOf(end) }));
  }
}

function itemOf(turn: Seen<PastTurn>): TurnItem {
  const { id, at, personName: person, channel, path = "", text, answer, model, status, milliseconds, tokens, forgotten, withheld } = turn;
  const said = answer === undefined ? undefined : plainOf(answer);
  return { id, at, person, channel, path, text, answer: said, forgotten, withheld, model, status, milliseconds, tokens };
}

function isCommand({ path, text }: PastTurn): boolean {
  return path === "command" || text.startsWith("/");
}

function has({ text, answer }: PastTurn, words: string): boolean {
  return folded(`${text}\n${answer ?? ""}`).includes(folded(words));
}

function contextOf({ context }: WholeTurn, isOwn: boolean): ContextRecord | undefined {
  const record = readContextRecord(context);
  if (!record || isOwn) return record;
  return { ...record, slots: record.slots.map((slot) => (slot.slot === PERSONAL_SLOT ? { ...slot, put: [], left: [] } : slot)) };
}

/** JSON where it is whole, else the text that is left of it. */
function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
