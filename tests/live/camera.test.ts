// Pictures of cameras and charts, as a real Home Assistant sends it: HA_LIVE_STATE is the path of the state.json of a running live home.
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { anna, expose, LiveHome } from "./live-home.ts";
import { control } from "./live-state.ts";

const CAMERA = "camera.demo_camera";
const SENSOR = "sensor.outside_temperature";

interface Photo {
  readonly caption?: string;
  readonly photo?: readonly { readonly file_size?: number }[];
}

let home: LiveHome;
beforeAll(async () => {
  await expose(CAMERA, true);
  home = await LiveHome.start();
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
  await expose(CAMERA, false);
});

const photos = async () => {
  const { messages } = await control<{ readonly messages: readonly Photo[] }>(`messages?chat_id=${anna}`);
  return messages.filter(({ photo }) => photo !== undefined);
};

it("goes to the chat as a photo once somebody says yes; Telegram is told no token", async () => {
  const before = (await photos()).length;
  const question = await home.asks(anna, "show me the demo camera");
  expect(question.text).toContain("Show a picture from Demo camera?");
  await home.presses(anna, "Yes");
  const shown = await vi.waitFor(
    async () => {
      const [photo] = (await photos()).slice(before);
      expect(photo).toBeDefined();
      return photo;
    },
    { timeout: 20_000, interval: 100 },
  );
  expect(shown?.caption).toBe("Here is the picture from Demo camera.");
  const token = String((await home.state(CAMERA)).attributes["access_token"]);
  expect(JSON.stringify(await control("log?after=0"))).not.toContain(token);
});

it("numbers by time are a photo of their chart, which is gone from Home Assistant afterwards", async () => {
  const before = (await photos()).length;
  const kept = await home.command({ type: "image/list" });
  const start = new Date(Date.now() - 9 * 3_600_000).setMinutes(0, 0, 0);
  const unit = { unit_class: "temperature", unit_of_measurement: "°C" };
  await home.command({
    type: "recorder/import_statistics",
    metadata: { has_sum: false, mean_type: 1, name: null, source: "recorder", statistic_id: SENSOR, ...unit },
    stats: [11, 13, 12, 10].map((mean, at) => ({ start: new Date(start + at * 3_600_000).toISOString(), mean, min: mean, max: mean })),
  });
  const from = new Date(start).toISOString().slice(0, 10);
  home.model.reply({ toolCalls: [{ name: "get_statistics", args: { entity_id: SENSOR, from } }] }, { text: "Here is how it went." });
  await home.says(anna, "tell me about the outside temperature of late");
  const chart = await vi.waitFor(
    async () => {
      const [photo] = (await photos()).slice(before);
      expect(photo).toBeDefined();
      return photo;
    },
    { timeout: 20_000, interval: 100 },
  );
  expect(chart?.caption).toContain("Here is how it went.");
  await vi.waitFor(async () => expect(await home.command({ type: "image/list" })).toEqual(kept), { timeout: 10_000 });
});
