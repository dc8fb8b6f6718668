import 'server-only';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import type { MemberRole } from '@/domain/vocabulary';
import { requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { findElsewhere, notFoundTitle, orNull } from '@/features/portfolio/record-gate';
import { getWords } from '@/features/portfolio/words-gate';
import type { PropertyDetails } from '@/features/property/components/use-property';
import { type CalendarDate, todayIn } from '@/lib/calendar';
import { trpc } from '@/trpc/server';

export type PropertyPart =
  | 'tenants'
  | 'rent'
  | 'recurring'
  | 'statement'
  | 'documents'
  | 'statistics'
  | 'secondary'
  | 'danger';

type Opened =
  | { elsewhere: { id: string; name: string } }
  | { property: PropertyDetails; role: MemberRole; canEdit: boolean; today: CalendarDate };

const findProperty = cache((id: string) => orNull(trpc.property.get({ id })));

/** The property of this address, or the user's other portfolio that has it; neither is a page not found. */
export const openProperty = cache(async (id: string): Promise<Opened> => {
  const portfolio = await requirePortfolio();
  const property = await findProperty(id);
  if (!property) {
    const elsewhere = await findElsewhere('property', id);
    if (!elsewhere) notFound();
    return { elsewhere };
  }
  return {
    property,
    role: portfolio.role,
    canEdit: portfolio.role !== 'viewer',
    today: todayIn(portfolio.timeZone, new Date()),
  };
});

/** What a page below the layout goes by; null while the layout leads to another portfolio. */
export async function enterProperty(params: Promise<{ id: string }>) {
  const opened = await openProperty((await params).id);
  return 'elsewhere' in opened ? null : opened;
}

export async function propertyTitle(params: Promise<{ id: string }>, part?: PropertyPart): Promise<Metadata> {
  const [{ id }, t] = await Promise.all([params, getWords('PropertyPage')]);
  await requirePortfolio();
  const name = (await findProperty(id))?.name ?? ((await findElsewhere('property', id)) && t('title'));
  if (name) return { title: part ? `${t(part)} · ${name}` : name };
  return notFoundTitle();
}
