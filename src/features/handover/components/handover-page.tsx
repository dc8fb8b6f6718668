'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { BackLink } from '@/components/back-link';
import { lazyDialog } from '@/components/lazy-dialog';
import { Section } from '@/components/section';
import type { Href } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';
import { HandoverView } from './handover-view';
import { useRecordWords } from './handover-words';
import { RecordActions } from './record-actions';

const HandoverDialog = lazyDialog(async () => (await import('./handover-dialog')).HandoverDialog);

/** A record at an address of its own. */
export function HandoverPage({ id, back, canEdit }: { id: string; back: Href; canEdit: boolean }) {
  const t = useTranslations('Handover');
  const wordsOf = useRecordWords();
  const [record] = trpc.handover.get.useSuspenseQuery({ id });
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <BackLink href={back} className="mb-3">
        {t('backToLease')}
      </BackLink>
      <Section id="handover" title={t('title')} description={wordsOf(record)}>
        <div className="flex flex-col gap-5">
          <RecordActions record={record} canEdit={canEdit} onEdit={() => setEditing(true)} />
          <HandoverView record={record} canEdit={canEdit} />
        </div>
      </Section>
      {isEditing && <HandoverDialog id={id} canEdit startsEditing onClose={() => setEditing(false)} />}
    </>
  );
}
