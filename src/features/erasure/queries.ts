import 'server-only';
import { and, count, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Database, Tx } from '@/db/client';
import { countBookings } from '@/db/erase-booking';
import { document, lease, member, property, tenant, unit } from '@/db/schema';
import { enterRequest, type Scope } from '@/db/scope';
import { within } from '@/db/within';
import { listOwnPortfolios } from '@/features/portfolio/queries';
import { countPostings } from '@/ledger';
import { DomainError } from '@/lib/errors';

const counted = { property, unit, tenant, lease };

async function countRows(tx: Tx, scope: Scope, table: (typeof counted)[keyof typeof counted]) {
  const [row] = await tx.select({ rows: count() }).from(table).where(within(table, scope));
  return row?.rows ?? 0;
}

/** What goes with the portfolio: counts of its things, and how many other people lose it. */
export async function previewPortfolio(tx: Tx, scope: Scope) {
  const { actor } = scope;
  const [properties, units, tenants, leases] = [
    await countRows(tx, scope, property),
    await countRows(tx, scope, unit),
    await countRows(tx, scope, tenant),
    await countRows(tx, scope, lease),
  ];
  const postings = await countPostings(tx, scope);
  const { transactions } = await countBookings(tx, scope, null);
  const [documents] = await tx
    .select({ rows: count() })
    .from(document)
    .where(and(within(document, scope), isNull(document.deletedAt), isNotNull(document.currentVersionId)));
  const [others] = await tx
    .select({ rows: count() })
    .from(member)
    .where(and(within(member, scope), ne(member.userId, actor.kind === 'user' ? actor.userId : sql`null`)));
  const counts = { properties, units, tenants, leases, ...postings, transactions };
  return { counts: { ...counts, documents: documents?.rows ?? 0 }, otherMembers: others?.rows ?? 0 };
}

async function countOwners(tx: Tx, scope: Scope): Promise<number> {
  const [row] = await tx
    .select({ owners: count(member.userId) })
    .from(member)
    .where(and(within(member, scope), eq(member.role, 'owner')));
  return row?.owners ?? 0;
}

/** What the account is called where its end is confirmed: its address, else its phone number. */
export async function getAccountName(tx: Tx): Promise<string> {
  const [row] = await tx.execute<{ email: string | null; phone: string | null }>(
    sql`select email, phone from hausbuch.own_account()`,
  );
  const name = row?.email ?? row?.phone;
  if (!name) throw new DomainError('auth.signed_out');
  return name;
}

/** What ends with the account: the portfolios the user owns alone, and their place in the others. */
export async function previewAccount(db: Database, userId: string) {
  const { name, own } = await enterRequest(db, { userId, portfolioId: null }, async ({ tx }) => ({
    name: await getAccountName(tx),
    own: await listOwnPortfolios(tx),
  }));
  const erased: ({ id: string; name: string } & Awaited<ReturnType<typeof previewPortfolio>>)[] = [];
  const left: { id: string; name: string }[] = [];
  for (const portfolio of own) {
    const place = { id: portfolio.id, name: portfolio.name };
    const preview = await enterRequest(db, { userId, portfolioId: portfolio.id }, async ({ tx, scope }) => {
      if (scope?.role !== 'owner' || (await countOwners(tx, scope)) > 1) return null;
      return previewPortfolio(tx, scope);
    });
    if (preview) erased.push({ ...place, ...preview });
    else left.push(place);
  }
  return { name, erased, left };
}
