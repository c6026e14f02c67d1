import type { Home } from "../../../homeassistant/registry/home.ts";
import { type Catalogue, catalogueFor } from "../../../languages/catalogue.ts";
import type { PolicyOptions } from "../../../security/policy/policy-input.ts";
import { mayRead, mayReadOthers } from "../../../security/policy/read-access.ts";
import type { AuditLog } from "../../../storage/audit/audit.ts";
import type { Page, Place } from "../../../storage/place.ts";
import { type ActionLedger, outcomesIn, type PastAction } from "../../../storage/turns/actions.ts";
import { type Approval, type ApprovalStore, leavingTexts } from "../../../storage/turns/approvals.ts";
import type { ChoiceStore } from "../../../storage/turns/choices.ts";
import type { OutboxStore } from "../../../storage/turns/outbox.ts";
import type { PastTurn, TurnPages, WholeTurn } from "../../../storage/turns/turn-pages.ts";
import type { TurnStore } from "../../../storage/turns/turns.ts";
import { folded } from "../../../text/fold.ts";
import { choiceEnd } from "../../approvals/choice-desk.ts";
import { type ContextRecord, readContextRecord } from "../../prompt-budget.ts";
import type { Person } from "../../turn.ts";
import { createPhrases, quotable, verbatim } from "../../wording/phrases.ts";
import { createExplanationText, explainedOf } from "../command-why.ts";

interface TurnViewDependencies {
  readonly pages: TurnPages;
  readonly turns: Pick<TurnStore, "isErased" | "nameOf">;
  readonly audit: Pick<AuditLog, "decisions">;
  readonly actions: Pick<ActionLedger, "receipts">;
  readonly approvals: Pick<ApprovalStore, "allOfTurn">;
  readonly choices: Pick<ChoiceStore, "ofTurn">;
  readonly home: Pick<Home, "find">;
  readonly options: PolicyOptions;
}

interface WantedTurns {
  readonly limit: number;
  readonly before?: Place | undefined;
  readonly personId?: string | undefined;
  readonly path?: string | undefined;
  readonly words?: string | undefined;
}

/** A decision of a turn, in words; `reasons` are lines of Markdown. */
export interface ShownDecision {
  readonly service: string;
  readonly entityIds: readonly string[];
  readonly outcome: string;
  readonly rule: string;
  readonly reasons: readonly string[];
}

/** What a turn asked, and how that ended. Texts are Markdown. */
export interface ShownQuestion {
  readonly question: string;
  readonly end: string;
}

export interface SeenTurn extends PastTurn {
  /** Its words are gone, because somebody wanted that. */
  readonly forgotten: boolean;
  /** It has an answer that is for its person alone. */
  readonly withheld: boolean;
}

export interface ShownTurn extends SeenTurn, Omit<WholeTurn, "context"> {
  readonly context: ContextRecord | undefined;
  readonly questions: readonly ShownQuestion[];
  readonly decisions: readonly ShownDecision[];
  readonly receipts: readonly unknown[];
}

const MOST_DECISIONS = 50;
/** Tools that read and write what is known of a person: that is told to nobody else. */
const PERSONAL_TOOLS: ReadonlySet<string> = new Set(["get_user_profile", "update_user_profile"]);
const PERSONAL_SLOT = "profile";
/** Ways to an answer that are told nothing of a person. */
const IMPERSONAL_PATHS: ReadonlySet<string | undefined> = new Set(["recogniser", "asked"]);

/** Turns as a person may see them: their own, an owner everybody's, without what rests on others' remembered facts. */
export function createTurnView({ pages, turns, audit, actions, approvals, choices, home, options }: TurnViewDependencies) {
  const explanationText = createExplanationText({ home, options });

  const seen = <Turn extends PastTurn>(turn: Turn, viewer: Person): Turn & SeenTurn => {
    const forgotten = turns.isErased(turn.id);
    if (turn.personId === viewer.id) return { ...turn, forgotten, withheld: false };
    const text = isCommand(turn) ? (/^\S*/.exec(turn.text)?.[0] ?? "") : turn.text;
    const withheld = turn.answer !== undefined && (isCommand(turn) || mayTellOfPerson(turn));
    return { ...turn, text, answer: withheld ? undefined : turn.answer, forgotten, withheld };
  };

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

  const questionsOf = (turnId: string, catalogue: Catalogue): readonly ShownQuestion[] => {
    const asked = approvals.allOfTurn(turnId).map(({ question, status, approved = [], votes }) => {
      const ended = status === "answered" ? (approved.length > 0 ? "yes" : "no") : status;
      const names = catalogue.list(votes.map(({ personId }) => verbatim(turns.nameOf(personId) ?? personId)));
      return { question, end: catalogue.text(`explain.ended-${ended}`, { names }) };
    });
    const choice = choices.ofTurn(turnId);
    if (!choice) return asked;
    const end = choice.status === "open" ? catalogue.text("explain.ended-open") : choiceEnd(choice, catalogue);
    return [...asked, { question: choice.question, end }];
  };

  return {
    page(viewer: Person, { personId, words, ...wanted }: WantedTurns): Page<SeenTurn> {
      const whose = viewer.role === "owner" ? personId : viewer.id;
      const { items, next } = pages.page({
        ...wanted,
        personId: whose,
        words: words === undefined ? undefined : { text: words, viewerId: viewer.id },
      });
      const shown = items.map((turn) => seen(turn, viewer));
      // what is not shown is not found either: it could be guessed word by word
      return { items: words === undefined ? shown : shown.filter((turn) => has(turn, words)), next };
    },
    /** Undefined for what is not there and for what is not theirs to see. */
    get(viewer: Person, id: string): ShownTurn | undefined {
      const turn = pages.get(id);
      const isOwn = turn?.personId === viewer.id;
      if (!turn || !(isOwn || viewer.role === "owner")) return undefined;
      const catalogue = catalogueFor(viewer.language);
      const decisions = audit.decisions({ turnId: id, limit: MOST_DECISIONS }).toReversed();
      const mayName = (entityId: string) => viewer.role === "owner" || (home.find(entityId) && mayRead(entityId, viewer.role));
      return {
        ...seen(turn, viewer),
        context: contextFor(turn, isOwn),
        tools: turn.tools.map((tool) => (isOwn || !PERSONAL_TOOLS.has(tool.name) ? tool : { ...tool, arguments: "", result: "" })),
        questions: questionsOf(id, catalogue),
        decisions: decisions.map((decision) => {
          const { explained } = explainedOf(decision);
          const reasons = explanationText(explained, { catalogue, role: viewer.role });
          const { service = "", outcome = "", rule = "" } = decision;
          return { service, entityIds: decision.entityIds.filter(mayName), outcome, rule, reasons };
        }),
        receipts: actions.receipts(id),
      };
    },
  };
}

export type TurnView = ReturnType<typeof createTurnView>;

function isCommand({ path, text }: PastTurn): boolean {
  return path === "command" || text.startsWith("/");
}

function has({ text, answer }: PastTurn, words: string): boolean {
  return folded(`${text}\n${answer ?? ""}`).includes(folded(words));
}

function contextFor({ context }: WholeTurn, isOwn: boolean): ContextRecord | undefined {
  const record = readContextRecord(context);
  if (!record || isOwn) return record;
  return { ...record, slots: record.slots.map((slot) => (slot.slot === PERSONAL_SLOT ? { ...slot, put: [], left: [] } : slot)) };
}

export interface ShownAction extends Pick<PastAction, "id" | "at"> {
  /** Who did what; of routines their names are for owners and whoever started them. Markdown. */
  readonly text: string;
  readonly domain: string;
  /** Distinct outcomes; `unknown` for what has no receipt. */
  readonly outcomes: readonly string[];
  /** How it was decided and done, for owners. */
  readonly details: Pick<PastAction, "service" | "rule" | "effects" | "receipt"> | undefined;
}

/** Of actions that did what was wanted: they are told as done. */
const WELL: ReadonlySet<string> = new Set(["done", "sent", "started"]);

type WantedActions = Parameters<ActionLedger["page"]>[0];

export type ActionView = ReturnType<typeof createActionView>;

/** Actions as a person may see them: adults all, others their own. Asked for an entity that they may not read: their own. */
export function createActionView({ home, actions }: { readonly home: Pick<Home, "find">; readonly actions: Pick<ActionLedger, "page"> }) {
  return (viewer: Person, { personId, ...wanted }: WantedActions): Page<ShownAction> => {
    const { entityId = "" } = wanted;
    const isEverybodys = mayReadOthers(viewer.role) && mayRead(entityId, viewer.role);
    const { items, next } = actions.page({ ...wanted, personId: isEverybodys ? personId : viewer.id });
    return { items: items.map((action) => shown(action, viewer)), next };
  };

  function shown(action: PastAction, viewer: Person): ShownAction {
    const { id, at, personId, personName, rule, effects, service, entityIds, receipt } = action;
    const catalogue = catalogueFor(viewer.language);
    const mayName = personId === viewer.id || [service, ...entityIds].every((name) => mayRead(name, viewer.role));
    const outcomes = outcomesIn(receipt);
    const person = verbatim(personName.trim()) || catalogue.text("actions.nameless");
    const phrases = createPhrases({ home, catalogue });
    const isDone = mayName && outcomes.every((outcome) => WELL.has(outcome));
    const named = () => (mayName ? phrases.action(action) : catalogue.text("actions.routine"));
    return {
      id,
      at,
      outcomes,
      text: isDone ? phrases.did(action, person) : catalogue.text("did.other", { person, action: named() }),
      domain: service.split(".")[0] ?? "",
      details: viewer.role === "owner" ? { service, rule, effects, receipt } : undefined,
    };
  }
}

/** A question that is open. Texts are Markdown. */
export interface ShownApproval {
  readonly id: string;
  readonly turnId: string;
  readonly personName: string;
  readonly question: string;
  readonly askedAt: number;
  /** Undefined until it was shown. */
  readonly expiresAt: number | undefined;
  readonly actions: readonly { readonly id: string; readonly text: string; readonly reasons: readonly string[] }[];
  readonly mayAnswer: boolean;
  readonly needsPin: boolean;
  readonly decides: boolean;
}

interface ApprovalViewDependencies {
  readonly approvals: Pick<ApprovalStore, "open">;
  readonly outbox: Pick<OutboxStore, "messagesOfApproval">;
  readonly audit: Pick<AuditLog, "decisions">;
  readonly turns: Pick<TurnStore, "get">;
  readonly home: Pick<Home, "find">;
  readonly now: () => number;
}

/** Questions that are open for a person: those that they asked or may answer; for an owner all. The newest first. */
export function createApprovalView({ approvals, outbox, audit, turns, home, now }: ApprovalViewDependencies) {
  return (viewer: Person): readonly ShownApproval[] =>
    approvals
      .open()
      .filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now())
      .filter(({ personId, answerers }) => viewer.role === "owner" || personId === viewer.id || answerers.includes(viewer.id))
      .map((approval) => shown(approval, viewer))
      .toReversed();

  function shown(approval: Approval, viewer: Person): ShownApproval {
    const { id, turnId, question, createdAt: askedAt, expiresAt, answerers, votes, pinNeeded } = approval;
    const catalogue = catalogueFor(viewer.language);
    const phrases = createPhrases({ home, catalogue });
    const decisions = new Map(audit.decisions({ turnId, limit: MOST_DECISIONS }).map((decision) => [decision.actionId, decision]));
    const texts = new Map(leavingTexts(approval).map(({ actionId, text }) => [actionId, text]));
    const mayAnswer =
      answerers.includes(viewer.id) && votes.every(({ personId }) => personId !== viewer.id) && outbox.messagesOfApproval(id).length > 0;
    return {
      id,
      turnId,
      question,
      askedAt,
      expiresAt,
      mayAnswer,
      personName: turns.get(turnId)?.personName ?? "",
      needsPin: pinNeeded && mayAnswer,
      decides: mayAnswer && approval.actions.some(({ undecided = [] }) => undecided.length > 0),
      actions: approval.actions.map((action) => {
        const leaving = texts.get(action.actionId);
        if (leaving !== undefined) return { id: action.actionId, text: quotable(leaving), reasons: [] };
        const decision = decisions.get(action.actionId);
        const reasons = decision ? reasonsIn(explainedOf(decision).explained.reasons, catalogue) : [];
        return { id: action.actionId, text: phrases.action(action), reasons };
      }),
    };
  }
}

export type ApprovalView = ReturnType<typeof createApprovalView>;

/** Those that need more than their own words stand in the question. */
function reasonsIn(reasons: readonly string[], catalogue: Catalogue): readonly string[] {
  return reasons.flatMap((reason) => catalogue.find(`why.${reason}`) ?? []).filter((text) => !text.includes("{"));
}
