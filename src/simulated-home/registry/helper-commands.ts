import type { Answer } from "../commands.ts";
import type { House } from "../house.ts";
import { domainOf, slug } from "../ids.ts";
import { invalidFormat, Refusal } from "../refusal.ts";

const DOMAIN = "input_button";

/** The commands that make and remove helpers: of the kinds that there are, buttons alone. */
export function createHelperCommands({ house }: { house: House }): Readonly<Record<string, Answer>> {
  const helpers = new Map<string, { id: string; name: string; icon?: string }>();
  return {
    "input_button/list": () => [...helpers.values()],
    "input_button/create": ({ name, icon }) => {
      if (typeof name !== "string" || name === "") throw invalidFormat("required key not provided at 'name'. Got None");
      const taken = [...house.all()].some(({ entity_id }) => domainOf(entity_id) === DOMAIN && entity_id === `${DOMAIN}.${slug(name)}`);
      const id = taken ? `${slug(name)}_2` : slug(name);
      const helper = { id, name, ...(typeof icon === "string" && { icon }) };
      helpers.set(id, helper);
      house.add({
        entity_id: `${DOMAIN}.${id}`,
        name,
        uniqueId: id,
        platform: DOMAIN,
        exposed: false,
        attributes: { editable: true, icon },
      });
      return helper;
    },
    "input_button/delete": ({ input_button_id }) => {
      const id = String(input_button_id);
      if (!helpers.delete(id)) throw new Refusal("not_found", `Unable to find input_button_id ${id}`);
      house.remove(`${DOMAIN}.${id}`);
      return null;
    },
  };
}
