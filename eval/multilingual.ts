import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "../src/languages/catalogue.ts";
import type { ServiceCallRecord } from "../src/simulated-home/services/service-calls.ts";
import { SimulatedHome } from "../src/simulated-home/simulated-home.ts";
import { type Answered, EvalChannel } from "./eval-channel.ts";
import { startService } from "./eval-service.ts";
import { type Fixture, fixtureRow, homeOfSentence, INTENTS, type SentenceRow, sentenceRow } from "./multilingual-home.ts";
import { readRows } from "./rows.ts";
import { type Figures, type SuiteOptions, type SuiteReport, selectCases, share } from "./suite.ts";

export const MULTILINGUAL_ROWS = "multilingual.jsonl";
const ENGLISH_ROWS = "en.jsonl";
const FIXTURES = "fixtures.jsonl";
const AT_ONCE = 3;
const USUAL_SAMPLE = 1_000;

/** `untried`: the data do not say what it means; `elsewhere`: nothing of a home is meant and nothing was touched. */
type Outcome = "right" | "asked" | "no_change" | "wrong_answer" | "wrong_change" | "wrong_entity" | "elsewhere" | "untried";

const READS = /^(todo\.get_items|weather\.get_forecasts|calendar\.get_events)$/;

/**
 * Sentences of Home Assistant's own tests (OHF-Voice/intents), each said without a model in the home that its fixture describes. The
 * simulated home's matcher does not know them: the figures are those of our own grammar, which a real Home Assistant's matcher precedes.
 */
export async function runMultilingual({ folder, seed = 1, onCase, ...choice }: SuiteOptions): Promise<SuiteReport> {
  const fixtures = existsSync(join(folder, FIXTURES)) ? readRows(folder, FIXTURES, fixtureRow) : [];
  const fixtureOf = new Map(fixtures.map((one) => [one.fixture, one]));
  const files = [ENGLISH_ROWS, MULTILINGUAL_ROWS].filter((file) => existsSync(join(folder, file)));
  const order = (id: string) => createHash("sha256").update(`${seed}${id}`).digest("hex");
  const known = files
    .flatMap((file) => readRows(folder, file, sentenceRow))
    .filter(({ language }) => (LANGUAGES as readonly string[]).includes(language))
    .map((row) => ({ row, key: order(row.id) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ row }) => row);
  const rows = selectCases(known, ({ id }) => id, { ...choice, limit: choice.limit ?? USUAL_SAMPLE });
  const outcomes = new Map<SentenceRow, Outcome>();
  const notes: string[] = [];
  const queue = [...rows];
  const work = async () => {
    for (let row = queue.shift(); row; row = queue.shift()) {
      const { outcome, why } = await runSentence(row, fixtureOf.get(row.fixture ?? ""));
      outcomes.set(row, outcome);
      onCase(`${outcomes.size}/${rows.length} ${row.id}: ${outcome}`);
      if (!["right", "elsewhere", "untried"].includes(outcome)) notes.push(`${outcome} ${row.id}: ${row.sentence}\n  ${why}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const all = [...outcomes];
  const grouped = (of: (row: SentenceRow) => string) =>
    Object.fromEntries([...Map.groupBy(all, ([row]) => of(row))].sort().map(([name, some]) => [name, shares(some.map(([, one]) => one))]));
  return {
    cases: rows.length,
    figures: { ...grouped(({ language }) => language), by_intent: grouped(({ intent }) => intent) },
    notes: notes.sort(),
  };
}

function shares(outcomes: readonly Outcome[]): Figures {
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
  const judged = outcomes.length - count("elsewhere") - count("untried");
  return {
    judged,
    right: share(count("right"), judged),
    asked: share(count("asked"), judged),
    no_change: share(count("no_change"), judged),
    wrong_answer: count("wrong_answer"),
    wrong_change: count("wrong_change"),
    wrong_entity: count("wrong_entity"),
    elsewhere: count("elsewhere"),
    untried: count("untried"),
  };
}

async function runSentence(row: SentenceRow, fixture: Fixture | undefined): Promise<{ outcome: Outcome; why: string }> {
  const scene = row.fixture && !fixture ? undefined : homeOfSentence(row, fixture);
  if (!scene) return { outcome: "untried", why: "" };
  await using home = await SimulatedHome.start({ furnishing: scene.furnishing });
  const channel = new EvalChannel({ answersYes: true, language: row.language });
  await using _app = await startService({ home, channel, language: row.language });
  const answered = await channel.say(row.sentence);
  const calls = home.calls.filter(({ service, by, entityIds }) => by === undefined && !READS.test(service) && entityIds.length > 0);
  const outcome = judged(row, { calls, answered, meant: scene.meant, names: (fixture?.entities ?? []).map(({ name }) => name) });
  const told = calls.map(({ service, entityIds, data }) => `${service} ${entityIds} ${JSON.stringify(data)}`);
  return { outcome, why: `${answered.text?.replaceAll("\n", " / ")} [${told.join("; ")}] (${row.response})` };
}

interface Ended {
  readonly calls: readonly ServiceCallRecord[];
  readonly answered: Answered;
  readonly meant: readonly string[];
  readonly names: readonly string[];
}

function judged(row: SentenceRow, { calls, answered, meant, names }: Ended): Outcome {
  const service = INTENTS[row.intent]?.[1];
  const touched = new Set(calls.flatMap(({ entityIds }) => entityIds));
  if (calls.length > 0) {
    if (!service || [...touched].some((entityId) => !meant.includes(entityId))) return "wrong_entity";
    const isMeant = calls.every((call) => service.test(call.service) && holdsValue(row.slots, call));
    return isMeant && meant.every((entityId) => touched.has(entityId)) ? "right" : "wrong_change";
  }
  if (!INTENTS[row.intent]) return "elsewhere";
  if (answered.isQuestion && !answered.thought) return "asked";
  if (answered.thought || answered.text === undefined || service) return "no_change";
  return isSaid(row.response ?? "", answered.text, names) ? "right" : "wrong_answer";
}

/** A value that an intent names is the value of the call; brightness, volume and colour temperature are rounded. */
function holdsValue(slots: SentenceRow["slots"], { data }: ServiceCallRecord): boolean {
  const near = (wanted: unknown, is: unknown, by: number) =>
    typeof wanted !== "number" || (typeof is === "number" && Math.abs(is - wanted) <= by);
  const bright = data["brightness_pct"] ?? (typeof data["brightness"] === "number" ? data["brightness"] / 2.55 : undefined);
  const volume = typeof data["volume_level"] === "number" ? data["volume_level"] * 100 : undefined;
  return (
    near(slots["brightness"], bright, 1) &&
    near(slots["volume_level"], volume, 1) &&
    near(slots["position"], data["position"], 0) &&
    near(slots["percentage"], data["percentage"], 0) &&
    near(slots["temperature"], data["temperature"] ?? data["color_temp_kelvin"], "color_temp_kelvin" in data ? 500 : 0) &&
    (slots["color"] === undefined || "color_name" in data || "rgb_color" in data || "hs_color" in data) &&
    (slots["item"] === undefined || String(data["item"]).toLowerCase() === String(slots["item"]).toLowerCase())
  );
}

/** Whether an answer holds the entities and numbers of what Home Assistant answers, or its "yes" or "no" where it names none; a count may be told by names. */
function isSaid(expected: string, answer: string, names: readonly string[]): boolean {
  const [wanted, said] = [expected.toLowerCase(), answer.toLowerCase()];
  const all = names.map((name) => name.toLowerCase());
  const named = all.filter((name) => wanted.includes(name));
  if (/^\d+$/.test(wanted) && all.filter((name) => said.includes(name)).length === Number(wanted)) return true;
  const verdict = named.length === 0 ? /^(\p{L}+)(?:,|$)/u.exec(wanted)?.[1] : undefined;
  const numbers = wanted.match(/-?\d+(?:[.,]\d+)?/g) ?? [];
  const words = [...named, ...numbers, ...(verdict ? [verdict] : [])];
  return words.every((word) => said.replaceAll(".", ",").includes(word.replaceAll(".", ",")));
}
