// Knowledge of the whole service with a real embedding model: MODEL_URL is a running Ollama's address, and all-minilm is pulled there.
import { rmSync, writeFileSync } from "node:fs";
import { beforeAll, expect, it, vi } from "vitest";
import { anna, type LiveHome } from "./live-home.ts";
import { allKnown, documentPath, knownFiles, lookedUp, PATIENCE, startKnowing } from "./live-knowledge.ts";

const { MODEL_URL: url = "" } = process.env;

/** Notes of a household, of which no two speak of the same. */
const NOTES = {
  "stopcock.md": "The main stopcock sits behind the grey panel under the stairs; turn it clockwise.",
  "oven.md": "The oven is cleaned weekly with a soft cloth, never with steel wool.",
  "guests.md": "Visitors use the network Sunflower; its passphrase is on the fridge.",
  "bins.md": "The bins stand at the kerb on Tuesdays before seven.",
  "cat.md": "The cat eats sixty grams twice a day.",
  "piano.md": "The piano is tuned each autumn by Mr Holm.",
  "chimney.md": "The chimney sweep comes in October.",
  "bicycle.md": "The bicycle pump hangs in the shed beside the ladder.",
};
const BURST = "a pipe has burst: how do I cut off the water?";
const RODENTS = "are there any rodents in the attic?";

let home: LiveHome;
let isThere = true;
beforeAll(async () => {
  home = await startKnowing(
    { embedding_model: "all-minilm" },
    {
      documents: NOTES,
      // the chat's model says what the test tells it, at the same address
      prepare: ({ model }) =>
        model.respondEmbed(async ({ body }) => {
          if (!isThere) return { breaks: true };
          const answer = await fetch(`${url}/api/embed`, { method: "POST", body: JSON.stringify(body) });
          return { body: await answer.text() };
        }),
    },
  );
  return () => home[Symbol.asyncDispose]();
});

const found = async (question: string) => (await lookedUp(home, question, { source: "documents" })).passages.map(({ place }) => place);
const status = async () => (await home.asks(anna, "/status")).text;

/** A model that other work keeps from its answer is not waited for. */
const finds = (question: string, place: string) => vi.waitFor(async () => expect((await found(question))[0]).toBe(place), PATIENCE);

it("finds a note by what it means, in no word of the question", async () => {
  await finds(BURST, "stopcock.md");
  expect(await status()).not.toContain("Knowledge");
});

it("finds by words alone while the model is gone, says so, and by meaning again when it is back", async () => {
  isThere = false;
  rmSync(documentPath(home, "piano.md"));
  writeFileSync(documentPath(home, "mice.md"), "Traps against mice stand in the loft; they are looked after on Sundays.");
  await home.asks(anna, "/sync");
  await home.service.logged("everything was read again");
  expect(knownFiles(home)).toEqual(["bicycle.md", "bins.md", "cat.md", "chimney.md", "guests.md", "mice.md", "oven.md", "stopcock.md"]);
  expect(await status()).toMatch(/^Knowledge: found by its words alone/m);
  // what was asked last is remembered, so something else is asked first
  expect(await found(RODENTS)).toEqual([]);
  expect(await found(BURST)).toEqual([]);
  expect((await found("where do the mice traps stand?"))[0]).toBe("mice.md");

  isThere = true;
  await home.asks(anna, "/sync");
  await home.service.logged("everything was read again", 2);
  await allKnown(home);
  expect(await status()).not.toContain("Knowledge");
  await finds(BURST, "stopcock.md");
  await finds(RODENTS, "mice.md");
});
