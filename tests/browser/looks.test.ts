import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { DESKTOP, PHONE, useBrowser, violations } from "./browser.ts";
import { FakeConsole } from "./fake-console.ts";

const browser = useBrowser();
const SIZES = { desktop: DESKTOP, phone: PHONE };
/** Resolves when the new size and colours are drawn, and nothing is on its way to them any more. */
const SETTLED = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  .then(() => Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map(({ finished }) => finished)))
  .then(() => undefined)`;
/** Where pictures are left for whoever wants to look at them; none are made without it. */
const PICTURES = process.env["CONSOLE_PICTURES"];

/** Each page, and what shows that it is there. */
const PLACES = [
  ["chat", "Open the garage door?"],
  ["activity", "Ben closed Garage door"],
  ["planned", "Call my mother"],
  ["notifications", "Terrace door has been open"],
  ["memory", "18 °C at night"],
  ["settings", "What left the house"],
  ["health", "Home Assistant is connected."],
  ["knowledge", "dishwasher-manual.pdf"],
  ["policy", "opens a way into the house"],
  ["searchlog", "how to descale a coffee machine"],
  ["turns", "close the garage and tell me"],
  ["turns/t0", "What happened"],
] as const;

it.for(PLACES)("%s is usable by everybody, light and dark, on a phone and a desk", async ([place, shown]) => {
  const fake = await FakeConsole.start();
  onTestFinished(() => fake[Symbol.asyncDispose]());
  // loaded in the dark on a desk; all else it becomes while it is open
  const page = await browser.open(`${fake.url}#/${place}`, { colorScheme: "dark", viewport: DESKTOP });
  const found: string[] = [];
  for (const colorScheme of ["dark", "light"] as const) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await page.getByText(shown).first().waitFor();
      await page.evaluate(SETTLED);
      if (PICTURES) {
        mkdirSync(PICTURES, { recursive: true });
        await page.screenshot({
          path: join(PICTURES, `${place.replace("/", "-")}-${size}-${colorScheme}.png`),
          fullPage: place !== "chat",
        });
      }
      const isTooWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
      if (isTooWide) found.push(`${size} ${colorScheme}: wider than the screen`);
      found.push(...(await violations(page)).map((line) => `${size} ${colorScheme}: ${line}`));
    }
  }
  expect(found).toEqual([]);
});
