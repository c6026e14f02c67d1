import type { Hono } from "hono";
import { z } from "zod";
import { CHOICES, type NotificationsView } from "../../../agent/commands/views/notifications-view.ts";
import { bodyOf, type ConsoleEnv } from "../asked.ts";
import { Refusal } from "../refusal.ts";
import { plainOf } from "../rendering.ts";
import type { Notifications } from "../wire-attention.ts";

export interface NotificationPorts {
  readonly notifications: NotificationsView;
}

const MINUTE_MS = 60_000;
/** As long as `/quiet` takes: a week. */
const LONGEST_QUIET_MINUTES = 7 * 24 * 60;

const choiceForm = z.strictObject({ subject: z.string().min(1).max(300), choice: z.enum(CHOICES) });
const quietForm = z.strictObject({ minutes: z.int().min(0).max(LONGEST_QUIET_MINUTES) });

/** What is amiss and what people were told of it, and how they want to be told. */
export function routeNotifications(app: Hono<ConsoleEnv>, { notifications }: NotificationPorts): void {
  app.get("/notifications", (context) => {
    const { person } = context.var;
    const isOwner = person.role === "owner";
    const { notify, quietHours, digestTime } = notifications.options;
    const answer: Notifications = {
      open: notifications.open(person).map(({ key, text, kindText, entityIds, ...finding }) => ({
        ...finding,
        id: key,
        text: plainOf(text),
        kind: kindText,
        entityIds: isOwner ? entityIds : null,
      })),
      told: notifications.told(person).map(({ id, text, kindText, entityIds, score, ...told }) => ({
        ...told,
        id: String(id),
        text: plainOf(text),
        kind: kindText,
        details: isOwner ? { score, entityIds } : null,
      })),
      kinds: notifications.kinds(person),
      muted: notifications.muted(person).map(({ text, kindText, ...one }) => ({ ...one, text: plainOf(text), kind: kindText })),
      quietUntil: notifications.quietUntil(person) ?? null,
      options: { notify, quietHours: quietHours ?? null, digestTime: digestTime ?? null },
    };
    return context.json(answer);
  });

  app.post("/notifications/choice", async (context) => {
    const { subject, choice } = await bodyOf(context, choiceForm);
    if (!notifications.choose(context.var.person, subject, choice)) throw new Refusal("missing");
    return context.json({ ok: true });
  });

  app.post("/notifications/quiet", async (context) => {
    const { minutes } = await bodyOf(context, quietForm);
    notifications.beQuiet(context.var.person, minutes * MINUTE_MS);
    return context.json({ ok: true });
  });
}
