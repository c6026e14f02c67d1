import type { Home } from "../../homeassistant/registry/home.ts";
import { type Runs, runOf } from "../runs.ts";
import type { TurnInput } from "../state.ts";

/** Home Assistant is back from a restart within this time, also on a small computer; after it the turn goes on and says that it is away. Once for a turn. */
const HOME_WAIT_MS = 60_000;

/** Waits until the home can be asked and acted on. Resolves also when it does not come; rejects when the turn is stopped. */
export function createHomeThere({
  home,
  runs,
  pace,
}: {
  home: Pick<Home, "ready" | "whenReady">;
  runs: Runs;
  /** Factor on the wait. */
  pace: number;
}) {
  return async ({ turnId }: Pick<TurnInput, "turnId">): Promise<void> => {
    if (home.ready) return;
    const run = runOf(runs, turnId);
    run.homeWait ??= AbortSignal.timeout(HOME_WAIT_MS * pace);
    await home.whenReady(AbortSignal.any([run.signal, run.homeWait])).catch(() => run.signal.throwIfAborted());
  };
}
