// The service is killed as by a power cut, at the worst moments, on a real Home Assistant.
import { expect, it } from "vitest";
import { askedOf } from "../scenarios/scenario-home.ts";
import { anna, LiveHome } from "./live-home.ts";

const isMessage = ({ kind }: { kind: string }) => kind === "message";

it("takes a Yes after it was killed between question and Yes, and unlocks once", async () => {
  await using home = await LiveHome.start();
  const question = await home.asks(anna, "unlock the back door");
  await home.service.kill();
  await home.startService();
  expect(await home.presses(anna, "Yes", { messageId: question.messageId })).toBe("OK");
  expect((await home.next(anna, isMessage)).text).toBe("Back Door is now unlocked.");
  expect((await home.state("lock.back_door")).state).toBe("unlocked");
  expect(home.calls("lock.unlock")).toEqual([["lock.back_door"]]);
  expect(await home.texts(anna)).toHaveLength(2);
});

it("takes a Yes that was pressed while it was dead, and unlocks once", async () => {
  await using home = await LiveHome.start();
  await home.asks(anna, "unlock the back door");
  await home.service.kill();
  await home.presses(anna, "Yes", { waitMs: 0 });
  await home.recorded();
  await home.startService();
  expect((await home.next(anna, isMessage)).text).toBe("Back Door is now unlocked.");
  expect(home.calls("lock.unlock")).toEqual([["lock.back_door"]]);
  expect(await home.texts(anna)).toHaveLength(2);
});

it("answers once after it was killed while the model thought", async () => {
  await using home = await LiveHome.start();
  const answer = home.modelThinks();
  await home.says(anna, "tell me a tale");
  await home.model.arrived(1);
  await home.service.kill();
  await home.startService();
  await home.model.arrived(2);
  answer({ text: "Nobody hears this." });
  answer({ text: "Once upon a time." });
  expect((await home.next(anna, isMessage)).text).toBe("Once upon a time.");
  expect((await home.asks(anna, "is the front door locked?")).text).toBe("Yes, Front Door is locked.");
  expect(home.model.calls.map(askedOf)).toEqual(["tell me a tale", "tell me a tale"]);
  expect(await home.texts(anna)).toHaveLength(2);
});

it("does not unlock again after it was killed while the lock moved, and says what it does not know", async () => {
  await using home = await LiveHome.start();
  await home.asks(anna, "unlock the front door");
  await home.presses(anna, "Yes");
  await home.reaches("lock.front_door", "unlocking");
  await home.service.kill();
  await home.startService();
  expect((await home.next(anna, isMessage)).text).toMatch(/^I do not know whether “unlock Front Door” worked/);
  expect(home.calls("lock.unlock")).toEqual([["lock.front_door"]]);
  await home.reaches("lock.front_door", "unlocked");
  expect((await home.asks(anna, "is the front door locked?")).text).toBe("No, Front Door is unlocked.");
  expect(home.calls("lock.unlock")).toHaveLength(1);
});
