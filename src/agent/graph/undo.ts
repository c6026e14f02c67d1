import { inverseOf } from "../../homeassistant/acting/undo.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { ServiceCall, Services } from "../../homeassistant/services/services.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import type { SpokenIn } from "../../recognition/spoken.ts";
import type { ActionLedger, PastAction } from "../../storage/turns/actions.ts";
import type { TurnInput, TurnStateValues } from "../state.ts";
import { createPhrases } from "../wording/phrases.ts";
import { actionOf, optionsText } from "./recognise.ts";

/** What was done longer ago is not meant by "undo": nobody remembers what it was. */
const UNDO_MS = 30 * 60_000;

interface UndoDependencies {
  readonly actions: Pick<ActionLedger, "ofLastTurn">;
  readonly services: Pick<Services, "resolve">;
  readonly home: Pick<Home, "find">;
  readonly spokenIn: SpokenIn;
  readonly clock: () => number;
}

type Update = Partial<TurnStateValues>;

export type Undo = ReturnType<typeof createUndo>;

/** Takes back what its person had done last in the chat, by what the ledger knows of how things were before; policy decides about it as about any action. */
export function createUndo({ actions, services, home, spokenIn, clock }: UndoDependencies) {
  /** The calls that take a turn's actions back, the latest first, and what cannot be taken back. */
  const inverse = (past: readonly PastAction[]) => {
    const undone = past.map(({ receipt, service, entityIds, data }) => {
      const unended = entityIds.map((entityId) => ({ entityId, outcome: "unknown" }));
      const { calls, left } = inverseOf(receipt ?? { service, data, targets: unended });
      const fitting = calls.filter((call) => services.resolve(call).ok);
      const unfit = fitting.length < calls.length ? entityIds : left.filter(Boolean);
      return { calls: fitting, left: left.length === 0 && unfit.length === 0 ? [] : [{ service, data, entityIds: unfit }] };
    });
    return { calls: undone.flatMap(({ calls }) => calls), left: undone.flatMap(({ left }) => left) };
  };

  const recent = (sessionId: string): readonly PastAction[] => actions.ofLastTurn(sessionId).filter(({ at }) => clock() - at < UNDO_MS);

  const isOf = (templates: readonly RegExp[], said: string): boolean => templates.some((template) => template.test(said));

  return {
    /** The calls that take back what a turn did, if that was the last that did anything in its session. */
    ofTurn: ({ sessionId }: TurnInput, turnId: string): readonly ServiceCall[] => {
      const past = recent(sessionId);
      return past[0]?.turnId === turnId ? inverse(past).calls : [];
    },
    /** What "undo" does, and "not that" offers; undefined for any other message. */
    said({ text, language, sessionId }: TurnInput): Update | undefined {
      const spoken = spokenIn(language);
      const said = spoken?.bare(text) ?? "";
      const isOffer = isOf(spoken?.followUps.notThat ?? [], said);
      if (!isOffer && !isOf(spoken?.followUps.undo ?? [], said)) return undefined;
      const catalogue = catalogueFor(language);
      const { calls, left } = inverse(recent(sessionId));
      const words = createPhrases({ home, catalogue });
      const known = { model: "recogniser", origin: "home" } as const;
      const notes =
        left.length > 0 ? [catalogue.text("undo.cannot", { actions: catalogue.list(left.map((call) => words.action(call))) })] : [];
      if (calls.length === 0) {
        if (isOffer && notes.length === 0) return undefined;
        return { ...known, path: "asked", answer: notes[0] ?? catalogue.text("undo.nothing") };
      }
      if (!isOffer) return { ...known, path: "recogniser", calls: calls.map(actionOf), questions: [], notes };
      const label = catalogue.text("button.undo");
      const choice = { what: text, options: [{ label, sentence: label }] };
      return { ...known, path: "asked", choice, answer: optionsText(catalogue.text("undo.offer"), choice.options, catalogue) };
    },
  };
}
