import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import { noteRemovals } from '@/db/erase-document';
import { documentVersion, profile } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { DomainError } from '@/lib/errors';
import { listOwnPortfolios } from '../portfolio/queries';
import type { Rows } from './commands/rows';
import { makeDemo } from './commands/story';
import type { createDemoInput, removeDemoInput } from './schema';

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
  const rows = makeDemo({
    portfolioId: input.id,
    userId,
    today: scope.today,
    language: input.language,
  });
  const joined = { createdAt: scope.now, acceptedAt: scope.now };
  await insertRows(tx, { ...rows, member: rows.member.map((row) => ({ ...row, ...joined })) });
  return { id: input.id };
}

const snakeCased = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [toSnakeCase(name), value]));

/** A statement per table: the rows travel as one value, whatever their number. */
async function insertRows(tx: Tx, rows: Rows): Promise<void> {
  for (const [name, table] of Object.entries(rows)) {
    const values = table.map(snakeCased);
    const columns = [...new Set(values.flatMap((row) => Object.keys(row)))].map((column) =>
      sql.identifier(column),
    );
    if (values.length === 0) continue;
    const target = sql`hausbuch.${sql.identifier(toSnakeCase(name))}`;
    const list = sql.join(columns, sql`, `);
    await tx.execute(sql`insert into ${target} (${list})
      select ${list} from jsonb_populate_recordset(null::${target}, ${JSON.stringify(values)}::text::jsonb)`);
  }
}

/** Removes the demo portfolio the transaction was entered for, whole; its files go by the outbox. */
export async function removeDemo(tx: Tx, scope: Scope, { id }: z.output<typeof removeDemoInput>) {
  if (id !== scope.portfolioId) throw new DomainError('not_found');
  const files = await tx
    .select({ path: documentVersion.storagePath })
    .from(documentVersion)
    .where(eq(documentVersion.portfolioId, scope.portfolioId));
  const [erased] = await tx.execute<{ count: number | null }>(
    sql`select hausbuch.erase_demo_portfolio() as count`,
  );
  if (erased?.count == null) throw new DomainError('not_found');
  await noteRemovals(
    tx,
    scope,
    files.map((file) => file.path),
  );
  return { id };
}
