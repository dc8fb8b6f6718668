import { useTranslations } from 'next-intl';
import { DateText } from '@/components/date-text';
import { Money } from '@/components/money';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { allocatePayment } from '@/ledger/allocation-rules';
import { sumCents } from '@/lib/money';
import type { Outputs } from '@/trpc/outputs';
import { useChargeTitle } from './charge-words';

type Item = Outputs['ledger']['openItems']['items'][number];

/**
 * What a payment settles while its amount is typed, by the rule that will record it: in the order of the law, unless
 * the tenant stated a purpose and it is ticked.
 */
export function SettlementChoice({
  items,
  creditCents,
  amountCents,
  paidOn,
  purpose,
  onPurposeChange,
}: {
  items: readonly Item[];
  /** What the tenant has paid too much already. */
  creditCents: number;
  amountCents: number | null;
  paidOn: string | null;
  purpose: readonly string[];
  onPurposeChange: (chargeIds: string[]) => void;
}) {
  const t = useTranslations('SettlementChoice');
  const titleOf = useChargeTitle();
  const formats = useFormats();
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  const isPositive = amountCents !== null && amountCents > 0;
  const result = isPositive
    ? allocatePayment({
        amountCents,
        openLines: items.flatMap((item) => item.lines),
        purpose,
        ...(paidOn && { paidOn }),
      })
    : null;
  const settledOf = (chargeId: string) =>
    sumCents(
      (result?.allocations ?? [])
        .filter((share) => share.chargeId === chargeId)
        .map((share) => share.amountCents),
    );
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{t('title')}</legend>
      <p className="mt-0.5 text-xs text-muted">
        {items.length === 0 ? t('nothingOpen') : purpose.length === 0 ? t('oldestFirst') : t('asStated')}
      </p>
      {items.length > 0 && (
        <ul className="mt-2 max-h-64 divide-y divide-separator overflow-y-auto rounded-xl border border-border">
          {items.map((item) => {
            const cents = settledOf(item.chargeId);
            return (
              <li key={item.chargeId}>
                <label className="flex cursor-pointer items-start gap-3 px-3.5 py-2.5 text-sm">
                  <input
                    type="checkbox"
                    checked={purpose.includes(item.chargeId)}
                    onChange={(event) =>
                      onPurposeChange(
                        event.target.checked
                          ? [...purpose, item.chargeId]
                          : purpose.filter((id) => id !== item.chargeId),
                      )
                    }
                    className="mt-1 size-4 shrink-0 accent-accent"
                  />
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium">{titleOf(item)}</span>
                    <span className="block text-xs text-muted">
                      {t('due')} <DateText day={item.dueOn} />
                      {' · '}
                      {t('open', { amount: money(item.openCents) })}
                    </span>
                  </span>
                  <span className="text-end">
                    {cents > 0 ? (
                      <>
                        <Money amountCents={cents} className="block font-medium" />
                        <span className="block text-xs text-muted">
                          {cents === item.openCents
                            ? t('settled')
                            : t('remains', { amount: money(item.openCents - cents) })}
                        </span>
                      </>
                    ) : (
                      <span className="text-xs text-muted">{t('untouched')}</span>
                    )}
                  </span>
                </label>
              </li>
            );
          })}
        </ul>
      )}
      <p role="status" className="mt-2 text-sm">
        {result && result.creditCents > 0 && t('staysCredit', { amount: money(result.creditCents) })}
        {creditCents > 0 && ` ${t('hasCredit', { amount: money(creditCents) })}`}
      </p>
    </fieldset>
  );
}
