import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DateText } from '@/components/date-text';
import { ChoiceField } from '@/components/form/choice-field';
import { MoneyField } from '@/components/form/money-field';
import { Notice } from '@/components/notice';
import type { RentReason } from '@/domain/vocabulary';
import { rentCapOn } from '@/features/legal/ordinance-rules';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { type CapHistory, earliestReferenceRise, referenceRentCap, referenceRise } from '../index-rules';
import { AllowedRent } from './allowed-rent';
import { ModernisationCap } from './modernisation-cap';

type Props = {
  leaseId: string;
  reason: RentReason;
  /** Every net rent agreed so far. */
  history: CapHistory;
  validFrom: string | null;
  /** The net rent as typed. */
  netCents: number;
  today: string;
};

type Place = Outputs['rent']['index']['place'];

/** How far German law lets a rent rise for the chosen reason, beside what was typed; it refuses nothing. */
export function RentCap(props: Props) {
  const t = useTranslations('RentCap');
  const { data: known } = trpc.rent.index.useQuery({ leaseId: props.leaseId });
  const { reason, validFrom } = props;
  if (!known || (reason !== 'reference_rent' && reason !== 'modernisation')) return null;
  if (!known.isGerman) return <Notice tone="info">{t('noLaw')}</Notice>;
  // § 578 (2) BGB does not name §§ 557 to 561: they hold for dwellings.
  if (known.premises !== 'dwelling') return <Notice tone="info">{t('noDwelling')}</Notice>;
  return (
    <section aria-label={t('title')} className="flex flex-col gap-3 rounded-xl bg-surface-secondary p-4">
      <h3 className="text-sm font-semibold">{t('title')}</h3>
      {validFrom !== null && hasStepAfter(props.history, validFrom) && (
        <Notice tone="warning">{t('hasSteps')}</Notice>
      )}
      {known.clause && reason === 'reference_rent' && <Notice tone="warning">{t('hasIndex')}</Notice>}
      {reason === 'reference_rent' ? (
        <ReferenceCap {...props} place={known.place} />
      ) : (
        <ModernisationCap {...props} />
      )}
      {known.hasRoom && <p className="text-sm text-muted">{t('rooms')}</p>}
    </section>
  );
}

/** While a stepped rent runs, rises by §§ 558 to 559b BGB are excluded (§ 557a (2) BGB, looked up in November 2026). */
const hasStepAfter = (history: CapHistory, day: string) =>
  history.some((rent) => rent.reason === 'stepped' && rent.validFrom > day);

function ReferenceCap({ history, validFrom, netCents, today, place }: Props & { place: Place }) {
  const t = useTranslations('RentCap');
  const [chosen, setCap] = useState<'2000' | '1500' | null>(null);
  const [referenceCents, setReference] = useState<number | null>(null);
  if (validFrom === null) return null;
  const byPlace = rentCapOn(place.ordinances, validFrom);
  const cap = chosen ?? (byPlace.valueBp === 2_000 ? '2000' : '1500');
  const city = place.city ?? t('thisPlace');
  const rise = referenceRise(history, validFrom);
  const earliestOn = earliestReferenceRise(history, validFrom);
  const found = referenceRentCap({
    ...rise,
    referenceRentCents: referenceCents,
    capBp: Number(cap),
    requestReceivedOn: today,
  });
  return (
    <>
      <ChoiceField
        label={t('cap')}
        hint={
          byPlace.by
            ? t('capBy', { city, source: byPlace.by.source })
            : t.rich('capUnknown', {
                city,
                link: (text) => (
                  <Link href="/dashboard/settings/legal" className="underline">
                    {text}
                  </Link>
                ),
              })
        }
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
        className="sm:w-2/3"
      />
      <AllowedRent cents={found.result.allowedRentCents} netCents={netCents} trace={found.trace} />
      {validFrom < earliestOn && (
        <p className="text-sm">
          {t('tooEarly')} <DateText day={earliestOn} className="font-medium" />
        </p>
      )}
      {found.result.owedFrom !== null && validFrom < found.result.owedFrom && (
        <p className="text-sm">
          {t('tooSoon')} <DateText day={found.result.owedFrom} className="font-medium" />
        </p>
      )}
      <p className="text-sm text-muted">{t('referenceText')}</p>
    </>
  );
}
