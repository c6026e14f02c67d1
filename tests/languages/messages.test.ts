import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalogueFor, durationParts, LANGUAGES, messagesOf, parseMessages } from "../../src/languages/catalogue.ts";
import type { MessageKey } from "../../src/languages/message-keys.ts";
import { callsIn } from "./message-calls.ts";

const SOURCE = join(import.meta.dirname, "../../src");
const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !/^(?:languages|console-ui)\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(SOURCE, file), "utf8") }));
const everything = files.map(({ text }) => text).join("\n");
const calls = files.flatMap(({ file, text }) => callsIn(file, text, everything));

const messages = messagesOf("en");
const keys = [...messages.keys()];

/** Names of the arguments of a message in ICU syntax, sorted, each once. */
function argumentsOf(pattern: string): readonly string[] {
  const names = new Set<string>();
  const walk = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type !== TYPE.literal && element.type !== TYPE.pound) names.add(element.value);
      if ("options" in element) for (const { value } of Object.values(element.options)) walk(value);
    }
  };
  walk(parse(pattern, { ignoreTag: true }));
  return [...names].sort();
}

/** The same where a language says a length by its parts ("5-minute"), and another as a whole. */
function argumentsInAnyLanguage(pattern: string): readonly string[] {
  const names = new Set(argumentsOf(pattern));
  const parts = new Set(Object.keys(durationParts(0)));
  return [...(parts.isSubsetOf(names) ? names.difference(parts).add("duration") : names)].sort();
}

/** Plural categories that a message lacks in a language. "many" is for millions in French and Spanish, which nobody counts here. */
function missingPlurals(pattern: string, language: string): readonly string[] {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((one) => one !== "many");
  return parse(pattern, { ignoreTag: true }).flatMap((element) =>
    element.type === TYPE.plural ? categories.filter((category) => element.options[category] === undefined) : [],
  );
}

/** Keys that are put together in the source: what stands before the part that varies, and the parts that can come. */
const PUT_TOGETHER: Readonly<Record<string, readonly string[] | "any">> = {
  "finding.kind.": "any",
  "value.": "any",
  "service.": "any",
  "talk.": ["greeting", "night", "thanks", "wellbeing", "present", "identity", "abilities", "okay", "stop", "time", "date"],
  // by the services of lists
  "listed.": "any",
  // by services
  "did.": "any",
  "acted.": "any",
  // by colours and modes of Home Assistant
  "color.": "any",
  "mode.": "any",
  "voice.": ["away", "no-engine", "no-folder", "nothing", "too-long", "too-many", "unreadable", "unsupported"],
  "document.": ["away", "no-folder", "too-long"],
  "photo.": ["away", "no-folder", "too-long", "too-many"],
  // by what is wrong with a model
  "model.": "any",
  "receipt.": ["done", "already", "sent", "no-change"],
  "forget.ask-": ["everything", "day", "conversation", "turn"],
  "explain.ended-": ["yes", "no", "expired", "withdrawn", "open"],
  "question.": ["expired", "withdrawn"],
  "risk.": ["low", "medium", "high"],
  "question.decided-": ["fine", "ask", "never"],
  "button.decide-": ["fine", "ask", "never"],
  "button.policy-": ["fine", "ask", "never"],
  "policy.decided-": ["fine", "ask", "never"],
  "source.": ["event", "history", "photo", "reply", "search_web"],
  "noted.": ["stored", "known", "superseded-plain", "forgotten", "asked"],
  "memory.from-": ["told", "inferred", "observed"],
  // by the errors of reading tools
  "told.": "any",
  "past.": ["measured", "highest", "lowest", "left", "came"],
  "weather.": ["yes", "no", "yes-plain", "no-plain"],
  "habit.problem.": "any",
  "habit.do.": "any",
  "habit.day.": "any",
  "habit.sun.": ["after-sunset", "before-sunset", "at-sunset", "after-sunrise", "before-sunrise", "at-sunrise"],
  "habit.on.": ["workdays", "weekends"],
  // tests/security hold these to the rules, effects and changes that there are
  "why.": "any",
  "denied.": "any",
  "effect.": "any",
  "unknown.": "any",
  "change.": "any",
  "explain.": ["allow", "confirm", "deny", "approved", "then-allow", "then-confirm"],
  "outcome.": "any",
  // by the phases and sources of the indexer
  "sync.phase.": "any",
  // by what is examined, and by why nothing was saved
  "automation.lint.": "any",
  "automation.problem.": "any",
  // by codes of the system, and by why a document is left out
  "sync.why.": "any",
  "sync.counted.": "any",
  "role.": "any",
  "finding.automation-why.": ["gone", "hidden", "away", "service", "look"],
  "searchlog.head-": ["all", "own"],
  "searchlog.none-": ["all", "own"],
  "searchlog.kind.": ["search", "page", "cloud_model", "tool"],
  "searchlog.end.": ["unavailable", "failed", "unknown"],
  // by what the sanitizer finds
  "searchlog.why.": "any",
  // by the codes of refused requests, which are in every file of the console
  "console.": "any",
  "prompt.": ["late", "failed"],
  "prompt.slot.": "any",
};

describe("keys", () => {
  it("that the source names all exist", () => {
    expect(calls.length).toBeGreaterThan(60);
    const named = calls.flatMap((call) => call.keys);
    expect(named.filter((key) => !messages.has(key))).toEqual([]);
  });

  it("are all used", () => {
    const quoted = new Set([...everything.matchAll(/"([a-z][\w.-]*)(?=")/g)].map(([, text]) => text));
    const unnamed = keys.filter((key) => !quoted.has(key));
    const made = (key: string) =>
      Object.entries(PUT_TOGETHER).some(
        ([family, ends]) => key.startsWith(family) && (ends === "any" || ends.includes(key.slice(family.length))),
      );
    expect(unnamed.filter((key) => !made(key))).toEqual([]);
  });

  it.each(Object.entries(PUT_TOGETHER))("put together from %s are there", (family, ends) => {
    expect(everything).toContain(`\`${family}\${`);
    for (const end of ends === "any" ? [] : ends) expect(keys).toContain(`${family}${end}`);
  });
});

describe("parameters", () => {
  it("are given wherever a message has a place for them, with a count where it has a form for one", () => {
    const missing = calls.flatMap(({ file, keys: named, parameters }) => {
      if (parameters === "unknown") return [];
      return named.flatMap((key) => {
        const needed = argumentsOf(messages.get(key) ?? "");
        return needed.filter((name) => !parameters.includes(name)).map((name) => `${file}: ${key} needs ${name}`);
      });
    });
    expect(missing).toEqual([]);
    expect(calls.filter(({ parameters }) => parameters === "unknown").map(({ file }) => file)).toEqual([]);
  });

  it("that are text never become places themselves", () => {
    const text = catalogueFor("en").text("state.value", { name: "{state} {count}", state: "$& $1" });
    expect(text).toBe("{state} {count}: $& $1.");
  });

  it("that are missing are left to be seen", () => {
    expect(catalogueFor("en").text("state.value", { name: "Lamp" })).toBe("Lamp: {state}.");
  });
});

describe("plural", () => {
  it.each([
    [0, "0 minutes"],
    [1, "1 minute"],
    [2, "2 minutes"],
    [1.5, "1.5 minutes"],
  ])("of %d", (count, text) => {
    expect(catalogueFor("en").text("age.minutes", { count })).toBe(text);
  });
});

it.each([
  [300, "1 second"],
  [20_000, "20 seconds"],
  [75_000, "1 minute"],
  [90 * 60_000, "90 minutes"],
])("%d ms took %s", (ms, text) => {
  expect(catalogueFor("en").duration(ms)).toBe(text);
});

const FOLDER = join(SOURCE, "languages");

describe.each(LANGUAGES.filter((language) => language !== "en"))("%s", (language) => {
  it("has the files that English has, translated", () => {
    const filesOf = (code: string) => readdirSync(join(FOLDER, code), { recursive: true }).sort();
    expect(filesOf(language)).toEqual(filesOf("en"));
    const same = keys.filter((key) => messagesOf(language).get(key) === messages.get(key));
    expect(same.length / keys.length).toBeLessThan(0.1);
  });

  it.each(["page.yaml", ...readdirSync(join(FOLDER, "en/messages")).map((file) => `messages/${file}`)])(
    "has every message of %s, with the arguments and plural forms that it needs",
    (file) => {
      const read = (code: string) => parseMessages(readFileSync(join(FOLDER, code, file), "utf8"), file);
      const [english, own] = [read("en"), read(language)];
      expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
      for (const [key, pattern] of Object.entries(own)) {
        expect(argumentsInAnyLanguage(pattern), key).toEqual(argumentsInAnyLanguage(english[key] ?? ""));
        expect(missingPlurals(pattern, language), key).toEqual([]);
      }
    },
  );
});

describe("a language written from right to left", () => {
  it("isolates what is filled in", () => {
    expect(catalogueFor("he").text("state.value", { name: "Lamp", state: "on" })).toContain("\u2068Lamp\u2069");
    expect(catalogueFor("de").text("state.value", { name: "Lamp", state: "an" })).toContain("Lamp");
  });

  it("chooses a form by what is given", () => {
    expect(catalogueFor("he").text("automation.result", { result: "failed" })).not.toBe(
      catalogueFor("he").text("automation.result", { result: "done" }),
    );
  });
});

describe("languages", () => {
  it.each(["xx", "", "en_US", "EN", "en-GB", "not a language", "en-", "constructor", "__proto__", "toString"])("%o is answered", (tag) => {
    expect(catalogueFor(tag).text("button.yes")).toBe("Yes");
    expect(catalogueFor(tag).list(["a", "b"])).toBe("a and b");
  });

  it("whatever is asked for, there is a text", () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...(keys.filter((key) => messages.get(key) !== "") as MessageKey[])), (tag, key) => {
        expect(catalogueFor(tag).text(key)).not.toBe("");
      }),
    );
  });

  it("lists and numbers read as the language writes them", () => {
    const english = catalogueFor("en");
    expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map((items) => english.list(items))).toEqual(["", "a", "a and b", "a, b, and c"]);
    expect([1234.5, 0.125, -3].map((value) => english.number(value))).toEqual(["1234.5", "0.13", "-3"]);
    expect(catalogueFor("de-DE").number(20.5)).toBe("20,5");
  });

  it("a key that does not exist is nothing, not an error", () => {
    for (const key of ["value.somewhere", "constructor", "__proto__", "toString"]) expect(catalogueFor("en").find(key)).toBeUndefined();
  });
});
