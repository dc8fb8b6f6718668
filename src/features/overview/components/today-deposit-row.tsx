import { useTranslations } from 'next-intl';
import { DateText } from '@/components/date-text';
import { piggyBankIcon } from '@/components/icons';
import { LinkButton } from '@/components/link-button';
import { Money } from '@/components/money';
import type { Outputs } from '@/trpc/outputs';
import { LeasePlace } from './lease-place';
import { TodayRow } from './today-row';

/** Somebody has moved out and their deposit is still held, or the day is over until which a part was held back. */
export function DepositRow({
  row,
  today,
}: {
  row: Outputs['overview']['get']['deposits'][number];
  today: string;
}) {
  const t = useTranslations('Overview');
  const [tenant] = row.tenants;
  const isLate = row.returnDueOn !== null && row.returnDueOn < today;
  return (
    <TodayRow
      icon={piggyBankIcon}
      tone={isLate ? 'danger' : 'plain'}
      end={
        <>
          <Money amountCents={row.cents} className="text-base font-medium" />
          <p className={isLate ? 'text-danger' : 'text-muted'}>
            {t.rich(row.returnDueOn === null ? 'depositSince' : 'depositDue', {
              day: () => <DateText day={row.returnDueOn ?? row.endsOn} />,
            })}
          </p>
        </>
      }
      actions={
        tenant && (
          <LinkButton
            look="tertiary"
            size="sm"
            href={{ pathname: '/tenant/[id]/account', params: { id: tenant.id }, hash: '#deposit' }}
          >
            {t('toDeposit')}
          </LinkButton>
        )
      }
    >
      <LeasePlace lease={row} isAccount />
    </TodayRow>
  );
}
