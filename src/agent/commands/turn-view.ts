import type { Home } from "../../homeassistant/registry/home.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import { mayRead } from "../../security/policy/read-access.ts";
import type { AuditLog } from "../../storage/audit/audit.ts";
import type { Page, Place } from "../../storage/place.ts";
import type { ActionLedger } from "../../storage/turns/actions.ts";
import type { PastTurn, TurnPages, WholeTurn } from "../../storage/turns/turn-pages.ts";
import type { TurnStore } from "../../storage/turns/turns.ts";
import { folded } from "../../text/fold.ts";
import { type ContextRecord, readContextRecord } from "../prompt-budget.ts";
import type { Person } from "../turn.ts";
import { explainedOf } from "./command-why.ts";
import { createExplanationText } from "./explanation-text.ts";

interface TurnViewDependencies {
  readonly pages: TurnPages;
  readonly turns: Pick<TurnStore, "isErased">;
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

export interface SeenTurn extends PastTurn {
  /** Its words are gone, because somebody wanted that. */
  readonly forgotten: boolean;
  /** It has an answer that is for its person alone. */
  readonly withheld: boolean;
}

export interface ShownTurn extends SeenTurn, Omit<WholeTurn, "context"> {
  readonly context: ContextRecord | undefined;
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
export function createTurnView({ pages, turns, audit, actions, home, rateMinutes }: TurnViewDependencies) {
  const explanationText = createExplanationText({ home, rateMinutes });

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
  return folded(`${text}\n${answer ?? ""}`).includes(folded(words));
}

function contextFor({ context }: WholeTurn, isOwn: boolean): ContextRecord | undefined {
  const record = readContextRecord(context);
  if (!record || isOwn) return record;
  return { ...record, slots: record.slots.map((slot) => (slot.slot === PERSONAL_SLOT ? { ...slot, put: [], left: [] } : slot)) };
}
