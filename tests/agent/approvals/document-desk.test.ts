import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { createDocumentDesk } from "../../../src/agent/approvals/document-desk.ts";
import { createDocumentShelf } from "../../../src/knowledge/documents/documents-shelf.ts";
import { createLogger } from "../../../src/observability/logger.ts";
import { createSentDocuments } from "../../../src/storage/turns/sent-documents.ts";
import { CHAT, NOW, openStores } from "../../storage/stores.ts";
import { temporaryFolder } from "../../storage/temporary-folder.ts";

const ID = "00000000-0000-4000-8000-000000000001";
const bytes = Buffer.from("Error E15: water in the base.");

it.for(["read", "written", "there"] as const)("a document that is forgotten when it is %s leaves nothing", async (when) => {
  const { database, turns, outbox, addTurn, forget } = openStores();
  const turn = addTurn(ID, { kind: "file", attachment: JSON.stringify({ fileId: "f", name: "dishwasher.md" }) });
  const folder = temporaryFolder();
  const shelf = createDocumentShelf({ folders: [folder] });
  const sentDocuments = createSentDocuments({ database });
  const ended = Promise.withResolvers<void>();
  let isForgetting = false;
  const forgottenAt = async (now: typeof when) => {
    if (now !== when) return;
    isForgetting = true;
    await forget(turn.personId);
    await desk.sweep();
    isForgetting = false;
  };
  const desk = createDocumentDesk({
    ...{ database, turns, outbox, sentDocuments, now: () => NOW, changed: () => isForgetting || ended.resolve() },
    logger: createLogger({ level: "error", destination: { write: (line) => ended.reject(new Error(line)) } }),
    files: {
      async read() {
        await forgottenAt("read");
        return { kind: "read", bytes };
      },
    },
    shelf: {
      ...shelf,
      async put(name, content) {
        await forgottenAt("written");
        return shelf.put(name, content);
      },
    },
  });
  const person = { id: turn.personId, name: "Anna", role: "owner", language: "en" } as const;
  desk.press({ ...CHAT, messageId: "50", person, isPrivate: true, data: `f:${ID}:take`, pressedAt: NOW });
  await ended.promise;
  await forgottenAt("there");
  await expect.poll(() => [readdirSync(folder), sentDocuments.has(ID)]).toEqual([[], false]);
  expect(outbox.due(NOW).filter(({ text }) => text.includes("dishwasher"))).toEqual([]);
});
