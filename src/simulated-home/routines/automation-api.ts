import { isRecord } from "../../text/is-record.ts";
import type { House } from "../house.ts";
import { domainOf, slug } from "../ids.ts";
import { configId, sceneConfig } from "./routine-config.ts";

type Config = Readonly<Record<string, unknown>>;

/** Kinds that Home Assistant validates; recorded from 2026.11. */
const TRIGGERS: ReadonlySet<string> = new Set(
  "state numeric_state time time_pattern sun zone event calendar template homeassistant mqtt webhook device tag conversation".split(" "),
);

/** Home Assistant's editors: configs of automations are read, written and removed, those of scenes are read. */
export function createAutomationApi(house: House) {
  const written = new Map<string, Config>();

  const entityOf = (id: string) => house.all().find((each) => domainOf(each.entity_id) === "automation" && configId(each) === id);
  const problemOf = (config: Config): string | undefined => {
    const triggers = [config["triggers"] ?? []].flat().filter(isRecord);
    const unknown = triggers.find((trigger) => !TRIGGERS.has(String(trigger["trigger"])));
    return unknown && `Invalid trigger '${String(unknown["trigger"])}' specified`;
  };
  const load = (id: string): void => {
    const before = entityOf(id);
    const config = written.get(id);
    if (before) house.remove(before.entity_id);
    if (!config) return;
    const name = String(config["alias"]);
    const entity_id = before?.entity_id ?? `automation.${slug(name)}`;
    house.add({ entity_id, name, uniqueId: id, exposed: false, state: "on", attributes: { id, current: 0, last_triggered: null }, config });
  };

  return {
    /** False: another entry of the file is broken, and nothing that is written is loaded. */
    loads: true,
    problemOf,
    /** What stands at `/api/config/<domain>/config/<id>`; undefined for nothing. */
    read(path: string): Config | undefined {
      const [, domain, key = ""] = /^\/api\/config\/(scene|automation)\/config\/([^/?]+)$/.exec(path) ?? [];
      const id = decodeURIComponent(key);
      if (domain === "automation") return written.has(id) ? { id, ...written.get(id) } : undefined;
      const scene = domain && house.all().find((each) => domainOf(each.entity_id) === "scene" && configId(each) === id);
      return scene ? sceneConfig(scene) : undefined;
    },
    /** Writes (or without a config removes) an automation; the status and the answer. It is loaded after the answer. */
    change(path: string, config: unknown): [status: number, answer: object] {
      const id = decodeURIComponent(/^\/api\/config\/automation\/config\/([^/?]+)$/.exec(path)?.[1] ?? "");
      if (id === "") return [404, { message: "Resource not found" }];
      if (config === undefined) {
        if (!written.delete(id)) return [400, { message: "Resource not found" }];
      } else {
        const problem = isRecord(config) ? problemOf(config) : "expected a dictionary";
        if (problem !== undefined || !isRecord(config)) return [400, { message: `Message malformed: ${problem}` }];
        const { id: _, ...content } = config;
        written.set(id, content);
      }
      if (this.loads || config === undefined) setTimeout(load, 0, id).unref();
      return [200, { result: "ok" }];
    },
  };
}
