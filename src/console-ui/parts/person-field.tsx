import { useWorld } from "../world.ts";
import { SelectField } from "./field.tsx";

/** Whose records are shown; nothing for who sees their own alone. */
export function PersonField({ value, onChange }: { value: string; onChange: (personId: string) => void }) {
  const { texts, me } = useWorld();
  if (me.people.length === 0) return null;
  return (
    <SelectField label={texts.t("person")} value={value} onChange={onChange}>
      <option value="">{texts.t("filter.all")}</option>
      {me.people.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
