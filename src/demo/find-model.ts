import { isRecord } from "../text/is-record.ts";

/** Where Ollama listens by itself, and how long the demo waits for a sign of it. */
export const LOCAL_OLLAMA = "http://127.0.0.1:11434";
const PROBE_MS = 1_500;

/** What is suggested where there is no model: the option's default. */
export const SUGGESTED_MODEL = "gpt-oss:20b";

export type FoundModel =
  | { readonly kind: "found"; readonly model: string }
  /** `silent`: no Ollama there; `none`: none of its models can use tools; the others are about the model that was wished for. */
  | { readonly kind: "silent" | "none" | "not-pulled" | "no-tools" };

/** The model to chat with at an Ollama: the wished one, else the first that can use tools. Never throws. */
export async function findModel(url: string, wished: string | undefined): Promise<FoundModel> {
  const names = await listModels(url);
  if (!names) return { kind: "silent" };
  if (wished !== undefined) {
    const tools = await usesTools(url, wished);
    return tools === undefined ? { kind: "not-pulled" } : tools ? { kind: "found", model: wished } : { kind: "no-tools" };
  }
  for (const name of names) if (await usesTools(url, name)) return { kind: "found", model: name };
  return { kind: "none" };
}

/** One line about the model; without one what works all the same, and what to do. */
export function modelLine(found: FoundModel, url: string, wished: string | undefined): string {
  if (found.kind === "found") return `Model: ${found.model} at ${url}`;
  const without = "simple commands and questions about states work all the same";
  switch (found.kind) {
    case "silent":
      return `No Ollama answers at ${url}: ${without}; for the rest, start it and run: ollama pull ${wished ?? SUGGESTED_MODEL}`;
    case "none":
      return `No model at ${url} can use tools: ${without}; for the rest, run: ollama pull ${wished ?? SUGGESTED_MODEL}`;
    case "not-pulled":
      return `The model ${wished} is not at ${url}: ${without}; for the rest, run: ollama pull ${wished}`;
    case "no-tools":
      return `The model ${wished} cannot use tools: ${without}; for the rest, run: ollama pull ${SUGGESTED_MODEL}`;
  }
}

async function listModels(url: string): Promise<readonly string[] | undefined> {
  const answer = await ask(`${url}/api/tags`);
  const models = isRecord(answer) && Array.isArray(answer["models"]) ? answer["models"] : undefined;
  return models?.flatMap((model: unknown) => (isRecord(model) && typeof model["name"] === "string" ? model["name"] : []));
}

/** Undefined if the model is not there. Old servers do not tell: then the first answer shows it. */
async function usesTools(url: string, model: string): Promise<boolean | undefined> {
  const answer = await ask(`${url}/api/show`, { model });
  if (!isRecord(answer)) return undefined;
  return !Array.isArray(answer["capabilities"]) || answer["capabilities"].includes("tools");
}

async function ask(url: string, body?: object): Promise<unknown> {
  try {
    const request = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(PROBE_MS) });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
