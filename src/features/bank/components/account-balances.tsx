import { useTranslations } from 'next-intl';
import { Notice } from '@/components/notice';
import { StatusChip } from '@/components/status-chip';
import { accountText } from '@/domain/bank-account';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

type Account = Outputs['bank']['balances'][number];

/** Of each account what the bank states beside what its lines come to, and until when it was read. */
export function AccountBalances() {
  const t = useTranslations('Bank');
  const [accounts] = trpc.bank.balances.useSuspenseQuery();
  if (accounts.length === 0) return null;
  return (
    <ul aria-label={t('accounts')} className="flex flex-col gap-3 pb-4">
      {accounts.map((account) => (
        <li key={account.id} className="flex flex-col gap-2 rounded-2xl bg-surface px-4 py-3 shadow-surface">
          <AccountWords account={account} />
          <Missing account={account} />
        </li>
      ))}
    </ul>
  );
}

function AccountWords({ account }: { account: Account }) {
  const { holder, lastLineOn, isBehind, compared } = account;
  const t = useTranslations('Bank');
  const formats = useFormats();
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  return (
    <>
      <p className="font-medium">
        {holder} <span className="font-normal text-muted">{accountText(account)}</span>{' '}
        {isBehind && <StatusChip tone="warning">{t('behind')}</StatusChip>}
      </p>
      <p className="text-sm">
        {t('readUntil', { day: formatDate(lastLineOn, formats) })}{' '}
        {compared &&
          t(compared.statedCents === compared.ownCents ? 'balanceAgrees' : 'balanceDiffers', {
            day: formatDate(compared.on, formats),
            stated: money(compared.statedCents),
            own: money(compared.ownCents),
          })}
      </p>
    </>
  );
}

/** Between which days lines are missing; above the lines that wait, of all accounts. */
export function MissingMoney() {
  const { data } = trpc.bank.balances.useQuery();
  const behind = (data ?? []).filter((account) => (account.compared?.missing.length ?? 0) > 0);
  if (behind.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 pb-4">
      {behind.map((account) => (
        <Missing key={account.id} account={account} />
      ))}
    </div>
  );
}

function Missing({ account }: { account: Account }) {
  const t = useTranslations('Bank');
  const formats = useFormats();
  return (account.compared?.missing ?? []).map(({ from, to, missingCents }) => (
    <Notice key={`${from} ${to}`} tone="warning">
      {t(missingCents > 0 ? 'missingIn' : 'missingOut', {
        account: accountText(account),
        from: formatDate(from, formats),
        to: formatDate(to, formats),
        amount: formatMoney(Math.abs(missingCents), formats.currency, formats),
      })}
    </Notice>
  ));
}
