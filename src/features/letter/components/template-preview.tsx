'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '@/components/button';
import { type Found, SearchPicker } from '@/components/form/search-picker';
import { Notice } from '@/components/notice';
import { Skeleton } from '@/components/skeleton';
import { useDebounced } from '@/components/use-debounced';
import type { Language, WrittenKind } from '@/domain/vocabulary';
import { trpc } from '@/trpc/client';
import { compose } from '../compose-rules';
import { LetterPreview } from './letter-preview';
import type { Marks } from './use-marks';
import type { Text } from './use-texts';

/** How a text looks with a lease that is chosen, as it is typed; without one, or where it has nothing to show, with a sample. */
export function TemplatePreview({
  kind,
  language,
  marks,
  text,
}: {
  kind: WrittenKind;
  language: Language;
  marks: Marks;
  /** As it is typed, or was a moment ago. */
  text: Text;
}) {
  const t = useTranslations('OwnTexts');
  const write = useTranslations('WriteLetter');
  const ownLanguage = useLocale();
  const id = useId();
  const [search, setSearch] = useState('');
  /** Null is the sample; undefined leaves it to the program. */
  const [chosen, setChosen] = useState<Found | null | undefined>(undefined);
  const found = trpc.document.findTargets.useQuery(
    { search: useDebounced(search) },
    { placeholderData: keepPreviousData },
  );
  const leases = (found.data ?? [])
    .filter((one) => one.kind === 'lease')
    .map((one) => ({ id: one.id, label: one.label, note: one.place ?? '' }));
  const [first] = useFirst(leases);
  const lease = chosen === undefined ? first : chosen;
  const look = trpc.letter.look.useQuery(
    { leaseId: lease?.id ?? '', kind, language, ownLanguage },
    { enabled: lease != null, placeholderData: keepPreviousData },
  );
  const sample = trpc.letter.sample.useQuery({ kind, language }, { placeholderData: keepPreviousData });
  const obstacle = lease == null ? null : (look.data?.obstacle ?? null);
  const shown = lease != null && look.data && obstacle === null ? look.data : sample.data;
  const settled = useDebounced(text, 150);
  return (
    <section aria-label={write('preview')} className="flex min-w-0 flex-col gap-3">
      <div className="grid items-end gap-2 sm:grid-cols-[1fr_auto]">
        <SearchPicker
          id={id}
          label={t('previewWith')}
          placeholder={t('previewSearch')}
          emptyText={t('previewNone')}
          found={leases}
          onSearch={setSearch}
          onPick={setChosen}
        />
        {lease != null && (
          <Button look="secondary" className="h-10" onClick={() => setChosen(null)}>
            {t('previewSample')}
          </Button>
        )}
      </div>
      {obstacle !== null ? (
        <Notice tone="warning">{t('previewObstacle', { why: write(`obstacles.${obstacle}`) })}</Notice>
      ) : (
        <p className="text-sm text-muted">
          {lease == null ? t('previewIsSample') : t('previewOf', { name: lease.label })}
        </p>
      )}
      {shown ? (
        <Composed {...{ marks, shown }} text={settled} />
      ) : (
        <Skeleton className="h-96 w-full rounded-lg" />
      )}
    </section>
  );
}

type Shown = Pick<Parameters<typeof LetterPreview>[0], 'head'> & { values: Parameters<typeof compose>[2] };

function Composed({ marks, shown, text }: { marks: Marks; shown: Shown; text: Text }) {
  const write = useTranslations('WriteLetter');
  const composed = compose(marks.own, text, shown.values);
  return (
    <>
      {composed.empty.length > 0 && (
        <Notice tone="warning">
          {write('empty', { names: composed.empty.map(marks.nameOf).join(', ') })}
        </Notice>
      )}
      <LetterPreview head={shown.head} subject={composed.subject} blocks={composed.blocks} />
    </>
  );
}

/** What was offered at first stays chosen while somebody searches. */
function useFirst(leases: readonly Found[]) {
  const [kept, setKept] = useState<Found | null>(null);
  const [first = null] = leases;
  if (kept === null && first !== null) setKept(first);
  return [kept ?? first] as const;
}
