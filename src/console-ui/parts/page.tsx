import type { ComponentChildren } from "preact";

/** A page below the tabs. Its heading takes the focus when somebody comes to it, so that a screen reader begins there. */
export function Page({
  title,
  intro,
  aside,
  children,
}: {
  title: string;
  intro?: string;
  aside?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {intro && <p class="quiet">{intro}</p>}
        </div>
        {aside && <div class="row">{aside}</div>}
      </header>
      {children}
    </div>
  );
}

export function Card({ title, aside, children }: { title?: string; aside?: ComponentChildren; children: ComponentChildren }) {
  return (
    <section class="card">
      {title && (
        <div class="card-head">
          <h2>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

/** What stands where a list has nothing to show. */
export function Empty({ title, children }: { title?: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      {title && <h2>{title}</h2>}
      <p>{children}</p>
    </div>
  );
}
