import 'server-only';
import { max } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { bankImport } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { chargeTraits } from '@/domain/account-kinds';
import { findLastEntry, listOpen } from '@/ledger';
import { type CalendarDate, monthOf, todayIn } from '@/lib/calendar';
import { listSentReminders } from '../outbox/queries';
import { nextReminder, type ReminderRule } from './reminder-rules';

type Lease = {
  id: string;
  pausedUntil: CalendarDate | null;
  isGerman: boolean;
  /** Interest that a letter would ask for; nought where only its step is wanted. */
  interestCents: number;
};

/** What the portfolio's rule says of leases today, each with what was sent to it before. */
export async function listProposals(tx: Tx, scope: Scope, leases: readonly Lease[], rule: ReminderRule) {
  const ids = leases.map((one) => one.id);
  const [open, sent, enteredOn] = await Promise.all([
    listOpen(tx, scope, ids),
    listSentReminders(tx, scope, ids),
    findEnteredOn(tx, scope),
  ]);
  return leases.map(({ id, pausedUntil, isGerman, interestCents }) => {
    const history = sent.filter((one) => one.leaseId === id);
    const items = open
      .filter((one) => one.leaseId === id)
      .map((one) => ({
        id: one.chargeId,
        dueOn: one.owedSince,
        openCents: one.openCents,
        isRent: chargeTraits[one.kind].isRent,
        ...(one.periodFrom && { month: monthOf(one.periodFrom) }),
      }));
    const { today } = scope;
    const about = { items, rule, history, today, enteredOn, pausedUntil, interestCents, isGerman };
    return { leaseId: id, history, ...nextReminder(about) };
  });
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
