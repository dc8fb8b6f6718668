import { randomUUID } from 'node:crypto';
import { monthStart, today } from '../records.ts';
import { type ProcedureCase, seen } from './procedure-case.ts';

/** Calls about income and expenses, and the figures made of them. */
export const bookingCases: Record<string, ProcedureCase> = {
  'category.list': { rung: 'member', input: () => ({ archive: 'all' }) },
  'category.create': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), parentId: ids.categoryGroup, name: 'Dachrinne' }),
  },
  'category.update': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.spareCategory), name: 'Spielgeräte', isRecoverable: true, betrkvNo: 17 }),
  },
  'category.archive': { rung: 'manager', input: (ids) => seen(ids.spareCategory) },
  'category.restore': { rung: 'manager', input: (ids) => seen(ids.spareCategory) },
  'category.delete': { rung: 'manager', input: (ids) => seen(ids.spareCategory) },
  'recurring.list': { rung: 'member', input: (ids) => ({ propertyId: ids.property }) },
  'recurring.get': { rung: 'member', input: (ids) => ({ id: ids.recurring }) },
  'recurring.posted': { rung: 'member', input: (ids) => ({ id: ids.recurring, from: monthStart() }) },
  'recurring.create': {
    rung: 'manager',
    input: (ids) => ({
      id: randomUUID(),
      propertyId: ids.property,
      unitId: ids.unit,
      direction: 'expense',
      categoryId: ids.category,
      bankAccountId: ids.account,
      title: 'Wartung',
      everyMonths: 3,
      startsOn: monthStart(-4),
      anchorDay: 1,
      amountCents: 9_900,
    }),
  },
  'recurring.update': {
    rung: 'manager',
    input: (ids) => ({
      id: ids.recurring,
      version: 2,
      propertyId: ids.property,
      direction: 'expense',
      categoryId: ids.category,
      title: 'Gebäudeversicherung',
      everyMonths: 12,
      startsOn: monthStart(),
      anchorDay: 1,
    }),
  },
  'recurring.setAmount': {
    rung: 'manager',
    input: (ids) => ({
      recurringId: ids.recurring,
      version: 2,
      validFrom: monthStart(),
      amountCents: 5_500,
      correctPosted: true,
    }),
  },
  'recurring.deleteAmount': {
    rung: 'manager',
    input: (ids) => ({ recurringId: ids.recurring, version: 2, validFrom: monthStart(2) }),
  },
  'recurring.pause': { rung: 'manager', input: (ids) => ({ id: ids.recurring, version: 2 }) },
  'recurring.resume': { rung: 'manager', input: (ids) => ({ id: ids.pausedRecurring, version: 2 }) },
  'recurring.end': {
    rung: 'manager',
    input: (ids) => ({ id: ids.recurring, version: 2, endsOn: monthStart(3) }),
  },
  'recurring.void': { rung: 'manager', input: (ids) => ({ id: ids.recurring, version: 2 }) },
  'recurring.post': { rung: 'manager' },
  'transaction.list': {
    rung: 'member',
    input: (ids) => ({
      propertyId: ids.property,
      unitId: ids.unit,
      categoryId: ids.category,
      recurringId: ids.recurring,
      from: monthStart(-1),
      limit: 10,
    }),
  },
  'transaction.get': { rung: 'member', input: (ids) => ({ id: ids.transaction }) },
  'transaction.history': { rung: 'member', input: (ids) => ({ id: ids.transaction }) },
  'transaction.previewSplit': {
    rung: 'member',
    input: (ids) => ({
      propertyId: ids.property,
      splitMethod: 'equal',
      amountCents: 10_000,
      asOf: today(),
      unitIds: [ids.unit, ids.spareUnit],
    }),
  },
  'transaction.record': {
    rung: 'manager',
    input: (ids) => ({
      id: randomUUID(),
      propertyId: ids.property,
      bookedOn: today(),
      direction: 'expense',
      categoryId: ids.category,
      title: 'Dachrinne gereinigt',
      amountCents: 23_800,
      vatRateBp: 1_900,
      bankAccountId: ids.account,
      splitMethod: 'equal',
      shares: [{ unitId: ids.unit }, { unitId: ids.spareUnit }],
    }),
  },
  'transaction.update': {
    rung: 'manager',
    input: (ids) => ({
      id: randomUUID(),
      transactionId: ids.transaction,
      propertyId: ids.property,
      unitId: ids.unit,
      bookedOn: today(),
      direction: 'expense',
      categoryId: ids.category,
      title: 'Dachrinne erneuert',
      amountCents: 30_000,
    }),
  },
  'transaction.delete': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), transactionId: ids.transaction }),
  },
  'transaction.restore': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), transactionId: ids.removedTransaction }),
  },
  'overview.get': { rung: 'member' },
  'overview.figures': { rung: 'member' },
  'overview.activity': { rung: 'member', input: () => ({ limit: 3 }) },
  'statistics.report': {
    rung: 'member',
    input: (ids) => ({ propertyId: ids.property, unitId: null, from: monthStart(-2), to: today() }),
  },
  'tax.year': { rung: 'member', input: () => ({ year: Number(today().slice(0, 4)) }) },
  'tax.form': {
    rung: 'member',
    input: (ids) => ({ propertyId: ids.property, year: Number(today().slice(0, 4)) }),
  },
  'vat.year': { rung: 'member', input: () => ({ year: Number(today().slice(0, 4)) }) },
  'statistics.outlook': { rung: 'member', input: (ids) => ({ propertyId: null, unitId: ids.unit }) },
};
