import { useWorld } from "../world.ts";

export function When({ at }: { at: number }) {
  const { texts } = useWorld();
  return (
    <time class="quiet nowrap" dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString()}>
      {texts.when(at)}
    </time>
  );
}
