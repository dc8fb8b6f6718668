'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { type Fact, FactList } from '@/components/fact-list';
import { landmarkIcon, pencilIcon, usersIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { Money } from '@/components/money';
import { Section } from '@/components/section';
import { formatDecimal, formatMonthName, formatPercent } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { EditPropertyDialog } from './edit-property-dialog';
import { OwnersDialog } from './owners-dialog';
import { type PropertyDetails, useProperty } from './use-property';
import { Valuations } from './valuations';

const ValuationsDialog = lazyDialog(() =>
  import('./valuations-dialog').then((part) => part.ValuationsDialog),
);

/** Energy certificate, purchase, owners, notes: what one looks up rarely. */
export function SecondarySection({
  served,
  canEdit,
  isOwner,
}: {
  served: PropertyDetails;
  canEdit: boolean;
  isOwner: boolean;
}) {
  const t = useTranslations('PropertyPage');
  const [dialog, setDialog] = useState<'edit' | 'owners' | 'values' | null>(null);
  const property = useProperty(served);
  const facts = useSecondaryFacts(property);
  return (
    <Section
      id="secondary"
      title={t('secondary')}
      actions={
        canEdit && (
          <>
            <Button look="tertiary" size="sm" icon={usersIcon} onClick={() => setDialog('owners')}>
              {t('editOwners')}
            </Button>
            <Button look="tertiary" size="sm" icon={landmarkIcon} onClick={() => setDialog('values')}>
              {t('editValues')}
            </Button>
            <Button look="tertiary" size="sm" icon={pencilIcon} onClick={() => setDialog('edit')}>
              {t('edit')}
            </Button>
          </>
        )
      }
    >
      {facts.length === 0 && property.notes === null && property.valuations.length === 0 ? (
        <p className="text-sm text-muted">{t('noDetails')}</p>
      ) : (
        <div className="grid gap-5">
          {facts.length > 0 && <FactList facts={facts} />}
          {property.valuations.length > 0 && <Valuations property={property} />}
          {property.notes !== null && (
            <div>
              <h3 className="text-sm text-muted">{t('notes')}</h3>
              <p className="mt-0.5 max-w-prose whitespace-pre-line">{property.notes}</p>
            </div>
          )}
        </div>
      )}
      {canEdit && (
        <>
          <EditPropertyDialog
            part="secondary"
            property={property}
            open={dialog === 'edit'}
            onOpenChange={(open) => setDialog(open ? 'edit' : null)}
          />
          {dialog === 'values' && <ValuationsDialog property={property} onClose={() => setDialog(null)} />}
          <OwnersDialog
            property={property}
            isOwner={isOwner}
            open={dialog === 'owners'}
            onOpenChange={(open) => setDialog(open ? 'owners' : null)}
          />
        </>
      )}
    </Section>
  );
}

function useSecondaryFacts(property: PropertyDetails): Fact[] {
  const t = useTranslations('PropertyPage');
  const formats = useFormats();
  const facts: Fact[] = [];
  const add = <Value,>(label: string, value: Value | null, show: (value: Value) => Fact['value']) => {
    if (value !== null) facts.push({ label, value: show(value) });
  };
  if (property.owners.length > 0) {
    facts.push({
      label: t('owners'),
      value: property.owners.map((owner) => (
        <span key={owner.landlordId} className="block">
          {owner.name}
          {owner.shareNumerator !== owner.shareDenominator && (
            <span className="text-muted tabular-nums">
              {' '}
              {owner.shareNumerator}/{owner.shareDenominator}
            </span>
          )}
        </span>
      )),
    });
  }
  add(t('energyClass'), property.energyClass, (value) => value);
  add(t('energyUse'), property.energyUse10, (value) => `${formatDecimal(value, 1, formats)}\u00a0kWh/(m²·a)`);
  add(t('energyValidUntil'), property.energyCertificateValidUntil, (day) => <DateText day={day} />);
  add(t('purchasedOn'), property.purchasedOn, (day) => <DateText day={day} />);
  add(t('purchasePrice'), property.purchasePriceCents, (cents) => <Money amountCents={cents} />);
  add(t('purchaseCosts'), property.purchaseCostsCents, (cents) => <Money amountCents={cents} />);
  add(t('buildingShare'), property.buildingShareBp, (share) => formatPercent(share, formats));
  if (property.statementStartMonth !== 1) {
    const month = `2000-${String(property.statementStartMonth).padStart(2, '0')}`;
    facts.push({ label: t('statementStart'), value: formatMonthName(month, formats) });
  }
  add(t('soldOn'), property.soldOn, (day) => <DateText day={day} />);
  return facts;
}
