/** Where Ollama listens by itself, and how long the demo waits for a sign of it. */
export const LOCAL_OLLAMA = "http://127.0.0.1:11434";
const PROBE_MS = 1_500;

export type FoundModel = { readonly kind: "found"; readonly model: string } | { readonly kind: "none"; readonly why: "silent" | "empty" };

/** The model to chat with at an Ollama: the wished one, else the first that can use tools. Never throws. */
export async function findModel(url: string, wished: string | undefined): Promise<FoundModel> {
  const names = await listModels(url);
  if (!names) return { kind: "none", why: "silent" };
  if (wished !== undefined) return { kind: "found", model: wished };
  for (const name of names) if (await usesTools(url, name)) return { kind: "found", model: name };
  return { kind: "none", why: "empty" };
}

async function listModels(url: string): Promise<readonly string[] | undefined> {
  const answer = await ask(`${url}/api/tags`);
  const models = isRecord(answer) && Array.isArray(answer["models"]) ? answer["models"] : undefined;
  return models?.flatMap((model: unknown) => (isRecord(model) && typeof model["name"] === "string" ? model["name"] : []));
}

async function usesTools(url: string, model: string): Promise<boolean> {
  const answer = await ask(`${url}/api/show`, { model });
  return isRecord(answer) && Array.isArray(answer["capabilities"]) && answer["capabilities"].includes("tools");
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
