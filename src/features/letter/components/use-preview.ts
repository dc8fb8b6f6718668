import { keepPreviousData } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import { useState } from 'react';
import type { Found } from '@/components/form/search-picker';
import { useDebounced } from '@/components/use-debounced';
import type { Language, TextKind } from '@/domain/vocabulary';
import { trpc } from '@/trpc/client';
import { isReminderKind, reminderStepOf } from '../kind-facts';

/** What fills a text that is looked at: a lease one chooses; without one, or where it has nothing to show, a sample. */
export function usePreview(kind: TextKind, language: Language) {
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
  const [late] = useLate(isReminderKind(kind));
  const [first] = useFirst(leases);
  const lease = chosen === undefined ? (late ?? first) : chosen;
  const look = useLook(kind, language, lease?.id ?? null);
  const sample = trpc.letter.sample.useQuery({ kind, language }, { placeholderData: keepPreviousData });
  const obstacle = lease == null ? null : (look.data?.obstacle ?? null);
  const shown = lease != null && look.data && obstacle === null ? look.data : sample.data;
  return { lease, leases, obstacle, shown, setSearch, setChosen };
}

export type Preview = ReturnType<typeof usePreview>;

/** What fills the gaps with a lease: of a reminder what is overdue there. */
function useLook(kind: TextKind, language: Language, id: string | null) {
  const ownLanguage = useLocale();
  const leaseId = id ?? '';
  const isReminder = isReminderKind(kind);
  const reminder = trpc.arrears.look.useQuery(
    { leaseId, language, step: isReminder ? reminderStepOf[kind] : 'friendly' },
    { enabled: isReminder && id !== null, placeholderData: keepPreviousData },
  );
  const written = trpc.letter.look.useQuery(
    { leaseId, language, ownLanguage, kind: isReminder ? 'free' : kind },
    { enabled: !isReminder && id !== null, placeholderData: keepPreviousData },
  );
  return isReminder ? reminder : written;
}

/** A reminder is looked at with whoever owes longest. */
function useLate(isWanted: boolean): [Found | null] {
  const { data } = trpc.arrears.list.useQuery({ limit: 1 }, { enabled: isWanted });
  const [row] = isWanted ? (data?.rows ?? []) : [];
  if (!row) return [null];
  return [{ id: row.leaseId, label: row.tenants.map((one) => one.name).join(', '), note: '' }];
}

/** What was offered at first stays chosen while somebody searches. */
function useFirst(leases: readonly Found[]) {
  const [kept, setKept] = useState<Found | null>(null);
  const [first = null] = leases;
  if (kept === null && first !== null) setKept(first);
  return [kept ?? first] as const;
}
