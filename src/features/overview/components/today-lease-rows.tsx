import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import {
  calendarClockIcon,
  circleAlertIcon,
  coinsIcon,
  keyRoundIcon,
  refreshCwIcon,
  userPlusIcon,
} from '@/components/icons';
import { LinkButton } from '@/components/link-button';
import { Money } from '@/components/money';
import { placeName } from '@/domain/names';
import { DunningPause } from '@/features/arrears/components/dunning-pause';
import { Remind } from '@/features/arrears/components/remind';
import { isLongOpen } from '@/features/rent/backlog-rules';
import { ReceiveRent } from '@/features/rent/components/receive-rent';
import { addDays, daysBetween } from '@/lib/calendar';
import type { Outputs } from '@/trpc/outputs';
import { LeasePlace } from './lease-place';
import type { Doing } from './today-dialogs';
import { TodayRow } from './today-row';

type Overview = Outputs['overview']['get'];

type RowProps<Row> = {
  row: Row;
  today: string;
  /** Opens a dialog; null for those who only read. */
  onDo: ((doing: Doing) => void) | null;
};

/** Who is behind or has not paid what is due today: received with one click; of more than a quarter it is asked what came when. */
export function DebtorRow({ row, today, onDo }: RowProps<Overview['debtors']['rows'][number]>) {
  const t = useTranslations('Overview');
  const unitNames = row.units.map(placeName);
  return (
    <TodayRow
      icon={circleAlertIcon}
      tone={row.daysOverdue > 0 ? 'danger' : 'plain'}
      end={
        <>
          <Money amountCents={row.openCents} className="text-base font-medium" />
          <p className={row.daysOverdue > 0 ? 'text-danger' : 'text-muted'}>
            {t('overdue', { days: row.daysOverdue })}
          </p>
          {row.daysOverdue > 0 && row.dueTodayCents > 0 && (
            <p className="text-muted">
              {t.rich('dueToday', { amount: () => <Money amountCents={row.dueTodayCents} /> })}
            </p>
          )}
        </>
      }
      actions={
        onDo && (
          <>
            <ReceiveRent
              row={{
                leaseId: row.leaseId,
                tenants: row.tenants,
                unitNames,
                rents: row.items.map(({ chargeId, openCents }) => ({ id: chargeId, openCents })),
              }}
              today={today}
              onSeveral={
                isLongOpen(row.items.map(({ owedSince }) => owedSince))
                  ? () => onDo({ kind: 'several', leaseId: row.leaseId, dueThrough: today })
                  : undefined
              }
              onPay={() => onDo({ kind: 'payment', leaseId: row.leaseId, tenants: row.tenants, unitNames })}
            />
            {row.daysOverdue > 0 && !row.pausedUntil && (
              <Remind leaseId={row.leaseId} who={row.tenants.map((one) => one.name).join(', ')} />
            )}
          </>
        )
      }
    >
      <LeasePlace lease={row} isAccount />
      {row.remindedOn && (
        <p className="text-muted">
          {t('reminded')} <DateText day={row.remindedOn} />
        </p>
      )}
      {row.pausedUntil && <DunningPause row={row} canEdit={onDo !== null} today={today} />}
    </TodayRow>
  );
}

/** A lease that ends and nobody follows. */
export function EndingRow({ row, today, onDo }: RowProps<Overview['endings'][number]>) {
  const t = useTranslations('Overview');
  const [unit] = row.units;
  return (
    <TodayRow
      icon={calendarClockIcon}
      end={<When words={t('lease_ends')} on={row.endsOn} today={today} />}
      actions={
        onDo && (
          <>
            <Button
              size="sm"
              icon={refreshCwIcon}
              onClick={() =>
                onDo({
                  kind: 'renew',
                  lease: {
                    id: row.leaseId,
                    version: row.version,
                    endsOn: row.endsOn,
                    noticeGivenOn: row.noticeGivenOn,
                  },
                })
              }
            >
              {t('renew')}
            </Button>
            {unit && (
              <Button
                look="tertiary"
                size="sm"
                icon={userPlusIcon}
                onClick={() =>
                  onDo({
                    kind: 'let',
                    propertyId: unit.propertyId,
                    unitId: unit.unitId,
                    from: addDays(row.endsOn, 1),
                  })
                }
              >
                {t('letAgain')}
              </Button>
            )}
          </>
        )
      }
    >
      <LeasePlace lease={row} />
    </TodayRow>
  );
}

/** Who moves in soon, until the record of it is made. */
export function BeginningRow({ row, today, onDo }: RowProps<Overview['beginnings'][number]>) {
  const t = useTranslations('Overview');
  return (
    <TodayRow
      icon={keyRoundIcon}
      end={<When words={t('lease_starts')} on={row.startsOn} today={today} />}
      actions={
        onDo && (
          <Button
            look="tertiary"
            size="sm"
            icon={keyRoundIcon}
            onClick={() =>
              onDo({
                kind: 'handover',
                leaseId: row.leaseId,
                units: row.units.map(({ unitId, unitName }) => ({ id: unitId, name: unitName })),
              })
            }
          >
            {t('handover')}
          </Button>
        )
      }
    >
      <LeasePlace lease={row} />
    </TodayRow>
  );
}

/** Money to be paid back; where it came from is said on the account. */
export function CreditRow({ row, today, onDo }: RowProps<Overview['credits'][number]>) {
  const t = useTranslations('Overview');
  const [tenant] = row.tenants;
  return (
    <TodayRow
      icon={coinsIcon}
      end={
        <>
          <Money amountCents={row.cents} className="text-base font-medium" />
          <p className="text-muted">{t('credit')}</p>
        </>
      }
      actions={
        <>
          {onDo && (
            <Button size="sm" onClick={() => onDo({ kind: 'refund', ...row, today })}>
              {t('payBack')}
            </Button>
          )}
          {tenant && (
            <LinkButton
              look="tertiary"
              size="sm"
              href={{ pathname: '/tenant/[id]/account', params: { id: tenant.id } }}
            >
              {t('toAccount')}
            </LinkButton>
          )}
        </>
      }
    >
      <LeasePlace lease={row} isAccount />
    </TodayRow>
  );
}

export function When({ words, on, today }: { words: string; on: string; today: string }) {
  const t = useTranslations('Overview');
  return (
    <>
      <p className="font-medium">
        {words} <DateText day={on} />
      </p>
      <p className="text-muted">{t('inDays', { days: daysBetween(today, on) })}</p>
    </>
  );
}
