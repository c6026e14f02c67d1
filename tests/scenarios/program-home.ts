import type { ProgramChannel, ProgramMessage, Reply, WaitOptions } from "../../src/channels/program-channel.ts";
import { anna, family, ScenarioHome, type ScenarioOptions } from "./scenario-home.ts";

export const owner = { id: `telegram:${anna}`, name: "Anna", role: "owner", language: "en" } as const;

/** A service with a channel for programs, and what somebody says there for Anna. */
export async function startPrograms(more: ScenarioOptions = {}, name = "rest") {
  let channel: ProgramChannel | undefined;
  const home = await ScenarioHome.start({
    ...more,
    options: { people: family, ...more.options },
    channels(_turns, _questions, program) {
      channel = program(name);
      return [channel];
    },
  });
  const current = (): ProgramChannel => {
    if (!channel) throw new Error("no channel was built");
    return channel;
  };
  const ask = (text: string, more: Partial<ProgramMessage & WaitOptions> = {}): Promise<Reply> => {
    const { signal = new AbortController().signal, onProgress, onSaid, timeoutMs, ...message } = more;
    const options = { signal, ...(onProgress && { onProgress }), ...(onSaid && { onSaid }), ...(timeoutMs !== undefined && { timeoutMs }) };
    return current().ask({ chatId: "wall", person: owner, isPrivate: true, text, ...message }, options);
  };
  return { home, ask, channel: current };
}
