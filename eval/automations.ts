import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { automationSchema } from "../src/automations/intent.ts";
import { columnOf } from "../src/automations/past.ts";
import { replay } from "../src/automations/replay.ts";
import { catalogueFor } from "../src/languages/catalogue.ts";
import { demoHome } from "../src/simulated-home/furnishing.ts";
import { SimulatedHome } from "../src/simulated-home/simulated-home.ts";
import { FakeModelServer } from "../tests/fakes/model-server.ts";
import { FROM, momentsOf, scripted, TIME_ZONE, TO } from "./automation-days.ts";
import { type Dialogue, runDialogues } from "./dialogues.ts";
import { EvalChannel } from "./eval-channel.ts";
import { startService } from "./eval-service.ts";
import type { Suite } from "./suite.ts";

const ROWS = join(import.meta.dirname, "rows/automations");
const NOW = Date.parse("2026-11-26T16:10:00+01:00");
const ANNA = { name: "Anna", telegram_user_id: 1, role: "owner", ha_person: "person.anna" };

const lines = z.array(z.string()).default([]);
const row = z.strictObject({
  kind: z.string(),
  /** What Anna says behind `/automate`. */
  say: z.string().transform((one) => [one]),
  /** When it has to run on the scripted days, as `momentsOf` reads it. */
  runs: lines,
  /** What each run does: `light.turn_on light.bed_light`, or `tell Anna`. */
  does: lines,
  /** Where they do not all do the same: what one after the other does, over and over. */
  inTurn: z.array(z.array(z.string())).optional(),
  /** What a scripted model answers, of those that have one. */
  model: z.record(z.string(), z.unknown()).optional(),
  /** What starts it, where those days cannot tell: `calendar calendar.family start -10`. */
  starts: z.string().optional(),
  /** None may be made. */
  asks: z.boolean().default(false),
});
type AutomationCase = Dialogue<z.infer<typeof row>>;

/** `wrong`: one was made that behaves otherwise than what was meant. */
const OUTCOMES = ["right", "asked", "wrong"] as const;

/** Sentences that describe automations, without a model: what was made runs over scripted days of the demo home, and what it does then is compared with what is meant. */
export const automations: Suite = {
  about:
    "automations from sentences, without a model but where a row scripts one (own rows, rows/automations/*.jsonl; *.kept.jsonl are kept back)",
  needsNoData: true,
  run: (options) => runDialogues(readRows(), options, OUTCOMES, runCase),
};

function readRows(): readonly AutomationCase[] {
  return readdirSync(ROWS).flatMap((name) => {
    const language = name.replace(/\.jsonl$/, "");
    const rows = readFileSync(join(ROWS, name), "utf8").split("\n").filter(Boolean);
    return rows.map((line, index) => ({ ...row.parse(JSON.parse(line)), id: `${language}-${index + 1}`, language }));
  });
}

async function runCase(one: AutomationCase): Promise<{ outcome: (typeof OUTCOMES)[number]; why: string }> {
  const language = one.language.slice(0, 2);
  await using home = await SimulatedHome.start({ furnishing: demoHome });
  home.setState("sun.sun", "above_horizon", { next_setting: "2026-11-27T15:00:00Z", next_rising: "2026-11-27T06:30:00Z" });
  home.setState("binary_sensor.kitchen_window", "off", { device_class: "window" });
  const channel = new EvalChannel({ answersYes: true, language, personId: `telegram:${ANNA.telegram_user_id}`, now: () => NOW });
  await using model = one.model && (await FakeModelServer.start());
  model?.respond(() => ({ text: JSON.stringify({ automation: { name: "scripted", ...one.model } }) }));
  const options = { people: [ANNA], ...(model && { ollama_url: model.url, ollama_model: "scripted" }) };
  await using app = await startService({ home, channel, language, options, clock: () => NOW });
  const undecided = app.decisions.list().flatMap(({ entityId, decision }) => (decision === undefined ? entityId : []));
  app.decisions.decide(undecided, "fine", { id: channel.personId });
  const answered = await channel.say(`/automate ${one.say.join(" ")}`);
  const [made] = app.automations.latest();
  const text = (answered.text ?? "").replaceAll("\n", " / ");
  if (!made) {
    const isPlain = answered.text?.includes(catalogueFor(language).text("automation.unclear")) === true || answered.isQuestion;
    return { outcome: one.asks ? "right" : "asked", why: isPlain ? "" : text };
  }
  const automation = automationSchema.parse(made.automation);
  const { times, newest } = replay({ automation, ...DAYS_OF_ALL });
  const did = newest.map(({ steps }) => steps.flatMap((step) => (step.kind === "tell" ? [`tell ${step.person}`] : callLines(step))));
  const isThen = one.starts === undefined ? times.join() === momentsOf(one.runs).join() : startOf(automation.triggers) === one.starts;
  const all = one.starts === undefined ? did : [automation.actions.flatMap(callLines)];
  const meant = one.inTurn ?? [one.does];
  const isThat = all.length > 0 && all.every((done, index) => done.toSorted().join() === meant[index % meant.length]?.toSorted().join());
  return { outcome: !one.asks && isThen && isThat ? "right" : "wrong", why: `${text} ${JSON.stringify({ ...automation, name: "" })}` };
}

const DAYS_OF_ALL = {
  series: new Map([...scripted()].map(([entityId, changes]) => [entityId, columnOf(changes)])),
  zones: new Map([["zone.home", "home"]]),
  timeZone: TIME_ZONE,
  from: FROM,
  to: TO,
};

function callLines(step: z.infer<typeof automationSchema>["actions"][number]): readonly string[] {
  if (step.kind === "tell") return [`tell ${step.person}`];
  if (step.kind !== "call") return [step.kind];
  const data = Object.entries(step.data ?? {}).map(([name, value]) => `${name}=${String(value)}`);
  return step.entities.map((entityId) => [step.service, entityId, ...data.toSorted()].join(" "));
}

function startOf([trigger, ...more]: z.infer<typeof automationSchema>["triggers"]): string {
  if (!trigger || more.length > 0) return "several";
  if (trigger.kind === "calendar") return ["calendar", trigger.entity, trigger.event, trigger.offsetMinutes ?? 0].join(" ");
  return trigger.kind === "event" ? ["event", trigger.type].join(" ") : trigger.kind;
}
