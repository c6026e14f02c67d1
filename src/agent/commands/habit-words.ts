import type { Home } from "../../homeassistant/registry/home.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import { clockOf, type KeptPattern, LIGHTS_OF_AREA } from "../../memory/habits/habit.ts";

/** One sentence for a habit, made by code, as plain text: "Garage Door is opened at about 07:30, on workdays." */
export function habitSentence(habit: KeptPattern, home: Pick<Home, "find" | "areas">, catalogue: Catalogue): string {
  const { action, value, by } = habit;
  const area = areaOf(habit);
  const thing = habitThing(habit, home);
  const name = area === undefined ? thing : catalogue.text("habit.lights", { area: thing });
  const doing = area !== undefined ? `lights-${action}` : action === "off" && by !== undefined ? "off-by" : action;
  const what = catalogue.find(`habit.do.${doing}`, { name, value: value === undefined ? "" : catalogue.number(value) }) ?? name;
  const sentence = catalogue.text("habit.sentence", { what, when: whenText(habit, catalogue), days: daysText(habit, catalogue) });
  return habit.departs ? catalogue.text("habit.leaving", { sentence }) : sentence;
}

/** What its thing is called in the home: an entity, or the room whose lights it is about. */
export function habitThing(habit: Pick<KeptPattern, "subject">, home: Pick<Home, "find" | "areas">): string {
  const { subject } = habit;
  const area = areaOf(habit);
  if (area !== undefined) return home.areas().find(({ areaId }) => areaId === area)?.name ?? area;
  return home.find(subject)?.name ?? subject.split(".")[1]?.replaceAll("_", " ") ?? subject;
}

function areaOf({ subject }: Pick<KeptPattern, "subject">): string | undefined {
  return subject.startsWith(LIGHTS_OF_AREA) ? subject.slice(LIGHTS_OF_AREA.length) : undefined;
}

function whenText({ minute, spread, by, sun }: KeptPattern, catalogue: Catalogue): string {
  if (sun) {
    const side = sun.minutes === 0 ? "at" : sun.minutes > 0 ? "after" : "before";
    return catalogue.text(`habit.sun.${side}-${sun.event}`, { count: Math.abs(sun.minutes) });
  }
  if (by !== undefined) return catalogue.text("habit.by", { time: clockOf(by) });
  return catalogue.text("habit.at", { time: clockOf(minute, spread) });
}

function daysText({ days: { name, weekdays } }: KeptPattern, catalogue: Catalogue): string {
  if (name === "every day") return catalogue.text("habit.on.all");
  if (name === "workdays" || name === "weekends") return catalogue.text(`habit.on.${name}`);
  return catalogue.text("habit.on.some", { days: catalogue.list(weekdays.map((day) => catalogue.find(`habit.day.${day}`) ?? "")) });
}
