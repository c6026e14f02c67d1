/** Variables that make a library send conversations, or requests with the user's own key, somewhere that no option names. */
const PREFIXES = ["LANGSMITH_", "LANGCHAIN_", "OPENAI_", "AZURE_OPENAI_", "OLLAMA_"];
const NAMES = new Set(["GOOGLE_API_KEY", "GEMINI_API_KEY", "LC_OUTPUT_VERSION"]);

/**
 * Deletes from `env` what would switch on tracing (LangSmith), reroute model calls (its gateway, OPENAI_BASE_URL, OLLAMA_BASE_URL) or add
 * keys and headers to them. To be called with the process's environment before any model is asked. Returns the names that were deleted.
 */
export function removeTracingVariables(env: Record<string, string | undefined>): string[] {
  const names = Object.keys(env).filter((name) => NAMES.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix)));
  for (const name of names) delete env[name];
  return names;
}
