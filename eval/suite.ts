/** A number, or a named group of numbers; null where nothing was measured. */
export type Figures = { readonly [name: string]: number | null | Figures };

export interface SuiteOptions {
  /** The folder with the labelled rows; "" for a suite that makes its own. */
  readonly folder: string;
  /** At most so many cases, the first ones. */
  readonly limit: number | undefined;
  /** Only these case ids. */
  readonly ids: readonly string[] | undefined;
  /** An Ollama server and its model; without one only what needs no model is measured. */
  readonly model: { readonly url: string; readonly name: string } | undefined;
  /** An Ollama server and its embedding model; without one only what needs no vectors is measured. */
  readonly embedding?: { readonly url: string; readonly name: string } | undefined;
  /** Of what a suite generates; each suite has one of its own when left out. */
  readonly seed?: number | undefined;
  /** Called with one line after each case. */
  readonly onCase: (line: string) => void;
}

export interface SuiteReport {
  readonly cases: number;
  readonly figures: Figures;
  /** Lines on the cases that were not right, for whoever wants to know why. */
  readonly notes: readonly string[];
}

/** One kind of quality figures over labelled rows. */
export interface Suite {
  readonly about: string;
  /** It makes its own data. */
  readonly needsNoData?: true;
  run(options: SuiteOptions): Promise<SuiteReport>;
}

/** `count` of `all`, to four places; null of nothing. */
export function share(count: number, all: number): number | null {
  return all === 0 ? null : round(count / all);
}

/** The mean of what was measured, to four places; null of nothing. */
export function mean(values: readonly (number | undefined)[]): number | null {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? null : round(known.reduce((sum, value) => sum + value, 0) / known.length);
}

/** The cases that the options ask for. Throws RangeError for an id that no row has. */
export function selectCases<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  { ids, limit }: Pick<SuiteOptions, "ids" | "limit">,
): Row[] {
  const unknown = ids?.find((id) => !rows.some((row) => idOf(row) === id));
  if (unknown !== undefined) throw new RangeError(`there is no case ${unknown}`);
  return rows.filter((row) => !ids || ids.includes(idOf(row))).slice(0, limit);
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
