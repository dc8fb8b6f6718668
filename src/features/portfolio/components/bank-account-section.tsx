'use client';

import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Dialog } from '@/components/dialog';
import { landmarkIcon } from '@/components/icons';
import { lazyPart } from '@/components/lazy-part';
import { RecordList } from '@/components/list/record-list';
import { SkeletonForm } from '@/components/skeleton-form';
import { accountText } from '@/domain/bank-account';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

const BankAccountForm = lazyPart(() =>
  import('./bank-account-form').then((module) => ({ default: module.BankAccountForm })),
);

export type BankAccountRow = Outputs['bankAccount']['list'][number];

/** Where rent and deposits go. */
export function BankAccountSection({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('BankAccounts');
  const labels = useTranslations('Labels');
  const [rows] = trpc.bankAccount.list.useSuspenseQuery({ archive: 'all' });
  const archive = trpc.bankAccount.archive.useMutation();
  const restore = trpc.bankAccount.restore.useMutation();
  const erase = trpc.bankAccount.delete.useMutation();
  const [opened, setOpened] = useState<BankAccountRow | 'new' | null>(null);
  return (
    <>
      <RecordList
        id="accounts"
        icon={landmarkIcon}
        words={{
          title: t('title'),
          text: t('text'),
          add: t('add'),
          empty: t('empty'),
          emptyText: t('emptyText'),
        }}
        rows={rows}
        name={(row) => accountText(row)}
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
            <p className="font-medium tabular-nums">{accountText(row)}</p>
            <p className="text-sm text-muted">
              {[
                row.holder,
                labels(`bankAccountPurpose.${row.purpose}`),
                ...(row.bic ? [t('bicIs', { bic: row.bic })] : []),
                ...(row.booksCertain ? [t('booksCertainIs')] : []),
                ...(row.creditorIdentifier ? [t('creditorIdIs', { id: row.creditorIdentifier })] : []),
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
          <BankAccountForm account={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />
        </Suspense>
      </Dialog>
    </>
  );
}
