import type { Hono } from "hono";
import type { ConsoleEnv } from "../asked.ts";
import type { Identify } from "../identity.ts";
import type { Live } from "../live.ts";
import { Refusal } from "../refusal.ts";

/** `GET api/events`: what happens, as it happens (server-sent events). */
export function routeEvents(app: Hono<ConsoleEnv>, { live, identify }: { readonly live: Live; readonly identify: Identify }): void {
  app.get("/events", (context) => {
    // nobody would read a stream that was asked for without its contents, and nobody end it
    if (context.req.method === "HEAD") return context.body(null, 200, { "Content-Type": "text/event-stream" });
    const { person, userId } = context.var;
    const stream = live.follow(person, () => identify({ id: userId, name: person.name }));
    if (!stream) throw new Refusal("too-many");
    return context.body(stream, 200, { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" });
  });
}
