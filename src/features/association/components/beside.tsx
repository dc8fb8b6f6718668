import { useTranslations } from 'next-intl';
import { DateText } from '@/components/date-text';
import { Icon } from '@/components/icon';
import { triangleAlertIcon } from '@/components/icons';
import { Money } from '@/components/money';
import { Section } from '@/components/section';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { Row } from '../grid-rules';
import type { AssociationYearView } from './year-form';

/** What is booked for the flat beside the paper: own receipts count, too; what was paid to the association does not. */
export function Beside({
  rows,
  view: {
    beside: { receipts, paid },
  },
}: {
  rows: readonly Row[];
  view: AssociationYearView;
}) {
  const t = useTranslations('Association');
  const formats = useFormats();
  const kinds = new Set(rows.map(({ kind }) => kind));
  return (
    <Section id="beside" title={t('beside')} description={t('besideText')} flush>
      <ul className="divide-y divide-separator text-sm">
        {receipts.length === 0 && <li className="px-5 py-3 text-muted md:px-6">{t('noBeside')}</li>}
        {receipts.map((receipt) => (
          <li key={receipt.id} className="px-5 py-3 md:px-6">
            <span className="flex items-baseline justify-between gap-4">
              <span className="min-w-0">
                {[receipt.title, receipt.payee].filter(Boolean).join(' · ')}{' '}
                <span className="text-muted">
                  <DateText day={receipt.bookedOn} />
                </span>
              </span>
              <Money amountCents={receipt.amountCents} />
            </span>
            {kinds.has(receipt.categoryId) && (
              <span className="mt-1 flex gap-2 text-muted">
                <Icon icon={triangleAlertIcon} className="mt-[3px] text-warning" />
                {t('sameKind')}
              </span>
            )}
          </li>
        ))}
        {paid.count > 0 && (
          <li className="px-5 py-3 text-muted md:px-6">
            {t('paid', { count: paid.count, cents: formatMoney(paid.cents, formats.currency, formats) })}
          </li>
        )}
      </ul>
    </Section>
  );
}
