import { setImmediate } from "node:timers/promises";
import { homeTime } from "../../homeassistant/home-time.ts";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import type { StateWords } from "../../homeassistant/registry/state-words.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import { meaningsOf } from "../../recognition/meanings.ts";
import { type Span, splitSentences } from "../../text/sentences.ts";
import type { Review, Statement } from "../answer-review.ts";
import { createPhrases } from "../wording/phrases.ts";
import { createReader, type Reader } from "./reader.ts";
import type { Judgement } from "./reading.ts";
import { type Corrected, corrected, GIVEN, isDrawn, isQuestion, mayState, placed, shares, unitsIn } from "./sentences.ts";
import { isOfPeople, isPlain, type Token } from "./vocabulary.ts";

interface Dependencies {
  readonly home: Pick<Home, "exposed" | "find" | "generation" | "areas" | "floors" | "info" | "ready">;
  readonly words: StateWords;
}

interface Answered {
  /** What the person wrote. */
  readonly question: string;
  /** Who wrote it; an answer may greet them by their name. */
  readonly asker: string;
  /** What the model said at last. */
  readonly answer: string;
  readonly review: Review;
  /** What tools returned that says nothing about how the home is now: pages, documents, the history, what is known about people. */
  readonly read: readonly string[];
  /** The same from the prompt, one line each. */
  readonly given: readonly string[];
  /** What was asked before in this conversation, newest last. */
  readonly before: readonly string[];
  /** What the turn read that tells of something beside the home: advice of the web; forecasts, calendars and lists. */
  readonly beside: "web" | "plans" | undefined;
  /** Whether the turn read states or tried to change them. */
  readonly looked: boolean;
  /** Something was planned in the turn, and code tells of it. */
  readonly hasPlanned?: boolean;
  readonly catalogue: Catalogue;
}

export interface CheckedAnswer {
  /** The answer with true states in the place of false ones. */
  readonly text: string;
  /** What is said after it. */
  readonly notes: readonly string[];
}

/** In a longer answer to a question about the home some sentences are advice. */
const SHORT_ANSWER = 120;
/** A question of so few words says little without the one before it: "are you sure?", "and now?". */
const MOST_FOLLOWING_WORDS = 3;

/** A sentence of no more words that names nothing says nothing by itself: "you're welcome", "the rest too". */
const MOST_EMPTY_WORDS = 4;

/** A question that names nothing is about what was spoken of if it is no longer: "shall I turn it off?". */
const MOST_ABOUT_IT = 5;

/** Reading a long answer gives way to other work after so long. */
const SLICE_MS = 10;

/** What was found out about one sentence of the answer. */
interface Finding extends Omit<Corrected, "isLeftOut"> {
  readonly tokens: readonly Token[];
  readonly judgement: Judgement;
  /** It is confirmed, was read or given, asks, or admits not to know: nothing in it is the model's own. */
  accounted: boolean;
  /** Entities that a question speaks of as they are not: it may want to change them, or be wrong. */
  readonly granted: readonly Entity[];
  /** It is not, is not known to be false either, and sounds as if it told of the home. */
  readonly touching: boolean;
}

export type StatementCheck = ReturnType<typeof createStatementCheck>;

/**
 * Compares what an answer states about the home with the home. In a turn about the home a sentence is the model's own words unless each of its
 * words is accounted for; a review can only make that stricter, and tell what is false.
 */
export function createStatementCheck({ home, words }: Dependencies) {
  let kept: { readonly generation: number; readonly version: number; readonly reader: Reader } | undefined;

  /** Names and words of a large home take a tenth of a second to read: they are read anew only when they change. States are read when they are compared. */
  function readerNow(): Reader {
    const { generation } = home;
    const { version } = words;
    if (kept?.generation === generation && kept.version === version) return kept.reader;
    const reader = createReader({ home, words });
    kept = { generation, version, reader };
    return reader;
  }

  /** Whether a question is about the home, by what it names or, if it is short, by what the one before it names. */
  function asksAboutHome(question: string, before: readonly string[], reader: Reader): boolean {
    if (reader.isOfHome(question)) return true;
    const previous = before.at(-1);
    return previous !== undefined && isQuestion(question) && unitsIn(question).length <= MOST_FOLLOWING_WORDS && reader.isOfHome(previous);
  }

  /** What a review says of a sentence, read as a sentence of its own. */
  function judgeReview({ about, value, scope }: Statement, reader: Reader): Judgement {
    const known = home.find(about.trim());
    const subject: readonly Token[] = known ? [{ role: "name", entities: [known] }] : reader.tokens(about);
    const all: readonly Token[] = scope === "all" ? [{ role: "all", text: scope }] : [];
    return reader.judge([...all, ...subject, ...reader.tokens(value.replaceAll("_", " "))]);
  }

  /** Others of its kind that are so too, where nobody asked for this one by name and the answer names none of them: it may claim to be the only one. */
  function hasUntoldTwins(tokens: readonly Token[], judgement: Judgement, { asked, told, reader }: Noted): boolean {
    const states = tokens.filter(({ role }) => role === "state");
    const kindOf = ({ domain, deviceClass }: Entity) => `${domain} ${deviceClass}`;
    const kinds = new Set(judgement.entities.filter((entity) => !asked.has(entity) && told.has(entity)).map(kindOf));
    const others = kinds.size === 0 ? [] : reader.told.filter((other) => kinds.has(kindOf(other)) && !told.has(other));
    return others.some((other) => states.some((token) => reader.judge([{ role: "name", entities: [other] }, token]).isSo));
  }

  function namesIn(tokens: readonly Token[]): readonly Entity[] {
    return tokens.flatMap((token) => (token.role === "name" ? token.entities : []));
  }

  /** Whether a question tells nothing: it says of nothing how it is, or asks of what was spoken of whether to turn it off. */
  function asksAlone(text: string, tokens: readonly Token[], reader: Reader): boolean {
    if (tokens.some((token) => tells(token))) return false;
    const states = tokens.filter((token) => token.role === "state" && !isPlain(token.text));
    if (states.length === 0) return true;
    const isOfIt = tokens.every((token) => token.role !== "name" && !isOfSet(token)) && !reader.namesKind(text);
    return isOfIt && unitsIn(text).length <= MOST_ABOUT_IT && !states.some(reader.isTelling);
  }

  /** Of what a question takes for granted, or would change, what is not so: read by its names, places, kinds and states alone. */
  function takenForGranted(tokens: readonly Token[], reader: Reader): readonly Entity[] {
    const words = tokens.flatMap((token) => (token.role === "word" ? token.text : []));
    const known = namesIn(tokens).length > 0 ? new Set() : reader.known(new Set(words));
    const read = tokens.filter((token) => token.role !== "word" || known.has(token.text));
    return reader.judge(read).wrong;
  }

  /** A bare "yes": the question says how its own entities are, the review says the same, and it is so. */
  function isConfirmed(tokens: readonly Token[], own: readonly Statement[], { question, reader }: Noted): boolean {
    if (own.length === 0 || tokens.some(({ role }) => role !== "none" && role !== "not" && role !== "join")) return false;
    const asked = reader.tokens(question).filter(({ role }) => role === "name" || role === "state");
    const { isSo, entities } = reader.judge([...asked, ...tokens]);
    return (
      isSo &&
      own.every((one) => {
        const said = judgeReview(one, reader);
        return one.kind === "state" && said.isSo && said.entities.every((entity) => entities.includes(entity));
      })
    );
  }

  /** Whether a sentence tells what a tool returned: its times, numbers and names stand there, and it says nothing of all or none. */
  function isRead(text: string, tokens: readonly Token[], sources: readonly ReadonlySet<string>[]): boolean {
    if (tokens.some((token) => isOfSet(token) || token.role === "not") || !/\p{N}/u.test(text)) return false;
    return sources.some((source) => {
      const has = (said: string) => unitsIn(said).every((unit) => source.has(unit));
      return (
        shares(text, source, 0) &&
        tokens.every((token) => {
          if (token.role === "name") return token.entities.some(({ name }) => has(name));
          return token.role !== "state" || has(token.text) || meaningsOf(token.text).some(has);
        })
      );
    });
  }

  async function checked(answered: Answered): Promise<CheckedAnswer> {
    const { question, asker, answer, review, read, given, before, beside, looked, hasPlanned = false, catalogue } = answered;
    const reader = readerNow();
    const entitiesIn = (text: string) => new Set(namesIn(reader.tokens(text)));
    const noted: Noted = { question, asked: entitiesIn(question), told: entitiesIn(answer), reader };
    const sources = read.map((text) => new Set(unitsIn(text)));
    const lines = [...given.map((line) => new Set(unitsIn(line))), ...sources];
    const statements = review === "unusable" ? [] : review.statements.flatMap((one) => placed(one, answer));
    let subject: readonly (readonly Entity[])[] | undefined;
    // all names of a large home are gone through for it, and few sentences leave open what they are about
    const asked = () => {
      subject ??= reader.subjectOf(question);
      return subject;
    };
    const touches = (text: string, tokens: readonly Token[]) =>
      reader.namesDanger(text) ||
      (beside === "plans" && !reader.namesKind(text)
        ? tokens.some(({ role }) => role === "name" || role === "all")
        : touchesHome(text, tokens, reader));
    const find = (span: Span): Finding => {
      const { text } = span;
      const tokens = reader.tokens(text);
      const judgement = reader.judge(tokens, asked);
      const own = statements.filter(({ from, to }) => from < span.end && to > span.start).map(({ statement }) => statement);
      const promised = own.some(({ kind }) => kind === "promise");
      const states = mayState(text);
      const asks = isQuestion(text) && !states;
      const granted = asks ? takenForGranted(tokens, reader) : [];
      const isFree = !states && tokens.every((token) => token.role !== "state" && !isOfSet(token));
      const accounted =
        promised ||
        (judgement.isSo && !isQuestion(text) && !hasUntoldTwins(tokens, judgement, noted)) ||
        (asks && asksAlone(text, tokens, reader)) ||
        granted.length > 0 ||
        isConfirmed(tokens, own, noted) ||
        isRead(text, tokens, sources) ||
        (!tokens.some(isOfSet) && isDrawn(text, sources)) ||
        (isFree && (isDrawn(text, lines, GIVEN) || (own.length > 0 && isAdmission(tokens) && own.every(({ kind }) => kind === "unknown"))));
      const reviewed = own.filter(({ kind }) => kind === "state").map((statement) => judgeReview(statement, reader));
      const wrong = accounted || isQuestion(text) ? [] : [judgement, ...reviewed].flatMap((one) => one.wrong);
      const touching = !accounted && wrong.length === 0 && touches(text, tokens);
      return { span, tokens, judgement, promised, accounted, touching, granted, contradicted: new Set(wrong) };
    };
    const findings: Finding[] = [];
    let since = performance.now();
    for (const span of splitSentences(answer)) {
      findings.push(find(span));
      if (performance.now() - since < SLICE_MS) continue;
      await setImmediate();
      since = performance.now();
    }
    // a review without one statement about a home that it says the answer is about was none
    const isWhole = review !== "unusable" && statements.length === review.statements.length;
    const isReviewed = isWhole && (!review.about_home || statements.length > 0);
    const isShort = answer.length <= SHORT_ANSWER;
    const isOfHome = reader.isOfHome(question) || reader.isOfHome(answer);
    const namesOne = findings.some(({ tokens }) => namesIn(tokens).some(({ name }) => name !== asker));
    const isOfAll = reader.tokens(question).some(({ role }) => role === "state") && findings.some(({ tokens }) => tokens.some(isOfSet));
    const isAbout =
      looked ||
      (isShort && beside === undefined && (namesOne || isOfAll)) ||
      (beside !== "plans" && (isReviewed ? review.about_home : isShort || isOfHome)) ||
      (isShort && beside === undefined && asksAboutHome(question, before, reader));
    const isSettled = (one: Finding) => one.accounted || one.contradicted.size > 0;
    const rests = findings.some(isSettled);
    // "You're welcome." beside what is so
    const isCourtesy = (one: Finding) => rests && one.tokens.every(({ role }) => role === "word" || role === "join");
    // "So is the rest." tells more than it seems: as nothing of it can be checked, it is left out
    const isEmpty = (one: Finding) => isAbout && !isSettled(one) && isCourtesy(one) && unitsIn(one.span.text).length <= MOST_EMPTY_WORDS;
    const left = findings.map((one) => ({ ...one, isLeftOut: !one.touching && isEmpty(one) }));
    const unchecked = findings.some((one) => !isSettled(one) && (one.touching || (isAbout && !isCourtesy(one))));
    const phrases = createPhrases({ home, catalogue });
    const told = new Set(
      findings.flatMap(({ judgement, contradicted }) => [...(judgement.isSo ? judgement.entities : []), ...contradicted]),
    );
    const granted = [...new Set(findings.flatMap((one) => one.granted))].filter((entity) => !told.has(entity));
    const unseen = [...new Set(findings.filter(isSettled).flatMap(({ judgement }) => judgement.away))];
    return {
      text: corrected(answer, left, phrases.states),
      notes: [
        findings.some(({ promised }) => promised) && !hasPlanned ? catalogue.text("statement.promise") : "",
        granted.length > 0 ? phrases.states(granted) : "",
        unseen.length > 0 ? catalogue.text("statement.unseen", { names: phrases.names(unseen.map(({ entityId }) => entityId)) }) : "",
        unchecked ? catalogue.text("statement.unchecked") : "",
        home.ready ? "" : asOf(findings, catalogue),
      ].filter((note) => note !== ""),
    };
  }

  /** When Home Assistant is away, what is told of it is what was known last. */
  function asOf(findings: readonly Finding[], catalogue: Catalogue): string {
    const told = findings.flatMap(({ tokens, contradicted }) => [...contradicted, ...namesIn(tokens)]);
    const last = Math.max(...home.exposed().map(({ state }) => state.lastUpdated));
    if (told.length === 0 || !Number.isFinite(last)) return "";
    return catalogue.text("statement.as-of", { time: homeTime(home.info.timeZone).minute(last) });
  }

  return {
    answer: checked,
    /** For an answer that grows, before its review: the length from which it may be shown, and whether some text may, as no sentence of it touches the home. */
    growing(question: string) {
      const reader = readerNow();
      return {
        // a short answer to a question about the home is compared first
        from: reader.isOfHome(question) ? SHORT_ANSWER : 0,
        mayShow: (text: string): boolean => splitSentences(text).every((span) => !touchesHome(span.text, reader.tokens(span.text), reader)),
      };
    },
  };
}

/** Whether a sentence sounds as if it told of the home, by its claim, a state of what closes, people, or a name beside a state. */
function touchesHome(text: string, tokens: readonly Token[], reader: Reader): boolean {
  const has = (...roles: readonly Token["role"][]) => tokens.some(({ role }) => roles.includes(role));
  return (
    mayState(text, { isOfGuarding: reader.namesKind(text) }) ||
    tokens.some((token) => reader.isTelling(token) || isOfPeople(token)) ||
    (has("name") && has("state", "number", "none", "not")) ||
    // "nothing is on any more"
    (tokens.some(isOfSet) && has("state"))
  );
}

interface Noted {
  readonly question: string;
  /** What the question names, and what the answer names. */
  readonly asked: ReadonlySet<Entity>;
  readonly told: ReadonlySet<Entity>;
  readonly reader: Reader;
}

/** "I can't see that": it denies something, of nothing that is named, and not as an answer ("no, …"). */
function isAdmission(tokens: readonly Token[]): boolean {
  const denies = tokens.some(({ role }, at) => role === "not" && tokens[at + 1]?.role !== "join");
  return denies && tokens.every(({ role }) => role !== "name" && role !== "number");
}

/** A number, a denial, or a word for people. */
function tells(token: Token): boolean {
  return token.role === "number" || token.role === "not" || isOfPeople(token);
}

/** "all", "nothing", "nobody". */
function isOfSet({ role }: Token): boolean {
  return role === "all" || role === "none";
}
