import 'server-only';
import { and } from 'drizzle-orm';
import type { Match } from '@/bank/matching/book';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { bankAccount } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { readLeaseOwners } from '../rent-account/account-owner-queries';
import { isOfOthers } from '../rent-account/account-owner-rules';

/** The leases whose tenant pays by a match. */
const paidLeases = ({ parts }: Match) =>
  parts.flatMap((part) => (part.kind === 'rent' || part.kind === 'deposit' ? [part.leaseId] : []));

/**
 * Matches as they are, but for tenants who paid to the account of another owner than their house's: none of these is certain, since
 * somebody has to pass the money on.
 */
export async function doubtOtherOwners(
  tx: Tx,
  scope: Scope,
  lines: readonly { bankAccountId: string }[],
  matches: readonly Match[],
): Promise<Match[]> {
  const accounts = await tx
    .select({ id: bankAccount.id, landlordId: bankAccount.landlordId })
    .from(bankAccount)
    .where(
      and(
        within(bankAccount, scope),
        isAmong(bankAccount.id, [...new Set(lines.map((line) => line.bankAccountId))]),
      ),
    );
  const accountOf = new Map(accounts.map((row) => [row.id, row]));
  const isOfSomebody = accounts.some((row) => row.landlordId !== null);
  const leaseIds = isOfSomebody ? [...new Set(matches.flatMap(paidLeases))] : [];
  if (leaseIds.length === 0) return [...matches];
  const ownersOf = await readLeaseOwners(tx, scope, leaseIds);
  return matches.map((match, at) => {
    const account = accountOf.get(lines[at]?.bankAccountId ?? '');
    const leaseId =
      account &&
      paidLeases(match).find((id) =>
        isOfOthers(
          account,
          ownersOf(id).map((owner) => owner.id),
        ),
      );
    if (leaseId === undefined) return match;
    const reasons = [...match.reasons, { code: 'other_owner' as const, leaseId }];
    return { ...match, grade: match.grade === 'certain' ? 'likely' : match.grade, reasons };
  });
}
