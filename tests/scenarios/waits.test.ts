import { describe, expect, it } from "vitest";
import { anna, ScenarioHome } from "./scenario-home.ts";

const ROBOT = "vacuum.robot";
const BLIND = "cover.bedroom_blind";

/** What a thing shows from now on; it is on its way for hours. */
function goesSlowly(home: ScenarioHome, entityId: string, state: string): void {
  home.sim.setState(entityId, state);
  home.sim.behave(entityId, { kind: "moves", ms: 3_600_000 });
}

/** Time passes in seconds, so that what the home reports meanwhile is seen, until a message is edited. */
async function edited(home: ScenarioHome) {
  await expect.poll(() => home.passes(1_000) ?? home.rows("SELECT 1 FROM outbox WHERE kind = 'edit'").length, { timeout: 20_000 }).toBe(1);
  return home.next(anna, ({ edits }) => edits.length > 0);
}

describe("what takes long", () => {
  it("is told once it is on its way, in a message that says when it is there; the next one is answered meanwhile", async () => {
    await using home = await ScenarioHome.start();
    goesSlowly(home, ROBOT, "cleaning");
    const returning = await home.asks(anna, "return the robot to base");
    expect(returning.text).toBe("Robot is returning to its dock.");
    expect((await home.asks(anna, "turn on the bed light")).text).toContain("Bed Light is now on");

    home.sim.setState(ROBOT, "docked");

    expect(await edited(home)).toMatchObject({ messageId: returning.messageId, text: "Robot is now docked." });
    home.passes(3_600_000);
    await home.settled();
    expect(home.rows("SELECT 1 FROM outbox WHERE kind = 'edit'")).toHaveLength(1);
    expect(home.calls("vacuum.return_to_base")).toHaveLength(1);
  });

  it.each([
    ["nothing more", "Bedroom Blind is still opening after a minute: please check."],
    ["stands half open", "Bedroom Blind stopped on the way and is open (50 %) now."],
    ["is gone", "I could not open Bedroom Blind: Bedroom Blind cannot be reached."],
  ])("says when it does not get there: %s", async (what, text) => {
    await using home = await ScenarioHome.start();
    goesSlowly(home, BLIND, "closed");
    const { messageId } = await home.asks(anna, "open the bedroom blind");
    await home.settled();

    if (what === "stands half open") home.sim.setState(BLIND, "open", { current_position: 50 });
    if (what === "is gone") home.sim.behave(BLIND, { kind: "unavailable" });

    expect(await edited(home)).toMatchObject({ messageId, text });
  });

  it("says nothing more of what a later message moved", async () => {
    await using home = await ScenarioHome.start();
    goesSlowly(home, BLIND, "closed");
    expect((await home.asks(anna, "open the bedroom blind")).text).toBe("Bedroom Blind is opening.");
    home.sim.behave(BLIND, { kind: "normal" });
    expect((await home.asks(anna, "close the bedroom blind")).text).toBe("Bedroom Blind is now closed.");
    await home.settled();

    home.passes(10_000);
    home.passes(3_600_000);
    await home.settled();
    expect(home.texts(anna)).toEqual(["Bedroom Blind is opening.", "Bedroom Blind is now closed."]);
  });

  it("is waited for over a restart, and told once", async () => {
    await using home = await ScenarioHome.start();
    goesSlowly(home, BLIND, "closed");
    const { messageId } = await home.asks(anna, "open the bedroom blind");
    await home.settled();
    await home.stopApp();

    home.sim.setState(BLIND, "open", { current_position: 100 });
    await home.startApp();

    expect(await edited(home)).toMatchObject({ messageId, text: "Bedroom Blind is now open (100 %)." });
    await home.settled();
    await home.stopApp();
    await home.startApp();
    home.passes(60_000);
    await home.settled();
    expect(home.rows("SELECT 1 FROM outbox WHERE kind = 'edit'")).toHaveLength(1);
  });
});
