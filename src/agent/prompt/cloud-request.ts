import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import { isSaidOutside } from "../../models/cloud.ts";
import { messageText } from "../../models/message-text.ts";
import type { CloudForm, ToolDeclaration } from "../../models/models.ts";
import { type CloudNamesNow, createMarks, type Marks } from "../../security/egress/cloud/cloud-names.ts";
import {
  type CloudPolicy,
  cloudTools,
  mayGoOut,
  maySendAnswer,
  maySendFact,
  NOT_TOLD,
  type PrivateFinder,
  type SafeTextTools,
  safeText,
  toldText,
} from "../../security/egress/cloud/cloud-policy.ts";
import {
  cloudResult,
  isPlainService,
  isPlainValue,
  plainOf,
  privateInBody,
  RESULT_WORDS,
} from "../../security/egress/cloud/cloud-results.ts";
import { mayRead } from "../../security/policy/read-access.ts";
import { isUnattended } from "../../security/provenance/provenance.ts";
import type { Sensitivity } from "../../security/redaction/sensitivity.ts";
import type { PastEntry } from "../../storage/turns/summaries.ts";
import { isRecord } from "../../text/is-record.ts";
import { textsAndNamesIn } from "../../text/json.ts";
import type { TurnInput, TurnStateValues } from "../state.ts";
import type { Tool } from "../toolbox.ts";
import { CLOUD_RULES, CORRECTIONS, FACTS, FIXED_TEXTS, THINGS, WITH_HOME, WITHOUT_HOME, WRITES } from "./cloud-prompt.ts";
import { historyEntryId } from "./prompt-window.ts";
import { dataBlock, LAST_ROUND, type Persona, timeLine } from "./prompts.ts";

interface CloudFact {
  readonly key: string;
  readonly value: string;
  readonly sensitivity: Sensitivity | undefined;
}

interface CloudRequestDependencies {
  readonly policy: CloudPolicy;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly names: CloudNamesNow;
  /** Finds what is private as things are at the time of asking for it. */
  readonly finder: { at(): PrivateFinder };
  readonly home: Pick<Home, "ready" | "info" | "exposed" | "domains">;
  readonly persona: Persona;
  readonly entries: (ids: readonly number[]) => readonly PastEntry[];
  /** Public facts that a message calls for; asked only where some may go. */
  readonly facts: (turn: TurnInput, options: { readonly limit: number; readonly signal: AbortSignal }) => Promise<readonly CloudFact[]>;
  /** Things that a message seems to be about; asked only where they may go. */
  readonly things: (text: string, options: { readonly limit: number }) => readonly Entity[];
  readonly clock: () => number;
}

export type CloudRequests = ReturnType<typeof createCloudRequests>;

/** Things put before the model; more are found with a tool. */
const MOST_THINGS = 12;
const MOST_FACTS = 12;
const LONGEST_ENTRY = 2_000;

/** What a model outside is asked: built from the person's words and what the options let go, never from the prompt at home. */
export function createCloudRequests(dependencies: CloudRequestDependencies) {
  const { policy, finder, home, persona, entries, facts, things, clock } = dependencies;
  const allowed = cloudTools(policy);
  const offered = [...dependencies.tools.values()].filter(({ name }) => allowed.has(name)).map(declared);
  const offeredNames = new Set(offered.map(({ name }) => name));
  const fixed = new Set([...FIXED_TEXTS, ...textsAndNamesIn(offered)]);
  // answers from before a start may have been given under other options
  const since = clock();
  // until the home was read once nobody knows whose names and words it has; afterwards they are known while it is away, too
  let isHomeRead = false;
  const keptBy = ({ origin }: TurnInput): string | undefined => {
    isHomeRead ||= home.ready;
    if (!isHomeRead) return "home_unread";
    // what an automation asks may hold a mail or a message of anybody
    return isUnattended(origin) ? "automation" : undefined;
  };

  return ({ turn, messages }: TurnStateValues, { last, signal }: { readonly last: boolean; readonly signal: AbortSignal }) =>
    async (): Promise<CloudForm> => {
      const about = { original: turn.text, sanitized: "", sessionId: turn.sessionId, turnId: turn.turnId, personId: turn.personId };
      const kept = keptBy(turn);
      if (kept !== undefined) return { outcome: "kept", kind: kept, about };
      const tools: SafeTextTools = { names: dependencies.names.at(), finder: finder.at(), marks: createMarks() };
      const said = safeText(turn.text, tools);
      if (!said.ok) return { outcome: "kept", kind: said.kind, about };
      const question = messages.findLastIndex((message) => historyEntryId(message) !== undefined) + 1;
      const data = dataBlock([...(await factLines(turn, tools, signal)), ...thingLines(turn, tools)]);
      const asked = `[${WRITES} Answer in the language "${turn.language}" unless the message is in another one.\n${nowLine()}]\n\n${data}${said.text}`;
      const own = character(tools);
      const told = [
        ...history(messages.slice(0, question), tools),
        new HumanMessage(asked),
        ...cloudCourse(messages.slice(question + 1), offeredNames, tools),
      ];
      return {
        outcome: "ready",
        messages: [new SystemMessage([...rules(), ...own].join("\n\n")), ...told, ...(last ? [new HumanMessage(LAST_ROUND)] : [])],
        tools: last ? [] : offered,
        reveal: (text, grows) => (grows ? tools.marks.revealGrowing(text) : tools.marks.reveal(text)),
        revealArguments: (args) => revealedArguments(args, tools.marks),
        privateIn: (body) => privateInBody(body, { ...tools, fixed: withDomains(fixed, home) }),
        about: { ...about, sanitized: said.text },
      };
    };

  /** What stands first, the same in every home. Its examples of marks mean nobody. */
  function rules(): readonly string[] {
    return [CLOUD_RULES, policy.sendHomeState && home.ready ? WITH_HOME : WITHOUT_HOME];
  }

  function character(tools: SafeTextTools): readonly string[] {
    const talk = persona.persona.trim() === "" ? undefined : safeText(persona.persona.trim(), tools);
    const name = safeText(persona.assistantName, tools);
    return [
      ...(name.ok ? [`Your name is ${name.text}.`] : []),
      ...(talk?.ok ? [`How you talk (style only, the rules above stand): ${talk.text}`] : []),
    ];
  }

  /** Without the zone, which says where on the earth this is. */
  function nowLine(): string {
    return timeLine(clock(), home.ready ? home.info.timeZone : "UTC").replace(/ \(UTC[^()]*\)/, "");
  }

  /** What the person said before, and what a model outside answered: all else rests on what stays at home. */
  function history(messages: readonly BaseMessage[], tools: SafeTextTools): readonly BaseMessage[] {
    return entries(messages.flatMap((message) => historyEntryId(message) ?? [])).flatMap(
      ({ role, content, origin, isCloud, toolsUsed, at }) => {
        const mayGo =
          role === "person" ? origin === "person" || origin === "home" : isCloud && at >= since && maySendAnswer(toolsUsed, policy);
        const safe = mayGo ? safeText(content.slice(0, LONGEST_ENTRY), tools) : undefined;
        if (!safe?.ok || safe.text === "") return [];
        return [role === "person" ? new HumanMessage(safe.text) : new AIMessage(safe.text)];
      },
    );
  }

  async function factLines(turn: TurnInput, tools: SafeTextTools, signal: AbortSignal): Promise<readonly string[]> {
    if (!policy.sendProfile) return [];
    const lines = (await facts(turn, { limit: MOST_FACTS, signal }))
      .filter((fact) => maySendFact(fact, policy))
      .flatMap(({ key, value }) => {
        const [subject, text] = [safeText(key.replaceAll("_", " "), tools), safeText(value, tools)];
        return subject.ok && text.ok ? `- ${subject.text}: ${text.text}` : [];
      });
    return lines.length === 0 ? [] : [FACTS, ...lines];
  }

  function thingLines({ text, role }: TurnInput, { names, marks }: SafeTextTools): readonly string[] {
    if (!policy.sendHomeState || !home.ready) return [];
    const told = things(text, { limit: MOST_THINGS }).filter((entity) => mayGoOut(entity.entityId) && mayRead(entity.domain, role));
    const lines = told.flatMap(({ entityId, state: { state } }) => {
      const name = names.nameOf(entityId, marks);
      return name === undefined ? [] : `- ${name} = ${plainOf(state)}`;
    });
    return lines.length === 0 ? [] : [THINGS, ...lines];
  }
}

/** A tool as it is declared outside: without examples, which are names that a home may have. */
function declared({ name, description, parameters }: Tool): ToolDeclaration {
  return { name, description: withoutExamples(description), parameters: withoutExamplesIn(parameters) };
}

function withoutExamples(text: string): string {
  return text.replace(/,? ?e\.g\. .*$/s, "").replaceAll(/'[^']*'|"[^"]*"|“[^“”]*”/g, "…");
}

function withoutExamplesIn(parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(parameters, (key, value) => (key === "description" && typeof value === "string" ? withoutExamples(value) : value)),
  );
}

/** Kinds of things are told as Home Assistant calls them. */
function withDomains(fixed: ReadonlySet<string>, home: Pick<Home, "ready" | "domains">): ReadonlySet<string> {
  return home.ready ? fixed.union(home.domains) : fixed;
}

/** Characters of one tool's answer; tools keep theirs shorter, pages do not. */
const LONGEST_RESULT = 8_000;
const UNSAID = { ok: true, text: "" } as const;
const KEY = /^[a-z][a-z\d_]{0,39}$/;

/** A turn's course, built anew for a model outside: its own words, and of the model at home only calls of tools it may know. */
export function cloudCourse(course: readonly BaseMessage[], offered: ReadonlySet<string>, tools: SafeTextTools): readonly BaseMessage[] {
  const called = new Map<string, string>();
  let isUnsaid = false;
  return course.flatMap((message): readonly BaseMessage[] => {
    if (ToolMessage.isInstance(message)) {
      const name = called.get(message.tool_call_id);
      const content = name === undefined ? undefined : cloudResult(name, messageText(message), tools)?.slice(0, LONGEST_RESULT);
      return content === undefined || name === undefined ? [] : [new ToolMessage({ content, name, tool_call_id: message.tool_call_id })];
    }
    // what is corrected has to stand before it
    if (!AIMessage.isInstance(message))
      return CORRECTIONS.has(messageText(message)) && !isUnsaid ? [new HumanMessage(messageText(message))] : [];
    const isOwn = isSaidOutside(message);
    const all = message.tool_calls ?? [];
    const calls = all.filter(({ name }) => offered.has(name));
    for (const { id, name } of calls) if (id !== undefined) called.set(id, name);
    const said = isOwn ? safeText(messageText(message), tools) : UNSAID;
    const isEmpty = calls.length === 0 && (!said.ok || said.text === "");
    isUnsaid = isEmpty && !isOwn;
    if (isEmpty) return [];
    return [
      new AIMessage({
        content: said.ok ? said.text : "",
        tool_calls: calls.map((call) => ({ ...call, args: hiddenArguments(call.args, tools, isOwn) })),
        // what the model outside wants back with its own calls
        additional_kwargs: isOwn && calls.length === all.length ? message.additional_kwargs : {},
      }),
    ];
  });
}

function hiddenArguments(args: Readonly<Record<string, unknown>>, tools: SafeTextTools, isOwn: boolean): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).flatMap(([key, value]) => (mayName(key, tools) ? [[key, hiddenValue(value, tools, isOwn)] as const] : [])),
  );
}

function mayName(key: string, { names }: SafeTextTools): boolean {
  return RESULT_WORDS.has(key) || (KEY.test(key) && !names.names(key.replaceAll("_", " ")));
}

function hiddenValue(value: unknown, tools: SafeTextTools, isOwn: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => hiddenValue(one, tools, isOwn));
  if (isRecord(value)) return hiddenArguments(value, tools, isOwn);
  if (typeof value !== "string") return value;
  const id = tools.names.idOf(value, tools.marks);
  return id ?? (isPlainService(value) || isPlainValue(value) ? value : isOwn ? toldText(value, tools) : NOT_TOLD);
}

const IDS = new Set(["entity_id", "service"]);

/** A model's arguments with what its marks stand for: ids where ids belong, names elsewhere. */
export function revealedArguments(args: Readonly<Record<string, unknown>>, marks: Marks): Record<string, unknown> {
  const reveal = (value: unknown, as: "names" | "ids"): unknown => {
    if (typeof value === "string") return marks.reveal(value, as);
    if (Array.isArray(value)) return value.map((one) => reveal(one, as));
    return isRecord(value) ? revealedArguments(value, marks) : value;
  };
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, reveal(value, IDS.has(key) ? "ids" : "names")]));
}
