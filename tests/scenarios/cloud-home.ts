import { parseOptions } from "../../src/config/config.ts";
import type { Furnishing } from "../../src/simulated-home/furnishing.ts";
import { demoHome } from "../../src/simulated-home/furnishing.ts";
import { FakeModelServer } from "../fakes/model-server.ts";
import { createAsker } from "./cloud-asker.ts";
import { anna, ben, ScenarioHome, type ScenarioOptions } from "./scenario-home.ts";

const light = (entity_id: string, name: string, area: string) => ({
  entity_id,
  name,
  area,
  device: name,
  attributes: { supported_color_modes: ["brightness"] },
});

/** The demo home with a child's room, a tracker, places, and things with people's names. */
export const familyHome: Furnishing = {
  ...demoHome,
  name: "Haus Wintergarten",
  entities: [
    ...demoHome.entities,
    light("light.ellies_night_light", "Ellie's Night Light", "Ellie's Room"),
    light("light.pruefraum_lampe", "Prüfraumlampe", "Prüfraum"),
    { entity_id: "sensor.ellies_room_temperature", name: "Ellie's Room Temperature", area: "Ellie's Room", state: 21.5 },
    { entity_id: "person.ellie", name: "Ellie Vandermeer", state: "Judohalle Nord", registered: true },
    { entity_id: "device_tracker.ellies_phone", name: "Ellie's Pixel Phone", state: "Judohalle Nord", exposed: false },
    {
      entity_id: "zone.judohalle_nord",
      name: "Judohalle Nord",
      state: 1,
      attributes: { latitude: 52.51342, longitude: 13.38913 },
      exposed: false,
    },
    { entity_id: "sensor.ellies_phone_address", name: "Ellie's Phone Geocoded Location", state: "Lindenstraße 47, 10969 Berlin" },
    { entity_id: "script.ellies_bedtime", name: "Ellie's Bedtime", state: false },
  ],
};

/** People as the options name them. */
export const CLOUD_PEOPLE = [
  { name: "Theodora", telegram_user_id: anna, role: "owner" },
  { name: "Balthasar", telegram_user_id: ben, role: "adult" },
];

/** Gemini's library knows one address only: what goes there comes to the recording model instead. */
function geminiIsAt(url: string): Disposable {
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) => real(String(input).replace(/^https:\/\/generativelanguage\.googleapis\.com/, url), init);
  return {
    [Symbol.dispose]: () => {
      globalThis.fetch = real;
    },
  };
}

/** A home with a model at home and a recording one outside. */
export async function cloudHome(
  options: Readonly<Record<string, unknown>>,
  { kind = "openai", ...more }: Omit<ScenarioOptions, "options"> & { readonly kind?: "openai" | "gemini" } = {},
) {
  const cloud = await FakeModelServer.start({ kind });
  const gemini = kind === "gemini" ? geminiIsAt(cloud.url) : undefined;
  const given = {
    ...{ people: CLOUD_PEOPLE, recogniser: false, cloud_enabled: true },
    ...(gemini ? { gemini_model: "gemini-test", gemini_api_key: "cloud-key" } : { openai_base_url: cloud.url, openai_model: "cloud-test" }),
    ...options,
  };
  const home = await ScenarioHome.start({ home: { furnishing: familyHome }, ...more, options: given });
  home.model.respond(() => ({ text: "Perhaps so, says the model at home." }));
  cloud.respond(() => ({ text: "Perhaps so, says the model outside." }));
  return {
    home,
    cloud,
    /** Says something and waits for the answer, past what owners are told of models outside. */
    async asks(chatId: number, text: string) {
      const answer = await home.asks(chatId, text);
      return answer.plain.startsWith("Models outside") ? await home.next(chatId) : answer;
    },
    /** Asks the same models without turns. */
    asker: () => createAsker(home, parseOptions({ ollama_url: home.model.url, ollama_model: "test-model", ...given })),
    /** The last thing that was said to the model outside. */
    asked: () => cloud.calls.at(-1)?.messages.at(-1)?.content ?? "",
    async [Symbol.asyncDispose]() {
      await home[Symbol.asyncDispose]();
      gemini?.[Symbol.dispose]();
      await cloud[Symbol.asyncDispose]();
    },
  };
}
