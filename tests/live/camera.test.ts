// A picture of a camera, as a real Home Assistant sends it: HA_LIVE_STATE is the path of the state.json of a running live home.
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { anna, expose, LiveHome } from "./live-home.ts";
import { control } from "./live-state.ts";

const CAMERA = "camera.demo_camera";

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
