'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Icon } from '@/components/icon';
import {
  banIcon,
  banknoteIcon,
  coinsIcon,
  doorOpenIcon,
  ellipsisIcon,
  receiptIcon,
} from '@/components/icons';
import { Menu, type MenuEntry } from '@/components/menu';
import { PostChargeDialog } from '@/features/charge/components/post-charge-dialog';
import { PaymentDialog } from '@/features/payment/components/payment-dialog';
import { AgreeRentDialog } from '@/features/rent/components/agree-rent-dialog';
import { EndLeaseDialog } from './end-lease-dialog';
import { type LeaseRow, placeWords } from './lease-words';
import { VoidLeaseDialog } from './void-lease-dialog';

type Doing = 'payment' | 'rent' | 'charge' | 'end' | 'void';

/** Everything one does with a lease, in a menu; the dialogs it opens live here. */
export function LeaseActions({ lease, today }: { lease: LeaseRow; today: string }) {
  const t = useTranslations('LeaseList');
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  if (lease.state === 'void') return null;
  const names = lease.tenants.map((tenant) => tenant.name).join(', ');
  const choices = [{ id: lease.id, label: `${names} · ${placeWords(lease.units)}` }];
  const entry = (id: Doing, icon: string, tone: MenuEntry['tone'] = 'plain'): MenuEntry => ({
    id,
    icon,
    tone,
    label: t(`actions.${id}`),
    onSelect: () => setDoing(id),
  });
  return (
    <>
      <Menu
        label={t('actionsOf', { names })}
        trigger={<Icon icon={ellipsisIcon} />}
        iconOnly
        size="sm"
        groups={[
          [entry('payment', banknoteIcon), entry('charge', receiptIcon)],
          [entry('rent', coinsIcon), entry('end', doorOpenIcon)],
          [entry('void', banIcon, 'danger')],
        ]}
      />
      {doing === 'payment' && <PaymentDialog leases={choices} onClose={close} />}
      {doing === 'rent' && <AgreeRentDialog leaseId={lease.id} today={today} onClose={close} />}
      {doing === 'charge' && <PostChargeDialog leases={choices} today={today} onClose={close} />}
      {doing === 'end' && <EndLeaseDialog lease={lease} today={today} onClose={close} />}
      {doing === 'void' && <VoidLeaseDialog lease={lease} onClose={close} />}
    </>
  );
}
