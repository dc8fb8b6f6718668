import 'server-only';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { placeWords } from '@/domain/names';
import type { MemberRole } from '@/domain/vocabulary';
import { requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { findElsewhere, notFoundTitle, orNull } from '@/features/portfolio/record-gate';
import { getWords } from '@/features/portfolio/words-gate';
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
export const findLease = cache(async (tenantId: string, leaseId: string) => {
  const lease = await orNull(trpc.lease.get({ id: leaseId }));
  return lease?.tenants.some(({ id }) => id === tenantId) ? lease : null;
});

/** A record of handing over that belongs to such a lease. */
export const findHandover = cache(async (tenantId: string, leaseId: string, id: string) => {
  const [lease, record] = await Promise.all([
    findLease(tenantId, leaseId),
    orNull(trpc.handover.get({ id })),
  ]);
  return lease && record?.leaseId === leaseId ? record : null;
});

export async function tenantTitle(params: Promise<{ id: string }>, part?: TenantPart): Promise<Metadata> {
  const [{ id }, t] = await Promise.all([params, getWords('TenantPage')]);
  await requirePortfolio();
  const name = (await findTenant(id))?.name ?? ((await findElsewhere('tenant', id)) && t('title'));
  if (name) return { title: part ? `${t(part)} · ${name}` : name };
  return notFoundTitle();
}

export async function leaseTitle(
  params: Promise<{ id: string; leaseId: string; handoverId?: string }>,
): Promise<Metadata> {
  const { id, leaseId, handoverId } = await params;
  await requirePortfolio();
  const tenant = await findTenant(id);
  const lease = tenant && (await findLease(id, leaseId));
  if (!lease) {
    // Of another of one's own portfolios: the page asks whether to go there.
    if (tenant || !(await findElsewhere('tenant', id))) return notFoundTitle();
    return { title: (await getWords('TenantPage'))('title') };
  }
  if (handoverId === undefined) return { title: `${placeWords(lease.units)} · ${tenant.name}` };
  const t = await getWords('Handover');
  const record = await findHandover(id, leaseId, handoverId);
  return record ? { title: `${t('title')} · ${tenant.name}` } : notFoundTitle();
}
