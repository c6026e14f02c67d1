import { isRecord } from "../../text/is-record.ts";
import type { FurnishedEntity } from "../furnishing.ts";
import type { House } from "../house.ts";
import { domainOf, slug } from "../ids.ts";
import { configId, sceneConfig } from "./routine-config.ts";

type Config = Readonly<Record<string, unknown>>;

/** Kinds that Home Assistant validates; recorded from 2026.11. */
const TRIGGERS: ReadonlySet<string> = new Set(
  "state numeric_state time time_pattern sun zone event calendar template homeassistant mqtt webhook device tag conversation".split(" "),
);
const PATH = /^\/api\/config\/(scene|script|automation)\/config\/([^/?]+)$/;

/** Home Assistant's editors: configs of automations, scripts and scenes are read, written and removed. */
export function createRoutineApi(house: House) {
  const written = new Map<string, Config>();

  const entityOf = (domain: string, id: string) => house.all().find((each) => domainOf(each.entity_id) === domain && configId(each) === id);
  const problemOf = (config: Config): string | undefined => {
    const triggers = [config["triggers"] ?? []].flat().filter(isRecord);
    const unknown = triggers.find((trigger) => !TRIGGERS.has(String(trigger["trigger"])));
    return unknown && `Invalid trigger '${String(unknown["trigger"])}' specified`;
  };
  const entityFor = (domain: string, id: string, config: Config): FurnishedEntity => {
    const name = String(config["alias"] ?? config["name"]);
    const named = { entity_id: `${domain}.${slug(name)}`, name, uniqueId: id };
    if (domain === "automation")
      return { ...named, exposed: false, state: "on", attributes: { id, current: 0, last_triggered: null }, config };
    // Home Assistant exposes scenes by itself, and scripts have their ids in their entities'
    if (domain === "script") return { ...named, entity_id: `script.${id}`, exposed: false, config };
    return { ...named, sets: config["entities"] as Record<string, Config> };
  };
  const load = (path: string): void => {
    const [, domain = "", id = ""] = PATH.exec(path) ?? [];
    const before = entityOf(domain, id);
    const config = written.get(path);
    if (before) house.remove(before.entity_id);
    if (!config) return;
    const entity = entityFor(domain, id, config);
    house.add({ ...entity, entity_id: before?.entity_id ?? entity.entity_id });
  };

  return {
    /** False: another entry of the file is broken, and nothing that is written is loaded. */
    loads: true,
    /** False: the file is no YAML at all, and cannot be read. */
    isReadable: true,
    problemOf,
    /** What stands at `/api/config/<domain>/config/<id>`; undefined for nothing. */
    read(path: string): Config | undefined {
      const [, domain = "", key = ""] = PATH.exec(path) ?? [];
      const id = decodeURIComponent(key);
      const config = written.get(path);
      if (config) return domain === "script" ? config : { id, ...config };
      const scene = domain === "scene" ? entityOf(domain, id) : undefined;
      return scene ? sceneConfig(scene) : undefined;
    },
    /** Writes (or without a config removes) a routine; the status and the answer. It is loaded after the answer. */
    change(path: string, config: unknown): [status: number, answer: object] {
      if (!PATH.test(path)) return [404, { message: "Resource not found" }];
      if (config === undefined) {
        if (!written.delete(path)) return [400, { message: "Resource not found" }];
      } else {
        const problem = isRecord(config) ? problemOf(config) : "expected a dictionary";
        if (problem !== undefined || !isRecord(config)) return [400, { message: `Message malformed: ${problem}` }];
        const { id: _, ...content } = config;
        written.set(path, content);
      }
      if (this.loads || config === undefined) setTimeout(load, 0, path).unref();
      return [200, { result: "ok" }];
    },
  };
}
