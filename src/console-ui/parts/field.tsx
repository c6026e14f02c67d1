import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { useWorld } from "../world.ts";

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

type Options<Value extends string = string> = readonly { readonly value: Value; readonly label: string }[];

function Labelled({ label, children }: { label: string; children: (id: string) => ComponentChildren }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  readonly type?: "text" | "search";
  readonly placeholder?: string;
  readonly required?: boolean;
  /** Texts to choose from while one types. */
  readonly proposals?: readonly string[];
}

export function Field({ label, value, onChange, proposals, ...input }: TextFieldProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <>
          <input
            id={id}
            dir="auto"
            autocomplete="off"
            list={proposals && `${id}-list`}
            value={value}
            onInput={(event) => onChange(event.currentTarget.value)}
            {...input}
          />
          {proposals && (
            <datalist id={`${id}-list`}>
              {proposals.map((text) => (
                <option key={text} value={text} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Labelled>
  );
}

/** Digits that nobody else shall read, and no browser keep. */
export function PinField({ label, value, onChange }: FieldProps) {
  const input = { type: "password", inputmode: "numeric", autocomplete: "one-time-code", value } as const;
  return <Labelled label={label}>{(id) => <input id={id} {...input} onInput={(event) => onChange(event.currentTarget.value)} />}</Labelled>;
}

export function SelectField({ label, value, onChange, of }: FieldProps & { readonly of: Options }) {
  return (
    <Labelled label={label}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <OptionList of={of} />
        </select>
      )}
    </Labelled>
  );
}

export function OptionList({ of }: { of: Options }) {
  return of.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

export function PersonField({ value, onChange }: Omit<FieldProps, "label">) {
  const { texts, me } = useWorld();
  const people = me.people.map(({ id, name }) => ({ value: id, label: name }));
  if (people.length === 0) return null;
  const all = { value: "", label: texts.t("filter.all") };
  return <SelectField label={texts.t("person")} value={value} onChange={onChange} of={[all, ...people]} />;
}

/** Two or three choices side by side, one of them pressed. */
export function Segments<Value extends string>({
  label,
  value,
  onChange,
  of,
}: {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly of: Options<Value>;
}) {
  return (
    <fieldset class="segments">
      <legend class="hidden">{label}</legend>
      {of.map((one) => (
        <button key={one.value} type="button" aria-pressed={one.value === value} onClick={() => onChange(one.value)}>
          {one.label}
        </button>
      ))}
    </fieldset>
  );
}

/** A form that the page itself handles. */
export function Form({ class: name, onSubmit, children }: { class: string; onSubmit: () => void; children: ComponentChildren }) {
  return (
    <form
      class={name}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

interface FilterFormProps<Filter> {
  readonly none: Filter;
  readonly onApply: (filter: Filter) => void;
  readonly children: (draft: Filter, change: (part: Partial<Filter>) => void) => ComponentChildren;
}

/** Fields above a list; the server is asked when they are applied. */
export function FilterForm<Filter extends Readonly<Record<string, string>>>({ none, onApply, children }: FilterFormProps<Filter>) {
  const { t } = useWorld().texts;
  const [draft, setDraft] = useState(none);
  const clear = () => {
    setDraft(none);
    onApply(none);
  };
  return (
    <search>
      <details>
        <summary>{t("filter")}</summary>
        <Form class="filter" onSubmit={() => onApply(draft)}>
          {children(draft, (part) => setDraft((before) => ({ ...before, ...part })))}
          <div class="row filter-end">
            <button type="submit">{t("filter.apply")}</button>
            {Object.values(draft).some((value) => value !== "") && (
              <button type="button" class="text" onClick={clear}>
                {t("filter.clear")}
              </button>
            )}
          </div>
        </Form>
      </details>
    </search>
  );
}
