import 'server-only';
import type { BookingPlace } from '@/features/transaction/components/transaction-form';
import { type BookingFilter, listBookingsOf, readBookingFilter } from '@/features/transaction/search-params';
import { HydrateClient, trpc } from '@/trpc/server';
import { BookingSection } from './booking-section';

type Query = Record<string, string | string[] | undefined>;

/** Starts what the section asks for; put it in `<Arriving>`. The address narrows the list of bookings. */
export async function BookingGate({
  anchor,
  property,
  query,
  today,
  canEdit,
}: {
  anchor: string;
  property: BookingPlace | null;
  query: Query;
  today: string;
  canEdit: boolean;
}) {
  const filter = await withoutStrangers(
    readBookingFilter({ get: (name) => (typeof query[name] === 'string' ? query[name] : null) }),
  );
  const propertyId = property?.id ?? null;
  void trpc.portfolio.get.prefetch();
  void trpc.category.list.prefetch({});
  void trpc.recurring.list.prefetch({ propertyId });
  void trpc.transaction.list.prefetchInfinite(listBookingsOf(filter, propertyId, today));
  return (
    <HydrateClient>
      <BookingSection
        anchor={anchor}
        property={property}
        initialFilter={filter}
        today={today}
        canEdit={canEdit}
      />
    </HydrateClient>
  );
}

/** An old link may name a category or property of another portfolio: then it narrows nothing. */
async function withoutStrangers(filter: BookingFilter): Promise<BookingFilter> {
  const { categoryId, place } = filter;
  const isKnown = (answer: Promise<unknown>) =>
    answer.then(
      () => true,
      () => false,
    );
  const [knowsCategory, knowsPlace] = await Promise.all([
    categoryId === null ||
      trpc.category.list({ archive: 'all' }).then((rows) => rows.some((row) => row.id === categoryId)),
    place === null || place === 'portfolio' || isKnown(trpc.property.get({ id: place })),
  ]);
  return { ...filter, categoryId: knowsCategory ? categoryId : null, place: knowsPlace ? place : null };
}
