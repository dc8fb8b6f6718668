import { randomUUID } from 'node:crypto';
import { daysFromToday, monthStart, today } from '../records.ts';
import { lines, type ProcedureCase, seen } from './procedure-case.ts';

/** Calls about leases, their rents and the law that applies to them. */
export const leaseCases: Record<string, ProcedureCase> = {
  'lease.list': {
    rung: 'member',
    input: (ids) => ({ leaseId: ids.lease, propertyId: ids.property, tenantId: ids.tenant }),
  },
  'lease.get': { rung: 'member', input: (ids) => ({ id: ids.lease }) },
  'lease.create': {
    rung: 'manager',
    input: (ids) => ({
      id: randomUUID(),
      startsOn: monthStart(),
      prorationMethod: 'calendar_days',
      dueRule: 'third_working_day',
      bookedFrom: monthStart(),
      unitIds: [ids.spareUnit],
      tenantIds: [ids.spareTenant],
      rentLines: lines,
    }),
  },
  'lease.update': {
    rung: 'manager',
    input: (ids) => ({
      ...seen(ids.lease),
      startsOn: monthStart(-2),
      prorationMethod: 'calendar_days',
      dueRule: 'first',
      notes: 'Geändert',
    }),
  },
  'lease.previewUpdate': {
    rung: 'manager',
    input: (ids) => ({
      ...seen(ids.lease),
      startsOn: monthStart(-2),
      prorationMethod: 'thirty_days',
      dueRule: 'first',
    }),
  },
  'lease.earlierRents': {
    rung: 'manager',
    input: (ids) => ({ id: ids.unpaidLease, bookedFrom: monthStart(-1) }),
  },
  'lease.openEarlier': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.unpaidLease), bookedFrom: monthStart(-1), arePaid: true }),
  },
  'lease.setTenants': {
    rung: 'manager',
    input: (ids) => ({
      ...seen(ids.lease),
      tenants: [
        { tenantId: ids.tenant, fromOn: monthStart(-2) },
        { tenantId: ids.spareTenant, fromOn: today() },
      ],
    }),
  },
  'lease.setUnits': {
    rung: 'manager',
    input: (ids) => ({
      ...seen(ids.lease),
      units: [
        { unitId: ids.unit, fromOn: monthStart(-2) },
        { unitId: ids.spareUnit, fromOn: today() },
      ],
    }),
  },
  'lease.setHousehold': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.lease), household: [{ validFrom: monthStart(-2), persons: 2 }] }),
  },
  'lease.noticePeriod': {
    rung: 'member',
    input: (ids) => ({ id: ids.lease, noticeBy: 'landlord', receivedOn: today() }),
  },
  'lease.renew': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.endingLease), endsOn: daysFromToday(400), isFixedTerm: true }),
  },
  'lease.previewRenew': { rung: 'manager', input: (ids) => seen(ids.endingLease) },
  'lease.previewEnd': {
    rung: 'manager',
    input: (ids) => ({
      ...seen(ids.lease),
      endsOn: daysFromToday(90),
      noticeGivenOn: today(),
      noticeBy: 'tenant',
    }),
  },
  'lease.end': {
    rung: 'manager',
    input: (ids) => ({
      ...seen(ids.lease),
      endsOn: daysFromToday(90),
      noticeGivenOn: today(),
      noticeBy: 'tenant',
    }),
  },
  'lease.lastRent': { rung: 'member', input: (ids) => ({ unitIds: [ids.unit] }) },
  'lease.carryable': { rung: 'member', input: (ids) => ({ id: ids.lease }) },
  'lease.carryOver': {
    rung: 'manager',
    input: (ids) => ({
      fromLeaseId: ids.lease,
      toLeaseId: ids.endingLease,
      deposits: [{ id: randomUUID(), depositId: ids.deposit, amountCents: 60_010 }],
    }),
  },
  'lease.previewVoid': { rung: 'manager', input: (ids) => ({ id: ids.lease }) },
  'lease.void': { rung: 'manager', input: (ids) => seen(ids.unpaidLease) },
  'rent.index': { rung: 'member', input: (ids) => ({ leaseId: ids.lease, receivedOn: today() }) },
  'rent.indexLetter': { rung: 'member', input: (ids) => ({ leaseId: ids.lease, receivedOn: today() }) },
  'rent.agreeIndex': {
    rung: 'manager',
    input: (ids) => ({
      id: randomUUID(),
      leaseId: ids.unpaidLease,
      agreedOn: today(),
      baseMonth: '2022-12-01',
      baseIndexMilli: 113_200,
    }),
  },
  'rent.updateIndex': {
    rung: 'manager',
    input: (ids) => ({
      ...seen(ids.clause),
      agreedOn: today(),
      baseMonth: '2022-12-01',
      baseIndexMilli: 113_200,
    }),
  },
  'rent.removeIndex': { rung: 'manager', input: (ids) => seen(ids.clause) },
  'rent.raiseByIndex': {
    rung: 'manager',
    input: (ids, { indexedCents }) => ({
      id: randomUUID(),
      leaseId: ids.lease,
      receivedOn: today(),
      netCents: indexedCents,
    }),
  },
  'legal.list': { rung: 'member' },
  'legal.place': { rung: 'member', input: (ids) => ({ unitIds: [ids.unit] }) },
  'legal.create': {
    rung: 'owner',
    input: () => ({
      id: randomUUID(),
      kind: 'consumer_price_index',
      validFrom: '2026-01-01',
      value: 123_000,
      source: 'Destatis',
    }),
  },
  'legal.update': {
    rung: 'owner',
    input: (ids) => ({
      ...seen(ids.figure),
      kind: 'own_interest_rate',
      validFrom: monthStart(-2),
      value: 500,
      source: 'Vertrag',
    }),
  },
  'legal.delete': { rung: 'owner', input: (ids) => seen(ids.figure) },
  'legal.askNewest': { rung: 'owner' },
  'legal.takeNewest': { rung: 'owner', input: () => ({ replaces: true }) },
  'legal.removeFetched': { rung: 'owner' },
  'rent.list': { rung: 'member', input: (ids) => ({ leaseId: ids.lease }) },
  'rent.preview': {
    rung: 'member',
    input: (ids) => ({
      startsOn: monthStart(),
      bookedFrom: monthStart(),
      prorationMethod: 'calendar_days',
      dueRule: 'first',
      unitIds: [ids.unit],
      lines,
    }),
  },
  'rent.agree': {
    rung: 'manager',
    input: (ids) => ({
      id: randomUUID(),
      leaseId: ids.lease,
      validFrom: monthStart(6),
      reason: 'agreed',
      lines,
    }),
  },
  'rent.agreeSteps': {
    rung: 'manager',
    input: (ids) => ({
      leaseId: ids.unpaidLease,
      steps: [
        { id: randomUUID(), validFrom: monthStart(12), netCents: 72_000 },
        { id: randomUUID(), validFrom: monthStart(24), netCents: 74_000 },
      ],
    }),
  },
  'rent.differences': { rung: 'member', input: (ids) => ({ leaseId: ids.lease }) },
  'rent.soldMonths': { rung: 'member', input: (ids) => ({ propertyId: ids.property }) },
  'rent.correct': {
    rung: 'manager',
    input: (ids) => ({ leaseId: ids.lease, chargeIds: [ids.charge] }),
  },
  'rent.update': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.rent), validFrom: monthStart(4), lines }),
  },
  'rent.delete': { rung: 'manager', input: (ids) => seen(ids.rent) },
  'rent.post': { rung: 'manager' },
};
