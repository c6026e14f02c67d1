import type { ServiceCatalogue, ServiceDescription, ServiceField } from "./service-fields.ts";

/** The answer to `get_services`, with one service per script. */
export function describeServices(
  catalogue: ServiceCatalogue,
  scripts: readonly { id: string; name: string }[],
): Record<string, Record<string, unknown>> {
  const describe = ({ fields, more, section = "additional_fields", target, response }: ServiceDescription) => ({
    fields: { ...withoutKinds(fields), ...(more && { [section]: { collapsed: true, fields: withoutKinds(more) } }) },
    ...(target && {
      target:
        target.domain === null
          ? {}
          : { entity: [{ domain: [target.domain], ...(target.features && { supported_features: target.features }) }] },
    }),
    ...(response && { response: { optional: response === "optional" } }),
  });
  const all = Object.fromEntries(
    Object.entries(catalogue).map(([domain, services]): [string, Record<string, unknown>] => [
      domain,
      Object.fromEntries(Object.entries(services).map(([name, description]) => [name, describe(description)])),
    ]),
  );
  const own = Object.fromEntries(scripts.map(({ id, name }) => [id, { name, description: "", fields: {}, response: { optional: true } }]));
  return { ...all, script: { ...own, ...all["script"] } };
}

function withoutKinds(fields: Readonly<Record<string, ServiceField>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, { kind: _kind, lenient: _lenient, ...described }]) => [name, described]));
}
