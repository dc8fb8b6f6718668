import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import {
  costStatementLease,
  leaseTenant,
  objection,
  receiptRoom,
  receiptRoomEvent,
  receiptRoomPaper,
  tenant,
} from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { recordPayment } from '@/ledger';
import { addDays, type CalendarDate, yearOf } from '@/lib/calendar';
import { defaultLanguage } from '@/lib/languages';
import { createObjection } from '../objection/commands';
import { listPapers } from '../receipt-room/paper-queries';
import { getToldLease, linesOf } from '../receipt-room/queries';
import { lastDay } from '../receipt-room/rules';
import { sendStatement } from '../statement/commands';
import { findTold } from '../statement/sent-queries';
import { noon } from './commands/account';
import type { Rows } from './commands/rows';
import { createRandom, uuidAt } from './random-rules';
import type { DemoWords } from './words';

/** So many days ago the tenant objected, and was answered and shown the receipts. */
const OBJECTED = 18;
const ANSWERED = 9;
/** The room is open for so long. */
const SHOWN_DAYS = 30;

/** As the program would have found it on an earlier day. */
const on = (scope: Scope, day: CalendarDate): Scope => ({ ...scope, today: day, now: noon(day) });

/**
 * Settles the condominium of the demo for the year before last as it was in December, by the program itself: the statement
 * went, was paid in January, and some days ago its tenant objected and was answered. Nothing where the demo has none.
 */
export async function settleCondominium(
  tx: Tx,
  scope: Scope,
  rows: Rows,
  words: DemoWords['story'],
): Promise<void> {
  const [paper] = rows.associationYear;
  const owned = rows.association.find(({ id }) => id === paper?.associationId);
  const leaseId = rows.leaseUnit.find(({ unitId }) => unitId === owned?.unitId)?.leaseId;
  if (!paper || !owned || !leaseId) return;
  const random = createRandom(`settled ${scope.portfolioId}`);
  const newId = (day: CalendarDate) => uuidAt(random, noon(day).getTime());
  const sentOn = `${yearOf(scope.today) - 1}-12-10`;
  const { propertyId } = owned;
  const period = { from: paper.periodFrom, to: paper.periodTo };
  const { id } = await sendStatement(tx, on(scope, sentOn), { id: newId(sentOn), propertyId, ...period });
  const told = await findRow(tx, scope, id, leaseId);
  if (!told) return;
  const paidOn = addDays(sentOn, 27);
  if (told.postedCents > 0 && paidOn <= scope.today) {
    await recordPayment(tx, on(scope, paidOn), {
      ...{ id: newId(paidOn), leaseId, paidOn, amountCents: told.postedCents, method: 'transfer' },
      payerTenantId: rows.leaseTenant.find((one) => one.leaseId === leaseId)?.tenantId ?? null,
      bankAccountId: rows.bankAccount[0]?.id ?? null,
      ...{ chargeIds: [told.id], reference: null, note: null },
    });
  }
  const [said, answered] = [addDays(scope.today, -OBJECTED), addDays(scope.today, -ANSWERED)];
  const tax = rows.category.find(({ code }) => code === 'property_tax')?.id ?? '';
  const lines = (await findTold(tx, scope, told.id))?.result.lines ?? [];
  await createObjection(tx, on(scope, answered), {
    ...{ id: newId(said), statementLeaseId: told.id, receivedOn: said, text: words.objection },
    lineIds: lines.flatMap(({ lineId }) => (lineId.startsWith(tax) ? [lineId] : [])),
    ...{ answeredOn: answered, answer: words.objectionAnswer },
  });
}

/** What the statement told the lease, and what it put on its account. */
async function findRow(tx: Tx, scope: Scope, statementId: string, leaseId: string) {
  const [row] = await tx
    .select({ id: costStatementLease.id, postedCents: costStatementLease.postedCents })
    .from(costStatementLease)
    .where(
      and(
        within(costStatementLease, scope),
        eq(costStatementLease.statementId, statementId),
        eq(costStatementLease.leaseId, leaseId),
      ),
    );
  return row ?? null;
}

/**
 * The room in which the tenant who objected looked at the receipts, open for some weeks yet. No mail goes to a made-up address:
 * link and code are nobody's. Nothing where nobody objected any more, or no receipt is there.
 */
export async function openCondominiumRoom(tx: Tx, scope: Scope): Promise<void> {
  const [said] = await tx
    .select({ statementLeaseId: objection.statementLeaseId, answeredOn: objection.answeredOn })
    .from(objection)
    .where(within(objection, scope))
    .orderBy(asc(objection.receivedOn))
    .limit(1);
  if (!said?.answeredOn) return;
  const told = await getToldLease(tx, scope, said.statementLeaseId);
  const bills = linesOf(told).flatMap((line) => line.bills.map(({ transactionId }) => transactionId));
  const papers = await listPapers(tx, scope, bills);
  const [renter] = await tx
    .select({ id: tenant.id, emails: tenant.emails, language: tenant.letterLanguage })
    .from(leaseTenant)
    .innerJoin(tenant, joins(tenant.id, leaseTenant.tenantId))
    .where(and(within([leaseTenant, tenant], scope), eq(leaseTenant.leaseId, told.leaseId)))
    .limit(1);
  const [address] = renter?.emails ?? [];
  if (!renter || address === undefined || papers.length === 0) return;
  const { portfolioId } = scope;
  const random = createRandom(`room ${portfolioId}`);
  const [mailed, looked] = [noon(said.answeredOn), noon(addDays(said.answeredOn, 1))];
  const newId = () => uuidAt(random, mailed.getTime());
  const secret = () => createHash('sha256').update(randomBytes(24)).digest('hex');
  const roomId = newId();
  await tx.insert(receiptRoom).values({
    ...{ portfolioId, id: roomId, statementLeaseId: said.statementLeaseId, tenantId: renter.id, address },
    ...{ language: renter.language ?? defaultLanguage, linkHash: secret(), openedBy: postedBy(scope) },
    ...{ endsOn: lastDay(said.answeredOn, SHOWN_DAYS), mailedAt: mailed, createdAt: mailed },
  });
  await tx.insert(receiptRoomPaper).values(
    papers.map(({ billId, documentId }) => {
      return { portfolioId, id: newId(), roomId, billId, documentId, shownDocumentId: documentId };
    }),
  );
  const visit = { visitHash: secret(), visitEndsAt: looked };
  await tx.insert(receiptRoomEvent).values([
    { portfolioId, id: newId(), roomId, at: mailed, kind: 'mailed' },
    { portfolioId, id: newId(), roomId, at: looked, kind: 'entered', ...visit },
    { portfolioId, id: newId(), roomId, at: looked, kind: 'file', title: papers[0]?.title ?? null },
  ]);
}
