import { expect, it } from "vitest";
import type { Entity } from "../../src/homeassistant/registry/home.ts";
import { answered, openConsole, USERS } from "../channels/console/console-world.ts";
import { anna, ben, eventually, family, group, ScenarioHome, serviceCall } from "./scenario-home.ts";

const CAMERA = "camera.front_camera";
const CAPTION = "Here is the picture from Front Camera.";
const MISSING = "I could not get a picture from Front Camera.";
/** Cameras are shown without a question. */
const FREE = { effect_rules: [{ effect: "watch", decision: "allow" }], restricted_domains: [] };
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** Phrases are placed once the home's words for kinds of entities are read. */

async function startHome(options: Readonly<Record<string, unknown>> = {}): Promise<ScenarioHome> {
  const home = await ScenarioHome.start({ options });
  await home.namesKinds();
  return home;
}

const photos = (home: ScenarioHome, chatId = anna) => home.sim.telegram.messages(chatId).flatMap(({ photo }) => photo ?? []);

it.each<[language: string, ...said: string[]]>([
  ["en", "show me the front camera", "what does the front camera see?", "take a picture with the front camera"],
  ["de", "zeig mir die Front Camera", "was sieht die Front Camera?"],
  ["fr", "montre-moi la Front Camera", "que voit la Front Camera ?"],
  ["es", "muéstrame la Front Camera", "¿qué ve la Front Camera?"],
  ["nl", "laat me de Front Camera zien", "wat ziet de Front Camera?"],
])("in %s the words for a picture show it after a Yes, without a model", async (language, ...said) => {
  await using home = await startHome({ language });
  for (const [at, text] of said.entries()) {
    const question = await home.asks(anna, text);
    expect(question.plain).toContain("Front Camera");
    expect(photos(home)).toHaveLength(at);
    home.presses(anna, question.buttons[0]?.[0]?.label ?? "");
    const shown = await home.next(anna);
    expect(shown.plain).toContain("Front Camera");
    expect(shown.photo?.bytes.subarray(0, 4)).toEqual(PNG);
    // Telegram is told no token of the camera
    expect(shown.photo?.name).toBe("camera.jpg");
  }
  expect(home.model.calls).toEqual([]);
});

it("a rule of the owner's shows it at once; the model is told that it cannot see it", async () => {
  await using home = await ScenarioHome.start({ options: FREE });
  home.model.reply({ toolCalls: [{ name: "get_camera_image", args: { entity_id: CAMERA } }] }, { text: "A cat sits there." });
  await home.asks(anna, "is something strange going on outside, can you have a look for me");
  expect(home.model.calls[1]?.messages.at(-1)?.content).toContain("You cannot see it.");
  const shown = await home.next(anna);
  expect([shown.plain, shown.photo?.name]).toEqual([CAPTION, "camera.jpg"]);
  expect(home.rows("SELECT origin FROM outbox WHERE media IS NOT NULL")).toEqual([{ origin: "outside" }]);
  expect(home.rows("SELECT service, effects FROM actions")).toEqual([{ service: "camera.get_image", effects: '["watch"]' }]);
});

it("who is not trusted with cameras asks a grown-up or is refused", async () => {
  const mia = 700000003;
  const guest = 700000004;
  const people = [
    ...family,
    { name: "Mia", telegram_user_id: mia, role: "child" },
    { name: "Zoe", telegram_user_id: guest, role: "guest", areas: ["Hallway"] },
  ];
  await using home = await startHome({ people, children_may_ask_owners: true });
  for (const [chat, name] of [
    [mia, "Mia"],
    [guest, "Zoe"],
  ] as const)
    home.sim.telegram.allow(chat, name);
  await home.asks(anna, "hello");
  const refused = await home.asks(guest, "show me the front camera");
  expect(refused.buttons).toEqual([]);
  home.says(mia, "show me the front camera");
  const question = await home.next(anna, ({ buttons }) => buttons.length > 0);
  expect(question.plain).toContain("Mia");
  home.presses(anna, "Yes");
  expect((await home.next(mia, ({ photo }) => photo !== undefined)).plain).toBe(CAPTION);
  expect([...photos(home, anna), ...photos(home, guest), ...photos(home, ben), ...photos(home, group)]).toEqual([]);
});

it.each<[string, (home: ScenarioHome) => void, (camera: Entity | undefined) => boolean]>([
  ["is off", (home) => home.sim.setState(CAMERA, "off"), (camera) => camera?.state.state === "off"],
  [
    "has no token",
    (home) => home.sim.setState(CAMERA, "idle", { access_token: null }),
    (camera) => typeof camera?.state.attributes["access_token"] !== "string",
  ],
  ["is hidden meanwhile", (home) => home.sim.expose(CAMERA, false), (camera) => camera === undefined],
])("a camera that %s becomes one honest sentence", async (_, happens, isKnown) => {
  await using home = await startHome();
  await home.asks(anna, "show me the front camera");
  home.sim.telegram.fail({ service: "send_photo", error: { message: "Flood control exceeded. Retry in 1 seconds" } });
  home.presses(anna, "Yes");
  await eventually(() => home.rows("SELECT 1 FROM outbox WHERE media IS NOT NULL AND note = 'flood'").length === 1);
  happens(home);
  await eventually(() => isKnown(home.app.home.find(CAMERA)));
  home.passes(2_000);
  expect((await home.next(anna)).plain).toBe(MISSING);
  expect(photos(home)).toEqual([]);
});

it("a lost reply shows the picture once, also over a restart of the service", async () => {
  await using home = await startHome();
  await home.asks(anna, "show me the front camera");
  home.sim.telegram.fail({ service: "send_photo", dropReply: true });
  home.presses(anna, "Yes");
  expect((await home.next(anna)).photo).toBeDefined();
  await home.stopApp();
  await home.startApp();
  home.passes(60_000);
  await home.settled();
  expect(photos(home)).toHaveLength(1);
  expect(home.texts(anna).filter((text) => text === MISSING)).toEqual([]);
});

it("says so when a camera cannot be reached", async () => {
  await using home = await startHome(FREE);
  home.sim.setState(CAMERA, "unavailable");
  await eventually(() => home.app.home.find(CAMERA)?.state.state === "unavailable");
  expect((await home.asks(anna, "show me the front camera")).plain).toBe(
    "I could not show a picture from Front Camera: Front Camera cannot be reached.",
  );
});

it("the console shows the picture to its person for a day, and to nobody else", async () => {
  const { home, browser } = await openConsole({ options: FREE });
  const page = await browser(USERS.anna);
  await home.namesKinds();
  await page.send("POST", "chat", { text: "show me the front camera", clientId: "camera-1" });
  const [shown] = await answered(page, 2);
  expect(shown).toMatchObject({ text: CAPTION, hasPicture: true });
  const picture = (user: string) => fetch(`${home.consoleUrl}/api/chat/picture/${shown?.id}`, { headers: { "X-Remote-User-Id": user } });
  const own = await picture(USERS.anna);
  expect([own.status, own.headers.get("content-type"), own.headers.get("cache-control")]).toEqual([200, "image/png", "no-store"]);
  expect(Buffer.from(await own.arrayBuffer()).subarray(0, 4)).toEqual(PNG);
  expect((await picture(USERS.ben)).status).toBe(404);
  home.passes(86_400_001);
  expect((await picture(USERS.anna)).status).toBe(404);
  await eventually(() => {
    home.passes(86_400_001);
    return home.rows("SELECT 1 FROM outbox_pictures").length === 0;
  });
});

it("a picture goes with what is forgotten", async () => {
  const { home, browser } = await openConsole({ options: FREE });
  const page = await browser(USERS.anna);
  await home.namesKinds();
  await page.send("POST", "chat", { text: "show me the front camera", clientId: "camera-2" });
  await answered(page, 2);
  expect(home.rows("SELECT 1 FROM outbox_pictures")).toHaveLength(1);
  await page.send("POST", "chat", { text: "/forget today", clientId: "camera-3" });
  const [question] = await answered(page, 4);
  await page.send("POST", "chat/press", { messageId: question?.id, data: question?.buttons[0]?.[0]?.data });
  await eventually(() => home.rows("SELECT 1 FROM outbox_pictures").length === 0);
});

it("a picture that the model wants after an outside text is asked about even where a rule allows", async () => {
  await using home = await ScenarioHome.start({ options: FREE });
  home.model.reply(
    { toolCalls: [{ name: "get_calendar_events", args: {} }] },
    { toolCalls: [serviceCall("camera.get_image", CAMERA)] },
    { text: "" },
  );
  expect((await home.asks(anna, "help me to prepare for what comes up")).buttons).not.toEqual([]);
  expect(photos(home)).toEqual([]);
});
