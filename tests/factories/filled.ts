import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import type { TestDatabase } from '../setup/database.ts';
import { sha256Of } from './memory-storage.ts';
import { createOneOfEach, type OneOfEach } from './one-of-each.ts';
import {
  asAdmin,
  createDocument,
  createLandlord,
  createLease,
  createRecurring,
  createTenant,
  createUnit,
  daysFromToday,
  monthStart,
  recordPayment,
  recordTransaction,
  today,
} from './records.ts';
import { firstHalf } from './settled.ts';

/** A call beside those of the cases, for what they do not show. */
export type FurtherCall = [path: string, input: Record<string, unknown> | undefined];

/** Does something as it would have been done some days ago; the clock is the test's own. */
async function earlier<T>(days: number, work: () => Promise<T>): Promise<T> {
  const now = Date.now();
  vi.setSystemTime(now - days * 86_400_000);
  try {
    return await work();
  } finally {
    vi.setSystemTime(now);
  }
}

/**
 * One of each, so connected that a change of one shows wherever it is named: what is booked is in a category of one's
 * own, a house has owners, papers hang on everything, a rent and a booking wait to be posted.
 */
export async function createFilled(database: TestDatabase) {
  const rows = await createOneOfEach(database);
  const { owner } = rows.books;
  const { ids } = rows;
  const category = randomUUID();
  await owner.category.create({ id: category, parentId: ids.categoryGroup, name: 'Spielgeräte' });
  const transaction = await recordTransaction(owner, {
    propertyId: ids.property,
    categoryId: category,
    splitMethod: 'equal',
    shares: [{ unitId: ids.unit }],
  });
  const tank = { openingQuantity: 1_000, openingCents: 90, closingQuantity: 500 };
  await owner.heating.setYear({ plantId: ids.plant, ...firstHalf(), ...tank });
  const recurring = await createRecurring(owner, {
    propertyId: ids.property,
    unitId: ids.unit,
    categoryId: category,
  });
  await owner.recurring.setAmount({
    recurringId: recurring.id,
    version: 1,
    validFrom: monthStart(2),
    amountCents: 6_000,
  });
  const [posted] = await owner.recurring.posted({ id: recurring.id, from: monthStart() });
  const landlord = await createLandlord(owner);
  await owner.property.setOwners({
    propertyId: ids.property,
    version: 1,
    owners: [{ landlordId: landlord.id, shareNumerator: 1, shareDenominator: 1 }],
  });
  await owner.property.setValuations({
    propertyId: ids.property,
    version: 2,
    valuations: [{ valuedOn: today(), valueCents: 30_000_000, source: 'Gutachten' }],
  });
  await owner.payment.refund({
    id: randomUUID(),
    leaseId: ids.overpaidLease,
    paidOn: today(),
    amountCents: 1_000,
  });
  // As the cases expect to find them.
  await asAdmin(database, async (sql) => {
    await sql`update hausbuch.property set version = 1 where id = ${ids.property}`;
    await sql`update hausbuch.member
      set invited_at = ${daysFromToday(-1)}, invitation_expires_at = ${daysFromToday(1)}
      where invitation_hash is not null`;
  });

  const bytes = '%PDF-1.4 hangs on everything';
  const sha256 = sha256Of(bytes);
  const paper = await createDocument(
    owner,
    [
      { kind: 'property', id: ids.property },
      { kind: 'unit', id: ids.unit },
      { kind: 'tenant', id: ids.tenant },
      { kind: 'lease', id: ids.lease },
      { kind: 'transaction', id: transaction.id },
      { kind: 'transaction', id: posted?.id ?? '' },
      { kind: 'handover', id: ids.handover },
    ],
    { bytes, sha256 },
  );
  const binned = await createDocument(owner, [{ kind: 'tenant', id: ids.tenant }]);
  await owner.document.delete({ ids: [binned.documentId] });

  const [changedUnit, waitingUnit] = [
    await createUnit(owner, ids.property),
    await createUnit(owner, ids.property),
  ];
  const flatmate = await createTenant(owner);
  const changedLease = await createLease(
    owner,
    { unitIds: [changedUnit.id], tenantIds: [flatmate.id] },
    { startsOn: monthStart(-2) },
  );
  await owner.rent.agree({
    id: randomUUID(),
    leaseId: changedLease.id,
    validFrom: monthStart(-1),
    reason: 'agreed',
    lines: [{ component: 'net', amountCents: 75_000, settlement: 'none' }],
  });
  const differing = await owner.rent.differences({ leaseId: changedLease.id });
  const late = await createUnit(owner, ids.property);
  const lateLease = await createLease(
    owner,
    { unitIds: [late.id], tenantIds: [flatmate.id] },
    { startsOn: monthStart(-1) },
  );
  const latePayment = await recordPayment(owner, lateLease.id, 170_000);
  const lateInterest = await owner.arrears.interest({ leaseId: lateLease.id });
  const changedPayment = await recordPayment(owner, changedLease.id, 200_000);
  const deposit = randomUUID();
  await owner.deposit.create({ id: deposit, leaseId: ids.lease, agreedCents: 10_000 });
  await owner.deposit.record({
    id: randomUUID(),
    depositId: deposit,
    kind: 'received',
    bookedOn: monthStart(-1),
    amountCents: 10_000,
  });
  const garage = await createUnit(owner, ids.property, { kind: 'parking' });
  await earlier(35, async () => {
    await createLease(owner, { unitIds: [waitingUnit.id], tenantIds: [flatmate.id] });
    await createRecurring(owner, { propertyId: ids.property });
  });

  const filled: OneOfEach = {
    ...rows,
    // More is known of the lease by now.
    letterSeen: (await owner.letter.look({ leaseId: ids.lease, kind: 'free', ownLanguage: 'de' })).seen,
    ids: {
      ...ids,
      transaction: transaction.id,
      recurring: recurring.id,
      document: paper.documentId,
      file: paper.versionId,
    },
  };
  const entered = rows.comingRates.at(-1);
  const lower = { kind: 'base_rate', value: -1_000, source: 'Bundesbank' };
  const calls: FurtherCall[] = [
    ['category.update', { id: category, version: 1, name: 'Schaukeln' }],
    ['landlord.update', { id: landlord.id, version: 1, kind: 'person', name: 'Umbenannt' }],
    ['document.restore', { ids: [binned.documentId] }],
    ['rent.correct', { leaseId: changedLease.id, chargeIds: differing.map((row) => row.chargeId) }],
    entered
      ? ['legal.update', { ...entered, version: 1, ...lower }]
      : ['legal.create', { id: randomUUID(), validFrom: halfYear(), ...lower }],
    [
      'legal.create',
      {
        id: randomUUID(),
        kind: 'rent_cap',
        place: 'Berlin',
        validFrom: '2023-05-11',
        value: 1_500,
        source: 'GVBl. 2023 S. 210',
      },
    ],
    [
      'payment.record',
      { id: randomUUID(), leaseId: ids.lease, paidOn: daysFromToday(-10), amountCents: 85_000 },
    ],
    ['payment.reverse', { id: randomUUID(), paymentId: latePayment.id }],
    [
      'arrears.chargeInterest',
      { id: randomUUID(), leaseId: lateLease.id, amountCents: lateInterest.restCents },
    ],
    [
      'deposit.record',
      {
        id: randomUUID(),
        depositId: deposit,
        kind: 'deduction',
        bookedOn: daysFromToday(-5),
        amountCents: 5_000,
        reason: 'Schlüssel',
        settlesAccount: true,
      },
    ],
    [
      'lease.setTenants',
      { id: ids.lease, version: 1, tenants: [{ tenantId: ids.spareTenant, fromOn: monthStart(-2) }] },
    ],
    ['lease.setUnits', { id: ids.lease, version: 1, units: [{ unitId: garage.id, fromOn: monthStart(-2) }] }],
    ['unit.update', { id: ids.unit, version: 1, name: 'Laden', kind: 'commercial' }],
    ['unit.update', { id: late.id, version: 1, name: 'Umbenannt', kind: 'apartment' }],
    ['transaction.delete', { id: randomUUID(), transactionId: posted?.id }],
    ['arrears.pause', { leaseId: lateLease.id, version: 1, until: daysFromToday(30) }],
  ];
  const questions: FurtherCall[] = [
    ...['schmidt', 'haus', 'wohnung', 'vertrag', 'reparatur', 'wartung'].map(
      (text): FurtherCall => ['search.find', { text }],
    ),
    ['costStatement.get', { propertyId: ids.property, ...firstHalf() }],
    ['document.findTargets', { search: 'reparatur' }],
    ['document.findTargets', { search: 'wartung' }],
    ['document.findSame', { sha256s: [sha256] }],
    ['rent.differences', { leaseId: changedLease.id }],
    ['ledger.account', { leaseId: changedLease.id }],
    ['ledger.openItems', { leaseId: changedLease.id }],
    ['payment.get', { id: changedPayment.id }],
    ['arrears.interest', { leaseId: changedLease.id }],
    ['arrears.interestSum', { leaseId: changedLease.id }],
    ['arrears.reminder', { leaseId: changedLease.id }],
    ['arrears.look', { leaseId: changedLease.id, step: 'first', language: 'de' }],
    ['arrears.lateInterest', { tenantId: flatmate.id }],
    ['rent.indexLetter', { leaseId: ids.lease, receivedOn: today() }],
    ['transaction.get', { id: posted?.id }],
    ['transaction.history', { id: posted?.id }],
    [
      'transaction.previewSplit',
      { propertyId: ids.property, splitMethod: 'persons', amountCents: 10_000, asOf: today() },
    ],
  ];
  return { rows: filled, calls, questions };
}

/** The day the last half-year began: base rates begin with one. */
const halfYear = () => `${today().slice(0, 4)}-${today().slice(5, 7) < '07' ? '01' : '07'}-01`;
