import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createReceivedFiles } from "../../../src/homeassistant/telegram/received-files.ts";
import { createLogger } from "../../../src/observability/logger.ts";
import { timersByHand } from "../../agent/later.ts";
import { temporaryFolder } from "../../storage/temporary-folder.ts";

const nameOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}.photo`;

function receiving(download: (path: string) => Promise<void>) {
  const folder = temporaryFolder();
  const { later, fire } = timersByHand();
  const files = createReceivedFiles({
    telegram: { downloadFile: ({ directory, name }) => download(join(directory, name)) },
    home: { whenReady: async () => {} },
    ...{ folder, later, logger: createLogger({ level: "error", destination: { write() {} } }) },
  });
  const read = (number: number, signal = new AbortController().signal) =>
    files.read({ bot: "b", chatId: "1", fileId: "f" }, { name: nameOf(number), most: 100, signal });
  return { ...files, folder, fire, read, put: (name: string) => writeFileSync(join(folder, name), "x"), left: () => readdirSync(folder) };
}

it("what Home Assistant writes after nobody waits for it any more goes some minutes later", async () => {
  const { read, put, fire, left } = receiving(() => Promise.reject(new Error("timed out")));
  expect(await read(1)).toEqual({ kind: "away" });
  put(nameOf(1));
  fire();
  await expect.poll(left).toEqual([]);
});

it("what a crash left goes at the start, and what was still on its way then some minutes later; another's file stays", async () => {
  const { start, put, fire, left } = receiving(() => Promise.resolve());
  put(nameOf(1));
  put("holiday.photo");
  start();
  await expect.poll(left).toEqual(["holiday.photo"]);
  put(nameOf(2));
  fire();
  await expect.poll(left).toEqual(["holiday.photo"]);
});

it("a file that is being read stays until it was", async () => {
  const { read, sweep, left } = receiving(async (path) => {
    writeFileSync(path, "x");
    await sweep();
  });
  expect(await read(1)).toEqual({ kind: "read", bytes: Buffer.from("x") });
  expect(left()).toEqual([]);
});
