import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { family } from "./scenario-home.ts";
import { ServiceProcess } from "./service-process.ts";

const gus = 700000031;
const guest = { name: "Gus", telegram_user_id: gus, role: "guest", areas: ["Bedroom"], until: "2099-12-31" };
/** An exponential pattern takes longer than the test; a slow machine does not. */
const ANSWER_MS = 10_000;

describe("no message of a guest holds the service", () => {
  let service: ServiceProcess;

  beforeAll(async () => {
    service = await ServiceProcess.create();
    service.model.respond(() => ({ text: "Once upon a time there was a tailor." }));
    await service.start({ people: [...family, guest] });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it.each([
    ["an alternative that stood twice in a repeated group", `${"ay ".repeat(45)}x`],
    ["the same before a command", `no,${"ay ".repeat(45)}\0`],
    ["small words before a wish", `y ${"also ".repeat(45)}forge`],
    ["articles before who somebody is", `as un ${"un un ".repeat(30)}vegan`],
    ["blanks", `forget that${" ".repeat(4_000)}x`],
    ["ends of sentences", "a. ".repeat(1_365)],
    ["dashes", "a - ".repeat(1_024)],
    ["exceptions", "all lights except a, ".repeat(195)],
    ["quotations", "‘I ".repeat(1_365)],
    ["one word", "room".repeat(1_024)],
  ])("%s", { timeout: 2 * ANSWER_MS }, async (_, text) => {
    const { telegram } = service.sim;
    telegram.say({ chatId: gus, text });
    await telegram.waitFor(gus, undefined, ANSWER_MS);
    telegram.say({ chatId: gus, text: "tell me a tale" });
    expect((await telegram.waitFor(gus, undefined, ANSWER_MS)).plain).toContain("Once upon a time");
  });
});
