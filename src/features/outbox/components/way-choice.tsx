import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { SegmentedChoice } from '@/components/segmented-choice';
import { type LetterWay, letterWays } from '@/domain/vocabulary';

/** How letters go; by mail only where that can be. What it means stands below. */
export function WayChoice({
  label,
  canMail,
  value,
  onChange,
  children,
}: {
  label: string;
  canMail: boolean;
  value: LetterWay;
  onChange: (way: LetterWay) => void;
  children: ReactNode;
}) {
  const t = useTranslations('Reminder.ways');
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-muted">{label}</p>
      <SegmentedChoice
        label={label}
        options={letterWays
          .filter((one) => one !== 'mail' || canMail)
          .map((one) => ({ value: one, label: t(one) }))}
        value={value}
        onChange={onChange}
      />
      {children}
    </div>
  );
}
