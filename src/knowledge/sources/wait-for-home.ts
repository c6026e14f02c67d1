import { HomeUnreachableError } from "../../homeassistant/connection/errors.ts";
import type { Home } from "../../homeassistant/registry/home.ts";

/** Throws HomeUnreachableError while the home is away or not loaded yet: an empty home must not count as one without things. */
export function needHome({ ready }: Pick<Home, "ready">): void {
  if (!ready) throw new HomeUnreachableError("the home is not there to be read");
}
