import { expect, it } from "vitest";
import { answered, openConsole, USERS } from "../channels/console/console-world.ts";
import { anna, eventually, ScenarioHome } from "./scenario-home.ts";

const ANSWER = "Here is how it went.";

/** The model reads two days of the bedroom's temperature and answers. */
function readsPast(home: ScenarioHome): void {
  const args = { entity_id: "sensor.bedroom_temperature", hours: 48 };
  home.model.reply({ toolCalls: [{ name: "get_entity_history", args }] }, { text: ANSWER });
}

it("numbers by time are a chart with the answer below it, which Home Assistant keeps no longer than it is sent", async () => {
  await using home = await ScenarioHome.start();
  readsPast(home);
  const { plain, photo } = await home.asks(anna, "tell me about the bedroom of late");
  expect([plain, photo?.name]).toEqual([expect.stringContaining(ANSWER), "chart.png"]);
  expect(photo?.bytes.subarray(1, 4).toString()).toBe("PNG");
  await eventually(() => home.sim.commands.includes("image/delete"));
  expect((await home.asks(anna, "is the front door locked?")).photo).toBeUndefined();
});

it("the answer comes without its chart where no picture can be sent", async () => {
  await using home = await ScenarioHome.start();
  home.sim.telegram.fail({ service: "send_photo", error: { message: "Photo_invalid_dimensions" } });
  home.sim.telegram.fail({ service: "send_photo", error: { message: "Photo_invalid_dimensions" } });
  readsPast(home);
  expect(await home.asks(anna, "tell me about the bedroom of late")).toMatchObject({
    plain: expect.stringContaining(ANSWER),
    photo: undefined,
  });
});

it("without a model it is the same", async () => {
  await using home = await ScenarioHome.start();
  await home.namesKinds();
  expect((await home.asks(anna, "how warm was the bedroom last night?")).photo).toBeDefined();
  expect(home.model.calls).toEqual([]);
});

it("the console tells how long a time the numbers are of, and cards are of what the answer names", async () => {
  const { home, browser } = await openConsole();
  const page = await browser(USERS.anna);
  await home.namesKinds();
  readsPast(home);
  await page.send("POST", "chat", { text: "tell me about the bedroom of late", clientId: "chart-001" });
  const [past] = await answered(page, 2);
  expect(past?.hours).toBe(48);
  await page.send("POST", "chat", { text: "which windows are open?", clientId: "chart-002" });
  const [open] = await answered(page, 4);
  expect([open?.text, open?.about, open?.hours]).toEqual(["Kitchen Window is open.", ["binary_sensor.kitchen_window"], undefined]);
});
