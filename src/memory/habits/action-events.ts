/** A state that an entity took; `target` is the temperature that a climate device is set to. `at` in ms since the epoch. */
export interface StateSample {
  readonly at: number;
  readonly state: string;
  readonly target?: number | undefined;
}

export const HABIT_ACTIONS = ["on", "off", "open", "close", "lock", "unlock", "arm", "disarm", "start", "set"] as const;
export type HabitAction = (typeof HABIT_ACTIONS)[number];

export interface ActionEvent {
  readonly entityId: string;
  readonly action: HabitAction;
  /** Of `set`: degrees, as the thermostat shows them. */
  readonly value: number | undefined;
  readonly at: number;
}

/** Domains that hands do something to. Sensors measure, and buttons and scenes have no state that tells what became of them. */
export const LEARNED_DOMAINS: readonly string[] = [
  ...["light", "switch", "fan", "input_boolean", "humidifier", "media_player", "cover", "valve", "lock"],
  ...["climate", "water_heater", "alarm_control_panel", "vacuum"],
];

export const TARGET_DOMAINS: readonly string[] = ["climate", "water_heater"];

/** A dial is turned step by step: what it rests at counts. */
const DIAL_MS = 120_000;
/** A device that stutters does one thing. */
const STUTTER_MS = 60_000;

type Phase = HabitAction | "unknown" | "between";

const OFF: ReadonlySet<string> = new Set(["off", "standby"]);
const GAPS: ReadonlySet<string> = new Set(["unavailable", "unknown", "none", ""]);
/** By domain: a state and the action that leads to it; what is on its way counts as there. */
const PHASES: Readonly<Record<string, Readonly<Record<string, Phase>>>> = {
  cover: { open: "open", opening: "open", closed: "close", closing: "close" },
  valve: { open: "open", opening: "open", closed: "close", closing: "close" },
  lock: { locked: "lock", locking: "lock", unlocked: "unlock", unlocking: "unlock", open: "unlock", opening: "unlock" },
  vacuum: { cleaning: "start", docked: "off", idle: "off", paused: "between", returning: "off" },
};

/** What was done to an entity, from its states (oldest first). What happened while the device was unavailable has no time, and is no event. */
export function actionEvents(entityId: string, samples: readonly StateSample[]): readonly ActionEvent[] {
  const domain = entityId.split(".")[0] ?? "";
  const events: ActionEvent[] = [];
  let phase: Phase | undefined;
  let target: number | undefined;
  for (const sample of samples) {
    const next = phaseOf(domain, sample.state);
    if (next === "unknown") {
      phase = undefined;
      target = undefined;
      continue;
    }
    if (next !== "between") {
      if (phase !== undefined && phase !== next && isTold(domain, next))
        add(events, { entityId, action: next, value: undefined, at: sample.at });
      phase = next;
    }
    if (sample.target === undefined) continue;
    if (target !== undefined && target !== sample.target) add(events, { entityId, action: "set", value: sample.target, at: sample.at });
    target = sample.target;
  }
  return events;
}

function add(events: ActionEvent[], event: ActionEvent): void {
  const last = events.findLastIndex(({ action }) => action === event.action);
  const before = events[last];
  if (before && event.action === "set" && event.at - before.at < DIAL_MS) events.splice(last, 1);
  else if (before && event.at - before.at < STUTTER_MS) return;
  events.push(event);
}

/** That a vacuum has come home is its own doing. */
function isTold(domain: string, phase: Phase): phase is HabitAction {
  return phase !== "unknown" && phase !== "between" && !(domain === "vacuum" && phase === "off");
}

function phaseOf(domain: string, state: string): Phase {
  if (GAPS.has(state)) return "unknown";
  if (domain === "alarm_control_panel") return alarmPhase(state);
  const known = PHASES[domain];
  if (known) return known[state] ?? "between";
  return OFF.has(state) ? "off" : "on";
}

function alarmPhase(state: string): Phase {
  if (state === "disarmed") return "disarm";
  return state.startsWith("armed") || state === "arming" ? "arm" : "between";
}
