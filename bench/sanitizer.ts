import { performance } from "node:perf_hooks";
import { sanitizerHomeWords } from "../eval/sanitizer-home.ts";
import { optionsSchema } from "../src/config/config.ts";
import { createEgressPolicy, type EgressPolicy } from "../src/security/egress/egress.ts";
import type { HomeWord } from "../src/security/egress/home-words.ts";
import { atMost, type Figure, percentile } from "./figure.ts";

/** What a search may cost before it leaves. */
const GOAL_MS = 1;
const TEXT = 2_048;
const RUNS = 400;
const WARM_UP = 200;
/** The least of so many is what a text takes: what else the machine does meanwhile only makes it longer. */
const TRIES = 5;
/** A large home's names. */
const NAMES = 2_000;
const SMALL = 64 * 1_024;
const LARGE = 1_024 * 1_024;
/** Sixteen times the text may take so many times as long, with room for caches and the collector of garbage; by the square it would be 256 times. */
const GROWTH = 48;
/** Microseconds: what is shorter is not measured well. */
const SHORTEST = 2_000;

/** Texts that patterns stumble over when they look at a place more than a few times. */
const HOSTILE: Readonly<Record<string, string>> = {
  letters: "a",
  digits: "1",
  "digits and blanks": "1 ",
  dots: "a.",
  "signs of mail": "a@",
  colons: "f:",
  "house numbers": "12 Oak ",
  capitals: "Anna ",
  blanks: " ",
  percents: "%4",
  "accented letters": "é",
  prose: "Turn the heating in the hall down at 7, we leave home at 8 and call 030 123456 or mail a.b@example.org about 12 Oak Street. ",
};

/** Most of a text has nothing private in it. */
const PLAIN = "A thermostat that is set back at night saves less than people think, for the walls have to be warmed again in the morning. ";

/** What the egress policy takes for 2 KB in a home of 2,000 names, and how its time grows with the text, at worst of many kinds. */
export function sanitizerTimes(): readonly Figure[] {
  const homeWords = manyWords();
  const sanitizer = createEgressPolicy({ homeWords: () => homeWords, languages: optionsSchema.parse({}).address_languages });
  const prose = `${PLAIN.repeat(2)}${HOSTILE["prose"] ?? ""}`;
  const times: number[] = [];
  for (let run = 0; run < WARM_UP + RUNS; run += 1) {
    const text = `${run} ${filled(prose, TEXT - 5)}`;
    const took = Math.min(...Array.from({ length: TRIES }, () => timeOf(sanitizer, text)));
    if (run >= WARM_UP) times.push(took);
  }
  const growth = Object.values(HOSTILE).map((piece) => {
    return leastWork(sanitizer, filled(piece, LARGE)) / Math.max(leastWork(sanitizer, filled(piece, SMALL)), SHORTEST);
  });
  return [
    atMost(GOAL_MS, { name: "sanitizer_p95_2_kb", value: percentile(times, 0.95), unit: "ms" }),
    atMost(GROWTH, { name: "sanitizer_1_mb_against_64_kb", value: Math.max(...growth), unit: "ratio" }),
  ];
}

/** Milliseconds. */
function timeOf(sanitizer: EgressPolicy, text: string): number {
  const from = performance.now();
  sanitizer.find(text);
  return performance.now() - from;
}

/** Microseconds of the processor in this thread, counted in steps too large for one short text: what else the machine does is not in them. */
function workOf(sanitizer: EgressPolicy, text: string): number {
  const from = process.threadCpuUsage();
  sanitizer.find(text);
  return process.threadCpuUsage(from).user;
}

function leastWork(sanitizer: EgressPolicy, text: string): number {
  return Math.min(workOf(sanitizer, text), workOf(sanitizer, text));
}

function filled(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

function manyWords(): readonly HomeWord[] {
  const more = Array.from(
    { length: NAMES },
    (_, index): HomeWord => ({ text: `Quorvax ${index} lamp`, kind: "device", generic: "smart light" }),
  );
  return [...sanitizerHomeWords()(), ...more];
}
