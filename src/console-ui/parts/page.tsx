import type { ComponentChildren } from "preact";
import type { Loaded, Paged } from "../loading.ts";
import { useWorld } from "../world.ts";
import { Problem } from "./problem.tsx";

interface PageProps {
  readonly title: string;
  readonly intro?: string;
  readonly aside?: ComponentChildren;
  /** The way to pages beside this one. */
  readonly above?: ComponentChildren;
}

/** A page below the tabs. Its heading takes the focus when somebody comes to it, so that a screen reader begins there. */
export function Page({ title, intro, aside, above, children }: PageProps & { readonly children: ComponentChildren }) {
  return (
    <div class="page">
      {above}
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

interface LoadedPageProps<Answer> extends PageProps {
  readonly of: Loaded<Answer>;
  readonly children: (value: Answer) => ComponentChildren;
}

export function LoadedPage<Answer>({ of: { value, problem, reload }, children, ...head }: LoadedPageProps<Answer>) {
  return (
    <Page {...head}>
      <Problem of={problem} texts={useWorld().texts} retry={reload} />
      {value === undefined ? problem === undefined && <Waiting /> : children(value)}
    </Page>
  );
}

function Waiting() {
  return (
    <p class="waiting quiet" role="status">
      {useWorld().texts.t("loading")}
    </p>
  );
}

interface PagedListProps<Item> {
  readonly label: string;
  readonly paged: Paged<Item>;
  /** Under the day on which each was. */
  readonly isByDay?: boolean;
  readonly none: ComponentChildren;
  readonly children: (item: Item) => ComponentChildren;
}

export function PagedList<Item extends Timed>({ label, paged, isByDay = false, none, children }: PagedListProps<Item>) {
  const { texts } = useWorld();
  const { items, problem, loading, hasMore } = paged;
  const groups = new Map<string, Item[]>();
  for (const item of items ?? []) {
    const day = isByDay ? texts.day(item.at ?? 0) : "";
    groups.set(day, [...(groups.get(day) ?? []), item]);
  }
  return (
    <div class="list-area" aria-busy={loading}>
      <Problem of={problem} texts={texts} retry={items && hasMore ? paged.more : paged.reload} />
      {items === undefined && problem === undefined && <Waiting />}
      {items?.length === 0 && none}
      {[...groups].map(([day, some]) => (
        <section key={day} class="group">
          {day && <h2>{day}</h2>}
          <ul class="list" aria-label={day ? `${label}, ${day}` : label}>
            {some.map((item) => (
              <li key={item.id}>{children(item)}</li>
            ))}
          </ul>
        </section>
      ))}
      {items && hasMore && (
        <button type="button" class="wide" disabled={loading} onClick={paged.more}>
          {texts.t(loading ? "loading" : "list.more")}
        </button>
      )}
    </div>
  );
}

interface GroupProps<Item> {
  readonly title: string;
  /** What stands there if there are none; without it nothing does, not even the title. */
  readonly none?: string;
  readonly of: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly children: (item: Item) => ComponentChildren;
}

/** A list under a title. */
export function Group<Item>({ title, none, of, keyOf, children }: GroupProps<Item>) {
  if (of.length === 0 && none === undefined) return null;
  return (
    <section class="group">
      <h2>{title}</h2>
      {of.length === 0 && <p class="quiet">{none}</p>}
      {of.length > 0 && (
        <ul class="list" aria-label={title}>
          {of.map((item) => (
            <li key={keyOf(item)}>{children(item)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface Timed {
  readonly id: string;
  readonly at?: number;
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

export function Empty({ title, children }: { title?: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      {title && <h2>{title}</h2>}
      <p>{children}</p>
    </div>
  );
}

/** Scrolling with the arrow keys needs the focus. */
export const SCROLLED_BY_KEYS = { tabIndex: 0 } as const;

/** What may be wider than a phone, or very long. */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <section class="scroll" aria-label={label} {...SCROLLED_BY_KEYS}>
      {children}
    </section>
  );
}

interface TableProps {
  readonly label: string;
  readonly class?: string;
  readonly head: readonly { readonly text: string; readonly class?: string }[];
  readonly children: ComponentChildren;
}

export function Table({ label, class: name, head, children }: TableProps) {
  return (
    <Scroll label={label}>
      <table class={name}>
        <thead>
          <tr>
            {head.map(({ text, class: ofColumn }) => (
              <th key={text} scope="col" class={ofColumn}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroll>
  );
}

export function When({ at }: { at: number }) {
  return (
    <time class="quiet nowrap" dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString()}>
      {useWorld().texts.when(at)}
    </time>
  );
}

export function Icon({ path }: { path: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
