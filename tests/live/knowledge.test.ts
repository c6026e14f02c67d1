// The whole service knows a real Home Assistant: its sync button is pressed there, and its routines and the owner's documents are asked for.
import { rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { RawClient } from "../contract/raw-client.ts";
import type { Frame } from "../contract/recordings.ts";
import { benPresses, type LiveHome, type State } from "./live-home.ts";
import { documentPath, knownCounts, knownFiles, lookedUp, PATIENCE, startKnowing } from "./live-knowledge.ts";
import { live } from "./live-state.ts";

const BUTTON = "button.ha_personal_assistant_sync_now";
const HELPER = "input_button.ha_personal_assistant_sync_now";
const SENSOR = "sensor.ha_personal_assistant_";
/** Documents are looked at once a minute; a busy machine takes longer. */
const MINUTE = { timeout: 75_000, interval: 250 };
/** False presses of a start came within a second of the button's return. */
const AFTERMATH_MS = 3_000;
/** Longer than the second that the sensor waits between two steps. */
const STEP_MS = 1_200;
const READ_AGAIN = "everything was read again";
const WIPED = "The oven is wiped with warm water and a soft cloth, and never with steel wool. ";

const runs = (home: LiveHome) => home.service.log.filter(({ msg }) => msg === READ_AGAIN).length;
const pressed = (home: LiveHome) => vi.waitFor(async () => expect((await home.state(BUTTON)).state).toMatch(/^20/), PATIENCE);
const shown = (home: LiveHome) => vi.waitFor(async () => expect((await home.state(BUTTON)).state).toMatch(/^(unknown|20.*)$/), PATIENCE);

/** What the sensor of the sync becomes from now on. */
async function watchSync(): Promise<() => readonly State[]> {
  const client = await RawClient.login(live);
  onTestFinished(() => client[Symbol.asyncDispose]());
  await client.subscribe({ type: "subscribe_events", event_type: "state_changed" });
  return () =>
    client.frames.flatMap((frame) => {
      const data = (frame["event"] as Frame | undefined)?.["data"] as { entity_id: string; new_state: State | null } | undefined;
      return data?.entity_id === `${SENSOR}sync` && data.new_state ? [data.new_state] : [];
    });
}

describe("knowledge of a real Home Assistant", () => {
  let home: LiveHome;
  beforeAll(async () => {
    home = await startKnowing({ mqtt_url: live.mqtt_url });
    await shown(home);
    return () => home[Symbol.asyncDispose]();
  });

  it("is read again when its button is pressed, once for two presses, and shows how far it is", async () => {
    const became = await watchSync();
    writeFileSync(documentPath(home, "oven.md"), `# Oven\n\n${WIPED.repeat(500)}`);
    home.model.respondEmbed(() => ({ delayMs: STEP_MS }));
    await benPresses(BUTTON);
    await vi.waitFor(() => expect(became().at(-1)?.state).toBe("running"), PATIENCE);
    await benPresses(BUTTON);
    await home.service.logged("the sync button was pressed while a sync goes on");
    await home.service.logged(READ_AGAIN);
    await vi.waitFor(() => expect(became().at(-1)?.state).toBe("idle"), PATIENCE);
    home.model.respondEmbed(() => undefined);

    expect(runs(home)).toBe(1);
    const steps = became().flatMap(({ state, attributes }) => (state === "running" && attributes["phase"] ? [attributes] : []));
    expect(steps.at(-1)).toMatchObject({ phase: "embedding", total: knownCounts(home)["document"], asked_by: "Ben", reason: "button" });
    const done = steps.flatMap(({ phase, done }) => (phase === "embedding" ? [Number(done)] : []));
    expect(new Set(done).size).toBeGreaterThan(1);
    expect(done).toEqual(done.toSorted((one, other) => one - other));
    expect(became().at(-1)?.attributes).toMatchObject({ phase: null, done: null, total: null, problems: [] });
  });

  it("is counted as it is, by its kinds", async () => {
    const states = (await home.command({ type: "get_states" })) as unknown as readonly State[];
    const routines = (domain: string) => states.filter(({ entity_id }) => entity_id.startsWith(`${domain}.`)).length;
    const { state, attributes } = await home.state(`${SENSOR}known_things`);
    expect(attributes).toMatchObject({
      ...knownCounts(home),
      ...{ automation: routines("automation"), script: routines("script"), scene: routines("scene") },
    });
    expect(state).toBe(String(home.rows("SELECT 1 FROM rag_documents").length));
    expect(Date.parse((await home.state(`${SENSOR}last_sync`)).state)).toBeGreaterThan(Date.now() - MINUTE.timeout);
  });

  it.each([
    [
      "how come the hallway light goes on by itself when I walk by, what rule is it?",
      "automation",
      "Hallway light on motion",
      /Hallway Motion.*Hallway Light.*60/s,
    ],
    ["what automation runs at 23:30?", "automation", "Lock up at night", /at 23:30.*lock.*Main Door, Back Door/s],
    ["what does the script good night do?", "script", "Good night", /light turn off.*Main Door, Back Door.*House mode.*Night/s],
    ["what is in the scene movie night?", "scene", "Movie night", /Ceiling Lights: on.*Kitchen Lights: off.*Living Room Window: closed/s],
  ])("%s", async (question, source, place, words) => {
    const { passages, prompt } = await lookedUp(home, question, { source: "home" });
    expect(passages[0]).toMatchObject({ source, place, text: expect.stringMatching(words) });
    expect(prompt).toMatch(new RegExp(`Known .*- ${place}: .*${words.source}.*</data>`, "s"));
  });

  it("is not read again by a restart of Home Assistant, but by the next press", async () => {
    const before = runs(home);
    await pressed(home);
    await home.restartHomeAssistant();
    await home.homeAssistantRuns();
    await pressed(home);
    await sleep(AFTERMATH_MS);
    expect(runs(home)).toBe(before);
    await benPresses(BUTTON);
    await home.service.logged(READ_AGAIN, before + 1);
  });

  it("holds a document a minute after it was laid into the folder, with its place, and none that was taken out", async () => {
    const before = runs(home);
    expect(knownFiles(home)).toEqual(["oven.md"]);
    rmSync(documentPath(home, "oven.md"));
    writeFileSync(documentPath(home, "boiler.md"), "# Boiler\n\n## Error E9\n\nHold the reset button for ten seconds.\n");
    await vi.waitFor(() => expect(knownFiles(home)).toEqual(["boiler.md"]), MINUTE);
    expect(runs(home)).toBe(before);
    const { passages, prompt } = await lookedUp(home, "what do I do about E9 on the boiler?", { source: "documents" });
    expect(passages).toMatchObject([{ source: "document", place: "boiler.md, Boiler > Error E9" }]);
    expect(prompt).toMatch(/Known .*- boiler\.md, Boiler .*Error E9: .*Hold the reset button/s);
    const gone = await lookedUp(home, "how is the oven wiped?", { source: "documents" });
    expect(JSON.stringify(gone.passages)).not.toContain("steel wool");
  });
});

it("has a helper for a button where there is no MQTT, and tells who pressed it", async () => {
  await using client = await RawClient.login(live);
  const mqtt = (disabled_by: "user" | null) => client.result({ type: "config_entries/disable", entry_id: live.entries.mqtt, disabled_by });
  await mqtt("user");
  onTestFinished(async () => {
    await using after = await RawClient.login(live);
    await after.result({ type: "config_entries/disable", entry_id: live.entries.mqtt, disabled_by: null });
    await after.command({ type: "input_button/delete", input_button_id: "ha_personal_assistant_sync_now" });
  });
  await using home = await startKnowing({});
  await vi.waitFor(() => home.state(HELPER), PATIENCE);
  await expect(home.state(BUTTON)).rejects.toThrow("404");
  writeFileSync(documentPath(home, "rules.md"), "The bins are put out on Tuesdays.");
  await benPresses(HELPER);
  await home.service.logged(READ_AGAIN);
  expect(knownFiles(home)).toEqual(["rules.md"]);
  expect(runs(home)).toBe(1);

  // it goes on where there is MQTT again, whose sensor tells who it was
  await mqtt(null);
  await home.service.stop();
  await home.startService();
  await shown(home);
  const became = await watchSync();
  await benPresses(HELPER);
  await home.service.logged(READ_AGAIN);
  await vi.waitFor(
    () => expect(became().at(-1)).toMatchObject({ state: "idle", attributes: { asked_by: "Ben", reason: "button" } }),
    PATIENCE,
  );
});
