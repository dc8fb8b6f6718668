import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DateText } from '@/components/date-text';
import { ExplainButton } from '@/components/explain/explain-button';
import { DateField } from '@/components/form/date-field';
import { FieldRow } from '@/components/form/field-row';
import { MoneyField } from '@/components/form/money-field';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { type ModernisationKind, modernisationKinds } from '@/domain/vocabulary';
import type { CapHistory } from '../index-rules';
import { modernisationDates, modernisationRise, raisedByModernisation } from '../modernisation-rules';
import { AllowedRent } from './allowed-rent';

type Props = { history: CapHistory; validFrom: string | null; netCents: number };

/** How far a modernisation lets the rent rise, by its cost, in the simplified way or as a subsidised heating system. */
export function ModernisationCap({ history, validFrom, netCents }: Props) {
  const t = useTranslations('RentCap');
  const [kind, setKind] = useState<ModernisationKind>('ordinary');
  const [costCents, setCost] = useState<number | null>(null);
  const [areaSqm100, setArea] = useState<number | null>(null);
  const known = validFrom === null ? 0 : raisedByModernisation(history, validFrom);
  // What is typed holds for the day it was typed for: another day has other rises before it.
  const [typed, setTyped] = useState<{ known: number; cents: number | null }>({ known, cents: known });
  const raisedCents = typed.known === known ? typed.cents : known;
  const [byHeatingCents, setByHeating] = useState<number | null>(null);
  const [subsidyCents, setSubsidy] = useState<number | null>(null);
  const [claimedCents, setClaimed] = useState<number | null>(null);
  const isSubsidised = kind !== 'heating' || (subsidyCents ?? 0) > 0;
  const before = validFrom === null ? undefined : history.findLast((rent) => rent.validFrom < validFrom);
  const found =
    before && costCents !== null && areaSqm100 !== null && areaSqm100 > 0 && isSubsidised
      ? modernisationRise({
          kind,
          netRentCents: before.netCents,
          areaSqm100,
          costCents,
          raisedInSixYearsCents: raisedCents ?? 0,
          raisedByHeatingCents: byHeatingCents ?? 0,
          subsidyCents: subsidyCents ?? 0,
          claimedInFiveYearsCents: claimedCents ?? 0,
        })
      : null;
  const costHint = { ordinary: 'costHint', simplified: 'simplifiedHint', heating: 'heatingHint' } as const;
  return (
    <>
      <SelectField
        name={null}
        label={t('kind')}
        options={modernisationKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        defaultValue={kind}
        onValueChange={(value) => setKind(modernisationKinds.find((one) => one === value) ?? 'ordinary')}
      />
      <FieldRow>
        <MoneyField
          name={null}
          label={t(kind === 'ordinary' ? 'cost' : 'wholeCost')}
          hint={t(costHint[kind])}
          optional
          onCentsChange={setCost}
        />
        <NumberField name={null} label={t('area')} decimals={2} unit="m²" optional onScaledChange={setArea} />
      </FieldRow>
      <FieldRow>
        <MoneyField
          name={null}
          key={known}
          label={t('raised')}
          {...(known > 0 && { hint: t('raisedKnown'), defaultCents: known })}
          optional
          onCentsChange={(cents) => setTyped({ known, cents })}
          className={kind === 'ordinary' ? 'sm:col-span-2' : undefined}
        />
        {kind === 'simplified' && (
          <MoneyField name={null} label={t('claimed')} optional onCentsChange={setClaimed} />
        )}
        {kind === 'heating' && (
          <MoneyField name={null} label={t('raisedByHeating')} optional onCentsChange={setByHeating} />
        )}
      </FieldRow>
      {kind === 'heating' && (
        <MoneyField
          name={null}
          label={t('subsidy')}
          hint={t('subsidyHint')}
          onCentsChange={setSubsidy}
          className="sm:w-1/2 sm:pe-2"
        />
      )}
      {found ? (
        <AllowedRent cents={found.result.newRentCents} netCents={netCents} trace={found.trace} />
      ) : (
        <p className="text-sm text-muted">{t('fillIn')}</p>
      )}
      {before && <OwedFrom increaseCents={Math.max(0, netCents - before.netCents)} />}
      <p className="text-sm text-muted">{t('modernisationText')}</p>
    </>
  );
}

/** From when the raised rent is owed, by when the declaration was received and what was announced. */
function OwedFrom({ increaseCents }: { increaseCents: number }) {
  const t = useTranslations('RentCap');
  const [receivedOn, setReceived] = useState<string | null>(null);
  const [announcedCents, setAnnounced] = useState<number | null>(null);
  const found = receivedOn && modernisationDates({ receivedOn, announcedCents, increaseCents });
  return (
    <>
      <FieldRow>
        <DateField name={null} label={t('received')} optional onDayChange={setReceived} />
        <MoneyField
          name={null}
          label={t('announced')}
          hint={t('announcedHint')}
          optional
          onCentsChange={setAnnounced}
        />
      </FieldRow>
      {found && (
        <p aria-live="polite" className="flex flex-wrap items-center gap-x-1 text-sm">
          {t('owedFrom')}
          <span className="flex items-center gap-x-1">
            <DateText day={found.result.owedFrom} className="font-medium" />
            <ExplainButton trace={found.trace} />
          </span>
        </p>
      )}
    </>
  );
}
