import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { askedOf, eventually } from "./scenario-home.ts";
import { ServiceProcess } from "./service-process.ts";

const anna = 700000001;
const ben = 700000002;
/** A stop may take so long (the product's bound), and a little for the machine. */
const STOPPED_MS = 8_500;

it.concurrent("on SIGTERM answers what can be answered, parks the rest in time, and goes on at the next start", async () => {
  await using service = await ServiceProcess.create();
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  let endless = 0;
  service.model.respond(async (call) => {
    if (askedOf(call) === "an endless tale" && endless++ === 0) return { hang: true };
    await told;
    return { text: "Once upon a time there was a home." };
  });
  await service.start();
  service.sim.telegram.say({ chatId: anna, text: "a long tale" });
  service.sim.telegram.say({ chatId: ben, text: "an endless tale" });
  await service.model.arrived(2);
  const before = Date.now();
  const exit = service.end("SIGTERM");
  await eventually(() => service.output.includes("stopping"));
  void service.end("SIGTERM"); // an impatient supervisor
  service.sim.telegram.say({ chatId: anna, text: "one more tale" });
  await eventually(() => service.rows("SELECT 1 FROM turns").length === 3);
  tell();
  expect(await exit).toEqual({ code: 0, signal: null });
  expect(Date.now() - before).toBeLessThan(STOPPED_MS);
  expect([service.texts(anna), service.texts(ben)]).toEqual([["Once upon a time there was a home."], []]);
  expect(service.rows("SELECT text, status FROM turns ORDER BY text")).toEqual([
    { text: "a long tale", status: "sent" },
    { text: "an endless tale", status: "running" },
    { text: "one more tale", status: "received" },
  ]);
  await service.start();
  await eventually(() => service.texts(anna).length === 2 && service.texts(ben).length === 1);
  expect(service.model.calls.map(askedOf).toSorted()).toEqual(["a long tale", "an endless tale", "an endless tale", "one more tale"]);
});

it.concurrent("says all that is wrong with its options at once, without a value or a stack trace, and exits with 78", async () => {
  await using service = await ServiceProcess.create();
  const secret = "sk-very-secret-key-0123456789";
  await service.start({
    ...{ ollama_url: "not a url", num_ctx: "many", confirmation_timeout: 5, unknown_option: true, openai_api_key: [secret] },
    people: [{ name: "Anna", telegram_user_id: "none", role: "queen" }],
  });
  expect(await service.ended()).toEqual({ code: 78, signal: null });
  for (const path of ["ollama_url", "num_ctx", "confirmation_timeout", "unknown_option", "openai_api_key"]) {
    expect(service.output).toContain(`${path}:`);
  }
  for (const path of ["people[0].telegram_user_id", "people[0].role"]) expect(service.output).toContain(path);
  expect(service.output).not.toMatch(/\n\s+at |node:|\.ts:\d|ZodError/);
  for (const value of [secret, service.sim.token, "queen", "not a url"]) expect(service.output).not.toContain(value);
});

it.concurrent("reads its options from standard input where it is told so", () => {
  const root = new URL("../../", import.meta.url).pathname;
  const { status, stderr } = spawnSync(process.execPath, ["src/launch.mjs", "main.ts", "--options", "-"], {
    ...{ cwd: root, env: {}, encoding: "utf8", input: '{"num_ctx": "many"}' },
  });
  expect([status, stderr]).toEqual([78, expect.stringContaining("num_ctx: a text was given")]);
});
