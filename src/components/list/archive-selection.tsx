import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useErrorWords } from '@/i18n/error-words';
import { MOST_ROWS_AT_ONCE } from '@/lib/selection';
import { Button } from '../button';
import { archiveIcon, archiveRestoreIcon, downloadIcon } from '../icons';
import { showFailure, showSuccess, showUndoable } from '../toast';
import { SelectionBar } from './selection-bar';

type Seen = { id: string; version: number };

/** What became of the rows; `stay` says in words which of them stay where they are, and why. */
type Moved = { done: readonly Seen[]; stay?: string };
type Move = (rows: Seen[]) => Promise<Moved>;

/** Archives the chosen rows or takes them out of the archive, each at once and with a way back. */
export function ArchiveSelection({
  chosen,
  canEdit,
  archive,
  restore,
  onClear,
  onExport,
}: {
  chosen: readonly (Seen & { archivedAt: Date | null })[];
  canEdit: boolean;
  archive: Move;
  restore: Move;
  /** Renews what shows the rows, also after a failure. */
  onClear: () => void;
  onExport: () => void;
}) {
  const t = useTranslations('List');
  const words = useErrorWords();
  const [isBusy, setBusy] = useState(false);
  const inUse = chosen.filter((row) => row.archivedAt === null);
  const archived = chosen.filter((row) => row.archivedAt !== null);

  async function move(rows: readonly Seen[], work: Move): Promise<Moved | null> {
    setBusy(true);
    try {
      return await work(rows.map(({ id, version }) => ({ id, version })));
    } catch (error) {
      showFailure(words.failure(error));
      return null;
    } finally {
      setBusy(false);
    }
  }

  async function act(rows: readonly Seen[], way: 'archive' | 'restore') {
    const moved = await move(rows, way === 'archive' ? archive : restore);
    if (!moved) return;
    const { done, stay = '' } = moved;
    if (done.length === 0 && stay !== '') return showFailure(stay);
    onClear();
    const said = [t(`done.${way}`, { count: done.length }), stay].filter(Boolean).join(' ');
    showUndoable(said, t('undo'), () => {
      void move(done, way === 'archive' ? restore : archive).then(
        (undone) => undone && showSuccess(t('undone')),
      );
    });
  }

  const isTooMany = Math.max(inUse.length, archived.length) > MOST_ROWS_AT_ONCE;
  return (
    <SelectionBar count={chosen.length} onClear={onClear}>
      {isTooMany && <p className="px-1 text-sm text-muted">{t('tooMany', { max: MOST_ROWS_AT_ONCE })}</p>}
      {canEdit && !isTooMany && inUse.length > 0 && (
        <Button size="sm" icon={archiveIcon} pending={isBusy} onClick={() => void act(inUse, 'archive')}>
          {t('archive')}
        </Button>
      )}
      {canEdit && !isTooMany && archived.length > 0 && (
        <Button
          size="sm"
          icon={archiveRestoreIcon}
          pending={isBusy}
          onClick={() => void act(archived, 'restore')}
        >
          {t('restore')}
        </Button>
      )}
      <Button size="sm" look="ghost" icon={downloadIcon} onClick={onExport}>
        {t('exportChosen')}
      </Button>
    </SelectionBar>
  );
}
