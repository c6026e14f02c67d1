import { describe, expect, it } from "vitest";
import type { SyncProgress } from "../../../src/homeassistant/own-device/sync-run.ts";
import type { DocumentProblem } from "../../../src/knowledge/documents/documents-files.ts";
import { createSyncIndexer } from "../../../src/knowledge/indexer/indexer.ts";
import { knowledgeWorld, type Texts } from "../knowledge-world.ts";

const LAMPS = { lamp: "a lamp in the hall", fan: "a fan in the kitchen" };
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`ref ${index}`, `text number ${index}`]));

describe("a run", () => {
  it("keeps what the sources have, with a vector each, and says how far it is", async () => {
    const world = await knowledgeWorld({ texts: { entity: many(20), document: { manual: "press the button" } } });

    await world.indexer.request();

    expect(world.store.counts()).toMatchObject({ passages: 21, sources: { entity: 20, document: 1 }, vectors: { missing: 0 } });
    expect(world.progress).toEqual([
      { phase: "reading", source: "entity", done: 0, total: 2 },
      { phase: "writing", source: "entity", done: 0, total: 2 },
      { phase: "reading", source: "document", done: 1, total: 2 },
      { phase: "writing", source: "document", done: 1, total: 2 },
      { phase: "embedding", source: undefined, done: 0, total: 21 },
      { phase: "embedding", source: undefined, done: 16, total: 21 },
      undefined,
    ]);
    expect(world.indexer.status()).toEqual({
      progress: undefined,
      sources: ["entity", "document"].map((source) => ({ source, at: 1_000, problem: undefined, failures: 0 })),
      embedding: { kind: "ready", model: "ollama/nomic-embed-text", refused: 0 },
    });
  });

  it("asks for vectors of new and changed passages only", async () => {
    const world = await knowledgeWorld({ texts: { entity: LAMPS } });
    await world.indexer.request();
    world.texts.entity = { lamp: LAMPS.lamp, fan: "a fan in the cellar", plug: "a plug" };

    await world.indexer.request();

    expect(world.server.embedCalls.map(({ input }) => input)).toEqual([
      ["search_document: a lamp in the hall", "search_document: a fan in the kitchen"],
      ["search_document: a fan in the cellar", "search_document: a plug"],
    ]);
  });

  it("writes nothing when nothing has changed", async () => {
    const world = await knowledgeWorld({ texts: { entity: LAMPS } });
    await world.indexer.request();
    const changes = () => world.database.sqlite.prepare<[], number>("SELECT total_changes()").pluck().get();
    const before = changes();

    await world.indexer.request();

    expect(changes()).toBe(before);
    expect(world.server.embedCalls).toHaveLength(1);
  });

  it("reads only the sources that are asked for, each once however often it is asked for at a time", async () => {
    const world = await knowledgeWorld({ texts: { entity: LAMPS, area: { hall: "the hall" }, document: {} } });
    await Promise.all([world.indexer.request(["area"]), world.indexer.request(["area", "profile"]), world.indexer.request(["document"])]);
    expect(world.read).toEqual(["area", "document"]);
  });

  it("reads a source that is asked for meanwhile before it goes on with vectors", async () => {
    const world = await knowledgeWorld({ texts: { entity: many(40), area: { hall: "the hall" } } });
    world.server.respondEmbed((_, index) => {
      if (index === 0) void world.indexer.request(["area"]);
      return undefined;
    });

    await world.indexer.request(["entity"]);

    expect(world.progress.map((one) => one?.source ?? one?.phase)).toEqual([
      ...["entity", "entity", "embedding", "area", "area", "embedding", "embedding", undefined],
    ]);
    expect(world.store.counts()).toMatchObject({ passages: 41, vectors: { missing: 0 } });
  });

  it("that is cut off goes on where it was", async () => {
    const world = await knowledgeWorld({ texts: { entity: many(40) } });
    world.server.respondEmbed((_, index) => {
      if (index === 1) void world.indexer[Symbol.asyncDispose]();
      return index === 1 ? { hang: true } : undefined;
    });
    await world.indexer.request();
    expect(world.store.counts().vectors?.missing).toBe(24);

    await using next = world.open();
    await next.request();

    expect(world.store.counts().vectors?.missing).toBe(0);
    expect(world.server.embedCalls.slice(2).flatMap(({ input }) => input)).toHaveLength(24);
  });

  it("is not begun once the indexer was closed", async () => {
    const world = await knowledgeWorld({ texts: { entity: LAMPS } });
    await world.indexer[Symbol.asyncDispose]();
    await world.indexer.request();
    expect(world.read).toEqual([]);
  });
});

describe("everything is read again for a person", () => {
  async function syncOf(texts: Texts) {
    const world = await knowledgeWorld({ texts });
    const leftOut: DocumentProblem[] = [];
    const sync = createSyncIndexer({ ...world, documents: { problems: () => leftOut } });
    const progress: SyncProgress[] = [];
    const run = (signal = new AbortController().signal) => sync.run({ onProgress: (one) => progress.push(one), signal });
    return { ...world, leftOut, progress, run };
  }

  it("who sees how far it is, and what is known afterwards", async () => {
    const { run, progress } = await syncOf({ entity: LAMPS, area: { hall: "the hall" } });
    expect(await run()).toEqual({ ok: true, counts: { entity: 2, area: 1 }, problems: [] });
    expect([...new Set(progress.map(({ phase, done, total }) => `${phase} ${done}/${total}`))]).toEqual([
      "entity 0/2",
      "area 1/2",
      "embedding 0/3",
    ]);
  });

  it("who is told what could not be read", async () => {
    const { run, leftOut } = await syncOf({ entity: new Error("the home is away"), area: { hall: "the hall" } });
    leftOut.push({ file: "a.pdf", why: "locked" });
    expect(await run()).toEqual({
      ok: false,
      counts: { area: 1 },
      problems: ["entity: the home is away", "a.pdf: it is locked with a password"],
    });
  });

  it("who does not wait for its end when the service ends", async () => {
    const { run, server } = await syncOf({ entity: LAMPS });
    const stop = new AbortController();
    server.respondEmbed(() => {
      stop.abort(new Error("enough"));
      return { hang: true };
    });
    await expect(run(stop.signal)).rejects.toThrow("enough");
  });
});

describe("a source that fails", () => {
  it("leaves what is known of it and does not hold up the others", async () => {
    const world = await knowledgeWorld({ texts: { entity: LAMPS, area: { hall: "the hall" } } });
    await world.indexer.request();
    world.texts.entity = new Error("the home is away");
    world.texts.area = { hall: "the hall", attic: "the attic" };

    await world.indexer.request();

    expect(world.store.counts().sources).toEqual({ entity: 2, area: 2 });
    expect(world.indexer.status().sources).toEqual([
      { source: "entity", at: 1_000, problem: "the home is away", failures: 1 },
      { source: "area", at: 1_000, problem: undefined, failures: 0 },
    ]);
  });

  it.each([
    ["EACCES: permission denied, scandir '/share/my knowledge'", "EACCES", "scandir", "it may not be read by this app"],
    ["ENOTSUP: not supported, scandir '/share/knowledge'", "ENOTSUP", "scandir", "it failed with ENOTSUP"],
    ["The database /data/x y/assistant.db cannot be opened", "", undefined, "The database x y/assistant.db cannot be opened"],
    ["'/data/x y/assistant.db' cannot be opened", "", undefined, "'assistant.db' cannot be opened"],
    [
      "C:\\data\\assistant.db: light.hall of http://192.168.1.4:8123/ and/or 3/4",
      "",
      undefined,
      "assistant.db: that device of [address] and/or 3/4",
    ],
  ])("tells %j without what is of this machine only", async (message, code, syscall, told) => {
    const error = Object.assign(new Error(message), { code, ...(syscall && { syscall }) });
    const world = await knowledgeWorld({ texts: { entity: error } });
    await world.indexer.request();
    expect(world.indexer.status().sources[0]?.problem).toBe(told);
  });

  it("keeps passages of what could not be read for now, and is told when all is kept", async () => {
    const world = await knowledgeWorld({ texts: { document: { a: "the boiler", b: "the oven" } } });
    await world.indexer.request();
    expect(world.kept).toEqual(["document"]);
    world.texts.document = { b: "the new oven" };
    world.unread.add("a");
    await world.indexer.request();
    expect(world.store.counts().sources).toEqual({ document: 2 });
    world.texts.document = new Error("away");
    await world.indexer.request();
    expect(world.kept).toEqual(["document", "document"]);
  });

  it("is read again later and later until it is good", async () => {
    const world = await knowledgeWorld({ texts: { entity: new Error("away"), area: {} } });
    await world.indexer.request();
    const waits: number[] = [];
    for (let turn = 0; turn < 8; turn++) {
      waits.push(...world.timers.set);
      world.timers.fire();
      await world.indexer.request([]);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((minutes) => minutes * 60_000));

    world.texts.entity = LAMPS;
    world.timers.fire();
    await world.indexer.request([]);

    expect(world.indexer.status().sources[0]).toMatchObject({ problem: undefined, failures: 0 });
    expect(world.timers.set).toEqual([]);
    expect(world.read.filter((source) => source === "area")).toHaveLength(1);
  });
});

describe("without an embedding model", () => {
  it("passages are kept for their words, and the status says that none is wanted", async () => {
    const world = await knowledgeWorld({ texts: { entity: LAMPS }, model: null });
    await world.indexer.request();
    expect(await world.store.searchWords("hall", { limit: 5 })).toMatchObject([{ ref: "lamp" }]);
    expect(world.indexer.status().embedding).toEqual({ kind: "off" });
    expect(world.timers.set).toEqual([]);
  });

  it("that answers, the status says why, and vectors are made once it does", async () => {
    const world = await knowledgeWorld({ texts: { entity: LAMPS }, model: "not-pulled" });
    await world.indexer.request();
    expect(world.indexer.status().embedding).toEqual({
      kind: "words_only",
      model: "ollama/not-pulled",
      problem: { kind: "not_pulled", model: "ollama/not-pulled" },
    });
    expect(await world.store.searchWords("hall", { limit: 5 })).toHaveLength(1);

    const down = await knowledgeWorld({ texts: { entity: LAMPS } });
    await down.server.down();
    await down.indexer.request();
    expect(down.indexer.status().embedding).toMatchObject({ kind: "words_only", problem: { kind: "unreachable" } });
    await down.indexer.request(["entity"]);
    expect(down.timers.set).toEqual([60_000]);

    await down.server.up();
    down.timers.fire();
    await down.indexer.request([]);
    expect(down.indexer.status().embedding.kind).toBe("ready");
  });

  it("that takes a passage, that one is passed over and the others get theirs", async () => {
    const world = await knowledgeWorld({ texts: { entity: { ...many(20), bad: "poison" } } });
    world.server.respondEmbed(({ input }) =>
      input.some((text) => text.includes("poison")) ? { status: 500, error: "unsupported value: NaN" } : undefined,
    );

    await world.indexer.request();

    expect(world.indexer.status().embedding).toEqual({ kind: "ready", model: "ollama/nomic-embed-text", refused: 1 });
    expect(world.store.counts().vectors?.missing).toBe(1);
  });

  it("that takes anything at all, none is passed over for good", async () => {
    const world = await knowledgeWorld({ texts: { entity: LAMPS } });
    world.server.respondEmbed(() => ({ status: 500, error: "EOF" }));
    await world.indexer.request();
    expect(world.indexer.status().embedding).toMatchObject({ kind: "words_only", problem: { kind: "failed", status: 500 } });

    world.server.respondEmbed(() => undefined);
    world.timers.fire();
    await world.indexer.request([]);
    expect(world.indexer.status().embedding).toMatchObject({ kind: "ready", refused: 0 });
    expect(world.store.counts().vectors?.missing).toBe(0);
  });
});
