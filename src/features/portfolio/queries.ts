import 'server-only';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import { accountColumns } from '@/db/account-columns';
import type { Tx } from '@/db/client';
import { bankAccount, landlord, lease, portfolio, property, tenant } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { type ArchiveFilter, inArchive, isRow } from '@/db/versioned';
import { within } from '@/db/within';
import type { AccountNumber } from '@/domain/bank-account';
import type { Currency, Jurisdiction, MemberRole } from '@/domain/vocabulary';
import { DomainError } from '@/lib/errors';

type OwnPortfolio = {
  id: string;
  name: string;
  role: MemberRole;
  jurisdiction: Jurisdiction;
  currency: Currency;
  time_zone: string;
  is_demo: boolean;
};

/** The portfolios of the user the transaction was entered for, the one joined first in front. */
export async function listOwnPortfolios(tx: Tx) {
  const rows = await tx.execute<OwnPortfolio>(
    sql`select id, name, role, jurisdiction, currency, time_zone, is_demo from hausbuch.own_portfolios()`,
  );
  return rows.map(({ time_zone, is_demo, ...row }) => ({ ...row, timeZone: time_zone, isDemo: is_demo }));
}

/** Which of the user's own portfolios holds the row; `not_found` for a stranger's. */
export async function getOwnPortfolioOf(tx: Tx, entity: 'property' | 'tenant', id: string) {
  const [row] = await tx.execute<{ portfolio_id: string | null }>(
    sql`select hausbuch.own_portfolio_of(${entity}, ${id}::uuid) as portfolio_id`,
  );
  if (!row?.portfolio_id) throw new DomainError('not_found');
  return { portfolioId: row.portfolio_id };
}

const portfolioColumns = {
  id: portfolio.id,
  name: portfolio.name,
  jurisdiction: portfolio.jurisdiction,
  currency: portfolio.currency,
  timeZone: portfolio.timeZone,
  prorationMethod: portfolio.prorationMethod,
  version: portfolio.version,
};

export async function getPortfolioFields(tx: Tx, scope: Scope) {
  const [row] = await tx.select(portfolioColumns).from(portfolio).where(eq(portfolio.id, scope.portfolioId));
  if (!row) throw new DomainError('not_found');
  return row;
}

/** The portfolio, the caller's role in it, and how far its set-up is. */
export async function getPortfolio(tx: Tx, scope: Scope) {
  const countOf = async (rows: typeof property | typeof tenant | typeof lease) => {
    const [row] = await tx.select({ count: count() }).from(rows).where(within(rows, scope));
    return row?.count ?? 0;
  };
  const [fields, properties, tenants, leases] = await Promise.all([
    getPortfolioFields(tx, scope),
    countOf(property),
    countOf(tenant),
    countOf(lease),
  ]);
  return { ...fields, role: scope.role, today: scope.today, counts: { properties, tenants, leases } };
}

const landlordColumns = {
  id: landlord.id,
  kind: landlord.kind,
  name: landlord.name,
  street: landlord.street,
  houseNumber: landlord.houseNumber,
  postalCode: landlord.postalCode,
  city: landlord.city,
  state: landlord.state,
  country: landlord.country,
  taxNumber: landlord.taxNumber,
  email: landlord.email,
  archivedAt: landlord.archivedAt,
  version: landlord.version,
};

export async function listLandlords(tx: Tx, scope: Scope, { archive }: { archive: ArchiveFilter }) {
  return tx
    .select(landlordColumns)
    .from(landlord)
    .where(and(within(landlord, scope), inArchive(landlord.archivedAt, archive)))
    .orderBy(asc(landlord.name), asc(landlord.id));
}

export async function findLandlord(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select(landlordColumns)
    .from(landlord)
    .where(isRow(landlord, scope, id));
  return row ?? null;
}

export async function getLandlord(tx: Tx, scope: Scope, id: string) {
  const row = await findLandlord(tx, scope, id);
  if (!row) throw new DomainError('not_found');
  return row;
}

const bankAccountColumns = {
  id: bankAccount.id,
  landlordId: bankAccount.landlordId,
  holder: bankAccount.holder,
  ...accountColumns,
  bic: bankAccount.bic,
  creditorIdentifier: bankAccount.creditorIdentifier,
  booksCertain: bankAccount.booksCertain,
  purpose: bankAccount.purpose,
  archivedAt: bankAccount.archivedAt,
  version: bankAccount.version,
};

export async function listBankAccounts(tx: Tx, scope: Scope, { archive }: { archive: ArchiveFilter }) {
  return tx
    .select(bankAccountColumns)
    .from(bankAccount)
    .where(and(within(bankAccount, scope), inArchive(bankAccount.archivedAt, archive)))
    .orderBy(asc(bankAccount.holder), asc(bankAccount.id));
}

export async function findBankAccount(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select(bankAccountColumns)
    .from(bankAccount)
    .where(isRow(bankAccount, scope, id));
  return row ?? null;
}

export async function getBankAccount(tx: Tx, scope: Scope, id: string) {
  const row = await findBankAccount(tx, scope, id);
  if (!row) throw new DomainError('not_found');
  return row;
}

/** The account that is known by the same number. */
export async function findSameAccount(
  tx: Tx,
  scope: Scope,
  { iban, bankCode, accountNumber }: Omit<AccountNumber, 'scheme'>,
) {
  const isSame =
    iban === null
      ? sql`${bankAccount.bankCode} is not distinct from ${bankCode} and ${bankAccount.accountNumber} = ${accountNumber}`
      : eq(bankAccount.iban, iban);
  const [row] = await tx
    .select({ id: bankAccount.id })
    .from(bankAccount)
    .where(and(within(bankAccount, scope), isSame));
  return row ?? null;
}
