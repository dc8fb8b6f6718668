import { useTranslations } from 'next-intl';
import { DateText } from '@/components/date-text';
import { fileTextIcon } from '@/components/icons';
import { LinkButton } from '@/components/link-button';
import { writePeriod } from '@/features/statement/period-params';
import { Link } from '@/i18n/navigation';
import { type Period, wholeYear } from '@/lib/period';
import type { Outputs } from '@/trpc/outputs';
import { When } from './today-lease-rows';
import { TodayRow } from './today-row';

type Due = Outputs['overview']['get']['statements'][number];

/** A finished year of operating costs whose statement has to reach the tenants by a day, or had to: settled or not. */
export function StatementRow({ row, today }: { row: Due; today: string }) {
  const t = useTranslations('Overview');
  const isOver = row.deadline < today;
  const href = {
    pathname: '/property/[id]/statement/[period]',
    params: { id: row.propertyId, period: writePeriod(row) },
  } as const;
  return (
    <TodayRow
      icon={fileTextIcon}
      tone={isOver ? 'danger' : 'plain'}
      end={
        isOver ? (
          <p className="font-medium text-danger">
            {t('statementLate')} <DateText day={row.deadline} />
          </p>
        ) : (
          <When
            words={t(row.unsent === null ? 'statementDue' : 'lettersDue')}
            on={row.deadline}
            today={today}
          />
        )
      }
      actions={
        <LinkButton
          look="tertiary"
          size="sm"
          href={href}
          aria-label={`${t('toStatement')}: ${row.propertyName}`}
        >
          {t('toStatement')}
        </LinkButton>
      }
    >
      <p className="line-clamp-2 break-words">
        <Link href={href} className="font-medium hover:underline">
          {row.propertyName}
        </Link>
      </p>
      <p className="line-clamp-2 break-words text-sm text-muted">
        <OfPeriod words="statementOf" period={row} />
      </p>
      {row.unsent !== null && (
        <p className="text-sm text-muted">{t('lettersUnsent', { count: row.unsent })}</p>
      )}
      {row.waits && <Waiting {...row.waits} />}
    </TodayRow>
  );
}

/** A calendar year by its number, any other period by its days. */
function OfPeriod({ words, period }: { words: 'statementOf' | 'objectionAgainst'; period: Period }) {
  const t = useTranslations('Overview');
  const year = wholeYear(period);
  if (year !== null) return t(`${words}Year`, { year: String(year) });
  return t.rich(words, {
    from: () => <DateText day={period.from} />,
    to: () => <DateText day={period.to} />,
  });
}

/** The paper of an owners' association is missing, and what was done to have it. */
function Waiting({ count, lastOn }: NonNullable<Due['waits']>) {
  const t = useTranslations('Overview');
  return (
    <p className="text-sm text-muted">
      {t('associationMissing')}{' '}
      {lastOn === null
        ? t('associationNotReminded')
        : t.rich('associationReminded', { count, day: () => <DateText day={lastOn} /> })}
    </p>
  );
}

type Unanswered = Outputs['overview']['get']['objections'][number];

/** What a tenant has said against a statement, and nobody has answered yet. */
export function ObjectionRow({ row, canEdit }: { row: Unanswered; canEdit: boolean }) {
  const t = useTranslations('Overview');
  const href = {
    pathname: '/property/[id]/statement/[period]',
    params: { id: row.propertyId, period: writePeriod(row) },
    hash: '#objections',
  } as const;
  return (
    <TodayRow
      icon={fileTextIcon}
      end={
        <p className="font-medium">
          {t('objectionSince')} <DateText day={row.receivedOn} />
        </p>
      }
      actions={
        <LinkButton look="tertiary" size="sm" href={href}>
          {t(canEdit ? 'toObjection' : 'look')}
        </LinkButton>
      }
    >
      <p className="line-clamp-2 break-words">
        <Link href={href} className="font-medium hover:underline">
          {row.tenants.map((tenant) => tenant.name).join(', ') || row.propertyName}
        </Link>
      </p>
      <p className="line-clamp-2 break-words text-sm text-muted">
        <OfPeriod words="objectionAgainst" period={row} />
        {' · '}
        {row.propertyName}
      </p>
    </TodayRow>
  );
}
