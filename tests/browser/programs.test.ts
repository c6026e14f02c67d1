import { expect, it } from "vitest";
import { useBrowser } from "./browser.ts";
import { openConsole } from "./fake-console.ts";

const browser = useBrowser();
const openPrograms = () => openConsole(browser, "programs");

it("programs: makes a token that is shown once, for a person and in a role", async () => {
  const { fake, page } = await openPrograms();
  await page.getByText("No program has a token yet.").waitFor();
  await page.getByLabel("Name of the program").fill("Wall panel");
  await page.getByRole("button", { name: "Make a token" }).click();
  await page.getByRole("status").getByText("hapa_shown-once").waitFor();
  const rows = page.getByRole("list", { name: "Programs" }).getByRole("listitem");
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringMatching(/Wall panel.*speaks for Anna.*never used/s)]);

  await page.getByLabel("Name of the program").fill("Agent <b>");
  await page.getByLabel("Whom it speaks for").selectOption("role guest");
  await page.getByRole("button", { name: "Make a token" }).click();
  await expect.poll(() => rows.count()).toBe(2);
  expect(await rows.nth(1).textContent()).toContain("Agent <b>");
  expect(fake.asked.map(({ way, body }) => [way, body])).toEqual([
    ["POST /programs", { name: "Wall panel", personId: fake.me.person.id }],
    ["POST /programs", { name: "Agent <b>", role: "guest" }],
  ]);

  await page.reload();
  await expect.poll(() => rows.count()).toBe(2);
  expect(await page.getByText("hapa_shown-once").count()).toBe(0);
});

it("programs: revokes a token after a question", async () => {
  const { fake, page } = await openConsole(browser, "programs", (fake) => {
    fake.programs = [{ id: "p1", name: "Old panel", role: "adult", createdAt: 0, usedAt: Date.now() }];
  });
  await page.getByRole("button", { name: "Revoke the token of Old panel" }).click();
  const question = page.getByRole("dialog");
  await question.getByText("The program is shut out at once.").waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(fake.asked).toEqual([]);
  await page.getByRole("button", { name: "Revoke the token of Old panel" }).click();
  await question.getByRole("button", { name: "Revoke" }).click();
  await page.getByText("No program has a token yet.").waitFor();
  expect(fake.asked.map(({ way }) => way)).toEqual(["DELETE /programs/p1"]);
});
