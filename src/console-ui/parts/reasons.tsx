/** Sentences of the server, which tell in a chat what they tell here: there each of a list has a sign before it. */
export function Reasons({ of }: { of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <ul class="plain quiet">
      {of.map((reason) => (
        <li key={reason} dir="auto">
          {reason.replace(/^\s*[•-]\s+/, "")}
        </li>
      ))}
    </ul>
  );
}
