import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { anna, ben, eventually, family, ScenarioHome } from "./scenario-home.ts";

const MINUTE = 60_000;
const QUESTION = "what do the automations do that I have for the bedroom?";
const NO_MODEL = { status: 404, error: 'model "nomic-embed-text" not found, try pulling it first' };
const RESET = "Press and hold the reset button for ten seconds";

interface Passage {
  readonly source: string;
  readonly place: string;
  readonly text: string;
}

/** Somebody asks, and the model looks it up and gives the answer; what it was given. */
async function lookedUp(
  home: ScenarioHome,
  question: string,
  { who = anna, answer = "Which one do you mean?", ...args }: { who?: number; answer?: string; query: string; source?: string },
): Promise<{ readonly passages: readonly Passage[]; readonly plain: string }> {
  home.model.reply({ toolCalls: [{ name: "retrieve_knowledge", args }] }, { text: answer });
  const { plain } = await home.asks(who, question);
  const told = home.model.calls.at(-1)?.messages.findLast(({ role }) => role === "tool")?.content ?? "{}";
  return { passages: JSON.parse(told).passages ?? [], plain };
}

const documents = (home: ScenarioHome) => home.rows("SELECT text FROM rag_documents WHERE source = 'document'");

it("knows the automations of a room by what is in them", async () => {
  await using home = await ScenarioHome.start({ options: { knowledge: true } });
  await home.known();
  const { passages, plain } = await lookedUp(home, QUESTION, {
    query: QUESTION,
    source: "home",
    answer: "Wake Up: at 06:45 on working days the blind opens.",
  });
  expect(passages[0]).toMatchObject({ source: "automation", place: "Wake Up" });
  expect(passages[0]?.text).toMatch(/at 06:45.*Monday.*Bedroom Blind/s);
  expect(plain).toContain("Wake Up");
  expect(home.calls()).toEqual([]);
});

it("finds the same by words when there is no embedding model, and /status says so until there is one", async () => {
  await using home = await ScenarioHome.start({ options: { knowledge: true } });
  await home.known();
  expect((await home.asks(anna, "/status")).plain).not.toContain("Knowledge");
  await home.stopApp();
  home.model.respondEmbed(() => NO_MODEL);
  home.change("DELETE FROM rag_documents WHERE source = 'script'");
  await home.startApp();
  await home.known();
  const { passages } = await lookedUp(home, QUESTION, { query: QUESTION });
  expect(passages[0]).toMatchObject({ source: "automation", place: "Wake Up" });
  expect((await home.asks(anna, "/status")).plain).toMatch(/^Knowledge: found by its words alone.*nomic-embed-text/m);
  home.model.respondEmbed(() => undefined);
  home.passes(MINUTE);
  await eventually(() => home.app.knowledge?.indexer.status().embedding.kind === "ready");
  expect((await home.asks(anna, "/status")).plain).not.toContain("Knowledge");
});

it("gives the model what words alone find when the embedding model is not in time", async () => {
  await using home = await ScenarioHome.start({ options: { knowledge: true } });
  await home.known();
  home.model.respondEmbed(() => ({ hang: true }));
  const asked = home.model.embedCalls.length;
  home.model.reply({ text: "Wake Up opens the blind." });
  const answer = home.asks(anna, QUESTION);
  await eventually(() => home.model.embedCalls.length > asked);
  // as little as the model's time needs: the machine's own time counts too, and at 300 ms the prompt waits no longer
  home.passes(200);
  await answer;
  expect(home.model.calls[0]?.messages.at(-1)?.content).toMatch(/Known .*Wake Up.*at 06:45/s);
});

it("tells what routines do to owners only", async () => {
  await using home = await ScenarioHome.start({ options: { knowledge: true, people: family } });
  await home.known();
  const { passages } = await lookedUp(home, QUESTION, { query: QUESTION, who: ben });
  expect(passages.map(({ source }) => source)).not.toContain("automation");
  expect(passages).not.toEqual([]);
});

it("knows a document a minute after it was put into its folder, and forgets it when it is gone", async () => {
  await using home = await ScenarioHome.start({ options: { knowledge: true } });
  await home.known();
  const folder = join(home.dataDir, "knowledge");
  mkdirSync(folder);
  writeFileSync(join(folder, "boiler.md"), `# Boiler\n\n## Error E9\n\n${RESET}.\n`);
  home.passes(MINUTE);
  await eventually(() => documents(home).length > 0);
  const asked = { query: "boiler error E9", source: "documents", answer: `${RESET} (boiler.md, Error E9).` };
  const { passages, plain } = await lookedUp(home, "what do I do about E9 on the boiler?", asked);
  expect(passages).toMatchObject([{ source: "document", place: expect.stringMatching(/^boiler\.md, .*Error E9$/) }]);
  expect(plain).toContain("ten seconds");
  rmSync(join(folder, "boiler.md"));
  home.passes(MINUTE);
  await eventually(() => documents(home).length === 0);
});

it("gives what a manual says to do on to the person, as it was said", async () => {
  await using home = await ScenarioHome.start({ options: { knowledge: true } });
  await home.known();
  const answer =
    "Turn off the boiler at the main switch. Hold the reset button for 10 seconds, then turn the valve clockwise until it stops.";
  expect((await lookedUp(home, "how do I reset the boiler?", { query: "reset boiler", answer })).plain).toBe(answer);
});

it("writes nothing while nothing changes, looks at the documents all the same, and finds a new one", async () => {
  await using home = await ScenarioHome.start({ options: { knowledge: true } });
  const folder = join(home.dataDir, "knowledge");
  mkdirSync(folder);
  writeFileSync(join(folder, "rules.md"), "The bins are put out on Tuesdays.");
  await home.known();
  home.passes(MINUTE);
  await eventually(() => documents(home).length === 1);
  // by then owners were told of devices that wait for a decision, which is done once
  const first = home.timers;
  home.passes(3 * MINUTE);
  await eventually(() => home.timers < first);
  await home.known();
  const written = () => ["assistant.db", "assistant.db-wal"].map((file) => statSync(join(home.dataDir, file)).mtimeMs);
  const before = written();
  const { timers } = home;
  for (let minutes = 0; minutes < 5; minutes++) {
    home.passes(MINUTE);
    // after each look the next one is waited for, and what was asked for is then under way
    await eventually(() => home.timers === timers);
    await home.known();
  }
  expect(written()).toEqual(before);
  writeFileSync(join(folder, "oven.md"), "Clean it weekly.");
  home.passes(MINUTE);
  await eventually(() => documents(home).length === 2);
});

it("knows the documents in the folder that people of the app reach", async () => {
  const shared = mkdtempSync(join(tmpdir(), "app-folder-"));
  writeFileSync(join(shared, "boiler.md"), `${RESET}.`);
  try {
    await using home = await ScenarioHome.start({ options: { knowledge: true }, sharedDocuments: shared });
    await home.known();
    await eventually(() => documents(home).length === 1);
    expect(documents(home)).toEqual([{ text: `boiler\n${RESET}.` }]);
  } finally {
    rmSync(shared, { recursive: true });
  }
});

it("reads everything that the home tells, without a fault", async () => {
  await using home = await ScenarioHome.start({ options: { knowledge: true } });
  await home.known();
  expect(home.app.knowledge?.indexer.status().sources.filter(({ problem }) => problem !== undefined)).toEqual([]);
  const sources = home.rows("SELECT DISTINCT source FROM rag_documents").map(({ source }) => source);
  expect(sources).toEqual(expect.arrayContaining(["area", "automation", "entity", "person", "scene", "script"]));
  expect(home.rows("SELECT text FROM rag_documents WHERE text LIKE '%cannot be read%'")).toEqual([]);
});

it("reads nothing, asks for no vectors and searches conversations alone when knowledge is switched off", async () => {
  await using home = await ScenarioHome.start({ options: { knowledge: false } });
  home.model.reply({ text: "What is it about?" });
  await home.asks(anna, "tell me something");
  home.passes(2 * MINUTE);
  expect(home.model.calls[0]?.tools).toContain("retrieve_knowledge");
  expect(home.model.calls[0]?.messages.some(({ content }) => content.includes("manuals"))).toBe(false);
  expect(home.model.embedCalls).toEqual([]);
  expect(home.rows("SELECT 1 FROM rag_documents")).toEqual([]);
});
