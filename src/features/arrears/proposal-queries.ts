import 'server-only';
import { and, max, min } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { bankImport, lease, openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { chargeTraits } from '@/domain/account-kinds';
import { findLastEntry, isOverdue, listOpen } from '@/ledger';
import { type CalendarDate, maxDate, monthOf, todayIn } from '@/lib/calendar';
import { hasWaitingMoney } from '../bank/queries';
import { listUnderWay } from '../debit/item-queries';
import { findGermanLeases } from '../legal/law-queries';
import { listAsked, listSentReminders, listTakenBack } from '../outbox/queries';
import { listBuyersCharges } from '../rent/sold-month-queries';
import { nextReminder } from './reminder-rules';
import { ruleOf } from './rule-queries';

type Lease = {
  id: string;
  pausedUntil: CalendarDate | null;
  isGerman: boolean;
  /** Interest that a letter would ask for; nought where only its step is wanted. */
  interestCents: number;
};

/** What the portfolio's rule says of leases today, each with what was sent to it before. */
export async function listProposals(
  tx: Tx,
  scope: Scope,
  leases: readonly Lease[],
  { byItselfUpTo, ...rule }: Awaited<ReturnType<typeof ruleOf>>,
) {
  const ids = leases.map((one) => one.id);
  const [open, buyers, sent, enteredOn, letters, against] = await Promise.all([
    listOpen(tx, scope, ids),
    listBuyersCharges(tx, scope, scope.today),
    listSentReminders(tx, scope, ids),
    findEnteredOn(tx, scope),
    listAsked(tx, scope, ids),
    byItselfUpTo && readAgainst(tx, scope, ids),
  ]);
  const accessories = new Set(letters.flatMap(({ charged }) => charged));
  /** A back-payment is due as its letter says, which may have gone later than the account knows. */
  const payBy = new Map(letters.flatMap(({ stated, payBy: by }) => (stated && by ? [[stated, by]] : [])));
  return leases.map(({ id, pausedUntil, isGerman, interestCents }) => {
    const history = sent.filter((one) => one.leaseId === id);
    const items = open
      .filter((one) => one.leaseId === id && !buyers.has(one.chargeId))
      .map((one) => ({
        id: one.chargeId,
        dueOn: maxDate(one.owedSince, payBy.get(one.chargeId)),
        openCents: one.openCents,
        isRent: chargeTraits[one.kind].isRent,
        ...(one.periodFrom && { month: monthOf(one.periodFrom) }),
        ...(accessories.has(one.chargeId) && { isAccessory: true }),
      }));
    const { today } = scope;
    const byItself = byItselfUpTo &&
      against && {
        upTo: byItselfUpTo,
        moneyWaits: against.moneyWaits,
        isCollected: against.collected.has(id),
        wasTakenBack: items.some((item) => against.takenBack.has(item.id)),
      };
    const about = { items, rule, history, today, enteredOn, pausedUntil, interestCents, isGerman, byItself };
    return { leaseId: id, history, accessories, ...nextReminder(about) };
  });
}

/** What keeps letters from going by themselves, of which only people know more. */
async function readAgainst(tx: Tx, scope: Scope, leaseIds: readonly string[]) {
  const [moneyWaits, underWay, takenBack] = await Promise.all([
    hasWaitingMoney(tx, scope),
    listUnderWay(tx, scope),
    listTakenBack(tx, scope, leaseIds),
  ]);
  return { moneyWaits, collected: new Set(underWay.map((one) => one.leaseId)), takenBack };
}

/** So many letters are proposed at most. */
const MOST_DUE = 1_000;

/** The leases whose next letter the portfolio's rule proposes today, the oldest debt first. */
export const listDueReminders = async (tx: Tx, scope: Scope) =>
  (await listProposed(tx, scope, { ...(await ruleOf(tx, scope)), byItselfUpTo: null }))
    .map(({ leaseId, step }) => ({ leaseId, step }))
    .slice(0, MOST_DUE);

/** Those of them whose letter goes without anybody looking at it. */
export const listGoingReminders = async (tx: Tx, scope: Scope): Promise<string[]> =>
  (await listProposed(tx, scope, await ruleOf(tx, scope))).flatMap(({ leaseId, byItself }) =>
    byItself === 'goes' ? [leaseId] : [],
  );

async function listProposed(tx: Tx, scope: Scope, rule: Awaited<ReturnType<typeof ruleOf>>) {
  const leases = await tx
    .select({ id: lease.id, pausedUntil: lease.dunningPausedUntil, since: min(openItem.owedSince) })
    .from(openItem)
    .innerJoin(lease, joins(lease.id, openItem.leaseId))
    .where(and(within([openItem, lease], scope), isOverdue(scope.today)))
    .groupBy(lease.id, lease.dunningPausedUntil)
    .orderBy(min(openItem.owedSince), lease.id);
  if (leases.length === 0) return [];
  const german = await findGermanLeases(
    tx,
    scope,
    leases.map((one) => one.id),
  );
  const asked = leases.map(({ since: _, ...one }) => ({
    ...one,
    isGerman: german.has(one.id),
    interestCents: 0,
  }));
  const proposals = await listProposals(tx, scope, asked, rule);
  return proposals.flatMap(({ leaseId, result: { step, byItself } }) =>
    step === null ? [] : [{ leaseId, step, byItself }],
  );
}

/** The last day somebody entered money or read a file of the bank; null where nobody has for months. */
async function findEnteredOn(tx: Tx, scope: Scope): Promise<CalendarDate | null> {
  const entered = await findLastEntry(tx, scope);
  const [read] = await tx
    .select({ at: max(bankImport.importedAt) })
    .from(bankImport)
    .where(within(bankImport, scope));
  const times = [entered, read?.at].flatMap((at) => (at ? [at.getTime()] : []));
  return times.length > 0 ? todayIn(scope.timeZone, new Date(Math.max(...times))) : null;
}
