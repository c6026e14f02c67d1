import { isRecord } from "../../text/is-record.ts";

export interface ServiceField {
  readonly required: boolean;
  /** Home Assistant's selector: `{ number: { min, max } }`, `{ boolean: {} }`, `{ select: { options } }` …; undefined takes anything. */
  readonly selector: Readonly<Record<string, unknown>> | undefined;
}

export interface ServiceDescription {
  /** Fields by name; those in collapsible sections stand here too, as they do in a call. */
  readonly fields: ReadonlyMap<string, ServiceField>;
  /** Which targets it takes, as Home Assistant tells it (`{ entity: [{ domain: ["light"] }] }`); undefined: none. */
  readonly target: Readonly<Record<string, unknown>> | undefined;
  /** Whether it can or must be asked with `return_response`. */
  readonly response: "none" | "optional" | "required";
}

/** domain → service → description */
export type ServiceDescriptions = ReadonlyMap<string, ReadonlyMap<string, ServiceDescription>>;

type Raw = Readonly<Record<string, unknown>>;

/** Reads the answer of `get_services`. Parts of unknown form are left out. */
export function readServiceDescriptions(answer: Readonly<Record<string, Readonly<Record<string, Raw>>>>): ServiceDescriptions {
  return new Map(
    Object.entries(answer).map(([domain, services]) => [
      domain,
      new Map(Object.entries(services).map(([service, raw]) => [service, descriptionOf(raw)])),
    ]),
  );
}

function descriptionOf(raw: Raw): ServiceDescription {
  const response = raw["response"];
  return {
    fields: new Map(fieldsOf(raw["fields"])),
    target: isRecord(raw["target"]) ? raw["target"] : undefined,
    response: !isRecord(response) ? "none" : response["optional"] === false ? "required" : "optional",
  };
}

function* fieldsOf(fields: unknown): Generator<[string, ServiceField]> {
  if (!isRecord(fields)) return;
  for (const [name, field] of Object.entries(fields)) {
    if (!isRecord(field)) continue;
    // A section of the form: its fields stand beside the others in a call.
    if (isRecord(field["fields"])) yield* fieldsOf(field["fields"]);
    else yield [name, { required: field["required"] === true, selector: isRecord(field["selector"]) ? field["selector"] : undefined }];
  }
}
