import type { Hono } from "hono";
import type { SeenTurn, ShownTurn, TurnView } from "../../../agent/commands/views/turn-view.ts";
import type { StoredReceipt } from "../../../storage/turns/actions.ts";
import { type ConsoleEnv, cursorOf, limitOf, listed, placeForm, textOf } from "../asked.ts";
import { Refusal } from "../refusal.ts";
import { plainOf, wireReceipt } from "../rendering.ts";
import type { TurnDetail, TurnItem } from "../wire.ts";

export interface TurnPorts {
  readonly turns: TurnView;
  readonly nameOf: (entityId: string) => string | undefined;
}

/** Turns, and one of them with its way through the service. */
export function routeTurns(app: Hono<ConsoleEnv>, { turns, nameOf }: TurnPorts): void {
  app.get("/turns", (context) => {
    const page = turns.page(context.var.person, {
      limit: limitOf(context),
      before: cursorOf(context, placeForm),
      personId: textOf(context, "person"),
      path: textOf(context, "path", 20),
      words: textOf(context, "q"),
    });
    return context.json(listed(page, itemOf));
  });

  app.get("/turns/:id", (context) => {
    const turn = turns.get(context.var.person, context.req.param("id"));
    if (!turn) throw new Refusal("missing");
    return context.json(detailOf(turn, nameOf));
  });
}

function itemOf({ id, at, personName, channel, path, text, answer, model, status, milliseconds, tokens, ...seen }: SeenTurn): TurnItem {
  return {
    id,
    at,
    channel,
    text,
    status,
    forgotten: seen.forgotten,
    withheld: seen.withheld,
    person: personName,
    path: path ?? "",
    answer: answer === undefined ? null : plainOf(answer),
    model: model ?? null,
    milliseconds: milliseconds ?? null,
    tokens: tokens ?? null,
  };
}

function detailOf(turn: ShownTurn, nameOf: TurnPorts["nameOf"]): TurnDetail {
  const { context, tools, questions, decisions, receipts } = turn;
  return {
    ...itemOf(turn),
    context: context ?? null,
    tools: tools.map(({ name, arguments: given, result, ok }) => ({ name, arguments: read(given), result: read(result), ok })),
    questions: questions.map(({ question, end }) => ({ question: plainOf(question), end: plainOf(end) })),
    decisions: decisions.map((decision) => ({ ...decision, reasons: decision.reasons.map(plainOf) })),
    receipts: receipts.map((receipt) => wireReceipt(receipt as StoredReceipt, nameOf)),
    times: { received: turn.at, answered: turn.answeredAt ?? null, sent: turn.shownAt ?? null },
  };
}

/** JSON where it is whole, else the text that is left of it. */
function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
