'use client';

import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { classNames } from './class-names';

/**
 * An amount in the user's format. `signed` puts a plus before what came in; `tone="balance"` colours what is
 * missing, `tone="plain"` (the default) leaves the minus to speak for itself.
 */
export function Money({
  amountCents,
  currency,
  signed = false,
  tone = 'plain',
  className,
}: {
  amountCents: number;
  /** Default: the currency of the user's formats, which is the portfolio's. */
  currency?: string;
  signed?: boolean;
  tone?: 'plain' | 'balance';
  className?: string;
}) {
  const formats = useFormats();
  // A hyphen is too short beside figures; U+2212 has their width.
  const text = formatMoney(amountCents, currency ?? formats.currency, formats).replace('-', '\u2212');
  return (
    <span
      className={classNames(
        'whitespace-nowrap tabular-nums',
        tone === 'balance' && amountCents < 0 && 'text-danger',
        className,
      )}
    >
      {signed && amountCents > 0 ? `+${text}` : text}
    </span>
  );
}
