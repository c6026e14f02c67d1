import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

interface TextFieldProps extends FieldProps {
  readonly placeholder?: string;
  /** Proposals; anything else can be written too. */
  readonly proposals?: readonly { readonly value: string; readonly label: string }[];
  readonly required?: boolean;
}

function Labelled({ label, children }: { label: string; children: (id: string) => ComponentChildren }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
    </div>
  );
}

/** A line to write in, with its label above. */
export function TextField({ label, value, onChange, placeholder, proposals, required }: TextFieldProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <>
          <input
            id={id}
            type="text"
            dir="auto"
            autocomplete="off"
            list={proposals && `${id}-list`}
            value={value}
            placeholder={placeholder}
            required={required}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          {proposals && (
            <datalist id={`${id}-list`}>
              {proposals.map((one) => (
                <option key={one.value} value={one.value}>
                  {one.label}
                </option>
              ))}
            </datalist>
          )}
        </>
      )}
    </Labelled>
  );
}

/** Words to look for. */
export function SearchField({ label, value, onChange }: FieldProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <input id={id} type="search" dir="auto" autocomplete="off" value={value} onInput={(event) => onChange(event.currentTarget.value)} />
      )}
    </Labelled>
  );
}

/** A day, as `2026-11-22`; empty for none. */
export function DateField({ label, value, onChange }: FieldProps) {
  return (
    <Labelled label={label}>
      {(id) => <input id={id} type="date" value={value} onInput={(event) => onChange(event.currentTarget.value)} />}
    </Labelled>
  );
}

/** Digits that nobody else shall read, and no browser keep. */
export function PinField({ label, value, onChange }: FieldProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <input
          id={id}
          type="password"
          inputmode="numeric"
          autocomplete="one-time-code"
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Labelled>
  );
}

/** A choice among few. */
export function SelectField({ label, value, onChange, children }: FieldProps & { readonly children: ComponentChildren }) {
  return (
    <Labelled label={label}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {children}
        </select>
      )}
    </Labelled>
  );
}

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly of: readonly { readonly value: Value; readonly label: string }[];
}

/** Two or three choices side by side, one of them pressed. */
export function Segments<Value extends string>({ label, value, onChange, of }: SegmentsProps<Value>) {
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
