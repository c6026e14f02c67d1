import type { Hono } from "hono";
import { z } from "zod";
import type { Person } from "../../../agent/turn.ts";
import { bodyOf, type ConsoleEnv, cursorOf, limitOf, listed, textOf } from "../asked.ts";
import type { Cards } from "../cards.ts";
import { type ConsoleChannel, shownMessage } from "../channel.ts";
import { Refusal } from "../refusal.ts";
import type { ChartSpan, Pressed } from "../wire.ts";

/** Characters of a message: as many as Telegram takes. */
const LONGEST_MESSAGE = 4_096;
/** Of a button's data; Telegram's own bound. */
const LONGEST_DATA = 64;

const whole = z.int().min(0);
const placeForm = z.strictObject({ at: whole, side: z.int().min(0).max(2), row: whole });
const messageForm = z.strictObject({ text: z.string().trim().min(1).max(LONGEST_MESSAGE), clientId: z.string().regex(/^[\w-]{6,64}$/) });
const pressForm = z.strictObject({ messageId: z.string().min(1).max(100), data: z.string().min(1).max(LONGEST_DATA) });

const tapForm = z.strictObject({ entityId: z.string().max(255), clientId: z.string().regex(/^[\w-]{6,64}$/) });
const MOST_CARDS = 40;
const LONGEST_IDS = 4_000;
const SPANS = ["day", "week", "month"] as const satisfies readonly ChartSpan[];

export interface ChatPorts {
  readonly channel: Pick<ConsoleChannel, "page" | "picture" | "receive" | "press">;
  readonly cards: Pick<Cards, "of" | "tap" | "chart">;
  /** What somebody may ask for first, of what their home has. */
  readonly suggestions: (person: Person) => readonly string[];
}

/** The person's own chat: what was said, saying something, and pressing buttons. */
export function routeChat(app: Hono<ConsoleEnv>, { channel, cards, suggestions }: ChatPorts): void {
  app.get("/chat", (context) => {
    const page = channel.page(context.var.person, { limit: limitOf(context), before: cursorOf(context, placeForm) });
    return context.json(listed(page, shownMessage));
  });

  app.get("/chat/picture/:id", (context) => {
    const picture = channel.picture(context.var.person, context.req.param("id"));
    if (!picture) throw new Refusal("missing");
    return context.body(new Uint8Array(picture.bytes), 200, { "Content-Type": picture.type });
  });

  app.post("/chat", async (context) => {
    const { id } = channel.receive(context.var.person, await bodyOf(context, messageForm));
    return context.json({ id }, 202);
  });

  app.get("/chat/cards", (context) => {
    const entityIds = textOf(context, "ids", LONGEST_IDS)?.split(",") ?? [];
    return context.json(cards.of(entityIds.slice(0, MOST_CARDS), context.var.person));
  });

  app.get("/chat/chart", async (context) => {
    const span = SPANS.find((one) => one === context.req.query("span"));
    if (!span) throw new Refusal("wrong");
    const chart = await cards.chart(textOf(context, "entity") ?? "", span, context.var.person);
    if (!chart) throw new Refusal("missing");
    return context.json(chart);
  });

  app.post("/chat/tap", async (context) => {
    const { entityId, clientId } = await bodyOf(context, tapForm);
    const text = cards.tap(entityId, context.var.person);
    if (text === undefined) throw new Refusal("missing");
    return context.json({ id: channel.receive(context.var.person, { text, clientId, isTap: true }).id }, 202);
  });

  app.get("/chat/suggestions", (context) => context.json(suggestions(context.var.person)));

  app.post("/chat/press", async (context) => {
    const answer: Pressed = await channel.press(context.var.person, await bodyOf(context, pressForm));
    return context.json(answer);
  });
}
