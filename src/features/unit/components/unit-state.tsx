import { useTranslations } from 'next-intl';
import { StatusChip } from '@/components/status-chip';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { Outputs } from '@/trpc/outputs';

export type UnitRow = Outputs['unit']['list'][number];
export type UnitPeriod = NonNullable<UnitRow['period']>;

/** A unit as a dialog names it. */
export type NamedUnit = Pick<UnitRow, 'id' | 'name'> & { kind?: UnitRow['kind'] };

/** How a unit is used today, in a word; what changes soon stands in it. */
export function UnitState({ unit }: { unit: UnitRow }) {
  const t = useTranslations('Unit.state');
  const formats = useFormats();
  const { currentLease, upcomingLease } = unit;
  if (unit.archivedAt) return <StatusChip>{t('archived')}</StatusChip>;
  if (unit.isSold) return <StatusChip>{t('sold')}</StatusChip>;
  if (currentLease?.endsOn) {
    return (
      <StatusChip tone="warning">{t('until', { day: formatDate(currentLease.endsOn, formats) })}</StatusChip>
    );
  }
  if (currentLease) return <StatusChip tone="success">{t('let')}</StatusChip>;
  if (upcomingLease) {
    return (
      <StatusChip tone="accent">{t('from', { day: formatDate(upcomingLease.startsOn, formats) })}</StatusChip>
    );
  }
  if (unit.comesOn) {
    return <StatusChip>{t('joins', { day: formatDate(unit.comesOn, formats) })}</StatusChip>;
  }
  if (unit.period?.ownUse) return <StatusChip>{t('ownUse')}</StatusChip>;
  return <StatusChip tone="warning">{t('vacant')}</StatusChip>;
}
