import { HumanMessage } from "@langchain/core/messages";
import type { TurnStateValues } from "../../src/agent/state.ts";
import { createCloud } from "../../src/app/knowledge/cloud.ts";
import { createPeople } from "../../src/channels/people.ts";
import type { Config, UserSecrets } from "../../src/config/config.ts";
import { createEntityIndex } from "../../src/entity-search/entity-index.ts";
import { createEntityDetails } from "../../src/entity-search/entity-postings.ts";
import { catalogueFor } from "../../src/languages/catalogue.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { createEgressLog } from "../../src/storage/audit/search-audit.ts";
import { AssistantDatabase } from "../../src/storage/database.ts";
import { timer } from "../../src/text/later.ts";
import { createCallHaService } from "../../src/tools/call-ha-service.ts";
import type { ScenarioHome } from "./scenario-home.ts";

/** Entries of the history that go with a question. */
const MOST_ENTRIES = 10;

/**
 * Asks the models as a turn does, on the home and the files of a service that runs, but without a graph, a chat and an answer in it: what is sent
 * outside is built, looked at and written down by the same code, in a tenth of the time. Turns of the service have to be there, for their history.
 */
export function createAsker(home: ScenarioHome, { config, secrets }: { readonly config: Config; readonly secrets: UserSecrets }) {
  const stack = new DisposableStack();
  const database = stack.use(new AssistantDatabase(`${home.dataDir}/assistant.db`));
  const { app } = home;
  const cloud = stack.use(
    createCloud({
      ...{ config, secrets, database, homeAssistantUrl: home.sim.url, home: app.home, egress: createEgressLog({ database }) },
      search: createEntityIndex({ home: app.home, words: app.kindWords, detailsOf: createEntityDetails(app.home.registries) }),
      people: createPeople({ people: config.people, language: () => "en" }),
      language: () => "en",
      catalogue: catalogueFor("en"),
      ownersChats: () => [],
      outbox: { add: () => "" },
      clock: () => home.now,
      later: timer,
      logger: createLogger({ level: "debug", destination: { write: (line) => void home.log.push(line) } }),
    }),
  );
  const service = createCallHaService();
  const requests = cloud.requests({ tools: new Map([[service.name, service]]), memory: app.memory });
  const latest = database.sqlite.prepare<[string, number], { id: number; turnId: string; sessionId: string }>(
    "SELECT id, turn_id AS turnId, session_id AS sessionId FROM conversation_history WHERE person_id = ? ORDER BY id DESC LIMIT ?",
  );
  return {
    async ask(chatId: number, text: string): Promise<string> {
      const personId = `telegram:${chatId}`;
      const entries = latest.all(personId, MOST_ENTRIES).toReversed();
      const [entry] = entries;
      if (!requests || !entry) throw new Error("no model outside, or nobody wrote before");
      const { turnId, sessionId } = entry;
      const said = { text, origin: "person", replyText: undefined, replyOrigin: "person" } as const;
      const person = { personId, personName: "", role: "owner", language: "en", isPrivate: true } as const;
      const history = entries.map(({ id }) => new HumanMessage({ id: `history:${id}`, content: "" }));
      const turn = { ...{ turnId, sessionId, channel: "telegram" }, ...said, ...person };
      const signal = AbortSignal.timeout(10_000);
      const forCloud = requests({ turn, messages: [...history, new HumanMessage(text)] } as unknown as TurnStateValues, {
        last: false,
        signal,
      });
      return (await cloud.models.invoke({ messages: [new HumanMessage(text)], tools: [], signal, forCloud })).message.text;
    },
    [Symbol.dispose]: () => stack.dispose(),
  };
}
