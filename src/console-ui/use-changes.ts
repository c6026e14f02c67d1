import { useEffect } from "preact/hooks";
import type { PageId } from "./pages.ts";
import { useWorld } from "./world.ts";

/** Calls `reload` when the server says that a page shows something else now, and after a gap in which it could not. */
export function useChanges(page: PageId, reload: () => void): void {
  const { events } = useWorld();
  useEffect(() => {
    const ends = [events.on("changed", (changed) => changed.page === page && reload()), events.on("again", reload)];
    return () => {
      for (const end of ends) end();
    };
  }, [events, page, reload]);
}
