'use client';

import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Dialog } from '@/components/dialog';
import { userIcon } from '@/components/icons';
import { lazyPart } from '@/components/lazy-part';
import { RecordList } from '@/components/list/record-list';
import { SkeletonForm } from '@/components/skeleton-form';
import { addressLines } from '@/i18n/regions';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

const LandlordForm = lazyPart(() =>
  import('./landlord-form').then((module) => ({ default: module.LandlordForm })),
);

export type LandlordRow = Outputs['landlord']['list'][number];

/** Who lets: they own shares of properties and stand in leases and letters. */
export function LandlordSection({ canEdit, country }: { canEdit: boolean; country: string }) {
  const t = useTranslations('Landlords');
  const labels = useTranslations('Labels');
  const [rows] = trpc.landlord.list.useSuspenseQuery({ archive: 'all' });
  const archive = trpc.landlord.archive.useMutation();
  const restore = trpc.landlord.restore.useMutation();
  const erase = trpc.landlord.delete.useMutation();
  const [opened, setOpened] = useState<LandlordRow | 'new' | null>(null);
  return (
    <>
      <RecordList
        id="landlords"
        icon={userIcon}
        words={{
          title: t('title'),
          text: t('text'),
          add: t('add'),
          empty: t('empty'),
          emptyText: t('emptyText'),
        }}
        rows={rows}
        name={(row) => row.name}
        canEdit={canEdit}
        onNew={() => setOpened('new')}
        onEdit={setOpened}
        changes={{
          archive: archive.mutateAsync,
          restore: restore.mutateAsync,
          erase: erase.mutateAsync,
        }}
      >
        {(row) => (
          <>
            <p className="font-medium">{row.name}</p>
            <p className="text-sm text-muted">
              {[
                labels(`partyKind.${row.kind}`),
                ...addressLines(row),
                ...(row.email ? [row.email] : []),
                ...(row.taxNumber ? [t('taxNumberIs', { number: row.taxNumber })] : []),
              ].join(' · ')}
            </p>
          </>
        )}
      </RecordList>
      <Dialog
        open={opened !== null}
        onOpenChange={() => setOpened(null)}
        title={t(opened === 'new' ? 'newTitle' : 'editTitle')}
      >
        <Suspense fallback={<SkeletonForm />}>
          <LandlordForm
            landlord={opened === 'new' ? null : opened}
            country={country}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      </Dialog>
    </>
  );
}
