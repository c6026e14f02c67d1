import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { anna, ben, eventually, family, group, ScenarioHome, type ScenarioOptions } from "./scenario-home.ts";

const MANUAL = Buffer.from("# Dishwasher\n\nError E15 means that there is water in the base. Turn the tap off.");
const NAME = "dishwasher.md";

const startHome = (scenario: ScenarioOptions = {}) => ScenarioHome.start({ options: { people: family, knowledge: true }, ...scenario });
const fileOf = (home: ScenarioHome) => join(home.dataDir, "knowledge", NAME);

it("a document that an owner sends is taken in after a Yes, and goes when its message is forgotten", async () => {
  await using home = await startHome();
  home.sim.telegram.document({ chatId: anna, name: NAME, bytes: MANUAL });
  const question = await home.next(anna);
  expect(question.plain).toContain("to what I know?");
  expect(existsSync(fileOf(home))).toBe(false);
  home.presses(anna, "Yes");
  await home.next(anna, ({ plain }) => plain.includes("I’ve added"));
  expect(existsSync(fileOf(home))).toBe(true);
  expect(readdirSync(join(home.dataDir, "voice"))).toEqual([]);
  await eventually(() => home.rows("SELECT origin FROM rag_documents WHERE text LIKE '%E15%'").length === 1);
  expect(home.rows("SELECT origin FROM rag_documents WHERE text LIKE '%E15%'")).toEqual([{ origin: "document" }]);
  expect(home.rows("SELECT kind, attachment FROM turns")).toEqual([{ kind: "file", attachment: null }]);

  const forget = await home.asks(anna, "/forget");
  home.presses(anna, forget.buttons[0]?.[0]?.label ?? "");
  await eventually(() => !existsSync(fileOf(home)));
  await eventually(() => home.rows("SELECT 1 FROM rag_documents WHERE text LIKE '%E15%'").length === 0);
  expect(home.rows("SELECT 1 FROM sent_documents")).toEqual([]);
});

it("a document whose message was forgotten goes at the next start, if a crash was faster", async () => {
  await using home = await startHome();
  home.sim.telegram.document({ chatId: anna, name: NAME, bytes: MANUAL });
  await home.next(anna);
  home.presses(anna, "Yes");
  await home.next(anna, ({ plain }) => plain.includes("I’ve added"));
  await home.stopApp();
  home.change("UPDATE sent_documents SET is_unwanted = 1");
  await home.startApp();
  await eventually(() => !existsSync(fileOf(home)));
});

it("another document that has the name by now stays when the message is forgotten", async () => {
  await using home = await startHome();
  home.sim.telegram.document({ chatId: anna, name: NAME, bytes: MANUAL });
  await home.next(anna);
  home.presses(anna, "Yes");
  await home.next(anna, ({ plain }) => plain.includes("I’ve added"));
  writeFileSync(fileOf(home), "mine");
  const forget = await home.asks(anna, "/forget");
  home.presses(anna, forget.buttons[0]?.[0]?.label ?? "");
  await eventually(() => home.rows("SELECT 1 FROM sent_documents").length === 0);
  expect(existsSync(fileOf(home))).toBe(true);
});

it("a document is only taken in once, and not after a Cancel", async () => {
  await using home = await startHome();
  home.sim.telegram.document({ chatId: anna, name: NAME, bytes: MANUAL });
  const question = await home.next(anna);
  home.presses(anna, "Cancel");
  await home.next(anna, ({ plain }) => plain.includes("I didn’t add"));
  const again = home.sim.telegram.press({ chatId: anna, messageId: question.messageId, data: question.buttons[0]?.[0]?.data ?? "" });
  expect(await home.toast(again)).toBe("This was already answered.");
  expect(existsSync(fileOf(home))).toBe(false);
});

it("what Telegram does not hand out may be tried again", async () => {
  await using home = await startHome();
  home.sim.telegram.fail({ service: "download_file", error: { message: "Timed out" } });
  home.sim.telegram.document({ chatId: anna, name: NAME, bytes: MANUAL });
  await home.next(anna);
  home.presses(anna, "Yes");
  await home.next(anna, ({ plain }) => plain.includes("Press Yes to try again"));
  home.presses(anna, "Yes");
  await home.next(anna, ({ plain }) => plain.includes("I’ve added"));
});

it("another document of that name stays what it is", async () => {
  await using home = await startHome();
  mkdirSync(join(home.dataDir, "knowledge"), { recursive: true });
  writeFileSync(fileOf(home), "mine");
  home.sim.telegram.document({ chatId: anna, name: NAME, bytes: MANUAL });
  await home.next(anna);
  home.presses(anna, "Yes");
  await home.next(anna, ({ plain }) => plain.includes("There’s already a document named"));
});

it("of two documents of one name that are taken in at once the second is told that there is the first", async () => {
  await using home = await startHome();
  const others = Buffer.from("# Dishwasher of the office");
  for (const bytes of [MANUAL, others]) home.sim.telegram.document({ chatId: anna, name: NAME, bytes });
  const [first, second] = [await home.next(anna), await home.next(anna)];
  for (const { messageId } of [first, second]) home.presses(anna, "Yes", { messageId });
  await home.next(anna, ({ plain }) => plain.includes("There’s already a document named"));
  await eventually(() => existsSync(fileOf(home)));
  await home.settled();
  expect(readFileSync(fileOf(home))).toEqual(MANUAL);
});

it.for<[what: string, of: { chatId?: number; userId?: number; name?: string; size?: number; scenario?: ScenarioOptions }, said: string]>([
  ["of somebody else", { chatId: ben }, "Owners can send me documents"],
  ["of a kind that is not read", { name: "setup.exe" }, ".pdf"],
  ["that is too large", { size: 11_000_000 }, "the limit is 10 MB"],
  ["where knowledge is off", { scenario: { options: { people: family } } }, "I can’t open files"],
])("a document %s is not taken", async ([, { chatId = anna, name = NAME, size = MANUAL.length, scenario }, said]) => {
  await using home = await startHome(scenario);
  home.sim.telegram.document({ chatId, name, bytes: MANUAL, size });
  const answer = await home.next(chatId);
  expect(answer.plain).toContain(said);
  expect(answer.buttons).toEqual([]);
});

it("nobody but the owner who sent it says yes", async () => {
  await using home = await startHome();
  home.sim.telegram.document({ chatId: anna, name: NAME, bytes: MANUAL });
  const question = await home.next(anna);
  const data = question.buttons[0]?.[0]?.data ?? "";
  for (const chatId of [ben, group]) {
    home.says(chatId, "/start", { userId: ben });
    await home.next(chatId);
    expect(await home.toast(home.sim.telegram.press({ chatId, userId: ben, data }))).toBe("This button does not work any more.");
  }
  expect(existsSync(fileOf(home))).toBe(false);
});

it("a shared location reaches nobody, and the answer says so", async () => {
  await using home = await startHome();
  home.sim.telegram.location({ chatId: anna });
  expect((await home.next(anna)).plain).toContain("locations, contacts and the like stay on Telegram");
  expect(home.model.calls).toEqual([]);
});
