'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Dialog } from '@/components/dialog';
import { mailIcon } from '@/components/icons';
import { lazyPart } from '@/components/lazy-part';
import { RecordList } from '@/components/list/record-list';
import { SkeletonForm } from '@/components/skeleton-form';
import { languageName } from '@/i18n/language-name';
import { trpc } from '@/trpc/client';
import { isReminderKind } from '../kind-facts';
import type { Template } from './own-text';

const TemplateForm = lazyPart(() => import('./template-form'));

/** The portfolio's own texts for letters: renamed, changed, archived; with what is entered about a lease they are written there. */
export function TemplateSection({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('OwnTexts');
  const kinds = useTranslations('LetterKinds');
  const reminders = useTranslations('ReminderTexts');
  const locale = useLocale();
  const [all] = trpc.letterTemplate.list.useSuspenseQuery({ archive: 'all' });
  const rows = all.filter(({ kind }) => !isReminderKind(kind));
  const archive = trpc.letterTemplate.archive.useMutation();
  const restore = trpc.letterTemplate.restore.useMutation();
  const erase = trpc.letterTemplate.delete.useMutation();
  const [opened, setOpened] = useState<Template | 'new' | null>(null);
  return (
    <>
      <RecordList
        id="letters"
        icon={mailIcon}
        words={{
          title: t('title'),
          text: `${t('text')} ${reminders('seeReminders')}`,
          add: t('add'),
          empty: t('empty'),
          emptyText: t('emptyText'),
        }}
        rows={rows}
        name={(row) => row.name}
        canEdit={canEdit}
        onNew={() => setOpened('new')}
        onEdit={setOpened}
        changes={{ archive: archive.mutateAsync, restore: restore.mutateAsync, erase: erase.mutateAsync }}
      >
        {(row) => (
          <>
            <p className="font-medium">{row.name}</p>
            <p className="text-sm text-muted">
              {kinds(`${row.kind}.name`)} · {languageName(row.language, locale)} ·{' '}
              {t('edition', { version: String(row.version) })}
            </p>
          </>
        )}
      </RecordList>
      <Dialog
        open={opened !== null}
        onOpenChange={() => setOpened(null)}
        size="xl"
        title={t(opened === 'new' ? 'newTitle' : 'editTitle')}
      >
        <Suspense fallback={<SkeletonForm />}>
          <TemplateForm template={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />
        </Suspense>
      </Dialog>
    </>
  );
}
