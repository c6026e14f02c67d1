import { redactAnswer } from "../../security/redaction/redaction.ts";

/** What the system refuses most often, in words for the owner. */
const IN_WORDS: Readonly<Record<string, string>> = {
  EACCES: "it may not be read by this app",
  EPERM: "it may not be read by this app",
  EIO: "the disk has a fault",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  ENOMEM: "there is not enough memory",
  ENOSPC: "the disk is full",
  SQLITE_FULL: "the disk is full",
};

/** Folders before a name in an absolute path: `/data/`, `C:\data\`; with the quote where one stands around it, for it may have spaces. */
const FOLDERS =
  /(?<=['"`])(?:[a-z]:)?[\\/](?:[^'"`\n]{0,300}[\\/])?(?=[^'"`\n]{0,300}['"`])|(?<![\w.:/\\-])(?:[a-z]:)?[\\/](?:[^\s'"`/\\]{1,255}[\\/])*/gi;

/** Why something failed, for a person: without folders, addresses, ids and keys of this machine. The log has the fault itself. */
export function problemInWords(error: unknown): string {
  if (!(error instanceof Error)) return "it failed for an unknown reason";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const isSystem = "syscall" in error;
  return IN_WORDS[code] ?? (isSystem ? `it failed with ${code}` : redactAnswer(error.message, () => undefined).replace(FOLDERS, ""));
}
