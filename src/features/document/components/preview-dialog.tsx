import { useTranslations } from 'next-intl';
import { Button, buttonClass } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { EmptyState } from '@/components/empty-state';
import { Icon } from '@/components/icon';
import { downloadIcon, externalLinkIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { Skeleton } from '@/components/skeleton';
import { useErrorWords } from '@/i18n/error-words';
import { formatFileSize } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { isInvoiceFile, previewOf } from '../file-kind-rules';
import { type DocumentRow, fileIcon } from './document-words';
import { InvoicePreview } from './invoice-preview';
import { useFileAddress } from './use-file-address';

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
  const words = useErrorWords();
  const formats = useFormats();
  const kind = previewOf(row.mediaType);
  const isInvoice = isInvoiceFile(row.fileName);
  const file = useFileAddress(row.id, { enabled: kind !== null || isInvoice });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={row.title}
      description={`${row.fileName} · ${formatFileSize(row.sizeBytes, formats)}`}
    >
      <div className="grid gap-4">
        {file.error ? (
          <Notice tone="danger">{words.failure(file.error)}</Notice>
        ) : kind !== 'picture' && (kind === 'pdf' || isInvoice) ? (
          <InvoicePreview
            row={row}
            url={file.url}
            paper={kind && <Shown kind={kind} url={file.url} title={row.title} />}
          />
        ) : kind === null ? (
          <EmptyState icon={fileIcon(row.mediaType)} title={t('noPreviewTitle')}>
            {t('noPreviewText')}
          </EmptyState>
        ) : (
          <Shown kind={kind} url={file.url} title={row.title} />
        )}
        {row.note && <p className="text-sm whitespace-pre-line">{row.note}</p>}
        <DialogActions>
          {kind !== null && file.url && (
            <a {...file.link} className={buttonClass('tertiary')}>
              <Icon icon={externalLinkIcon} />
              {t('openInTab')}
            </a>
          )}
          <Button look="primary" icon={downloadIcon} onClick={onSave}>
            {t('actions.save')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

/** The file itself. Phones show no PDF inside a page: there, the buttons below are the way. */
function Shown({ kind, url, title }: { kind: 'pdf' | 'picture'; url: string | undefined; title: string }) {
  if (!url) return <Skeleton className="h-[60dvh] w-full rounded-xl max-sm:h-24" />;
  if (kind === 'pdf') {
    return (
      <iframe
        src={url}
        title={title}
        className="h-[65dvh] w-full rounded-xl border border-separator bg-white max-sm:hidden"
      />
    );
  }
  return (
    // biome-ignore lint/performance/noImgElement: a signed address that ends in a minute cannot be optimised
    <img
      src={url}
      alt={title}
      className="max-h-[65dvh] w-full rounded-xl bg-surface-secondary object-contain"
    />
  );
}
