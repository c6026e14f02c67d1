// The service or Home Assistant is stopped and started again, in good order, while people write.
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { askedOf, serviceCall } from "../scenarios/scenario-home.ts";
import { anna, LiveHome } from "./live-home.ts";

/** A stop takes at most so long in all (the product's bound). */
const STOP_MS = 8_000;
const isMessage = ({ kind }: { kind: string }) => kind === "message";

it("ends with 0 in time while the model thinks, and answers after the next start, once", async () => {
  await using home = await LiveHome.start();
  const answer = home.modelThinks();
  await home.says(anna, "tell me a tale");
  await home.model.arrived(1);
  const { code, ms } = await home.service.stop();
  expect(code).toBe(0);
  expect(ms).toBeLessThan(STOP_MS);
  await home.startService();
  await home.model.arrived(2);
  answer({ text: "Nobody hears this." });
  answer({ text: "Once upon a time." });
  expect((await home.next(anna, isMessage)).text).toBe("Once upon a time.");
  expect(home.model.calls.map(askedOf)).toEqual(["tell me a tale", "tell me a tale"]);
});

it("answers what was said while it was off, once and in order", async () => {
  await using home = await LiveHome.start();
  await home.call("light.turn_off", { entity_id: "light.bed_light" });
  expect((await home.asks(anna, "is the front door locked?")).text).toBe("Yes, Front Door is locked.");
  expect(await home.service.stop()).toMatchObject({ code: 0 });
  await home.says(anna, "is the garage door closed?");
  await home.says(anna, "turn on the bed light");
  await home.recorded();
  await home.startService();
  expect((await home.next(anna)).text).toBe("Yes, Garage Door is closed.");
  expect((await home.next(anna)).text).toMatch(/^Bed Light is now on/);
  await home.service.stop();
  await home.startService();
  expect((await home.asks(anna, "is the bed light on?")).text).toBe("Yes, Bed Light is on.");
  expect(home.calls("light.turn_on")).toEqual([["light.bed_light"]]);
  expect(await home.texts(anna)).toHaveLength(4);
});

it("acts and answers though Home Assistant is restarted while the model thinks, and an open question stays open", async () => {
  await using home = await LiveHome.start();
  await home.asks(anna, "unlock the back door");
  const answer = home.modelThinks();
  await home.says(anna, "it is too dark to read where I sleep");
  await home.model.arrived(1);
  await home.restartHomeAssistant();
  await home.service.logged("connection to Home Assistant closed");
  answer({ toolCalls: [serviceCall("light.turn_on", "light.bed_light", { brightness_pct: 40 })] });
  await home.model.arrived(2);
  answer({ text: "" });
  expect((await home.next(anna, ({ text }) => text.startsWith("Bed Light"))).text).toBe("Bed Light is now on (40 %).");
  expect(await home.state("light.bed_light")).toMatchObject({ state: "on", attributes: { brightness: 102 } });
  expect(await home.presses(anna, "Yes")).toBe("OK");
  expect((await home.next(anna, isMessage)).text).toBe("Back Door is now unlocked.");
  expect(await home.texts(anna)).toHaveLength(3);
});

it("says that messages may not have arrived when Home Assistant was started without it", async () => {
  await using home = await LiveHome.start();
  await home.asks(anna, "is the front door locked?");
  expect(await home.service.stop()).toMatchObject({ code: 0 });
  await home.restartHomeAssistant();
  await home.homeAssistantRuns();
  theStartBeforeWasYesterday(home.dataDir);
  await home.startService();
  expect((await home.next(anna)).text).toMatch(
    /^Home Assistant was starting between \S+ \d\d:\d\d and \S+ \d\d:\d\d: messages sent then may not have reached me\.$/,
  );
  await home.service.stop();
  await home.startService();
  expect((await home.asks(anna, "is the front door locked?")).text).toBe("Yes, Front Door is locked.");
  expect(await home.texts(anna)).toHaveLength(3);
});

/** Starts within two minutes cannot be told apart from outside and count as one. */
function theStartBeforeWasYesterday(dataDir: string): void {
  const database = new Sqlite(join(dataDir, "assistant.db"));
  database.prepare("UPDATE core_starts SET at = at - 86400000").run();
  database.close();
}
