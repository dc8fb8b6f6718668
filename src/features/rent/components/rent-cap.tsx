'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DateText } from '@/components/date-text';
import { ExplainButton } from '@/components/explain/explain-button';
import { ChoiceField } from '@/components/form/choice-field';
import { FieldRow } from '@/components/form/field-row';
import { MoneyField } from '@/components/form/money-field';
import { NumberField } from '@/components/form/number-field';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import type { Trace } from '@/domain/trace';
import type { RentReason } from '@/domain/vocabulary';
import { trpc } from '@/trpc/client';
import { type CapHistory, earliestReferenceRise, referenceRentCap, referenceRise } from '../index-rules';
import { modernisationRise } from '../modernisation-rules';

type Props = {
  leaseId: string;
  reason: RentReason;
  /** Every net rent agreed so far. */
  history: CapHistory;
  validFrom: string | null;
  /** The net rent as typed. */
  netCents: number;
};

/** How far German law lets a rent rise for the chosen reason, beside what was typed; it refuses nothing. */
export function RentCap(props: Props) {
  const t = useTranslations('RentCap');
  const { data: known } = trpc.rent.index.useQuery({ leaseId: props.leaseId });
  const { reason } = props;
  if (!known || (reason !== 'reference_rent' && reason !== 'modernisation')) return null;
  if (!known.isGerman) return <Notice tone="info">{t('noLaw')}</Notice>;
  return (
    <section aria-label={t('title')} className="flex flex-col gap-3 rounded-xl bg-surface-secondary p-4">
      <h3 className="text-sm font-semibold">{t('title')}</h3>
      {known.clause && reason === 'reference_rent' && <Notice tone="warning">{t('hasIndex')}</Notice>}
      {reason === 'reference_rent' ? <ReferenceCap {...props} /> : <ModernisationCap {...props} />}
    </section>
  );
}

function ReferenceCap({ history, validFrom, netCents }: Props) {
  const t = useTranslations('RentCap');
  const [cap, setCap] = useState<'2000' | '1500'>('2000');
  const [referenceCents, setReference] = useState<number | null>(null);
  if (validFrom === null) return null;
  const rise = referenceRise(history, validFrom);
  const earliestOn = earliestReferenceRise(history, validFrom);
  const found = referenceRentCap({
    ...rise,
    referenceRentCents: referenceCents,
    capBp: Number(cap),
    requestReceivedOn: null,
  });
  return (
    <>
      <ChoiceField
        label={t('cap')}
        hint={t('capHint')}
        options={(['2000', '1500'] as const).map((value) => ({ value, label: t(`caps.${value}`) }))}
        value={cap}
        onValueChange={setCap}
      />
      <MoneyField
        name={null}
        label={t('referenceRent')}
        hint={t('referenceRentHint')}
        optional
        onCentsChange={setReference}
        className="sm:w-1/2 sm:pe-2"
      />
      <Allowed cents={found.result.allowedRentCents} netCents={netCents} trace={found.trace} />
      {validFrom < earliestOn && (
        <p className="text-sm">
          {t('tooEarly')} <DateText day={earliestOn} className="font-medium" />
        </p>
      )}
      <p className="text-sm text-muted">{t('referenceText')}</p>
    </>
  );
}

function ModernisationCap({ history, validFrom, netCents }: Props) {
  const t = useTranslations('RentCap');
  const [costCents, setCost] = useState<number | null>(null);
  const [areaSqm100, setArea] = useState<number | null>(null);
  const [raisedCents, setRaised] = useState<number | null>(null);
  const before = validFrom === null ? undefined : history.findLast((rent) => rent.validFrom < validFrom);
  const found =
    before && costCents !== null && areaSqm100 !== null && areaSqm100 > 0
      ? modernisationRise({
          netRentCents: before.netCents,
          areaSqm100,
          costCents,
          raisedInSixYearsCents: raisedCents ?? 0,
        })
      : null;
  return (
    <>
      <FieldRow>
        <MoneyField name={null} label={t('cost')} hint={t('costHint')} optional onCentsChange={setCost} />
        <NumberField name={null} label={t('area')} decimals={2} unit="m²" optional onScaledChange={setArea} />
      </FieldRow>
      <MoneyField
        name={null}
        label={t('raised')}
        optional
        onCentsChange={setRaised}
        className="sm:w-1/2 sm:pe-2"
      />
      {found ? (
        <Allowed cents={found.result.newRentCents} netCents={netCents} trace={found.trace} />
      ) : (
        <p className="text-sm text-muted">{t('fillIn')}</p>
      )}
      <p className="text-sm text-muted">{t('modernisationText')}</p>
    </>
  );
}

function Allowed({ cents, netCents, trace }: { cents: number; netCents: number; trace: Trace }) {
  const t = useTranslations('RentCap');
  return (
    <div aria-live="polite" className="flex flex-col gap-2 text-sm">
      <p className="flex flex-wrap items-center gap-x-1">
        {t('allowed')} <Money amountCents={cents} className="font-medium" />
        <ExplainButton trace={trace} />
      </p>
      {netCents > cents && (
        <Notice tone="warning">
          {t('over')} <Money amountCents={netCents - cents} />
        </Notice>
      )}
    </div>
  );
}
