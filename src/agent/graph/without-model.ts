import { ONE_OF_MANY } from "../../entity-search/entity-placing.ts";
import { unitsOf } from "../../entity-search/entity-text.ts";
import type { Recogniser } from "../../homeassistant/recogniser/recogniser.ts";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import type { Services } from "../../homeassistant/services/services.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import type { ModelProblem } from "../../models/models.ts";
import { mayRead } from "../../security/policy/read-access.ts";
import { endsAsking } from "../../text/sentences.ts";
import type { TurnInput, TurnStateValues } from "../state.ts";
import { fitsOnButton, optionsText } from "../wording/choices.ts";
import { capitalised, createPhrases, verbatim } from "../wording/phrases.ts";
import { createOnlyCall } from "./only-call.ts";

/** Buttons under an answer that a person reads at a glance. */
const MOST_OFFERED = 3;

/** Problems by which no model answers, whatever was asked. */
const ABSENT: ReadonlySet<ModelProblem["kind"]> = new Set([
  "unreachable",
  "not_pulled",
  "not_offered",
  "not_at_home",
  "refused",
  "timeout",
  "failed",
]);

const SWITCHED = { on: "turn_off", off: "turn_on" };

/** What is most likely wanted of an entity in a state, by domain: what is on is turned off. */
const WANTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  light: SWITCHED,
  switch: SWITCHED,
  fan: SWITCHED,
  input_boolean: SWITCHED,
  cover: { open: "close_cover", closed: "open_cover" },
  vacuum: { docked: "start", cleaning: "return_to_base" },
};

/** What is all that can be wanted of an entity, whatever its state. */
const ALWAYS: Readonly<Record<string, string>> = { scene: "turn_on", script: "turn_on", button: "press", input_button: "press" };

/** The service that is most likely wanted of an entity in a state; undefined where none is. */
export function likelyService(entityId: string, state: string): string | undefined {
  const [domain = ""] = entityId.split(".");
  const service = WANTED[domain]?.[state] ?? ALWAYS[domain];
  return service && `${domain}.${service}`;
}

interface WithoutModelDependencies {
  readonly recogniser: Recogniser;
  readonly services: Pick<Services, "resolve">;
  readonly home: Pick<Home, "find" | "ready">;
  /** Whether the last thing that an automation asked for somebody was not answered either. */
  readonly saidBefore: (turn: Pick<TurnInput, "personId" | "turnId">) => boolean;
  /** Entities that a text may mean, best first. */
  readonly find: (text: string) => readonly Entity[];
  /** The answer where a model did answer. */
  readonly compose: (state: TurnStateValues) => Promise<Partial<TurnStateValues>>;
}

/**
 * What is answered where no model does: what is missing, and what comes nearest without one: to a question how
 * the entities are that it names, to all else the likeliest actions, as buttons.
 */
export function createWithoutModel({ recogniser, services, home, saidBefore, find, compose }: WithoutModelDependencies) {
  const onlyCall = createOnlyCall({ services, home });

  /** The sentence that does the likely thing, if it is understood to do just that. */
  async function offerFor(entity: Entity, turn: TurnInput, catalogue: Catalogue): Promise<string | undefined> {
    const service = likelyService(entity.entityId, entity.state.state);
    if (!service) return undefined;
    const call = { service, entityIds: [entity.entityId], data: {} };
    const sentence = capitalised(createPhrases({ home, catalogue }).action(call));
    if (!fitsOnButton(sentence)) return undefined;
    const understood = onlyCall(await recogniser.recognise(sentence, turn.language), sentence, turn.role);
    return understood?.service === call.service ? sentence : undefined;
  }

  /** The entities of whose names the text has most words. */
  function nearest(text: string): readonly Entity[] {
    const said = new Set(unitsOf(text));
    const wordsOf = ({ name, aliases, area }: Entity) => new Set([name, ...aliases, area?.name ?? ""].flatMap(unitsOf));
    const found = find(text).map((entity) => ({ entity, shared: said.intersection(wordsOf(entity)).size }));
    const most = Math.max(1, ...found.map(({ shared }) => shared));
    return found.flatMap(({ entity, shared }) => (shared === most ? [entity] : [])).slice(0, MOST_OFFERED);
  }

  return async (state: TurnStateValues): Promise<Partial<TurnStateValues>> => {
    const { turn, failure, results } = state;
    if (!failure || results.length > 0 || !ABSENT.has(failure.kind)) return compose(state);
    const catalogue = catalogueFor(turn.language);
    if (turn.origin === "automation") {
      const answer = saidBefore(turn) ? "" : catalogue.text("automation.asked-in-vain", { text: verbatim(turn.text) });
      return { answer, origin: "home" };
    }
    const found = home.ready ? nearest(turn.text).filter(({ entityId }) => mayRead(entityId, turn.role)) : [];
    const isQuestion = endsAsking(turn.text);
    const isForLater = state.forLater && !isQuestion;
    const missing = catalogue.text(turn.role === "owner" ? "answer.without-model-owner" : "answer.without-model");
    // what is wanted later is not offered for now
    if (isForLater) return { answer: `${catalogue.text("planned.nothing")} ${missing}` };
    // when a scene was last wanted says nothing of how it is
    const telling = found.filter(({ domain }) => !ONE_OF_MANY.has(domain));
    if (isQuestion && telling.length > 0) {
      return { answer: `${missing}\n${createPhrases({ home, catalogue }).states(telling)}`, origin: "home" };
    }
    const offered = await Promise.all(found.map((entity) => offerFor(entity, turn, catalogue)));
    const options = offered.flatMap((sentence) => (sentence === undefined ? [] : [{ label: sentence, sentence }]));
    if (options.length === 0) return { answer: missing };
    const answer = `${missing}\n${optionsText(catalogue.text("offer.nearest"), options, catalogue)}`;
    return { answer, choice: { what: turn.text, options } };
  };
}
