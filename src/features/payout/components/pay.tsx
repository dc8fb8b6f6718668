import { useTranslations } from 'next-intl';
import { useDeferredValue, useState } from 'react';
import { EmptyState } from '@/components/empty-state';
import { DateField } from '@/components/form/date-field';
import { coinsIcon, landmarkIcon } from '@/components/icons';
import { LinkButton } from '@/components/link-button';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import { PayForm } from './pay-form';

/** What may be paid out on a day. */
export function Pay({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('Payouts');
  const formats = useFormats();
  const [wishedOn, setWishedOn] = useState<string | null>(null);
  // What was shown stays until the other day is there.
  const shownFor = useDeferredValue(wishedOn);
  const [payable] = trpc.payout.payable.useSuspenseQuery({ wishedOn: shownFor });
  if (payable.rows.length === 0) {
    return (
      <div className="rounded-2xl bg-surface shadow-surface">
        <EmptyState level={2} icon={coinsIcon} title={t('nothingTitle')}>
          {t('nothingText')}
        </EmptyState>
      </div>
    );
  }
  if (payable.accounts.length === 0) {
    const action = canEdit && (
      <LinkButton href={{ pathname: '/dashboard/settings/landlords', hash: '#accounts' }}>
        {t('needAccount')}
      </LinkButton>
    );
    return (
      <div className="rounded-2xl bg-surface shadow-surface">
        <EmptyState level={2} icon={landmarkIcon} title={t('needTitle')} action={action}>
          {t('needText')}
        </EmptyState>
      </div>
    );
  }
  const day = (
    <DateField
      name={null}
      label={t('executeOn')}
      hint={t('executeHint', { day: formatDate(payable.executeOn, formats) })}
      defaultDay={payable.executeOn}
      onDayChange={setWishedOn}
      className="max-w-72"
    />
  );
  return <PayForm payable={payable} day={day} canEdit={canEdit} isStale={shownFor !== wishedOn} />;
}
