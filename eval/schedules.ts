import { join } from "node:path";
import { z } from "zod";
import { type Awaited, type Trigger, triggerIn } from "../src/attention/trigger.ts";
import { homeTime } from "../src/homeassistant/home-time.ts";
import { catalogueFor } from "../src/languages/catalogue.ts";
import { demoHome } from "../src/simulated-home/furnishing.ts";
import { SimulatedHome } from "../src/simulated-home/simulated-home.ts";
import type { Schedule } from "../src/storage/turns/schedules.ts";
import { type Dialogue, readDialogues, runDialogues } from "./dialogues.ts";
import { type Answered, EvalChannel } from "./eval-channel.ts";
import { startService } from "./eval-service.ts";
import type { Suite } from "./suite.ts";

const ROWS = join(import.meta.dirname, "rows/schedules");
/** Thursday, 16:10 in the home's zone; Ben is away. */
const NOW = Date.parse("2026-11-26T16:10:00+01:00");
const SUNSET = "2026-11-27T15:00:00Z";
const SUNRISE = "2026-11-27T07:00:00Z";
const BEN = { name: "Ben", telegram_user_id: 2, role: "adult" };
const ANNA = { name: "Anna", telegram_user_id: 1, role: "owner", ha_person: "person.anna" };
/** It says that it cannot do this. */
const TOLD = ["answer.without-model-owner"] as const;
/** Reading changes nothing. */
const READS = "calendar.get_events";
const WASHING = { "sensor.washing_machine_status": "running" };

const lines = z.array(z.string()).default([]);
const row = z.strictObject({
  /** What Anna says, one message after another. */
  say: z.union([z.string().transform((one) => [one]), z.array(z.string())]),
  /** States at the start that differ from the demo home's. */
  given: z.record(z.string(), z.string()).default({}),
  /**
   * What is planned at the end, as `planLines` writes it: `11-27 07:00 > light.turn_on light.bed_light`, `daily 07:00 > remind …`, `11-26 18:00 > tell Ben …`,
   * with `!` behind what is told again. The text of a
   * reminder or a timer is a pattern, and so is a time `*`.
   */
  want: lines,
  /** Calls that are made at once. */
  now: lines,
  /** Nothing may be planned or done. */
  asks: z.boolean().default(false),
  /** What the last answer has to hold, and must not hold, as patterns. */
  answer: lines,
  never: lines,
});
type ScheduleCase = Dialogue<z.infer<typeof row>>;

/** `told`: it says that it cannot do this without a model; `wrong`: another time or thing than what was meant, or done at once. */
const OUTCOMES = ["right", "asked", "told", "wrong"] as const;

type Outcome = (typeof OUTCOMES)[number];

/** What people want later, said to the demo home at a fixed time without a model: what is planned is compared with what they mean. */
export const schedules: Suite = {
  about: "what is wanted later, without a model (own rows, rows/schedules/*.yaml; *.kept.yaml are kept back)",
  needsNoData: true,
  run: (options) => runDialogues(readDialogues(ROWS, row), options, OUTCOMES, runCase),
};

async function runCase(one: ScheduleCase): Promise<{ outcome: Outcome; why: string }> {
  const language = one.language.slice(0, 2);
  const states: Readonly<Record<string, string>> = { ...WASHING, ...one.given };
  const entities = demoHome.entities.map((entity) => ({ ...entity, state: states[entity.entity_id] ?? entity.state }));
  await using home = await SimulatedHome.start({ furnishing: { ...demoHome, entities } });
  home.setState("sun.sun", "above_horizon", { next_setting: SUNSET, next_rising: SUNRISE });
  home.setState("zone.office", "0", { friendly_name: "Office" });
  const channel = new EvalChannel({ answersYes: false, language, personId: `telegram:${ANNA.telegram_user_id}`, now: () => NOW });
  await using app = await startService({ home, channel, language, options: { people: [ANNA, BEN] }, clock: () => NOW });
  const undecided = app.decisions.list().flatMap(({ entityId, decision }) => (decision === undefined ? entityId : []));
  app.decisions.decide(undecided, "fine", { id: channel.personId });
  const linesOf = () => app.schedules.ofPerson(channel.personId).flatMap(planLines).sort();
  let answered: Answered | undefined;
  let before: readonly string[] = [];
  for (const text of one.say) {
    before = linesOf();
    answered = await channel.say(text);
  }
  const planned = linesOf();
  const made = home.calls
    .filter(({ service }) => service !== READS)
    .flatMap(callLines)
    .sort();
  return judged(one, { answered, before, planned, made, language });
}

interface Ended {
  readonly answered: Answered | undefined;
  /** What was planned before the last message, and at the end. */
  readonly before: readonly string[];
  readonly planned: readonly string[];
  readonly made: readonly string[];
  readonly language: string;
}

function judged(one: ScheduleCase, { answered, before, planned, made, language }: Ended): { outcome: Outcome; why: string } {
  const text = answered?.text ?? "";
  const why = `${text.replaceAll("\n", " / ")} [${[...made.map((line) => `now > ${line}`), ...planned].join("; ")}]`;
  const isUntouched = planned.length === 0 && made.length === 0;
  const isTold = TOLD.some((key) => text.includes(catalogueFor(language).text(key)));
  const isQuestion = answered?.isQuestion === true || text.includes("?");
  if (one.asks) return { outcome: isUntouched && (isTold || isQuestion) ? "right" : "wrong", why };
  const says = (pattern: string) => new RegExp(pattern, "isu").test(text);
  const isAsWanted = areAll(one.want.flatMap(eachThing), planned) && areAll(one.now.flatMap(eachThing), made);
  if (isAsWanted && one.answer.every(says) && !one.never.some(says)) return { outcome: "right", why };
  // a follow-up that was not understood leaves what there was
  const isLeft = isUntouched || (one.say.length > 1 && areAll(before, planned));
  if (isLeft && isQuestion && !isTold) return { outcome: "asked", why };
  return { outcome: isLeft && isTold ? "told" : "wrong", why };
}

/** Each wanted line is one of those that there are, and none is left. */
function areAll(wanted: readonly string[], are: readonly string[]): boolean {
  const left = new Set(are);
  const isFound = wanted.every((line) => {
    const found = [...left].find((one) => isLike(line, one));
    return found !== undefined && left.delete(found);
  });
  return isFound && left.size === 0;
}

function isLike(wanted: string, is: string): boolean {
  if (wanted === is) return true;
  const [[when = "", what = ""], [at = "", planned = ""]] = [wanted.split(" > "), is.split(" > ")];
  const isThen = when === at || (when.endsWith("*") && at.startsWith(when.slice(0, -1)));
  return isThen && !/^\w+\.\w+ /.test(what) && new RegExp(`^(?:${what})$`, "isu").test(planned);
}

/** One line for each entity. */
function eachThing(line: string): readonly string[] {
  const [head = "", service, things = ""] = /^(.*?)(\b[a-z_]+\.[a-z_]+) ([a-z_]+\..*)$/.exec(line)?.slice(1) ?? [];
  if (service === undefined) return [line];
  const words = things.split(" ");
  const data = words.filter((word) => word.includes("="));
  return words.filter((word) => !word.includes("=")).map((entityId) => `${head}${[service, entityId, ...data].join(" ")}`);
}

function callLines({ service, entityIds, data }: Pick<Schedule["calls"][number], "service" | "entityIds" | "data">): readonly string[] {
  const values = Object.entries(data).map(([name, value]) => `${name}=${value}`);
  return entityIds.map((entityId) => [service, entityId, ...values.sort()].join(" "));
}

function planLines(plan: Schedule): readonly string[] {
  const when = whenLine(triggerIn(plan));
  if (plan.kind === "action") return plan.calls.flatMap(callLines).map((line) => `${when} > ${line}`);
  const what = plan.recipientName === undefined ? (plan.kind === "timer" ? "timer" : "remind") : `tell ${plan.recipientName}`;
  return [[`${when} > ${what} ${plan.text}`.trim(), ...(plan.kind === "reminder" && plan.isImportant ? ["!"] : [])].join(" ")];
}

/** `11-27 07:00`, `daily 07:00`, `2 TU 19:00`, `month 5 09:00`, `daily 07:00 except 11-27`, `each 30m`, `every sunset`, `sunset -30m`, `when person.ben not home`, `when sensor.bedroom_temperature below 18 for 10m`, `whenever input_button.doorbell`. */
function whenLine(trigger: Trigger): string {
  switch (trigger.kind) {
    case "moment": {
      const at = homeTime(demoHome.timeZone ?? "").iso(trigger.at);
      return at.slice(5, 19).replace("T", " ").replace(/:00$/, "");
    }
    case "local":
      return trigger.at.slice(5).replace("T", " ");
    case "interval":
      return `each ${trigger.everyMs / 60_000}m`;
    case "recurrence": {
      const rule = new Map(trigger.rule.split(";").map((part) => part.split("=") as [string, string]));
      const days = rule.get("BYDAY") ?? (rule.has("BYMONTHDAY") ? `month ${rule.get("BYMONTHDAY")}` : rule.get("FREQ")?.toLowerCase());
      const clock = ["BYHOUR", "BYMINUTE"].map((part) => (rule.get(part) ?? "").padStart(2, "0")).join(":");
      const except = trigger.except?.map((day) => ` except ${day.slice(5)}`).join("") ?? "";
      return [rule.get("INTERVAL") ?? "", days, clock].join(" ").trim() + except;
    }
    case "sun":
      return `${trigger.repeats ? "every " : ""}${trigger.event}${trigger.offsetMs === undefined ? "" : ` ${trigger.offsetMs / 60_000}m`}`;
    case "state":
      return `${whenOf(trigger)} ${trigger.isLeft ? "not " : ""}${trigger.state}${heldFor(trigger)}`;
    case "numeric": {
      const side = trigger.above === undefined ? `below ${trigger.below}` : `above ${trigger.above}`;
      return `${whenOf(trigger)} ${side}${heldFor(trigger)}`;
    }
    case "event":
      return whenOf(trigger);
  }
}

function whenOf({ entityIds, repeats }: Awaited): string {
  return `${repeats ? "whenever" : "when"} ${entityIds.join(",")}`;
}

function heldFor({ forMs }: Awaited): string {
  return forMs === undefined ? "" : ` for ${forMs / 60_000}m`;
}
