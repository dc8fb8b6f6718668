import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { Icon } from '@/components/icon';
import {
  downloadIcon,
  ellipsisIcon,
  eyeIcon,
  historyIcon,
  linkIcon,
  pencilIcon,
  trash2Icon,
  undo2Icon,
  uploadIcon,
} from '@/components/icons';
import { Menu, type MenuEntry } from '@/components/menu';
import { formatDate, formatFileSize } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { todayIn } from '@/lib/calendar';
import { acceptedFiles } from '../file-kind-rules';
import type { DocumentTarget } from '../schema';
import { LinkedThings, otherLinks, type DocumentRow as Row, ValidityChip } from './document-words';
import { FileFace } from './file-face';

export type DocumentAction = 'preview' | 'save' | 'edit' | 'links' | 'versions' | 'delete' | 'restore';

/** A document with what it is about; its title opens it. */
export function DocumentRow({
  row,
  thumbnail,
  on,
  calendar,
  canEdit,
  isChosen,
  onChoose,
  onAct,
  onVersion,
}: {
  row: Row;
  thumbnail: string | undefined;
  on: DocumentTarget | null;
  calendar: { today: string; timeZone: string };
  canEdit: boolean;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onAct: (action: DocumentAction) => void;
  onVersion: (file: File) => void;
}) {
  const t = useTranslations('Documents');
  const categories = useTranslations('DocumentCategory');
  const formats = useFormats();
  const newVersion = useRef<HTMLInputElement>(null);
  const links = otherLinks(row.links, on);
  const isDeleted = row.deletedAt !== null;

  const entry = (id: DocumentAction, icon: string): MenuEntry => ({
    id,
    label: t(`actions.${id}`),
    icon,
    tone: id === 'delete' ? 'danger' : 'plain',
    onSelect: () => onAct(id),
  });
  const reading = [entry('preview', eyeIcon), entry('save', downloadIcon)];
  const history = row.versionNumber > 1 ? [entry('versions', historyIcon)] : [];
  const groups = isDeleted
    ? [[entry('restore', undo2Icon)]]
    : canEdit
      ? [
          reading,
          [
            entry('edit', pencilIcon),
            entry('links', linkIcon),
            {
              id: 'version',
              label: t('actions.version'),
              icon: uploadIcon,
              onSelect: () => newVersion.current?.click(),
            },
            ...history,
          ],
          [entry('delete', trash2Icon)],
        ]
      : [[...reading, ...history]];

  return (
    <li className="flex items-start gap-3 px-5 py-3 md:px-6 has-checked:bg-accent-soft/40">
      {!isDeleted && (
        <input
          type="checkbox"
          checked={isChosen}
          onChange={(event) => onChoose(event.target.checked)}
          aria-label={t('choose', { title: row.title })}
          className="mt-1 size-4 shrink-0 accent-accent"
        />
      )}
      <FileFace mediaType={row.mediaType} thumbnail={thumbnail} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
          {isDeleted ? (
            <span className="min-w-0 font-medium break-words text-muted">{row.title}</span>
          ) : (
            <button
              type="button"
              className="min-w-0 cursor-pointer text-start font-medium break-words hover:underline"
              onClick={() => onAct('preview')}
            >
              {row.title}
            </button>
          )}
          <ValidityChip validUntil={row.validUntil} today={calendar.today} />
        </p>
        <p className="text-xs text-muted tabular-nums">
          {[
            categories(row.category),
            formatDate(todayIn(calendar.timeZone, row.createdAt), formats),
            formatFileSize(row.sizeBytes, formats),
            ...(row.versionNumber > 1 ? [t('versionNumber', { number: row.versionNumber })] : []),
          ].join('\u00a0· ')}
        </p>
        {links.length > 0 && (
          <p className="mt-0.5 line-clamp-2 text-xs text-muted">
            <LinkedThings links={links} />
          </p>
        )}
      </div>
      {(!isDeleted || canEdit) && (
        <Menu
          label={t('actionsOf', { title: row.title })}
          size="sm"
          iconOnly
          trigger={<Icon icon={ellipsisIcon} />}
          groups={groups}
        />
      )}
      <input
        ref={newVersion}
        type="file"
        accept={acceptedFiles}
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) onVersion(file);
          event.currentTarget.value = '';
        }}
      />
    </li>
  );
}
