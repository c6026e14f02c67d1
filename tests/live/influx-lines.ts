import type { GeneratedHouse } from "../../eval/habits-house.ts";

/** Where a running InfluxDB is: HA_LIVE_INFLUX_URL and the others, as `.ci/run` sets them. */
export function liveInflux() {
  const { HA_LIVE_INFLUX_URL: url, HA_LIVE_INFLUX_TOKEN: token, HA_LIVE_INFLUX_READ_TOKEN: readToken } = process.env;
  const { HA_LIVE_INFLUX_ORG: org = "ha-live", HA_LIVE_INFLUX_BUCKET: bucket = "Home Assistant" } = process.env;
  if (!url || !token || !readToken) throw new Error("set HA_LIVE_INFLUX_URL, HA_LIVE_INFLUX_TOKEN and HA_LIVE_INFLUX_READ_TOKEN");
  return { url, token, readToken, org, bucket };
}

const ON: ReadonlySet<string> = new Set(["on", "open", "home", "locked", "playing"]);
const OFF: ReadonlySet<string> = new Set(["off", "closed", "not_home", "unlocked"]);

/**
 * A generated month as Home Assistant's integration writes it: one point for each change of a state or an attribute, measured by the
 * entity's id; `state` and, of what counts as one or nought, `value`; attributes by their names, texts with `_str`.
 */
export function* linesOf({ record: { samples, runs, home, from, to } }: GeneratedHouse): Generator<string> {
  for (const [entityId, all] of samples) {
    for (const [index, { at, state, target }] of all.entries()) {
      const number = ON.has(state) ? 1 : OFF.has(state) ? 0 : undefined;
      const fields = [
        `state="${state}"`,
        ...(number === undefined ? [] : [`value=${number}`]),
        ...(target === undefined ? [] : [`temperature=${target}`, `current_temperature=${18 + (at % 50) / 10}`]),
        `friendly_name_str="A name of ${entityId}"`,
      ];
      yield line(entityId, fields, at);
      // an attribute changes: the same state again
      if ((all[index + 1]?.at ?? to) > at + 20_000) yield line(entityId, [...fields, `icon_str="mdi:eye"`], at + 20_000);
    }
  }
  for (const at of runs) {
    yield line("automation.timetable", [`state="on"`, "value=1", `last_triggered_str="${new Date(at).toISOString()}"`], at);
  }
  for (const person of new Set(home.map(({ personId }) => personId))) {
    const spans = home.filter(({ personId }) => personId === person);
    yield line(`person.${person}`, [`state="not_home"`, "value=0"], from - 60_000);
    for (const span of spans) {
      yield line(`person.${person}`, [`state="home"`, "value=1"], span.from);
      if (span.to < to) yield line(`person.${person}`, [`state="not_home"`, "value=0"], span.to);
    }
  }
}

function line(entityId: string, fields: readonly string[], at: number): string {
  const [domain, objectId] = entityId.split(".");
  return `${entityId},domain=${domain},entity_id=${objectId},source=HA ${fields.join(",")} ${at}`;
}
