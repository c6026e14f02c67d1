import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { decodeOggOpus } from "../../../src/homeassistant/reading/ogg-opus.ts";
import { oggOpus } from "./ogg-world.ts";

const SIGNAL = new AbortController().signal;
/** Two seconds of 440 Hz, as libopus encodes them at 16 kbit/s. */
const NOTE = readFileSync(new URL("../../fixtures/audio/voice-note.ogg", import.meta.url));

it("a voice message becomes WAV with 16 kHz, 16 bits and one channel, as long as it was and as it sounded", async () => {
  const decoded = await decodeOggOpus(NOTE, SIGNAL);
  if (decoded.kind !== "wav") throw new Error(decoded.kind);
  const wav = Buffer.from(decoded.bytes);
  expect([wav.readUInt32LE(24), wav.readUInt16LE(34), wav.readUInt16LE(22)]).toEqual([16_000, 16, 1]);
  const samples = Array.from({ length: 16_000 }, (_, at) => wav.readInt16LE(44 + 2 * (8_000 + at)));
  const rises = samples.filter((sample, at) => at > 0 && sample >= 0 && (samples[at - 1] ?? 0) < 0).length;
  expect(rises).toBeGreaterThan(435);
  expect(rises).toBeLessThan(445);
  expect((wav.length - 44) / 2 / 16_000).toBeCloseTo(2, 1);
});

/** 120 ms in each of these three bytes: six frames of 20 ms. */
const LONG = Uint8Array.from([0b0000_1011, 6, 0]);

it.for<[what: string, bytes: Uint8Array, kind: string]>([
  ["hours in a few kilobytes", oggOpus(Array.from({ length: 30_000 }, () => LONG)), "too-long"],
  [
    "hours, whatever is behind them",
    Buffer.concat([oggOpus(Array.from({ length: 30_000 }, () => LONG)), Buffer.alloc(500, 7)]),
    "too-long",
  ],
  ["more than a packet can hold", oggOpus([Uint8Array.from([0b0001_1011, 63, 0])]), "unreadable"],
  ["a head without sound", oggOpus([]), "unreadable"],
  ["more channels than two", oggOpus([LONG], { channels: 6 }), "unreadable"],
  ["nothing but a page", Buffer.from("OggS"), "unreadable"],
  [
    "a page of nothing, again and again",
    Buffer.concat(Array.from({ length: 1_000 }, () => Buffer.concat([Buffer.from("OggS"), Buffer.alloc(23)]))),
    "unreadable",
  ],
  ["what is no Ogg after its first page", Buffer.concat([NOTE.subarray(0, 47), Buffer.alloc(500, 7)]), "unreadable"],
])("%s is %s", async ([, bytes, kind]) => {
  expect(await decodeOggOpus(bytes, SIGNAL)).toMatchObject({ kind });
});

it("any byte may be wrong or missing", async () => {
  for (let at = 0; at < NOTE.length; at += 149) {
    const wrong = Buffer.from(NOTE);
    wrong[at] = (wrong[at] ?? 0) ^ 0xff;
    for (const bytes of [wrong, NOTE.subarray(0, at)])
      expect(["wav", "unreadable", "too-long"]).toContain((await decodeOggOpus(bytes, SIGNAL)).kind);
  }
});

it("stops with the signal", async () => {
  await expect(decodeOggOpus(NOTE, AbortSignal.abort(new Error("over")))).rejects.toThrow("over");
});
