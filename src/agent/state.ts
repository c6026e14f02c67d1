import type { BaseMessage } from "@langchain/core/messages";
import { Annotation } from "@langchain/langgraph";
import type { Trigger } from "../attention/trigger.ts";
import type { Receipt } from "../homeassistant/acting/acting.ts";
import type { SeveralMeant, StateQuestion } from "../homeassistant/recogniser/recogniser.ts";
import type { CallProblem } from "../homeassistant/services/service-problem.ts";
import type { ResolvedCall, ServiceCall } from "../homeassistant/services/services.ts";
import type { ModelProblem, Picture } from "../models/models.ts";
import type { Effect, EffectFinding } from "../security/effects/effect.ts";
import type { Explanation, Requirement } from "../security/policy/policy.ts";
import type { Risk } from "../security/policy/risk.ts";
import type { Origin, OutsideText } from "../security/provenance/provenance.ts";
import type { CountedTokens } from "../storage/turns/interaction-log.ts";
import type { Series } from "../storage/turns/outbox.ts";
import type { TurnRow } from "../storage/turns/turns.ts";
import type { Review } from "./answer-review.ts";
import type { ContextRecord } from "./prompt-budget.ts";
import type { LeavingText, Noted, ToolAnswer, ToolGroup } from "./toolbox.ts";
import type { AutomationRun, Progress } from "./turn.ts";

/** What a run knows of its turn from the start; kept in the checkpoint. */
export interface TurnInput
  extends Pick<TurnRow, "sessionId" | "channel" | "text" | "personId" | "personName" | "role" | "language" | "isPrivate" | "areaId"> {
  /** It was spoken and not written: a word may have been heard wrong. */
  readonly isHeard?: boolean;
  /** A picture goes with it: only a model can look at it, and what it shows is from outside. */
  readonly hasPicture?: boolean;
  readonly turnId: string;
  /** Of the text: it stays what it is, whatever the turn reads. */
  readonly origin: Origin;
  /** The message of ours that this one replies to. */
  readonly replyText: string | undefined;
  readonly replyOrigin: Origin;
  /** The run of an automation of ours that began it. */
  readonly begunBy?: AutomationRun | undefined;
}

/** What is known of how an action was asked for. */
interface Wished {
  /** When it is to be done; left out, now. */
  readonly when?: Trigger | undefined;
  /** For a later time, or for when something happens, that is not understood. */
  readonly forLater?: boolean | undefined;
  /** The sentence as it was read after slips of spelling were corrected. */
  readonly reading?: string | undefined;
}

/** A step's call, from the model or the recogniser. `id` is ours and stays the same when a node runs again. */
export type PendingCall =
  /** `approvalId`: the question that got a yes to it when it was planned. */
  | (Wished & {
      readonly kind: "act";
      readonly id: string;
      readonly toolCallId: string | undefined;
      readonly call: ServiceCall;
      readonly approvalId?: string | undefined;
      /** The action that it ends: without that it is not done. */
      readonly ends?: string | undefined;
    })
  | { readonly kind: "read"; readonly id: string; readonly toolCallId: string; readonly tool: string; readonly args: unknown }
  | { readonly kind: "invalid"; readonly id: string; readonly toolCallId: string; readonly tool: string; readonly result: ToolAnswer };

/** Numbers of actions or of entities, by effect. */
export type EffectCounts = Readonly<Partial<Record<Effect, number>>>;

/** What is known beside the call itself when policy judges an action; the same when it judges again. */
export interface Circumstances extends Wished {
  readonly everything: boolean;
  /** Distinct things that the turn's actions touch, those of earlier steps included. */
  readonly jointTargets: number;
  /** The text from outside that the action may rest on. */
  readonly outside: OutsideText | undefined;
  /** The turn's own actions before this one: those it has done, and those of the same step. */
  readonly before: EffectCounts;
}

export interface AskedAction {
  readonly id: string;
  readonly call: ResolvedCall;
  /** What a yes is bound to: the call, its effects and the contents of routines. */
  readonly hash: string;
  /** Rules that ask, the strictest first. */
  readonly reasons: readonly string[];
  readonly requirement: Requirement;
  /** The worst findings; of each effect at least one. The hash is over all. */
  readonly effects: readonly EffectFinding[];
  /** How many things beside the call's own targets have an effect, of all findings. */
  readonly beyond: EffectCounts;
  /** How many things policy counts it for. */
  readonly reach: number;
  readonly circumstances: Circumstances;
  /** Targets that it changes: what is already so is not listed. */
  readonly open: readonly string[];
  /** States of what it touches, as the question tells them. */
  readonly shown: Readonly<Record<string, string>>;
  /** How often it was asked about before and had changed by the yes. */
  readonly changes: number;
}

/** An action by our own id, and the calls of the model that want it. */
export interface Wanted {
  readonly id: string;
  readonly toolCallId: string | undefined;
  /** Calls of the same step for the very same: they are one with it and get its result. */
  readonly repeats?: readonly string[];
}

interface Decided extends Wanted {
  readonly call: ResolvedCall;
}

/** A person's no, or policy's. */
interface Refused {
  readonly kind: "declined" | "denied";
  readonly rule: string;
  readonly by?: string | undefined;
}

/** The rule of an action that was allowed or asked about, and no longer is what was decided on. */
export const OVERTAKEN = "overtaken";

export type GateDecision =
  | (Decided & { readonly kind: "go"; readonly circumstances: Circumstances; readonly approvalId: string | undefined })
  | (Decided & AskedAction & { readonly kind: "ask" })
  | (Decided & Refused)
  /** It would have to be asked about, and is so already. */
  | (Decided & { readonly kind: "already"; readonly receipt: Receipt })
  | (Wanted & { readonly kind: "problem"; readonly service: string; readonly problem: CallProblem });

/** What came of a call, in the order in which things ended; `id` is the call's. */
export type StepResult =
  | { readonly kind: "receipt"; readonly id: string; readonly receipt: Receipt }
  /** To be done at its time; `asks`: it will be asked about then. */
  | {
      readonly kind: "planned";
      readonly id: string;
      readonly call: ResolvedCall;
      readonly trigger: Trigger;
      readonly dueAt: number | undefined;
      readonly asks: boolean;
      /** The person has too many plans: it was not kept. */
      readonly isFull?: boolean;
      /** What the person is told instead: it does not hold, or not yet. */
      readonly objection?: string | undefined;
    }
  | {
      readonly kind: "read";
      readonly id: string;
      readonly tool: string;
      readonly ok: boolean;
      readonly hidden: number;
      readonly origin: Origin;
      /** Its person does not want it: nothing of the kind is asked about again in the turn. */
      readonly declined?: true;
      readonly noted?: readonly Noted[];
      /** What the person is told of it, in the turn's language. */
      readonly told?: string;
      /** Numbers by time that it read. */
      readonly series?: Series;
    }
  | (Refused & { readonly id: string; readonly call: ResolvedCall })
  | { readonly kind: "problem"; readonly id: string; readonly service: string; readonly problem: CallProblem };

export interface DecisionRecord {
  readonly actionId: string;
  readonly at: number;
  readonly call: ResolvedCall;
  /** With the worst findings in its facts. */
  readonly explanation: Explanation;
  /** Of how many findings those are the worst. */
  readonly effectsFound: number;
}

/** Texts of which a person may let one leave the house for a call that reads; `id` stands for an action's. */
export interface LeavingQuestion {
  readonly callId: string;
  readonly toolCallId: string;
  readonly tool: string;
  readonly options: readonly (LeavingText & { readonly id: string; readonly hash: string })[];
}

/** A step of a plan, as its question shows it. */
export interface PlanStep {
  readonly id: string;
  /** With the targets that it changes. */
  readonly call: ResolvedCall;
  readonly when?: Trigger | undefined;
  readonly risk: Risk;
}

/** The question of a gate, as the interrupt carries it to the runner: about actions, or about a text that would leave. */
export interface ApprovalRequest {
  readonly actions: readonly AskedAction[];
  /** The whole plan in the order in which it runs: those, and what is done with a yes to any of them and needs none itself. */
  readonly steps: readonly PlanStep[];
  readonly leaving?: LeavingQuestion | undefined;
}

/** What the runner resumes the gate with. */
export interface ApprovalAnswer {
  readonly approvalId: string;
  readonly approved: readonly string[];
}

export interface GivenAnswer extends ApprovalAnswer {
  readonly decidedAt: number;
  /** It was given to an earlier process. */
  readonly earlier: boolean;
}

const replace = <Value>(initial: () => Value) => Annotation<Value>({ reducer: (_, next) => next, default: initial });

const append = <Item>() =>
  Annotation<readonly Item[]>({ reducer: (before, more) => (more.length === 0 ? before : [...before, ...more]), default: () => [] });

function sumOf(before: CountedTokens | undefined, more: CountedTokens | undefined): CountedTokens | undefined {
  if (!before || !more) return more ?? before;
  return { prompt: before.prompt + more.prompt, completion: before.completion + more.completion };
}

export const TurnState = Annotation.Root({
  turn: Annotation<TurnInput>,
  path: replace<"recogniser" | "asked" | "model">(() => "model"),
  /** What the person is to choose from, where the sentence fits a few things. */
  choice: replace<SeveralMeant | undefined>(() => undefined),
  messages: Annotation<BaseMessage[]>({ reducer: (before, more) => [...before, ...more], default: () => [] }),
  calls: replace<readonly PendingCall[]>(() => []),
  questions: replace<readonly StateQuestion[]>(() => []),
  /** The message speaks of a later time or of a condition: what a model wants to do for it is not done at once. */
  forLater: replace<boolean>(() => false),
  decisions: replace<readonly GateDecision[]>(() => []),
  /** Calls that wait for a person to let their text leave. */
  leaving: replace<readonly LeavingQuestion[]>(() => []),
  results: append<StepResult>(),
  decided: append<DecisionRecord>(),
  /** Ids of the steps whose plan got a yes; their person sees in its message how each went. */
  plan: append<string>(),
  /** Texts from outside that the turn has read, or that stand in what it was given. */
  outside: append<OutsideText>(),
  rounds: replace<number>(() => 0),
  /** Groups of tools that its prompt holds. */
  groups: replace<readonly ToolGroup[]>(() => []),
  /** How often the model was told to mend its answer: broken tool calls, claims without a receipt. */
  mended: replace<{ readonly calls: number; readonly claims: number }>(() => ({ calls: 0, claims: 0 })),
  /** What the model said of its last answer; undefined if that was none for a person. */
  review: replace<Review | undefined>(() => undefined),
  failure: replace<ModelProblem | undefined>(() => undefined),
  model: replace<string | undefined>(() => undefined),
  /** The model outside the house that answered in this turn, if one did. */
  cloudModel: Annotation<string | undefined>({ reducer: (before, next) => next ?? before, default: () => undefined }),
  /** Of all prompts and answers so far, as far as servers told them. */
  tokens: Annotation<CountedTokens | undefined>({ reducer: sumOf, default: () => undefined }),
  truncated: replace<boolean>(() => false),
  /** The worst origin of what the prompt holds. */
  origin: replace<Origin>(() => "person"),
  /** Things of that name that are hidden from the assistant, when nothing else of the home fits the question. */
  hidden: replace<number>(() => 0),
  context: replace<ContextRecord | undefined>(() => undefined),
  /** What is said after the reports of what was done; in the turn's language. */
  notes: replace<readonly string[]>(() => []),
  answer: replace<string | undefined>(() => undefined),
});

export type TurnStateValues = typeof TurnState.State;

/** Whether a run that crashes has to go on where it was: what it does or asks is decided, or it has done or read something. Composing is done again. */
export function hasToGoOn({ decisions = [], leaving = [], results = [], answer }: Partial<TurnStateValues>): boolean {
  return answer === undefined && decisions.length + leaving.length + results.length > 0;
}

/** What a running turn has beside its checkpoint: gone when the process ends. */
export interface Run {
  readonly signal: AbortSignal;
  /** The message is old: what it would do is asked about first. */
  readonly late: boolean;
  /** What its person sent a photo of. */
  picture?: Picture | undefined;
  /** Ends all waiting of the turn for a home that is away; made when it first waits. */
  homeWait?: AbortSignal;
  progress(progress: Progress): void;
  /** Told of each action as it ends. */
  readonly ended?: (result: StepResult) => void;
}

export type Runs = ReadonlyMap<string, Run>;

export function runOf(runs: Runs, turnId: string): Run {
  const run = runs.get(turnId);
  if (!run) throw new Error(`turn ${turnId} runs without its handle`);
  return run;
}
