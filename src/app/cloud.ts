import { createCloudNotice } from "../agent/prompt/cloud-prompt.ts";
import { type CloudRequests, createCloudRequests } from "../agent/prompt/cloud-request.ts";
import type { TurnInput } from "../agent/state.ts";
import type { Tool } from "../agent/toolbox.ts";
import type { People } from "../channels/people.ts";
import type { Config, UserSecrets } from "../config/config.ts";
import type { EntityIndexSearch } from "../entity-search/entity-index.ts";
import type { LiveHome } from "../homeassistant/live-home.ts";
import { createNamedThings } from "../knowledge/home-words/named-things.ts";
import type { Memory } from "../memory/memory.ts";
import type { CloudEgress } from "../models/cloud.ts";
import { cloudIsUsed, createProviders } from "../models/providers.ts";
import { ModelRouter } from "../models/router.ts";
import type { Logger } from "../observability/logger.ts";
import { createCloudNames } from "../security/egress/cloud/cloud-names.ts";
import type { EgressPolicy } from "../security/egress/egress.ts";
import type { HomeWord } from "../security/egress/home-words.ts";
import type { AssistantDatabase } from "../storage/database.ts";
import { createPseudonymStore } from "../storage/facts/pseudonyms.ts";
import type { OutboxStore } from "../storage/turns/outbox.ts";
import { createPeopleNames } from "../storage/turns/people-joined.ts";
import { createPastEntries } from "../storage/turns/summaries.ts";
import type { SessionStore } from "../storage/turns/turns.ts";

interface CloudOptions {
  readonly config: Config;
  readonly secrets: Pick<UserSecrets, "reveal">;
  readonly database: AssistantDatabase;
  readonly home: LiveHome;
  readonly search: Pick<EntityIndexSearch, "find">;
  readonly people: Pick<People, "everybody" | "configured" | "isOwnersChat">;
  readonly sessions: Pick<SessionStore, "activeChats">;
  readonly outbox: Pick<OutboxStore, "add">;
  readonly egress: CloudEgress;
  readonly homeWords: () => readonly HomeWord[];
  readonly egressPolicy: Pick<EgressPolicy, "at">;
  /** ms since the epoch */
  readonly clock: () => number;
  readonly logger: Logger;
}

/** The models, at home and outside, with everything that stands before those outside. */
export interface Cloud extends Disposable {
  readonly models: ModelRouter;
  /** What a model outside may be asked in turns; undefined while the options let none be asked. */
  requests(parts: { readonly tools: ReadonlyMap<string, Tool>; readonly memory: Pick<Memory, "recall"> }): CloudRequests | undefined;
  /** Whether a turn's session was told before that models outside answer. */
  knowsOfCloud(turn: TurnInput): boolean;
  /** Says in the log and to the owners what leaves the house, if anything may. */
  announce(): void;
}

/** Builds the models. With the options as they come nothing outside the house is ever asked. */
export function createCloud(options: CloudOptions): Cloud {
  const { config, secrets, database, home, search, people, sessions, outbox, egress, homeWords, egressPolicy, clock } = options;
  const logger = options.logger.child({ part: "cloud" });
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
    language: config.language,
    clock,
    ownersChats: () => sessions.activeChats(0).filter(people.isOwnersChat),
  });
  return {
    models,
    requests({ tools, memory }) {
      if (outside.size === 0) return undefined;
      const things = createNamedThings({
        home,
        everybody: people.everybody,
        seen: createPeopleNames({ database }),
        words: homeWords,
        entityOf: (personId) => people.configured(personId)?.haPerson,
      });
      return createCloudRequests({
        policy: config.cloudPolicy,
        tools,
        home,
        clock,
        entries: entries.of,
        finder: egressPolicy,
        names: createCloudNames({ things, numbers: createPseudonymStore({ database }) }),
        persona: { assistantName: config.assistantName, persona: config.persona ?? "" },
        // as where others read along: what is public alone, so that nothing else takes its place
        facts: async ({ text, personId, role }, { limit, signal }) =>
          (await memory.recall(text, { personId, role, isPrivate: false }, { limit, now: clock(), signal })).map(({ fact }) => fact),
        things: (text, { limit }) => search.find(text, { limit }).map(({ entity }) => entity),
      });
    },
    knowsOfCloud: ({ sessionId, turnId }) => entries.answeredByCloud(sessionId, turnId),
    announce() {
      if (config.cloudEnabled && !cloudIsUsed(config)) {
        logger.warn({}, "cloud_enabled is on, but neither cloud_fallback nor cloud_first is: no model outside the house is asked");
      }
      if (outside.size === 0) return;
      logger.warn(
        { model: [...outside].join("+"), first: config.cloudFirst, ...config.cloudPolicy },
        "models outside the house are switched on: what people write leaves it, without names, addresses and private facts",
      );
      announceToOwners();
    },
    [Symbol.dispose]: () => models[Symbol.dispose](),
  };
}
