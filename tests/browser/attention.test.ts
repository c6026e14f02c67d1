import { expect, it } from "vitest";
import { useBrowser } from "./browser.ts";
import { type FakeConsole, openConsole } from "./fake-console.ts";
import { MIA } from "./fake-records.ts";

const browser = useBrowser();

const openAt = (place: string, prepare?: (fake: FakeConsole) => void) => openConsole(browser, place, prepare);

const changes = (fake: FakeConsole) => fake.asked.map(({ way, body }) => [way, body]);

it("planned: one tap from the activity, in groups; a timer counts down, is paused and goes on", async () => {
  const { fake, page } = await openAt("activity");
  await page.getByRole("navigation", { name: "Parts of the activity" }).getByRole("link", { name: "Planned" }).click();
  await page.getByText("Call my mother").waitFor();
  expect(await page.getByRole("heading", { level: 2 }).allInnerTexts()).toEqual([
    "Today",
    "Later",
    "Repeating",
    "Waiting for something",
    "Planned by others",
  ]);
  expect(
    await page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name: /^Activity/ })
      .getAttribute("aria-current"),
  ).toBe("page");
  const timer = page.getByRole("listitem").filter({ hasText: "A timer for pasta" });
  const left = timer.locator(".countdown");
  const first = await left.textContent();
  expect(first).toMatch(/^[89]:\d\d left$/);
  await expect.poll(() => left.textContent(), { timeout: 5_000 }).not.toBe(first);
  await page.getByText("paused, 1:05:00 left").waitFor();

  await timer.getByRole("button", { name: "Pause: A timer for pasta" }).click();
  await timer.getByText(/^paused, 8:\d\d left$/).waitFor();
  await timer.getByRole("button", { name: "Go on: A timer for pasta" }).click();
  await left.waitFor();
  expect(changes(fake)).toEqual([
    ["POST /planned/1", { change: "pause" }],
    ["POST /planned/1", { change: "resume" }],
  ]);
});

it("planned: put off, cancelled, and taken back", async () => {
  const { fake, page } = await openAt("planned");
  const reminder = page.getByRole("listitem").filter({ hasText: "Call my mother" });
  await reminder.getByText("Put off").click();
  await reminder.getByRole("button", { name: "By an hour" }).click();
  await reminder.getByText("today at 6:00 PM").waitFor();
  await reminder.getByRole("button", { name: "Cancel: Call my mother" }).click();
  await reminder.waitFor({ state: "detached" });
  await page.getByText("Cancelled: Call my mother").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await reminder.waitFor();
  expect(await page.getByText("Cancelled: Call my mother").count()).toBe(0);
  expect(changes(fake)).toEqual(["60", "cancel", "restore"].map((change) => ["POST /planned/3", { change }]));
  const repeating = page.getByRole("list", { name: "Repeating" });
  await repeating.getByText("on weekdays at 6:30 AM · next tomorrow at 6:30 AM").waitFor();
  expect(await repeating.getByText("Put off").count()).toBe(0);
});

it("planned: an owner sees who planned what in the house, ids on a tap, and nothing to press; it comes and goes by itself", async () => {
  const { fake, page } = await openAt("planned");
  const others = page.getByRole("list", { name: "Planned by others" });
  await others.getByText("Ben · today at 10:00 PM").waitFor();
  expect(await others.getByRole("button").count()).toBe(0);
  expect(await others.getByText("cover.garage_door").isVisible()).toBe(false);
  await others.getByText("Details").click();
  await others.getByText("cover.garage_door").waitFor();
  fake.planned = { own: [], others: [] };
  await expect.poll(() => fake.listening).toBe(1);
  fake.tell("changed", { page: "planned" });
  await page.getByRole("heading", { name: "Nothing is planned" }).waitFor();
  await page.getByText("remind me on Friday at 5").waitFor();
});

it("notifications: what is amiss is muted and told again, and a kind is told less", async () => {
  const { fake, page } = await openAt("notifications");
  const amiss = page.getByRole("list", { name: "Amiss right now" });
  await amiss.getByRole("button", { name: /^Mute: Terrace door/ }).click();
  await page.getByText(/^Muted: Terrace door/).waitFor();
  await amiss.getByRole("button").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await amiss.getByRole("button", { name: /^Mute: Terrace door/ }).waitFor();

  const open = page.getByRole("group", { name: "doors, gates and windows that stay open" });
  await open.getByRole("button", { name: "Less" }).click();
  await expect.poll(() => open.getByRole("button", { name: "Less" }).getAttribute("aria-pressed")).toBe("true");
  expect(await page.getByRole("group", { name: "smoke, gas and carbon monoxide" }).count()).toBe(0);
  await page.getByText("always", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Never tell me: smoke, gas and carbon monoxide" }).click();
  await page
    .getByRole("dialog")
    .getByText(/however serious it is: smoke, gas/)
    .waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Never" }).click();
  await page.getByRole("group", { name: "smoke, gas and carbon monoxide" }).getByRole("button", { name: "All" }).click();
  await page.getByText("always", { exact: true }).waitFor();
  await page.getByText("not told: the option “notify” is stricter").waitFor();

  await page.getByRole("button", { name: "Tell me again: Garage door" }).click();
  await page.getByRole("heading", { name: "Muted" }).waitFor({ state: "detached" });
  expect(changes(fake)).toEqual([
    ["POST /notifications/choice", { subject: "open/binary_sensor.terrace_door", choice: "never" }],
    ["POST /notifications/choice", { subject: "open/binary_sensor.terrace_door", choice: "all" }],
    ["POST /notifications/choice", { subject: "kind:open", choice: "less" }],
    ["POST /notifications/choice", { subject: "kind:danger", choice: "never" }],
    ["POST /notifications/choice", { subject: "kind:danger", choice: "all" }],
    ["POST /notifications/choice", { subject: "open/cover.garage_door", choice: "all" }],
  ]);
});

it("notifications: why each was told or waits, in words, and figures on a tap; quiet for a while", async () => {
  const { fake, page } = await openAt("notifications");
  const told = page.getByRole("list", { name: "What I told you" }).getByRole("listitem");
  const first = told.first();
  await first.getByText("It matters enough to be told at once.").waitFor();
  expect(await first.getByText("binary_sensor.terrace_door").isVisible()).toBe(false);
  await first.getByText("Details").click();
  await first.getByText("binary_sensor.terrace_door").waitFor();
  await first.getByText("Score 48 %").waitFor();
  expect(await told.last().getByText("Details").count()).toBe(0);

  await page.getByText("22:00–07:00").waitFor();
  await page.getByRole("button", { name: "Quiet for 2 hours" }).click();
  await page.getByText(/^Quiet until .*, unless something is urgent\.$/).waitFor();
  await page.getByRole("button", { name: "End the quiet" }).click();
  await page.getByText("I speak when something matters.").waitFor();
  expect(changes(fake).map(([, body]) => body)).toEqual([{ minutes: 120 }, { minutes: 0 }]);

  fake.notifications = { ...fake.notifications, open: [], told: [] };
  await expect.poll(() => fake.listening).toBe(1);
  fake.tell("changed", { page: "notifications" });
  await page.getByText("Nothing is amiss at home.").waitFor();
});

it("notifications: a child has no such page", async () => {
  const { page } = await openAt("planned", (fake) => {
    fake.me = MIA;
  });
  const parts = page.getByRole("navigation", { name: "Parts of the activity" });
  await parts.waitFor();
  expect(await parts.getByRole("link").allTextContents()).toEqual(["Done", "Planned"]);
});
