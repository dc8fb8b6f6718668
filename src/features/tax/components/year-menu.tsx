import { useTranslations } from 'next-intl';
import { Icon } from '@/components/icon';
import { chevronDownIcon } from '@/components/icons';
import { Menu } from '@/components/menu';

/** Chooses the year of a return. */
export function YearMenu({
  year,
  years,
  onChoose,
}: {
  year: number;
  years: readonly number[];
  onChoose: (year: number) => void;
}) {
  const t = useTranslations('Tax');
  return (
    <Menu
      label={`${t('year')}: ${year}`}
      look="outline"
      size="sm"
      trigger={
        <>
          {year}
          <Icon icon={chevronDownIcon} />
        </>
      }
      groups={[
        years.map((one) => ({
          id: String(one),
          label: String(one),
          current: one === year,
          onSelect: () => onChoose(one),
        })),
      ]}
    />
  );
}
