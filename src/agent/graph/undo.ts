import { inverseOf } from "../../homeassistant/acting/undo.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { ServiceCall, Services } from "../../homeassistant/services/services.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import { fits, spokenIn } from "../../recognition/spoken.ts";
import type { ActionLedger, PastAction } from "../../storage/turns/actions.ts";
import type { SessionStore, TurnStore } from "../../storage/turns/turns.ts";
import type { TurnInput, TurnStateValues } from "../state.ts";
import { againOf } from "../turn.ts";
import { optionsText } from "../wording/choices.ts";
import { createPhrases } from "../wording/phrases.ts";
import { endOf, failedCalls, UNDO_MS } from "./again.ts";
import { actionOf } from "./recognise.ts";

interface LastDoneDependencies {
  readonly actions: Pick<ActionLedger, "ofTurn" | "turnsSince">;
  readonly turns: Pick<TurnStore, "get">;
  readonly clock: () => number;
}

/** What the chat of a turn did last within half an hour and has not taken back, the latest first. */
export type LastDone = (turn: Pick<TurnInput, "sessionId" | "language">) => readonly PastAction[];

/** Passes over what was taken back, what did that, and what changed nothing: a second "undo" is about what was done before, and begins nothing anew. */
export function createLastDone({ actions, turns, clock }: LastDoneDependencies): LastDone {
  return ({ sessionId, language }) => {
    let takenBack = 0;
    for (const turnId of actions.turnsSince(sessionId, clock() - UNDO_MS)) {
      const done = actions.ofTurn(turnId);
      const turn = turns.get(turnId);
      if (againOf(turn)?.what === "undo" || saysUndo(turn?.text ?? "", language)) {
        // what failed may be tried once more
        if (failedCalls(done.map(endOf)).length === 0) takenBack += 1;
      } else if (!done.some(hasChanged)) continue;
      else if (takenBack > 0) takenBack -= 1;
      else return done;
    }
    return [];
  };
}

/** Whether there is anything to take back, or that cannot be. */
function hasChanged(action: PastAction): boolean {
  const { calls, left } = inverseOf(endOf(action));
  return calls.length + left.length > 0;
}

function saysUndo(text: string, language: string): boolean {
  const spoken = spokenIn(language);
  return spoken !== undefined && fits(spoken.followUps.undo, spoken.bare(text));
}

interface UndoDependencies {
  readonly actions: Pick<ActionLedger, "ofTurn">;
  readonly lastDone: LastDone;
  readonly turns: Pick<TurnStore, "get">;
  readonly sessions: Pick<SessionStore, "outsideOf">;
  readonly services: Pick<Services, "resolve">;
  readonly home: Pick<Home, "find">;
  /** Cancels what a turn planned and says so; nothing where it planned nothing. */
  readonly withdraw: (turn: TurnInput, turnId: string) => readonly string[];
}

type Update = Partial<TurnStateValues>;

export type Undo = ReturnType<typeof createUndo>;

/** Takes back what its person had done last in the chat, by what the ledger knows of how things were before; policy decides about it as about any action. */
export function createUndo({ actions, lastDone, turns, sessions, services, home, withdraw }: UndoDependencies) {
  /** The calls that take a turn's actions back, the latest first, and what cannot be taken back. */
  const inverse = (past: readonly PastAction[]) => {
    const undone = past.map((action) => {
      const { service, entityIds, data } = action;
      const { calls, left } = inverseOf(endOf(action));
      const fitting = calls.filter((call) => services.resolve(call).ok);
      const unfit = fitting.length < calls.length ? entityIds : left.filter(Boolean);
      return { calls: fitting, left: left.length === 0 && unfit.length === 0 ? [] : [{ service, data, entityIds: unfit }] };
    });
    return { calls: undone.flatMap(({ calls }) => calls), left: undone.flatMap(({ left }) => left) };
  };

  const known = { model: "recogniser", origin: "home" } as const;

  /** Calls that take some actions back, the latest first, with notes of what cannot be and what was cancelled; without calls those are the answer. */
  const takenBack = (past: readonly PastAction[], language: string, cancelled: readonly string[] = []) => {
    const catalogue = catalogueFor(language);
    const { calls, left } = inverse(past);
    const words = createPhrases({ home, catalogue });
    const kept =
      left.length > 0 ? [catalogue.text("undo.cannot", { actions: catalogue.list(left.map((call) => words.action(call))) })] : [];
    const notes = [...kept, ...cancelled];
    const update: Update =
      calls.length === 0
        ? { ...known, path: "asked", answer: notes.join("\n") || catalogue.text("undo.nothing") }
        : { ...known, path: "recogniser", calls: calls.map(actionOf), questions: [], notes };
    return { calls, notes, update };
  };

  return {
    /** What a tap under an answer does about the steps of that turn: those that failed once more, or the others back. Undefined for all other turns. */
    again({ turnId, origin, language }: TurnInput): Update | undefined {
      const { what, turnId: before = "" } = (origin !== "person" && againOf(turns.get(turnId))) || {};
      if (what === undefined) return undefined;
      const past = actions.ofTurn(before);
      if (what === "undo") return takenBack(past, language).update;
      const calls = failedCalls(past.map(endOf).toReversed());
      if (calls.length === 0) return { ...known, path: "asked", answer: catalogueFor(language).text("choice.changed") };
      // what it rested on then it rests on still
      return { ...known, path: "recogniser", calls: calls.map(actionOf), questions: [], outside: sessions.outsideOf(before) };
    },
    /** The calls that take back what a turn did, if that was the last that did anything in its session. */
    ofTurn(turn: TurnInput, turnId: string): readonly ServiceCall[] {
      const past = actions.ofTurn(turnId);
      if (past.length === 0 || (past.some(hasChanged) && lastDone(turn)[0]?.turnId !== turnId)) return [];
      withdraw(turn, turnId);
      return inverse(past).calls;
    },
    /** What a message that says so wants taken back. */
    asked: (turn: TurnInput): readonly PastAction[] => (saysUndo(turn.text, turn.language) ? lastDone(turn) : []),
    /** What "undo" does, and "not that" offers; undefined for any other message. */
    said(turn: TurnInput): Update | undefined {
      const { text, language } = turn;
      const spoken = spokenIn(language);
      const isOffer = spoken !== undefined && fits(spoken.followUps.notThat, spoken.bare(text));
      if (!isOffer && !saysUndo(text, language)) return undefined;
      const past = lastDone(turn);
      const cancelled = isOffer || !past[0] ? [] : withdraw(turn, past[0].turnId);
      const { calls, notes, update } = takenBack(past, language, cancelled);
      if (!isOffer || (calls.length === 0 && notes.length > 0)) return update;
      if (calls.length === 0) return undefined;
      const catalogue = catalogueFor(language);
      const label = catalogue.text("button.undo");
      const choice = { what: text, options: [{ label, sentence: label }] };
      return { ...known, path: "asked", choice, answer: optionsText(catalogue.text("undo.offer"), choice.options, catalogue) };
    },
  };
}
