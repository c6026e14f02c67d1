// Files that people send on Telegram, as a real Home Assistant hands them out.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { anna, LiveHome } from "./live-home.ts";
import { control, live } from "./live-state.ts";

const PATIENCE = { timeout: 15_000, interval: 50 };
const PHOTO = Buffer.concat([Buffer.from("ffd8ffe0", "hex"), Buffer.from("a cat on a sofa")]).toString("base64");
const sends = (file: object) => control("attach", { chat_id: anna, user_id: anna, ...file });

it("a photo reaches the model, a document knowledge after a Yes, and nothing stays in the folder that both share", async () => {
  await using home = await LiveHome.start({ model_sees: "yes" });
  await home.asks(anna, "/start");
  home.model.reply({ text: "That is a cat." });
  await sends({ kind: "photo", base64: PHOTO, caption: "what is this?" });
  await home.next(anna, ({ text }) => text.includes("That is a cat."));
  expect(JSON.stringify(home.model.requests)).toContain(PHOTO);

  const base64 = Buffer.from("Error E15 means water in the base.").toString("base64");
  await sends({ kind: "document", file_name: "dishwasher.txt", mime_type: "text/plain", base64 });
  const question = await home.next(anna, ({ buttons }) => buttons.includes("Yes"));
  await home.presses(anna, "Yes", { messageId: question.messageId });
  await home.next(anna, ({ kind, buttons }) => kind === "edit" && buttons.length === 0);
  expect(existsSync(join(home.dataDir, "knowledge", "dishwasher.txt"))).toBe(true);
  await vi.waitFor(() => expect(readdirSync(join(live.files_dir, "voice"))).toEqual([]), PATIENCE);
});
