'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import { useState } from 'react';
import type { Found } from '@/components/form/search-picker';
import { useDebounced } from '@/components/use-debounced';
import type { Language, WrittenKind } from '@/domain/vocabulary';
import { trpc } from '@/trpc/client';

/** What fills a text that is looked at: a lease one chooses; without one, or where it has nothing to show, a sample. */
export function usePreview(kind: WrittenKind, language: Language) {
  const ownLanguage = useLocale();
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
  return { lease, leases, obstacle, shown, setSearch, setChosen };
}

export type Preview = ReturnType<typeof usePreview>;

/** What was offered at first stays chosen while somebody searches. */
function useFirst(leases: readonly Found[]) {
  const [kept, setKept] = useState<Found | null>(null);
  const [first = null] = leases;
  if (kept === null && first !== null) setKept(first);
  return [kept ?? first] as const;
}
