import 'server-only';
import { and, asc, isNotNull, sql } from 'drizzle-orm';
import { accountColumns } from '@/db/account-columns';
import type { Tx } from '@/db/client';
import { bankAccount, bankImport, bankLine, bankStatement } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { compareBalances, isBehind } from './balance-rules';

/** The accounts of which lines were read: until when, and what the bank states beside what its lines come to. */
export async function listBalances(tx: Tx, scope: Scope) {
  const [accounts, stated, days] = [
    await tx
      .select({
        id: bankAccount.id,
        holder: bankAccount.holder,
        ...accountColumns,
        purpose: bankAccount.purpose,
        archivedAt: bankAccount.archivedAt,
      })
      .from(bankAccount)
      .where(within(bankAccount, scope))
      .orderBy(asc(bankAccount.holder), asc(bankAccount.iban), asc(bankAccount.id)),
    await listStated(tx, scope),
    await listDays(tx, scope),
  ];
  return accounts.flatMap(({ purpose, archivedAt, ...account }) => {
    const own = days.filter((day) => day.accountId === account.id);
    const last = own.at(-1);
    if (!last) return [];
    const compared = compareBalances(
      stated.flatMap(({ accountId, on, amountCents, readAt }) =>
        accountId === account.id && on !== null && amountCents !== null ? [{ on, amountCents, readAt }] : [],
      ),
      own,
    );
    const read = { lastLineOn: last.on, statedOn: compared?.on ?? null };
    // On others months may pass without a line, and one that was put away has none any more.
    return [
      {
        ...account,
        lastLineOn: last.on,
        isBehind: purpose === 'rent' && archivedAt === null && isBehind(read, scope.today),
        compared,
      },
    ];
  });
}

const listStated = (tx: Tx, scope: Scope) =>
  tx
    .select({
      accountId: bankStatement.bankAccountId,
      on: bankStatement.closingOn,
      amountCents: bankStatement.closingCents,
      readAt: bankImport.importedAt,
    })
    .from(bankStatement)
    .innerJoin(bankImport, joins(bankImport.id, bankStatement.importId))
    .where(and(within([bankStatement, bankImport], scope), isNotNull(bankStatement.closingCents)))
    .orderBy(asc(bankStatement.closingOn), asc(bankImport.importedAt), asc(bankStatement.id));

const listDays = (tx: Tx, scope: Scope) =>
  tx
    .select({
      accountId: bankLine.bankAccountId,
      on: bankLine.bookedOn,
      amountCents: sql<string>`sum(${bankLine.amountCents})`.mapWith(Number),
      // The details of a booking come after the balance that has its sum.
      readAt:
        sql<Date | null>`max(${bankImport.importedAt}) filter (where ${bankLine.amountCents} = ${bankLine.entryCents})`.mapWith(
          bankImport.importedAt,
        ),
    })
    .from(bankLine)
    .innerJoin(bankStatement, joins(bankStatement.id, bankLine.statementId))
    .innerJoin(bankImport, joins(bankImport.id, bankStatement.importId))
    .where(within([bankLine, bankStatement, bankImport], scope))
    .groupBy(bankLine.bankAccountId, bankLine.bookedOn)
    .orderBy(asc(bankLine.bookedOn));
