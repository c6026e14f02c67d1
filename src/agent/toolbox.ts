import type { EntityHistory } from "../homeassistant/history/history.ts";
import type { CalendarEvents } from "../homeassistant/reading/calendar-events.ts";
import type { Forecast, ForecastStep } from "../homeassistant/reading/forecasts.ts";
import type { ListItem } from "../homeassistant/reading/list-items.ts";
import type { StatisticsRow } from "../homeassistant/reading/statistics.ts";
import type { SeveralMeant } from "../homeassistant/recogniser/recogniser.ts";
import type { Entity } from "../homeassistant/registry/home.ts";
import type { ServiceCall } from "../homeassistant/services/services.ts";
import type { ToolDeclaration } from "../models/models.ts";
import type { Role } from "../security/policy/policy-input.ts";
import type { Origin, OutsideText } from "../security/provenance/provenance.ts";
import type { CausedChange } from "./cause.ts";
import type { TurnInput } from "./state.ts";

/** What a tool wrote down about a person or the house, or took out; `value` in the person's words. The person is told of it. */
export interface Noted {
  readonly outcome: "stored" | "known" | "superseded" | "forgotten" | "asked" | "asked-others" | "unlearned";
  readonly key: string;
  readonly value: string;
  readonly before?: string | undefined;
}

/** What a tool read, for a sentence that no model writes. */
export type WasRead =
  | { readonly kind: "weather"; readonly entity: Entity; readonly step: ForecastStep; readonly forecast: readonly Forecast[] }
  | ({ readonly kind: "events" } & CalendarEvents)
  | { readonly kind: "items"; readonly lists: readonly { readonly name: string; readonly items: readonly ListItem[] }[] }
  | { readonly kind: "changes"; readonly entity: Entity; readonly past: EntityHistory }
  /** The newest first, from a time (ms since the epoch) on. */
  | { readonly kind: "causes"; readonly entity: Entity; readonly changes: readonly CausedChange[]; readonly from: number }
  | {
      readonly kind: "statistics";
      /** Undefined for what the home used. */
      readonly entity: Entity | undefined;
      readonly rows: readonly StatisticsRow[];
      readonly unit?: string;
      readonly total?: number;
      readonly cost?: string;
    };

/**
 * Data, never an exception. `origin`, `outside` (what others may have written), `noted` and `read` are not shown to the model; `told` is, and
 * stands in the answer as it is.
 */
export type ToolAnswer = {
  readonly ok: boolean;
  readonly read?: WasRead;
  readonly origin?: Origin;
  readonly outside?: readonly string[];
  readonly noted?: readonly Noted[];
  readonly told?: string;
} & Readonly<Record<string, unknown>>;

/** What a reading tool answers while the home is away: what is known of it is old. */
export const HOME_AWAY: ToolAnswer = { ok: false, error: "home_unreachable", message: "Home Assistant cannot be reached right now." };

/** The tool that changes the home: its answers tell what was done. */
export const ACTING_TOOL = "call_ha_service";

export interface ToolCaller {
  readonly personId: string;
  readonly role: Role;
  /** Nobody else reads along. */
  readonly isPrivate: boolean;
  readonly sessionId: string;
  readonly turn: {
    readonly id: string;
    readonly text: string;
    readonly origin: Origin;
    readonly language: string;
    /** What the turn was given or has read that others may have written. */
    readonly outside: readonly OutsideText[];
  };
}

/** A tool that changes nothing in the home; never rejects but for the signal. */
export interface ReadTool extends ToolDeclaration {
  readonly kind: "read";
  /** It knows what it needs while Home Assistant is away. */
  readonly withoutHome?: true;
  readonly group?: ToolGroup;
  /** Whether this home has a use for it; always when left out. */
  offered?(): boolean;
  /** What the call would send out of the house that its person has to allow first: the text, and perhaps another one; none otherwise. */
  leaving?(args: unknown, caller: ToolCaller): readonly LeavingText[];
  call(args: unknown, caller: ToolCaller, signal: AbortSignal): Promise<ToolAnswer>;
}

/** A text that would leave the house, and the call's arguments that send exactly that. */
export interface LeavingText {
  readonly text: string;
  readonly args: unknown;
}

/** Tools that a prompt holds only where it is about them, with what they are for: the tool whose description is nearest to a message tells. */
export const TOOL_GROUPS = {
  automations: "Automations of the home: list, create, change, enable, disable, delete, how often they ran, replay",
  routines: "Dry run of scripts and scenes, recent events, history as a file",
} as const;

export type ToolGroup = keyof typeof TOOL_GROUPS;

/** A question with buttons, which the person answers and no model. */
export interface AskedChoice {
  readonly answer: string;
  readonly choice: SeveralMeant;
}

/** A call that a tool would make, and when, in the model's words, where it may be for later; or what is wrong with its arguments, and what the person is asked then. */
export type Proposal =
  | { readonly ok: true; readonly call: ServiceCall; readonly when?: string }
  | { readonly ok: false; readonly result: ToolAnswer; readonly asked?: AskedChoice | undefined };

/** A tool that says what it would do: the gate decides. */
export interface ActTool extends ToolDeclaration {
  readonly kind: "act";
  readonly group?: ToolGroup;
  /** Whether this home has a use for it; always when left out. */
  offered?(): boolean;
  propose(args: unknown, turn: TurnInput, signal: AbortSignal): Proposal | Promise<Proposal>;
}

export type Tool = ReadTool | ActTool;

/** Tools as a model is told of them: those that the home has a use for, those of a group behind all others where it is wanted. */
export type Offered = (groups?: readonly ToolGroup[]) => readonly ToolDeclaration[];

/** The same list as long as these are the same ones. */
export function offeredOf(tools: Iterable<Tool>): Offered {
  const all = [...tools];
  const known = new Map<string, readonly ToolDeclaration[]>();
  return (groups = []) => {
    const wanted = all.filter((tool) => tool.offered?.() ?? true);
    // what is always there stands first: the model's server has read it before
    const now = [...wanted.filter(({ group }) => group === undefined), ...wanted.filter(({ group }) => group && groups.includes(group))];
    const names = now.map(({ name }) => name).join();
    const list = known.get(names) ?? now.map(({ name, description, parameters }) => ({ name, description, parameters }));
    known.set(names, list);
    return list;
  };
}
