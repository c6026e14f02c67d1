import type { EntityIndexSearch } from "../../entity-search/entity-index.ts";
import { unitsOf } from "../../entity-search/entity-text.ts";
import { homeTime } from "../../homeassistant/home-time.ts";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import type { StateWords } from "../../homeassistant/registry/state-words.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import { isRest } from "../../recognition/meanings.ts";
import { isRoutine } from "../../security/policy/read-access.ts";
import { folded } from "../../text/fold.ts";
import { type Span, splitSentences } from "../../text/sentences.ts";
import type { Review, Statement } from "../answer-review.ts";
import { createPhrases } from "../wording/phrases.ts";
import { createComparison } from "./compare.ts";
import { numbersIn } from "./measured-values.ts";
import { createNamedEntities } from "./named-entities.ts";
import { clausesOf, corrected, isDrawn, isGiven, isQuestion, isQuestionAlone, isSure, mayState, placed, unitsIn } from "./sentences.ts";
import { entitiesOfSet, isClosing, nameFinder } from "./sets.ts";

interface Dependencies {
  readonly home: Pick<Home, "exposed" | "find" | "generation" | "areas" | "floors" | "info" | "ready">;
  readonly search: Pick<EntityIndexSearch, "find">;
  readonly words: StateWords;
}

interface Answered {
  /** What the person wrote. */
  readonly question: string;
  /** What the model said at last. */
  readonly answer: string;
  readonly review: Review;
  /** What tools returned that says nothing about how the home is now: pages, documents, the history, what is known about people. */
  readonly read: readonly string[];
  /** The same from the prompt, one line each. */
  readonly given: readonly string[];
  /** What was asked before in this conversation, newest last. */
  readonly before: readonly string[];
  /** What the turn looked up that is not how the home is: pages of the web, or forecasts, calendars and lists. */
  readonly beside: "web" | "plans" | undefined;
  /** Whether the turn read states or tried to change them. */
  readonly looked: boolean;
  readonly catalogue: Catalogue;
}

export interface CheckedAnswer {
  /** The answer with true states in the place of false ones. */
  readonly text: string;
  /** What is said after it. */
  readonly notes: readonly string[];
}

/** More entities than this that a statement may be about make it too vague to be called false. */
const MOST_MEANT = 3;
/** Words beside an entity's name and its state in a sentence that says nothing else: "the … is …". */
const MOST_PLAIN_WORDS = 2;
/** A longer answer that names nothing of the home is about something else, also where no review says so. */
const SHORT_ANSWER = 120;
/** A question of so few words says little without the one before it: "are you sure?", "and now?". */
const MOST_FOLLOWING_WORDS = 3;

/** What was found out about one sentence of the answer. */
interface Finding {
  readonly span: Span;
  readonly contradicted: Set<Entity>;
  /** The true state follows the sentence instead of taking its place. */
  followed: boolean;
  none: string | undefined;
  /** The review says what the sentence states, the sentence or the question of what, and the home that it is so. */
  confirmed: boolean;
  unchecked: boolean;
  promised: boolean;
  /** The review and the statement model agree that the sentence admits not to know. */
  unknown: boolean;
}

export type StatementCheck = ReturnType<typeof createStatementCheck>;

/**
 * Compares what an answer states about the home with the home. The review says what the sentences state; beside it each sentence that names an
 * entity is compared by its own words, so that a careless review hides nothing.
 */
export function createStatementCheck({ home, search, words }: Dependencies) {
  const comparison = createComparison({ words, temperatureUnit: () => home.info.temperatureUnit ?? "°C" });
  const named = createNamedEntities(home);

  /** The areas and floors that a text names. */
  function placesIn(text: string) {
    const isNamed = nameFinder(text);
    return [...home.areas(), ...home.floors()].filter(({ name, aliases }) => [name, ...aliases].some(isNamed));
  }

  /** Whether a text has the whole name of an entity or a place, or names a kind of what closes the home: "water" and "light" are words of any question. */
  function namesAny(text: string): boolean {
    if (placesIn(text).length > 0) return true;
    const isNamed = nameFinder(text);
    const kinds = new Map(home.exposed().map((entity) => [`${entity.domain}.${entity.deviceClass}`, entity]));
    if ([...kinds.values()].filter(isClosing).some((entity) => words.kindNames(entity).some(isNamed))) return true;
    return named(text).length > 0;
  }
  const isAside = (text: string) => !namesAny(text) && !holdsStateOf(isClosing, text);

  /** Whether a question is about the home, by what it names or, if it is short, by what the one before it names. */
  function asksAboutHome(question: string, before: readonly string[]): boolean {
    if (namesAny(question)) return true;
    const previous = before.at(-1);
    return previous !== undefined && isQuestion(question) && unitsIn(question).length <= MOST_FOLLOWING_WORDS && namesAny(previous);
  }

  /** The entities that a review's words may stand for. */
  function meant(about: string): readonly Entity[] {
    const known = home.find(about.trim());
    if (known) return isTold(known) ? [known] : [];
    const phrase = folded(about).trim();
    const isCalled = (names: readonly string[]) => names.some((name) => folded(name) === phrase);
    const exact = home.exposed().filter(({ name, aliases }) => isCalled([name, ...aliases]));
    if (exact.length > 0) return exact.filter(isTold);
    const area = home.areas().find(({ name, aliases }) => isCalled([name, ...aliases]));
    if (area) return home.exposed().filter((entity) => entity.area?.areaId === area.areaId && isTold(entity));
    const whole = named(about);
    return whole.length > 0 ? whole : search.find(about, { limit: MOST_MEANT }).flatMap(({ entity }) => (isTold(entity) ? entity : []));
  }

  /** Whether the sentence, or else what was asked, is about the entity, and about none of its kind that is otherwise. */
  function isSpokenOf(entity: Entity, statement: Statement, texts: readonly string[]): boolean {
    const whole = texts.map(named).find((entities) => entities.length > 0);
    if (whole) return whole.includes(entity);
    const [sentence = ""] = texts;
    if (numbersIn(sentence).length > 0 && numbersIn(statement.value).length > 0) return isWhereSaid(entity, sentence);
    // "Yes.": only the question tells of what
    if (!sharesWord([sentence])(entity) && comparison.inSentence(sentence, entity) === "unknown") return false;
    const isMeant = sharesWord(texts);
    const alike = home.exposed().filter(({ domain, deviceClass }) => domain === entity.domain && deviceClass === entity.deviceClass);
    return isMeant(entity) && alike.filter(isMeant).every((other) => comparison.ofValue(statement, other) !== "false");
  }

  /** Whether a text that names a place names the one of the entity. */
  function isWhereSaid({ area, floor }: Entity, text: string): boolean {
    const said = placesIn(text);
    return (
      said.length === 0 || said.some((place) => ("areaId" in place ? place.areaId === area?.areaId : place.floorId === floor?.floorId))
    );
  }

  /** Others of its kind that are so too, where nobody asked for this one by name and the answer names none of them: it may claim to be the only one. */
  function hasUntoldTwins(entity: Entity, statement: Statement, { question, answer }: Noted): boolean {
    if (numbersIn(statement.value).length > 0 || named(question).includes(entity)) return false;
    const told = named(answer);
    return home
      .exposed()
      .some(
        (other) =>
          other !== entity &&
          other.domain === entity.domain &&
          other.deviceClass === entity.deviceClass &&
          !told.includes(other) &&
          isWhereSaid(other, `${question} ${answer}`) &&
          comparison.ofValue(statement, other) === "true",
      );
  }

  /** Whether a word for a state of such entities stands in a text. */
  function holdsStateOf(isSuch: (entity: Entity) => boolean, text: string): boolean {
    return home.exposed().some((entity) => isSuch(entity) && comparison.inSentence(text, entity) !== "unknown");
  }

  /** Clauses of a sentence that surely state how something is. */
  function statesIn(sentence: string): number {
    return clausesOf(sentence).filter((clause) => isSure(clause) && holdsStateOf(() => true, clause)).length;
  }

  /** Whether the entities have each number that the quote gives, or are as many. Without numbers there is nothing to have. */
  function haveNumbers({ quote, attribute }: Statement, entities: readonly Entity[]): boolean {
    const names = entities.flatMap(({ name, aliases }) => [name, ...aliases]).flatMap(numbersIn);
    const given = numbersIn(quote).filter(({ value }) => names.every((known) => known.value !== value));
    return given.every(({ value, unit }) => {
      if (entities.length > 1 && value === entities.length) return true;
      return entities.every((entity) => comparison.ofValue({ value: `${value} ${unit}`, attribute }, entity) === "true");
    });
  }

  /** Whether the sentence gives a number that all have which it may be about: no view is needed beside that. */
  function isMeasured(sentence: string): boolean {
    const [number, ...more] = numbersIn(sentence);
    if (!number || number.unit === "" || more.length > 0) return false;
    const isMeant = sharesWord([sentence]);
    const results = home.exposed().flatMap((entity) => (isMeant(entity) ? comparison.inSentence(sentence, entity) : []));
    return results.includes("true") && !results.includes("false");
  }

  function readState(statement: Statement, finding: Finding, noted: Noted): void {
    const { unseen, catalogue, question } = noted;
    const value = statement.value.trim().toLowerCase();
    const texts = [finding.span.text, question];
    if (statement.scope === "one") {
      const compared = meant(statement.about).map((entity) => ({ entity, result: comparison.ofValue(statement, entity) }));
      const wrong = compared.filter(({ result }) => result === "false");
      const so = compared.filter(({ result }) => result === "true");
      const isSo = so.length > 0;
      if (isSo && wrong.length === 0) {
        const supports = (entity: Entity) => isSpokenOf(entity, statement, texts) && haveNumbers(statement, [entity]);
        const spokenOf = so.map(({ entity }) => entity).filter(supports);
        finding.confirmed = spokenOf.length > 0;
        if (spokenOf.length === 0 || spokenOf.some((entity) => hasUntoldTwins(entity, statement, noted))) finding.unchecked = true;
        // "It is locked.", and the review says unlocked: both stand
        const denied = spokenOf.filter((entity) => comparison.inSentence(finding.span.text, entity) === "false");
        if (denied.length > 0) finding.followed = true;
        for (const entity of denied) finding.contradicted.add(entity);
      }
      // of several that may be meant some are so and some are not
      else if (isSo || wrong.length === 0 || wrong.length > MOST_MEANT) finding.unchecked = true;
      else for (const { entity } of wrong) finding.contradicted.add(entity);
      return;
    }
    const set = entitiesOfSet({ about: statement.about, value }, { home, words });
    const away = set.filter(isAway);
    const reachable = set.filter((entity) => !isAway(entity));
    const whole = texts.map(named).find((entities) => entities.length > 0) ?? [];
    const supported =
      isNarrowed(statement.about, texts) && whole.every((entity) => set.includes(entity)) && haveNumbers(statement, reachable);
    const results = reachable.map((entity) => ({ entity, result: comparison.ofValue({ value, attribute: "" }, entity) }));
    for (const entity of away) unseen.add(entity);
    if (reachable.length === 0) finding.unchecked = true;
    else if (statement.scope === "any" && !isRest(value)) {
      if (results.some(({ result }) => result === "true")) {
        if (supported) finding.confirmed = true;
        else finding.unchecked = true;
      } else if (results.some(({ result }) => result === "unknown")) finding.unchecked = true;
      else finding.none = catalogue.text("state.none", { state: phrasesIn(catalogue).word(value, reachable[0]?.entityId ?? "") });
    } else if (supported && results.every(({ result }) => result === "true")) finding.confirmed = true;
    else if (results.every(({ result }) => result !== "false")) finding.unchecked = true;
    else for (const { entity, result } of results) if (result === "false") finding.contradicted.add(entity);
  }

  /** Whether every place that narrows a set stands in the sentence or in the question. */
  function isNarrowed(about: string, texts: readonly string[]): boolean {
    const said = placesIn(texts.join(" "));
    return placesIn(about).every((place) => said.includes(place));
  }

  /** Whether the sentence says that the entity is so, and nothing more. */
  function isPlain(sentence: string, entity: Entity): boolean {
    if (isQuestion(sentence)) return false;
    // "Yes, …"
    const rest = unitsOf(sentence.replace(/^\p{L}+[,،]\s+/u, ""));
    const own = new Set([entity.name, ...entity.aliases].flatMap(unitsOf));
    const state = new Set([...words.statesOf(entity).values()].flat().flatMap(unitsOf));
    return rest.filter((unit) => !own.has(unit) && !state.has(unit) && !/\p{N}/u.test(unit)).length <= MOST_PLAIN_WORDS;
  }

  /** Compares a sentence by its own words. A review can only add to that, but for sentences that say more than that something is so. */
  function readSentence(finding: Finding, statements: readonly Statement[], review: Review): void {
    const { text } = finding.span;
    for (const entity of named(text)) {
      const result = comparison.inSentence(text, entity);
      if (result !== "false" || finding.contradicted.has(entity)) continue;
      const plain = isPlain(text, entity);
      const isOther = review !== "unusable" && (!review.about_home || statements.some(({ kind }) => kind !== "state"));
      const agrees = statements.some((one) => one.kind === "state" && meant(one.about).includes(entity)) && finding.confirmed;
      if (!plain && (isOther || agrees)) continue;
      // "not locked": a review that knows better has it beside the true state
      if (agrees || !plain) finding.followed = true;
      finding.contradicted.add(entity);
    }
  }

  function checked({ question, answer, review, read, given, before, beside, looked, catalogue }: Answered): CheckedAnswer {
    const noted: Noted = { unseen: new Set(), catalogue, question, answer };
    const sources = read.map((text) => new Set(unitsIn(text)));
    const statements = review === "unusable" ? [] : review.statements.flatMap((one) => placed(one, answer));
    const findings = splitSentences(answer).map((span): Finding => {
      const finding: Finding = {
        span,
        contradicted: new Set(),
        followed: false,
        none: undefined,
        confirmed: false,
        unchecked: false,
        promised: false,
        unknown: false,
      };
      const own = statements.filter(({ from, to }) => from < span.end && to > span.start).map(({ statement }) => statement);
      for (const statement of own) if (statement.kind === "state") readState(statement, finding, noted);
      finding.promised = own.some(({ kind }) => kind === "promise");
      const isAdmitted = own.length > 0 && own.every(({ kind }) => kind === "unknown") && !mayState(span.text);
      // "I know of no open window" says how it is
      if (isAdmitted && holdsStateOf(isOfSafety, span.text)) finding.unchecked = true;
      finding.unknown = isAdmitted && !finding.unchecked;
      readSentence(finding, own, review);
      // a review that tells of one clause of two hides the other
      if (finding.confirmed && statesIn(span.text) > own.filter(({ kind }) => kind !== "other").length) finding.unchecked = true;
      const isTold = () => isDrawn(span.text, sources) || isMeasured(span.text) || (beside === "plans" && isAside(span.text));
      if (!isPlaced(finding) && mayState(span.text) && !isTold()) finding.unchecked = true;
      return finding;
    });
    // a review without one statement about a home that it says the answer is about was none
    const isWhole = review === "unusable" || statements.length === review.statements.length;
    const isReviewed = review !== "unusable" && isWhole && (!review.about_home || statements.length > 0);
    // a sentence that holds the right word may still deny it: without a review nothing is confirmed
    const settled = findings.every(({ contradicted }) => contradicted.size > 0);
    const mayBeOfHome = () => answer.length <= SHORT_ANSWER || namesAny(question) || namesAny(answer);
    // asked about the home, an answer of which nothing can be placed is the model's own, whatever its review says
    const facts = given.map((line) => new Set(unitsIn(line)));
    const isUnfounded = () =>
      answer.length <= SHORT_ANSWER &&
      findings.some(({ span, unknown }) => !isQuestionAlone(span.text) && !unknown) &&
      findings.every(
        (one) =>
          !isPlaced(one) &&
          !isMeasured(one.span.text) &&
          !isDrawn(one.span.text, sources) &&
          !isGiven(one.span.text, [...facts, ...sources]),
      ) &&
      (looked || (beside === undefined && asksAboutHome(question, before)));
    const unchecked =
      findings.some((one) => one.unchecked && one.contradicted.size === 0) || (!isReviewed && !settled && mayBeOfHome()) || isUnfounded();
    return {
      text: corrected(answer, findings, (entities) => truth(entities, catalogue)),
      notes: [
        findings.some(({ promised }) => promised) ? catalogue.text("statement.promise") : "",
        noted.unseen.size > 0 ? catalogue.text("statement.unseen", { names: phrasesIn(catalogue).names(idsOf([...noted.unseen])) }) : "",
        unchecked ? catalogue.text("statement.unchecked") : "",
        home.ready ? "" : asOf(findings, catalogue),
      ].filter((note) => note !== ""),
    };
  }

  function phrasesIn(catalogue: Catalogue) {
    return createPhrases({ home, catalogue });
  }

  /** What is so, one line for those that are alike. */
  function truth(entities: readonly Entity[], catalogue: Catalogue): string {
    const phrases = phrasesIn(catalogue);
    const alike = Map.groupBy(entities, (entity) => {
      const { state, attributes } = entity.state;
      return isAway(entity) ? "" : phrases.state(entity.entityId, { state, ...attributes });
    });
    const lines = [...alike].map(([state, of]) => {
      const names = phrases.names(idsOf(of));
      return state === ""
        ? catalogue.text("state.unavailable", { name: names })
        : catalogue.text("state.is", { names, state, count: of.length });
    });
    return lines.join(" ");
  }

  /** When Home Assistant is away, what is told of it is what was known last. */
  function asOf(findings: readonly Finding[], catalogue: Catalogue): string {
    const told = findings.flatMap(({ span, contradicted }) => [...contradicted, ...named(span.text)]);
    const last = Math.max(...home.exposed().map(({ state }) => state.lastUpdated));
    if (told.length === 0 || !Number.isFinite(last)) return "";
    return catalogue.text("statement.as-of", { time: homeTime(home.info.timeZone).minute(last) });
  }

  return {
    answer: checked,
    /** Whether a growing answer may be shown before its review: no sentence of it sounds as if it told of the home, or says what is not so. */
    mayGrow: (text: string) =>
      splitSentences(text).every(
        (span) => !mayState(span.text) && named(span.text).every((entity) => comparison.inSentence(span.text, entity) !== "false"),
      ),
    /** The length from which a growing answer may be shown: a short one to a question about the home is compared first. */
    shownFrom: (question: string) => (namesAny(question) ? SHORT_ANSWER : 0),
  };
}

interface Noted {
  /** Entities that cannot be reached, of sets that were spoken of. */
  readonly unseen: Set<Entity>;
  readonly catalogue: Catalogue;
  readonly question: string;
  readonly answer: string;
}

/** What closes the home, and people: of these nobody says lightly that nothing is known. */
function isOfSafety(entity: Entity): boolean {
  return isClosing(entity) || entity.domain === "person";
}

/** Tells of an entity whether its name or its place has a word of the texts. */
function sharesWord(texts: readonly string[]): (entity: Entity) => boolean {
  const said = new Set(texts.flatMap(unitsOf));
  return ({ name, aliases, area }) => [name, ...aliases, area?.name ?? ""].flatMap(unitsOf).some((unit) => said.has(unit));
}

function isPlaced({ contradicted, none, confirmed, promised }: Finding): boolean {
  return contradicted.size > 0 || none !== undefined || confirmed || promised;
}

/** What a routine's state tells is no state of the house. */
function isTold({ domain }: Entity): boolean {
  return !isRoutine(domain);
}

function isAway({ state }: Entity): boolean {
  return state.state === "unavailable" || state.state === "unknown";
}

function idsOf(entities: readonly Entity[]): readonly string[] {
  return entities.map(({ entityId }) => entityId);
}
