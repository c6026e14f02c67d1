import type { Hono } from "hono";
import { z } from "zod";
import { bodyOf, type ConsoleEnv, cursorOf, limitOf, listed } from "../asked.ts";
import { type ConsoleChannel, shownMessage } from "../channel.ts";
import { Refusal } from "../refusal.ts";
import type { Pressed } from "../wire.ts";

/** Characters of a message: as many as Telegram takes. */
const LONGEST_MESSAGE = 4_096;
/** Of a button's data; Telegram's own bound. */
const LONGEST_DATA = 64;

const whole = z.int().min(0);
const placeForm = z.strictObject({ at: whole, side: z.int().min(0).max(2), row: whole });
const messageForm = z.strictObject({ text: z.string().trim().min(1).max(LONGEST_MESSAGE), clientId: z.string().regex(/^[\w-]{6,64}$/) });
const pressForm = z.strictObject({ messageId: z.string().min(1).max(100), data: z.string().min(1).max(LONGEST_DATA) });

/** The person's own chat: what was said, saying something, and pressing buttons. */
export function routeChat(
  app: Hono<ConsoleEnv>,
  { channel }: { readonly channel: Pick<ConsoleChannel, "page" | "picture" | "receive" | "press"> },
): void {
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

  app.post("/chat/press", async (context) => {
    const answer: Pressed = await channel.press(context.var.person, await bodyOf(context, pressForm));
    return context.json(answer);
  });
}
