import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { DESKTOP, useBrowser, violations } from "./browser.ts";
import { FakeConsole, PREFIX } from "./fake-console.ts";
import { MIA } from "./fake-records.ts";

const browser = useBrowser();

async function start(): Promise<FakeConsole> {
  const fake = await FakeConsole.start();
  onTestFinished(() => fake[Symbol.asyncDispose]());
  return fake;
}

/** Home Assistant's dark theme, as it stands on its root element. */
const DARK_THEME =
  "--primary-background-color:#111111;--card-background-color:#1c1c1c;--secondary-background-color:#202020;--primary-text-color:#e1e1e1;--secondary-text-color:#9b9b9b;--primary-color:#03a9f4;--divider-color:rgba(225,225,225,.12)";
const LIGHT_THEME =
  "--primary-background-color:#fafafa;--card-background-color:#ffffff;--secondary-background-color:#e5e5e5;--primary-text-color:#212121;--secondary-text-color:#727272;--primary-color:#03a9f4;--divider-color:rgba(0,0,0,.12)";

/** A page with the console in a frame, of the same origin as Home Assistant's is: what is not the frame's own goes to the console. */
async function frameAround(fake: FakeConsole, theme: string): Promise<string> {
  const server: Server = createServer(async (request, response) => {
    if (!request.url?.startsWith(PREFIX)) {
      response
        .setHeader("content-type", "text/html")
        .end(
          `<!doctype html><html lang=en style="${theme}"><title>Home</title><main><h1>Home</h1><iframe title=App src="${PREFIX}/#/turns" style="width:100%;height:800px;border:0"></iframe>`,
        );
      return;
    }
    if (request.url.endsWith("/events")) return void response.writeHead(200, { "content-type": "text/event-stream" }).write(": here\n\n");
    const answer = await fetch(fake.origin + request.url);
    response
      .writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" })
      .end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

it("asks for nothing beside its own path", async () => {
  const fake = await start();
  const page = await browser.open("about:blank");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  for (const place of ["chat", "turns/t0", "memory", "knowledge", "health"]) {
    await page.goto(`${fake.url}#/${place}`);
    await page.getByRole("navigation").waitFor();
  }
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((url) => !url.startsWith(fake.url))).toEqual([]);
});

it.for([
  ["dark", DARK_THEME, "light", "rgb(17, 17, 17)"],
  ["light", LIGHT_THEME, "dark", "rgb(250, 250, 250)"],
] as const)(
  "takes Home Assistant's %s theme from the frame around it, whatever the system likes",
  async ([, theme, colorScheme, ground]) => {
    const fake = await start();
    const page = await browser.open(await frameAround(fake, theme), { colorScheme, viewport: DESKTOP });
    const inner = page.frames()[1];
    await inner?.getByText("close the garage and tell me").waitFor();
    expect(await inner?.evaluate("getComputedStyle(document.documentElement).backgroundColor")).toBe(ground);
    // Home Assistant's own blue on white is too pale for text
    expect(await violations(page)).toEqual([]);
  },
);

it("follows when the theme around it changes", async () => {
  const fake = await start();
  const page = await browser.open(await frameAround(fake, LIGHT_THEME));
  const inner = page.frames()[1];
  await inner?.getByRole("navigation").waitFor();
  await page.evaluate(`document.documentElement.style.cssText = ${JSON.stringify(DARK_THEME)}`);
  await expect.poll(() => inner?.evaluate("getComputedStyle(document.documentElement).backgroundColor")).toBe("rgb(17, 17, 17)");
});

it("shows a person the pages that are theirs, and a stranger none", async () => {
  const fake = await start();
  fake.me = MIA;
  const page = await browser.open(`${fake.url}#/policy`);
  await expect
    .poll(() => page.getByRole("navigation").getByRole("link").allInnerTexts())
    .toEqual(["Chat", "Activity\n2\n2 open", "Memory", "Settings"]);
  expect(fake.read).not.toContain("GET /policy");
  await page.getByRole("textbox", { name: "Write to Jarvis" }).waitFor();

  fake.failures.set("GET /me", {
    status: 403,
    body: JSON.stringify({ error: "stranger", message: "You are not among the people of the options. Ask an owner to add you." }),
  });
  fake.read.length = 0;
  await page.reload();
  await page.getByRole("alert").getByText("Ask an owner to add you.").waitFor();
  expect([await page.getByRole("navigation").count(), fake.read]).toEqual([0, []]);
});

it("has the direction of its own words, and people's words have theirs", async () => {
  const fake = await start();
  fake.me = { ...fake.me, person: { ...fake.me.person, language: "he" } };
  const page = await browser.open(fake.url);
  const [own, theirs] = [page.locator(".bubble.person").first(), page.locator(".bubble.assistant").first()];
  await own.waitFor();
  expect(await page.evaluate("[document.documentElement.lang, document.documentElement.dir]")).toEqual(["he", "rtl"]);
  expect((await own.boundingBox())?.x).toBeLessThan((await theirs.boundingBox())?.x ?? 0);
  expect(await page.locator('.bubble [dir="auto"], .bubble[dir="auto"]').count()).toBeGreaterThan(0);
  expect(await violations(page)).toEqual([]);
});

it("is used with the keyboard alone", async () => {
  const fake = await start();
  const page = await browser.open(`${fake.url}#/activity`);
  await page.getByText("Unlock the front door?").waitFor();
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Skip to the content" }).waitFor();
  await page.keyboard.press("Enter");
  // past the pages of the activity
  for (const _ of ["Done", "Planned", "Notifications", "the first of two actions"]) await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Yes, 1 of 2" }).waitFor();
});

it("weighs little", async () => {
  const fake = await start();
  const page = await browser.open("about:blank");
  const bodies: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (!response.url().includes("/api/hassio_ingress/AbC-123_x/api/")) bodies.push(response.body());
  });
  await page.goto(fake.url, { waitUntil: "load" });
  await page.getByRole("navigation").waitFor();
  const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).byteLength, 0);
  expect(bytes).toBeGreaterThan(5_000);
  expect(bytes).toBeLessThan(100 * 1024);
});

it("paints within half a second", async () => {
  const fake = await start();
  const times: number[] = [];
  // what else the machine does may hold up one of them
  for (let load = 0; load < 3; load++) {
    const page = await browser.open(fake.url);
    await page.getByRole("navigation").waitFor();
    times.push(Number(await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")));
  }
  expect(Math.min(...times)).toBeLessThan(500);
});

it("axe sees what is wrong, so its silence says something", async () => {
  const page = await browser.open("about:blank");
  await page.setContent("<html lang=en><title>x</title><main><h1>x</h1><input><p style='color:#aaa'>pale</p></main></html>");
  expect((await violations(page)).map((line) => line.split(" ")[0])).toEqual(["color-contrast", "label"]);
});
