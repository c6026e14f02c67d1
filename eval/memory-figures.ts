import type { MemoryOutcome } from "./memory-run.ts";
import { type Figures, share } from "./suite.ts";

/**
 * `right`: of what was asked for, what came to the right person, and of what must not come up, what did not; `by_itself`: of that, what stood in
 * the prompt; `junk_rate`: of the facts known at the end, those that should not be; `kept`: of those that should be, those that are.
 */
export function memoryFigures(outcomes: readonly MemoryOutcome[]): Figures {
  const kinds = Map.groupBy(outcomes, (outcome) => outcome.case.kind);
  return { ...figuresOf(outcomes), by_kind: Object.fromEntries([...kinds].map(([kind, some]) => [kind, figuresOf(some)])) };
}

function figuresOf(outcomes: readonly MemoryOutcome[]): Figures {
  const sum = (count: (outcome: MemoryOutcome) => number) => outcomes.reduce((total, outcome) => total + count(outcome), 0);
  const wanted = sum((outcome) => outcome.case.keeps.length);
  return {
    conversations: outcomes.length,
    right: share(
      sum(({ right }) => right),
      sum(({ asked }) => asked),
    ),
    by_itself: share(
      sum(({ byItself }) => byItself),
      sum(({ heard }) => heard),
    ),
    kept: share(wanted - sum(({ missing }) => missing), wanted),
    junk_rate: share(
      sum(({ junk }) => junk),
      sum(({ known }) => known),
    ),
    leaks: sum(({ leaks }) => leaks),
    forgotten_left: sum(({ forgottenLeft }) => forgottenLeft),
  };
}
