import { SimulatedHome, type SimulatedHomeOptions } from "../../src/simulated-home/simulated-home.ts";
import { RawClient } from "../contract/raw-client.ts";
import type { Frame } from "../contract/recordings.ts";

/** A simulated home and a client in it that calls services. */
export async function homeWithClient(options: SimulatedHomeOptions = {}) {
  const stack = new AsyncDisposableStack();
  const home = stack.use(await SimulatedHome.start(options));
  const client = stack.use(await RawClient.login(home));
  const call = async (service: string, entity_id: string | string[], data: Frame = {}) => {
    const answer = await client.call(service, data, { entity_id });
    return (answer["result"] as { context: { id: string } } | undefined)?.context.id;
  };
  /** Every call so far: what was called on what, and by whom. */
  const calls = () => home.calls.map(({ service, entityIds, by }) => [service, entityIds, by] as const);
  return { home, client, call, calls, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
