import 'server-only';
import { CHARGE_PAGE, YEAR_PAGE } from '@/features/rent-account/pages';
import type { CalendarDate } from '@/lib/calendar';
import { HydrateClient, trpc } from '@/trpc/server';
import { readRentView } from '../year-params';
import { PropertyRents } from './property-rents';

/** What the leases of a property owe month by month; starts its queries, so put it in `<Arriving>`. */
export function PropertyRentSection({
  propertyId,
  query,
  today,
}: {
  propertyId: string;
  query: Record<string, string | string[] | undefined>;
  today: CalendarDate;
}) {
  const view = readRentView({ get: (name) => (typeof query[name] === 'string' ? query[name] : null) }, today);
  void trpc.portfolio.get.prefetch();
  if (view.kind === 'list') void trpc.charge.list.prefetchInfinite({ propertyId, ...CHARGE_PAGE });
  else void trpc.charge.year.prefetchInfinite({ propertyId, year: view.year, ...YEAR_PAGE });
  return (
    <HydrateClient>
      <PropertyRents propertyId={propertyId} today={today} />
    </HydrateClient>
  );
}
