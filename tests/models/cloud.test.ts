import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { type CloudEgress, createCloudProvider } from "../../src/models/cloud.ts";
import { createGeminiProvider } from "../../src/models/gemini.ts";
import type { ModelProvider } from "../../src/models/models.ts";
import { type CloudForm, ModelError } from "../../src/models/models.ts";
import { createOpenAiProvider } from "../../src/models/openai.ts";
import { ModelRouter } from "../../src/models/router.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { FakeModelServer } from "../fakes/model-server.ts";
import { aRequest, lightSet, problemFrom } from "./request.ts";

const ABOUT = { original: "how is Emma?", sanitized: "how is person A?", sessionId: "s", turnId: "t", personId: "p" };

type Begun = Parameters<CloudEgress["begin"]>[0];
type Ended = Parameters<CloudEgress["end"]>[1];

/** A form that says "person A" for Emma. */
function formOf(changes: Partial<Extract<CloudForm, { outcome: "ready" }>> = {}): CloudForm {
  return {
    outcome: "ready",
    messages: [new SystemMessage("You help."), new HumanMessage("how is person A?")],
    tools: [lightSet],
    reveal: (text) => text.replaceAll("person A", "Emma"),
    revealArguments: (args) => JSON.parse(JSON.stringify(args).replaceAll("room 1", "Emma's Room")),
    privateIn: (body) => (body.includes("Emma") ? "name" : undefined),
    about: ABOUT,
    ...changes,
  };
}

/** A log that remembers what was there before the server was asked. */
function egressLog(server: FakeModelServer) {
  const rows: (Begun & { readonly asked: number; ended?: Ended })[] = [];
  return {
    rows,
    begin: (row: Begun) => rows.push({ ...row, asked: server.calls.length }),
    end(id: number, ended: Ended) {
      const row = rows[id - 1];
      if (row) row.ended = ended;
    },
  };
}

describe.each(["openai", "gemini"] as const)("a model outside (%s)", (kind) => {
  async function world() {
    const server = await FakeModelServer.start({ kind });
    const provider: ModelProvider =
      kind === "openai"
        ? createOpenAiProvider({ url: server.url, model: "m", apiKey: "key-1" })
        : createGeminiProvider({ url: server.url, model: "m", apiKey: "key-1" });
    const egress = egressLog(server);
    let now = 0;
    const kept: string[] = [];
    const cloud = createCloudProvider({ provider, egress, clock: () => now++, onKept: ({ what, when }) => kept.push(`${when}: ${what}`) });
    return { server, egress, cloud, kept, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  }

  it("gets what is offered for it and nothing of the request itself; the answer has the real names again", async () => {
    await using one = await world();
    one.server.reply({ text: "person A is well.", toolCalls: [{ name: "light_set", args: { room: "room 1", state: "on" } }] });
    const shown: string[] = [];
    const request = aRequest({
      messages: [new HumanMessage("Emma, at home")],
      forCloud: async () => formOf(),
      onText: (text) => shown.push(text),
    });
    const reply = await one.cloud.invoke(request);
    expect(one.server.calls[0]?.sent).not.toContain("Emma");
    expect(one.server.calls[0]?.messages.at(-1)?.content).toBe("how is person A?");
    expect(reply.isCloud).toBe(true);
    expect(reply.message.text).toBe("Emma is well.");
    expect(reply.message.tool_calls?.[0]?.args).toEqual({ room: "Emma's Room", state: "on" });
    expect(shown.at(-1)).toBe("Emma is well.");
  });

  it("stands in the log before it is asked, with the size of what was sent", async () => {
    await using one = await world();
    one.server.reply({ text: "Well." });
    await one.cloud.invoke(aRequest({ forCloud: async () => formOf() }));
    const [row] = one.egress.rows;
    expect(row).toMatchObject({ ...ABOUT, kind: "cloud_model", blocked: false, provider: `${kind}/m`, asked: 0, ended: { outcome: "ok" } });
    expect(row?.ended?.bytes).toBe(Buffer.byteLength(one.server.calls[0]?.sent.split("\n").at(-1) ?? ""));
  });

  it("is not asked without a form, nor with one that says no", async () => {
    await using one = await world();
    expect(await problemFrom(one.cloud.invoke(aRequest()))).toEqual({ kind: "not_sent", model: `${kind}/m`, what: undefined });
    const no = async (): Promise<CloudForm> => ({ outcome: "kept", kind: "address", about: ABOUT });
    expect(await problemFrom(one.cloud.invoke(aRequest({ forCloud: no })))).toEqual({
      kind: "not_sent",
      model: `${kind}/m`,
      what: "address",
    });
    expect(one.server.calls).toEqual([]);
    expect(one.egress.rows).toMatchObject([{ blocked: true, reason: "address", sanitized: "" }]);
    expect(one.kept).toEqual(["prompt: address"]);
  });

  it("is not asked when the last look finds something in the body", async () => {
    await using one = await world();
    const forCloud = async () => formOf({ messages: [new HumanMessage("how is Emma?")] });
    expect(await problemFrom(one.cloud.invoke(aRequest({ forCloud })))).toEqual({ kind: "not_sent", model: `${kind}/m`, what: "name" });
    expect(one.server.calls).toEqual([]);
    expect(one.egress.rows).toMatchObject([{ blocked: true, reason: "name" }]);
    expect(one.kept).toEqual(["body: name"]);
  });

  it("is not asked when the log cannot be written", async () => {
    await using one = await world();
    one.egress.begin = () => {
      throw new Error("the disk is full");
    };
    await problemFrom(one.cloud.invoke(aRequest({ forCloud: async () => formOf() })));
    expect(one.server.calls).toEqual([]);
  });

  it("has its failures in the log", async () => {
    await using one = await world();
    one.server.reply({ status: 500, error: "crashed" });
    await problemFrom(one.cloud.invoke(aRequest({ forCloud: async () => formOf() })));
    expect(one.egress.rows).toMatchObject([{ blocked: false, ended: { outcome: "failed" } }]);
    await one.server.down();
    await problemFrom(one.cloud.invoke(aRequest({ forCloud: async () => formOf() })));
    expect(one.egress.rows[1]).toMatchObject({ ended: { outcome: "unavailable" } });
  });
});

it("never takes an answer of a model whose request nobody looked at", async () => {
  await using server = await FakeModelServer.start();
  const reply = {
    message: new HumanMessage("x") as never,
    model: "openai/m",
    inputTokens: 1,
    outputTokens: 1,
    truncated: false,
    malformedToolCalls: [],
  };
  const provider: ModelProvider = { model: "openai/m", invoke: async () => reply };
  const cloud = createCloudProvider({ provider, egress: egressLog(server), clock: () => 0 });
  await expect(cloud.invoke(aRequest({ forCloud: async () => formOf() }))).rejects.toThrow("without a look");
});

describe("a router with a model outside", () => {
  const problem = { kind: "unreachable", model: "ollama/h", url: "http://127.0.0.1:1" } as const;
  const failing: ModelProvider = { model: "ollama/h", invoke: () => Promise.reject(new ModelError(problem)) };
  const refusing = (what: string | undefined): ModelProvider => ({
    ...{ model: "openai/c", isCloud: true },
    invoke: () => Promise.reject(new ModelError({ kind: "not_sent", model: "openai/c", what })),
  });
  const router = (...providers: ModelProvider[]) => new ModelRouter({ providers, logger: createLogger({ level: "error" }) });

  it("tells both why the one at home failed and what kept the message from the one outside", async () => {
    const not_sent = { kind: "not_sent", model: "openai/c", what: "address", instead: problem };
    expect(await problemFrom(router(failing, refusing("address")).invoke(aRequest()))).toEqual(not_sent);
    expect(await problemFrom(router(refusing("address"), failing).invoke(aRequest()))).toEqual(not_sent);
  });

  it("tells only why the one at home failed where the request was never for the one outside", async () => {
    expect(await problemFrom(router(failing, refusing(undefined)).invoke(aRequest()))).toEqual(problem);
  });

  it("does not rest the one outside for what may not be sent to it", async () => {
    await using one = router(refusing("address"), failing);
    await problemFrom(one.invoke(aRequest()));
    expect(one.status()).toEqual({ model: "openai/c", reachable: true, problem: undefined });
  });

  it("has the ones at home by themselves, for work that never leaves", async () => {
    await using one = router(refusing("address"), failing);
    expect(one.atHome.status().model).toBe("ollama/h");
    expect(await problemFrom(one.atHome.invoke(aRequest()))).toEqual(problem);
  });
});
