import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 860 };
/** Of a test that waits for what the page shows; a busy machine takes its time. */
const PATIENCE_MS = 15_000;

interface OpenOptions extends BrowserContextOptions {
  /** Whether something that the page's policy refuses is a fault. */
  readonly refusals?: "fail" | "are-expected";
}

/** A browser for the tests of a file. */
export function useBrowser(): { open(url: string, options?: OpenOptions): Promise<Page> } {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "", args: ["--no-sandbox"] });
  });
  afterAll(() => browser?.close());
  return {
    /** A page on a phone in light colours, unless the options say otherwise. Whatever its program throws or its policy refuses fails the test. */
    async open(url, { refusals = "fail", ...options } = {}) {
      if (!browser) throw new Error("the browser is not running");
      const context = await browser.newContext({ viewport: PHONE, colorScheme: "light", locale: "en-GB", ...options });
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (line) => {
        // that a request was answered with no is no fault of the page
        if (line.type() !== "error" || line.text().startsWith("Failed to load resource")) return;
        if (refusals === "fail" || !line.text().includes("Content Security Policy")) faults.push(line.text());
      });
      onTestFinished(async () => {
        await context.close();
        expect(faults).toEqual([]);
      });
      await page.goto(url);
      return page;
    },
  };
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds wrong, one line each. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) =>
       violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + " " + target.join(" ") + ": " + failureSummary)))`,
  );
}
