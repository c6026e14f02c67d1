import { z } from "zod";
import type { HomeConnection } from "../connection/connection.ts";
import type { StateStore } from "../registry/states.ts";

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

interface VoicePipelineParts {
  readonly connection: Pick<HomeConnection, "command">;
  readonly states: Pick<StateStore, "all">;
}

/** The engines of Home Assistant's preferred Assist pipeline, or else the first that it has. Rejects with the connection's errors. */
export async function voiceEngines({ connection, states }: VoicePipelineParts, signal: AbortSignal) {
  const list = pipelines.parse(await connection.command<unknown>({ type: "assist_pipeline/pipeline/list" }, { signal }));
  const preferred = list.pipelines.find(({ id }) => id === list.preferred_pipeline);
  const first = (domain: string) => [...states.all()].find(({ entityId }) => entityId.startsWith(`${domain}.`))?.entityId;
  return {
    hears: { engine: preferred?.stt_engine ?? first("stt"), language: preferred?.stt_language },
    speaks: { engine: preferred?.tts_engine ?? first("tts"), language: preferred?.tts_language, voice: preferred?.tts_voice },
  };
}

/** As the engine writes it: the same, or the first of the same language. */
export function languageIn(all: readonly string[], wanted: string): string | undefined {
  const [base] = wanted.toLowerCase().split("-");
  return all.find((one) => one.toLowerCase() === wanted.toLowerCase()) ?? all.find((one) => one.toLowerCase().split(/[-_]/)[0] === base);
}
