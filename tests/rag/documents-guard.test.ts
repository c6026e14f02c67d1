import { describe, expect, it } from "vitest";
import { guarded, TooMuchError } from "../../src/rag/documents-guard.ts";

const never = new AbortController().signal;

/** Runs until it is ended, and fails by what ended it. */
const endless = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));

describe("a task of a document", () => {
  it("is ended when the process grows by more than it may", async () => {
    let bytes = 100e6;
    const memory = () => {
      bytes += 400e6;
      return bytes;
    };
    await expect(guarded(endless, { signal: never, memory })).rejects.toEqual(new TooMuchError("it needs too much memory"));
  });

  it("is ended when it takes too long", async () => {
    await expect(guarded(endless, { signal: never, longestMs: 1 })).rejects.toEqual(new TooMuchError("it takes too long to read"));
  });

  it("is ended by who asked for it, with that reason", async () => {
    const stop = new AbortController();
    const running = guarded(endless, { signal: stop.signal });
    stop.abort(new Error("stopped"));
    await expect(running).rejects.toThrow("stopped");
  });

  it("gives what it gives, or fails as it fails", async () => {
    expect(await guarded(async () => "text", { signal: never })).toBe("text");
    await expect(guarded(() => Promise.reject(new Error("no such file")), { signal: never })).rejects.toThrow("no such file");
  });
});
