import type { SpokenIn } from "../recognition/spoken.ts";
import { type Clockwork, type Trigger, triggerOf } from "./trigger.ts";

export type TriggerSaid = ReturnType<typeof createTriggerSaid>;

/** Reads the time that a model gives: in the person's words or in English, or `2026-11-29T07:00`; undefined for words that name no time to come. */
export function createTriggerSaid({ spokenIn, clockwork }: { readonly spokenIn: SpokenIn; readonly clockwork: () => Clockwork }) {
  return (text: string, { language, now }: { readonly language: string; readonly now: number }): Trigger | undefined => {
    const timing = { ...clockwork(), now };
    const [, day, clock] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})/.exec(text) ?? [];
    if (day !== undefined) {
      const at = `${day}T${clock}`;
      return !Number.isNaN(Date.parse(`${at}Z`)) && timing.time.at(at) > now ? { kind: "local", at } : undefined;
    }
    const read = [language, "en"].map((one) => spokenIn(one)?.times.read(text, timing));
    // what ends is two plans
    const whole = read.find(
      (one) => one && !one.isVague && one.rest === "" && one.said.lasts === undefined && one.said.until === undefined,
    );
    return whole && triggerOf(whole.said, { ...timing, anyTime: true });
  };
}
