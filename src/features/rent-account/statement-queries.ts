import 'server-only';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { getAccount } from '@/ledger';
import { DomainError } from '@/lib/errors';
import { listLeaseTenants, listLeaseUnits } from '../occupancy/party-queries';
import { listLandlordsOf } from '../portfolio/landlord-queries';
import type { statementInput } from './schema';
import { findPaymentWay } from './statement-payment-queries';

const STATEMENT_PAGE = 200;
/** Eight years of one lease are some two hundred entries; a statement beyond this is refused, not cut. */
const STATEMENT_MAX = 10_000;

type Asked = z.output<typeof statementInput>;

/**
 * The account of a period as a bank would print it: what was brought forward (null for the whole account), then the
 * oldest entry first, up to a day (default today); whose it is, who lets, where, and how what is owed can be paid. In one
 * transaction, so that its lines and its balance belong together.
 */
export async function getStatement(tx: Tx, scope: Scope, input: Asked) {
  const { from = null, ...account } = input;
  const asOf = input.asOf ?? scope.today;
  if (from !== null && from > asOf) throw new DomainError('invalid', { field: 'asOf' });
  const { rows, leaseIds, balanceCents } = await readAccount(tx, scope, { ...account, asOf });
  const within = rows.filter((row) => from === null || row.on >= from);
  const broughtForwardCents =
    from === null ? null : (rows.findLast((row) => row.on < from)?.balanceCents ?? 0);
  const units = await listLeaseUnits(tx, scope, leaseIds);
  const propertyIds = [...new Set(units.map((row) => row.propertyId))];
  const [tenants, landlords] = [
    await listStatementTenants(tx, scope, leaseIds, { from, asOf }),
    await listLandlordsOf(tx, scope, propertyIds),
  ];
  return {
    from,
    asOf,
    tenants,
    landlords,
    places: [...new Set(units.map((row) => `${row.propertyName} · ${row.name}`))],
    broughtForwardCents,
    balanceCents,
    payment: await findPayment(tx, scope, account, { leaseIds, propertyIds, balanceCents, asOf }),
    rows: within,
  };
}

async function readAccount(tx: Tx, scope: Scope, input: Omit<Asked, 'from'> & { asOf: string }) {
  const rows: Awaited<ReturnType<typeof getAccount>>['rows'] = [];
  let cursor: string | null = null;
  let balanceCents = 0;
  let leaseIds: string[] = [];
  do {
    const page: Awaited<ReturnType<typeof getAccount>> = await getAccount(tx, scope, {
      ...input,
      cursor,
      limit: STATEMENT_PAGE,
    });
    rows.push(...page.rows);
    ({ nextCursor: cursor, leaseIds } = page);
    balanceCents = page.summary.balanceCents;
    if (rows.length > STATEMENT_MAX) throw new DomainError('invalid', { field: 'asOf' });
  } while (cursor);
  return { rows: rows.toReversed(), leaseIds, balanceCents };
}

/** Everybody who was on one of the leases in the period; where nobody was, everybody who ever was. */
async function listStatementTenants(
  tx: Tx,
  scope: Scope,
  leaseIds: string[],
  { from, asOf }: { from: string | null; asOf: string },
) {
  const all = await listLeaseTenants(tx, scope, leaseIds);
  const present = all.filter(
    (row) => row.fromOn <= asOf && (from === null || row.toOn === null || row.toOn >= from),
  );
  return [...new Set((present.length > 0 ? present : all).map((row) => row.name))];
}

/** What is owed on the paper and still owed today: nobody is asked to pay a second time by an old statement. */
async function findPayment(
  tx: Tx,
  scope: Scope,
  account: Omit<Asked, 'from'>,
  {
    leaseIds,
    propertyIds,
    balanceCents,
    asOf,
  }: {
    leaseIds: string[];
    propertyIds: string[];
    balanceCents: number;
    asOf: string;
  },
) {
  if (balanceCents <= 0) return null;
  const today =
    asOf === scope.today
      ? balanceCents
      : (await getAccount(tx, scope, { ...account, asOf: scope.today, cursor: null, limit: 1 })).summary
          .balanceCents;
  const amountCents = Math.min(balanceCents, today);
  if (amountCents <= 0) return null;
  const way = await findPaymentWay(tx, scope, { leaseIds, propertyIds });
  return way && { ...way, amountCents };
}
