// What people tell of themselves, on a real Home Assistant: kept over a start, for them alone, put right, shown and forgotten.
import { expect, it, vi } from "vitest";
import { countOnDisk } from "../scenarios/words-on-disk.ts";
import { anna, ben, LiveHome, type Shown } from "./live-home.ts";

const isMessage = ({ kind }: Shown) => kind === "message";
const tells = (value: string) => ({
  toolCalls: [{ name: "update_user_profile", args: { action: "tell", key: "preferred_temperature", value, category: "preference" } }],
});

/** What the model was given last, but for the fixed head. */
const given = ({ model }: LiveHome): string => JSON.stringify(model.calls.at(-1)?.messages.slice(1));

it("22 degrees are known after a restart to the one who said so and to nobody else, become 19, are shown, and leave the disk", async () => {
  await using home = await LiveHome.start();
  home.model.reply(tells("22 degrees, as in Zqville"), { text: "Got it." });
  expect((await home.asks(anna, "I prefer 22 degrees, as in Zqville")).text).toContain("I’ll remember: temperature: 22 degrees");
  await home.service.stop();
  await home.startService();

  await home.asks(anna, "/new");
  expect((await home.asks(anna, "what temperature do I like?")).text).toMatch(
    /^22 degrees, as in Zqville \(temperature; you told me, \d{4}-\d\d-\d\d; m1\)$/,
  );
  home.model.reply({ text: "You like 22 degrees." });
  expect((await home.asks(anna, "what temperature is right for me?")).text).toBe("You like 22 degrees.");
  expect(given(home)).toContain("temperature: 22 degrees");

  home.model.reply({ toolCalls: [{ name: "get_user_profile", args: {} }] }, { text: "I do not know that." });
  await home.says(ben, "what temperature do I like, and what does Anna?", { userId: ben });
  await home.next(ben, isMessage);
  expect(given(home)).not.toContain("22 degrees");

  await home.asks(anna, "what temperature do I like?");
  expect((await home.asks(anna, "make it 19 now")).text).toBe("I’ll remember: temperature: 19 (before: 22 degrees, as in Zqville).");
  const list = await home.asks(anna, "/memory");
  expect(list.text).toMatch(/temperature: 19 \(/);
  expect(list.text).not.toContain("22 degrees");
  expect(countOnDisk(home, "Zqville")).toBeGreaterThan(0);

  expect((await home.asks(anna, "I'm allergic to zqnuts")).text).toBe("I’ll remember: allergies: zqnuts.");
  expect((await home.asks(anna, "what do you know about me?")).text).toMatch(/allergies: zqnuts \(you told me, \d{4}-\d\d-\d\d\)/);
  expect((await home.asks(anna, "I'm vegan")).text).toBe("I’ll remember: diet: vegan.");
  expect((await home.asks(anna, "forget that")).text).toContain("diet: vegan");
  expect((await home.asks(anna, "/memory")).text).not.toContain("vegan");

  const question = await home.asks(anna, "/forget");
  expect(question.buttons).toEqual(["Yes", "Cancel"]);
  await home.presses(anna, "Yes");
  await home.next(anna, ({ text }) => text.startsWith("It is forgotten"));
  await vi.waitFor(() => expect(home.rows("SELECT 1 FROM erasures WHERE state <> 'done'")).toEqual([]), { timeout: 20_000 });
  expect(countOnDisk(home, "Zqville")).toBe(0);
});
