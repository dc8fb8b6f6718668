import 'server-only';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import type { MemberRole } from '@/domain/vocabulary';
import { requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { findElsewhere, orNull } from '@/features/portfolio/record-gate';
import type { TenantValues } from '@/features/tenant/components/tenant-fields';
import { type CalendarDate, todayIn } from '@/lib/calendar';
import { trpc } from '@/trpc/server';

export type TenantPart = 'leases' | 'account' | 'documents' | 'danger';

type Opened =
  | { elsewhere: { id: string; name: string } }
  | { tenant: TenantValues; role: MemberRole; canEdit: boolean; today: CalendarDate };

const findTenant = cache((id: string) => orNull(trpc.tenant.get({ id })));

/** The tenant of this address, or the user's other portfolio that has them; neither is a page not found. */
export const openTenant = cache(async (id: string): Promise<Opened> => {
  const { role, timeZone } = await requirePortfolio();
  const tenant = await findTenant(id);
  if (!tenant) {
    const elsewhere = await findElsewhere('tenant', id);
    if (!elsewhere) notFound();
    return { elsewhere };
  }
  return { tenant, role, canEdit: role !== 'viewer', today: todayIn(timeZone, new Date()) };
});

/** What a page below the layout goes by; null while the layout leads to another portfolio. */
export async function enterTenant(params: Promise<{ id: string }>) {
  const opened = await openTenant((await params).id);
  return 'elsewhere' in opened ? null : opened;
}

/** A lease that the tenant has or had a part in. */
export const openLease = cache(async (tenantId: string, leaseId: string) => {
  const lease = await orNull(trpc.lease.get({ id: leaseId }));
  if (!lease?.tenants.some(({ id }) => id === tenantId)) notFound();
  return lease;
});

/** A record of handing over that belongs to this lease. */
export const openHandover = cache(async (leaseId: string, handoverId: string) => {
  const record = await orNull(trpc.handover.get({ id: handoverId }));
  if (record?.leaseId !== leaseId) notFound();
  return record;
});

export async function tenantTitle(params: Promise<{ id: string }>, part?: TenantPart): Promise<Metadata> {
  const [{ id }, t] = await Promise.all([params, getTranslations('TenantPage')]);
  await requirePortfolio();
  const name = (await findTenant(id))?.name ?? ((await findElsewhere('tenant', id)) && t('title'));
  if (name) return { title: part ? `${t(part)} · ${name}` : name };
  const words = await getTranslations('NotFound');
  return { title: { absolute: words('documentTitle') } };
}
