import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { Button } from '@/components/button';
import { banknoteIcon, chevronLeftIcon, chevronRightIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { lazyPart } from '@/components/lazy-part';
import { SegmentedChoice } from '@/components/segmented-choice';
import { SkeletonRows } from '@/components/skeleton';
import { PaymentDialog } from '@/features/rent-account/components/payment-dialog';
import { formatMoney, formatMonth } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { type CalendarDate, lastOfMonth, type Month, monthOf } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { monthsBeside, otherView, type RentsView, readRentsView, writeRentsView } from '../month-params';
import { type Payable, partiesOf } from './parties';
import { PostDueRent } from './post-due-rent';
import { type MonthRow, monthInput, RentMonth } from './rent-month';

const RentYear = lazyPart(() => import('./rent-year').then((part) => ({ default: part.RentYear })));
const PayOverdueDialog = lazyDialog(() =>
  import('./pay-overdue-dialog').then((part) => part.PayOverdueDialog),
);

/** The rents of all leases: this month first, a year behind it. The address says which. */
export function Rents({
  today,
  remind,
}: {
  today: CalendarDate;
  /** What reminds a lease that is behind. */
  remind: (row: MonthRow) => ReactNode;
}) {
  const t = useTranslations('RentPage');
  const [{ role }] = trpc.portfolio.get.useSuspenseQuery();
  const address = useSearchParams().toString();
  // What is in sight stays until the next is there.
  const shownAddress = useDeferredValue(address);
  const view = readRentsView(new URLSearchParams(address), today);
  const shown = readRentsView(new URLSearchParams(shownAddress), today);
  const [paying, setPaying] = useState<Payable | null>(null);
  const canEdit = role !== 'viewer';
  const onPay = canEdit ? setPaying : null;
  const isLoading = shownAddress !== address;

  function go(next: RentsView) {
    const text = writeRentsView(next, today).toString();
    // An entry of its own: "back" leads to what was shown before.
    window.history.pushState(null, '', `${window.location.pathname}${text === '' ? '' : `?${text}`}`);
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-3 pb-4 md:gap-x-6">
        {view.kind === 'month' ? (
          <MonthSwitch month={view.month} onMonth={(month) => go({ ...view, month })} />
        ) : (
          <span />
        )}
        <div className="flex flex-wrap items-center gap-2">
          {canEdit && <PostDueRent />}
          <SegmentedChoice
            label={t('view')}
            options={[
              { value: 'month', label: t('views.month') },
              { value: 'year', label: t('views.year') },
            ]}
            value={view.kind}
            onChange={() => go(otherView(view, today))}
          />
        </div>
      </div>
      <Suspense fallback={<SkeletonRows count={6} />}>
        {shown.kind === 'month' ? (
          <>
            <MonthSentence view={shown} today={today} canEdit={canEdit} onView={go} />
            <div className="overflow-clip rounded-2xl bg-surface shadow-surface">
              <RentMonth
                view={shown}
                isLoading={isLoading}
                onAll={() => go({ ...shown, openOnly: false })}
                onPay={onPay}
                remind={remind}
              />
            </div>
          </>
        ) : (
          <div className="overflow-clip rounded-2xl bg-surface shadow-surface">
            <RentYear
              propertyId={null}
              year={shown.year}
              isLoading={isLoading}
              onYear={(year) => go({ kind: 'year', year })}
              onPay={onPay}
            />
          </div>
        )}
      </Suspense>
      {paying && (
        <PaymentDialog
          leases={[{ id: paying.leaseId, label: partiesOf(paying) }]}
          leaseId={paying.leaseId}
          chargeId={paying.id}
          onClose={() => setPaying(null)}
        />
      )}
    </>
  );
}

function MonthSwitch({ month, onMonth }: { month: Month; onMonth: (month: Month) => void }) {
  const t = useTranslations('RentPage');
  const formats = useFormats();
  const { before, after } = monthsBeside(month);
  const step = (to: Month | null, icon: string, words: 'monthBefore' | 'monthAfter') => (
    <Button
      look="ghost"
      size="sm"
      iconOnly
      icon={icon}
      aria-label={to === null ? t('noMonth') : t(words, { month: formatMonth(to, formats) })}
      disabled={to === null}
      onClick={() => to !== null && onMonth(to)}
    />
  );
  return (
    <div className="-ms-2 flex items-center gap-1">
      {step(before, chevronLeftIcon, 'monthBefore')}
      <h2 className="min-w-32 text-center text-lg font-semibold md:min-w-36" aria-live="polite">
        {formatMonth(month, formats)}
      </h2>
      {step(after, chevronRightIcon, 'monthAfter')}
    </div>
  );
}

/** How much of the month is in, which rows are shown, and everything overdue at once. */
function MonthSentence({
  view,
  today,
  canEdit,
  onView,
}: {
  view: Extract<RentsView, { kind: 'month' }>;
  today: CalendarDate;
  canEdit: boolean;
  onView: (view: RentsView) => void;
}) {
  const t = useTranslations('RentPage');
  const formats = useFormats();
  const [isPayingAll, setPayingAll] = useState(false);
  const [pages] = trpc.charge.month.useSuspenseInfiniteQuery(monthInput(view), {
    getNextPageParam: (page) => page.nextCursor,
  });
  const total = pages.pages[0]?.total;
  if (!total || total.leases === 0) return null;
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pb-4">
      <p role="status">
        {t(total.openLeases === 0 ? 'allIn' : 'sentence', {
          received: money(total.receivedCents),
          due: money(total.dueCents),
          count: total.openLeases,
        })}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedChoice
          label={t('show')}
          options={[
            { value: 'all', label: t('shows.all') },
            { value: 'open', label: t('shows.open') },
          ]}
          value={view.openOnly ? 'open' : 'all'}
          onChange={(value) => onView({ ...view, openOnly: value === 'open' })}
        />
        {canEdit && view.month === monthOf(today) && total.openLeases > 1 && (
          <Button size="sm" icon={banknoteIcon} onClick={() => setPayingAll(true)}>
            {t('several')}
          </Button>
        )}
      </div>
      {isPayingAll && (
        <PayOverdueDialog
          propertyId={null}
          dueThrough={lastOfMonth(view.month)}
          onClose={() => setPayingAll(false)}
        />
      )}
    </div>
  );
}
