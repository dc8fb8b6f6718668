'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { plusIcon, refreshCwIcon } from '@/components/icons';
import { Section } from '@/components/section';
import type { BookingPlace } from '@/features/transaction/components/transaction-form';
import { TransactionList } from '@/features/transaction/components/transaction-list';
import type { BookingFilter } from '@/features/transaction/search-params';
import { trpc } from '@/trpc/client';
import { RecurringDialog } from './recurring-dialog';
import { RecurringList } from './recurring-list';

/**
 * Income and expenses beside the rent: what comes back, and what is booked. On a property that property's; on
 * the overview the portfolio's own recurring items and every booking.
 */
export function BookingSection({
  anchor,
  property,
  initialFilter,
  today,
  canEdit,
}: {
  anchor: string;
  property: BookingPlace | null;
  initialFilter: BookingFilter;
  today: string;
  canEdit: boolean;
}) {
  const t = useTranslations('Bookings');
  const [items] = trpc.recurring.list.useSuspenseQuery({ propertyId: property?.id ?? null });
  const [dialog, setDialog] = useState<'transaction' | 'recurring' | null>(null);
  const close = () => setDialog(null);
  return (
    <Section
      id={anchor}
      title={t('title')}
      description={t(property ? 'text' : 'portfolioText')}
      flush
      actions={
        canEdit && (
          <>
            <Button look="tertiary" size="sm" icon={refreshCwIcon} onClick={() => setDialog('recurring')}>
              {t('newRecurring')}
            </Button>
            <Button size="sm" icon={plusIcon} onClick={() => setDialog('transaction')}>
              {t('newTransaction')}
            </Button>
          </>
        )
      }
    >
      <RecurringList property={property} items={items} today={today} canEdit={canEdit} />
      <div className="border-t border-separator">
        <h3 className="px-5 pt-5 text-sm font-medium md:px-6">{t('bookings')}</h3>
        <TransactionList
          {...{ property, initialFilter, today, canEdit }}
          isBooking={dialog === 'transaction'}
          onClose={close}
        />
      </div>
      {dialog === 'recurring' && (
        <RecurringDialog property={property} item={null} today={today} onClose={close} />
      )}
    </Section>
  );
}
