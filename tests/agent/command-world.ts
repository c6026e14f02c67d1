import type { CommandContext } from "../../src/agent/command-context.ts";
import type { WhatIf, WhatIfAnswer } from "../../src/agent/commands/command-why.ts";
import { createCommands } from "../../src/agent/commands/commands.ts";
import { catalogueFor } from "../../src/languages/catalogue.ts";
import { fakeHome } from "../fakes/home.ts";
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

/** Commands over real stores; `whatIf` answers supposed actions, which are remembered. */
export function commandWorld(whatIf: () => WhatIfAnswer = () => ({ problem: "There is no such thing." })) {
  const stores = openStores();
  const supposed: WhatIf[] = [];
  const commands = createCommands({
    policy: { run: () => "" },
    home: HOME,
    models: { status: () => ({ model: "ollama/a", reachable: true, problem: undefined }) },
    actions: stores.actions,
    audit: stores.audit,
    approvals: stores.approvals,
    interactions: stores.interactions,
    quotes: stores.quotes,
    explainAction: async (question) => {
      supposed.push(question);
      return whatIf();
    },
    archive: stores.archive,
    sessions: stores.sessions,
    erasures: stores.erasures,
    rateMinutes: 5,
    now: () => NOW,
  });
  const answer = async (text: string, who: Someone = "anna", chat: CommandContext["chat"] = CHAT) =>
    await commands.run(text, {
      person: PEOPLE[who],
      chat,
      turnId: "command",
      messageId: "1",
      isPrivate: !chat.chatId.startsWith("-"),
      assistantName: "Casa",
      catalogue: catalogueFor("en"),
      cancel: () => false,
      waiting: 0,
      openQuestions: 0,
    });
  /** The answer's text. */
  const run = async (...said: Parameters<typeof answer>): Promise<string> => {
    const answered = await answer(...said);
    return typeof answered === "string" ? answered : answered.text;
  };
  return { ...stores, supposed, run, answer };
}
