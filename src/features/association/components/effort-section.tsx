'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { plusIcon, xIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { Section } from '@/components/section';
import { showFailure } from '@/components/toast';
import { useUndo } from '@/components/use-undo';
import { useErrorWords } from '@/i18n/error-words';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { Period } from '@/lib/period';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { askBy } from '../rules';

const EffortDialog = lazyDialog(async () => (await import('./effort-dialog')).EffortDialog);

/** What was done to have the paper in time, and by when it is to be done. */
export function EffortSection({
  associationId,
  period,
  canEdit,
}: {
  associationId: string;
  period: Period;
  canEdit: boolean;
}) {
  const t = useTranslations('Association');
  const words = useErrorWords();
  const formats = useFormats();
  const undoable = useUndo();
  const [view] = trpc.association.year.useSuspenseQuery({ associationId, ...period });
  const [isOpen, setOpen] = useState(false);
  const note = trpc.association.noteEffort.useMutation({ retry: retryTransient });
  const remove = trpc.association.removeEffort.useMutation();
  const { efforts, deadline, isGerman } = view;
  const say = (day: string) => formatDate(day, formats);

  async function take({ id, version, askedOn, way, note: text, documentId }: (typeof efforts)[number]) {
    try {
      await remove.mutateAsync({ id, version });
      undoable(t('effortRemoved'), () =>
        note.mutateAsync({ id, associationId, ...period, askedOn, way, note: text, documentId }),
      );
    } catch (error) {
      showFailure(words.failure(error));
    }
  }

  const add = canEdit && (
    <Button look="tertiary" size="sm" icon={plusIcon} onClick={() => setOpen(true)}>
      {t('addEffort')}
    </Button>
  );
  const [first, second] = deadline === null ? [null, null] : askBy(deadline);
  return (
    <Section
      id="efforts"
      title={t('efforts')}
      description={t(isGerman ? 'effortsText' : 'effortsTextElsewhere')}
      actions={add}
      flush
    >
      <ul className="divide-y divide-separator text-sm">
        {deadline !== null && first && second && view.paper === null && (
          <li className="px-5 py-3 md:px-6">
            {t('askBy', { first: say(first), second: say(second), deadline: say(deadline) })}
          </li>
        )}
        {efforts.length === 0 && <li className="px-5 py-3 text-muted md:px-6">{t('noEfforts')}</li>}
        {efforts.map((effort) => (
          <li key={effort.id} className="flex items-start justify-between gap-4 px-5 py-3 md:px-6">
            <span className="min-w-0">
              <span className="font-medium">
                <DateText day={effort.askedOn} /> · {t(`ways.${effort.way}`)}
              </span>
              {effort.note && (
                <span className="mt-0.5 block whitespace-pre-line break-words">{effort.note}</span>
              )}
              {effort.document && (
                <span className="mt-0.5 block break-words text-muted">{effort.document.title}</span>
              )}
            </span>
            {canEdit && (
              <Button
                look="ghost"
                size="sm"
                iconOnly
                icon={xIcon}
                aria-label={t('effortRemove', { day: say(effort.askedOn) })}
                className="text-muted"
                onClick={() => void take(effort)}
              />
            )}
          </li>
        ))}
      </ul>
      {isOpen && (
        <EffortDialog
          associationId={associationId}
          propertyId={view.association.propertyId}
          period={period}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  );
}
