import type { CommandContext } from "../../src/agent/command.ts";
import { createCommands } from "../../src/agent/commands/commands.ts";
import { createIntake } from "../../src/agent/turns/intake.ts";
import { catalogueFor } from "../../src/languages/catalogue.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { fakeHome } from "../fakes/home.ts";
import { OPTIONS } from "../security/decisions.ts";
import { CHAT, NOW, openStores } from "../storage/stores.ts";

export const PEOPLE = {
  anna: { id: "anna", name: "Anna", language: "en", role: "owner" },
  ben: { id: "ben", name: "Ben *B*", language: "en", role: "adult" },
  mia: { id: "mia", name: "Mia", language: "en", role: "child" },
  gus: { id: "gus", name: "Gus", language: "en", role: "guest" },
} as const satisfies Readonly<Record<string, CommandContext["person"]>>;
export type Someone = keyof typeof PEOPLE;

const HOME = fakeHome({
  entities: [
    { entityId: "cover.garage", name: "Garage", aliases: ["car door"] },
    { entityId: "lock.front", name: "Front Door" },
    { entityId: "lock.back", name: "Back Door" },
    { entityId: "light.reading", name: "Reading Lamp", area: "Bedroom" },
    { entityId: "light.reading_2", name: "Reading Lamp", area: "Office" },
    { entityId: "script.night", name: "Good night" },
    { entityId: "lock.cellar", name: "Cellar", exposed: false },
  ],
});

type Stores = ReturnType<typeof openStores>;
type Parts = Parameters<typeof createCommands>[0];

/** The table of commands over these stores, with `more` in place of its parts. */
export function commandsOver(stores: Stores, more: Partial<Parts> = {}) {
  return createCommands({
    ...stores,
    home: HOME,
    automationsCommand: () => "",
    policy: { run: () => "" },
    planned: { command: () => () => "" },
    notifications: { notifications: () => "", quiet: () => "" },
    digest: { run: () => "" },
    models: { status: () => ({ model: "ollama/a", reachable: true, problem: undefined }) },
    memory: { run: () => "", explain: () => "", forgetFact: (_, words) => `forget ${words}` },
    habits: { habits: () => "", learn: () => "", problems: () => [] },
    ...{ searchLog: { run: () => "" }, learning: { givenUp: () => 0 } },
    policyOptions: { ...OPTIONS, rateMinutes: 5 },
    now: () => NOW,
    ...more,
  });
}

/** Takes messages in over these stores, as if nothing else were at work; with `more` in place of its parts. */
export function intakeOver(stores: Stores, more: Partial<Parameters<typeof createIntake>[0]> = {}) {
  return createIntake({
    ...stores,
    commands: { run: () => "Done.", startsAfresh: () => false, isWish: () => false, asked: () => undefined },
    choices: { leave: () => undefined, typedFor: () => undefined },
    typedIn: () => undefined,
    queue: { isIdle: () => true, add: () => undefined, waiting: () => [], count: () => 0 },
    openQuestions: () => [],
    canceller: () => undefined,
    retry: () => undefined,
    status: { update: () => undefined },
    documents: { offer: () => "No." },
    assistantName: "Casa",
    clock: () => NOW,
    logger: createLogger({ level: "error" }),
    ...more,
  });
}

/** What a command of somebody is given. Nobody else reads along where that is not said. */
export function contextOf(who: Someone, more: Partial<CommandContext> = {}): CommandContext {
  return {
    person: PEOPLE[who],
    chat: CHAT,
    turnId: "command",
    messageId: "1",
    isPrivate: true,
    assistantName: "Casa",
    catalogue: catalogueFor("en"),
    cancel: () => false,
    waiting: 0,
    openQuestions: 0,
    ...more,
  };
}

/** Commands over real stores. */
export function commandWorld() {
  const stores = openStores();
  const commands = commandsOver(stores);
  const answer = async (text: string, who: Someone = "anna", chat: CommandContext["chat"] = CHAT) =>
    await commands.run(text, contextOf(who, { chat, isPrivate: !chat.chatId.startsWith("-") }));
  /** The answer's text. */
  const run = async (...said: Parameters<typeof answer>): Promise<string> => {
    const answered = await answer(...said);
    return typeof answered === "string" ? answered : answered.text;
  };
  return { ...stores, run, answer };
}
