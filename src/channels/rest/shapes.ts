import { z } from "@hono/zod-openapi";
import { PROBLEM_CODES, problemType } from "../programs/problem.ts";

/** As long as a message on Telegram (Bot API, sendMessage). */
const LONGEST_TEXT = 4_096;
const LONGEST_ID = 64;

export const userId = z
  .string()
  .regex(/^[^\p{Cc}/]+$/u)
  .max(LONGEST_ID)
  .openapi({
    description:
      "Whose conversation it is: of a token that speaks for a person that person's name, of any other token what the program likes.",
    example: "Anna",
  });

export const processForm = z
  .object({
    user_id: userId,
    input_type: z.literal("text").openapi({ description: "Speech goes to /transcribe first." }),
    content: z.string().trim().min(1).max(LONGEST_TEXT).openapi({ example: "Turn on the kitchen light" }),
    metadata: z
      .looseObject({
        area_id: z.string().min(1).max(255).optional().openapi({ description: "Home Assistant's id of the area that “here” means." }),
      })
      .optional()
      .openapi({ description: "What else is known. All but area_id is left alone." }),
  })
  .openapi("Message");

export const confirmForm = z
  .object({
    user_id: userId,
    confirmation_id: z.string().min(1).max(LONGEST_ID),
    confirm: z.boolean().openapi({ description: "false cancels all that was asked about." }),
    pin: z
      .string()
      .regex(/^\d{1,20}$/)
      .optional()
      .openapi({ description: "Where the options ask for one." }),
  })
  .openapi("Confirmation");

const action = z
  .object({
    id: z.string(),
    service: z.string().openapi({ example: "light.turn_on" }),
    entity_ids: z.array(z.string()),
    outcomes: z.array(z.string()).openapi({
      description:
        "`waits` for one that is asked about, `running`, or how it ended for its targets: done, already, sent, started, no-change, failed, unknown.",
    }),
  })
  .openapi("Action");

export const turnShape = z
  .object({
    turn_id: z.string(),
    status: z
      .enum(["running", "requires_confirmation", "answered", "cancelled", "expired", "failed"])
      .openapi({ description: "`running` where the answer took longer than the request may: ask for it by /turns." }),
    response: z.string().openapi({ description: "The answer, or the question; Markdown. Empty while there is none." }),
    requires_confirmation: z.boolean(),
    confirmation_id: z
      .string()
      .optional()
      .openapi({ description: "For /confirm. Without one the question is asked elsewhere, of people: ask for the end by /turns." }),
    expires_at: z.iso.datetime().optional().openapi({ description: "Until when the question can be answered." }),
    actions: z.array(action),
  })
  .openapi("Turn");

export const statusShape = z
  .object({
    version: z.string(),
    home_assistant: z.object({ connected: z.boolean(), version: z.string() }),
    model: z.object({ reachable: z.boolean() }),
    database: z.object({ ok: z.boolean() }),
    messages: z.object({ waiting: z.int(), running: z.int() }),
  })
  .openapi("Status");

const message = z
  .object({
    id: z.string(),
    from: z.enum(["person", "assistant", "notice"]),
    text: z.string().openapi({ description: "Markdown; of a person what they wrote." }),
    at: z.iso.datetime(),
    turn_id: z.string().optional(),
  })
  .openapi("HistoryMessage");

export const historyShape = z
  .object({ messages: z.array(message).openapi({ description: "The newest first." }), next: z.string().optional() })
  .openapi("History");

export const historyQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(30),
  before: z
    .string()
    .regex(/^\d{1,16}\.[01]\.\d{1,12}$/)
    .optional()
    .openapi({ description: "`next` of the page before." }),
});

export const heardShape = z.object({ text: z.string() }).openapi("Transcript");

export const problemShape = z
  .object({
    type: z.enum(PROBLEM_CODES.map(problemType)).openapi({ description: "An address of this service, whose page says more." }),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
  })
  .openapi("Problem");
