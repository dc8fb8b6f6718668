import 'server-only';
import { and, asc, eq, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { announceDeparture } from '@/db/audit';
import type { Tx } from '@/db/client';
import { noteFileWork } from '@/db/erase-document';
import {
  document,
  handover,
  lease,
  member,
  portfolio,
  profile,
  property,
  tenant,
  transaction,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { wordingOf } from '@/i18n/wording';
import { todayIn } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { listOwnPortfolios } from '../portfolio/queries';
import type { DocumentRows } from './commands/paper-drafts';
import type { DemoPlace } from './commands/places';
import type { Rows } from './commands/rows';
import { makeDemo } from './commands/story';
import type { addDocumentsInput, createDemoInput, removeDemoInput } from './schema';
import { openCondominiumRoom, settleCondominium } from './settled-commands';
import { demoWords } from './words';

const placeOf = ({ jurisdiction, currency, timeZone }: DemoPlace): DemoPlace => ({
  jurisdiction,
  currency,
  timeZone,
});

/** Founds a demo portfolio of the user's own. Who has one already gets that one. */
export async function createDemo(tx: Tx, scope: Scope, input: z.output<typeof createDemoInput>) {
  const { actor } = scope;
  if (actor.kind !== 'user') throw new DomainError('forbidden');
  const { userId } = actor;
  await tx.insert(profile).values({ userId }).onConflictDoNothing();
  // Two browsers that ask at once take turns.
  await tx.select({ userId: profile.userId }).from(profile).where(eq(profile.userId, userId)).for('update');
  const existing = (await listOwnPortfolios(tx)).find((own) => own.isDemo && own.role === 'owner');
  if (existing) return { id: existing.id };
  const [taken] = await tx.execute(sql`select 1 from hausbuch.portfolio where id = ${input.id}::uuid`);
  if (taken) throw new DomainError('already_exists');
  const words = await demoWords(wordingOf(input.language, input.jurisdiction));
  const rows = makeDemo({
    portfolioId: input.id,
    userId,
    today: scope.today,
    language: input.language,
    words,
    place: placeOf(input),
  });
  const joined = { createdAt: scope.now, acceptedAt: scope.now };
  await insertRows(tx, { ...rows, member: rows.member.map((row) => ({ ...row, ...joined })) });
  if (input.jurisdiction === 'DE') await settleCondominium(tx, scope, rows, words.story);
  return { id: input.id };
}

const snakeCased = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [toSnakeCase(name), value]));

/** A statement per table: the rows travel as one value, whatever their number. */
async function insertRows(tx: Tx, rows: Record<string, readonly object[]>): Promise<void> {
  for (const [name, table] of Object.entries(rows)) {
    const values = table.map(snakeCased);
    const columns = [...new Set(values.flatMap((row) => Object.keys(row)))].map((column) =>
      sql.identifier(column),
    );
    if (values.length === 0) continue;
    const target = sql`hausbuch.${sql.identifier(toSnakeCase(name))}`;
    const list = sql.join(columns, sql`, `);
    // Without RETURNING, Citus would take the rows by COPY, which row-level security does not allow.
    await tx.execute(sql`insert into ${target} (${list})
      select ${list} from jsonb_populate_recordset(null::${target}, ${JSON.stringify(values)}::text::jsonb)
      returning 1`);
  }
}

/**
 * The rows a demo began with, made once more, where it stands and has no document yet; else null. `not_found` for a portfolio that is no demo, or another than the open one.
 */
export async function findBareDemo(
  tx: Tx,
  scope: Scope,
  { id, language }: z.output<typeof addDocumentsInput>,
): Promise<{ rows: Rows; of: Parameters<typeof makeDemo>[0] } | null> {
  const [founded] = await tx
    .select({
      userId: member.userId,
      at: member.createdAt,
      jurisdiction: portfolio.jurisdiction,
      currency: portfolio.currency,
      timeZone: portfolio.timeZone,
    })
    .from(portfolio)
    .innerJoin(member, and(eq(member.portfolioId, portfolio.id), eq(member.role, 'owner')))
    .where(and(eq(portfolio.id, scope.portfolioId), eq(portfolio.isDemo, true)))
    .orderBy(asc(member.createdAt))
    .limit(1);
  if (!founded?.userId || id !== scope.portfolioId) throw new DomainError('not_found');
  if (await hasDocuments(tx, scope)) return null;
  const today = todayIn(founded.timeZone, founded.at);
  const words = await demoWords(wordingOf(language, founded.jurisdiction));
  const of = {
    portfolioId: scope.portfolioId,
    userId: founded.userId,
    today,
    language,
    words,
    place: placeOf(founded),
  };
  const rows = makeDemo(of);
  const [house] = await tx
    .select({ id: property.id })
    .from(property)
    .where(
      and(
        within(property, scope),
        isAmong(
          property.id,
          rows.property.flatMap((row) => row.id ?? []),
        ),
      ),
    )
    .limit(1);
  return house ? { rows, of } : null;
}

async function hasDocuments(tx: Tx, scope: Scope): Promise<boolean> {
  const rows = await tx.select({ id: document.id }).from(document).where(within(document, scope)).limit(1);
  return rows.length > 0;
}

/**
 * Names the files that were brought to storage, as far as what they belong to is still there.
 * @returns how many; none where somebody was faster
 */
export async function insertDocuments(tx: Tx, scope: Scope, rows: DocumentRows): Promise<number> {
  await tx
    .select({ id: portfolio.id })
    .from(portfolio)
    .where(eq(portfolio.id, scope.portfolioId))
    .for('update');
  if (await hasDocuments(tx, scope)) return 0;
  const known = new Set<string>();
  for (const table of [property, lease, tenant, transaction, handover]) {
    const found = await tx.select({ id: table.id }).from(table).where(within(table, scope));
    for (const row of found) known.add(row.id);
  }
  const documentLink = rows.documentLink.filter((link) =>
    [link.propertyId, link.leaseId, link.tenantId, link.transactionId, link.handoverId].some(
      (id) => id && known.has(id),
    ),
  );
  const linked = new Set(documentLink.map((link) => link.documentId));
  const kept = {
    document: rows.document.filter((row) => linked.has(row.id ?? '')),
    documentVersion: rows.documentVersion.filter((row) => linked.has(row.documentId)),
    documentLink,
  };
  await insertRows(tx, kept);
  await openCondominiumRoom(tx, scope);
  await noteFileWork(tx, scope);
  return kept.document.length;
}

/** Removes the demo portfolio the transaction was entered for, whole; its files go by the outbox. */
export async function removeDemo(tx: Tx, scope: Scope, { id }: z.output<typeof removeDemoInput>) {
  if (id !== scope.portfolioId) throw new DomainError('not_found');
  const [erased] = await tx.execute<{ rows: number | null }>(
    sql`select hausbuch.erase_portfolio(true) as rows`,
  );
  if (erased?.rows == null) throw new DomainError('not_found');
  await announceDeparture(tx, id, scope.origin);
  return { id };
}
