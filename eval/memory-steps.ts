import type { ScriptedAnswer } from "../tests/fakes/model-server.ts";
import type { Dice } from "./knowledge-dice.ts";
import type { MemoryCase, Step, Who } from "./memory-case.ts";
import type { Thing } from "./memory-things.ts";

/** A conversation before it has its number. */
export type Draft = Pick<MemoryCase, "kind" | "steps"> & Partial<Omit<MemoryCase, "id">>;

type Says = Extract<Step, { kind: "says" }>;

/** A model's call that writes something down. */
export function noting(args: Readonly<Record<string, unknown>>): ScriptedAnswer {
  return { toolCalls: [{ name: "update_user_profile", args: { action: "tell", ...args } }] };
}

export function says(who: Who, text: string, more: Partial<Omit<Says, "kind" | "who" | "text">> = {}): Says {
  return { kind: "says", who, text, ...more };
}

/** Says something that the model writes down as it should. */
export function tells(who: Who, text: string, args: Readonly<Record<string, unknown>>, more: Partial<Says> = {}): Says {
  return says(who, text, { model: [noting(args), { text: "OK." }], ...more });
}

/** Asks, and has to hear these. */
export function asks(who: Who, text: string, hears: readonly string[], more: Partial<Says> = {}): Says {
  return says(who, text, { hears, ...more });
}

export const days = (count: number): Step => ({ kind: "days", days: count });

/** A thing with one of its values. */
export interface Chosen {
  readonly thing: Thing;
  readonly value: string;
  /** What is written down. */
  readonly written: string;
  /** The sentence that tells it. */
  readonly told: string;
  readonly args: { readonly key: string; readonly category: string; readonly value: string };
}

export function choose(thing: Thing, dice: Dice, except: readonly string[] = []): Chosen {
  return withValue(thing, dice.pick(thing.values.filter((one) => !except.includes(one))), dice);
}

function withValue(thing: Thing, value: string, dice: Dice): Chosen {
  const written = thing.value.replace("{v}", value);
  const told = dice.wording(thing.tells).replace("{v}", value);
  return { thing, value, written, told, args: { key: thing.key, category: thing.category, value: written } };
}

/** The same conversation with a model that is sure of all that it writes down: the person's own, affirmed, stated, and the message is the quote. */
export function surely(draft: Draft): Draft {
  const certain = (text: string) => ({ subject: "self", polarity: "affirmed", modality: "stated", quote: text });
  const steps = draft.steps.map((step): Step => {
    if (step.kind !== "says" || !step.model) return step;
    const model = step.model.map((move) =>
      typeof move === "string" || !move.toolCalls
        ? move
        : { ...move, toolCalls: move.toolCalls.map((call) => ({ ...call, args: { ...certain(step.text), ...call.args } })) },
    );
    return { ...step, model };
  });
  const finds = Object.entries(draft.finds ?? {}).map(
    ([text, found]) => [text, found.map((one) => ({ ...certain(text), ...one }))] as const,
  );
  return { ...draft, kind: `${draft.kind}, surely`, steps, finds: Object.fromEntries(finds) };
}
