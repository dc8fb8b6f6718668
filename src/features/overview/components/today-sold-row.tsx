import { useTranslations } from 'next-intl';
import { DateText } from '@/components/date-text';
import { fileTextIcon } from '@/components/icons';
import { LinkButton } from '@/components/link-button';
import { Link } from '@/i18n/navigation';
import type { Outputs } from '@/trpc/outputs';
import { TodayRow } from './today-row';

/** A sold house of which rents are booked for days that are the buyer's. */
export function SoldRow({
  row,
  canEdit,
}: {
  row: Outputs['overview']['get']['sold'][number];
  canEdit: boolean;
}) {
  const t = useTranslations('Overview');
  const href = { pathname: '/property/[id]', params: { id: row.propertyId }, hash: '#sold-months' } as const;
  return (
    <TodayRow
      icon={fileTextIcon}
      end={
        <p className="font-medium">
          {t('sold')} <DateText day={row.soldOn} />
        </p>
      }
      actions={
        <LinkButton look="tertiary" size="sm" href={href}>
          {t(canEdit ? 'toSold' : 'look')}
        </LinkButton>
      }
    >
      <p className="line-clamp-2 break-words">
        <Link href={href} className="font-medium hover:underline">
          {row.propertyName}
        </Link>
      </p>
      <p className="text-sm text-muted">{t('soldMonths', { months: row.months, leases: row.leases })}</p>
    </TodayRow>
  );
}
