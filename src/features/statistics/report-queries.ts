import 'server-only';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import { bankLine } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { type Occupancy, readOccupancies } from '@/features/occupancy/day-queries';
import { getSubject, type Subject } from '@/features/occupancy/subject-queries';
import { countOrigins } from '@/ledger';
import { lastOfMonth, type Month, minDate, monthOf } from '@/lib/calendar';
import { countedPeriod, monthParts, type Period, yearBefore } from '@/lib/period';
import { type LeaseShares, readLeaseShares } from '../occupancy/lease-share-queries';
import { listOwners } from '../property/queries';
import { type BookingSum, type MoneyPeriod, readArrears, readBookings, readLeaseMoney } from './cash-queries';
import { type OwnerShare, partiesOf } from './owner-rules';
import type { CategoryFigures, MonthFigures, Report } from './report-rules';
import type { reportInput } from './schema';
import { readYields } from './yield-queries';

/**
 * The figures of a property, a unit or the portfolio, month by month and beside those of the year before. They
 * stop at today; every part reads rows of the range only.
 */
export async function getReport(tx: Tx, scope: Scope, input: z.output<typeof reportInput>): Promise<Report> {
  const subject = await getSubject(tx, scope, input);
  const range = { from: input.from, to: input.to };
  const counted = countedPeriod(range, scope.today);
  const frame = { currency: scope.currency, today: scope.today, range, counted };
  const shares = subject.kind === 'portfolio' ? null : await readLeaseShares(tx, scope, subject);
  const arrears = readArrears(tx, scope, shares);
  if (counted === null) {
    return {
      ...frame,
      origins: null,
      previousPeriod: null,
      months: [],
      previousMonths: [],
      categories: [],
      arrears: await arrears,
      vacancies: [],
      furtherVacancies: { costCents: 0, unpricedDays: 0 },
      owners: null,
      yields: null,
    };
  }
  const previousPeriod = yearBefore(counted);
  const rentsTo =
    counted.to < scope.today ? counted.to : minDate(lastOfMonth(monthOf(scope.today)), range.to);
  // What brings many rows first: they are counted here while Postgres adds up the money.
  const [occupancies, yields, currentMoney, previousMoney, openByAge, origins, owners] = await Promise.all([
    readOccupancies(tx, scope, { current: counted, previous: previousPeriod }, subject),
    subject.kind === 'unit' ? null : readYields(tx, scope, counted.to, subject),
    readMoney(tx, scope, { ...counted, rentsTo }, subject, shares),
    readMoney(
      tx,
      scope,
      { ...previousPeriod, rentsTo: yearBefore({ ...counted, to: rentsTo }).to },
      subject,
      shares,
    ),
    arrears,
    subject.kind === 'portfolio' ? readOrigins(tx, scope, counted) : null,
    subject.kind === 'property' ? readOwners(tx, scope, subject.propertyId) : null,
  ]);
  const { current, previous } = occupancies;
  return {
    ...frame,
    origins,
    previousPeriod,
    months: monthFigures(counted, currentMoney, current),
    previousMonths: monthFigures(previousPeriod, previousMoney, previous),
    categories: compareCategories(currentMoney.bookings, previousMoney.bookings),
    arrears: openByAge,
    vacancies: current.vacancies,
    furtherVacancies: current.further,
    owners,
    yields,
  };
}

/** How payments came in, where files of a bank are read at all. */
async function readOrigins(tx: Tx, scope: Scope, period: Period) {
  const [line] = await tx.select({ id: bankLine.id }).from(bankLine).where(within(bankLine, scope)).limit(1);
  if (!line) return null;
  const { by_itself: byItself, ...others } = await countOrigins(tx, scope, period);
  return { byItself, ...others };
}

/** Whose a property is; null where nobody is entered, or one person alone. */
export async function readOwners(tx: Tx, scope: Scope, propertyId: string): Promise<OwnerShare[] | null> {
  const owners = await listOwners(tx, scope, propertyId);
  if (owners.length === 0 || partiesOf(owners).length === 1) return null;
  return owners.map(({ landlordId: _, ...owner }) => owner);
}

async function readMoney(
  tx: Tx,
  scope: Scope,
  period: MoneyPeriod,
  subject: Subject,
  shares: LeaseShares | null,
) {
  const [money, bookings] = await Promise.all([
    readLeaseMoney(tx, scope, period, shares),
    readBookings(tx, scope, period, subject),
  ]);
  return { ...money, bookings };
}

function monthFigures(
  period: Period,
  money: Awaited<ReturnType<typeof readMoney>>,
  occupancy: Occupancy,
): MonthFigures[] {
  const booked = (month: Month, isMeant: (row: BookingSum) => boolean) =>
    money.bookings
      .filter((row) => row.month === month && isMeant(row))
      .reduce((sum, row) => sum + row.cents, 0);
  return monthParts(period).map(({ month }) => {
    const days = occupancy.months.get(month);
    return {
      month,
      paidInCents: money.paidIn.get(month) ?? 0,
      receivedCents: money.received.get(month) ?? 0,
      depositCents: money.deposits.get(month) ?? 0,
      otherIncomeCents: booked(month, (row) => row.direction === 'income'),
      expensesCents: booked(month, (row) => row.direction === 'expense'),
      dueCents: money.due.get(month) ?? 0,
      openCents: money.open.get(month) ?? 0,
      letDays: days?.letDays ?? 0,
      vacantDays: days?.vacantDays ?? 0,
      ownUseDays: days?.ownUseDays ?? 0,
      vacancyCostCents: days?.vacancyCostCents ?? 0,
      unpricedDays: days?.unpricedDays ?? 0,
    };
  });
}

/** Sums by category beside those of the year before, the largest first; what nets to nothing twice is left out. */
function compareCategories(
  current: readonly BookingSum[],
  previous: readonly BookingSum[],
): CategoryFigures[] {
  const figures = new Map<string, CategoryFigures>();
  const add = (row: BookingSum, field: 'amountCents' | 'previousCents') => {
    const { categoryId, code, name, parentCode, direction } = row;
    const key = `${categoryId} ${direction}`;
    const known = figures.get(key) ?? {
      categoryId,
      code,
      name,
      parentCode,
      direction,
      amountCents: 0,
      previousCents: 0,
    };
    known[field] += row.cents;
    figures.set(key, known);
  };
  for (const row of current) add(row, 'amountCents');
  for (const row of previous) add(row, 'previousCents');
  return [...figures.values()]
    .filter((row) => row.amountCents !== 0 || row.previousCents !== 0)
    .toSorted((a, b) => b.amountCents - a.amountCents || b.previousCents - a.previousCents);
}
