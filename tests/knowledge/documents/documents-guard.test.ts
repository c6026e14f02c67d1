import { describe, expect, it } from "vitest";
import { guarded, TooMuchError } from "../../../src/knowledge/documents/documents.ts";

const never = new AbortController().signal;

/** Runs until it is ended, and fails by that. */
const endless = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));

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
