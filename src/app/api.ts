import { Hono } from "hono";
import type { TurnRunner } from "../agent/turns/runner.ts";
import { createHttpListener } from "../channels/http-listener.ts";
import type { ProgramChannel } from "../channels/program-channel.ts";
import { onlyFrom } from "../channels/programs/guard.ts";
import { Problem, problemOf } from "../channels/programs/problem.ts";
import { createPrograms } from "../channels/programs/programs.ts";
import { createRest, REST } from "../channels/rest/rest.ts";
import type { ApiListen } from "../config/api-listen.ts";
import { VERSION } from "../config/config.ts";
import type { ModelRouter } from "../models/router.ts";
import type { HomeParts } from "./home.ts";
import type { Stores } from "./storage.ts";
import type { Surroundings } from "./surroundings.ts";

interface ApiOptions extends Surroundings, Pick<HomeParts, "home" | "speech"> {
  readonly listen: ApiListen;
  readonly stores: Stores;
  readonly models: Pick<ModelRouter, "status">;
  readonly runner: Pick<TurnRunner, "decide">;
  readonly program: (name: string) => ProgramChannel;
}

/** What programs outside reach, each with a token of its own. It listens only where an option asks for it; undefined where none does. */
export function createApi({
  config,
  people,
  language,
  clock,
  home,
  speech,
  listen,
  stores,
  models,
  runner,
  program,
  ...parts
}: ApiOptions) {
  if (!config.restApi) return undefined;
  const { turns, database } = stores;
  const logger = parts.logger.child({ part: "api" });
  const programs = createPrograms({
    store: stores.programs,
    // where the options name nobody, a program can only have been let in for an owner
    personOf: (id) =>
      people.everybody.find((person) => person.id === id) ??
      (people.everybody.length > 0 ? undefined : { id, name: turns.nameOf(id) ?? "", role: "owner", language: language() }),
    language,
    now: clock,
  });
  const channel = program(REST);
  const rest = createRest({
    channel,
    programs,
    records: stores,
    pages: stores.chatPages,
    decide: runner.decide,
    speech,
    status() {
      const { received: waiting, running } = turns.counts();
      return {
        version: VERSION,
        home_assistant: { connected: home.ready, version: home.info.version },
        model: { reachable: models.status().reachable },
        database: { ok: database.readProblem() === undefined },
        messages: { waiting, running },
      };
    },
    version: VERSION,
    now: clock,
    logger,
  });
  const app = new Hono().use(onlyFrom(config.apiSites)).route("/", rest);
  app.notFound(() => new Problem("nothing-here").response);
  app.onError((error) => problemOf(error, logger).response);
  const listener = createHttpListener({ ...listen, fetch: app.fetch, what: "the API for programs", logger });
  return {
    programs,
    channels: [channel],
    start: () => listener.start(),
    [Symbol.dispose]: () => listener[Symbol.dispose](),
  };
}
