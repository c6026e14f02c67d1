import { execFileSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { eventually } from "./scenario-home.ts";
import { ServiceProcess } from "./service-process.ts";

const anna = 700000001;

function backup(step: "copy" | "rest", dataDir: string): void {
  const root = new URL("../../", import.meta.url).pathname;
  execFileSync(process.execPath, ["src/launch.mjs", "backup.ts", step, "--data", dataDir], { cwd: root, env: {} });
}

it.concurrent("goes on from a backup's copy, and does nothing again that it did between the backup and the restore", async () => {
  await using service = await ServiceProcess.create();
  await service.start();
  service.sim.telegram.say({ chatId: anna, text: "turn on the bed light" });
  await eventually(() => service.texts(anna).length === 1);
  backup("copy", service.dataDir);
  service.sim.telegram.say({ chatId: anna, text: "turn off the bed light" });
  await eventually(() => service.texts(anna).length === 2);
  await service.end("SIGTERM");
  const before = service.sim.calls.length;
  for (const name of readdirSync(service.dataDir)) if (name !== "backup") rmSync(join(service.dataDir, name));

  await service.start();

  expect(service.output).toContain("the database was restored from the copy of a backup");
  service.sim.telegram.say({ chatId: anna, text: "turn on the bed light" });
  await eventually(() => service.texts(anna).length === 3);
  expect(service.rows("SELECT text FROM turns ORDER BY received_at").map(({ text }) => text)).toEqual([
    "turn on the bed light",
    "turn on the bed light",
  ]);
  expect(
    service.sim.calls
      .slice(before)
      .filter(({ service: name }) => name.startsWith("light."))
      .map(({ service: name }) => name),
  ).toEqual(["light.turn_on"]);

  await service.end("SIGTERM");
  backup("rest", service.dataDir);
  await service.start();
  expect(service.output).not.toContain("restored");
  expect(service.rows("SELECT 1 FROM turns")).toHaveLength(2);
});
