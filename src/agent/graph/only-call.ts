import type { Recognition } from "../../homeassistant/recogniser/recogniser.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { ServiceCall, Services } from "../../homeassistant/services/services.ts";
import type { Role } from "../../security/policy/policy-input.ts";
import { mayRead } from "../../security/policy/read-access.ts";

/** The call of a sentence that does one thing to one entity, which it names whole and the person may know of. */
export function createOnlyCall({
  services,
  home,
}: { readonly services: Pick<Services, "resolve"> } & { readonly home: Pick<Home, "find"> }) {
  return (recognition: Recognition, sentence: string, role: Role): ServiceCall | undefined => {
    const [part, ...more] = recognition.hit ? recognition.parts : [];
    if (part?.kind !== "action" || more.length > 0) return undefined;
    const resolution = services.resolve(part.call);
    const [entityId = "", ...others] = resolution.ok ? resolution.call.entityIds : [];
    const name = others.length === 0 ? home.find(entityId)?.name : undefined;
    if (!name || !sentence.toLowerCase().includes(name.toLowerCase())) return undefined;
    return mayRead(entityId, role) ? part.call : undefined;
  };
}
