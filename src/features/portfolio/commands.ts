import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { bankAccount, landlord, member, portfolio, profile } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { assertTimeZone } from '@/db/time-zone';
import { changedRow, isSeenRow, nextVersion, type SeenRow, sameRequestOnly } from '@/db/versioned';
import type { AccountNumber } from '@/domain/bank-account';
import { plantCategories } from '@/features/category/commands';
import { DomainError } from '@/lib/errors';
import { changesBetween } from '@/lib/server/changes';
import { keepOnlyOwner } from './only-owner-commands';
import { assertMayOwnOneMore } from './owned-commands';
import {
  findBankAccount,
  findLandlord,
  findSameAccount,
  getBankAccount,
  getLandlord,
  getPortfolioFields,
} from './queries';
import type {
  createBankAccountInput,
  createLandlordInput,
  createPortfolioInput,
  setPictureInput,
  updateBankAccountInput,
  updateLandlordInput,
  updatePortfolioInput,
} from './schema';

/**
 * Founds a portfolio with the user as its owner, their profile and, where named, the first landlord.
 * `displayName` is the one given at sign-up, until another is chosen.
 */
export async function createPortfolio(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof createPortfolioInput>,
  displayName = '',
) {
  const { actor } = scope;
  if (actor.kind !== 'user') throw new DomainError('forbidden');
  const { id, landlordName, ...fields } = input;
  const [row] = await tx
    .insert(portfolio)
    .values({ id, ...exactly(portfolio, fields) })
    .onConflictDoNothing()
    .returning({ id: portfolio.id });
  if (!row) {
    const [own] = await tx
      .select({ role: member.role })
      .from(member)
      .where(and(eq(member.portfolioId, id), eq(member.userId, actor.userId)));
    if (own?.role !== 'owner') throw new DomainError('already_exists');
    return sameRequestOnly(await getPortfolioFields(tx, scope), fields);
  }
  await tx.insert(profile).values({ userId: actor.userId, displayName }).onConflictDoNothing();
  await assertMayOwnOneMore(tx, actor.userId);
  await tx.insert(member).values({
    portfolioId: scope.portfolioId,
    userId: actor.userId,
    role: 'owner',
    acceptedAt: scope.now,
  });
  await plantCategories(tx, scope);
  if (landlordName !== null) {
    await tx.insert(landlord).values({ portfolioId: scope.portfolioId, kind: 'person', name: landlordName });
  }
  await recordAudit(tx, scope, {
    action: 'portfolio.create',
    entity: 'portfolio',
    entityId: id,
    after: fields,
  });
  return { id, version: 1 };
}

export async function updatePortfolio(tx: Tx, scope: Scope, input: z.output<typeof updatePortfolioInput>) {
  const { version, ...fields } = input;
  const before = await getPortfolioFields(tx, scope);
  if (fields.timeZone !== before.timeZone) await assertTimeZone(tx, fields.timeZone);
  const [row] = await tx
    .update(portfolio)
    .set({
      ...exactly(portfolio, fields),
      ...nextVersion({ ...portfolio, portfolioId: portfolio.id }, scope),
    })
    .where(and(eq(portfolio.id, scope.portfolioId), eq(portfolio.version, version)))
    .returning({ id: portfolio.id, version: portfolio.version });
  if (!row) throw new DomainError('version_conflict');
  await recordAudit(tx, scope, {
    action: 'portfolio.update',
    entity: 'portfolio',
    entityId: scope.portfolioId,
    ...changesBetween(before, fields),
  });
  return row;
}

const landlordKey = { id: landlord.id, version: landlord.version };

export async function createLandlord(tx: Tx, scope: Scope, input: z.output<typeof createLandlordInput>) {
  await keepOnlyOwner(tx, scope, input.id);
  const [row] = await tx
    .insert(landlord)
    .values({ portfolioId: scope.portfolioId, ...exactly(landlord, input) })
    .onConflictDoNothing()
    .returning(landlordKey);
  if (!row) return sameRequestOnly(await findLandlord(tx, scope, input.id), input);
  const { id, name } = input;
  await recordAudit(tx, scope, {
    action: 'landlord.create',
    entity: 'landlord',
    entityId: id,
    after: { name },
  });
  return row;
}

/** The trail names which details changed, not what they are: it stays when the landlord is deleted. */
export async function updateLandlord(tx: Tx, scope: Scope, input: z.output<typeof updateLandlordInput>) {
  const { id, version, ...fields } = input;
  const before = await getLandlord(tx, scope, id);
  const row = changedRow(
    await tx
      .update(landlord)
      .set({ ...exactly(landlord, fields), ...nextVersion(landlord, scope) })
      .where(isSeenRow(landlord, scope, { id, version }))
      .returning(landlordKey),
  );
  await recordAudit(tx, scope, {
    action: 'landlord.update',
    entity: 'landlord',
    entityId: id,
    before: { name: before.name },
    after: { name: fields.name, changed: Object.keys(changesBetween(before, fields)?.after ?? {}) },
  });
  return row;
}

/** Puts a picture on a landlord's letters, or takes it off: of those that went nothing changes. */
export async function setLandlordPicture(tx: Tx, scope: Scope, input: z.output<typeof setPictureInput>) {
  const { id, version, which, picture } = input;
  const { name } = await getLandlord(tx, scope, id);
  const row = changedRow(
    await tx
      .update(landlord)
      .set({ [which]: picture, ...nextVersion(landlord, scope) })
      .where(isSeenRow(landlord, scope, { id, version }))
      .returning(landlordKey),
  );
  await recordAudit(tx, scope, {
    action: 'landlord.set_picture',
    entity: 'landlord',
    entityId: id,
    after: { name, which, isThere: picture !== null },
  });
  return row;
}

async function setLandlordArchived(tx: Tx, scope: Scope, seen: SeenRow, archived: boolean) {
  const { name } = await getLandlord(tx, scope, seen.id);
  if (!archived) await keepOnlyOwner(tx, scope, seen.id);
  const row = changedRow(
    await tx
      .update(landlord)
      .set({ archivedAt: archived ? scope.now : null, ...nextVersion(landlord, scope) })
      .where(isSeenRow(landlord, scope, seen))
      .returning(landlordKey),
  );
  const action = archived ? 'landlord.archive' : 'landlord.restore';
  await recordAudit(tx, scope, { action, entity: 'landlord', entityId: seen.id, after: { name } });
  return row;
}

export const archiveLandlord = (tx: Tx, scope: Scope, seen: SeenRow) =>
  setLandlordArchived(tx, scope, seen, true);
export const restoreLandlord = (tx: Tx, scope: Scope, seen: SeenRow) =>
  setLandlordArchived(tx, scope, seen, false);

/** Only a landlord that owns nothing and has no bank account; the foreign keys answer `in_use` otherwise. */
export async function deleteLandlord(tx: Tx, scope: Scope, seen: SeenRow) {
  const { name } = await getLandlord(tx, scope, seen.id);
  changedRow(
    await tx
      .delete(landlord)
      .where(isSeenRow(landlord, scope, seen))
      .returning(landlordKey),
  );
  await recordAudit(tx, scope, {
    action: 'landlord.delete',
    entity: 'landlord',
    entityId: seen.id,
    before: { name },
  });
  return { id: seen.id };
}

const bankAccountKey = { id: bankAccount.id, version: bankAccount.version };

/** What the journal tells it apart by. */
const knownBy = ({ iban, bankCode, accountNumber }: AccountNumber) =>
  iban === null ? { bankCode, accountNumber } : { iban };

async function refuseKnownAccount(tx: Tx, scope: Scope, input: AccountNumber & { id: string }) {
  const known = await findSameAccount(tx, scope, input);
  if (!known || known.id === input.id) return;
  if (input.iban === null) throw new DomainError('bank_account.number_taken', { field: 'accountNumber' });
  throw new DomainError('bank_account.iban_taken', { field: 'iban' });
}

export async function createBankAccount(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof createBankAccountInput>,
) {
  await refuseKnownAccount(tx, scope, input);
  const [row] = await tx
    .insert(bankAccount)
    .values({ portfolioId: scope.portfolioId, ...exactly(bankAccount, input) })
    .onConflictDoNothing()
    .returning(bankAccountKey);
  if (!row) {
    // Somebody else may have entered it at the same moment.
    await refuseKnownAccount(tx, scope, input);
    return sameRequestOnly(await findBankAccount(tx, scope, input.id), input);
  }
  const { id, ...after } = input;
  await recordAudit(tx, scope, {
    action: 'bank_account.create',
    entity: 'bank_account',
    entityId: id,
    after,
  });
  return row;
}

export async function updateBankAccount(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof updateBankAccountInput>,
) {
  const { id, version, ...fields } = input;
  const before = await getBankAccount(tx, scope, id);
  await refuseKnownAccount(tx, scope, input);
  const row = changedRow(
    await tx
      .update(bankAccount)
      .set({ ...exactly(bankAccount, fields), ...nextVersion(bankAccount, scope) })
      .where(isSeenRow(bankAccount, scope, { id, version }))
      .returning(bankAccountKey),
  );
  await recordAudit(tx, scope, {
    action: 'bank_account.update',
    entity: 'bank_account',
    entityId: id,
    ...changesBetween(before, fields),
  });
  return row;
}

async function setBankAccountArchived(tx: Tx, scope: Scope, seen: SeenRow, archived: boolean) {
  const known = knownBy(await getBankAccount(tx, scope, seen.id));
  const row = changedRow(
    await tx
      .update(bankAccount)
      .set({ archivedAt: archived ? scope.now : null, ...nextVersion(bankAccount, scope) })
      .where(isSeenRow(bankAccount, scope, seen))
      .returning(bankAccountKey),
  );
  const action = archived ? 'bank_account.archive' : 'bank_account.restore';
  await recordAudit(tx, scope, { action, entity: 'bank_account', entityId: seen.id, after: known });
  return row;
}

export const archiveBankAccount = (tx: Tx, scope: Scope, seen: SeenRow) =>
  setBankAccountArchived(tx, scope, seen, true);
export const restoreBankAccount = (tx: Tx, scope: Scope, seen: SeenRow) =>
  setBankAccountArchived(tx, scope, seen, false);

/** Only an account that no payment names; the foreign key answers `in_use` otherwise. */
export async function deleteBankAccount(tx: Tx, scope: Scope, seen: SeenRow) {
  const known = knownBy(await getBankAccount(tx, scope, seen.id));
  changedRow(
    await tx
      .delete(bankAccount)
      .where(isSeenRow(bankAccount, scope, seen))
      .returning(bankAccountKey),
  );
  await recordAudit(tx, scope, {
    action: 'bank_account.delete',
    entity: 'bank_account',
    entityId: seen.id,
    before: known,
  });
  return { id: seen.id };
}
