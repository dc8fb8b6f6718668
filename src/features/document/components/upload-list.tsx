import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { classNames } from '@/components/class-names';
import { Icon } from '@/components/icon';
import { circleAlertIcon, copyIcon, linkIcon, refreshCwIcon, uploadIcon, xIcon } from '@/components/icons';
import { useErrorWords } from '@/i18n/error-words';
import { formatFileSize, formatPercent } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { dismissUpload, retryUpload, type Twin, type UploadItem, uploadAnyway } from './upload-queue';

/** Files on their way, each with how far it is, and what can be done about one that stopped. */
export function UploadList({
  uploads,
  isLinkedHere,
  onLink,
}: {
  uploads: readonly UploadItem[];
  isLinkedHere: (twin: Twin) => boolean;
  /** Hangs the document that holds the same file on this thing, too. */
  onLink: (twin: Twin) => Promise<void>;
}) {
  const t = useTranslations('Documents');
  if (uploads.length === 0) return null;
  return (
    <ul aria-label={t('uploads')} className="divide-y divide-separator border-b border-separator">
      {uploads.map((upload) => (
        <li key={upload.id} className="grid gap-2 px-5 py-3 md:px-6">
          <div className="flex items-start gap-3">
            <Icon
              icon={
                upload.state === 'failed' ? circleAlertIcon : upload.state === 'twin' ? copyIcon : uploadIcon
              }
              className={classNames('mt-[3px]', upload.state === 'failed' ? 'text-danger' : 'text-muted')}
            />
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm font-medium">{upload.fileName}</p>
              <UploadState upload={upload} isLinkedHere={isLinkedHere} />
            </div>
            <Button
              look="ghost"
              size="sm"
              iconOnly
              icon={xIcon}
              aria-label={t(upload.state === 'failed' || upload.state === 'twin' ? 'dismiss' : 'cancel', {
                name: upload.fileName,
              })}
              onClick={() => dismissUpload(upload.id)}
              className="-me-1.5 -mt-1"
            />
          </div>
          <UploadActions upload={upload} isLinkedHere={isLinkedHere} onLink={onLink} />
        </li>
      ))}
    </ul>
  );
}

function UploadState({
  upload,
  isLinkedHere,
}: {
  upload: UploadItem;
  isLinkedHere: (twin: Twin) => boolean;
}) {
  const t = useTranslations('Documents');
  const words = useErrorWords();
  const formats = useFormats();
  const { state, failure, twin, sentBytes, sizeBytes } = upload;
  if (state === 'failed') {
    return (
      <p role="alert" className="text-sm text-danger">
        {words.failure(failure)}
      </p>
    );
  }
  if (state === 'twin') {
    return (
      <p role="status" className="text-sm text-muted">
        {twin
          ? t(isLinkedHere(twin) ? 'twinHere' : 'twinElsewhere', { title: twin.title })
          : t('twinUnderway')}
      </p>
    );
  }
  if (state !== 'sending') {
    return <p className="text-xs text-muted">{t(`states.${state}`)}</p>;
  }
  const done = sizeBytes === 0 ? 0 : Math.floor((sentBytes / sizeBytes) * 100);
  return (
    <div className="flex items-center gap-3">
      <div
        role="progressbar"
        aria-label={t('progress', { name: upload.fileName })}
        aria-valuenow={done}
        className="h-1.5 min-w-0 flex-1 overflow-clip rounded-full bg-surface-tertiary"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-200"
          style={{ width: `${done}%` }}
        />
      </div>
      <span className="shrink-0 text-xs text-muted tabular-nums">
        {t('progressOf', {
          percent: formatPercent(done * 100, formats),
          size: formatFileSize(sizeBytes, formats),
        })}
      </span>
    </div>
  );
}

function UploadActions({
  upload,
  isLinkedHere,
  onLink,
}: {
  upload: UploadItem;
  isLinkedHere: (twin: Twin) => boolean;
  onLink: (twin: Twin) => Promise<void>;
}) {
  const t = useTranslations('Documents');
  const { id, twin } = upload;
  if (upload.state === 'failed' && upload.canRetry) {
    return (
      <div className="ms-7">
        <Button size="sm" icon={refreshCwIcon} onClick={() => retryUpload(id)}>
          {t('retry')}
        </Button>
      </div>
    );
  }
  if (upload.state !== 'twin') return null;
  return (
    <div className="ms-7 flex flex-wrap gap-2">
      {twin && !isLinkedHere(twin) && (
        <Button
          size="sm"
          icon={linkIcon}
          onClick={() =>
            void onLink(twin).then(
              () => dismissUpload(id),
              () => {},
            )
          }
        >
          {t('linkHere')}
        </Button>
      )}
      <Button size="sm" look="tertiary" onClick={() => uploadAnyway(id)}>
        {t('uploadAnyway')}
      </Button>
    </div>
  );
}
