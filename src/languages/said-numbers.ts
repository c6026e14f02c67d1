import { LANGUAGES } from "./catalogue.ts";

/** A number that was said, as it was said. */
export interface SaidNumber {
  readonly value: number;
  /** "" if none was said. */
  readonly unit: string;
  /** Digits after the point. */
  readonly decimals: number;
  /** Where it stands, with its unit if that is one. */
  readonly from: number;
  readonly to: number;
}

/** Units of one quantity by how many of the smallest each is (SI; temperatures apart). */
const SCALES: readonly Readonly<Record<string, number>>[] = [
  { W: 1, kW: 1_000, MW: 1_000_000 },
  { Wh: 1, kWh: 1_000, MWh: 1_000_000 },
  { mV: 1, V: 1_000 },
  { mA: 1, A: 1_000 },
  { mm: 1, cm: 10, m: 1_000, km: 1_000_000, in: 25.4, ft: 304.8, mi: 1_609_344 },
  { "m/s": 3.6, "km/h": 1, mph: 1.609344 },
  { s: 1, min: 60, h: 3_600, d: 86_400 },
  { Pa: 1, hPa: 100, mbar: 100, kPa: 1_000, bar: 100_000, psi: 6_894.757 },
  { g: 1, kg: 1_000 },
  { mL: 1, L: 1_000, "m³": 1_000_000 },
];
/** Kelvin of a temperature. */
const KELVIN: Readonly<Record<string, (value: number) => number>> = {
  "°C": (value) => value + 273.15,
  "°F": (value) => ((value + 459.67) * 5) / 9,
  K: (value) => value,
};
/** People round: a whole number from ten on may be one off, a small one half, and any number by so much of itself. */
const RELATIVE_TOLERANCE = 0.02;
const SMALL = 10;
/** Units that languages have words for, by their names in Intl. */
const WORDED: readonly (readonly [unit: string, symbol: string])[] = Object.entries({
  ...{ second: "s", minute: "min", hour: "h", day: "d", percent: "%", degree: "°", celsius: "°C", fahrenheit: "°F" },
  ...{ kilometer: "km", meter: "m", centimeter: "cm", millimeter: "mm", liter: "L", gram: "g", kilogram: "kg" },
});

const NUMBER = /(?<![\p{L}\p{N}.,:])-?\d{1,12}(?:[.,]\d{1,6})?(?![\p{N}:])/gu;
const UNIT = /^\s?(°\s?[CF]?|%|[\p{L}µ]{1,14}(?:\/[\p{L}]{1,2})?[³²]?)/u;

let known: ReadonlyMap<string, string> | undefined;

/** What the product's languages call units ("Minuten" → min), by Intl. */
function unitWords(): ReadonlyMap<string, string> {
  known ??= new Map(
    LANGUAGES.flatMap((language) =>
      WORDED.flatMap(([unit, symbol]) => {
        const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
        const parts = [1, 2, 5, 11].flatMap((count) => format.formatToParts(count));
        return parts.flatMap(({ type, value }) => (type === "unit" && value.length > 1 ? [[value.toLowerCase(), symbol] as const] : []));
      }),
    ),
  );
  return known;
}

/** The numbers in a text, with what may be their units; `units` are known beside those of ours. Times of day are none. */
export function numbersIn(text: string, units: ReadonlySet<unknown> = new Set()): readonly SaidNumber[] {
  return [...text.matchAll(NUMBER)].map((match) => {
    const number = match[0].replace(",", ".");
    const end = match.index + match[0].length;
    const [whole = "", written = ""] = UNIT.exec(text.slice(end)) ?? [];
    const said = written.replaceAll(/\s/g, "");
    const unit = unitWords().get(said.toLowerCase()) ?? said;
    const isUnit = unit !== said || units.has(unit) || /^[°%]/u.test(unit) || SCALES.some((scale) => Object.hasOwn(scale, unit));
    const to = isUnit ? end + whole.length : end;
    return { value: Number(number), unit, decimals: number.split(".")[1]?.length ?? 0, from: match.index, to };
  });
}

/** Whether a said number is the measured one, within what people round. Undefined if their units are of different kinds. */
export function isSameValue(
  said: Omit<SaidNumber, "from" | "to">,
  measured: { readonly value: number; readonly unit: string },
): boolean | undefined {
  const expected = converted(measured.value, measured.unit, said.unit);
  if (expected === undefined) return undefined;
  const rounding = said.decimals > 0 ? 10 ** -said.decimals : Math.abs(said.value) < SMALL ? 0.5 : 1;
  return Math.abs(said.value - expected) <= rounding + Math.abs(expected) * RELATIVE_TOLERANCE;
}

function converted(value: number, from: string, to: string): number | undefined {
  if (from === to || to === "" || (to === "°" && from.startsWith("°"))) return value;
  const kelvin = KELVIN[from]?.(value);
  if (kelvin !== undefined) {
    if (to === "°C") return kelvin - 273.15;
    if (to === "°F") return (kelvin * 9) / 5 - 459.67;
    return to === "K" ? kelvin : undefined;
  }
  const scale = SCALES.find((units) => Object.hasOwn(units, from) && Object.hasOwn(units, to));
  return scale && (value * (scale[from] ?? 1)) / (scale[to] ?? 1);
}
