'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { archiveIcon, archiveRestoreIcon, downloadIcon } from '@/components/icons';
import { SelectionBar } from '@/components/list/selection-bar';
import { showFailure, showSuccess, showUndoable } from '@/components/toast';
import { useErrorWords } from '@/i18n/error-words';
import { MOST_ROWS_AT_ONCE } from '@/lib/selection';
import { trpc } from '@/trpc/client';
import type { PropertyRow } from './property-cards';

type Seen = { id: string; version: number };
const seen = ({ id, version }: Seen) => ({ id, version });

/** Archives the chosen properties or takes them out of the archive, each at once and with a way back. */
export function PropertySelection({
  chosen,
  canEdit,
  onClear,
  onExport,
}: {
  chosen: readonly PropertyRow[];
  canEdit: boolean;
  onClear: () => void;
  onExport: () => void;
}) {
  const t = useTranslations('List');
  const words = useErrorWords();
  const utils = trpc.useUtils();
  const archive = trpc.property.archiveRows.useMutation();
  const restore = trpc.property.restoreRows.useMutation();
  const inUse = chosen.filter((row) => row.archivedAt === null);
  const archived = chosen.filter((row) => row.archivedAt !== null);
  const isBusy = archive.isPending || restore.isPending;

  const refresh = () =>
    Promise.all([utils.property.invalidate(), utils.unit.invalidate(), utils.statistics.invalidate()]);

  async function move(rows: readonly Seen[], way: 'archive' | 'restore') {
    const mutation = way === 'archive' ? archive : restore;
    try {
      return await mutation.mutateAsync({ rows: rows.map(seen) });
    } catch (error) {
      showFailure(words.failure(error));
      return null;
    } finally {
      void refresh();
    }
  }

  async function act(rows: readonly Seen[], way: 'archive' | 'restore') {
    const done = await move(rows, way);
    if (!done) return;
    onClear();
    const back = way === 'archive' ? 'restore' : 'archive';
    showUndoable(t(`done.${way}`, { count: done.length }), t('undo'), () => {
      void move(done, back).then((undone) => undone && showSuccess(t('undone')));
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
