import type { ComponentChildren } from "preact";

/** Whoever has no pointer scrolls with the arrow keys, and for that it must take the focus. */
export const SCROLLED_BY_KEYS = { tabIndex: 0 } as const;

/** What may be wider than a phone, or very long. */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <section class="scroll" aria-label={label} {...SCROLLED_BY_KEYS}>
      {children}
    </section>
  );
}
