import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { doorOpenIcon, userPlusIcon } from '@/components/icons';
import { Link } from '@/i18n/navigation';
import type { Outputs } from '@/trpc/outputs';
import type { Doing } from './today-dialogs';
import { TodayRow } from './today-row';

type Overview = Outputs['overview']['get'];
type OnDo = ((doing: Doing) => void) | null;

/** A unit that stands empty and is promised to nobody. */
export function VacancyRow({
  unit,
  today,
  onDo,
}: {
  unit: Overview['vacancies'][number];
  today: string;
  onDo: OnDo;
}) {
  const t = useTranslations('Overview');
  const { propertyId, unitId, since } = unit;
  const isNamed = !unit.isOnlyUnit && unit.unitName !== unit.propertyName;
  return (
    <TodayRow
      icon={doorOpenIcon}
      end={
        <p className="font-medium">
          {since === null ? t('vacantNever') : t.rich('vacantSince', { day: () => <DateText day={since} /> })}
        </p>
      }
      actions={
        onDo && (
          <Button
            size="sm"
            icon={userPlusIcon}
            onClick={() => onDo({ kind: 'let', propertyId, unitId, from: today })}
          >
            {t('let')}
          </Button>
        )
      }
    >
      <p className="line-clamp-2 break-words">
        <Link
          href={{ pathname: '/property/[id]', params: { id: propertyId } }}
          className="font-medium hover:underline"
        >
          {isNamed ? unit.unitName : unit.propertyName}
        </Link>
      </p>
      {isNamed && <p className="line-clamp-2 break-words text-sm text-muted">{unit.propertyName}</p>}
    </TodayRow>
  );
}
