import 'server-only';
import { createHash } from 'node:crypto';
import type { Tx } from '@/db/client';
import { type InTransaction, postedBy, type Scope } from '@/db/scope';
import type { ReminderStep } from '@/domain/vocabulary';
import { lockLeases } from '@/ledger';
import { DomainError } from '@/lib/errors';
import { defaultLanguage } from '@/lib/languages';
import { getProfile } from '../account/queries';
import { findWritten } from '../outbox/commands';
import { listGoingReminders } from './proposal-queries';
import { sendReminder } from './reminder-commands';
import { getReminder } from './reminder-queries';
import { noteMorning } from './rule-commands';

/** How many went, and how many of those that might have are left for a person. */
export type Morning = { sent: number; left: number };

/**
 * Sends what goes by itself this morning, each letter in a transaction of its own, in the name of whoever `inTransaction` enters
 * for. What was paid or sent meanwhile drops out there. Any number of rounds at once, or one after another that was killed, send
 * each once.
 */
export async function remindByItself(inTransaction: InTransaction): Promise<Morning> {
  const going = await inTransaction((tx, scope) => listGoingReminders(tx, scope));
  const morning: Morning = { sent: 0, left: 0 };
  for (const leaseId of going) {
    const isSent = await inTransaction((tx, scope) => remindOne(tx, scope, leaseId)).catch(leave);
    morning[isSent ? 'sent' : 'left'] += 1;
  }
  await inTransaction((tx, scope) => noteMorning(tx, scope));
  return morning;
}

/** What cannot go, because the hour is full or the lease was erased at this moment, stands on the list; the others go. */
function leave(error: unknown): false {
  if (error instanceof DomainError && error.code !== 'forbidden') return false;
  throw error;
}

/** Whether the letter of a lease went: as it stands now that nobody else can change what is owed. */
async function remindOne(tx: Tx, scope: Scope, leaseId: string): Promise<boolean> {
  await lockLeases(tx, scope, [leaseId]);
  const reminder = await getReminder(tx, scope, { leaseId });
  const { step, byItself } = reminder.proposal.result;
  const { reason, without } = reminder.mail;
  // Whom no mail reaches gets it on paper, from somebody who prints it: the whole letter waits for them.
  if (step === null || byItself !== 'goes' || reason !== null || without.length > 0) return false;
  const id = letterId(scope, leaseId, step);
  if (await findWritten(tx, scope, { id, leaseId, way: 'mail' })) return false;
  const language = reminder.language ?? (await languageOf(tx, scope));
  await sendReminder(tx, scope, reminder, { id, leaseId, way: 'mail', language, beside: null });
  return true;
}

/** The same on one day for one step of a lease: sent twice, it is there already. */
function letterId({ portfolioId, today }: Scope, leaseId: string, step: ReminderStep): string {
  const hash = createHash('sha256')
    .update(['reminder', portfolioId, leaseId, step, today].join(' '))
    .digest('hex');
  // A UUID of version 8, whose bits are the maker's own (RFC 9562 § 5.8).
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

async function languageOf(tx: Tx, scope: Scope) {
  const userId = postedBy(scope);
  const { language } = userId === null ? { language: null } : await getProfile(tx, userId);
  return language ?? (scope.jurisdiction === 'DE' ? 'de' : defaultLanguage);
}
