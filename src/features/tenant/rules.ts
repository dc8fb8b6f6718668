import type { PartyKind } from '@/domain/vocabulary';

type Named = {
  kind: PartyKind;
  firstName: string | null;
  lastName: string | null;
  companyName: string | null;
};

/** A person has no company's name and a company no person's: what belongs to the other kind is dropped. */
export function ownNamesOnly<T extends Named>(tenant: T): T {
  return tenant.kind === 'company'
    ? { ...tenant, firstName: null, lastName: null }
    : { ...tenant, companyName: null };
}
