import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AreaField } from '@/components/form/area-field';
import { CheckboxField } from '@/components/form/checkbox-field';
import { fieldsOf } from '@/components/form/field-name';
import { NumberField } from '@/components/form/number-field';
import type { UnitKind } from '@/domain/vocabulary';
import type { setUnitPeriodInput } from '../schema';

const field = fieldsOf<typeof setUnitPeriodInput>();

type Period = {
  areaSqm100: number | null;
  coOwnershipNumerator: number | null;
  coOwnershipDenominator: number | null;
  ownUse: boolean;
  persons: number | null;
};

/** What holds of a unit from a day on. */
export function PeriodFields({ kind, period }: { kind: UnitKind | undefined; period: Period | null }) {
  const t = useTranslations('Unit');
  const [isOwnUse, setOwnUse] = useState(period?.ownUse ?? false);
  return (
    <>
      <AreaField
        name={field('areaSqm100')}
        label={t('area')}
        hint={kind === 'room' ? t('roomAreaHint') : undefined}
        optional
        defaultSqm100={period?.areaSqm100}
      />
      <div className="flex items-start gap-2">
        <NumberField
          name={field('coOwnershipNumerator')}
          label={t('share')}
          optional
          className="flex-[1.6]"
          defaultScaled={period?.coOwnershipNumerator}
        />
        <span aria-hidden="true" className="pt-9 text-muted">
          /
        </span>
        <NumberField
          name={field('coOwnershipDenominator')}
          label={t('shareOf')}
          className="flex-1"
          defaultScaled={period?.coOwnershipDenominator}
        />
      </div>
      <CheckboxField
        name={field('ownUse')}
        label={t('ownUse')}
        hint={t('ownUseHint')}
        defaultChecked={period?.ownUse ?? false}
        onCheckedChange={setOwnUse}
      />
      {isOwnUse && (
        <NumberField
          name={field('persons')}
          label={t('persons')}
          hint={t('personsHint')}
          optional
          defaultScaled={period?.persons}
        />
      )}
    </>
  );
}
