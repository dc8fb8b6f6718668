import { skipToken } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FieldRow } from '@/components/form/field-row';
import { Fold } from '@/components/form/fold';
import { MoneyField } from '@/components/form/money-field';
import { rentBrakeOn } from '@/features/legal/ordinance-rules';
import { AllowedRent } from '@/features/rent/components/allowed-rent';
import { lettingCap } from '@/features/rent/letting-rules';
import { netCentsOf } from '@/features/rent/step-rules';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';
import { useLastRent } from './use-last-rent';

/** How high the rent of a new lease may be where the rent brake holds (§ 556d BGB); it refuses nothing. */
export function LettingCheck({
  unitIds,
  startsOn,
  netCents,
}: {
  unitIds: readonly string[];
  startsOn: string | null;
  /** The net rent as typed. */
  netCents: number;
}) {
  const t = useTranslations('LettingCheck');
  const [referenceCents, setReference] = useState<number | null>(null);
  const last = useLastRent(unitIds);
  const lastCents = last && netCentsOf(last.lines);
  // Undefined until somebody types: what is known stands there.
  const [typedCents, setPrevious] = useState<number | null>();
  const previousCents = typedCents === undefined ? lastCents : typedCents;
  const [modernisationCents, setModernisation] = useState<number | null>(null);
  const { data: place } = trpc.legal.place.useQuery(
    unitIds.length > 0 ? { unitIds: [...unitIds] } : skipToken,
    { retry: false },
  );
  if (!place || startsOn === null) return null;
  const brake = rentBrakeOn(place.ordinances, startsOn);
  const city = place.city ?? t('thisPlace');
  if (brake.valueBp === 0) return null;
  const found =
    referenceCents === null
      ? null
      : lettingCap({
          referenceRentCents: referenceCents,
          previousRentCents: previousCents,
          modernisationCents: modernisationCents ?? 0,
        });
  return (
    <Fold title={t('title')} fields={[]}>
      <p className="text-sm text-muted">
        {brake.by ? t('holds', { city, source: brake.by.source }) : t('unknown', { city })}{' '}
        {!brake.by && (
          <Link href="/dashboard/settings/legal" className="underline">
            {t('enter')}
          </Link>
        )}
      </p>
      <FieldRow>
        <MoneyField
          name={null}
          label={t('reference')}
          hint={t('referenceHint')}
          optional
          onCentsChange={setReference}
        />
        <MoneyField
          key={lastCents}
          name={null}
          defaultCents={lastCents}
          label={t('previous')}
          hint={t('previousHint')}
          optional
          onCentsChange={setPrevious}
        />
      </FieldRow>
      <MoneyField
        name={null}
        label={t('modernisation')}
        hint={t('modernisationHint')}
        optional
        onCentsChange={setModernisation}
      />
      {found && <AllowedRent cents={found.result.allowedRentCents} netCents={netCents} trace={found.trace} />}
      <p className="text-sm text-muted">
        {t('exceptions')} {place.hasRoom && t('rooms')}
      </p>
    </Fold>
  );
}
