import { describe, expect, it } from "vitest";
import { catalogueFor, messagesOf } from "../../src/languages/catalogue.ts";
import { codesIn, readPage, sources } from "./pages.ts";

const page = readPage("docs/troubleshooting.md");
const sections = new Map(
  page.prose
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf("\n")), section] as const),
);
/** What a heading has to be about, by a word of it: the product's seven. */
const TOPICS = ["Ollama", "Telegram", "takes the wrong one", "out of date", "too much text", "held back", "The log"];

/** With one kind of apostrophe, and a number where one is counted. */
const plain = (text: string) => text.replaceAll("’", "'").replaceAll("{count}", "7");

describe("docs/troubleshooting.md", () => {
  it("quotes the assistant in its real words", () => {
    const quoted = [...page.prose.matchAll(/^> (.+)$/gm)].map(([, text = ""]) => text);
    const said = new Set([...messagesOf("en").keys()].map((key) => plain(catalogueFor("en").find(key, { count: 7 }) ?? "")));
    expect(quoted.length).toBeGreaterThan(30);
    expect(quoted.filter((text) => !said.has(plain(text)))).toEqual([]);
  });

  it("tells of every trouble that a model at home can be in", () => {
    const outside = /^model\.(refused-|not-sent)/;
    const said = [...messagesOf("en")].filter(([key]) => key.startsWith("model.") && !outside.test(key));
    expect(said.filter(([, text]) => !plain(page.prose).includes(`> ${plain(text)}\n`)).map(([key]) => key)).toEqual([]);
  });

  it("quotes the log as it is written", () => {
    const lines = codesIn(page.prose.split("\n").filter((line) => /^\| (log )?[`|]/.test(line))).filter((code) => code.includes(" "));
    const written = sources()
      .replaceAll("$" + "{ASK_EVENT}", "ha_personal_assistant_ask")
      .replaceAll("$" + "{NEEDED}", "24");
    expect(lines.length).toBeGreaterThan(25);
    expect(lines.filter((line) => !written.includes(line))).toEqual([]);
  });

  it.for(TOPICS)("has the topic “%s”, with symptom, cause and words or lines to know it by", (topic) => {
    const section = [...sections].find(([heading]) => heading.includes(topic))?.[1] ?? "";
    if (topic === "The log") return expect(section).toContain("### Debug mode");
    for (const part of ["| symptom |", "| log |", "*Cause.*", "\n> "]) expect(section).toContain(part);
  });
});
