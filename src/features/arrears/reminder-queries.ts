import 'server-only';
import type { z } from 'zod';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { chargeTraits } from '@/domain/account-kinds';
import { listOpenItems } from '@/ledger';
import { addDays } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import { readSender } from '../account/sender-queries';
import { findGermanLeases, findPremises } from '../legal/law-queries';
import { reminderLook } from '../letter/queries';
import { listReminderTexts } from '../letter/template-queries';
import { letterAddress, listLetterPlaces, listLetterTenants } from '../occupancy/letter-queries';
import { findMailWay } from '../outbox/mail-queries';
import { listLandlordsOf } from '../portfolio/landlord-queries';
import { listBuyersCharges } from '../rent/sold-month-queries';
import { findPaymentWay } from '../rent-account/statement-payment-queries';
import { getInterestSum } from './interest-queries';
import { listProposals } from './proposal-queries';
import { reminderFee } from './reminder-rules';
import { ruleOf } from './rule-queries';
import type { lookAtReminderInput, reminderInput } from './schema';

/**
 * A reminder of what is overdue on a lease today: what is asked for, of whom, by whom and into which account; with what the
 * portfolio's rule says about it. Interest is asked for from the first reminder on, as far as it can be charged and the rule
 * asks for it.
 */
export async function getReminder(tx: Tx, scope: Scope, input: z.output<typeof reminderInput>) {
  await assertExists(tx, scope, lease, input.leaseId);
  const { leaseId } = input;
  const open = (await listOpenItems(tx, scope, leaseId)).items;
  const rule = await ruleOf(tx, scope);
  const [proposal, tenants, places] = [
    await proposeReminder(tx, scope, leaseId, rule),
    await listLetterTenants(tx, scope, leaseId),
    await listLetterPlaces(tx, scope, leaseId),
  ];
  const overdue = open.filter((item) => item.owedSince < scope.today).map(({ lines: _, ...item }) => item);
  const buyers = await listBuyersCharges(tx, scope, scope.today);
  const items = askedItems(
    overdue.filter(({ chargeId }) => !buyers.has(chargeId)),
    proposal.result,
  );
  const openCents = sumCents(items.map((item) => item.openCents));
  const step = input.step ?? proposal.result.step ?? 'friendly';
  const leftCents = sumCents(overdue.map((item) => item.openCents)) - openCents;
  // Interest is reckoned for the whole lease: where a debt is left out it waits for the next letter.
  const asksInterest = step !== 'friendly' && rule.withInterest && leftCents === 0;
  const interestCents = asksInterest ? proposal.interestCents : 0;
  const debts = items.filter(({ chargeId }) => !proposal.accessories.has(chargeId));
  const asked = debts.map(({ chargeId, kind }) => ({
    isRent: chargeTraits[kind].isRent,
    wasAsked: proposal.history.some(({ itemId }) => itemId === chargeId),
  }));
  const feeCents = reminderFee(step, asked, { rule, isGerman: proposal.isGerman });
  const texts = await listReminderTexts(tx, scope, `reminder_${step}`);
  const propertyIds = [...new Set(places.map((place) => place.propertyId))];
  const landlords = await listLandlordsOf(tx, scope, propertyIds);
  return {
    step,
    language: tenants[0]?.letterLanguage ?? null,
    writtenOn: scope.today,
    payBy: addDays(scope.today, rule.payWithinDays),
    items,
    openCents,
    /** Overdue and not asked for: its own first step is not due, nobody has looked at the money since, or it is the buyer's. */
    leftCents,
    interestCents,
    interestThrough: proposal.interestThrough,
    feeCents,
    /** What the fee is for: it is settled with this debt, before it (§ 367 BGB). */
    feeDebtId: debts[0]?.chargeId ?? null,
    totalCents: sumCents([openCents, interestCents, feeCents]),
    isGerman: proposal.isGerman,
    isDwelling: (await findPremises(tx, scope, leaseId)) === 'dwelling',
    /** What the letter may say of the lease besides. */
    lease: proposal.lease,
    /** Own texts of the tone, and which edition of each: another one later, and the letter says something nobody has looked at. */
    texts,
    editions: texts.map(({ language, version }) => `${language} ${version}`).join(', '),
    tenants: tenants.map((row) => row.name),
    tenantIds: tenants.map((row) => row.id),
    places,
    sentTo: letterAddress(tenants, places, scope.today),
    landlords,
    payment: await findPaymentWay(tx, scope, { leaseIds: [leaseId], propertyIds }),
    /** Whom it can reach by mail, or why it cannot go that way. */
    mail: await findMailWay(tx, scope, { tenantIds: tenants.map((row) => row.id), landlords }),
    /** The last letter about what is open. */
    last: proposal.last,
    /** How often a debt of this lease was asked for, each debt of each letter counted. */
    sentBefore: proposal.sentBefore,
    proposal: { result: proposal.result, trace: proposal.trace },
  };
}

/** What a proposed letter claims, as the rule says it; where none is proposed, all that is overdue: a person decides. */
function askedItems<Item extends { chargeId: string }>(
  overdue: readonly Item[],
  { step, items }: Awaited<ReturnType<typeof proposeReminder>>['result'],
): Item[] {
  const claimed = new Set(items.flatMap(({ id, isClaimed }) => (isClaimed ? [id] : [])));
  return overdue.filter(({ chargeId }) => step === null || claimed.has(chargeId));
}

export type Reminder = Awaited<ReturnType<typeof getReminder>>;

/** A lease's reminder without its words, and what fills their gaps: to look at a text with. */
export async function lookAtReminder(tx: Tx, scope: Scope, input: z.output<typeof lookAtReminderInput>) {
  const { leaseId, step, language } = input;
  const reminder = await getReminder(tx, scope, { leaseId, step });
  const { formatsIn, portfolioName: issuer } = await readSender(tx, scope);
  const frame = { formats: formatsIn(language), issuer, today: scope.today };
  return {
    obstacle: reminder.items.length === 0 ? ('nothing_overdue' as const) : null,
    ...(await reminderLook(`reminder_${step}`, saidOf(reminder), frame)),
  };
}

/** A reminder as its words take it. */
export const saidOf = ({ tenants, ...reminder }: Reminder) => ({
  ...reminder,
  tenants: tenants.map((name) => ({ name })),
});

/** What the portfolio's rule says of a lease today, with the interest that can be charged. */
async function proposeReminder(
  tx: Tx,
  scope: Scope,
  leaseId: string,
  rule: Awaited<ReturnType<typeof ruleOf>>,
) {
  const asked = { leaseId, through: null, isBusiness: false, ownRateBp: null, debtorIsBusiness: false };
  const [own] = await tx
    .select({
      pausedUntil: lease.dunningPausedUntil,
      startsOn: lease.startsOn,
      endsOn: lease.endsOn,
      signedOn: lease.signedOn,
      paymentReference: lease.paymentReference,
    })
    .from(lease)
    .where(isRow(lease, scope, leaseId));
  if (!own) throw new DomainError('not_found');
  const interest = await getInterestSum(tx, scope, asked);
  const isGerman = (await findGermanLeases(tx, scope, [leaseId])).has(leaseId);
  const { pausedUntil, ...said } = own;
  const of = { id: leaseId, pausedUntil, isGerman, interestCents: interest.restCents };
  const [proposal] = await listProposals(tx, scope, [of], rule);
  if (!proposal) throw new DomainError('not_found');
  const { history, result, trace, accessories } = proposal;
  return {
    lease: said,
    accessories,
    result,
    trace,
    isGerman,
    history,
    last: history.at(-1) ?? null,
    sentBefore: history.length,
    interestCents: interest.restCents,
    interestThrough: interest.claimableThrough,
  };
}
