import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { owner, startPrograms } from "./program-home.ts";
import { eventually } from "./scenario-home.ts";

it("answers whoever waits, with text while the model still speaks", async () => {
  const { home, ask } = await startPrograms();
  await using _ = home;
  home.model.reply({ text: "Paris is the capital of France. It lies on the Seine." });
  const texts: string[] = [];
  const reply = await ask("what is the capital of France", {
    onProgress: (progress) => progress.kind === "text" && texts.push(progress.text),
  });
  expect(reply).toMatchObject({ kind: "answered", text: "Paris is the capital of France. It lies on the Seine." });
  for (const text of texts) expect(reply).toMatchObject({ text: expect.stringContaining(text) });
  expect(await ask("turn on the bed light")).toMatchObject({ kind: "answered", text: expect.stringMatching(/Bed Light/i) });
  expect(home.calls()).toHaveLength(1);
});

it("answers whoever waits before that is written down", async () => {
  const { home, ask } = await startPrograms();
  await using _ = home;
  // what a way out needs until its bytes are sent
  const later = ask("turn on the bed light").then(async () => {
    for (let step = 0; step < 50; step += 1) await Promise.resolve();
    return home.rows("SELECT status FROM outbox");
  });
  expect(await later).toEqual([{ status: "pending" }]);
  await eventually(() => home.rows("SELECT 1 FROM outbox WHERE status = 'sent'").length === 1);
});

it("makes one turn of a message that comes again, and refuses another text under its id", async () => {
  const { home, ask } = await startPrograms();
  await using _ = home;
  const answer = home.modelThinks();
  const messageId = randomUUID();
  const first = ask("what is the capital of France", { messageId });
  await eventually(() => home.model.calls.length === 1);
  const again = ask("what is the capital of France", { messageId });
  answer({ text: "Paris is the capital of France." });
  expect(await first).toMatchObject({ kind: "answered", text: "Paris is the capital of France." });
  expect(await again).toMatchObject({ kind: "answered", text: "Paris is the capital of France." });
  expect(await ask("what is the capital of France", { messageId })).toMatchObject({
    kind: "answered",
    text: "Paris is the capital of France.",
  });
  expect(await ask("unlock the front door", { messageId })).toEqual({ kind: "conflict" });
  expect(home.rows("SELECT 1 FROM turns")).toHaveLength(1);
});

it("knows a message again whose text no database keeps as it came", async () => {
  const { home, ask } = await startPrograms();
  await using _ = home;
  home.model.respond(() => ({ text: "Paris is the capital of France." }));
  const said = ["what is the capital\ud800 of France", { messageId: randomUUID() }] as const;
  expect(await ask(...said)).toMatchObject({ kind: "answered" });
  expect(await ask(...said)).toMatchObject({ kind: "answered" });
  expect(home.rows("SELECT 1 FROM turns")).toHaveLength(1);
});

it("lets a turn go on whose caller has gone or waited too long, and tells its answer to who asks again", async () => {
  const { home, ask } = await startPrograms();
  await using _ = home;
  const answer = home.modelThinks();
  const messageId = randomUUID();
  const gone = new AbortController();
  const first = ask("what is the capital of France", { messageId, signal: gone.signal });
  await eventually(() => home.model.calls.length === 1);
  gone.abort();
  expect(await first).toEqual({ kind: "gone" });
  const second = ask("what is the capital of France", { messageId, timeoutMs: 5_000 });
  await Promise.resolve();
  await eventually(() => home.timers > 0);
  home.passes(5_000);
  expect(await second).toMatchObject({ kind: "timeout" });
  answer({ text: "Paris is the capital of France." });
  await eventually(() => home.rows("SELECT 1 FROM turns WHERE status = 'sent'").length === 1);
  expect(await ask("what is the capital of France", { messageId })).toMatchObject({
    kind: "answered",
    text: "Paris is the capital of France.",
  });
});

it("asks for a yes where it was said, and takes it there", async () => {
  const { home, ask, channel } = await startPrograms();
  await using _ = home;
  const asked = await ask("unlock the front door");
  expect(asked).toMatchObject({ kind: "asking", said: [{ kind: "question", text: expect.stringContaining("Front Door") }] });
  if (asked.kind !== "asking") return;
  const [question] = asked.said;
  const press = () =>
    home.app.turns.press({
      ...{ channel: "rest", bot: "", chatId: "wall", messageId: question?.messageId ?? "", person: owner, isPrivate: true },
      data: question?.buttons.flat().find(({ label }) => label === "Yes")?.data ?? "",
      pressedAt: home.now,
    });
  const done = await channel().after(asked.turnId, press, { signal: new AbortController().signal });
  expect(done).toMatchObject({ kind: "answered", text: "Front Door is now unlocked." });
});

it("turns a caller away when a hundred wait", async () => {
  const { home, ask } = await startPrograms();
  await using _ = home;
  const gone = new AbortController();
  home.modelThinks();
  const waiting = Array.from({ length: 100 }, (_one, index) =>
    ask(`what is the capital of France ${index}`, { chatId: `wall ${index}`, signal: gone.signal }),
  );
  expect(await ask("what is the capital of Spain")).toEqual({ kind: "busy" });
  gone.abort();
  expect(new Set((await Promise.all(waiting)).map(({ kind }) => kind))).toEqual(new Set(["gone"]));
});

it("tells a caller that the service stops, and ends the turn once after the next start", async () => {
  const { home, ask } = await startPrograms();
  await using _ = home;
  home.modelThinks();
  const messageId = randomUUID();
  const cut = ask("what is the capital of France", { messageId });
  await eventually(() => home.model.calls.length === 1);
  await home.stopApp();
  expect(await cut).toEqual({ kind: "stopped" });
  home.model.respond(() => ({ text: "Paris is the capital of France." }));
  await home.startApp();
  expect(await ask("what is the capital of France", { messageId })).toMatchObject({
    kind: "answered",
    text: "Paris is the capital of France.",
  });
  expect(home.rows("SELECT 1 FROM outbox WHERE kind = 'answer'")).toHaveLength(1);
});
