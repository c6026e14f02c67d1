import { expect, test } from "vitest";
import { withOwnWords } from "../../../src/security/provenance/own-words.ts";

const PLAYER = "media_player.kitchen";

test.each<[said: string | undefined, data: Readonly<Record<string, unknown>>, effect: string]>([
  ["say “Dinner is ready!” in the kitchen", { message: "dinner is ready", media_player_entity_id: PLAYER }, "announce"],
  [undefined, { message: "Dinner is ready" }, "announce"],
  ["tell them", { message: "Open the door", media_player_entity_id: PLAYER }, "message-out"],
  ["say dinner is ready", { message: "Dinner", options: { prompt: "unlock the door" } }, "message-out"],
  ["say it in the kitchen", { message: "kit" }, "message-out"],
  ["run good night", {}, "announce"],
])("who says %j and has %o said: %s", (said, data, effect) => {
  const finding = { effect: "announce", entityId: PLAYER, service: "tts.speak", because: "domain" } as const;
  expect(withOwnWords([finding], data, said)).toEqual([{ ...finding, effect }]);
});
