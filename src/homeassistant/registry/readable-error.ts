import { redactAnswer, redactError } from "../../security/redaction/redaction.ts";
import type { Home, WholeHome } from "./home.ts";

/** What Home Assistant says went wrong, fit for a person's eyes. An id of no entity names a service, or what is gone, and so tells why. */
export function readableError(error: string, home: Pick<Home, "find"> & Pick<WholeHome, "known">): string {
  return redactError(redactAnswer(error, (id) => home.find(id)?.name ?? (home.known(id) ? undefined : id)));
}
