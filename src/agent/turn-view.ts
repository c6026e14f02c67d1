import type { Home } from "../homeassistant/home.ts";
import { mayRead } from "../security/readable.ts";
import type { ActionLedger } from "../storage/actions.ts";
import type { AuditLog } from "../storage/audit.ts";
import type { Page, Place } from "../storage/place.ts";
import type { PastTurn, TurnPages, WholeTurn } from "../storage/turn-pages.ts";
import { catalogueFor } from "./catalogue.ts";
import { explainedOf } from "./command-why.ts";
import { type ContextRecord, readContextRecord } from "./context-record.ts";
import { createExplanationText } from "./explanation-text.ts";
import type { Person } from "./turn.ts";

interface TurnViewDependencies {
  readonly pages: TurnPages;
  readonly audit: Pick<AuditLog, "decisions">;
  readonly actions: Pick<ActionLedger, "receipts">;
  readonly home: Pick<Home, "find">;
  readonly rateMinutes: number;
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

/** A turn with its way through the service. */
export interface ShownTurn extends Omit<WholeTurn, "context"> {
  readonly context: ContextRecord | undefined;
  readonly decisions: readonly ShownDecision[];
  readonly receipts: readonly unknown[];
}

/** A turn has a few. */
const MOST_DECISIONS = 50;
/** Tools that read and write what is known of a person: that is told to nobody else. */
const PERSONAL_TOOLS: ReadonlySet<string> = new Set(["get_user_profile", "update_user_profile"]);
const PERSONAL_SLOT = "profile";

/**
 * Turns as a person may see them: their own, an owner everybody's. What a turn told of the facts that are known of somebody is for that person
 * alone: of others' commands only the name is told, of others' tools about them neither arguments nor results.
 */
export function createTurnView({ pages, audit, actions, home, rateMinutes }: TurnViewDependencies) {
  const explanationText = createExplanationText({ home, rateMinutes });

  const seen = <Turn extends PastTurn>(turn: Turn, viewer: Person): Turn =>
    turn.personId === viewer.id || !isCommand(turn) ? turn : { ...turn, text: /^\S*/.exec(turn.text)?.[0] ?? "", answer: undefined };

  return {
    page(viewer: Person, { personId, words, ...wanted }: WantedTurns): Page<PastTurn> {
      const whose = viewer.role === "owner" ? personId : viewer.id;
      const { items, next } = pages.page({ ...wanted, personId: whose, words });
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
      const mayName = (entityId: string) =>
        viewer.role === "owner" || (home.find(entityId) && mayRead(entityId.split(".")[0] ?? "", viewer.role));
      return {
        ...seen(turn, viewer),
        context: contextFor(turn, isOwn),
        tools: turn.tools.map((tool) => (isOwn || !PERSONAL_TOOLS.has(tool.name) ? tool : { ...tool, arguments: "", result: "" })),
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
  return `${text}\n${answer ?? ""}`.toLowerCase().includes(words.toLowerCase());
}

function contextFor({ context }: WholeTurn, isOwn: boolean): ContextRecord | undefined {
  const record = readContextRecord(context);
  if (!record || isOwn) return record;
  return { ...record, slots: record.slots.map((slot) => (slot.slot === PERSONAL_SLOT ? { ...slot, put: [], left: [] } : slot)) };
}
