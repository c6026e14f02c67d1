import { randomBytes } from "node:crypto";
import type { SeveralMeant } from "../../homeassistant/recogniser/recogniser.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import type { OutsideText } from "../../security/provenance/outside-text.ts";
import type { Origin } from "../../security/provenance/provenance.ts";
import type { Button } from "../../storage/turns/outbox.ts";
import type { TurnEnd, TurnRow } from "../../storage/turns/turns.ts";
import { withoutCloudNote } from "../prompt/cloud-prompt.ts";
import type { DecisionRecord, StepResult, TurnStateValues } from "../state.ts";
import type { Timing, TurnStores } from "../stores.ts";
import { anchorOf } from "../turn.ts";
import { choiceButtons } from "./choice-text.ts";
import { interactionOf, runOrigin } from "./interaction.ts";
import { unfinishedReports } from "./late-replies.ts";
import { reportResults } from "./reports.ts";

export interface Ending {
  readonly results: readonly StepResult[];
  readonly decided?: readonly DecisionRecord[];
  readonly status: TurnEnd["status"];
  readonly model?: string | undefined;
  /** The worst origin of what the model was given beside the turn's own text. */
  readonly promptOrigin?: Origin;
  readonly outside?: readonly OutsideText[];
  /** What is known of the run that ends; undefined if none began, or if it was written down when it stopped. */
  readonly run?: Partial<TurnStateValues>;
  /** The answer; for a turn that was not answered what is said before the reports of what it did. Empty says nothing. */
  readonly say: (catalogue: Catalogue) => string;
}

interface TurnEndDependencies
  extends Pick<TurnStores, "database" | "turns" | "sessions" | "outbox" | "actions" | "interactions" | "choices">,
    Pick<Timing, "clock"> {
  readonly recordDecisions: (turn: TurnRow, decided: readonly DecisionRecord[]) => void;
  readonly home: Pick<Home, "find">;
}

/** Writes a turn's end: receipts, answer, history, outbox and the log of interactions in one transaction. */
export function createTurnEnd(dependencies: TurnEndDependencies) {
  const { database, turns, sessions, outbox, actions, interactions, choices, recordDecisions, home, clock } = dependencies;

  const offer = ({ id: turnId, language }: TurnRow, { options }: SeveralMeant, at: number): readonly (readonly Button[])[] => {
    const id = randomBytes(9).toString("base64url");
    choices.insert({ id, turnId, options, origin: "home" }, at);
    return choiceButtons(id, options, catalogueFor(language));
  };

  return (turn: TurnRow, { results, decided = [], status, model, promptOrigin = "person", outside = [], run, say }: Ending): void => {
    // an end that could not be written before, tried again
    if (turns.isErased(turn.id)) return;
    const { id: turnId, channel, bot, chatId, threadId, sessionId } = turn;
    const catalogue = catalogueFor(turn.language);
    const reports =
      status === "answered"
        ? []
        : [...reportResults(results, { home, catalogue }), ...unfinishedReports(actions.unfinished(turnId), results, { home, catalogue })];
    const answer = [say(catalogue), ...reports].filter((line) => line !== "").join("\n");
    const at = clock();
    const origin = runOrigin(turn, { origin: promptOrigin, results });
    database.transaction(() => {
      for (const result of results)
        if (result.kind === "receipt") actions.end(result.receipt.actionId, result.receipt, result.receipt.endedAt);
      recordDecisions(turn, decided);
      turns.end(turnId, { status, answer, answerOrigin: origin, model, at });
      if (run) interactions.put(turn, interactionOf(turn, run, home), at);
      sessions.append(sessionId, chatId, turnId, { role: "person", personId: turn.personId, content: turn.text, origin: turn.origin }, at);
      if (answer === "") return;
      sessions.append(
        sessionId,
        chatId,
        turnId,
        {
          role: "assistant",
          personId: null,
          origin,
          outside: bounded(outside),
          content: withoutCloudNote(answer, run?.cloudModel, catalogue),
        },
        at,
      );
      const buttons = status === "answered" && run?.choice ? offer(turn, run.choice, at) : [];
      const item = { turnId, kind: "answer" as const, text: answer, origin, buttons, replyToMessageId: anchorOf(turn), at };
      outbox.add({ channel, bot, chatId, threadId, ...item });
    });
  };
}

/** What a later question quotes; an answer rests on a few texts, and the first of each tells it. */
const MOST_OUTSIDE_TEXTS = 5;
const OUTSIDE_CHARACTERS = 500;

function bounded(texts: readonly OutsideText[]): readonly OutsideText[] {
  return texts.slice(0, MOST_OUTSIDE_TEXTS).map(({ source, text }) => ({ source, text: text.slice(0, OUTSIDE_CHARACTERS) }));
}
