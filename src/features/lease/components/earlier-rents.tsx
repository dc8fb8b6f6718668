import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { DateField } from '@/components/form/date-field';
import { fieldsOf } from '@/components/form/field-name';
import { plusIcon, xIcon } from '@/components/icons';
import type { Jurisdiction } from '@/domain/vocabulary';
import { RentLinesField } from '@/features/rent/components/rent-lines-field';
import type { RentLine } from '@/features/rent/rules';
import type { createLeaseInput } from '../schema';

const field = fieldsOf<typeof createLeaseInput>();

export type EarlierRent = { key: number; validFrom: string | null; lines: RentLine[] };

/** For a lease that has been running: "the rent was … since …", so that booked months owe what held then. */
export function EarlierRents({
  startsOn,
  rents,
  jurisdiction,
  onRentsChange,
  onRentSinceChange,
}: {
  startsOn: string | null;
  rents: EarlierRent[];
  jurisdiction: Jurisdiction;
  onRentsChange: (rents: EarlierRent[]) => void;
  onRentSinceChange: (day: string | null) => void;
}) {
  const t = useTranslations('EarlierRents');
  const [nextKey, setNextKey] = useState(0);
  const replace = (key: number, change: Partial<EarlierRent>) =>
    onRentsChange(rents.map((rent) => (rent.key === key ? { ...rent, ...change } : rent)));
  return (
    <div className="flex flex-col gap-4">
      {rents.map((rent, index) => (
        <section
          key={rent.key}
          aria-label={t('earlier', { line: String(index + 1) })}
          className="flex flex-col gap-3 rounded-xl bg-surface-secondary p-4"
        >
          <div className="flex items-start justify-between gap-3">
            {index === 0 ? (
              <p className="text-sm">
                <span className="font-semibold">{t('was')}</span>{' '}
                <span className="text-muted">
                  {t('sinceStart')} {startsOn && <DateText day={startsOn} />}
                </span>
              </p>
            ) : (
              <DateField
                name={field(`earlierRents.${index}.validFrom`)}
                label={t('wasSince')}
                defaultDay={rent.validFrom}
                onDayChange={(validFrom) => replace(rent.key, { validFrom })}
              />
            )}
            <Button
              look="ghost"
              size="sm"
              iconOnly
              icon={xIcon}
              className="-me-1.5 text-muted"
              aria-label={t('remove', { line: String(index + 1) })}
              onClick={() => onRentsChange(rents.filter((other) => other.key !== rent.key))}
            />
          </div>
          <RentLinesField
            name={field(`earlierRents.${index}.lines`)}
            jurisdiction={jurisdiction}
            onLinesChange={(lines) => replace(rent.key, { lines })}
          />
        </section>
      ))}
      <Button
        look="ghost"
        size="sm"
        icon={plusIcon}
        className="-ms-2 self-start text-muted"
        onClick={() => {
          onRentsChange([...rents, { key: nextKey, validFrom: null, lines: [] }]);
          setNextKey(nextKey + 1);
        }}
      >
        {t(rents.length === 0 ? 'add' : 'addAnother')}
      </Button>
      {rents.length > 0 && (
        <DateField
          name={field('rentSince')}
          label={t('rentSince')}
          hint={t('rentSinceHint')}
          onDayChange={onRentSinceChange}
          className="sm:w-1/2 sm:pe-2"
        />
      )}
    </div>
  );
}
