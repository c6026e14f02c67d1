import { z } from "zod";
import type { Entity } from "../registry/home.ts";
import type { Answers } from "./answers.ts";

const number = z.number().nullish();
const forecast = z.object({
  /** ISO, with a zone. */
  datetime: z.string(),
  condition: z.string().nullish(),
  temperature: number,
  templow: number,
  precipitation: number,
  precipitation_probability: number,
  wind_speed: number,
  /** Of half days. */
  is_daytime: z.boolean().nullish(),
  /** Written by the weather service. */
  detailed_description: z.string().nullish(),
});
const form = z.object({ forecast: z.array(forecast) });

export type Forecast = z.infer<typeof forecast>;
export type ForecastStep = "day" | "hour";

/** Kinds of forecasts for a step, the best first, with the feature that an entity needs (WeatherEntityFeature). */
const TYPES: Readonly<Record<ForecastStep, readonly { readonly type: string; readonly feature: number }[]>> = {
  day: [
    { type: "daily", feature: 1 },
    { type: "twice_daily", feature: 4 },
  ],
  hour: [{ type: "hourly", feature: 2 }],
};

function typeOf({ state }: Pick<Entity, "state">, step: ForecastStep): string | undefined {
  const features = Number(state.attributes["supported_features"] ?? 0);
  return TYPES[step].find(({ feature }) => (features & feature) !== 0)?.type;
}

/** The steps that a weather entity has forecasts for. */
export function forecastSteps(entity: Pick<Entity, "state">): readonly ForecastStep[] {
  return (["day", "hour"] as const).filter((step) => typeOf(entity, step) !== undefined);
}

/** The forecast from now on; none for a step that the entity does not have. Throws what `answers` throws. */
export async function readForecast(
  answers: Answers,
  { entity, step, signal }: { readonly entity: Entity; readonly step: ForecastStep; readonly signal?: AbortSignal },
): Promise<readonly Forecast[]> {
  const type = typeOf(entity, step);
  if (type === undefined) return [];
  return (await answers("weather.get_forecasts", { entityId: entity.entityId, data: { type }, form, signal })).forecast;
}
