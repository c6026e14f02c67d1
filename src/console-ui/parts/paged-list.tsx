import type { ComponentChildren } from "preact";
import type { Paged } from "../use-paged.ts";
import { useWorld } from "../world.ts";
import { Problem } from "./problem.tsx";

interface PagedListProps<Item> {
  readonly label: string;
  readonly paged: Paged<Item>;
  readonly none: ComponentChildren;
  readonly children: (item: Item) => ComponentChildren;
}

/** A list with a button for its next part; what is new in it is told to who cannot see it. */
export function PagedList<Item extends { readonly id: string }>({ label, paged, none, children }: PagedListProps<Item>) {
  const { texts } = useWorld();
  const { items, problem, loading, hasMore } = paged;
  return (
    <div class="list-area" aria-busy={loading}>
      <Problem of={problem} texts={texts} retry={items && hasMore ? paged.more : paged.reload} />
      {items === undefined && problem === undefined && <Waiting />}
      {items?.length === 0 && none}
      {items && items.length > 0 && (
        <ul class="list" aria-label={label}>
          {items.map((item) => (
            <li key={item.id}>{children(item)}</li>
          ))}
        </ul>
      )}
      {items && hasMore && (
        <button type="button" class="wide" disabled={loading} onClick={paged.more}>
          {loading ? texts.t("loading") : texts.t("list.more")}
        </button>
      )}
    </div>
  );
}

/** What stands there until the first answer. */
export function Waiting() {
  const { texts } = useWorld();
  return (
    <p class="waiting quiet" role="status">
      {texts.t("loading")}
    </p>
  );
}
