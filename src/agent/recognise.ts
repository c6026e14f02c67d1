import { randomUUID } from "node:crypto";
import type { Recogniser } from "../homeassistant/recogniser.ts";
import type { Services } from "../homeassistant/services.ts";
import { mayRead } from "../security/readable.ts";
import { type Runs, runOf } from "./runs.ts";
import type { PendingCall, TurnStateValues } from "./state.ts";

/** First node: a sentence that Home Assistant's own matcher understands becomes the calls that a model would have made. */
export function createRecogniseNode({
  recogniser,
  services,
  runs,
}: {
  recogniser: Recogniser;
  services: Pick<Services, "resolve">;
  runs: Runs;
}) {
  return async ({ turn }: TurnStateValues): Promise<Partial<TurnStateValues>> => {
    const recognition = await recogniser.recognise(turn.text, turn.language, runOf(runs, turn.turnId).signal);
    if (!recognition.hit) return { path: "model" };
    const calls = recognition.parts.flatMap((part): PendingCall[] =>
      part.kind === "action" ? [{ kind: "act", id: randomUUID(), toolCallId: undefined, call: part.call }] : [],
    );
    // What the matcher proposes and the home refuses is better explained by a model that can ask back.
    if (calls.some((call) => call.kind === "act" && !services.resolve(call.call).ok)) return { path: "model" };
    const questions = recognition.parts.flatMap((part) => (part.kind === "question" ? [part.question] : []));
    // What the person may not read is refused by the reading tools, in the model's words.
    const asked = questions.flatMap(({ entityIds }) => entityIds);
    if (asked.some((entityId) => !mayRead(entityId.split(".")[0] ?? "", turn.role))) return { path: "model" };
    return { path: "recogniser", calls, questions, model: "recogniser", origin: asked.length > 0 ? "home" : "person" };
  };
}
