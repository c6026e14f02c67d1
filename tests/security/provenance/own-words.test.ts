import { expect, test } from "vitest";
import { withOwnAddress, withOwnWords } from "../../../src/security/provenance/provenance.ts";

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

test.each<[said: string | undefined, data: Readonly<Record<string, unknown>>, asks: boolean]>([
  ["play https://radio.example.com/live.mp3 in the kitchen", { media_content_id: "https://radio.example.com/live.mp3" }, false],
  ["play https://radio.example.com/live.mp3", { media_content_id: "https://radio.example.com/other.mp3" }, true],
  ["play https://a.example.com", { media_content_id: "https://a.example.com@evil.example" }, true],
  ["play https://a.example.com", { media_content_id: "https://a.example.com", extra: { thumb: "http:/evil.example/x" } }, true],
  ["play the radio", { media_content_id: "https://radio.example.com/live.mp3" }, true],
  [undefined, { media_content_id: "https://radio.example.com/live.mp3" }, true],
])("who says %j may have %o played without a question: %s", (said, data, asks) => {
  const finding = { effect: "write-raw", entityId: PLAYER, service: "media_player.play_media", because: "address" } as const;
  expect(withOwnAddress([finding], { service: finding.service, data }, said)).toEqual(asks ? [finding] : []);
});
