import { expect, it, vi } from "vitest";
import { anna, LiveHome } from "./live-home.ts";
import { live } from "./live-state.ts";

const ID = "told_of_failures";
const ENTITY = "automation.told_of_failures";

/** Somebody writes an automation in Home Assistant, or takes it away. */
async function writes(action: string | undefined): Promise<void> {
  const headers = { authorization: `Bearer ${live.token}`, "content-type": "application/json" };
  const config = { alias: "Told of failures", triggers: [], actions: [{ action, target: { entity_id: "light.bed_light" } }] };
  const sent = action === undefined ? { method: "DELETE" } : { method: "POST", body: JSON.stringify(config) };
  const response = await fetch(`${live.url}/api/config/automation/config/${ID}`, { headers, ...sent });
  expect(response.ok).toBe(true);
}

async function isOn(): Promise<void> {
  const response = await fetch(`${live.url}/api/states/${ENTITY}`, { headers: { authorization: `Bearer ${live.token}` } });
  expect(await response.json()).toMatchObject({ state: "on" });
}

it("a run that fails is told with Home Assistant's words, and over when one is through", async () => {
  await writes("notify.no_such_phone");
  // what is there when the service starts is watched from then on, what comes later within a minute
  await vi.waitFor(isOn, { timeout: 20_000, interval: 200 });
  try {
    await using home = await LiveHome.start({ notify: "important", quiet_hours: "03:00-03:01" });
    await home.asks(anna, "hello");
    await home.call("automation.trigger", { entity_id: ENTITY });
    const told = await home.next(anna, ({ text }) => text.includes("failed"));
    expect(told.text).toMatch(/Told of failures failed\. Home Assistant says: “.*no_such_phone.*” The action .*no longer exists/);
    await writes("light.turn_on");
    // Home Assistant answers before it has loaded what was written: without this the old action may run once more
    await home.call("automation.reload", {});
    await home.call("automation.trigger", { entity_id: ENTITY });
    await home.next(anna, ({ kind, text }) => kind === "edit" && text.startsWith("✓ The automation Told of failures"));
  } finally {
    await writes(undefined);
  }
}, 120_000);
