// Several steps of one request on a real Home Assistant, one of which fails.
import { expect, it } from "vitest";
import { serviceCall } from "../scenarios/scenario-home.ts";
import { anna, LiveHome } from "./live-home.ts";

const GONE = "light.kitchen_lights";

it("shows how each step of a plan goes, tries again what failed, and takes back the rest", async () => {
  await using home = await LiveHome.start();
  for (const lamp of ["light.bed_light", GONE]) {
    await home.call("light.turn_off", { entity_id: lamp });
    await home.reaches(lamp, "off");
  }
  const { attributes } = await home.state(GONE);
  await home.sets(GONE, "unavailable", attributes);
  const steps = [
    serviceCall("light.turn_on", "light.bed_light"),
    serviceCall("light.turn_on", GONE),
    serviceCall("lock.unlock", "lock.back_door"),
  ];
  home.model.reply({ toolCalls: steps }, { text: "" });

  const question = await home.asks(anna, "make it bright and let us in at the back");
  expect(question.text).toMatch(
    /^Shall I do this\?\n+1\. Turn on Bed Light \(low risk\)\.\n2\. .* \(low risk\)\.\n3\. Unlock Back Door \(high risk\)\./,
  );
  expect(await home.presses(anna, "Yes", { messageId: question.messageId })).toBe("OK");
  await home.next(anna, ({ kind, text }) => kind === "edit" && /^✓ Turn on Bed Light\n✗ .*\n✓ Unlock Back Door\n/.test(text));
  const answer = await home.next(anna, ({ kind }) => kind === "message");
  expect(answer.text).toMatch(/^Done: 2 of 3 steps\.\nI could not turn on .*cannot be reached/);
  expect(answer.buttons).toEqual(["Retry", "Undo what can be undone"]);
  expect((await home.state("lock.back_door")).state).toBe("unlocked");

  await home.sets(GONE, "off", attributes);
  expect(await home.presses(anna, "Retry", { messageId: answer.messageId })).toBe("OK");
  expect((await home.next(anna, ({ kind }) => kind === "message")).text).toMatch(/ is now on/);
  await home.reaches(GONE, "on");
  expect(home.calls("lock.unlock")).toEqual([["lock.back_door"]]);

  expect(await home.presses(anna, "Undo what can be undone", { messageId: answer.messageId })).toBe("OK");
  // it goes through policy like any request
  const asked = await home.next(anna, ({ kind }) => kind === "message");
  expect(asked.text).toMatch(/1\. Lock Back Door \(medium risk\)\.[\s\S]*2\. Turn off Bed Light \(low risk\)\./);
  expect(await home.presses(anna, "Yes", { messageId: asked.messageId })).toBe("OK");
  await home.reaches("light.bed_light", "off");
  await home.reaches("lock.back_door", "locked");
  expect((await home.state(GONE)).state).toBe("on");
  expect(await home.presses(anna, "Undo what can be undone", { messageId: answer.messageId })).toBe("This was already answered.");
});
