import { useTranslations } from 'next-intl';
import { Notice } from '@/components/notice';
import { WarningHint } from '@/components/warning-hint';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { type Deposit, type LeaseDeposits, receivedCents } from './deposit-doing';

/**
 * While an amount received is typed: what is agreed and in, whether this is more, and whether it is more than may be
 * asked of the tenant at all (§ 551 (1) BGB, or the user's own limit). It may be right, so nothing is refused.
 */
export function ReceivedHint({
  deposit,
  lease,
  amountCents,
}: {
  deposit: Deposit;
  lease: LeaseDeposits;
  amountCents: number | null;
}) {
  const t = useTranslations('Deposit');
  const formats = useFormats();
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  const inCents = receivedCents(deposit);
  const overCents = inCents + (amountCents ?? 0) - deposit.agreedCents;
  const capCents = lease.cap?.result.capCents ?? null;
  const ofLease = lease.deposits.reduce((sum, one) => sum + receivedCents(one), 0) + (amountCents ?? 0);
  const stands = { agreed: money(deposit.agreedCents), received: money(inCents) };
  if (amountCents === null || overCents <= 0) {
    return <p className="text-sm text-muted tabular-nums">{t('agreedAndIn', stands)}</p>;
  }
  return (
    <>
      <WarningHint>{t('overAgreed', { ...stands, amount: money(overCents) })}</WarningHint>
      {capCents !== null && ofLease > capCents && (
        <Notice
          tone="warning"
          title={t(lease.isGerman ? 'overCap' : 'overOwnCap', { amount: money(ofLease - capCents) })}
        >
          {t(lease.isGerman ? 'capText' : 'ownCapText', { cap: money(capCents) })}
        </Notice>
      )}
    </>
  );
}
