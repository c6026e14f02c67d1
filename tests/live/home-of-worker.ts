// Where several homes run, each worker has its own: HA_LIVE_STATE names their state.json, with the system's delimiter between them.
import { readFileSync } from "node:fs";
import { delimiter, dirname } from "node:path";

const { HA_LIVE_STATE: states = "", VITEST_POOL_ID: worker = "1" } = process.env;
const homes = states.split(delimiter);
const state = homes[(Number(worker) - 1) % homes.length] ?? "";
const addresses = JSON.parse(readFileSync(state, "utf8")) as Record<"url" | "mqtt_url" | "bot_api_url", string>;
const port = (address: string): string => new URL(address).port;

// as whoever controls that home wants them
Object.assign(process.env, {
  HA_LIVE_STATE: state,
  HA_LIVE_RUN: dirname(state),
  HA_LIVE_PORT: port(addresses.url),
  HA_LIVE_MQTT_PORT: port(addresses.mqtt_url),
  HA_LIVE_BOT_PORT: port(addresses.bot_api_url),
});
