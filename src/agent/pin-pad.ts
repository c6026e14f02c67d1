import { timingSafeEqual } from "node:crypto";
import type { Secrets } from "../secrets.ts";
import { EFFECTS, type Effect } from "../security/effects.ts";
import type { Button } from "../storage/outbox-item.ts";
import type { Catalogue } from "./catalogue.ts";

/** Tries at a PIN before nobody may try for a while: of 10,000 PINs with four digits nobody finds one so. */
const MOST_TRIES = 3;
const LOCKED_MS = 15 * 60_000;

/** What a person chose and has typed so far. Kept in memory only: a PIN is written nowhere. */
interface Entry {
  readonly choice: readonly string[];
  readonly digits: string;
}

export type PadPress =
  | { readonly kind: "typed"; readonly count: number }
  | { readonly kind: "right"; readonly choice: readonly string[] }
  | { readonly kind: "wrong"; readonly left: number }
  | { readonly kind: "locked" }
  | { readonly kind: "closed" };

/** The PINs of effects, typed on buttons so that they never stand in a chat. */
export function createPinPad({ pins, clock }: { pins: Pick<Secrets<Effect>, "has" | "reveal">; clock: () => number }) {
  const entries = new Map<string, Entry>();
  /** Times of wrong tries, by person. */
  const wrong = new Map<string, readonly number[]>();
  const keyOf = (approvalId: string, personId: string) => `${approvalId}\0${personId}`;
  const recentWrong = (personId: string) => (wrong.get(personId) ?? []).filter((at) => clock() - at < LOCKED_MS);

  return {
    isLocked: (personId: string): boolean => recentWrong(personId).length >= MOST_TRIES,
    /** The person chose, and types their PIN next. */
    open(approvalId: string, personId: string, choice: readonly string[]): void {
      entries.set(keyOf(approvalId, personId), { choice, digits: "" });
    },
    /** A digit, `clear`, or `ok` for the PIN of the most harmful of the effects. */
    press(approvalId: string, personId: string, button: string, effects: readonly string[]): PadPress {
      const key = keyOf(approvalId, personId);
      const entry = entries.get(key);
      if (this.isLocked(personId)) return { kind: "locked" };
      if (!entry) return { kind: "closed" };
      if (button !== "ok") {
        const digits = button === "clear" ? "" : `${entry.digits}${button}`.slice(0, 12);
        entries.set(key, { ...entry, digits });
        return { kind: "typed", count: digits.length };
      }
      const effect = EFFECTS.find((one) => effects.includes(one) && pins.has(one));
      if (effect !== undefined && isSame(entry.digits, pins.reveal(effect) ?? "")) {
        entries.delete(key);
        wrong.delete(personId);
        return { kind: "right", choice: entry.choice };
      }
      entries.set(key, { ...entry, digits: "" });
      wrong.set(personId, [...recentWrong(personId), clock()]);
      return { kind: "wrong", left: MOST_TRIES - recentWrong(personId).length };
    },
    /** The question is over. */
    close(approvalId: string): void {
      for (const key of entries.keys()) if (key.startsWith(`${approvalId}\0`)) entries.delete(key);
    },
  };
}

function isSame(typed: string, pin: string): boolean {
  const [a, b] = [Buffer.from(typed.padEnd(12)), Buffer.from(pin.padEnd(12))];
  return pin !== "" && timingSafeEqual(a, b);
}

/** Ten digits, as on a door. */
export function pinButtons(approvalId: string, catalogue: Catalogue): readonly (readonly Button[])[] {
  const key = (label: string, button = label): Button => ({ label, data: `p:${approvalId}:${button}` });
  return [
    ...["123", "456", "789"].map((row) => [...row].map((digit) => key(digit))),
    [key("⌫", "clear"), key("0"), key("OK", "ok")],
    [{ label: catalogue.text("button.cancel"), data: `a:${approvalId}:no` }],
  ];
}
