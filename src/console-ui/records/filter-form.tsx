import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useWorld } from "../world.ts";

/** On a phone the list would stand below the screen. */
const ROOMY = "(min-width: 700px)";

interface FilterFormProps<Filter> {
  /** What shows all. */
  readonly none: Filter;
  readonly onApply: (filter: Filter) => void;
  readonly children: (draft: Filter, change: (part: Partial<Filter>) => void) => ComponentChildren;
}

/** Fields above a list; nothing is asked of the server before they are applied. */
export function FilterForm<Filter extends Readonly<Record<string, string>>>({ none, onApply, children }: FilterFormProps<Filter>) {
  const { texts } = useWorld();
  const [draft, setDraft] = useState(none);
  const [hasRoom] = useState(() => matchMedia(ROOMY).matches);
  const isClear = Object.values(draft).every((value) => value === "");
  return (
    <search>
      <details open={hasRoom}>
        <summary>{texts.t("filter")}</summary>
        <form
          class="filter"
          onSubmit={(event) => {
            event.preventDefault();
            onApply(draft);
          }}
        >
          {children(draft, (part) => setDraft((before) => ({ ...before, ...part })))}
          <div class="row filter-end">
            <button type="submit">{texts.t("filter.apply")}</button>
            {!isClear && (
              <button
                type="button"
                class="text"
                onClick={() => {
                  setDraft(none);
                  onApply(none);
                }}
              >
                {texts.t("filter.clear")}
              </button>
            )}
          </div>
        </form>
      </details>
    </search>
  );
}
