import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Icon } from '@/components/icon';
import { downloadIcon } from '@/components/icons';
import { showFailure } from '@/components/toast';
import { ChooseFiles } from '@/features/document/components/choose-files';
import { type DocumentRow, fileIcon } from '@/features/document/components/document-words';
import { PreviewDialog } from '@/features/document/components/preview-dialog';
import { UploadList } from '@/features/document/components/upload-list';
import { type Twin, useUploads } from '@/features/document/components/upload-queue';
import { useFileDrop } from '@/features/document/components/use-file-drop';
import { useSaveFile } from '@/features/document/components/use-save-file';
import { placeOf, useUploadFiles } from '@/features/document/components/use-upload-files';
import { firstDocuments } from '@/features/document/pages';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';

/** The receipts of a booking: dropped here, shown, saved. They follow it when it is corrected. */
export function Receipts({
  id,
  canEdit,
}: {
  id: string;
  /** As many as the list of bookings says; it is read again when there are others. */
  canEdit: boolean;
}) {
  const t = useTranslations('BookingForm');
  const errors = useErrorWords();
  const on = { kind: 'transaction' as const, id };
  const { saveFile } = useSaveFile();
  const { uploadNew } = useUploadFiles(on);
  const uploads = useUploads(placeOf(on));
  const drop = useFileDrop(uploadNew, canEdit);
  const [shown, setShown] = useState<DocumentRow | null>(null);
  const setLinks = trpc.document.setLinks.useMutation();
  const [pages] = trpc.document.list.useSuspenseInfiniteQuery(firstDocuments(on), {
    getNextPageParam: (page) => page.nextCursor,
  });
  const rows = pages.pages.flatMap((page) => page.rows);

  async function link(twin: Twin) {
    const links = [...twin.links.map(({ kind, id: linked }) => ({ kind, id: linked })), on];
    try {
      await setLinks.mutateAsync({ id: twin.id, version: twin.version, links });
    } catch (error) {
      showFailure(errors.failure(error));
      throw error;
    }
  }

  if (rows.length === 0 && !canEdit) return null;
  return (
    <section
      {...drop.handlers}
      aria-labelledby={`${id}-receipts`}
      className={
        drop.isOver ? 'rounded-xl outline-2 outline-offset-4 outline-accent outline-dashed' : undefined
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pb-2">
        <h3 id={`${id}-receipts`} className="text-sm font-medium">
          {t('receipts')}
        </h3>
        {canEdit && (
          <div className="flex flex-wrap gap-2">
            <ChooseFiles onFiles={uploadNew} />
          </div>
        )}
      </div>
      <div className="overflow-clip rounded-xl border border-border text-sm">
        <UploadList
          uploads={uploads}
          isLinkedHere={(twin) => twin.links.some((one) => one.kind === on.kind && one.id === id)}
          onLink={link}
        />
        {rows.length === 0 ? (
          <p className="px-3.5 py-2.5 text-muted">{t('noReceipts')}</p>
        ) : (
          <ul className="divide-y divide-separator">
            {rows.map((row) => (
              <li key={row.id} className="flex items-center gap-2.5 py-1 ps-3.5 pe-1.5">
                <Icon icon={fileIcon(row.mediaType)} className="text-muted" />
                <button
                  type="button"
                  className="min-w-0 flex-1 truncate text-start hover:underline"
                  onClick={() => setShown(row)}
                >
                  {row.title}
                </button>
                <Button
                  look="ghost"
                  size="sm"
                  iconOnly
                  icon={downloadIcon}
                  aria-label={t('saveReceipt', { title: row.title })}
                  onClick={() => void saveFile(row.id)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      {shown && (
        <PreviewDialog row={shown} onClose={() => setShown(null)} onSave={() => void saveFile(shown.id)} />
      )}
    </section>
  );
}
