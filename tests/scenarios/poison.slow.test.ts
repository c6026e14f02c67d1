import { expect, it } from "vitest";
import { anna, askedOf, ben, eventually } from "./scenario-home.ts";
import { ServiceProcess } from "./service-process.ts";

/** A machine that does much else takes its time. */
const LONG_MS = 60_000;

it(
  "a turn at whose work the process ended twice is given up and its person told; who worked beside it is answered",
  async () => {
    await using service = await ServiceProcess.create();
    const { model, sim } = service;
    let calls = 0;
    model.respond((call) => {
      calls += 1;
      const innocent = askedOf(call).includes("innocent") && calls > 2;
      return innocent || askedOf(call).includes("third") ? { text: "Once upon a time." } : { hang: true };
    });
    const says = (chatId: number, text: string) => sim.telegram.say({ chatId, text });
    const crashes = () => service.rows("SELECT text, crashes FROM turns ORDER BY rowid").map(({ text, crashes: count }) => [text, count]);
    const answer = (chatId: number, index: number) => eventually(() => service.texts(chatId)[index], LONG_MS);

    await service.start();
    says(anna, "a poison tale");
    await eventually(() => model.calls.length === 1, LONG_MS);
    says(ben, "an innocent tale");
    await eventually(() => model.calls.length === 2, LONG_MS);
    await service.end("SIGKILL");

    await service.start();
    await eventually(() => model.calls.length === 3, LONG_MS);
    expect(crashes()).toEqual([
      ["a poison tale", 1],
      ["an innocent tale", 1],
    ]);
    // one suspect at a time: the other one has not begun
    expect(askedOf(model.calls[2])).toContain("poison");
    await service.end("SIGKILL");

    await service.start();
    expect(await answer(anna, 0)).toContain("I gave it up");
    expect(await answer(ben, 0)).toContain("Once upon a time.");
    expect(crashes()).toEqual([
      ["a poison tale", 2],
      ["an innocent tale", 1],
    ]);
    says(anna, "a third tale");
    expect(await answer(anna, 1)).toContain("Once upon a time.");
  },
  4 * LONG_MS,
);

it(
  "a process that stands still is ended by the watchdog, and goes on with its turn when it is started again",
  async () => {
    await using service = await ServiceProcess.create({ isWatched: true });
    let hangs = true;
    service.model.respond(() => (hangs ? { hang: true } : { text: "Once upon a time." }));
    await service.start();
    service.sim.telegram.say({ chatId: anna, text: "a long tale" });
    await eventually(() => service.model.calls.length === 1, LONG_MS);
    expect(await service.end("SIGUSR2")).toEqual({ code: null, signal: "SIGKILL" });
    expect(service.output).toContain("The service did nothing for 30 seconds and is ended.");
    hangs = false;
    await service.start();
    expect(await eventually(() => service.texts(anna)[0], LONG_MS)).toContain("Once upon a time.");
    expect(await service.end("SIGTERM")).toEqual({ code: 0, signal: null });
  },
  4 * LONG_MS,
);

it(
  "a stop in good order is no crash",
  async () => {
    await using service = await ServiceProcess.create();
    let hangs = true;
    service.model.respond(() => (hangs ? { hang: true } : { text: "Once upon a time." }));
    await service.start();
    service.sim.telegram.say({ chatId: anna, text: "a long tale" });
    for (const calls of [1, 2, 3]) {
      await eventually(() => service.model.calls.length === calls, LONG_MS);
      await service.end("SIGTERM");
      expect(service.rows("SELECT status, crashes FROM turns")).toEqual([{ status: "running", crashes: 0 }]);
      hangs = calls < 3;
      await service.start();
    }
    expect(await eventually(() => service.texts(anna)[0], LONG_MS)).toContain("Once upon a time.");
  },
  4 * LONG_MS,
);
