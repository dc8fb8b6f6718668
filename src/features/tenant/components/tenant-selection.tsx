'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { archiveIcon, archiveRestoreIcon, downloadIcon } from '@/components/icons';
import { SelectionBar } from '@/components/list/selection-bar';
import { showFailure, showSuccess, showUndoable } from '@/components/toast';
import { useErrorWords } from '@/i18n/error-words';
import { MOST_ROWS_AT_ONCE } from '@/lib/selection';
import { trpc } from '@/trpc/client';
import type { TenantRow } from './tenant-table';

type Seen = { id: string; version: number };
const seen = ({ id, version }: Seen) => ({ id, version });

/** Archives the chosen tenants who live nowhere, or takes them out of the archive, each with a way back. */
export function TenantSelection({
  chosen,
  canEdit,
  onClear,
  onExport,
}: {
  chosen: readonly TenantRow[];
  canEdit: boolean;
  onClear: () => void;
  onExport: () => void;
}) {
  const t = useTranslations('List');
  const tenants = useTranslations('TenantsPage');
  const words = useErrorWords();
  const utils = trpc.useUtils();
  const archive = trpc.tenant.archiveRows.useMutation();
  const restore = trpc.tenant.restoreRows.useMutation();
  const inUse = chosen.filter((row) => row.archivedAt === null);
  const archived = chosen.filter((row) => row.archivedAt !== null);
  const isBusy = archive.isPending || restore.isPending;
  const refresh = () => Promise.all([utils.tenant.invalidate(), utils.statistics.invalidate()]);

  async function attempt<Done>(work: () => Promise<Done>): Promise<Done | null> {
    try {
      return await work();
    } catch (error) {
      showFailure(words.failure(error));
      return null;
    } finally {
      void refresh();
    }
  }

  const archiveRows = (rows: readonly Seen[]) => attempt(() => archive.mutateAsync({ rows: rows.map(seen) }));
  const restoreRows = (rows: readonly Seen[]) => attempt(() => restore.mutateAsync({ rows: rows.map(seen) }));

  async function archiveChosen() {
    const answer = await archiveRows(inUse);
    if (!answer) return;
    const { done, inUseIds } = answer;
    const stay = inUseIds.length === 0 ? '' : ` ${tenants('stay', { count: inUseIds.length })}`;
    if (done.length === 0) return showFailure(stay.trim());
    onClear();
    showUndoable(`${t('done.archive', { count: done.length })}${stay}`, t('undo'), () => {
      void restoreRows(done).then((undone) => undone && showSuccess(t('undone')));
    });
  }

  async function restoreChosen() {
    const done = await restoreRows(archived);
    if (!done) return;
    onClear();
    showUndoable(t('done.restore', { count: done.length }), t('undo'), () => {
      void archiveRows(done).then((undone) => undone && showSuccess(t('undone')));
    });
  }

  const isTooMany = Math.max(inUse.length, archived.length) > MOST_ROWS_AT_ONCE;
  return (
    <SelectionBar count={chosen.length} onClear={onClear}>
      {isTooMany && <p className="px-1 text-sm text-muted">{t('tooMany', { max: MOST_ROWS_AT_ONCE })}</p>}
      {canEdit && !isTooMany && inUse.length > 0 && (
        <Button size="sm" icon={archiveIcon} pending={isBusy} onClick={() => void archiveChosen()}>
          {t('archive')}
        </Button>
      )}
      {canEdit && !isTooMany && archived.length > 0 && (
        <Button size="sm" icon={archiveRestoreIcon} pending={isBusy} onClick={() => void restoreChosen()}>
          {t('restore')}
        </Button>
      )}
      <Button size="sm" look="ghost" icon={downloadIcon} onClick={onExport}>
        {t('exportChosen')}
      </Button>
    </SelectionBar>
  );
}
