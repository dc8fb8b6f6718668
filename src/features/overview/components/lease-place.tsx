import { placeName } from '@/domain/names';
import { Link } from '@/i18n/navigation';

export type LeaseWithPlace = {
  tenants: readonly { id: string; name: string }[];
  units: readonly {
    unitId: string;
    unitName: string;
    isOnlyUnit: boolean;
    propertyId: string;
    propertyName: string;
  }[];
};

/** Who and where: the first tenant leads to their page or, asked for, their account, the property to its page. */
export function LeasePlace({ lease, isAccount = false }: { lease: LeaseWithPlace; isAccount?: boolean }) {
  const [tenant] = lease.tenants;
  const places = lease.units.map(placeName);
  const [unit] = lease.units;
  return (
    <>
      {tenant && (
        <p className="line-clamp-2 break-words">
          <Link
            href={{
              pathname: isAccount ? '/tenant/[id]/account' : '/tenant/[id]',
              params: { id: tenant.id },
            }}
            className="font-medium hover:underline"
          >
            {lease.tenants.map((one) => one.name).join(', ')}
          </Link>
        </p>
      )}
      {unit && (
        <p className="line-clamp-3 break-words text-sm text-muted">
          <Link
            href={{ pathname: '/property/[id]', params: { id: unit.propertyId } }}
            className="hover:text-foreground hover:underline"
          >
            {places.join(' · ')}
          </Link>
        </p>
      )}
    </>
  );
}
