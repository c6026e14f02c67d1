import { similarNames } from "../registry/similar-names.ts";

/** What is wrong with a call, in words that a model can mend; `nearest` are right names close to a wrong one. */
export interface CallProblem {
  readonly error:
    | "unknown_service"
    | "unknown_field"
    | "missing_field"
    | "invalid_field"
    | "unknown_target"
    | "wrong_domain"
    | "not_exposed"
    | "no_target"
    | "not_ready";
  readonly message: string;
  readonly nearest?: readonly string[];
}

export interface Refusal {
  readonly ok: false;
  readonly problem: CallProblem;
}

/** So many names are told in a message; a model's context is no place for the 148 colours of CSS. */
const TOLD_NAMES = 20;

export function refuse(error: CallProblem["error"], message: string, nearest: readonly string[] = []): Refusal {
  return { ok: false, problem: { error, message, ...(nearest.length > 0 ? { nearest } : {}) } };
}

/** Up to three names that look most like a wrong one. */
export function nearestOf(wrong: string, names: Iterable<string>): readonly string[] {
  return similarNames(
    wrong,
    Array.from(names, (id) => ({ id, names: [] })),
  );
}

/** Names for a sentence, cut when they are many. */
export function told(names: readonly string[]): string {
  return names.length <= TOLD_NAMES ? names.join(", ") : `${names.slice(0, TOLD_NAMES).join(", ")} and ${names.length - TOLD_NAMES} more`;
}
