import { createLogger, type Logger } from "../../src/observability/logger.ts";

/** A logger whose lines the test can read. */
export function recordingLogger(): { logger: Logger; lines: { level: number; msg: string }[] } {
  const lines: { level: number; msg: string }[] = [];
  return { logger: createLogger({ level: "debug", destination: { write: (line) => lines.push(JSON.parse(line)) } }), lines };
}
