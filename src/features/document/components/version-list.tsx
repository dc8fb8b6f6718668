import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { downloadIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { Skeleton } from '@/components/skeleton';
import { StatusChip } from '@/components/status-chip';
import { useErrorWords } from '@/i18n/error-words';
import { formatFileSize, formatInstant } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';

/** All files a document ever had, the newest first. */
export function VersionList({
  id,
  timeZone,
  onSave,
}: {
  id: string;
  timeZone: string;
  onSave: (versionId: string) => void;
}) {
  const t = useTranslations('Documents');
  const words = useErrorWords();
  const formats = useFormats();
  const { data, error } = trpc.document.get.useQuery({ id });
  if (error) return <Notice tone="danger">{words.failure(error)}</Notice>;
  if (!data) return <Skeleton className="h-24 w-full" />;
  return (
    <ol className="divide-y divide-separator">
      {data.versions.map((version) => (
        <li key={version.id} className="flex items-start gap-3 py-3">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
              {t('versionNumber', { number: version.number })}
              {version.isCurrent && <StatusChip tone="success">{t('current')}</StatusChip>}
            </p>
            <p className="text-xs break-words text-muted tabular-nums">
              {[
                version.fileName,
                formatInstant(version.createdAt, timeZone, formats),
                formatFileSize(version.sizeBytes, formats),
              ].join(' · ')}
            </p>
          </div>
          <Button
            look="tertiary"
            size="sm"
            iconOnly
            icon={downloadIcon}
            aria-label={t('saveVersion', { number: version.number })}
            onClick={() => onSave(version.id)}
          />
        </li>
      ))}
    </ol>
  );
}
