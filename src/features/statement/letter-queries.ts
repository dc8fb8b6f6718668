import 'server-only';
import type { z } from 'zod';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { addDays } from '@/lib/calendar';
import { letterAddress, listLetterPlaces, listLetterTenants } from '../occupancy/letter-queries';
import { listLandlordsOf, listTaxNumbers } from '../portfolio/landlord-queries';
import { findPaymentWay } from '../rent-account/statement-payment-queries';
import { type Corrects, hasLetter } from './correction-queries';
import { getStatement } from './queries';
import { isReady } from './rules';
import type { lettersInput } from './schema';
import { findSent, listSentLetters, type Sent } from './sent-queries';
import type { StatementView } from './view-rules';

/** A back-payment is asked for within so many days of the letter. */
const PAY_WITHIN_DAYS = 30;

/**
 * What the letters of a period say, of one lease or of all that are ready: a period that is not over, and a lease that
 * something is missing of, have none.
 */
export async function getLetters(tx: Tx, scope: Scope, input: z.output<typeof lettersInput>) {
  const { leaseId, ...asked } = input;
  if (leaseId !== null) await assertExists(tx, scope, lease, leaseId);
  const view = await getStatement(tx, scope, asked);
  const sent = view.sent && (await findSent(tx, scope, view.sent.id));
  if (sent) return lettersOfSent(sent, view, leaseId, await listSentLetters(tx, scope, [sent.id]));
  const ready = view.isRunning ? [] : view.leases.filter((one) => isReady(one) && isAsked(one, leaseId));
  const letters = [];
  for (const one of ready) {
    const corrects = view.corrections.find(({ leaseId: id }) => id === one.leaseId)?.corrects ?? null;
    if (hasLetter(corrects)) {
      letters.push({ ...(await letterOf(tx, scope, one, corrects)), letterId: null });
    }
  }
  return { view, letters, ...(await letterHead(tx, scope, asked.propertyId, view)) };
}

/** As they were sent. */
function lettersOfSent(
  { frozen, letters }: Sent,
  view: ShownStatement,
  leaseId: string | null,
  gone: Awaited<ReturnType<typeof listSentLetters>>,
) {
  const own = view.leases.flatMap((result) => {
    const letter = letters.get(result.leaseId)?.letter;
    const isMeant = hasLetter(letter?.corrects) && isAsked(result, leaseId);
    /** What has gone is the letter; until then it is made of what was settled. */
    const letterId = gone.find((one) => one.leaseId === result.leaseId)?.id ?? null;
    return letter && isMeant ? [{ ...letter, result, letterId }] : [];
  });
  return { view, letters: own, ...frozen.head };
}

/** The day a back-payment is asked for by. */
export const payBy = (scope: Scope) => addDays(scope.today, PAY_WITHIN_DAYS);

/** What all letters of a statement have: who writes, when, and into which account one pays. */
export async function letterHead(
  tx: Tx,
  scope: Scope,
  propertyId: string,
  { leases }: Pick<StatementView, 'leases'>,
) {
  const landlords = await listLandlordsOf(tx, scope, [propertyId]);
  const ids = leases.some(({ vat }) => vat) ? landlords.map(({ id }) => id) : [];
  return {
    writtenOn: scope.today,
    payBy: payBy(scope),
    landlords,
    /** Where something is let with VAT, under which numbers it is billed. */
    taxNumbers: await listTaxNumbers(tx, scope, ids),
    account: await findPaymentWay(tx, scope, { leaseIds: [], propertyIds: [propertyId] }),
  };
}

type ShownStatement = Awaited<ReturnType<typeof getStatement>>;
export type LetterHead = Awaited<ReturnType<typeof letterHead>>;
export type OwnLetter = Awaited<ReturnType<typeof letterOf>>;

const isAsked = (one: { leaseId: string }, leaseId: string | null) =>
  leaseId === null || one.leaseId === leaseId;

/** Who gets a letter to a lease today, and where. */
export async function findPosted(tx: Tx, scope: Scope, leaseId: string) {
  const tenants = await listLetterTenants(tx, scope, leaseId);
  const places = await listLetterPlaces(tx, scope, leaseId);
  return { tenants, places, sentTo: letterAddress(tenants, places, scope.today) };
}

/** The letter to a lease: whom it is to, where it goes, and what it corrects. */
export async function letterOf(
  tx: Tx,
  scope: Scope,
  result: StatementView['leases'][number],
  corrects: Corrects | null,
) {
  const { leaseId } = result;
  const { tenants, ...posted } = await findPosted(tx, scope, leaseId);
  const [own] = await tx
    .select({ reference: lease.paymentReference })
    .from(lease)
    .where(isRow(lease, scope, leaseId));
  return {
    result,
    tenantIds: tenants.map((row) => row.id),
    tenants: tenants.map((row) => row.name),
    language: tenants[0]?.letterLanguage ?? null,
    ...posted,
    reference: own?.reference ?? null,
    corrects,
  };
}
