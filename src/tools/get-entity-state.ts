import { z } from "zod";
import type { ReadTool } from "../agent/toolbox.ts";
import { homeTime } from "../homeassistant/home-time.ts";
import type { Home } from "../homeassistant/registry/home.ts";
import { mayReadPast } from "../security/policy/read-access.ts";
import { isNameLike, outsideTextsOf } from "../security/provenance/provenance.ts";
import { accessEntity, LONGEST_NAME, LONGEST_TEXT, plainFields, shorten } from "./entity-access.ts";
import { defineReadTool } from "./tool.ts";

/** Room of the attributes in an answer, so that all of it stays below 2,000 characters. */
const ATTRIBUTE_CHARACTERS = 1_400;

/** Attributes that say nothing about the thing, are told elsewhere, or are keys and places that nobody needs to read. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "friendly_name",
  "unit_of_measurement",
  "icon",
  "entity_picture",
  "entity_picture_local",
  "supported_features",
  "attribution",
  "restored",
  "editable",
  "id",
  "user_id",
  "access_token",
  "token",
  "stream_source",
  "latitude",
  "longitude",
  "gps_accuracy",
  "xy_color",
  "hs_color",
]);

const input = z.object({ entity_id: z.string().max(255) });

/** Current state of one exposed entity; unknown ids answer `not_found` with the nearest, hidden ones how to expose them. */
export function createGetEntityState({
  home,
  now,
}: {
  home: Pick<Home, "find" | "isHidden" | "nearest" | "info">;
  now: () => number;
}): ReadTool {
  return defineReadTool("get_entity_state", "An entity now, and since when.", input, ({ entity_id }, caller) => {
    const access = accessEntity(home, entity_id, caller);
    if (!access.ok) return access.result;
    const { entity } = access;
    const unit = entity.state.attributes["unit_of_measurement"];
    const shown = Object.entries(entity.state.attributes).filter(([name]) => !LEFT_OUT.has(name));
    const { kept: attributes, leftOut } = plainFields(Object.fromEntries(shown), ATTRIBUTE_CHARACTERS);
    const written = [...(isNameLike(entity.name) ? [] : [entity.name]), ...outsideTextsOf(entity.state.state, attributes)];
    return {
      ok: true,
      entity_id: entity.entityId,
      name: shorten(entity.name, LONGEST_NAME),
      ...(entity.area && { area: shorten(entity.area.name, LONGEST_NAME) }),
      state: shorten(entity.state.state, LONGEST_TEXT),
      ...(typeof unit === "string" && { unit: shorten(unit, LONGEST_NAME) }),
      ...(mayReadPast(entity.domain, caller.role) && {
        last_changed: homeTime(home.info.timeZone).iso(entity.state.lastChanged),
        unchanged_for: duration(now() - entity.state.lastChanged),
      }),
      attributes,
      ...(written.length > 0 ? { origin: "outside" as const, outside: written } : { origin: "home" as const }),
      ...(leftOut > 0 && { attributes_left_out: leftOut }),
    };
  });
}

function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days`;
}
