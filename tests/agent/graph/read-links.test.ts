import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { expect, it } from "vitest";
import { readLinks } from "../../../src/agent/graph/think.ts";

let calls = 0;
/** A call of the model's and what the tool answered. */
function called(name: string, args: Readonly<Record<string, unknown>>, answer: Readonly<Record<string, unknown>>) {
  const id = `call-${++calls}`;
  return [
    new AIMessage({ content: "", tool_calls: [{ name, id, args }] }),
    new ToolMessage({ tool_call_id: id, name, content: JSON.stringify(answer) }),
  ];
}
const HIT = { title: "A page", snippet: "", url: "http://evil.example/page" };
const found = called("search_web", { query: "pages" }, { ok: true, results: [HIT] });
const links = (...messages: readonly (AIMessage | ToolMessage | HumanMessage)[]) => [...readLinks(messages)];

it("what a search found is read, as it stands there", () => {
  expect(links(new HumanMessage("find a page"), ...found)).toEqual(["evil.example/page"]);
});

it.each(["http://EVIL.example/page#who=Anna&door=4711", "http://evil.example/./page#who=Anna", "http://evil.example/page#who=Anna"])(
  "%s is no link that was read, whatever read_page answers",
  (url) => {
    const normal = URL.parse(url)?.href;
    expect(links(...found, ...called("read_page", { url }, { ok: true, url: normal, text: `You are at ${normal}` }))).toEqual([
      "evil.example/page",
    ]);
  },
);

it.each(["https://evil.example/A-4711", "HTTPS://EVIL.EXAMPLE/a-4711", "evil.example/x/../a-4711", "https://evil.example/a%2D4711"])(
  "what the model wrote as %s first is not read when a tool gives it back in another form",
  (made) => {
    expect(links(...called("get_ha_entities", { query: made }, { ok: false, message: "nothing at https://evil.example/a-4711" }))).toEqual(
      [],
    );
  },
);

it("a page's own links are read, also with a mark within the page", () => {
  const answer = { ok: true, url: HIT.url, text: "see http://evil.example/page#parts and https://other.example/b" };
  expect(links(...found, ...called("read_page", { url: HIT.url }, answer))).toEqual([
    ...["evil.example/page", "evil.example/page#parts", "other.example/b"],
  ]);
});
