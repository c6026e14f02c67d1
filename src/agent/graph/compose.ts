import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import type { Home } from "../../homeassistant/registry/home.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import { findClaims, isClaim, isMemoryClaim } from "../../security/claims/claims.ts";
import { addressForms, contactsIn, keepReadLinks, linksIn } from "../../security/provenance/answer-links.ts";
import { WEB_TOOLS } from "../../security/provenance/provenance.ts";
import { isRecord } from "../../text/is-record.ts";
import { literally, toPattern } from "../../text/pattern.ts";
import { splitSentences } from "../../text/sentences.ts";
import { textsIn } from "../../text/texts-in.ts";
import type { Review } from "../answer-review.ts";
import { withCloudNote } from "../prompt/cloud-prompt.ts";
import { isHistoryMessage } from "../prompt/prompt-window.ts";
import { CLAIM_CORRECTION, MEMORY_CORRECTION } from "../prompt/prompts.ts";
import type { StepResult, TurnInput, TurnStateValues } from "../state.ts";
import type { StatementCheck } from "../statements/statements.ts";
import { verbatim } from "../wording/verbatim.ts";
import { notedIn, reportNoted } from "./fact-list.ts";
import { reportModelProblem, reportQuestion, reportResults } from "./reports.ts";

/** Characters: three messages of Telegram. Nobody reads more in a chat, and a model that runs wild must not fill it. */
const LONGEST_ANSWER = 12_000;

/** Tools whose answers the home itself is asked about again. */
const STATE_TOOLS: ReadonlySet<string> = new Set(["get_entity_state", "get_ha_entities", "call_ha_service"]);

/** How `entityLine` writes an entity with its state. */
const ENTITY_LINE = /: [a-z_]+\.[a-z\d_]+ = /;

interface ComposeDependencies {
  readonly home: Pick<Home, "find" | "exposed" | "ready">;
  readonly redact: (text: string) => string;
  readonly check: StatementCheck["answer"];
  /** Whether the person was told before in this session that a model outside the house answers. */
  readonly knowsOfCloud?: (turn: TurnInput) => boolean;
}

/** Last node. What it says of actions and memory comes from receipts; a claim without one is sent back once, then left out. */
export function createComposeNode({ home, redact, check, knowsOfCloud = () => false }: ComposeDependencies) {
  return (state: TurnStateValues): Partial<TurnStateValues> => {
    const catalogue = catalogueFor(state.turn.language);
    const reports = reportResults(state.results, { home, catalogue });
    const acted = reports.length > 0;
    const noted = notedIn(state.results);
    const spoken = state.path === "model" ? lastText(state) : "";
    const said = withoutSentences(spoken, isMemoryClaim);
    const falselyNoted = noted.length === 0 && splitSentences(spoken).some(({ text }) => isMemoryClaim(text));
    if (!acted && state.mended.claims === 0 && !state.failure && (falselyNoted || claimsAction(said, state))) {
      const correction = falselyNoted ? MEMORY_CORRECTION : CLAIM_CORRECTION;
      return { messages: [new HumanMessage(correction)], mended: { ...state.mended, claims: 1 }, answer: undefined };
    }
    const answer = [
      ...reports,
      ...problemReports(state, catalogue, home, redact),
      ...state.questions.map((question) => reportQuestion(question, { home, catalogue })),
      ...reportNoted(noted, catalogue),
      falselyNoted ? catalogue.text("noted.nothing") : "",
    ].map(redact);
    // last of all: what was left out before may have brought an address together
    answer.push(keepReadLinks(redact(ownWords(said, state, { home, catalogue, check })), readLinks(state.messages)));
    const text = answer.filter((part) => part !== "").join("\n");
    const body = text.length > LONGEST_ANSWER ? `${text.slice(0, LONGEST_ANSWER)}\n${catalogue.text("answer.cut")}` : text;
    const cutOff = state.truncated && said !== "" ? catalogue.text("answer.truncated") : "";
    // Our own words about a model name the address that the options gave it: that is what has to be looked at.
    const notes = [cutOff, state.failure ? reportModelProblem(state.failure, catalogue) : "", hiddenNote(state, acted, catalogue)];
    const told = [body, ...notes].filter((part) => part !== "").join("\n") || emptyAnswer(state, catalogue);
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
function ownWords(said: string, state: TurnStateValues, { home, catalogue, check }: OwnWordsInput): string {
  if (said === "") return "";
  const { review = "unusable", turn, results } = state;
  const claimed = claimsAction(said, state);
  const tried = results.some(({ kind }) => kind !== "read");
  const unclaimed = withoutSentences(said, (sentence) => isDone(sentence, review));
  const honest = tried || claimed ? withoutSentences(unclaimed, isClaim) : unclaimed;
  // What was done to them, or refused, is told by the reports: a model's word about these things is no better.
  const reported = reportedNames(results, home);
  const rest = withoutSentences(honest, (sentence) => reported.some((name) => name.test(sentence)));
  const { text, notes } =
    rest === ""
      ? { text: "", notes: [] }
      : check({
          question: turn.text,
          answer: rest,
          review,
          read: readBeside(state.messages),
          ...earlierTexts(state),
          isOfWeb: results.some((result) => result.kind === "read" && WEB_TOOLS.has(result.tool)),
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
  return messages.flatMap((message) => (ToolMessage.isInstance(message) && !STATE_TOOLS.has(message.name ?? "") ? message.text : []));
}

/** What was asked before in the conversation, and the lines of the turn's own prompt that tell no state. */
function earlierTexts({ messages, turn }: TurnStateValues): { readonly before: readonly string[]; readonly given: readonly string[] } {
  const asked = messages.flatMap((message) => (HumanMessage.isInstance(message) ? message.text : []));
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
  return escaped === "" ? [] : [toPattern(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "iu")];
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

/** Links that the turn was given or has read. What the model itself put into a call first, and got back, is none of them. */
export function readLinks(messages: readonly BaseMessage[]): ReadonlySet<string> {
  const read = new Set<string>();
  const known = new Set<string>();
  const made = new Set<string>();
  for (const message of messages) {
    if (message instanceof AIMessage) {
      // what an earlier answer said proves nothing, and does not make a link the model's own either
      if (isHistoryMessage(message)) continue;
      const texts = [message.text, ...(message.tool_calls ?? []).flatMap(({ args }) => textsIn(args))];
      const written = linksIn(texts);
      for (const contact of contactsIn(texts)) if (!read.has(contact)) made.add(contact);
      for (const link of written) for (const form of addressForms(link)) if (!known.has(form)) made.add(form);
    } else {
      const told = message instanceof ToolMessage ? answerTexts(message) : [message.text];
      for (const contact of contactsIn(told)) if (!made.has(contact)) read.add(contact);
      for (const link of linksIn(told)) {
        const forms = addressForms(link);
        if (forms.some((form) => made.has(form))) continue;
        read.add(link);
        for (const form of forms) known.add(form);
      }
    }
  }
  return read;
}

/** The texts of a tool's answer (JSON) without what only gives back how the model called it. */
function answerTexts({ text, name }: ToolMessage): readonly string[] {
  try {
    const answer: unknown = JSON.parse(text);
    if (!isRecord(answer)) return textsIn(answer);
    const { url, ...told } = answer;
    return textsIn(name === "read_page" ? told : { ...told, url });
  } catch {
    return [text];
  }
}
