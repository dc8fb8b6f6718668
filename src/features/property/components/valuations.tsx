import { useTranslations } from 'next-intl';
import { DateText } from '@/components/date-text';
import { Money } from '@/components/money';
import { formatPercent } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { valueChangeBp } from '../rules';
import type { PropertyDetails } from './use-property';

/** What the property was worth on which day, and how that compares with the price. */
export function Valuations({ property }: { property: PropertyDetails }) {
  const t = useTranslations('PropertyPage');
  const formats = useFormats();
  return (
    <div>
      <h3 className="text-sm text-muted">{t('values')}</h3>
      <ul className="mt-1 divide-y divide-separator border-t border-separator">
        {property.valuations.map((row, index) => {
          const change = valueChangeBp(row.valueCents, property.purchasePriceCents);
          return (
            <li
              key={row.valuedOn}
              className="grid grid-cols-[7rem_minmax(0,1fr)_auto] items-baseline gap-4 py-2 text-sm"
            >
              <DateText day={row.valuedOn} />
              <span className="min-w-0 truncate text-muted">{row.source}</span>
              <span className="text-end">
                <Money amountCents={row.valueCents} className={index === 0 ? 'font-semibold' : undefined} />
                {index === 0 && change !== null && (
                  <span className="block text-xs text-muted tabular-nums">
                    {t('sincePurchase', {
                      change: `${change > 0 ? '+' : ''}${formatPercent(change, formats)}`,
                    })}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
