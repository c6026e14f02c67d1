import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import type { ChatMessage, Listed, Me } from "../../src/channels/console/wire.ts";
import type { AdmittedProgram, ProgramItem, ProgramList } from "../../src/channels/console/wire-programs.ts";
import type { useBrowser } from "./browser.ts";
import { BUILT_PAGE } from "./build-page.ts";
import { changedPlans, chosen, someNotifications, somePlans } from "./fake-attention.ts";
import * as records from "./fake-records.ts";

/** The path that Home Assistant's ingress gives an app. */
export const PREFIX = "/api/hassio_ingress/AbC-123_x";

/** A change that the page asked for. */
interface Asked {
  readonly way: string;
  readonly body: unknown;
  readonly token: string | undefined;
}

/** What answers by the contract, without a service behind it: what pages do can be looked at without waiting for a home. */
export class FakeConsole implements AsyncDisposable {
  me: Me = records.ANNA;
  chat: ChatMessage[] = records.someChat();
  approvals = records.approvals();
  facts = records.someFacts();
  habits = records.someHabits();
  knowledge = records.someKnowledge();
  health = records.someHealth();
  cards = records.someCards();
  actions = records.actions;
  planned = somePlans();
  programs: readonly ProgramItem[] = [];
  notifications = someNotifications();
  chain: object = { ok: true, rows: 1_204, from: Date.now() - 90 * 86_400_000 };
  /** Ways (`POST /chat`) that fail, and how; 0 breaks the connection. */
  readonly failures = new Map<string, { status: number; body: string }>();
  /** Changes that the page asked for, in their order. */
  readonly asked: Asked[] = [];
  /** Ways of questions (`GET /turns?q=…`). */
  readonly read: string[] = [];
  readonly #streams = new Set<ReadableStreamDefaultController<string>>();
  #server: Server | undefined;
  #port = 0;

  static async start(): Promise<FakeConsole> {
    const fake = new FakeConsole();
    await fake.listen();
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}${PREFIX}/`;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async listen(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server = serve(
      { fetch: this.#app().fetch, hostname: "127.0.0.1", port: this.#port, overrideGlobalObjects: false },
      ({ port }) => {
        this.#port = port;
        resolve();
      },
    ) as Server;
    await promise;
  }

  /** As a service that is away; `listen` brings it back on the same port. */
  async away(): Promise<void> {
    this.#streams.clear();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server?.close(() => resolve());
    this.#server?.closeAllConnections();
    await promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.away();
  }

  /** How many pages listen. */
  get listening(): number {
    return this.#streams.size;
  }

  tell(event: string, data: unknown): void {
    for (const stream of this.#streams) stream.enqueue(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Shows a message, new or changed. */
  shows(message: ChatMessage): void {
    this.chat = [message, ...this.chat.filter(({ id }) => id !== message.id)];
    this.tell("message", message);
  }

  #app(): Hono {
    const app = new Hono().basePath(PREFIX);
    app.use(async (context, next) => {
      context.header("Content-Security-Policy", "default-src 'self'; frame-ancestors 'self'");
      await next();
    });
    app.use("/api/*", async (context, next) => {
      const path = context.req.path.slice(`${PREFIX}/api`.length);
      const way = `${context.req.method} ${path}`;
      const failure = this.failures.get(way);
      if (failure) return context.body(failure.body, failure.status as 500);
      if (context.req.method === "GET") {
        this.read.push(way + (context.req.url.includes("?") ? `?${context.req.url.split("?")[1]}` : ""));
        return next();
      }
      const isJson = context.req.header("content-type") === "application/json";
      this.asked.push({
        way,
        body: isJson ? await context.req.json() : (await context.req.arrayBuffer()).byteLength,
        token: context.req.header("x-console-token"),
      });
      return next();
    });
    this.#people(app);
    this.#lists(app);
    this.#changes(app);
    app.get("/*", serveStatic({ root: BUILT_PAGE, rewriteRequestPath: (path) => path.slice(PREFIX.length) || "/index.html" }));
    return app;
  }

  #people(app: Hono): void {
    app.get("/api/me", (context) => context.json(this.me));
    app.get("/api/events", (context) => {
      let own: ReadableStreamDefaultController<string> | undefined;
      const stream = new ReadableStream<string>({
        start: (controller) => {
          own = controller;
          this.#streams.add(controller);
          controller.enqueue(": here\n\n");
        },
        cancel: () => {
          if (own) this.#streams.delete(own);
        },
      });
      return context.body(stream.pipeThrough(new TextEncoderStream()), 200, { "Content-Type": "text/event-stream" });
    });
  }

  #lists(app: Hono): void {
    app.get("/api/chat", (context) =>
      context.json(context.req.query("cursor") ? { items: records.earlierChat, next: null } : { items: this.chat, next: "before-m1" }),
    );
    app.get("/api/chat/cards", (context) => context.json(this.cards));
    app.get("/api/chat/suggestions", (context) => context.json(["Turn on Kitchen ceiling", "Which batteries are low?"]));
    app.get("/api/chat/chart", (context) => context.json(records.chartOf(context.req.query("span") ?? "")));
    app.get("/api/turns", (context) => {
      const { q = "", path = "", cursor } = context.req.query();
      return context.json(
        part(
          records.turns.filter((turn) => turn.text.includes(q) && (path === "" || turn.path === path)),
          cursor,
        ),
      );
    });
    app.get("/api/turns/:id", (context) => {
      const turn = records.turns.find(({ id }) => id === context.req.param("id"));
      if (!turn) return context.json({ error: "not_found", message: "This turn is not kept any more, or it is not yours." }, 404);
      return context.json(records.detailOf(turn));
    });
    app.get("/api/approvals", (context) => context.json({ items: this.approvals, next: null }));
    app.get("/api/activity", (context) => {
      const { outcome = "", cursor } = context.req.query();
      return context.json(
        part(
          this.actions.filter((action) => outcome === "" || action.outcome === outcome),
          cursor,
        ),
      );
    });
    app.get("/api/activity/things", (context) => context.json(records.things));
    app.get("/api/activity/chain", (context) => context.json(this.chain));
    app.get("/api/programs", (context) =>
      context.json({ programs: this.programs, people: [this.me.person], roles: ["adult", "child", "guest"] } satisfies ProgramList),
    );
    app.get("/api/planned", (context) => context.json(this.planned));
    app.get("/api/notifications", (context) => context.json(this.notifications));
    app.get("/api/searchlog", (context) => {
      const isBlocked = context.req.query("filter") === "blocked";
      return context.json({ items: records.searches.filter(({ blocked }) => blocked || !isBlocked), next: null });
    });
    app.get("/api/memory", (context) => {
      const isHouse = context.req.query("person") === "house";
      const people = [
        { id: this.me.person.id, name: this.me.person.name },
        { id: "telegram:2", name: "Ben" },
      ];
      return context.json({ people, items: isHouse ? [] : this.facts, habits: this.habits, next: null });
    });
    app.get("/api/memory/export", (context) => context.json({ facts: this.facts }));
    app.get("/api/knowledge", (context) => context.json(this.knowledge));
    app.get("/api/policy", (context) => context.json(records.policy));
    app.get("/api/policy/actions", (context) => context.json(records.possible));
    app.get("/api/health", (context) => context.json(this.health));
  }

  #changes(app: Hono): void {
    app.post("/api/chat", (context) => context.json({ id: "m-new" }, 202));
    app.post("/api/chat/tap", (context) => context.json({ id: "m-tap" }, 202));
    app.post("/api/chat/press", (context) => context.json({ toast: "OK, the garage opens.", taken: true }));
    app.post("/api/approvals/:id", (context) => {
      this.approvals = this.approvals.filter(({ id }) => id !== context.req.param("id"));
      return context.json({ toast: "Answered.", taken: true });
    });
    app.post("/api/programs", async (context) => {
      const { name, personId, role } = await context.req.json<{ name: string; personId?: string; role?: string }>();
      const person = personId === undefined ? undefined : this.me.person.name;
      this.programs = [...this.programs, { id: `p${this.programs.length}`, name, person, role, createdAt: Date.now() }];
      return context.json({ token: "hapa_shown-once" } satisfies AdmittedProgram);
    });
    app.delete("/api/programs/:id", (context) => {
      this.programs = this.programs.filter(({ id }) => id !== context.req.param("id"));
      return context.json({ ok: true });
    });
    app.post("/api/planned/:id", async (context) => {
      const { change } = await context.req.json<{ change: string }>();
      this.planned = changedPlans(this.planned, context.req.param("id"), change);
      return context.json({});
    });
    app.post("/api/notifications/choice", async (context) => {
      this.notifications = chosen(this.notifications, await context.req.json<{ subject: string; choice: "all" | "less" | "never" }>());
      return context.json({});
    });
    app.post("/api/notifications/quiet", async (context) => {
      const { minutes } = await context.req.json<{ minutes: number }>();
      this.notifications = { ...this.notifications, quietUntil: minutes === 0 ? undefined : Date.now() + minutes * 60_000 };
      return context.json({});
    });
    app.post("/api/memory/:id", async (context) => {
      const { value } = await context.req.json<{ value: string }>();
      this.facts = this.facts.map((fact) => (fact.id === context.req.param("id") ? { ...fact, value } : fact));
      return context.json({});
    });
    app.delete("/api/memory/:id", (context) => {
      this.facts = this.facts.filter(({ id }) => id !== context.req.param("id"));
      return context.json({});
    });
    app.post("/api/habits/:id", async (context) => {
      const { days } = await context.req.json<{ days: number[] }>();
      this.habits = this.habits.map((habit) => ({ ...habit, days }));
      return context.json({});
    });
    app.post("/api/knowledge/sync", (context) => context.json({}));
    app.put("/api/knowledge/documents/:name", (context) => {
      const document = { name: context.req.param("name"), bytes: 12, at: Date.now() };
      this.knowledge = { ...this.knowledge, documents: [document, ...this.knowledge.documents] };
      return context.json({});
    });
    app.delete("/api/knowledge/documents/:name", (context) => {
      const { documents } = this.knowledge;
      this.knowledge = { ...this.knowledge, documents: documents.filter(({ name }) => name !== context.req.param("name")) };
      return context.json({});
    });
    app.post("/api/knowledge/try", (context) =>
      context.json({
        by: "words_and_meaning",
        passages: [
          {
            title: `${records.LONG_NAME}, page 12`,
            text: "Error E24 means that the water cannot run off.",
            source: "Documents",
            words: 1,
            meaning: 2,
          },
        ],
      }),
    );
    app.post("/api/policy/simulate", (context) =>
      context.json({
        outcome: "confirm",
        rule: "entry:child",
        explanation: ["It opens a way into the house.", "A child asks, at night."],
        needs: { by: "owner", people: 1, pin: false },
      }),
    );
  }
}

/** A list's part of 30; the cursor is the place of its first item. */
function part<Item>(items: readonly Item[], cursor = "0"): Listed<Item> {
  const begin = Number(cursor);
  return { items: items.slice(begin, begin + 30), next: begin + 30 < items.length ? `${begin + 30}` : null };
}

/** A console of its own for a test, open at a place. */
export async function openConsole(
  browser: ReturnType<typeof useBrowser>,
  place: string,
  prepare: (fake: FakeConsole) => void = () => undefined,
): Promise<{ fake: FakeConsole; page: Page }> {
  const fake = await FakeConsole.start();
  onTestFinished(() => fake[Symbol.asyncDispose]());
  prepare(fake);
  return { fake, page: await browser.open(`${fake.url}#/${place}`) };
}
