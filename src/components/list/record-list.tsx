import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { EmptyState } from '@/components/empty-state';
import { Icon } from '@/components/icon';
import {
  archiveIcon,
  archiveRestoreIcon,
  ellipsisIcon,
  pencilIcon,
  plusIcon,
  trash2Icon,
} from '@/components/icons';
import { Menu } from '@/components/menu';
import { Section } from '@/components/section';
import { StatusChip } from '@/components/status-chip';
import { showFailure, showSuccess } from '@/components/toast';
import { useUndo } from '@/components/use-undo';
import { useErrorWords } from '@/i18n/error-words';

type SettingsRow = { id: string; version: number; archivedAt: Date | null };
type Change = (seen: { id: string; version: number }) => Promise<unknown>;

/** A short list in the settings whose rows are edited, archived, brought back and deleted alike. */
export function RecordList<Row extends SettingsRow>({
  id,
  icon,
  words,
  rows,
  name,
  canEdit,
  children,
  onNew,
  onEdit,
  changes,
}: {
  id: string;
  icon: string;
  words: { title: string; text: string; add: string; empty: string; emptyText: string };
  rows: readonly Row[];
  /** What a row is called in questions. */
  name: (row: Row) => string;
  canEdit: boolean;
  children: (row: Row) => ReactNode;
  onNew: () => void;
  onEdit: (row: Row) => void;
  changes: { archive: Change; restore: Change; erase: Change };
}) {
  const t = useTranslations('RecordList');
  const errors = useErrorWords();
  const offerUndo = useUndo();
  const [showsArchived, setShowsArchived] = useState(false);
  const [erasing, setErasing] = useState<Row | null>(null);
  const archivedCount = rows.filter((row) => row.archivedAt !== null).length;
  const shown = rows.filter((row) => showsArchived || row.archivedAt === null);

  /** An undo finds the row as the change has left it, one version on. */
  async function change(run: Change, row: Row, done: string, undo?: Change) {
    try {
      await run({ id: row.id, version: row.version });
      if (!undo) showSuccess(done);
      else {
        offerUndo(done, () => undo({ id: row.id, version: row.version + 1 }));
      }
    } catch (error) {
      showFailure(errors.failure(error));
    }
  }

  return (
    <Section
      id={id}
      title={words.title}
      description={words.text}
      flush
      actions={
        <>
          {archivedCount > 0 && (
            <Button look="ghost" size="sm" onClick={() => setShowsArchived(!showsArchived)}>
              {t(showsArchived ? 'hideArchived' : 'showArchived', { count: archivedCount })}
            </Button>
          )}
          {canEdit && (
            <Button look="tertiary" size="sm" icon={plusIcon} onClick={onNew}>
              {words.add}
            </Button>
          )}
        </>
      }
    >
      {shown.length === 0 ? (
        <EmptyState icon={icon} title={words.empty}>
          {words.emptyText}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-separator">
          {shown.map((row) => (
            <li key={row.id} className="flex items-start justify-between gap-4 px-5 py-4 md:px-6">
              <div className="min-w-0 flex-1">
                {children(row)}
                {row.archivedAt && (
                  <p className="mt-1">
                    <StatusChip>{t('archived')}</StatusChip>
                  </p>
                )}
              </div>
              {canEdit && (
                <Menu
                  label={t('actionsOf', { name: name(row) })}
                  size="sm"
                  iconOnly
                  trigger={<Icon icon={ellipsisIcon} />}
                  groups={[
                    [
                      {
                        id: 'edit',
                        label: t('edit'),
                        icon: pencilIcon,
                        onSelect: () => onEdit(row),
                      },
                    ],
                    [
                      row.archivedAt
                        ? {
                            id: 'restore',
                            label: t('restore'),
                            icon: archiveRestoreIcon,
                            onSelect: () => void change(changes.restore, row, t('restored')),
                          }
                        : {
                            id: 'archive',
                            label: t('archive'),
                            icon: archiveIcon,
                            onSelect: () =>
                              void change(changes.archive, row, t('isArchived'), changes.restore),
                          },
                      {
                        id: 'delete',
                        label: t('delete'),
                        icon: trash2Icon,
                        tone: 'danger',
                        onSelect: () => setErasing(row),
                      },
                    ],
                  ]}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {erasing && (
        <ConfirmDialog
          open
          onOpenChange={() => setErasing(null)}
          title={t('deleteQuestion', { name: name(erasing) })}
          confirmLabel={t('delete')}
          confirm={async () => {
            await changes.erase({ id: erasing.id, version: erasing.version });
            showSuccess(t('deleted'));
          }}
        >
          {t('deleteText')}
        </ConfirmDialog>
      )}
    </Section>
  );
}
