'use client';

import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Dialog } from '@/components/dialog';
import { listFilterIcon } from '@/components/icons';
import { lazyPart } from '@/components/lazy-part';
import { RecordList } from '@/components/list/record-list';
import { SkeletonForm } from '@/components/skeleton-form';
import { trpc } from '@/trpc/client';
import type { CategoryRow } from './category-field';
import { useCategoryName } from './category-words';

const CategoryForm = lazyPart(() => import('./category-form'));

/** The user's own categories; the built-in ones are offered wherever something is booked. */
export function CategorySection({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('Categories');
  const nameOf = useCategoryName();
  const [rows] = trpc.category.list.useSuspenseQuery({ archive: 'all' });
  const archive = trpc.category.archive.useMutation();
  const restore = trpc.category.restore.useMutation();
  const erase = trpc.category.delete.useMutation();
  const [opened, setOpened] = useState<CategoryRow | 'new' | null>(null);
  const [{ jurisdiction }] = trpc.portfolio.get.useSuspenseQuery();
  const groupOf = (row: CategoryRow) => rows.find((candidate) => candidate.id === row.parentId);
  return (
    <>
      <RecordList
        id="categories"
        icon={listFilterIcon}
        words={{
          title: t('title'),
          text: t(jurisdiction === 'DE' ? 'text' : 'textElsewhere'),
          add: t('add'),
          empty: t('empty'),
          emptyText: t('emptyText'),
        }}
        rows={rows.filter((row) => row.code === null)}
        name={nameOf}
        canEdit={canEdit}
        onNew={() => setOpened('new')}
        onEdit={setOpened}
        changes={{ archive: archive.mutateAsync, restore: restore.mutateAsync, erase: erase.mutateAsync }}
      >
        {(row) => {
          const group = groupOf(row);
          return (
            <>
              <p className="font-medium">{nameOf(row)}</p>
              <p className="text-sm text-muted">
                {[group && nameOf(group), row.isRecoverable && t('recoverable')].filter(Boolean).join(' · ')}
              </p>
            </>
          );
        }}
      </RecordList>
      <Dialog
        open={opened !== null}
        onOpenChange={() => setOpened(null)}
        title={t(opened === 'new' ? 'newTitle' : 'editTitle')}
      >
        <Suspense fallback={<SkeletonForm />}>
          <CategoryForm category={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />
        </Suspense>
      </Dialog>
    </>
  );
}
