import { isRecord } from "../../text/is-record.ts";
import type { FurnishedBlueprint, FurnishedEntity } from "../furnishing.ts";
import { domainOf } from "../ids.ts";
import { invalidFormat, Refusal } from "../refusal.ts";
import { asStep } from "./routine-steps.ts";

type Config = Readonly<Record<string, unknown>>;

/** The id that the config of a script, automation or scene goes by; undefined for what is configured elsewhere. */
export function configId({ entity_id, platform, registered, uniqueId }: FurnishedEntity): string | undefined {
  const domain = domainOf(entity_id);
  if (!["script", "automation", "scene"].includes(domain) || platform || registered === false) return undefined;
  return uniqueId ?? entity_id.slice(domain.length + 1);
}

/** As `script/config` and `automation/config` answer it: a blueprint filled in, or as it was written when that cannot be had. */
export function routineConfig(entity: FurnishedEntity, blueprints: readonly FurnishedBlueprint[]): Config {
  const domain = domainOf(entity.entity_id) === "script" ? "script" : "automation";
  const steps = (entity.steps ?? []).map(({ service, entityIds }) => ({
    action: service,
    target: { entity_id: entityIds },
  }));
  const alias = entity.name ?? entity.entity_id;
  const { use_blueprint: made, ...own } = entity.config ?? {};
  const body = isRecord(made) ? ofBlueprint(domain, made, blueprints) : {};
  if (domain === "script") return { alias, ...(!made && { sequence: steps }), ...body, ...own };
  const plain = { description: "", triggers: [], conditions: [], actions: steps, mode: "single" };
  return { id: configId(entity), alias, ...(!made && plain), ...body, ...own };
}

/** A scene's config as its REST address answers it. */
export function sceneConfig(entity: FurnishedEntity): Config {
  return { id: configId(entity), name: entity.name ?? entity.entity_id, entities: entity.sets ?? {} };
}

/** The config that a blueprint becomes with its inputs. Throws the refusals of `blueprint/substitute`. */
export function substituted(domain: string, path: string, input: Config, blueprints: readonly FurnishedBlueprint[]): Config {
  if (domain !== "script" && domain !== "automation") throw invalidFormat("Unsupported domain");
  const blueprint = blueprints.find((each) => each.domain === domain && each.path === path);
  if (!blueprint) throw new Refusal("unknown_error", `Failed to load blueprint: Unable to find ${path}`);
  const missing = blueprint.inputs.filter((name) => !(name in input)).sort();
  if (missing.length > 0) throw new Refusal("unknown_error", `Missing input ${missing.join(", ")}`);
  return blueprint.substitute(input);
}

function ofBlueprint(domain: string, made: Config, blueprints: readonly FurnishedBlueprint[]): Config {
  try {
    return substituted(domain, String(made["path"]), asStep(made["input"]), blueprints);
  } catch (error) {
    if (error instanceof Refusal) return { use_blueprint: made };
    throw error;
  }
}
