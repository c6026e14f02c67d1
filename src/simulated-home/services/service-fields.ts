/** One field of a service, as `get_services` describes it. `kind` is what the value must be for Home Assistant to take the call. */
export interface ServiceField {
  readonly required?: boolean;
  readonly selector: Readonly<Record<string, unknown>>;
  readonly kind: FieldKind;
  /** Described as required, and taken without it all the same. */
  readonly lenient?: true;
}

export type FieldKind =
  | { readonly is: "any" }
  | { readonly is: "text" }
  | { readonly is: "boolean" }
  | { readonly is: "percentage" }
  | { readonly is: "float" | "int"; readonly min?: number; readonly max?: number };

export interface ServiceDescription {
  readonly fields: Readonly<Record<string, ServiceField>>;
  /** Fields that the frontend shows in a section of their own; Home Assistant nests them in the description. */
  readonly more?: Readonly<Record<string, ServiceField>>;
  /** Name of that section; `additional_fields` when left out. */
  readonly section?: string;
  /** Fields that are taken though no description has them. */
  readonly silent?: readonly string[];
  /** Domain of its entities and the feature bits of which an entity needs one; null for services that take no entity. */
  readonly target: { readonly domain: string | null; readonly features?: readonly number[] } | null;
  /** Whether it answers: never, if asked, or always. */
  readonly response?: "optional" | "only";
}

export type ServiceCatalogue = Readonly<Record<string, Readonly<Record<string, ServiceDescription>>>>;

export const field = (selector: Record<string, unknown>, kind: FieldKind, required = false): ServiceField => ({
  ...(required && { required }),
  selector,
  kind,
});
export const text = (required = false) => field({ text: { multiline: false, multiple: false } }, { is: "text" }, required);
export const bool = (required = false) => field({ boolean: {} }, { is: "boolean" }, required);
export const object = (required = false) => field({ object: { multiple: false } }, { is: "any" }, required);
export const number = (min: number, max: number, { required = false, unit = undefined as string | undefined, step = 1 } = {}) =>
  field({ number: { min, max, ...(unit && { unit_of_measurement: unit }), step, mode: "slider" } }, { is: "float", min, max }, required);
export const choice = (options: readonly string[], required = false) =>
  field({ select: { options, multiple: false, custom_value: false, sort: false } }, { is: "text" }, required);
export const ofState = (required = false) =>
  field({ state: { hide_states: ["unavailable", "unknown"], multiple: false } }, { is: "text" }, required);
export const seconds = () => number(0, 300, { unit: "seconds" });
export const percent = (required = false) => number(0, 100, { unit: "%", required });

export const on = (domain: string, fields: Record<string, ServiceField> = {}, features?: readonly number[]): ServiceDescription => ({
  fields,
  target: { domain, ...(features && { features }) },
});
export const free = (fields: Record<string, ServiceField> = {}): ServiceDescription => ({ fields, target: null });
export const anything: ServiceDescription = { fields: {}, target: { domain: null } };
export const switching = (domain: string) => ({ turn_off: on(domain), turn_on: on(domain), toggle: on(domain) });
export const code = { code: text() };
