import type { Recognition } from "../homeassistant/recogniser/recogniser.ts";
import { fits, type Spoken, spokenIn } from "../recognition/spoken.ts";
import type { Role } from "../security/policy/policy-input.ts";
import type { Conditions } from "./condition.ts";
import { type Clockwork, repeats, type Trigger, triggerOf } from "./trigger.ts";

export type TriggerSaid = ReturnType<typeof createTriggerSaid>;

/** Who says it, in which language, and when (ms). */
export interface SaidBy {
  readonly language: string;
  readonly now: number;
  readonly personId: string;
  readonly role: Role;
  /** It is meant each time, whatever the words for it. */
  readonly repeats?: boolean | undefined;
}

interface TriggerSaidDependencies {
  readonly clockwork: () => Clockwork;
  readonly conditions: Pick<Conditions, "read">;
  readonly recognise: (sentence: string, language: string, signal: AbortSignal) => Promise<Recognition>;
  /** The person of Home Assistant that somebody is. */
  readonly personOf: (personId: string) => string | undefined;
}

/**
 * Reads when something is meant to happen as a model gives it: in the person's words or in English, or `2026-11-29T07:00`; a time to come, or what has
 * to come about; `now` for words that say so. Undefined for everything else, and for both at once.
 */
export function createTriggerSaid({ clockwork, conditions, recognise, personOf }: TriggerSaidDependencies) {
  async function awaited(text: string, spoken: Spoken, language: string, { personId, role, repeats }: SaidBy, signal: AbortSignal) {
    const [begins] = text.matchAll(spoken.conditions);
    const isEach = begins !== undefined && fits(spoken.each, begins[0]);
    if (begins?.index !== 0 || !(isEach || fits([...spoken.whens, ...spoken.ifs], begins[0]))) return undefined;
    const condition = text.slice(begins[0].length - (begins.groups?.["first"]?.length ?? 0)).trim();
    const held = spoken.held(condition);
    const understand = (question: string) => recognise(question, language, signal);
    return conditions.read(held?.rest ?? condition, {
      spoken,
      own: personOf(personId),
      role,
      understand,
      forMs: held?.ms,
      repeats: isEach || repeats,
    });
  }

  return async (text: string, by: SaidBy, signal: AbortSignal): Promise<Trigger | "now" | undefined> => {
    const { now } = by;
    const timing = { ...clockwork(), now };
    const [, day, clock] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})/.exec(text) ?? [];
    if (day !== undefined) {
      const at = `${day}T${clock}`;
      const isToCome = !Number.isNaN(Date.parse(`${at}Z`)) && timing.time.at(at) > now;
      return isToCome ? asOften({ kind: "local", at }, by) : undefined;
    }
    for (const language of new Set([by.language, "en"])) {
      const spoken = spokenIn(language);
      if (!spoken) continue;
      const sentence = spoken.bare(text);
      if (spoken.times.isNow(sentence)) return "now";
      const read = spoken.times.read(sentence, timing);
      // what ends is two plans
      if (read && !read.isVague && read.rest === "" && read.said.lasts === undefined && read.said.until === undefined)
        return asOften(triggerOf(read.said, { ...timing, anyTime: true }), by);
      const found = await awaited(sentence, spoken, language, by, signal);
      if (found) return found;
    }
    return undefined;
  };
}

/** Undefined for a time that comes once and is meant each time: how often, its words do not say. */
function asOften(trigger: Trigger | undefined, by: SaidBy): Trigger | undefined {
  if (!trigger || !by.repeats || repeats(trigger)) return trigger;
  return trigger.kind === "sun" ? { ...trigger, repeats: true } : undefined;
}
