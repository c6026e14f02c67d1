import { describe, expect, it } from "vitest";
import { guarded, TooMuchError } from "../../../src/knowledge/documents/documents.ts";

const never = new AbortController().signal;

interface Watched {
  readonly signal: AbortSignal;
  readonly onStart: () => void;
}

/** Waits for what ends it, and fails by that. */
const waiting = ({ signal }: Watched) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));

/** Has a thread at once, and runs until it is ended. */
const endless = (watched: Watched) => {
  watched.onStart();
  return waiting(watched);
};

/** Of a process that grows at each look. */
function growing() {
  let bytes = 100e6;
  return () => {
    bytes += 400e6;
    return bytes;
  };
}

describe("a task of a document", () => {
  it("is ended when the process grows by more than it may", async () => {
    await expect(guarded(endless, { signal: never, memory: growing() })).rejects.toEqual(new TooMuchError("memory"));
  });

  it("is ended when it takes too long", async () => {
    await expect(guarded(endless, { signal: never, longestMs: 1 })).rejects.toEqual(new TooMuchError("slow"));
  });

  it("may wait for a thread as long as it has to, whatever others need meanwhile", async () => {
    const memory = growing();
    const taken = Promise.withResolvers<void>();
    const waits = async ({ signal, onStart }: Watched) => {
      await taken.promise;
      expect(signal.aborted).toBe(false);
      onStart();
      return "text";
    };
    const running = guarded(waits, { signal: never, memory, longestMs: 1 });
    // another one, that begins at once, is ended by both within this time
    await expect(guarded(endless, { signal: never, memory })).rejects.toThrow(TooMuchError);
    taken.resolve();
    expect(await running).toBe("text");
  });

  it("is ended by who asked for it, with that reason", async () => {
    for (const task of [waiting, endless]) {
      const stop = new AbortController();
      const running = guarded(task, { signal: stop.signal });
      stop.abort(new Error("stopped"));
      await expect(running).rejects.toThrow("stopped");
    }
  });

  it("gives what it gives, or fails as it fails", async () => {
    expect(await guarded(async () => "text", { signal: never })).toBe("text");
    await expect(guarded(() => Promise.reject(new Error("no such file")), { signal: never })).rejects.toThrow("no such file");
  });
});
