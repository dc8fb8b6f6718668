import 'server-only';
import type { Period } from '@/lib/period';
import { trpc } from '@/trpc/server';
import { readerWords } from '../../statement/words-gate';
import { ObjectionList } from './objection-list';

/** What tenants have said against the statement of a period, and until when they may; nothing where nobody was sent one. */
export async function ObjectionSection({
  propertyId,
  period,
  canEdit,
}: {
  propertyId: string;
  period: Period;
  canEdit: boolean;
}) {
  const found = await trpc.objection.list({ propertyId, ...period });
  if (!found || found.leases.length === 0) return null;
  const parties = Object.fromEntries(
    found.leases.flatMap(({ leaseId, party }) => (party && party.name !== '' ? [[leaseId, party]] : [])),
  );
  const words = await readerWords({ named: found.named, isGerman: found.isGerman, parties });
  const last = Math.max(...found.leases.map(({ version }) => version));
  const told = found.leases.map(({ statementLeaseId, leaseId, version, until, lineIds }) => ({
    statementLeaseId,
    name: words.lease(leaseId),
    /** Of an earlier version, which. */
    version: version === last ? null : version,
    until,
    lines: lineIds.map((id) => ({ id, label: words.line(id) })),
  }));
  return (
    <ObjectionList
      rows={found.rows}
      told={told}
      isGerman={found.isGerman}
      today={found.today}
      canEdit={canEdit}
    />
  );
}
