'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { EmptyState } from '@/components/empty-state';
import { Icon } from '@/components/icon';
import { downloadIcon, externalLinkIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { Skeleton } from '@/components/skeleton';
import { useErrorWords } from '@/i18n/error-words';
import { formatFileSize } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import { previewOf } from '../file-kinds';
import { type DocumentRow, fileIcon } from './document-words';

/** Shows a document where its kind can be shown; otherwise offers it to save. */
export function PreviewDialog({
  row,
  onClose,
  onSave,
}: {
  row: DocumentRow;
  onClose: () => void;
  onSave: () => void;
}) {
  const t = useTranslations('Documents');
  const formats = useFormats();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={row.title}
      description={`${row.fileName} · ${formatFileSize(row.sizeBytes, formats)}`}
    >
      <div className="grid gap-4">
        {previewOf(row.mediaType) ? (
          <Preview row={row} />
        ) : (
          <EmptyState icon={fileIcon(row.mediaType)} title={t('noPreviewTitle')}>
            {t('noPreviewText')}
          </EmptyState>
        )}
        {row.note && <p className="text-sm whitespace-pre-line">{row.note}</p>}
        <div className="flex justify-end">
          <Button look="primary" icon={downloadIcon} onClick={onSave}>
            {t('actions.save')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Preview({ row }: { row: DocumentRow }) {
  const t = useTranslations('Documents');
  const words = useErrorWords();
  // The address is good for a minute: asked for at each opening, kept for none.
  const file = trpc.document.fileUrl.useQuery(
    { id: row.id, use: 'show' },
    {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  );
  if (file.error) return <Notice tone="danger">{words.failure(file.error)}</Notice>;
  if (!file.data) return <Skeleton className="h-[60dvh] w-full rounded-xl" />;
  if (previewOf(row.mediaType) === 'picture') {
    return (
      // biome-ignore lint/performance/noImgElement: a signed address that ends in a minute cannot be optimised
      <img
        src={file.data.url}
        alt={row.title}
        className="max-h-[65dvh] w-full rounded-xl bg-surface-secondary object-contain"
      />
    );
  }
  return (
    <>
      {/* Phones show no PDF inside a page. */}
      <iframe
        src={file.data.url}
        title={row.title}
        className="hidden h-[65dvh] w-full rounded-xl border border-separator bg-white sm:block"
      />
      <a
        href={file.data.url}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex items-center gap-1.5 text-sm text-link hover:underline"
      >
        <Icon icon={externalLinkIcon} />
        {t('openInTab')}
      </a>
    </>
  );
}
