import { Section } from '@/components/section';
import { StatusChip } from '@/components/status-chip';
import type { Outputs } from '@/trpc/outputs';
import type { CostStatementWords } from '../words';
import { AgreeAdvances } from './agree-advances';

type Sent = NonNullable<Outputs['costStatement']['get']['sent']>;

/** What is to be paid in advance from now on, lease by lease, and the one step that agrees it. */
export function NewAdvances({
  sent,
  leases,
  isGerman,
  words,
  place,
  canEdit,
}: {
  sent: Sent;
  leases: readonly { leaseId: string; isHome: boolean }[];
  isGerman: boolean;
  words: CostStatementWords;
  place: { propertyId: string; from: string; to: string };
  canEdit: boolean;
}) {
  const { t, money, day } = words;
  if (sent.advances.length === 0) return null;
  // § 560 (4) BGB is for dwellings: elsewhere the contract says whether an advance follows a statement.
  const isByContract = (leaseId: string) =>
    isGerman && leases.some((lease) => lease.leaseId === leaseId && !lease.isHome);
  const leaseIds = sent.advances.filter(({ isAgreed }) => !isAgreed).map(({ leaseId }) => leaseId);
  return (
    <Section
      id="advances"
      title={t('newAdvances.title')}
      description={t('newAdvances.text')}
      actions={
        canEdit &&
        leaseIds.length > 0 && (
          <AgreeAdvances
            place={place}
            leaseIds={leaseIds}
            hasByContract={leaseIds.some(isByContract)}
            note={t('newAdvances.note', { period: words.period(place) })}
          />
        )
      }
      flush
    >
      <ul className="divide-y divide-separator text-sm">
        {sent.advances.map(({ leaseId, validFrom, beforeCents, monthlyCents, isAgreed }) => (
          <li
            key={leaseId}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-5 py-3 md:px-6"
          >
            <span className="min-w-0 font-medium">
              {words.lease(leaseId)}
              {isByContract(leaseId) && (
                <span className="block font-normal text-muted">{t('newAdvances.ofContract')}</span>
              )}
            </span>
            <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1 tabular-nums">
              {t('newAdvances.change', {
                before: money(beforeCents),
                now: money(monthlyCents),
                day: day(validFrom),
              })}
              {isAgreed && <StatusChip tone="success">{t('newAdvances.agreed')}</StatusChip>}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
