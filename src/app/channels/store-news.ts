import type { StoreNews } from "../foundation/storage.ts";
import type { Attention } from "../proactive/attention.ts";
import type { Schedules } from "../proactive/schedules.ts";
import type { Surfaces } from "../proactive/surfaces.ts";
import type { Console } from "./console.ts";

interface Listeners {
  readonly surfaces: Pick<Surfaces, "news" | "status" | "findings">;
  readonly schedules: Pick<Schedules, "changed">;
  readonly attention: Pick<Attention, "automationSaved">;
  readonly sidebar: Pick<Console, "changed"> | undefined;
}

/** Hands what the stores tell to Home Assistant, to the scheduler and to the pages that are open. Asked for late: they are built after the stores. */
export function createStoreNews(listeners: () => Listeners): StoreNews {
  return {
    automation: (entityId) => listeners().attention.automationSaved(entityId),
    turn(id, end) {
      const { surfaces, sidebar } = listeners();
      surfaces.status.changed();
      if (end) surfaces.news.turnEnded(id, end);
      sidebar?.changed("turns");
    },
    action(ended) {
      const { surfaces, sidebar } = listeners();
      surfaces.news.actionEnded(ended);
      sidebar?.changed("activity");
    },
    approval(id) {
      const { surfaces, sidebar } = listeners();
      surfaces.news.approvalChanged(id);
      sidebar?.changed("approvals");
    },
    finding() {
      const { surfaces, sidebar } = listeners();
      surfaces.findings.changed();
      sidebar?.changed("notifications");
    },
    schedule() {
      const { schedules, sidebar } = listeners();
      schedules.changed();
      sidebar?.changed("planned");
    },
  };
}
