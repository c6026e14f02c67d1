import type { Home } from "../homeassistant/home.ts";
import type { Button } from "../storage/outbox-item.ts";
import type { Catalogue } from "./catalogue.ts";
import { capitalised, createPhrases } from "./phrases.ts";
import type { ApprovalRequest } from "./state.ts";

/** What a button of ours carries: `a:<approval>:<choice>` answers, `r:<approval>` asks again. At most 64 bytes, as Telegram allows. */
export type ButtonData =
  | { readonly kind: "answer"; readonly approvalId: string; readonly choice: "yes" | "no" | number }
  | { readonly kind: "again"; readonly approvalId: string };

export function parseButtonData(data: string): ButtonData | undefined {
  const answer = /^a:([\w-]{1,32}):(yes|no|\d{1,2})$/.exec(data);
  if (answer?.[1] && answer[2]) {
    const choice = answer[2] === "yes" || answer[2] === "no" ? answer[2] : Number(answer[2]);
    return { kind: "answer", approvalId: answer[1], choice };
  }
  const again = /^r:([\w-]{1,32})$/.exec(data);
  return again?.[1] ? { kind: "again", approvalId: again[1] } : undefined;
}

interface QuestionInput {
  readonly request: ApprovalRequest;
  readonly home: Pick<Home, "find">;
  readonly catalogue: Catalogue;
  readonly timeoutSeconds: number;
}

/** The question about a step's risky actions, in plain words of the home: what, and how things are now. Markdown. */
export function questionText({ request, home, catalogue, timeoutSeconds }: QuestionInput): string {
  const phrases = createPhrases({ home, catalogue });
  const lines = request.actions.map(({ call }) => {
    const action = capitalised(phrases.fullAction(call));
    const now = call.entityIds.flatMap((entityId) => {
      const entity = home.find(entityId);
      if (!entity) return [];
      const observed = { state: entity.state.state };
      return catalogue.text("question.now", { names: phrases.nameOf(entityId), state: phrases.state(entityId, observed), count: 1 });
    });
    return { action, now: now.slice(0, 5).join(" ") };
  });
  const [only] = lines;
  const body =
    lines.length === 1 && only
      ? `**${catalogue.text("question.one", { action: only.action })}** ${only.now}`.trim()
      : [catalogue.text("question.many"), ...lines.map(({ action, now }, index) => `${index + 1}. **${action}** ${now}`.trim())].join("\n");
  const rules = new Set(request.actions.map(({ rule }) => rule));
  const minutes = Math.round(timeoutSeconds / 60);
  const notes = [
    rules.has("late") ? catalogue.text("question.late") : "",
    rules.has("unknown_before") ? catalogue.text("question.unknown") : "",
    timeoutSeconds < 120
      ? catalogue.text("question.seconds", { seconds: timeoutSeconds })
      : catalogue.text("question.minutes", { count: minutes }),
  ].filter((note) => note !== "");
  // Markdown takes a line directly after a list for the list's own
  return `${body}${lines.length === 1 ? "\n" : "\n\n"}${notes.join(" ")}`;
}

/** The question with how it ended in the place of its last line, which says how long it may be answered. */
export function endedQuestion(question: string, outcome: string): string {
  return question.replace(/[^\n]*$/, "") + outcome;
}

/** Yes and Cancel; for several actions also one button each. */
export function questionButtons(approvalId: string, count: number, catalogue: Catalogue): readonly (readonly Button[])[] {
  const data = (choice: string | number) => `a:${approvalId}:${choice}`;
  const cancel = { label: catalogue.text("button.cancel"), data: data("no") };
  if (count === 1) return [[{ label: catalogue.text("button.yes"), data: data("yes") }, cancel]];
  const single = Array.from({ length: count }, (_, index) => ({
    label: catalogue.text("button.only", { number: index + 1 }),
    data: data(index),
  }));
  return [[{ label: catalogue.text("button.yes-all"), data: data("yes") }, cancel], ...chunked(single, 4)];
}

function chunked<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}
