import { describe, expect, test } from "vitest";
import { actionOn, effectNames, thing } from "../effect-facts.ts";

const playing = (data: Readonly<Record<string, unknown>>) =>
  effectNames(actionOn("media_player.play_media", [thing("media_player.a")], { data }));

describe("what a player is given to fetch", () => {
  test.each([
    "/api/webhook/x",
    "/local/../api/webhook/x",
    "/local/%2e%2e/api/webhook/x",
    "/local/..%2fapi/webhook/x",
    "/local/%252e%252e/api/webhook/x",
    "/local\\..\\api\\webhook\\x",
    "/./api/webhook/x",
    "%2Fapi%2Fwebhook%2Fx",
    "//relay/open",
    "http://192.168.1.5/relay/0?turn=on",
    "http:/192.168.1.5/relay",
    "http%3A%2F%2Frelay.local%2F",
    "http://3232235781/relay",
    "https://music.example.com/play?next=http://192.168.1.5/relay",
    "192.168.1.5/relay/0?turn=on",
    "relay.local:8080/open",
    "http://192.168.1.5.nip.io/relay",
    "https://192-168-1-5.sslip.io/relay",
    "https://stream.example.com/live.mp3",
    "rtsp://stream.example.com/live",
  ])("%s may lead into the house", (address) => {
    expect(playing({ media_content_id: address })).toEqual(["write-raw", "media"]);
    expect(playing({ media: { media_content_id: address } })).toEqual(["write-raw", "media"]);
    expect(playing({ media_content_id: "x", extra: { thumb: address } })).toEqual(["write-raw", "media"]);
    expect(playing({ media_content_id: "x", extra: { metadata: { images: [{ url: address }] } } })).toEqual(["write-raw", "media"]);
  });

  test.each([
    "/local/jingle.mp3",
    "/local/api/jingle.mp3",
    "/media/local/a%20b.mp3",
    "spotify:playlist:37i9dQZF1DX",
    "media-source://media_source/local/a.mp3",
    "Bach: 100 % Barock",
    "music",
  ])("%s does not", (content) => {
    expect(playing({ media_content_id: content, extra: { title: content } })).toEqual(["media"]);
  });
});

describe("what a player is told to play", () => {
  test.each([
    ["music", "cast", ["media"]],
    ["audio/mpeg", "cast", ["media"]],
    ["routine", "alexa_media", ["run-code", "media"]],
    ["custom", "alexa_media", ["run-code", "media"]],
    ["sequence", "google_assistant_sdk", ["run-code", "media"]],
    ["custom", "cast", ["unknown", "media"]],
    ["app", "androidtv_remote", ["unknown", "media"]],
    ["application/vnd.acme.command", "cast", ["unknown", "media"]],
    ["application/vnd.apple.mpegurl", "cast", ["media"]],
    [5, "cast", ["unknown", "media"]],
  ])("a %s on a player of %s", (type, platform, effects) => {
    const target = thing("media_player.a", { platform });
    for (const data of [{ media_content_type: type }, { media: { media_content_type: type } }])
      expect(effectNames(actionOn("media_player.play_media", [target], { data }))).toEqual(effects);
  });
});

test.each([
  "media-source://camera/camera.front",
  "media-source://image/image.front",
  "http://ha.local:8123/api/camera_proxy_stream/camera.front",
  "/api/image_proxy/image.front",
])("%s shows what a camera sees", (content) => {
  expect(playing({ media_content_id: content })).toContain("watch");
});
