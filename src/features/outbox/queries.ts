import 'server-only';
import { and, asc, desc, eq, exists, isNotNull, not, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { isAnyOf } from '@/db/columns';
import { lease, letter, letterItem, letterMail, letterTenant, tenant } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { ReminderStep } from '@/domain/vocabulary';
import type { CalendarDate } from '@/lib/calendar';
import { decodeCursor, toPage } from '@/lib/server/cursor';
import { tenantDisplayName } from '../occupancy/party-queries';
import { listEnclosures } from './enclosure-queries';
import type { listLettersInput } from './schema';

/** What was written, the newest first, with how it went and whether its file can be had. */
export async function listLetters(tx: Tx, scope: Scope, input: z.output<typeof listLettersInput>) {
  const { tenantId, leaseId } = input;
  if (tenantId) await assertExists(tx, scope, tenant, tenantId);
  if (leaseId) await assertExists(tx, scope, lease, leaseId);
  const after = decodeCursor(input.cursor, 'date');
  const found = await tx
    .select({
      id: letter.id,
      version: letter.version,
      leaseId: letter.leaseId,
      kind: letter.kind,
      step: letter.step,
      title: letter.title,
      language: letter.language,
      state: letter.state,
      way: letter.way,
      writtenOn: letter.writtenOn,
      sentOn: letter.sentOn,
      proof: letter.proof,
      answeredOn: letter.answeredOn,
      answer: letter.answer,
      totalCents: letter.totalCents,
      interestCents: letter.interestCents,
      feeCents: letter.feeCents,
      templateName: letter.templateName,
      templateVersion: letter.templateVersion,
      isByItself: letter.isByItself,
      documentId: letter.documentId,
      sha256: letter.sha256,
      hasInvoice: sql<boolean>`(${letter.invoiceXml} is not null)`,
      hasFile: sql<boolean>`(${letter.documentId} is not null or ${letter.content} is not null)`,
    })
    .from(letter)
    .where(
      and(
        within(letter, scope),
        leaseId ? eq(letter.leaseId, leaseId) : undefined,
        tenantId ? exists(isTo(tx, scope, tenantId)) : undefined,
        after
          ? sql`(${letter.writtenOn}, ${letter.id}) < (${after.key}::date, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(letter.writtenOn), desc(letter.id))
    .limit(input.limit + 1);
  const page = toPage(found, input.limit, (row) => ({ key: row.writtenOn, id: row.id }));
  const ids = page.rows.map((row) => row.id);
  const [names, mails, enclosures] = await Promise.all([
    listNames(tx, scope, ids),
    listMails(tx, scope, ids),
    listEnclosures(tx, scope, ids),
  ]);
  return {
    rows: page.rows.map((row) => ({
      ...row,
      mails: mails.filter((one) => one.letterId === row.id).map(({ letterId: _, ...mail }) => mail),
      tenants: names.filter((one) => one.letterId === row.id).map(({ id, name }) => ({ id, name })),
      /** What came with it, as it was called; nothing where that was erased. */
      enclosures: enclosures.filter((one) => one.letterId === row.id).map(({ title }) => title),
    })),
    nextCursor: page.nextCursor,
  };
}

const isTo = (tx: Tx, scope: Scope, tenantId: string) =>
  tx
    .select({ one: sql`1` })
    .from(letterTenant)
    .where(
      and(
        within(letterTenant, scope),
        eq(letterTenant.letterId, letter.id),
        eq(letterTenant.tenantId, tenantId),
      ),
    );

const listNames = (tx: Tx, scope: Scope, letterIds: string[]) =>
  tx
    .select({ letterId: letterTenant.letterId, id: tenant.id, name: tenantDisplayName })
    .from(letterTenant)
    .innerJoin(tenant, joins(tenant.id, letterTenant.tenantId))
    .where(and(within([letterTenant, tenant], scope), isAmong(letterTenant.letterId, letterIds)))
    .orderBy(asc(tenant.sortName));

const listMails = (tx: Tx, scope: Scope, letterIds: string[]) =>
  tx
    .select({
      letterId: letterMail.letterId,
      id: letterMail.id,
      address: letterMail.address,
      state: letterMail.state,
      attempts: letterMail.attempts,
      nextTryAt: letterMail.nextTryAt,
      triedAt: letterMail.triedAt,
      answer: letterMail.answer,
      isAddressRefused: letterMail.isAddressRefused,
      mayHaveGone: letterMail.mayHaveGone,
      stopReason: letterMail.stopReason,
      /** Others go first: an hour takes so many. */
      hasItsTurn: sql<boolean>`(${letterMail.attempts} = 0 and ${letterMail.nextTryAt} > ${letterMail.createdAt} + interval '1 minute')`,
    })
    .from(letterMail)
    .where(and(within(letterMail, scope), isAmong(letterMail.letterId, letterIds)))
    .orderBy(asc(letterMail.address), asc(letterMail.id));

/**
 * Which debts of leases were asked for before, how sharply and when; what was taken back was not, nor what no server
 * took of anybody: nobody has read it.
 */
export async function listSentReminders(
  tx: Tx,
  scope: Scope,
  leaseIds: readonly string[],
): Promise<{ leaseId: string; itemId: string; step: ReminderStep; sentOn: CalendarDate }[]> {
  const rows = await tx
    .select({
      leaseId: letter.leaseId,
      itemId: letterItem.chargeId,
      step: letterItem.step,
      sentOn: sql<CalendarDate>`coalesce(${letter.sentOn}, ${letter.writtenOn})`,
    })
    .from(letterItem)
    .innerJoin(letter, joins(letter.id, letterItem.letterId))
    .where(
      and(
        within([letterItem, letter], scope),
        isAmong(letter.leaseId, leaseIds),
        eq(letter.kind, 'reminder'),
        not(isAnyOf(letter.state, 'taken_back')),
        or(not(isAnyOf(letter.state, 'ready')), exists(mayArrive(tx, scope))),
        isNotNull(letterItem.step),
      ),
    )
    .orderBy(asc(letter.writtenOn), asc(letterItem.id));
  return rows.flatMap(({ step, ...row }) => (step === null ? [] : [{ ...row, step }]));
}

/** What letters to leases put on the account beside debts, and by when those of statements ask to pay. */
export async function listAsked(tx: Tx, scope: Scope, leaseIds: readonly string[]) {
  const rows = await tx
    .select({
      interestChargeId: letter.interestChargeId,
      feeChargeId: letter.feeChargeId,
      stated: letter.statementLeaseId,
      payBy: letter.payBy,
    })
    .from(letter)
    .where(
      and(
        within(letter, scope),
        isAmong(letter.leaseId, leaseIds),
        not(isAnyOf(letter.state, 'taken_back')),
        or(
          isNotNull(letter.interestChargeId),
          isNotNull(letter.feeChargeId),
          isNotNull(letter.statementLeaseId),
        ),
      ),
    );
  return rows.map(({ interestChargeId, feeChargeId, ...row }) => ({
    ...row,
    charged: [interestChargeId, feeChargeId].flatMap((id) => id ?? []),
  }));
}

/**
 * The debts of leases about which a person took a reminder back, before it went or because it never had. One that was stopped
 * because somebody paid, or could not go in time, is no such.
 */
export async function listTakenBack(tx: Tx, scope: Scope, leaseIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectDistinct({ chargeId: letterItem.chargeId })
    .from(letterItem)
    .innerJoin(letter, joins(letter.id, letterItem.letterId))
    .where(
      and(
        within([letterItem, letter], scope),
        isAmong(letter.leaseId, leaseIds),
        eq(letter.kind, 'reminder'),
        isAnyOf(letter.state, 'taken_back'),
        not(exists(isStopped(tx, scope))),
      ),
    );
  return new Set(rows.map((row) => row.chargeId));
}

/** Mails of a letter that the program itself stopped. */
const isStopped = (tx: Tx, scope: Scope) =>
  tx
    .select({ one: sql`1` })
    .from(letterMail)
    .where(
      and(
        within(letterMail, scope),
        joins(letterMail.letterId, letter.id),
        isAmong(letterMail.stopReason, ['paid', 'late', 'without_file']),
      ),
    );

/** Mails of a letter that are on their way, or may have been taken. */
const mayArrive = (tx: Tx, scope: Scope) =>
  tx
    .select({ one: sql`1` })
    .from(letterMail)
    .where(
      and(
        within(letterMail, scope),
        joins(letterMail.letterId, letter.id),
        or(
          isAmong(letterMail.state, ['waiting', 'sending', 'uncertain', 'arrived', 'sent']),
          letterMail.mayHaveGone,
        ),
      ),
    );
