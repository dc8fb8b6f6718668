import 'server-only';
import { max } from 'drizzle-orm';
import type { z } from 'zod';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { bankImport, lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { within } from '@/db/within';
import { chargeTraits } from '@/domain/account-kinds';
import { findLastEntry, listOpenItems } from '@/ledger';
import { addDays, type CalendarDate, monthOf, todayIn } from '@/lib/calendar';
import { sumCents } from '@/lib/money';
import { findGermanLeases } from '../legal/law-queries';
import { letterAddress, listLetterPlaces, listLetterTenants } from '../occupancy/letter-queries';
import { listLandlordsOf } from '../portfolio/landlord-queries';
import { findPaymentWay } from '../rent-account/statement-payment-queries';
import { getInterestSum } from './interest-queries';
import { nextReminder, usualReminders } from './reminder-rules';
import type { reminderInput } from './schema';

/**
 * A reminder of what is overdue on a lease today: what is asked for, of whom, by whom and into which account; with what the
 * usual rule says about it. Interest is asked for from the first reminder on, as far as it can be charged.
 */
export async function getReminder(tx: Tx, scope: Scope, input: z.output<typeof reminderInput>) {
  await assertExists(tx, scope, lease, input.leaseId);
  const { leaseId } = input;
  const open = (await listOpenItems(tx, scope, leaseId)).items;
  const [proposal, tenants, places] = [
    await proposeReminder(tx, scope, leaseId, open),
    await listLetterTenants(tx, scope, leaseId),
    await listLetterPlaces(tx, scope, leaseId),
  ];
  const items = open.filter((item) => item.owedSince < scope.today).map(({ lines: _, ...item }) => item);
  const openCents = sumCents(items.map((item) => item.openCents));
  const step = input.step ?? proposal.result.step ?? 'friendly';
  const interestCents = step === 'friendly' ? 0 : proposal.interestCents;
  const propertyIds = [...new Set(places.map((place) => place.propertyId))];
  return {
    step,
    language: tenants[0]?.letterLanguage ?? null,
    writtenOn: scope.today,
    payBy: addDays(scope.today, usualReminders.payWithinDays),
    items,
    openCents,
    interestCents,
    interestThrough: proposal.interestThrough,
    totalCents: sumCents([openCents, interestCents]),
    isGerman: proposal.isGerman,
    tenants: tenants.map((row) => row.name),
    places,
    sentTo: letterAddress(tenants, places, scope.today),
    landlords: await listLandlordsOf(tx, scope, propertyIds),
    payment: await findPaymentWay(tx, scope, { leaseIds: [leaseId], propertyIds }),
    proposal: { result: proposal.result, trace: proposal.trace },
  };
}

type OpenItems = Awaited<ReturnType<typeof listOpenItems>>['items'];

/** What the usual rule says of a lease today. */
async function proposeReminder(tx: Tx, scope: Scope, leaseId: string, open: OpenItems) {
  const asked = { leaseId, through: null, isBusiness: false, ownRateBp: null, debtorIsBusiness: false };
  const [own] = await tx
    .select({ pausedUntil: lease.dunningPausedUntil })
    .from(lease)
    .where(isRow(lease, scope, leaseId));
  const interest = await getInterestSum(tx, scope, asked);
  const isGerman = (await findGermanLeases(tx, scope, [leaseId])).has(leaseId);
  const explained = nextReminder({
    items: open.map((row) => ({
      id: row.chargeId,
      dueOn: row.owedSince,
      openCents: row.openCents,
      isRent: chargeTraits[row.kind].isRent,
      ...(row.periodFrom && { month: monthOf(row.periodFrom) }),
    })),
    rule: usualReminders,
    history: [],
    today: scope.today,
    enteredOn: await findEnteredOn(tx, scope),
    pausedUntil: own?.pausedUntil ?? null,
    interestCents: interest.restCents,
    isGerman,
  });
  return {
    ...explained,
    isGerman,
    interestCents: interest.restCents,
    interestThrough: interest.claimableThrough,
  };
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
