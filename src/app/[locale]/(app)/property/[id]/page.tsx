import { TRPCError } from '@trpc/server';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache, Suspense } from 'react';
import { MAIN_ID } from '@/components/frame/skip-link';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonSection } from '@/components/skeleton-section';
import { DocumentGate } from '@/features/document/components/document-gate';
import { PropertyLeases } from '@/features/lease/components/property-leases';
import { SwitchPortfolio } from '@/features/portfolio/components/switch-portfolio';
import { getOwnPortfolios, requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { BookingGate } from '@/features/recurring/components/booking-gate';
import { PropertyRentSection } from '@/features/rent/components/property-rent-section';
import { LEASE_PAGE } from '@/features/rent-account/pages';
import { todayIn } from '@/lib/calendar';
import { HydrateClient, trpc } from '@/trpc/server';
import { PropertyView } from './property-view';

type Props = PageProps<'/[locale]/property/[id]'>;

async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    // An id that is no uuid is refused as bad input; for an address both mean that there is nothing here.
    if (error instanceof TRPCError && ['NOT_FOUND', 'BAD_REQUEST'].includes(error.code)) return null;
    throw error;
  }
}

/** The portfolio of the user's own that has it, if it is another than the open one. */
const findElsewhere = cache(async (id: string) => {
  const located = await orNull(trpc.portfolio.locate({ entity: 'property', id }));
  const { all, current } = await getOwnPortfolios();
  return all.find((one) => one.id === located?.portfolioId && one.id !== current?.id);
});

const findProperty = cache((id: string) => orNull(trpc.property.get({ id })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ id }, t] = await Promise.all([params, getTranslations('PropertyPage')]);
  await requirePortfolio({ pathname: '/property/[id]', params: { id } });
  const property = await findProperty(id);
  if (property ?? (await findElsewhere(id))) return { title: property?.name ?? t('title') };
  const words = await getTranslations('NotFound');
  return { title: { absolute: words('documentTitle') } };
}

export default async function Property({ params, searchParams }: Props) {
  const [{ id }, query] = await Promise.all([params, searchParams]);
  const portfolio = await requirePortfolio({ pathname: '/property/[id]', params: { id } });
  const property = await findProperty(id);
  if (!property) {
    const other = await findElsewhere(id);
    if (!other) notFound();
    return (
      <main id={MAIN_ID}>
        <SwitchPortfolio portfolioId={other.id} name={other.name} />
      </main>
    );
  }
  const canEdit = portfolio.role !== 'viewer';
  const today = todayIn(portfolio.timeZone, new Date());
  return (
    <main id={MAIN_ID}>
      <PropertyView
        served={property}
        role={portfolio.role}
        today={today}
        leases={
          <SectionBoundary id="tenants">
            <Suspense fallback={<SkeletonSection id="tenants" />}>
              <Leases propertyId={id} isEditor={canEdit} />
            </Suspense>
          </SectionBoundary>
        }
        rent={
          <SectionBoundary id="rent">
            <Suspense fallback={<SkeletonSection id="rent" />}>
              <PropertyRentSection propertyId={id} query={query} today={today} />
            </Suspense>
          </SectionBoundary>
        }
        bookings={
          <SectionBoundary id="recurring">
            <Suspense fallback={<SkeletonSection id="recurring" rows={4} />}>
              <BookingGate
                anchor="recurring"
                property={{ id, name: property.name }}
                query={query}
                today={today}
                canEdit={canEdit}
              />
            </Suspense>
          </SectionBoundary>
        }
        documents={
          <SectionBoundary id="documents">
            <Suspense fallback={<SkeletonSection id="documents" />}>
              <DocumentGate on={{ kind: 'property', id }} canEdit={canEdit} />
            </Suspense>
          </SectionBoundary>
        }
      />
    </main>
  );
}

function Leases(props: { propertyId: string; isEditor: boolean }) {
  void trpc.portfolio.get.prefetch();
  void trpc.lease.list.prefetchInfinite({ propertyId: props.propertyId, ...LEASE_PAGE });
  void trpc.occupancy.ofProperty.prefetch({ propertyId: props.propertyId });
  return (
    <HydrateClient>
      <PropertyLeases {...props} />
    </HydrateClient>
  );
}
