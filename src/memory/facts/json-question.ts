import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import { z } from "zod";
import { ModelError, type ModelProblem, type Models } from "../../models/models.ts";
import { readJsonWithin } from "../../text/read-json.ts";

const AWAY: ReadonlySet<ModelProblem["kind"]> = new Set(["unreachable", "not_pulled", "no_tools", "refused"]);

/** A model's answer was not what it was asked for. Holds nothing of the answer, which may quote the person. */
class AnswerFormError extends Error {
  override name = "AnswerFormError";
}

/** Asks a model for JSON of a form, and for nothing else. Throws AnswerFormError, ModelError, or the signal's reason when aborted. */
export async function askForJson<Form extends z.ZodType>(
  { task, given, form }: { readonly task: string; readonly given: string; readonly form: Form },
  models: Pick<Models, "invoke">,
  signal: AbortSignal,
): Promise<z.infer<Form>> {
  const messages = [new SystemMessage(task), new HumanMessage(given)];
  const { message, truncated } = await models.invoke({ messages, tools: [], answerSchema: z.toJSONSchema(form), signal });
  signal.throwIfAborted();
  if (truncated) throw new AnswerFormError("the answer was cut off");
  // servers that do not keep a model to the schema put words or a fence around the JSON
  const answer = readJsonWithin(message.text);
  if (answer === undefined) throw new AnswerFormError("the answer was no JSON");
  const parsed = form.safeParse(answer);
  if (!parsed.success) throw new AnswerFormError("the answer was of another form");
  return parsed.data;
}

/** The model is away: no fault of what it was asked. */
export function isAway(error: unknown): boolean {
  return error instanceof ModelError && AWAY.has(error.problem.kind);
}
