import 'server-only';
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { charge, openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';

/**
 * Since when something open is owed, as `YYYY-MM-DD`. What was carried over from another lease fell due here on the day
 * it was carried, but is the same claim still: default began with its first due day (§ 286 (2) no. 1 BGB), and by
 * that day its age is told. Under the given names; `charge` is null or missing for what nobody carried over.
 */
export const owedSince = (names: { dueOn: SQL; basis: SQL }): SQL<string> =>
  sql<string>`to_char(least(${names.dueOn}, (${names.basis} -> 'carriedFrom' ->> 'dueOn')::date), 'YYYY-MM-DD')`;

export const openItemOwedSince = owedSince({ dueOn: sql`${openItem.dueOn}`, basis: sql`${charge.basis}` });

/** Join of open items with the charges that were carried over: few, so that the others need not be looked up. */
export const isCarriedCharge = (scope: Scope): SQL | undefined =>
  and(
    eq(charge.portfolioId, scope.portfolioId),
    eq(charge.portfolioId, openItem.portfolioId),
    eq(charge.id, openItem.chargeId),
    isNotNull(charge.transferId),
  );
