import { useId, useRef, useState } from "preact/hooks";
import type { Knowledge } from "../../channels/console/wire.ts";
import { useDoing } from "../loading.ts";
import { ConfirmedButton } from "../parts/confirm.tsx";
import { Card } from "../parts/page.tsx";
import { useWorld } from "../world.ts";

type Shelf = Pick<Knowledge, "documents" | "types" | "mostBytes"> & { readonly reload: () => void };

export function Documents({ documents, types, mostBytes, reload }: Shelf) {
  const { api, texts, toast } = useWorld();
  const { t } = texts;
  const { run } = useDoing();
  const remove = (name: string) =>
    run(async () => {
      await api.send("DELETE", pathOf(name));
      toast(t("knowledge.deleted"));
      reload();
    });
  return (
    <Card title={t("knowledge.documents")}>
      {documents.length === 0 && <p class="quiet">{t("knowledge.documents.none")}</p>}
      <ul class="rows">
        {documents.map(({ name, bytes, at }) => (
          <li key={name} class="document">
            <span>
              <span dir="auto" class="name">
                {name}
              </span>
              <span class="quiet">
                {texts.bytes(bytes)} · {texts.when(at)}
              </span>
            </span>
            <ConfirmedButton
              label={t("knowledge.delete")}
              about={t("knowledge.delete.of", { name })}
              title={t("knowledge.delete.title")}
              text={t("knowledge.delete.text", { name })}
              onYes={() => void remove(name)}
            />
          </li>
        ))}
      </ul>
      <Upload types={types} mostBytes={mostBytes} reload={reload} />
    </Card>
  );
}

function Upload({ types, mostBytes, reload }: Omit<Shelf, "documents">) {
  const { api, texts, toast } = useWorld();
  const { t } = texts;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState<string>();
  const { run } = useDoing();
  const readable = types.join(", ");
  const add = async (file: File) => {
    const isReadable = types.some((ending) => file.name.toLowerCase().endsWith(ending));
    if (!isReadable) return toast(t("knowledge.wrong-type", { name: file.name, types: readable }));
    if (file.size > mostBytes) return toast(t("knowledge.too-large", { name: file.name, size: texts.bytes(mostBytes) }));
    setName(file.name);
    await run(async () => {
      await api.send("PUT", pathOf(file.name), file);
      toast(t("knowledge.uploaded", { name: file.name }));
      reload();
    });
    return setName(undefined);
  };
  return (
    <div class="field">
      <label for={id}>{t("knowledge.upload")}</label>
      <input
        ref={input}
        id={id}
        type="file"
        accept={types.join(",")}
        disabled={name !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={async ({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) await add(file);
          if (input.current) input.current.value = ""; // the same file may be chosen again
        }}
      />
      <span id={`${id}-hint`} class="quiet" role="status">
        {name === undefined ? t("knowledge.upload.hint", { types: readable }) : t("knowledge.uploading", { name })}
      </span>
    </div>
  );
}

function pathOf(name: string): string {
  return `knowledge/documents/${encodeURIComponent(name)}`;
}
