import { setImmediate } from "node:timers/promises";
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { StateWords } from "../../homeassistant/registry/state-words.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import { messageText } from "../../models/message-text.ts";
import { findClaims, isClaim, isMemoryClaim } from "../../security/claims/claims.ts";
import { keepReadLinks } from "../../security/provenance/answer-links.ts";
import { PLAN_TOOLS, WEB_TOOLS } from "../../security/provenance/provenance.ts";
import { literally, toCaseless } from "../../text/pattern.ts";
import { splitSentences } from "../../text/sentences.ts";
import type { Review } from "../answer-review.ts";
import { CLAIM_CORRECTION, MEMORY_CORRECTION } from "../prompt/prompts.ts";
import type { StepResult, TurnInput, TurnStateValues } from "../state.ts";
import type { StatementCheck } from "../statements/statements.ts";
import { ACTING_TOOL, type Noted } from "../toolbox.ts";
import { factWords, modelProblem, stateTexts, verbatim } from "../wording/phrases.ts";
import { type PlanWordsFor, reportPlans } from "../wording/planned.ts";
import { picturesIn, reportPlan } from "../wording/receipts.ts";
import { reportQuestion } from "../wording/state-answers.ts";
import { readLinks } from "./think.ts";

/** Of Markdown: what stands between two of these is taken as it is. */
const CODE = "```";
/** Characters: three messages of Telegram. Nobody reads more in a chat, and a model that runs wild must not fill it. */
const LONGEST_ANSWER = 12_000;

/** Tools whose answers the home itself is asked about again. */
const STATE_TOOLS: ReadonlySet<string> = new Set(["get_entity_state", "get_ha_entities", ACTING_TOOL]);

/** How `entityLine` writes an entity with its state. */
const ENTITY_LINE = /: [a-z_]+\.[a-z\d_]+ = /;

interface ComposeDependencies {
  readonly home: Pick<Home, "find" | "exposed" | "ready" | "info">;
  readonly redact: (text: string) => string;
  readonly check: StatementCheck["answer"];
  readonly words: Pick<StateWords, "called">;
  /** Whether the person was told before in this session that a model outside the house answers. */
  readonly knowsOfCloud: (turn: TurnInput) => boolean;
  readonly planWords: PlanWordsFor;
}

/** Last node. What it says of actions and memory comes from receipts; a claim without one is sent back once, then left out. */
export function createComposeNode({ home, redact, check, words, knowsOfCloud, planWords }: ComposeDependencies) {
  return async (state: TurnStateValues): Promise<Partial<TurnStateValues>> => {
    const catalogue = catalogueFor(state.turn.language);
    const stateText = stateTexts(words, state.turn.language, catalogue);
    const reports = reportPlan(state.results, state.plan, { home, catalogue, stateText });
    const pictures = picturesIn(state.results, { home, catalogue });
    const plans = [...reportPlans(state.results, planWords(state.turn), catalogue), ...toldIn(state.results)];
    const acted = reports.length + pictures.length + plans.length > 0;
    const noted = notedIn(state.results);
    const spoken = state.path === "model" ? lastText(state) : "";
    const said = withoutSentences(spoken, isMemoryClaim);
    const falselyNoted = noted.length === 0 && splitSentences(spoken).some(({ text }) => isMemoryClaim(text));
    if (!acted && state.mended.claims === 0 && !state.failure && (falselyNoted || claimsAction(said, state))) {
      const correction = falselyNoted ? MEMORY_CORRECTION : CLAIM_CORRECTION;
      return { messages: [new HumanMessage(correction)], mended: { ...state.mended, claims: 1 }, answer: undefined };
    }
    // what is to be pasted names entities by their ids
    const pasted = (report: string) =>
      report
        .split(CODE)
        .map((part, at) => (at % 2 === 1 ? part : redact(part)))
        .join(CODE);
    const parts = [
      ...plans,
      ...problemReports(state, catalogue, home, redact),
      ...state.notes,
      ...state.questions.map((question) => reportQuestion(question, { home, catalogue, stateText })),
      ...reportNoted(noted, catalogue),
      falselyNoted ? catalogue.text("noted.nothing") : "",
    ].map(redact);
    parts.unshift(...reports.map(pasted));
    if (said !== "") {
      // each of these reads all of a long answer, in up to 20 ms: others have their turn in between
      await setImmediate();
      const own = redact(await ownWords(said, state, { home, catalogue, check }));
      await setImmediate();
      // last of all: what was left out before may have brought an address together
      parts.push(keepReadLinks(own, readLinks(state.messages)));
      await setImmediate();
    }
    const text = parts.filter((part) => part !== "").join("\n");
    const body = text.length > LONGEST_ANSWER ? `${text.slice(0, LONGEST_ANSWER)}\n${catalogue.text("answer.cut")}` : text;
    const cutOff = state.truncated && said !== "" ? catalogue.text("answer.truncated") : "";
    // Our own words about a model name the address that the options gave it: that is what has to be looked at.
    const notes = [cutOff, state.failure ? modelProblem(state.failure, catalogue) : "", hiddenNote(state, acted, catalogue)];
    const empty = pictures.length > 0 ? "" : emptyAnswer(state, catalogue);
    const told = [body, ...notes].filter((part) => part !== "").join("\n") || empty;
    const { cloudModel, turn } = state;
    if (cloudModel === undefined || knowsOfCloud(turn)) return { answer: told };
    return { answer: withCloudNote(told, cloudModel, catalogue) };
  };
}

function lastText(state: TurnStateValues): string {
  const last = state.messages.at(-1);
  if (!(last instanceof AIMessage) || typeof last.content !== "string" || last.tool_calls?.length) return "";
  // what nobody is shown is not read either; one more character tells that it was cut
  return last.content.trim().slice(0, LONGEST_ANSWER + 1);
}

/** Whether the answer claims an action, as the review of it says; of an answer without one the claim model tells. */
function claimsAction(said: string, { review }: TurnStateValues): boolean {
  if (review === undefined || review === "unusable") return findClaims(said).length > 0;
  return review.statements.some(({ kind, quote }) => kind === "done" && said.includes(quote.trim()));
}

interface OwnWordsInput {
  readonly home: Pick<Home, "find" | "exposed">;
  readonly catalogue: Catalogue;
  readonly check: StatementCheck["answer"];
}

/** The model's words without claims and without what receipts tell, corrected where the home's states say otherwise. */
async function ownWords(said: string, state: TurnStateValues, { home, catalogue, check }: OwnWordsInput): Promise<string> {
  const { review = "unusable", turn, results } = state;
  const claimed = claimsAction(said, state);
  const hasRead = (tools: ReadonlySet<string>) => results.some((result) => result.kind === "read" && tools.has(result.tool));
  const tried = results.some(({ kind }) => kind !== "read");
  const unclaimed = withoutSentences(said, (sentence) => isDone(sentence, review));
  const honest = tried || claimed ? withoutSentences(unclaimed, isClaim) : unclaimed;
  // What was done to them, or refused, is told by the reports: a model's word about these things is no better.
  const reported = reportedNames(results, home);
  const rest = withoutSentences(honest, (sentence) => reported.some((name) => name.test(sentence)));
  const { text, notes } =
    rest === ""
      ? { text: "", notes: [] }
      : await check({
          question: turn.text,
          asker: turn.personName,
          answer: rest,
          review,
          read: readBeside(state.messages),
          ...earlierTexts(state),
          beside: hasRead(PLAN_TOOLS) ? "plans" : hasRead(WEB_TOOLS) ? "web" : undefined,
          hasPlanned: results.some(({ kind }) => kind === "planned") || toldIn(results).length > 0,
          looked: results.some((result) => result.kind !== "read" || STATE_TOOLS.has(result.tool)),
          catalogue,
        });
  // Sent back, a model may put its claim into words that are none ("The bed light is on."): the truth goes with them.
  const reworded = state.mended.claims > 0 && namesAny(rest, home);
  const nothingDone = (claimed || reworded) && !results.some(({ kind }) => kind === "receipt");
  return [text, ...notes, nothingDone ? catalogue.text("answer.nothing-done") : ""].filter((part) => part !== "").join("\n");
}

/** What the turn's tools answered, but for those that tell how the home is. */
function readBeside(messages: readonly BaseMessage[]): readonly string[] {
  return messages.flatMap((message) =>
    ToolMessage.isInstance(message) && !STATE_TOOLS.has(message.name ?? "") ? messageText(message) : [],
  );
}

/** What was asked before in the conversation, and the lines of the turn's own prompt that tell no state. */
function earlierTexts({ messages, turn }: TurnStateValues): { readonly before: readonly string[]; readonly given: readonly string[] } {
  const asked = messages.flatMap((message) => (HumanMessage.isInstance(message) ? messageText(message) : []));
  const own = asked.findLastIndex((text) => text.endsWith(turn.text));
  return {
    before: asked.slice(0, Math.max(own, 0)),
    given: (asked[own] ?? "").split("\n").filter((line) => line.startsWith("- ") && !ENTITY_LINE.test(line)),
  };
}

function isDone(sentence: string, review: Review): boolean {
  if (review === "unusable") return false;
  return review.statements.some(({ kind, quote }) => {
    const part = quote.trim();
    return kind === "done" && part !== "" && (sentence.includes(part) || part.includes(sentence));
  });
}

function namesAny(text: string, home: Pick<Home, "exposed">): boolean {
  const words = text.toLowerCase();
  return home.exposed().some(({ name }) => words.includes(name.toLowerCase()));
}

function reportedNames(results: readonly StepResult[], home: Pick<Home, "find">): readonly RegExp[] {
  const entityIds = results.flatMap((result) => {
    if (result.kind === "receipt") return result.receipt.targets.map(({ entityId }) => entityId);
    return result.kind === "denied" || result.kind === "declined" ? result.call.entityIds : [];
  });
  return [...new Set(entityIds)].flatMap((entityId) => wholeWords(home.find(entityId)?.name ?? ""));
}

/** Finds a name as whole words, in any script; nothing for an empty name. */
function wholeWords(name: string): readonly RegExp[] {
  const escaped = literally(name.trim());
  return escaped === "" ? [] : [toCaseless(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`)];
}

/** The text without some of its sentences. Lines stay lines; a list item that has lost all its words goes with them. */
function withoutSentences(text: string, unwanted: (sentence: string) => boolean): string {
  const lines = text.split("\n").flatMap((line) => {
    const marker = /^\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?/.exec(line)?.[0] ?? "";
    const body = line.slice(marker.length);
    const sentences = splitSentences(body);
    const kept = sentences.filter((sentence) => !unwanted(sentence.text));
    if (kept.length === sentences.length) return [line];
    return kept.length === 0 ? [] : [marker + kept.map((sentence) => sentence.text).join(" ")];
  });
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function problemReports(
  state: TurnStateValues,
  catalogue: Catalogue,
  home: Pick<Home, "ready">,
  redact: (text: string) => string,
): readonly string[] {
  if (state.path === "model" && !state.failure) return [];
  return state.results.flatMap((result) => {
    if (result.kind !== "problem") return [];
    if (!home.ready) return catalogue.text("answer.home-down");
    return catalogue.text("action.problem", { problem: verbatim(redact(result.problem.message)) });
  });
}

function hiddenNote(state: TurnStateValues, acted: boolean, catalogue: Catalogue): string {
  const read = state.results.flatMap((result) => (result.kind === "read" ? [result] : []));
  const count = Math.max(state.hidden, ...read.map((result) => result.hidden));
  const found = read.some((result) => result.ok && result.hidden === 0 && result.tool === "get_entity_state");
  return count > 0 && !acted && !found ? catalogue.text("hidden.some", { count }) : "";
}

function emptyAnswer(state: TurnStateValues, catalogue: Catalogue): string {
  return catalogue.text(state.mended.calls > 0 ? "answer.malformed" : "answer.empty");
}

function toldIn(results: readonly StepResult[]): readonly string[] {
  return results.flatMap((result) => (result.kind === "read" ? (result.told ?? []) : []));
}

function notedIn(results: readonly StepResult[]): readonly Noted[] {
  const all = results.flatMap((result) => (result.kind === "read" ? (result.noted ?? []) : []));
  return [...new Map(all.map((noted) => [`${noted.outcome}\0${noted.key}\0${noted.value}`, noted])).values()];
}

function reportNoted(all: readonly Noted[], catalogue: Catalogue): readonly string[] {
  return all.map(({ outcome, before, ...noted }) => {
    const words = factWords(noted);
    if (outcome === "superseded" && before !== undefined) return catalogue.text("noted.superseded", { ...words, before: verbatim(before) });
    return catalogue.text(`noted.${outcome === "superseded" ? "superseded-plain" : outcome}`, words);
  });
}

/** An answer with the note that a model outside the house gave it. */
function withCloudNote(answer: string, model: string, catalogue: Catalogue): string {
  return `${answer}\n${catalogue.text("answer.from-cloud", { model })}`;
}

/** The same answer as it is remembered: the note is our own word, and no model is to take it up. */
export function withoutCloudNote(answer: string, model: string | undefined, catalogue: Catalogue): string {
  return model === undefined ? answer : answer.replace(withCloudNote("", model, catalogue), () => "");
}
