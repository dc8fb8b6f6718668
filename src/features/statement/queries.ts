import 'server-only';
import { and, eq, min, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import { lease, leaseUnit, transaction, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { nothingStated, statedDifference } from '@/ledger';
import { type CalendarDate, minDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { type Period, yearBefore } from '@/lib/period';
import { changesSince, forecast } from '@/statement';
import { claimsUntil, deadlineState } from '@/statement/deadline';
import { usualPeriods } from '@/statement/usual-periods';
import { getHouse, type House } from '../occupancy/house-queries';
import { whyNoMail } from '../outbox/mail-queries';
import { senderGap } from '../outbox/sender-rules';
import { listLandlordsOf } from '../portfolio/landlord-queries';
import { listAdvanceChanges } from './advance-queries';
import { hasLetter, readNow } from './correction-queries';
import { listCosts } from './cost-queries';
import { listDeadlines } from './due-queries';
import { readCase } from './input-queries';
import { asListed } from './rules';
import type { listPeriodsInput, statementInput } from './schema';
import {
  findSent,
  listSentLetters,
  listSentPeriods,
  listUnsent,
  type Sent,
  viewOfSent,
} from './sent-queries';
import { isLeftOut, isWhole, leaseProblems, type StatementView } from './view-rules';

/** The periods of a property that can be settled, the latest first, each with what was paid in it for the house. */
export async function listPeriods(tx: Tx, scope: Scope, { propertyId }: z.output<typeof listPeriodsInput>) {
  const house = await getHouse(tx, scope, propertyId);
  const { firstDay, bookedFrom } = await findFirstDays(tx, scope, propertyId);
  // What begins after a sale is nobody's here.
  const usual = usualPeriods(house.startMonth, firstDay, scope.today).filter(
    ({ from }) => house.soldOn === null || from < house.soldOn,
  );
  const sent = await listSentPeriods(tx, scope, propertyId);
  const others = sent.filter((one) => !usual.some((period) => isSame(one, period)));
  const periods = [...usual, ...others].sort((a, b) => (a.from < b.from ? 1 : -1));
  const [latest, earliest] = [periods[0], periods.at(-1)];
  if (!latest || !earliest) return { isGerman: house.isGerman, periods: [] };
  const costs = await listCosts(tx, scope, propertyId, { from: earliest.from, to: latest.to });
  const deadlineOf = await listDeadlines(tx, scope, house, periods);
  return {
    isGerman: house.isGerman,
    periods: periods.map((period) => ({
      ...period,
      ...stateOf(deadlineOf(period), scope.today),
      isBooked: bookedFrom !== null && period.to >= bookedFrom,
      isSent: sent.some((one) => isSame(one, period)),
      isRunning: period.to >= scope.today,
      paidCents: costs
        .filter(({ bookedOn }) => bookedOn >= period.from && bookedOn <= period.to)
        .reduce((sum, { amountCents }) => sum + amountCents, 0),
    })),
  };
}

const isSame = (one: Period, other: Period) => one.from === other.from && one.to === other.to;

const stateOf = (deadline: CalendarDate | null, today: CalendarDate) => ({
  deadline,
  isLate: deadline !== null && deadlineState(deadline, today).isLate,
});

/**
 * The first day anything was let or booked, today where nothing was; and the first that is booked, of an account or of a
 * cost. What was let before is settled elsewhere: nothing is told of its deadline.
 */
async function findFirstDays(
  tx: Tx,
  scope: Scope,
  propertyId: string,
): Promise<{ firstDay: CalendarDate; bookedFrom: CalendarDate | null }> {
  const [held] = await tx
    .select({
      day: sql<CalendarDate | null>`${min(leaseUnit.fromOn)}::text`,
      bookedFrom: sql<CalendarDate | null>`(${min(lease.bookedFrom)} filter (where ${lease.voidedAt} is null))::text`,
    })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .innerJoin(lease, joins(lease.id, leaseUnit.leaseId))
    .where(and(within([leaseUnit, unit, lease], scope), eq(unit.propertyId, propertyId)));
  const [cost] = await tx
    .select({
      day: sql<CalendarDate | null>`${min(transaction.bookedOn)}::text`,
      servedFrom: sql<CalendarDate | null>`${min(transaction.serviceFrom)}::text`,
    })
    .from(transaction)
    .where(and(within(transaction, scope), eq(transaction.propertyId, propertyId)));
  const booked = [held?.bookedFrom, cost?.day, cost?.servedFrom].filter((day) => day != null);
  return {
    firstDay: minDate(scope.today, held?.day, cost?.day),
    bookedFrom: booked.toSorted()[0] ?? null,
  };
}

/** The statement of a period as it was sent, or as it would be today: see `statementInput`. */
export async function getStatement(tx: Tx, scope: Scope, input: z.output<typeof statementInput>) {
  const { propertyId, version, slips, ...period } = input;
  const house = await getHouse(tx, scope, propertyId);
  const now = await readNow(tx, scope, house, period, slips);
  const deadline = (await listDeadlines(tx, scope, house, [period]))(period);
  const { versions } = now;
  const asked = version ?? Math.max(1, versions.length);
  if (asked > versions.length + 1) throw new DomainError('not_found');
  const all = { version: asked, versions: versions.map(({ id: _, ...one }) => one) };
  if (asked > versions.length) {
    const isRunning = period.to >= scope.today;
    const outlook =
      isRunning && period.from <= scope.today ? await readForecast(tx, scope, house, period) : null;
    const corrections = now.view.leases.map((one) => ({
      leaseId: one.leaseId,
      corrects: now.correction(one),
      slip: slipOf(one, now),
    }));
    return {
      ...now.view,
      ...all,
      deadline,
      corrections,
      withLetter: corrections.flatMap(({ leaseId, corrects }) => (hasLetter(corrects) ? [leaseId] : [])),
      isWhole: isWhole(now.view, scope.today),
      isRunning,
      outlook,
      corrected: correctedBy(now),
      senderGap: senderGap(await listLandlordsOf(tx, scope, [propertyId])),
      sent: null,
    };
  }
  const isLast = asked === versions.length;
  const sent = isLast ? now.last : await findSent(tx, scope, versions[asked - 1]?.id);
  if (!sent) throw new DomainError('not_found');
  const differences = asked === 1 ? null : Object.fromEntries(sent.posted);
  return {
    ...viewOfSent(sent),
    ...all,
    deadline,
    parties: { ...now.view.parties, ...viewOfSent(sent).parties },
    corrections: [],
    withLetter: [...sent.letters].flatMap(([leaseId, { letter }]) =>
      hasLetter(letter.corrects) ? [leaseId] : [],
    ),
    isWhole: true,
    isRunning: false,
    outlook: null,
    corrected: differences && { changes: [], isOtherwise: false, differences },
    senderGap: null,
    sent: await describeSent(tx, scope, propertyId, { now, sent, isLast }),
  };
}

type Now = Awaited<ReturnType<typeof readNow>>;

/**
 * Of a lease whose correction asks for no more after the deadline: whether it is asked for as an obvious slip, or could be.
 * What was told for the first time, or came late itself, had no claim that a slip could put right.
 */
function slipOf(
  { leaseId, resultCents, claimableCents, isObviousSlip }: StatementView['leases'][number],
  { told, view, found }: Now,
): 'said' | 'open' | null {
  const firstOn = told.get(leaseId)?.firstOn;
  if (firstOn === undefined || resultCents === null || claimableCents === null) return null;
  if (isObviousSlip) return claimableCents === resultCents ? 'said' : null;
  const until = view.deadline && claimsUntil(view.deadline, found.input.obstacleEndedOn ?? null);
  return until !== null && firstOn <= until && claimableCents < resultCents ? 'open' : null;
}

/** What a corrected version would say otherwise, and put on each account beside what stands there; null of a first one. */
function correctedBy({ view, told, last, correction }: Now) {
  if (!last) return null;
  return {
    changes: changesOf(viewOfSent(last), view),
    isOtherwise:
      view.problems.some(isLeftOut) || view.leases.some((one) => one.isSettled && hasLetter(correction(one))),
    differences: Object.fromEntries(
      view.leases.flatMap(({ leaseId, claimableCents }) =>
        claimableCents === null
          ? []
          : [[leaseId, statedDifference(claimableCents, told.get(leaseId) ?? nothingStated).differenceCents]],
      ),
    ),
  };
}

/** How a version stands: what would be another one today, which letters have gone, which advances fit. */
async function describeSent(
  tx: Tx,
  scope: Scope,
  propertyId: string,
  { now, sent, isLast }: { now: Now; sent: Sent; isLast: boolean },
) {
  const { id, sentOn, dueOn } = sent;
  const letters = await listSentLetters(tx, scope, [id]);
  const corrected = isLast ? correctedBy(now) : null;
  const landlords = await listLandlordsOf(tx, scope, [propertyId]);
  const advances = isLast ? await listAdvanceChanges(tx, scope, sent) : [];
  const unsent = isLast ? await listUnsent(tx, scope, now) : [];
  return {
    id,
    sentOn,
    dueOn,
    isLast,
    // Of an earlier version the later one says what changed.
    changes: corrected?.changes ?? [],
    isOtherwise: corrected?.isOtherwise ?? false,
    letters: letters.map(({ statementId: _, ...one }) => one),
    /** So many letters have still to go, of whichever version holds for a lease. */
    toSend: unsent.length,
    claims: claimsOf(now, unsent, scope.today),
    noMail: whyNoMail(landlords),
    advances: advances.map(({ lines, id: __, ...change }) => change),
  };
}

/**
 * Until when letters that have still to go may ask for money, where one of them asks it of a home that no letter of the period
 * has gone to; null where none does. Settled in time is not told in time: the letter has to reach the tenant by then
 * (§ 556 (3) sentences 2 and 3 BGB; BGH 21 Jan 2009, VIII ZR 107/08).
 */
function claimsOf(
  { last }: Now,
  unsent: Awaited<ReturnType<typeof listUnsent>>,
  today: CalendarDate,
): { until: CalendarDate; isLate: boolean } | null {
  const { view, input } = last?.frozen ?? {};
  if (!view?.deadline || !input) return null;
  const untold = new Set(unsent.flatMap(({ leaseId, isFirst }) => (isFirst ? [leaseId] : [])));
  const isAsked = view.leases.some(
    ({ leaseId, isHome, claimableCents }) => isHome && (claimableCents ?? 0) > 0 && untold.has(leaseId),
  );
  if (!isAsked) return null;
  const until = claimsUntil(view.deadline, input.obstacleEndedOn ?? null);
  return { until, isLate: until < today };
}

/**
 * How a running period will probably end, lease by lease, and what cost something last year and nothing yet; null where
 * that is not known of every cost, as of books that began in the course of last year. A lease that could not be settled
 * then is not in it.
 */
async function readForecast(tx: Tx, scope: Scope, house: House, period: Period) {
  const found = await readCase(tx, scope, house, period, { withExpected: true });
  const { input, lines: sources } = found;
  const { lines, leases, isWhole: isWholeForecast } = forecast(input, scope.today).result;
  const { bookedFrom } = await findFirstDays(tx, scope, house.id);
  const isSinceLastYear = bookedFrom !== null && bookedFrom <= yearBefore(period).from;
  if (!isWholeForecast || found.plants.some(({ missing }) => missing !== null)) return null;
  if (!isSinceLastYear && lines.some(({ toComeCents }) => toComeCents > 0)) return null;
  const stopped = new Set(
    leaseProblems(found).flatMap(({ mend }) => (mend.at === 'lease' ? mend.leaseId : [])),
  );
  const settled = new Set(
    input.leases
      .filter(({ id, settlement }) => settlement === 'advances' && !stopped.has(id))
      .map(({ id }) => id),
  );
  return {
    leases: asListed(leases, input)
      .filter(({ leaseId }) => settled.has(leaseId))
      .map(({ name, ...lease }) => lease),
    missing: lines
      .filter(({ isMissing }) => isMissing)
      .map(({ lineId, toComeCents }) => {
        const line = input.lines.find(({ id }) => id === lineId);
        const { code = null, name = null } = sources[lineId] ?? {};
        return {
          lineId,
          key: line?.key ?? 'area',
          betrkvNo: line?.betrkvNo ?? null,
          code,
          name,
          toComeCents,
        };
      }),
  };
}

/** What a statement that was sent would say today otherwise; whoever is named in it now. */
function changesOf(sent: StatementView, now: StatementView) {
  const rows = ({ leases }: StatementView) =>
    leases.flatMap(({ leaseId, lines }) =>
      lines.map(({ lineId, amountCents }) => ({ lease: leaseId, line: lineId, amountCents })),
    );
  return changesSince(rows(sent), rows(now)).result;
}
