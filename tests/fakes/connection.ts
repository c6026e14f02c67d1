import type { Command, HomeConnection } from "../../src/homeassistant/connection/connection.ts";

/** A connection whose commands are answered by a function; what it throws, the command throws. Remembers what was asked. */
export function fakeConnection(answer: (command: Command) => unknown): Pick<HomeConnection, "connected" | "command" | "firstEvent"> & {
  readonly asked: readonly Command[];
} {
  const asked: Command[] = [];
  return {
    connected: true,
    asked,
    async command<Result>(command: Command) {
      asked.push(command);
      return answer(command) as Result;
    },
    async firstEvent<Event>(command: Command) {
      asked.push(command);
      return answer(command) as Event;
    },
  };
}
