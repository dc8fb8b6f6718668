import { useTranslations } from 'next-intl';
import { landmarkIcon } from '@/components/icons';
import { LinkButton } from '@/components/link-button';
import { LINES_COUNTED } from '../pages';
import { TodayRow } from './today-row';

/** What the bank's files brought and nobody has decided. */
export function BankRow({
  count,
  isAnyoneOwing,
  canEdit,
}: {
  count: number;
  isAnyoneOwing: boolean;
  canEdit: boolean;
}) {
  const t = useTranslations('Overview');
  return (
    <TodayRow
      icon={landmarkIcon}
      end={null}
      actions={
        <LinkButton look="tertiary" size="sm" href="/dashboard/rent/bank">
          {t(canEdit ? 'bankLinesAssign' : 'look')}
        </LinkButton>
      }
    >
      <p className="font-medium">
        {count < LINES_COUNTED ? t('bankLines', { count }) : t('bankLinesMany', { count: LINES_COUNTED - 1 })}
      </p>
      {isAnyoneOwing && <p className="text-sm text-muted">{t('bankLinesText')}</p>}
    </TodayRow>
  );
}
