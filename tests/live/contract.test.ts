// The contract that the simulated home keeps, against a real one: HA_LIVE_STATE is the path of the state.json of a running live home.
import { expect, vi } from "vitest";
import type { ContractHome } from "../contract/contract-home.ts";
import { automations, scenes, scripts, WALL_DEVICE, wallSwitch } from "../contract/contract-routines.ts";
import { homeAssistantContract } from "../contract/home-assistant.contract.ts";
import { RawClient } from "../contract/raw-client.ts";
import { control, live } from "./live-state.ts";

const ROUTINES = Object.entries({ script: scripts, automation: automations, scene: scenes }).flatMap(([domain, configs]) =>
  Object.entries(configs).map(([id, config]) => ({
    address: `${live.url}/api/config/${domain}/config/${id}`,
    entityId: `${domain}.${id}`,
    config,
  })),
);
const WALL_CONFIG = "homeassistant/device/wall/config";

homeAssistantContract("a real one", async () => {
  let isOn = false;
  await addRoutines();
  return {
    url: live.url,
    token: live.token,
    chatId: live.chats.anna,
    groupId: live.chats.group,
    botEntryId: live.entries.telegram_bot,
    botEntity: "event.test_bot_update_event",
    say: async (chat_id, text, { userId, replyTo } = {}) =>
      (
        await control<{ message_id: number }>("say", {
          chat_id,
          text,
          ...(userId !== undefined && { user_id: userId }),
          ...(replyTo !== undefined && { reply_to: replyTo }),
        })
      ).message_id,
    edit: async (chat_id, message_id, text) => void (await control("edit", { chat_id, message_id, text })),
    press: async (chat_id, label) => void (await control("press", { chat_id, label })),
    voice: async (chat_id) => void (await control("voice", { chat_id })),
    flipWallSwitch: async () => {
      isOn = !isOn;
      await publish(wallSwitch.state_topic, isOn ? "ON" : "OFF");
    },
    [Symbol.asyncDispose]: removeRoutines,
  } satisfies ContractHome;
});

/** Adds the routines and the wall switch that the contract speaks about; resolves when Home Assistant has them. */
async function addRoutines(): Promise<void> {
  for (const { address, config } of ROUTINES) await change(address, { method: "POST", body: JSON.stringify(config) });
  const device = { ids: ["wall"], name: WALL_DEVICE };
  const components = { switch: { p: "switch", name: "Switch", default_entity_id: "switch.wall_switch", ...wallSwitch } };
  await publish(WALL_CONFIG, JSON.stringify({ dev: device, o: { name: "contract" }, cmps: components }));
  await vi.waitFor(async () => expect(await missing()).toEqual([]), { timeout: 20_000, interval: 100 });
  await publish(wallSwitch.state_topic, "OFF");
}

async function removeRoutines(): Promise<void> {
  for (const { address } of ROUTINES) await change(address, { method: "DELETE" });
  await publish(WALL_CONFIG, "");
}

async function missing(): Promise<string[]> {
  await using client = await RawClient.login(live);
  const states = (await client.result({ type: "get_states" })) as unknown as { entity_id: string }[];
  const known = states.map(({ entity_id }) => entity_id);
  return [...ROUTINES.map(({ entityId }) => entityId), "switch.wall_switch"].filter((entityId) => !known.includes(entityId));
}

async function change(address: string, request: { method: string; body?: string }): Promise<void> {
  const headers = { authorization: `Bearer ${live.token}`, "content-type": "application/json" };
  const response = await fetch(address, { ...request, headers });
  if (!response.ok) throw new Error(`${request.method} ${address}: ${response.status} ${await response.text()}`);
}

async function publish(topic: string, payload: string): Promise<void> {
  await using client = await RawClient.login(live);
  await client.call("mqtt.publish", { topic, payload });
}
