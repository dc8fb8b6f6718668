import { useTranslations } from 'next-intl';
import { userIcon } from '@/components/icons';
import { useDebounced } from '@/components/use-debounced';
import { placeName } from '@/domain/names';
import type { MemberRole } from '@/domain/vocabulary';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';
import type { PalettePurpose } from './command-center';
import { type EntryGroup, useActions, useFoundEntries } from './palette-entries';
import type { Goal, Shortcut } from './shortcuts';
import { type Payable, usePay } from './use-pay';

const TYPING_PAUSE_MS = 150;
const FRESH_MS = 5_000;

export type PaletteInput = {
  purpose: PalettePurpose;
  role: MemberRole;
  offered: readonly Goal[];
  onShortcut: (shortcut: Shortcut) => void;
  onPay: (payable: Payable) => void;
  onDocument: (document: { id: string; title: string }) => void;
};

/** What the palette offers for a text: what was found and can be done, or whose payment it may be. */
export function usePaletteGroups(
  { purpose, role, offered, onShortcut, onPay, onDocument }: PaletteInput,
  text: string,
) {
  const t = useTranslations('Search');
  const words = useErrorWords();
  const pay = usePay(onPay);
  const actionsFor = useActions({ role, offered, onShortcut });
  const entriesOf = useFoundEntries(onDocument);
  const asked = useDebounced(text.trim(), TYPING_PAUSE_MS);
  const isPayment = purpose === 'payment';
  const everything = trpc.search.find.useQuery(
    { text: asked },
    { enabled: asked !== '' && !isPayment, placeholderData: (before) => before, staleTime: FRESH_MS },
  );
  // Who owes most is most likely the one who has paid.
  const payers = trpc.tenant.list.useQuery(
    { search: asked, only: ['current'], sort: 'arrears', descending: true, limit: 8 },
    { enabled: isPayment, placeholderData: (before) => before, staleTime: FRESH_MS },
  );

  function payerGroups(): EntryGroup[] {
    const entries = (payers.data?.rows ?? []).map((row) => ({
      id: row.id,
      icon: userIcon,
      label: row.name,
      note: row.units.map(placeName).join(' · ') || undefined,
      run: () => void pay(row.id),
    }));
    return [{ id: 'tenants', label: t('groups.tenants'), entries }];
  }

  const { isFetching, error } = isPayment ? payers : everything;
  const isSearching = asked !== text.trim() || isFetching;
  const failure = error === null || isSearching ? null : words.failure(error);
  if (isPayment) return { groups: payerGroups(), isSearching, failure };
  const found = text.trim() !== '' && everything.data ? entriesOf(everything.data) : [];
  return { groups: [...found, ...actionsFor(text)], isSearching, failure };
}
