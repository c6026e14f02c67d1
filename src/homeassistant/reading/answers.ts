import type { z } from "zod";
import { isRecord } from "../../text/is-record.ts";
import type { HomeConnection } from "../connection/connection.ts";
import { inForm } from "../connection/errors.ts";

/** Services that only answer with data: they change nothing, so they need no permit. */
type AnsweringService = "calendar.get_events" | "todo.get_items" | "weather.get_forecasts";

/** Some integrations ask a cloud first; a tool has 30 s. */
const ANSWER_TIMEOUT_MS = 15_000;

interface Asked<Form extends z.ZodType> {
  readonly entityId: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** What the service answers for one entity. */
  readonly form: Form;
  readonly signal?: AbortSignal | undefined;
}

/** Asks one entity by a service that only answers. Throws what the connection throws, and Error for an answer of unknown form. */
export function createAnswers({ connection }: { connection: Pick<HomeConnection, "command"> }) {
  return async <Form extends z.ZodType>(
    asked: AnsweringService,
    { entityId, data = {}, form, signal }: Asked<Form>,
  ): Promise<z.infer<Form>> => {
    const [domain, service] = asked.split(".");
    const target = { entity_id: [entityId] };
    const result = await connection.command<unknown>(
      { type: "call_service", domain, service, service_data: data, target, return_response: true },
      { timeoutMs: ANSWER_TIMEOUT_MS, signal },
    );
    const response = isRecord(result) && isRecord(result["response"]) ? result["response"][entityId] : undefined;
    return inForm(form, response, `answer to ${asked}`);
  };
}

export type Answers = ReturnType<typeof createAnswers>;
