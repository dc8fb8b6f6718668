import 'server-only';
import { CHARGE_PAGE } from '@/features/ledger/pages';
import { HydrateClient, trpc } from '@/trpc/server';
import { PropertyRents } from './property-rents';

/** What the leases of a property owe month by month; starts its queries, so put it under `<Suspense>`. */
export function PropertyRentSection({ propertyId }: { propertyId: string }) {
  void trpc.portfolio.get.prefetch();
  void trpc.charge.list.prefetchInfinite({ propertyId, ...CHARGE_PAGE });
  return (
    <HydrateClient>
      <PropertyRents propertyId={propertyId} />
    </HydrateClient>
  );
}
