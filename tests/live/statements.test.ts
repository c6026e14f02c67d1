// What is said about a real home is compared with it: see .ci/run for how one is started.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { catalogueFor } from "../../src/languages/catalogue.ts";
import { anna, LiveHome } from "./live-home.ts";

const MARK = catalogueFor("en").text("statement.unchecked");
const LOCKS = ["lock.front_door", "lock.kitchen_door", "lock.back_door", "lock.main_door", "lock.openable_lock"];

describe("on a real Home Assistant", () => {
  let home: LiveHome;
  beforeAll(async () => {
    home = await LiveHome.start();
    await home.call("lock.lock", { entity_id: LOCKS });
    for (const lock of LOCKS) await home.reaches(lock, "locked");
  });
  afterAll(() => home[Symbol.asyncDispose]());

  const isOneOpen = async (entityId: string, service: string, state: string) => {
    await home.call(service, { entity_id: entityId });
    await home.reaches(entityId, state);
  };

  it("questions about all and any are computed over all of them", async () => {
    expect((await home.asks(anna, "is everything locked?")).text).toMatch(/^Yes\b/);
    await isOneOpen("lock.front_door", "lock.unlock", "unlocked");
    expect((await home.asks(anna, "is everything locked?")).text).toBe("No: Front Door is unlocked.");
    expect((await home.asks(anna, "are all doors locked?")).text).toMatch(/^No: .*Front Door is unlocked\.$/);
    await isOneOpen("lock.front_door", "lock.lock", "locked");
    await isOneOpen("cover.garage_door", "cover.open_cover", "open");
    expect((await home.asks(anna, "is any garage door open?")).text).toMatch(/Garage Door is open\.$/);
    await isOneOpen("cover.garage_door", "cover.close_cover", "closed");
    expect((await home.asks(anna, "is any garage door open?")).text).toMatch(/^No\b|^None of them is open\.$/);
    expect(home.model.calls).toEqual([]);
  });

  it.each([
    ["how do things stand before we leave", "The Front Door is unlocked.", "Front Door is locked."],
    ["should I get up and check the Garage Door", "No need, stay in bed.", MARK],
    ["good night then", "Sleep well, everything is shut.", MARK],
  ])("%s: %s is not left as the model said it", async (question, answer, expected) => {
    home.model.review(() => ({ about_home: false, statements: [] }));
    home.model.respond(() => ({ text: answer }));
    expect((await home.asks(anna, question)).text).toContain(expected);
  });

  it("a message that is made to block the service is answered, and so is the next one", async () => {
    home.model.respond(() => ({ text: "What do you mean?" }));
    for (const part of ["ay ", "also ", "no, ", "(a"])
      expect((await home.asks(anna, `${part.repeat(900)}x`)).text).toBe("What do you mean?");
    expect((await home.asks(anna, "is the front door locked?")).text).toBe("Yes, Front Door is locked.");
  });
});
