import { createCloudNotice } from "../../agent/prompt/cloud-prompt.ts";
import { type CloudRequests, createCloudRequests } from "../../agent/prompt/cloud-request.ts";
import type { TurnInput } from "../../agent/state.ts";
import type { Tool } from "../../agent/toolbox.ts";
import type { EntityIndexSearch } from "../../entity-search/entity-index.ts";
import type { LiveHome } from "../../homeassistant/live-home.ts";
import { createHomeWords } from "../../knowledge/home-words/home-words.ts";
import { createNamedThings } from "../../knowledge/home-words/named-things.ts";
import type { Memory } from "../../memory/memory.ts";
import { cloudIsUsed, createProviders } from "../../models/providers.ts";
import { ModelRouter } from "../../models/router.ts";
import { createCloudNames } from "../../security/egress/cloud/cloud-names.ts";
import { createEgressPolicy } from "../../security/egress/egress.ts";
import type { HomeWord } from "../../security/egress/home-words.ts";
import type { Chat } from "../../storage/chat.ts";
import { createFactStore } from "../../storage/facts/facts.ts";
import { createPeopleNames } from "../../storage/turns/people-joined.ts";
import { createPastEntries } from "../../storage/turns/summaries.ts";
import type { Stores } from "../foundation/storage.ts";
import type { Surroundings } from "../foundation/surroundings.ts";

interface CloudOptions extends Omit<Surroundings, "workers">, Pick<Stores, "database" | "egress"> {
  readonly ownersChats: () => readonly Chat[];
  readonly outbox: Pick<Stores["outbox"], "add">;
  readonly homeAssistantUrl: string;
  readonly home: LiveHome;
  readonly search: Pick<EntityIndexSearch, "find">;
}

export type Cloud = ReturnType<typeof createCloud>;

/** The models, at home and outside, with everything that stands before those outside. With the options as they come nothing outside the house is ever asked. */
export function createCloud(options: CloudOptions) {
  const { config, secrets, database, home, search, people, ownersChats, outbox, egress, catalogue, clock } = options;
  const logger = options.logger.child({ part: "cloud" });
  const homeWords = homeWordsOf(options);
  const egressPolicy = createEgressPolicy({ homeWords, languages: config.addressLanguages });
  const providers = createProviders(config, secrets, {
    egress: {
      begin(row) {
        // whoever wrote to us for the first time since the start is told before anything of theirs leaves
        announceToOwners();
        return egress.begin(row);
      },
      end: (id, ended) => egress.end(id, ended),
    },
    clock,
    onKept: ({ model, what, when }) => {
      if (when === "body")
        logger.error({ model, kind: what }, "something private still stood in a request for a model outside the house: it was not sent");
      else logger.info({ model, kind: what }, "a message was kept from a model outside the house");
    },
  });
  const outside = new Set(providers.flatMap(({ model, isCloud }) => (isCloud ? [model] : [])));
  const models = new ModelRouter({ providers, logger: options.logger });
  const entries = createPastEntries({ database, isCloudModel: (model) => outside.has(model) || /^(?:openai|gemini)\//.test(model) });
  const announceToOwners = createCloudNotice({
    policy: config.cloudPolicy,
    first: config.cloudFirst,
    models: [...outside],
    outbox,
    catalogue,
    clock,
    ownersChats,
  });
  return {
    models,
    /** Whether the model at home looks at pictures: the options say so, or its server. */
    sees: async (signal: AbortSignal) => (config.modelSees === "auto" ? models.sees(signal) : config.modelSees === "yes"),
    /** Finds the words of this home in everything that may leave it. */
    egressPolicy,
    /** What a model outside may be asked in turns; undefined while the options let none be asked. */
    requests({
      tools,
      memory,
    }: {
      readonly tools: ReadonlyMap<string, Tool>;
      readonly memory: Pick<Memory, "recall">;
    }): CloudRequests | undefined {
      if (outside.size === 0) return undefined;
      const seen = createPeopleNames({ database });
      const things = createNamedThings({
        home,
        people: () => [...people.everybody, ...seen()].map(({ name }) => name),
        words: homeWords,
      });
      return createCloudRequests({
        policy: config.cloudPolicy,
        tools,
        home,
        clock,
        entries: entries.of,
        finder: egressPolicy,
        names: createCloudNames({ things }),
        persona: { assistantName: config.assistantName, persona: config.persona ?? "" },
        // as where others read along: what is public alone, so that nothing else takes its place
        facts: async ({ text, personId, role }, { limit, signal }) =>
          (await memory.recall(text, { personId, role, isPrivate: false }, { limit, now: clock(), signal })).map(({ fact }) => fact),
        things: (text, { limit }) => search.find(text, { limit }).map(({ entity }) => entity),
      });
    },
    /** Whether a turn's session was told before that models outside answer. */
    knowsOfCloud: ({ sessionId, turnId }: TurnInput) => entries.answeredByCloud(sessionId, turnId),
    /** Says in the log what leaves the house, if anything may, and to the owners once the home tells which language it speaks. */
    announce(signal: AbortSignal): void {
      if (config.cloudEnabled && !cloudIsUsed(config)) {
        logger.warn({}, "cloud_enabled is on, but neither cloud_fallback nor cloud_first is: no model outside the house is asked");
      }
      if (outside.size === 0) return;
      logger.warn(
        { model: [...outside].join("+"), first: config.cloudFirst, ...config.cloudPolicy },
        "models outside the house are switched on: what people write leaves it, without names, addresses and private facts",
      );
      void home.whenReady(signal).then(announceToOwners, () => undefined);
    },
    [Symbol.dispose]: () => models[Symbol.dispose](),
  };
}

/** The words of this home that are not to leave it: names, places, facts, PINs, addresses on the network. */
function homeWordsOf({ config, homeAssistantUrl, home, database }: CloudOptions): () => readonly HomeWord[] {
  const urls = [
    homeAssistantUrl,
    config.ollamaUrl,
    config.openaiBaseUrlAtHome ? config.openaiBaseUrl : undefined,
    config.mqttUrl,
    config.influxdbUrl,
    config.searxngUrl,
  ];
  return createHomeWords({
    home,
    registries: home.registries,
    people: config.people,
    facts: createFactStore({ database }),
    ownList: config.sanitizerWords,
    pins: config.policy.pinEffects.flatMap((effect) => config.pins.reveal(effect) ?? []),
    networkNames: urls.flatMap((url) => (url === undefined ? [] : (URL.parse(url)?.hostname ?? []))),
  });
}
