import { z } from "zod";
import type { HomeConnection } from "../connection/connection.ts";
import type { Rest } from "../connection/rest.ts";
import { ownAddresses } from "./camera-images.ts";
import { languageIn, voiceEngines } from "./voice-pipeline.ts";

/** Home Assistant answers at once: the speech is made when it is fetched. */
const ASK_TIMEOUT_MS = 5_000;
/** Telegram plays it as a voice message; Home Assistant makes it of whatever its engine speaks. */
const FORMAT = "mp3";

const engineForm = z.object({ provider: z.object({ supported_languages: z.array(z.string()).nullish() }) });
const made = z.object({ path: z.string().regex(/^\/api\/tts_proxy\/[\w.-]+$/) });

interface TextToSpeechParts {
  readonly connection: Pick<HomeConnection, "command">;
  readonly rest: Pick<Rest, "submit">;
}

export type TextToSpeech = ReturnType<typeof createTextToSpeech>;

/** Text as speech, by the engine of Home Assistant's preferred Assist pipeline. */
export function createTextToSpeech({ connection, rest }: TextToSpeechParts) {
  return {
    /**
     * Where Home Assistant itself finds a text as speech for some minutes, the likeliest first; none where nothing speaks that language.
     * Nothing is kept on its disk. Rejects with the connection's errors.
     */
    async addressesFor(text: string, { language, signal }: { readonly language: string; readonly signal: AbortSignal }) {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(ASK_TIMEOUT_MS)]);
      const { speaks } = await voiceEngines(connection, inTime);
      if (speaks.engine === undefined) return [];
      const told = await connection.command<unknown>({ type: "tts/engine/get", engine_id: speaks.engine }, { signal: inTime });
      const spoken = languageIn(engineForm.parse(told).provider.supported_languages ?? [], language);
      if (spoken === undefined) return [];
      const voice = spoken === speaks.language ? speaks.voice : undefined;
      const options = { preferred_format: FORMAT, ...(voice !== undefined && { voice }) };
      const body = { engine_id: speaks.engine, message: text, language: spoken, cache: false, options };
      const sent = { headers: { "content-type": "application/json" }, bytes: Buffer.from(JSON.stringify(body)) };
      const { path } = made.parse(await rest.submit("/api/tts_get_url", sent, { signal: inTime }));
      return (await ownAddresses(connection)).map((base) => `${base}${path}`);
    },
  };
}
