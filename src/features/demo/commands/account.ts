import { allocateCredits, type OpenLine, withoutShares } from '../../../ledger/allocation-rules.ts';
import { type CalendarDate, firstOfMonth, lastOfMonth, maxDate, monthOf } from '../../../lib/calendar.ts';
import { sumCents } from '../../../lib/money.ts';
import { type GermanState, publicHolidays } from '../../rent/holiday-rules.ts';
import { dueOn, postingPeriods, type Rent, rentForPeriod } from '../../rent/rules.ts';
import type { Rows } from './rows.ts';

/** Money a tenant sent. */
export type Transfer = { paidOn: CalendarDate; amountCents: number };

export type AccountTerms = {
  id: string;
  startsOn: CalendarDate;
  endsOn: CalendarDate | null;
  bookedFrom: CalendarDate;
  /** Whose holidays count; null outside Germany, where the rent is due on the first. */
  state: GermanState | null;
  payerTenantId: string;
  bankAccountId: string | null;
  paymentReference: string;
  rents: readonly Rent[];
  /** What the tenant sends for a month, on which days. */
  pays: (month: { index: number; dueOn: CalendarDate; totalCents: number }) => Transfer[];
};

type Posted = { postedOn: CalendarDate; item: Rows['openItem'][number]; lines: readonly OpenLine[] };

type Context = {
  portfolioId: string;
  userId: string;
  today: CalendarDate;
  newId: (day: CalendarDate) => string;
};

const holidaysOf = new Map<GermanState, Set<CalendarDate>>();

function holidaySet(state: GermanState, year: number): Set<CalendarDate> {
  const known = holidaysOf.get(state) ?? new Set<CalendarDate>();
  holidaysOf.set(state, known);
  if (known.has(`${year}-01-01`)) return known;
  for (const one of [year, year + 1]) for (const { day } of publicHolidays(one, state)) known.add(day);
  return known;
}

export const dueRuleIn = (state: GermanState | null) => (state ? 'third_working_day' : 'first');

/** Late morning of a day, in UTC: the same day everywhere in Europe and America. */
export const noon = (day: CalendarDate) => new Date(`${day}T11:00:00Z`);

/**
 * The account of a lease as the program would have kept it, month by month: rent posted on the first, every
 * transfer on its day onto what is oldest due, the rest kept as credit that pays the next rent.
 */
export function keepAccount(rows: Rows, context: Context, terms: AccountTerms): void {
  const { portfolioId, userId, today, newId } = context;
  const charges: Posted[] = [];
  const transfers: Transfer[] = [];
  const periods = postingPeriods({ ...terms, postedThrough: null, through: lastOfMonth(monthOf(today)) });
  for (const [index, month] of periods.entries()) {
    const owed = rentForPeriod({
      rents: terms.rents,
      leaseStartsOn: terms.startsOn,
      leaseEndsOn: terms.endsOn,
      month,
      method: 'calendar_days',
    });
    if (!owed) continue;
    const due = dueOn(
      { rule: dueRuleIn(terms.state) },
      month,
      terms.state ? holidaySet(terms.state, Number(month.slice(0, 4))) : new Set(),
      owed.periodFrom,
    );
    const postedOn = maxDate(firstOfMonth(month), terms.startsOn);
    const chargeId = newId(postedOn);
    rows.charge.push({
      portfolioId,
      id: chargeId,
      leaseId: terms.id,
      kind: 'rent',
      periodFrom: owed.periodFrom,
      periodTo: owed.periodTo,
      dueOn: due,
      owedSince: due,
      totalCents: owed.totalCents,
      basis: owed.proration,
      postedAt: noon(postedOn),
    });
    const debt = {
      id: chargeId,
      owedSince: due,
      periodFrom: owed.periodFrom,
      endangersTenancy: true,
    };
    const lines: OpenLine[] = [];
    for (const [position, line] of owed.lines.entries()) {
      const { component, settlement, amountCents, vatRateBp, vatCents } = line;
      const id = newId(postedOn);
      rows.chargeLine.push({
        portfolioId,
        id,
        chargeId,
        rootChargeId: chargeId,
        position,
        component,
        settlement,
        amountCents,
        vatRateBp,
        vatCents,
      });
      lines.push({
        lineId: id,
        chargeId,
        openCents: amountCents,
        dueOn: due,
        part: 'principal',
        isAdvance: settlement === 'advance',
        debt,
      });
    }
    const item = {
      portfolioId,
      chargeId,
      leaseId: terms.id,
      dueOn: due,
      owedSince: due,
      totalCents: owed.totalCents,
      openCents: owed.totalCents,
    };
    rows.openItem.push(item);
    charges.push({ postedOn, item, lines });
    transfers.push(...terms.pays({ index, dueOn: due, totalCents: owed.totalCents }));
  }
  settle(
    rows,
    context,
    terms,
    charges,
    transfers
      .filter((transfer) => transfer.paidOn <= today && transfer.amountCents > 0)
      .sort((a, b) => (a.paidOn < b.paidOn ? -1 : a.paidOn > b.paidOn ? 1 : 0)),
    userId,
  );
}

function settle(
  rows: Rows,
  { portfolioId, newId }: Context,
  terms: AccountTerms,
  charges: readonly Posted[],
  transfers: readonly Transfer[],
  userId: string,
): void {
  const items = new Map(charges.map(({ item }) => [item.chargeId, item]));
  let open: readonly OpenLine[] = [];
  const credits: Rows['credit'] = [];
  /** Credit onto what is open, by the rule that settles payments. */
  const meet = (day: CalendarDate) => {
    const { allocations } = allocateCredits({ credits, openLines: open });
    for (const { lineId, ...share } of allocations) {
      rows.allocation.push({
        portfolioId,
        id: newId(day),
        ...share,
        chargeLineId: lineId,
        allocatedAt: noon(day),
      });
      const [credit, item] = [
        credits.find((one) => one.paymentId === share.paymentId),
        items.get(share.chargeId),
      ];
      if (credit) credit.openCents -= share.amountCents;
      if (item) item.openCents -= share.amountCents;
    }
    open = withoutShares(open, allocations);
    credits.splice(0, credits.length, ...credits.filter((credit) => credit.openCents > 0));
  };
  let posted = 0;
  const postThrough = (day: CalendarDate | null) => {
    for (let next = charges[posted]; next && (!day || next.postedOn <= day); next = charges[posted]) {
      posted += 1;
      open = [...open, ...next.lines];
      meet(next.postedOn);
    }
  };
  for (const { paidOn, amountCents } of transfers) {
    postThrough(paidOn);
    const id = newId(paidOn);
    rows.payment.push({
      portfolioId,
      id,
      leaseId: terms.id,
      paidOn,
      amountCents,
      direction: 'in',
      method: 'transfer',
      payerTenantId: terms.payerTenantId,
      bankAccountId: terms.bankAccountId,
      reference: terms.paymentReference,
      recordedBy: userId,
      recordedAt: noon(paidOn),
    });
    const credit = { portfolioId, paymentId: id, leaseId: terms.id, paidOn, openCents: amountCents };
    rows.credit.push(credit);
    credits.push(credit);
    meet(paidOn);
  }
  postThrough(null);
}

/** The whole rent of a month: the sum of its lines. */
export const rentTotal = (rent: Rent) => sumCents(rent.lines.map((line) => line.amountCents));
