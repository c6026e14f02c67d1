import type { KnowledgeSource, SourcePart } from "../../src/knowledge/source.ts";
import type { KnowledgeItem } from "../../src/storage/knowledge/knowledge-sync.ts";

/** All parts of a source, as if each were stored. */
export async function partsIn(source: KnowledgeSource | undefined): Promise<readonly SourcePart[]> {
  const parts: SourcePart[] = [];
  for await (const part of source?.read(new AbortController().signal) ?? []) parts.push(part);
  return parts;
}

export async function itemsIn(source: KnowledgeSource | undefined): Promise<readonly KnowledgeItem[]> {
  return (await partsIn(source)).flatMap(({ items }) => items);
}
