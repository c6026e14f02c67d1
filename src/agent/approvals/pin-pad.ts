import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Secrets } from "../../config/secrets.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import { EFFECTS, type Effect } from "../../security/effects/effect.ts";
import type { Button } from "../../storage/turns/outbox.ts";

/** Tries at a PIN before that person may not try it for a while: of 10,000 PINs with four digits nobody finds one so. */
const MOST_TRIES = 3;
const LOCKED_MS = 15 * 60_000;
const LONGEST_PIN = 12;

const ROWS = [
  ["1", "2", "3"],
  ["4", "5", "6"],
  ["7", "8", "9"],
  ["⌫", "0", "OK"],
] as const;

/** Buttons as they are to be shown: what each says, and the key that it carries. */
export interface Pad {
  readonly effects: readonly Effect[];
  readonly keys: ReadonlyMap<string, string>;
}

/** What a person chose and has typed so far. Kept in memory only: a PIN is written nowhere. */
interface Entry {
  readonly choice: readonly string[];
  /** PINs that are still to be typed; each by the effects that it is the PIN of. */
  readonly needed: readonly (readonly Effect[])[];
  readonly digits: string;
  readonly pad: Pad;
}

export type PadPress =
  | { readonly kind: "typed"; readonly count: number }
  /** Shown anew: all typed digits are gone, or the button was one of an earlier pad. */
  | { readonly kind: "cleared" | "renewed"; readonly pad: Pad }
  /** One PIN was right, and what was chosen needs another one. */
  | { readonly kind: "next"; readonly pad: Pad }
  /** All PINs that the choice needs were right. */
  | { readonly kind: "right"; readonly choice: readonly string[] }
  | { readonly kind: "wrong"; readonly left: number; readonly pad: Pad }
  | { readonly kind: "given-up" | "locked" }
  | { readonly kind: "closed" };

/** What came of PINs that were typed at once. */
export type PinCheck =
  | { readonly kind: "right" }
  | { readonly kind: "given-up" | "locked" }
  | { readonly kind: "wrong"; readonly left: number };

export type PinPad = ReturnType<typeof createPinPad>;

/** The PINs of effects, typed on buttons so that they never stand in a chat. */
export function createPinPad({ pins, clock }: { pins: Pick<Secrets<Effect>, "has" | "reveal">; clock: () => number }) {
  const entries = new Map<string, Entry>();
  const wrong = new Map<string, readonly number[]>();
  const keyOf = (approvalId: string, personId: string) => `${approvalId}\0${personId}`;
  const triesAt = (personId: string, effect: Effect) => `${personId}\0${effect}`;
  const recentWrong = (personId: string, effect: Effect) =>
    (wrong.get(triesAt(personId, effect)) ?? []).filter((at) => clock() - at < LOCKED_MS);
  const triesLeft = (personId: string, effects: readonly Effect[]) =>
    MOST_TRIES - Math.max(0, ...effects.map((effect) => recentWrong(personId, effect).length));
  const pinOf = (effects: readonly Effect[]): string => effects.map((effect) => pins.reveal(effect)).find((pin) => pin) ?? "";

  /** Counts a wrong try. */
  const tryPin = (personId: string, effects: readonly Effect[], isRight: (pin: string) => boolean): PinCheck => {
    if (triesLeft(personId, effects) <= 0) return { kind: "locked" };
    if (isRight(pinOf(effects))) {
      for (const effect of effects) wrong.delete(triesAt(personId, effect));
      return { kind: "right" };
    }
    for (const effect of effects) wrong.set(triesAt(personId, effect), [...recentWrong(personId, effect), clock()]);
    const left = triesLeft(personId, effects);
    return left > 0 ? { kind: "wrong", left } : { kind: "given-up" };
  };

  /** Distinct PINs that effects need, that of the most harmful first; effects of one PIN together. */
  const neededFor = (effects: readonly string[]): readonly (readonly Effect[])[] => {
    const having = EFFECTS.filter((effect) => effects.includes(effect) && pins.has(effect));
    return [...Map.groupBy(having, (effect) => pins.reveal(effect)).values()];
  };
  /** The same, and where there is none (any more) one that no PIN is right for. */
  const toType = (effects: readonly string[]): readonly (readonly Effect[])[] => {
    const needed = neededFor(effects);
    return needed.length > 0 ? needed : [EFFECTS.filter((effect) => effects.includes(effect)).slice(0, 1)];
  };

  return {
    needs: (effects: readonly string[]): boolean => neededFor(effects).length > 0,
    /** Begins to type the PINs for a choice; undefined while one is locked for the person. Where a PIN is gone, no input is right. */
    open(approvalId: string, personId: string, choice: readonly string[], effects: readonly string[]): Pad | undefined {
      const needed = toType(effects);
      if (needed.some((one) => triesLeft(personId, one) <= 0)) return undefined;
      const pad = newPad(needed[0] ?? []);
      entries.set(keyOf(approvalId, personId), { choice, needed, digits: "", pad });
      return pad;
    },
    press(approvalId: string, personId: string, pressed: string): PadPress {
      const at = keyOf(approvalId, personId);
      const entry = entries.get(at);
      if (!entry) return { kind: "closed" };
      const [effects = [], ...others] = entry.needed;
      if (triesLeft(personId, effects) <= 0) return { kind: "locked" };
      const anew = (needed = entry.needed): Pad => {
        const pad = newPad(needed[0] ?? []);
        entries.set(at, { ...entry, needed, digits: "", pad });
        return pad;
      };
      const [button] = [...entry.pad.keys].find(([, key]) => key === pressed) ?? [];
      if (button === undefined) return { kind: "renewed", pad: anew() };
      if (button === "⌫") return { kind: "cleared", pad: anew() };
      if (button !== "OK") {
        const digits = `${entry.digits}${button}`.slice(0, LONGEST_PIN);
        entries.set(at, { ...entry, digits });
        return { kind: "typed", count: digits.length };
      }
      const tried = tryPin(personId, effects, (pin) => isSame(entry.digits, pin));
      if (tried.kind === "wrong") return { ...tried, pad: anew() };
      if (tried.kind !== "right") return { kind: tried.kind };
      if (others.length > 0) return { kind: "next", pad: anew(others) };
      entries.delete(at);
      return { kind: "right", choice: entry.choice };
    },
    /** PINs that were typed elsewhere than on a pad, several with spaces between, for what was chosen. Counts tries as a pad does. */
    check(personId: string, effects: readonly string[], typed: string): PinCheck {
      const needed = toType(effects);
      // no more than there are to type: a list of guesses is not one try
      const given = typed.trim().split(/\s+/).slice(0, needed.length);
      for (const one of needed) {
        const tried = tryPin(personId, one, (pin) => given.some((digits) => isSame(digits, pin)));
        if (tried.kind !== "right") return tried;
      }
      return { kind: "right" };
    },
    close(approvalId: string): void {
      for (const key of entries.keys()) if (key.startsWith(`${approvalId}\0`)) entries.delete(key);
    },
  };
}

/** Keys that say nothing: Home Assistant puts what a button carries into an event, and may keep that. */
function newPad(effects: readonly Effect[]): Pad {
  return { effects, keys: new Map(ROWS.flat().map((label) => [label, randomBytes(6).toString("base64url")])) };
}

function isSame(typed: string, pin: string): boolean {
  const [a, b] = [Buffer.from(typed.padEnd(LONGEST_PIN)), Buffer.from(pin.padEnd(LONGEST_PIN))];
  return pin !== "" && timingSafeEqual(a, b);
}

export function pinButtons(approvalId: string, { keys }: Pad, catalogue: Catalogue): readonly (readonly Button[])[] {
  const rows = ROWS.map((row) => row.map((label): Button => ({ label, data: `p:${approvalId}:${keys.get(label) ?? ""}` })));
  return [...rows, [{ label: catalogue.text("button.cancel"), data: `a:${approvalId}:no` }]];
}
