import { useTranslations } from 'next-intl';
import { MonthText } from '@/components/date-text';
import { Money } from '@/components/money';

export type Difference = { chargeId: string; month: string; postedCents: number; owedCents: number };

/** Months that are posted and would be posted with another amount today, or with the same in other parts. */
export function PostedDifferences({ differences }: { differences: readonly Difference[] }) {
  const t = useTranslations('PostedDifferences');
  return (
    <table className="w-full text-sm tabular-nums">
      <caption className="sr-only">{t('caption')}</caption>
      <thead>
        <tr className="text-xs text-muted">
          <th scope="col" className="py-1 text-start font-medium">
            {t('month')}
          </th>
          <th scope="col" className="py-1 text-end font-medium">
            {t('posted')}
          </th>
          <th scope="col" className="py-1 text-end font-medium">
            {t('owed')}
          </th>
        </tr>
      </thead>
      <tbody>
        {differences.map((month) => (
          <tr key={month.chargeId} className="border-t border-separator">
            <th scope="row" className="py-1.5 text-start font-normal">
              <MonthText month={month.month} />
              {month.postedCents === month.owedCents && (
                <span className="block text-xs text-muted">{t('otherParts')}</span>
              )}
            </th>
            <td className="py-1.5 text-end">
              <Money amountCents={month.postedCents} />
            </td>
            <td className="py-1.5 text-end font-medium">
              <Money amountCents={month.owedCents} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
