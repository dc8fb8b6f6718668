'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { Button } from '@/components/button';
import { classNames } from '@/components/class-names';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Dialog } from '@/components/dialog';
import { EmptyState } from '@/components/empty-state';
import { downloadIcon, fileTextIcon, searchIcon, trash2Icon } from '@/components/icons';
import { lazyPart } from '@/components/lazy-part';
import { useFound } from '@/components/list/use-found';
import { Section } from '@/components/section';
import { Skeleton } from '@/components/skeleton';
import { SkeletonForm } from '@/components/skeleton-form';
import { showFailure, showSuccess, showUndoable } from '@/components/toast';
import { useDebounced } from '@/components/use-debounced';
import { useErrorWords } from '@/i18n/error-words';
import { formatDate, formatFileSize } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import { loadMore } from '@/trpc/load-more';
import { firstDocuments, largestSelection } from '../pages';
import type { DocumentTarget } from '../schema';
import { ChooseFiles } from './choose-files';
import { type DocumentAction, DocumentRow } from './document-row';
import { type DocumentFilter, DocumentTools } from './document-tools';
import type { DocumentRow as Row } from './document-words';
import { PreviewDialog } from './preview-dialog';
import { UploadList } from './upload-list';
import { type Twin, useUploads } from './upload-queue';
import { useFileDrop } from './use-file-drop';
import { useSaveFile } from './use-save-file';
import { useThumbnails } from './use-thumbnails';
import { placeOf, useUploadFiles } from './use-upload-files';
import { VersionList } from './version-list';

// Forms bring the schemas along; papers are read far more often than renamed.
const EditDocumentForm = lazyPart(() =>
  import('./edit-document-form').then((module) => ({ default: module.EditDocumentForm })),
);
const LinksForm = lazyPart(() => import('./links-form').then((module) => ({ default: module.LinksForm })));

const everything: DocumentFilter = { search: '', category: null, shelf: 'kept' };

/**
 * The papers of a thing: dropped here, found, read, saved, moved, deleted. Of no thing all there are; new ones come from
 * the thing they belong to.
 */
export function DocumentSection({ on, canEdit }: { on: DocumentTarget | null; canEdit: boolean }) {
  const t = useTranslations('Documents');
  const words = useErrorWords();
  const { saveFile, saveZip } = useSaveFile();
  const { uploadNew, uploadVersion } = useUploadFiles(on);
  const canAdd = canEdit && on !== null;
  const uploads = useUploads(placeOf(on));
  const drop = useFileDrop(uploadNew, canAdd);
  const [filter, setFilter] = useState(everything);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<{ action: DocumentAction; row: Row } | null>(null);

  const settled = { ...filter, search: useDebounced(filter.search, 200) };
  // The rows in sight stay until the next are there.
  const shown = useDeferredValue(JSON.stringify({ ...firstDocuments(on), ...settled }));
  const input: ReturnType<typeof firstDocuments> & DocumentFilter = JSON.parse(shown);
  const [pages, list] = trpc.document.list.useSuspenseInfiniteQuery(input, {
    getNextPageParam: (page) => page.nextCursor,
  });
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const setLinks = trpc.document.setLinks.useMutation();
  const version = useNewVersion(uploadVersion);
  const { takeAway, bringBack } = useDeletion(() => setChosen(new Set()));

  const thumbnailOf = useThumbnails(pages.pages);
  const rows = pages.pages.flatMap((page) => page.rows);
  useFound(shown, rows.length, !list.hasNextPage);
  const isWhole = filter.search.trim() === '' && filter.category === null && filter.shelf === 'kept';
  const selected = rows.filter((row) => chosen.has(row.id)).slice(0, largestSelection);

  function act(action: DocumentAction, row: Row) {
    if (action === 'save') void saveFile(row.id);
    else if (action === 'delete') void takeAway([row.id]);
    else if (action === 'restore') void bringBack([row.id]);
    else setOpened({ action, row });
  }

  async function link(twin: Twin) {
    if (on === null) return;
    const links = [...twin.links.map(({ kind, id }) => ({ kind, id })), on];
    try {
      await setLinks.mutateAsync({ id: twin.id, version: twin.version, links });
    } catch (error) {
      showFailure(words.failure(error));
      throw error;
    }
  }

  const isEmpty = rows.length === 0 && isWhole;
  return (
    <Frame
      on={on}
      actions={canAdd && (!isEmpty || uploads.length > 0) && <ChooseFiles onFiles={uploadNew} />}
    >
      <div
        {...drop.handlers}
        className={classNames(
          'relative',
          drop.isOver && 'rounded-2xl outline-2 -outline-offset-2 outline-accent outline-dashed',
        )}
      >
        {drop.isOver && (
          <p className="pointer-events-none absolute inset-0 z-10 grid place-items-center rounded-2xl bg-surface/85 font-medium">
            {t('dropHere')}
          </p>
        )}
        <UploadList
          uploads={uploads}
          isLinkedHere={(twin) => twin.links.some((one) => one.kind === on?.kind && one.id === on.id)}
          onLink={link}
        />
        {isEmpty && uploads.length > 0 ? null : isEmpty ? (
          <EmptyState
            level={on === null ? 2 : 3}
            icon={fileTextIcon}
            title={t('emptyTitle')}
            action={canAdd && <ChooseFiles size="md" onFiles={uploadNew} />}
          >
            {on === null ? t('emptyAllText') : canEdit ? t('emptyText') : undefined}
          </EmptyState>
        ) : (
          <>
            <DocumentTools
              filter={filter}
              canRestore={canEdit}
              onChange={(next) => {
                setFilter(next);
                setChosen(new Set());
              }}
            />
            {selected.length > 0 && (
              <Selection
                count={selected.length}
                canEdit={canEdit}
                onSave={() => void saveZip(selected.map((row) => row.id))}
                onDelete={() => void takeAway(selected.map((row) => row.id))}
                onClear={() => setChosen(new Set())}
              />
            )}
            {rows.length === 0 ? (
              <EmptyState
                level={on === null ? 2 : 3}
                icon={searchIcon}
                title={t(filter.shelf === 'deleted' ? 'noneDeleted' : 'nothingFound')}
                action={<Button onClick={() => setFilter(everything)}>{t('showAll')}</Button>}
              />
            ) : (
              <ul aria-label={t('heading')} className="divide-y divide-separator">
                {rows.map((row) => (
                  <DocumentRow
                    key={row.id}
                    row={row}
                    thumbnail={thumbnailOf(row.id)}
                    on={on}
                    calendar={portfolio}
                    canEdit={canEdit}
                    isChosen={chosen.has(row.id)}
                    onChoose={(isChosen) => {
                      const next = new Set(chosen);
                      if (isChosen) next.add(row.id);
                      else next.delete(row.id);
                      setChosen(next);
                    }}
                    onAct={(action) => act(action, row)}
                    onVersion={(file) => void version.begin(row.id, file)}
                  />
                ))}
              </ul>
            )}
            <Foot shelf={filter.shelf} list={list} />
          </>
        )}
      </div>
      {version.question}
      {opened && (
        <OpenedDialog
          {...opened}
          timeZone={portfolio.timeZone}
          onClose={() => setOpened(null)}
          onSave={(versionId) => void saveFile(opened.row.id, versionId)}
        />
      )}
    </Frame>
  );
}

/** A new file in place of one that a tenant is being shown is there at once: whoever brings it is asked before. */
function useNewVersion(upload: (documentId: string, file: File) => void) {
  const t = useTranslations('Documents');
  const words = useErrorWords();
  const formats = useFormats();
  const utils = trpc.useUtils();
  const [asked, setAsked] = useState<{ id: string; file: File; until: string } | null>(null);

  async function begin(id: string, file: File) {
    try {
      const { shownUntil } = await utils.document.get.fetch({ id }, { staleTime: 0 });
      if (shownUntil === null) upload(id, file);
      else setAsked({ id, file, until: shownUntil });
    } catch (error) {
      showFailure(words.failure(error));
    }
  }

  const question = asked && (
    <ConfirmDialog
      open
      onOpenChange={() => setAsked(null)}
      title={t('shownTitle')}
      confirmLabel={t('actions.version')}
      tone="primary"
      confirm={async () => upload(asked.id, asked.file)}
    >
      {t('shownText', { day: formatDate(asked.until, formats) })}
    </ConfirmDialog>
  );
  return { begin, question };
}

/** Deleting papers, and the way back. */
function useDeletion(onDeleted: () => void) {
  const t = useTranslations('Documents');
  const words = useErrorWords();
  const remove = trpc.document.delete.useMutation();
  const restore = trpc.document.restore.useMutation();

  async function bringBack(ids: string[]) {
    try {
      await restore.mutateAsync({ ids });
      showSuccess(t('restored', { count: ids.length }));
    } catch (error) {
      showFailure(words.failure(error));
    }
  }

  async function takeAway(ids: string[]) {
    try {
      await remove.mutateAsync({ ids });
      onDeleted();
      showUndoable(t('deleted', { count: ids.length }), t('undo'), () => void bringBack(ids));
    } catch (error) {
      showFailure(words.failure(error));
    }
  }

  return { takeAway, bringBack };
}

/** How much room is taken, and the way to more. */
function Foot({
  shelf,
  list,
}: {
  shelf: DocumentFilter['shelf'];
  list: Parameters<typeof loadMore>[0] & { hasNextPage: boolean; isFetchingNextPage: boolean };
}) {
  const t = useTranslations('Documents');
  const formats = useFormats();
  const [usage] = trpc.document.usage.useSuspenseQuery();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-separator px-5 py-3 md:px-6">
      <p className="text-xs text-muted tabular-nums">
        {shelf === 'deleted'
          ? t('deletedHint')
          : t('usage', {
              used: formatFileSize(usage.usedBytes, formats),
              quota: formatFileSize(usage.quotaBytes, formats),
            })}
      </p>
      {list.hasNextPage && (
        <Button size="sm" pending={list.isFetchingNextPage} onClick={() => void loadMore(list)}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}

/** A section of the thing's page; of all papers the page itself has the heading. */
function Frame({
  on,
  actions,
  children,
}: {
  on: DocumentTarget | null;
  actions: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations('Documents');
  if (on === null) {
    return (
      <div id="documents" className="overflow-clip rounded-2xl bg-surface shadow-surface">
        {children}
      </div>
    );
  }
  return (
    <Section id="documents" title={t('heading')} flush actions={actions}>
      {children}
    </Section>
  );
}

function Selection({
  count,
  canEdit,
  onSave,
  onDelete,
  onClear,
}: {
  count: number;
  canEdit: boolean;
  onSave: () => void;
  onDelete: () => void;
  onClear: () => void;
}) {
  const t = useTranslations('Documents');
  return (
    <div className="sticky top-0 z-1 flex flex-wrap items-center gap-2 border-b border-separator bg-accent-soft px-5 py-2 md:px-6">
      <p role="status" className="me-auto text-sm font-medium">
        {t('chosen', { count })}
      </p>
      <Button look="tertiary" size="sm" icon={downloadIcon} onClick={onSave}>
        {t('saveZip')}
      </Button>
      {canEdit && (
        <Button look="danger-soft" size="sm" icon={trash2Icon} onClick={onDelete}>
          {t('actions.delete')}
        </Button>
      )}
      <Button look="ghost" size="sm" onClick={onClear}>
        {t('clear')}
      </Button>
    </div>
  );
}

function OpenedDialog({
  action,
  row,
  timeZone,
  onClose,
  onSave,
}: {
  action: DocumentAction;
  row: Row;
  timeZone: string;
  onClose: () => void;
  onSave: (versionId: string | null) => void;
}) {
  const t = useTranslations('Documents');
  if (action === 'preview') {
    return <PreviewDialog row={row} onClose={onClose} onSave={() => onSave(null)} />;
  }
  const titles = { edit: t('editTitle'), links: t('linksTitle'), versions: t('versionsTitle') };
  if (action !== 'edit' && action !== 'links' && action !== 'versions') return null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={titles[action]}
      description={action === 'edit' ? row.fileName : row.title}
    >
      {action === 'versions' ? (
        <VersionList id={row.id} timeZone={timeZone} onSave={onSave} />
      ) : (
        <Suspense fallback={action === 'edit' ? <SkeletonForm /> : <Skeleton className="h-40 w-full" />}>
          {action === 'edit' ? (
            <EditDocumentForm row={row} onClose={onClose} />
          ) : (
            <LinksForm row={row} onClose={onClose} />
          )}
        </Suspense>
      )}
    </Dialog>
  );
}
