import { z } from "zod";
import type { HomeConnection } from "../connection/connection.ts";

const optional = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);
const pipelines = z.object({
  preferred_pipeline: z.string().nullable(),
  pipelines: z.array(
    z.object({
      id: z.string(),
      stt_engine: optional,
      stt_language: optional,
      tts_engine: optional,
      tts_language: optional,
      tts_voice: optional,
    }),
  ),
});

/** The engines of Home Assistant's preferred Assist pipeline. Others are there unasked, and may be outside the house. Rejects with the connection's errors. */
export async function voiceEngines(connection: Pick<HomeConnection, "command">, signal: AbortSignal) {
  const list = pipelines.parse(await connection.command<unknown>({ type: "assist_pipeline/pipeline/list" }, { signal }));
  const preferred = list.pipelines.find(({ id }) => id === list.preferred_pipeline);
  return {
    hears: { engine: preferred?.stt_engine, language: preferred?.stt_language },
    speaks: { engine: preferred?.tts_engine, language: preferred?.tts_language, voice: preferred?.tts_voice },
  };
}

/** As the engine writes it: the same, or the first of the same language. */
export function languageIn(all: readonly string[], wanted: string): string | undefined {
  const [base] = wanted.toLowerCase().split("-");
  return all.find((one) => one.toLowerCase() === wanted.toLowerCase()) ?? all.find((one) => one.toLowerCase().split(/[-_]/)[0] === base);
}
