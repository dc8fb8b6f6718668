import 'server-only';
import { and, asc, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { costStatement, costStatementLease, objection, property } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { findSent, findTold, listSentLetters, listVersions } from '../statement/sent-queries';
import { objectionsUntil } from './rules';
import type { listObjectionsInput } from './schema';

const columns = {
  id: objection.id,
  version: objection.version,
  statementLeaseId: objection.statementLeaseId,
  receivedOn: objection.receivedOn,
  text: objection.text,
  lineIds: objection.lineIds,
  answeredOn: objection.answeredOn,
  answer: objection.answer,
};

/** What may still be said, and was said, against the statements of a period; null where none was sent. */
export async function listObjections(tx: Tx, scope: Scope, input: z.output<typeof listObjectionsInput>) {
  const { propertyId, ...period } = input;
  await assertExists(tx, scope, property, propertyId);
  const versions = await listVersions(tx, scope, propertyId, period);
  if (versions.length === 0) return null;
  const ids = versions.map(({ id }) => id);
  const letters = await listSentLetters(tx, scope, ids);
  const told = await tx
    .select({
      id: costStatementLease.id,
      statementId: costStatementLease.statementId,
      leaseId: costStatementLease.leaseId,
    })
    .from(costStatementLease)
    .where(and(within(costStatementLease, scope), isAmong(costStatementLease.statementId, ids)));
  const sent = [];
  for (const version of versions) {
    const one = await findSent(tx, scope, version.id);
    if (one) sent.push(one);
  }
  const last = sent.at(-1);
  if (!last) return null;
  const { isGerman } = last.frozen.view;
  const leases = sent.flatMap(({ id, version, sentOn, frozen, letters: frozenLeases }) =>
    frozen.view.leases.flatMap(({ leaseId, isSettled, isHome, lines }) => {
      const row = told.find((one) => one.statementId === id && one.leaseId === leaseId);
      if (!row || !isSettled) return [];
      const letter = letters.find((one) => one.statementId === id && one.leaseId === leaseId);
      const sending = { sentOn: letter?.sentOn ?? sentOn, way: letter?.sentOn ? letter.way : null };
      return [
        {
          statementLeaseId: row.id,
          leaseId,
          party: frozenLeases.get(leaseId)?.party ?? null,
          version,
          ...sending,
          // Of a shop the contract says whether there is a time limit (§ 578 BGB does not refer to § 556).
          until: isGerman && isHome ? objectionsUntil(sending) : null,
          lineIds: lines.filter(({ amountCents }) => amountCents !== 0).map(({ lineId }) => lineId),
        },
      ];
    }),
  );
  const rows = await tx
    .select(columns)
    .from(objection)
    .where(
      and(
        within(objection, scope),
        isAmong(
          objection.statementLeaseId,
          leases.map((one) => one.statementLeaseId),
        ),
      ),
    )
    .orderBy(asc(objection.receivedOn), asc(objection.id));
  return {
    isGerman,
    today: scope.today,
    /** What the lines of all versions are called. */
    named: sent.flatMap(({ frozen }) => frozen.view.named),
    leases,
    rows: rows.map((row) => {
      const until = leases.find((one) => one.statementLeaseId === row.statementLeaseId)?.until ?? null;
      return { ...row, isLate: until !== null && row.receivedOn > until };
    }),
  };
}

export async function getObjection(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select(columns)
    .from(objection)
    .where(isRow(objection, scope, id));
  if (!row) throw new DomainError('not_found');
  return row;
}

/** The day a statement went to a lease, and the lines it told it of. */
export async function getTold(tx: Tx, scope: Scope, statementLeaseId: string) {
  const told = await findTold(tx, scope, statementLeaseId);
  if (!told) throw new DomainError('not_found');
  return { sentOn: told.sentOn, lineIds: told.result.lines.map(({ lineId }) => lineId) };
}

/** Objections nobody has answered yet, the oldest first, with where they stand. */
export async function listUnanswered(tx: Tx, scope: Scope, limit: number) {
  return tx
    .select({
      id: objection.id,
      receivedOn: objection.receivedOn,
      leaseId: costStatementLease.leaseId,
      propertyId: costStatement.propertyId,
      propertyName: property.name,
      from: costStatement.periodFrom,
      to: costStatement.periodTo,
    })
    .from(objection)
    .innerJoin(costStatementLease, joins(costStatementLease.id, objection.statementLeaseId))
    .innerJoin(costStatement, joins(costStatement.id, costStatementLease.statementId))
    .innerJoin(property, joins(property.id, costStatement.propertyId))
    .where(
      and(
        within([objection, costStatementLease, costStatement, property], scope),
        isNull(objection.answeredOn),
      ),
    )
    .orderBy(asc(objection.receivedOn), asc(objection.id))
    .limit(limit);
}
