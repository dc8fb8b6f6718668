import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Icon } from '@/components/icon';
import {
  banIcon,
  banknoteIcon,
  coinsIcon,
  doorOpenIcon,
  ellipsisIcon,
  fileTextIcon,
  flameIcon,
  handCoinsIcon,
  keyRoundIcon,
  mailIcon,
  percentIcon,
  receiptTextIcon,
  refreshCwIcon,
} from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { lazyPart } from '@/components/lazy-part';
import { Menu, type MenuEntry } from '@/components/menu';
import { placeWords } from '@/domain/names';
import { useGo } from '@/i18n/use-go';
import { firstOfMonth, lastOfMonth, maxDate, minDate, monthOf } from '@/lib/calendar';
import { hasHousehold } from '@/statement/house';
import { trpc } from '@/trpc/client';
import { type LeaseRow, presentOf } from './lease-words';

const PaymentDialog = lazyDialog(
  async () => (await import('@/features/rent-account/components/payment-dialog')).PaymentDialog,
);

const ReduceRentDialog = lazyDialog(
  async () => (await import('@/features/rent-account/components/reduce-rent-dialog')).ReduceRentDialog,
);

const PostChargeDialog = lazyDialog(
  async () => (await import('@/features/rent-account/components/post-charge-dialog')).PostChargeDialog,
);

// Each brings a form along; a list that offers them stays light.
const EndLeaseDialog = lazyPart(async () => ({
  default: (await import('./end-lease-dialog')).EndLeaseDialog,
}));
const RenewLeaseDialog = lazyPart(async () => ({
  default: (await import('./renew-lease-dialog')).RenewLeaseDialog,
}));
const FollowUpDialog = lazyPart(async () => ({
  default: (await import('./follow-up-dialog')).FollowUpDialog,
}));
const CarryOverDialog = lazyPart(async () => ({
  default: (await import('./carry-over-dialog')).CarryOverDialog,
}));
const ContractDialog = lazyPart(async () => ({
  default: (await import('./contract/contract-dialog')).ContractDialog,
}));

const VoidLeaseDialog = lazyDialog(async () => (await import('./void-lease-dialog')).VoidLeaseDialog);

const Co2RefundDialog = lazyDialog(async () => (await import('./co2-refund-dialog')).Co2RefundDialog);

const NewHandoverDialog = lazyDialog(
  async () => (await import('@/features/handover/components/new-handover-dialog')).NewHandoverDialog,
);

type Doing =
  | 'handover'
  | 'payment'
  | 'charge'
  | 'reduce'
  | 'refund'
  | 'contract'
  | 'rent'
  | 'end'
  | 'renew'
  | 'carryOver'
  | 'void';

/** Everything one does with a lease, in a menu; the dialogs it opens live here. */
export function LeaseActions({
  lease,
  today,
  canEdit = true,
}: {
  lease: LeaseRow;
  today: string;
  /** Otherwise there is only the contract to read. */
  canEdit?: boolean;
}) {
  const t = useTranslations('LeaseList');
  const go = useGo();
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const [doing, setDoing] = useState<Doing | 'followUp' | null>(null);
  const close = () => setDoing(null);
  const names = presentOf(lease.tenants)
    .map((tenant) => tenant.name)
    .join(', ');
  const isGerman = portfolio.jurisdiction === 'DE' && lease.units.every(({ country }) => country === 'DE');
  const choices = [{ id: lease.id, label: `${names} · ${placeWords(presentOf(lease.units))}` }];
  const entry = (id: Doing, icon: string, tone: MenuEntry['tone'] = 'plain'): MenuEntry => ({
    id,
    icon,
    tone,
    label: t(`actions.${id}`),
    onSelect: () => setDoing(id),
  });
  const [recipient = lease.tenants[0]] = presentOf(lease.tenants);
  const letter = recipient && {
    id: 'letter',
    icon: mailIcon,
    label: t('actions.letter'),
    onSelect: () =>
      go({
        pathname: '/tenant/[id]/leases/[leaseId]/letter',
        params: { id: recipient.id, leaseId: lease.id },
      }),
  };
  const groups =
    lease.state === 'void' || !canEdit
      ? [[entry('contract', fileTextIcon)]]
      : [
          [
            entry('payment', banknoteIcon),
            entry('charge', receiptTextIcon),
            entry('reduce', percentIcon),
            // Elsewhere nobody shares what CO₂ costs, and a garage is not heated.
            ...(isGerman && lease.units.some(hasHousehold) ? [entry('refund', flameIcon)] : []),
          ],
          [entry('contract', fileTextIcon), entry('rent', coinsIcon), entry('handover', keyRoundIcon)],
          ...(letter ? [[letter]] : []),
          [
            entry('end', doorOpenIcon),
            ...(lease.endsOn ? [entry('renew', refreshCwIcon), entry('carryOver', handCoinsIcon)] : []),
          ],
          [entry('void', banIcon, 'danger')],
        ];
  return (
    <>
      <Menu
        label={t('actionsOf', { names })}
        trigger={<Icon icon={ellipsisIcon} />}
        iconOnly
        size="sm"
        groups={groups}
      />
      {doing === 'payment' && <PaymentDialog leases={choices} onClose={close} />}
      {doing === 'charge' && <PostChargeDialog leases={choices} today={today} onClose={close} />}
      {doing === 'reduce' && (
        <ReduceRentDialog leaseId={lease.id} period={monthAround(lease, today)} onClose={close} />
      )}
      {doing === 'refund' && <Co2RefundDialog units={presentOf(lease.units)} today={today} onClose={close} />}
      {doing === 'handover' && (
        <NewHandoverDialog leaseId={lease.id} state={lease.state} units={unitsOf(lease)} onClose={close} />
      )}
      {doing === 'void' && <VoidLeaseDialog lease={lease} onClose={close} />}
      <Suspense>
        {doing === 'contract' && (
          <ContractDialog leaseId={lease.id} today={today} canEdit={canEdit} onClose={close} />
        )}
        {doing === 'rent' && (
          <ContractDialog
            leaseId={lease.id}
            today={today}
            canEdit
            initial={{ kind: 'rent' }}
            onClose={close}
          />
        )}
        {doing === 'end' && <EndLeaseDialog lease={lease} today={today} onClose={close} />}
        {doing === 'renew' && (
          <RenewLeaseDialog lease={lease} onClose={close} onFollowUp={() => setDoing('followUp')} />
        )}
        {doing === 'carryOver' && <CarryOverDialog leaseId={lease.id} onClose={close} />}
        {doing === 'followUp' && <FollowUpDialog leaseId={lease.id} onClose={close} />}
      </Suspense>
    </>
  );
}

/** The month of today, or the last or first one of the lease. */
function monthAround({ startsOn, endsOn }: LeaseRow, today: string) {
  const day = maxDate(startsOn, minDate(today, endsOn));
  return {
    from: maxDate(startsOn, firstOfMonth(monthOf(day))),
    to: minDate(lastOfMonth(monthOf(day)), endsOn),
  };
}

/** Each unit once, those of today first; the garage that was given back has its hand-over, too. */
function unitsOf(lease: LeaseRow): { id: string; name: string }[] {
  const units = [...presentOf(lease.units), ...lease.units];
  return [...new Map(units.map(({ id, name }) => [id, { id, name }])).values()];
}
