import { z } from "zod";
import type { ReadTool } from "../../agent/toolbox.ts";
import { type HomeTime, homeTime } from "../../homeassistant/home-time.ts";
import type { Answers } from "../../homeassistant/reading/answers.ts";
import { type Forecast, forecastSteps, readForecast } from "../../homeassistant/reading/forecasts.ts";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import { outsideTextsOf } from "../../security/provenance/provenance.ts";
import { accessDomain, LONGEST_NAME, LONGEST_TEXT, shorten } from "../entity-access.ts";
import { defineReadTool } from "../tool.ts";

/** A week of days or half days, a day of hours: about 600 tokens. */
const MOST_STEPS = { day: 14, hour: 24 };
const MEASURED = ["temperature", "apparent_temperature", "wind_speed", "pressure"];

const input = z.object({
  by: z.enum(["day", "hour"]).default("day"),
  entity_id: z.string().max(255).optional(),
});

interface WeatherDependencies {
  readonly home: Pick<Home, "find" | "isHidden" | "nearest" | "exposed" | "domains" | "info">;
  readonly answers: Answers;
}

/** The weather now and the forecast of one weather entity, in its own units. */
export function createGetWeather({ home, answers }: WeatherDependencies): ReadTool {
  const tool = defineReadTool("get_weather", "Weather at home, forecast.", input, async ({ by, entity_id }, caller, signal) => {
    const access = accessDomain(home, "weather", entity_id, caller);
    if (!access.ok) return access.result;
    const [entity, ...others] = access.entities;
    const { state, attributes } = entity.state;
    if (state === "unavailable")
      return { ok: false, error: "unavailable", message: "The weather service does not answer right now. Say so." };
    const forecast = (await readForecast(answers, { entity, step: by, signal })).slice(0, MOST_STEPS[by]);
    const steps = forecastSteps(entity);
    const written = [state, ...forecast.flatMap(({ condition, detailed_description: text }) => [condition ?? "", text ?? ""])];
    const outside = written.flatMap((text) => outsideTextsOf(text));
    const time = homeTime(home.info.timeZone);
    return {
      ok: true,
      read: { kind: "weather", entity, step: by, forecast },
      name: shorten(entity.name, LONGEST_NAME),
      now: [shorten(state, LONGEST_TEXT), ...nowOf(attributes)].join(", "),
      [`forecast_by_${by}`]: forecast.map((one) => toldStep(one, by, entity, time)),
      ...(!steps.includes(by) && { note: steps.length === 0 ? "It has no forecast." : `It has a forecast by ${steps.join(", ")} only.` }),
      ...(others.length > 0 && { others: Object.fromEntries(others.map(({ name, entityId }) => [shorten(name, LONGEST_NAME), entityId])) }),
      ...(outside.length > 0 ? { origin: "outside" as const, outside } : { origin: "home" as const }),
    };
  });
  return { ...tool, offered: () => home.domains.has("weather") };
}

function nowOf(attributes: Entity["state"]["attributes"]): readonly string[] {
  const { humidity } = attributes;
  return [
    ...MEASURED.flatMap((name) => {
      const value = attributes[name];
      const unit = attributes[`${name.replace("apparent_", "")}_unit`];
      return typeof value === "number" ? `${name.replaceAll("_", " ")} ${value} ${typeof unit === "string" ? unit : ""}`.trim() : [];
    }),
    ...(typeof humidity === "number" ? [`humidity ${humidity} %`] : []),
  ];
}

/** "Sun 2026-11-29 rainy, 8 to 19 °C, 5 mm, 30 % rain" */
function toldStep(forecast: Forecast, by: "day" | "hour", { state: { attributes } }: Entity, time: HomeTime): string {
  const { datetime, condition, temperature, templow, precipitation, precipitation_probability: probability, is_daytime: isDay } = forecast;
  const unitOf = (name: string) => (typeof attributes[name] === "string" ? ` ${attributes[name]}` : "");
  const at = Date.parse(datetime);
  const when = by === "hour" ? time.minute(at) : time.weekday(at);
  const range = [templow, temperature].filter((value) => typeof value === "number").join(" to ");
  const parts = [
    range === "" ? "" : `${range}${unitOf("temperature_unit")}`,
    typeof precipitation === "number" ? `${precipitation}${unitOf("precipitation_unit")}` : "",
    typeof probability === "number" ? `${probability} % rain` : "",
    shorten(forecast.detailed_description ?? "", LONGEST_TEXT),
  ];
  const half = isDay === undefined || isDay === null ? "" : isDay ? " day" : " night";
  return [`${when}${half} ${shorten(condition ?? "", LONGEST_TEXT)}`.trim(), ...parts.filter((part) => part !== "")].join(", ");
}
