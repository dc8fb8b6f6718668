import { randomUUID } from 'node:crypto';
import { makeInvitationToken } from '@/features/member/invitation-token';
import type { TestDatabase } from '../setup/database.ts';
import {
  asAdmin,
  bringFile,
  categoryId,
  createBankAccount,
  createDocument,
  createHandover,
  createLandlord,
  createLease,
  createPortfolio,
  createProperty,
  createRecurring,
  createTenant,
  createUnit,
  daysFromToday,
  handoverContent,
  makeIban,
  monthStart,
  recordPayment,
  recordTransaction,
  today,
} from './records.ts';
import { addressOf, signInAs } from './session.ts';

/** A second owner, an open invitation, and an invitation of the owner into a portfolio of somebody else's. */
async function invite(database: TestDatabase, portfolioId: string, ownerId: string) {
  const [memberId, invitationId, elsewhere] = [randomUUID(), randomUUID(), randomUUID()];
  const [open, own] = [makeInvitationToken(portfolioId), makeInvitationToken(elsewhere)];
  await asAdmin(database, async (sql) => {
    await sql`insert into hausbuch.member (portfolio_id, id, user_id, role, accepted_at)
      values (${portfolioId}, ${memberId}, ${randomUUID()}, 'owner', now())`;
    await sql`insert into hausbuch.portfolio (id, name, jurisdiction, currency, time_zone)
      values (${elsewhere}, 'Nachbar', 'DE', 'EUR', 'Europe/Berlin')`;
    await sql`insert into hausbuch.member
        (portfolio_id, id, role, invited_email, invited_at, invitation_hash, invitation_expires_at)
      values (${portfolioId}, ${invitationId}, 'viewer', 'neu@example.com', now() - interval '1 hour', ${open.hash},
          now() + interval '1 day'),
        (${elsewhere}, ${randomUUID()}, 'viewer', ${addressOf(ownerId)}, now() - interval '1 hour', ${own.hash},
          now() + interval '1 day')`;
  });
  return { memberId, invitationId, token: own.token };
}

/** A row of everything in a portfolio of its own, by what it is good for. */
export async function createOneOfEach(database: TestDatabase) {
  const books = await createPortfolio(database);
  const { owner } = books;
  const landlord = await createLandlord(owner);
  const account = await createBankAccount(owner);
  const house = await createProperty(owner);
  const spareUnit = await createUnit(owner, house.id);
  const tenant = await createTenant(owner);
  const spareTenant = await createTenant(owner);
  const lease = await createLease(
    owner,
    { unitIds: [house.unitId], tenantIds: [tenant.id] },
    { startsOn: monthStart(-2) },
  );
  const payment = await recordPayment(owner, lease.id, 10_000);
  const unpaidUnit = await createUnit(owner, house.id);
  const unpaidLease = await createLease(owner, { unitIds: [unpaidUnit.id], tenantIds: [tenant.id] });
  const overpaidUnit = await createUnit(owner, house.id);
  const overpaidLease = await createLease(owner, { unitIds: [overpaidUnit.id], tenantIds: [tenant.id] });
  await recordPayment(owner, overpaidLease.id, 10_000_000);
  const endingUnit = await createUnit(owner, house.id);
  const endingLease = await createLease(
    owner,
    { unitIds: [endingUnit.id], tenantIds: [tenant.id] },
    { endsOn: daysFromToday(300) },
  );
  const rentId = randomUUID();
  await owner.rent.agree({
    id: rentId,
    leaseId: lease.id,
    validFrom: monthStart(3),
    reason: 'agreed',
    lines: [{ component: 'net', amountCents: 75_000, settlement: 'none' }],
  });
  const [deposit, emptyDeposit, movement] = [randomUUID(), randomUUID(), randomUUID()];
  await owner.deposit.create({ id: deposit, leaseId: lease.id, agreedCents: 180_000 });
  await owner.deposit.create({ id: emptyDeposit, leaseId: lease.id, agreedCents: 1_000 });
  await owner.deposit.record({
    id: randomUUID(),
    depositId: deposit,
    kind: 'received',
    bookedOn: today(),
    amountCents: 60_000,
  });
  await owner.deposit.record({
    id: movement,
    depositId: deposit,
    kind: 'interest',
    bookedOn: today(),
    amountCents: 10,
  });
  const [meter, unreadMeter, reading] = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of [meter, unreadMeter]) {
    await owner.meter.create({ id, unitId: house.unitId, kind: 'electricity', measure: 'kwh' });
  }
  await owner.meter.recordReading({
    id: reading,
    meterId: meter,
    readOn: monthStart(-3),
    readingThousandths: 1_000,
  });
  const handover = await createHandover(owner, { leaseId: lease.id, unitId: house.unitId, meterId: meter });
  const [clause, figure] = [randomUUID(), randomUUID()];
  await owner.rent.agreeIndex({
    id: clause,
    leaseId: lease.id,
    agreedOn: monthStart(-2),
    baseMonth: '2022-12-01',
    baseIndexMilli: 113_200,
  });
  const indexed = await owner.rent.index({ leaseId: lease.id, receivedOn: today() });
  await owner.legal.create({
    id: figure,
    kind: 'own_interest_rate',
    validFrom: monthStart(-2),
    value: 400,
    source: 'Vertrag',
  });
  const { restCents } = await owner.arrears.interest({ leaseId: lease.id });
  const { items } = await owner.ledger.openItems({ leaseId: lease.id });
  const category = await categoryId(owner, 'repairs');
  const categoryGroup = await categoryId(owner, 'maintenance');
  const spareCategory = randomUUID();
  await owner.category.create({ id: spareCategory, parentId: categoryGroup, name: 'Spielplatz' });
  const recurring = await createRecurring(owner, { propertyId: house.id });
  await owner.recurring.setAmount({
    recurringId: recurring.id,
    version: 1,
    validFrom: monthStart(2),
    amountCents: 6_000,
  });
  const pausedRecurring = await createRecurring(owner, { propertyId: house.id });
  await owner.recurring.pause({ id: pausedRecurring.id, version: 1 });
  const transaction = await recordTransaction(owner, {
    propertyId: house.id,
    splitMethod: 'equal',
    shares: [{ unitId: house.unitId }],
  });
  const removedTransaction = await recordTransaction(owner, { propertyId: house.id });
  await owner.transaction.delete({ id: randomUUID(), transactionId: removedTransaction.id });
  const paper = await createDocument(owner, [{ kind: 'lease', id: lease.id }]);
  const arriving = await bringFile(owner, [{ kind: 'property', id: house.id }]);
  const invited = await invite(database, books.id, books.ownerId);
  // So that `demo.remove` has something to remove; to everything else it makes no difference.
  await asAdmin(database, (sql) => sql`update hausbuch.portfolio set is_demo = true where id = ${books.id}`);
  return {
    books,
    portfolioName: (await owner.portfolio.get()).name,
    propertyName: house.name,
    tenantName: tenant.name,
    /** Of an invitation of the owner into somebody else's portfolio. */
    invitationToken: invited.token,
    /** What `arrears.chargeInterest` would charge today. */
    interestCents: restCents,
    /** What `rent.raiseByIndex` would agree today. */
    indexedCents: indexed.change?.newRentCents ?? 0,
    /** Everything a procedure may be pointed at. */
    ids: {
      portfolio: books.id,
      landlord: landlord.id,
      account: account.id,
      property: house.id,
      unit: house.unitId,
      spareUnit: spareUnit.id,
      tenant: tenant.id,
      spareTenant: spareTenant.id,
      lease: lease.id,
      unpaidLease: unpaidLease.id,
      overpaidLease: overpaidLease.id,
      endingLease: endingLease.id,
      rent: rentId,
      clause,
      figure,
      charge: items.at(-1)?.chargeId ?? '',
      payment: payment.id,
      deposit,
      emptyDeposit,
      movement,
      meter,
      unreadMeter,
      reading,
      handover: handover.id,
      document: paper.documentId,
      file: paper.versionId,
      arriving: arriving.versionId,
      category,
      categoryGroup,
      spareCategory,
      recurring: recurring.id,
      pausedRecurring: pausedRecurring.id,
      transaction: transaction.id,
      removedTransaction: removedTransaction.id,
      member: invited.memberId,
      invitation: invited.invitationId,
      session: await signInAs(database.appUrl, books.ownerId, addressOf(books.ownerId)),
    },
  };
}

export type OneOfEach = Awaited<ReturnType<typeof createOneOfEach>>;

export type Rung = 'verified' | 'signedIn' | 'member' | 'manager' | 'owner';

export type ProcedureCase = {
  /** The least that may call it. */
  rung: Rung;
  /** A valid input for these rows; ids of new rows are fresh. None for a procedure without input. */
  input?: (ids: OneOfEach['ids'], names: OneOfEach) => Record<string, unknown>;
};

const seen = (id: string) => ({ id, version: 1 });
const lines = [{ component: 'net', amountCents: 80_000, settlement: 'none' }];

/**
 * A valid call of every procedure. A procedure that is missing here fails `procedures.test.ts`: add it, and
 * it is tried signed out, with spoiled tokens, by a stranger, by a viewer and with bad input.
 */
export const procedureCases: Record<string, ProcedureCase> = {
  'account.session': { rung: 'verified' },
  'account.assurance': { rung: 'verified' },
  'account.listSessions': { rung: 'signedIn' },
  'account.endSession': { rung: 'signedIn', input: (ids) => ({ id: ids.session }) },
  'live.lastChange': { rung: 'member', input: (ids) => ({ entityId: ids.property }) },
  'live.changes': { rung: 'member', input: () => ({ lastEventId: null }) },
  'account.getProfile': { rung: 'signedIn' },
  'account.updateProfile': {
    rung: 'signedIn',
    input: () => ({ displayName: 'Erika', language: 'de', dateFormat: null, numberFormat: null }),
  },
  'account.dismissSetup': { rung: 'signedIn' },

  'portfolio.list': { rung: 'signedIn' },
  'portfolio.locate': { rung: 'signedIn', input: (ids) => ({ entity: 'property', id: ids.property }) },
  'portfolio.create': {
    rung: 'signedIn',
    input: () => ({
      id: randomUUID(),
      name: 'Neu',
      jurisdiction: 'DE',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      landlordName: 'Erika',
    }),
  },
  'demo.create': {
    rung: 'signedIn',
    input: () => ({
      id: randomUUID(),
      jurisdiction: 'DE',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      language: 'de',
    }),
  },
  'demo.addDocuments': { rung: 'manager', input: (ids) => ({ id: ids.portfolio, language: 'de' }) },
  'demo.remove': { rung: 'owner', input: (ids) => ({ id: ids.portfolio }) },
  'portfolio.get': { rung: 'member' },
  'portfolio.update': {
    rung: 'owner',
    input: () => ({ version: 1, name: 'Anders', jurisdiction: 'AT', timeZone: 'Europe/Vienna' }),
  },

  'member.list': { rung: 'member' },
  'member.invite': {
    rung: 'owner',
    input: () => ({ id: randomUUID(), email: 'max@example.com', role: 'viewer', language: 'de' }),
  },
  'member.resend': { rung: 'owner', input: (ids) => seen(ids.invitation) },
  'member.setRole': { rung: 'owner', input: (ids) => ({ ...seen(ids.member), role: 'manager' }) },
  'member.remove': { rung: 'owner', input: (ids) => seen(ids.member) },
  'member.leave': { rung: 'member', input: (ids) => ({ portfolioId: ids.portfolio }) },
  'member.accept': { rung: 'verified', input: (_ids, { invitationToken }) => ({ token: invitationToken }) },

  'erasure.previewPortfolio': { rung: 'owner', input: (ids) => ({ id: ids.portfolio }) },
  'erasure.erasePortfolio': {
    rung: 'owner',
    input: (ids, { portfolioName }) => ({ id: ids.portfolio, typedName: portfolioName }),
  },
  'erasure.previewAccount': { rung: 'signedIn' },
  'erasure.eraseAccount': {
    rung: 'signedIn',
    input: (_ids, { books }) => ({ typedName: addressOf(books.ownerId) }),
  },

  'landlord.list': { rung: 'member', input: () => ({ archive: 'all' }) },
  'landlord.create': { rung: 'owner', input: () => ({ id: randomUUID(), kind: 'person', name: 'Max' }) },
  'landlord.update': {
    rung: 'owner',
    input: (ids) => ({ ...seen(ids.landlord), kind: 'company', name: 'Max GmbH' }),
  },
  'landlord.archive': { rung: 'owner', input: (ids) => seen(ids.landlord) },
  'landlord.restore': { rung: 'owner', input: (ids) => seen(ids.landlord) },
  'landlord.delete': { rung: 'owner', input: (ids) => seen(ids.landlord) },

  'bankAccount.list': { rung: 'member', input: () => ({ archive: 'active' }) },
  'bankAccount.create': {
    rung: 'owner',
    input: (ids) => ({
      id: randomUUID(),
      landlordId: ids.landlord,
      holder: 'Max',
      iban: makeIban(),
      purpose: 'rent',
    }),
  },
  'bankAccount.update': {
    rung: 'owner',
    input: (ids) => ({
      ...seen(ids.account),
      landlordId: ids.landlord,
      holder: 'Erika',
      iban: makeIban(),
      purpose: 'deposit',
    }),
  },
  'bankAccount.archive': { rung: 'owner', input: (ids) => seen(ids.account) },
  'bankAccount.restore': { rung: 'owner', input: (ids) => seen(ids.account) },
  'bankAccount.delete': { rung: 'owner', input: (ids) => seen(ids.account) },

  'property.list': { rung: 'member', input: () => ({ search: 'haus', limit: 10 }) },
  'property.cities': { rung: 'member' },
  'property.get': { rung: 'member', input: (ids) => ({ id: ids.property }) },
  'property.create': {
    rung: 'manager',
    input: () => ({ id: randomUUID(), unitId: randomUUID(), name: 'Neubau', kind: 'house', country: 'DE' }),
  },
  'property.update': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.property), name: 'Altbau', kind: 'house', country: 'DE' }),
  },
  'property.setOwners': {
    rung: 'manager',
    input: (ids) => ({
      propertyId: ids.property,
      version: 1,
      owners: [{ landlordId: ids.landlord, shareNumerator: 1, shareDenominator: 2 }],
    }),
  },
  'property.setCover': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.property), documentId: null }),
  },
  'property.setValuations': {
    rung: 'manager',
    input: (ids) => ({
      propertyId: ids.property,
      version: 1,
      valuations: [{ valuedOn: today(), valueCents: 30_000_000, source: 'Gutachten' }],
    }),
  },
  'property.archive': { rung: 'manager', input: (ids) => seen(ids.property) },
  'property.restore': { rung: 'manager', input: (ids) => seen(ids.property) },
  'property.archiveRows': { rung: 'manager', input: (ids) => ({ rows: [seen(ids.property)] }) },
  'property.restoreRows': { rung: 'manager', input: (ids) => ({ rows: [seen(ids.property)] }) },
  'property.deletePreview': { rung: 'owner', input: (ids) => ({ id: ids.property }) },
  'property.delete': {
    rung: 'owner',
    input: (ids, { propertyName }) => ({ id: ids.property, typedName: propertyName }),
  },

  'unit.list': { rung: 'member', input: (ids) => ({ propertyId: ids.property }) },
  'unit.occupancy': { rung: 'member', input: (ids) => ({ propertyId: ids.property }) },
  'unit.create': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), propertyId: ids.property, name: 'Garage', kind: 'parking' }),
  },
  'unit.update': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.unit), name: 'Dachgeschoss', kind: 'apartment' }),
  },
  'unit.setPeriod': {
    rung: 'manager',
    input: (ids) => ({ unitId: ids.unit, validFrom: today(), areaSqm100: 6_000 }),
  },
  'unit.archive': { rung: 'manager', input: (ids) => seen(ids.spareUnit) },
  'unit.restore': { rung: 'manager', input: (ids) => seen(ids.spareUnit) },
  'unit.delete': { rung: 'manager', input: (ids) => seen(ids.spareUnit) },

  'tenant.list': { rung: 'member', input: () => ({ search: 'schmidt', only: ['current'], sort: 'ends' }) },
  'tenant.get': { rung: 'member', input: (ids) => ({ id: ids.tenant }) },
  'tenant.create': {
    rung: 'manager',
    input: () => ({ id: randomUUID(), kind: 'person', lastName: 'Neu', letterLanguage: 'de' }),
  },
  'tenant.update': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.tenant), kind: 'person', lastName: 'Anders', letterLanguage: 'en' }),
  },
  'tenant.archive': { rung: 'manager', input: (ids) => seen(ids.spareTenant) },
  'tenant.restore': { rung: 'manager', input: (ids) => seen(ids.spareTenant) },
  'tenant.archiveRows': { rung: 'manager', input: (ids) => ({ rows: [seen(ids.spareTenant)] }) },
  'tenant.restoreRows': { rung: 'manager', input: (ids) => ({ rows: [seen(ids.spareTenant)] }) },
  'tenant.deletePreview': { rung: 'owner', input: (ids) => ({ id: ids.tenant }) },
  'tenant.delete': {
    rung: 'owner',
    input: (ids, { tenantName }) => ({ id: ids.tenant, typedName: tenantName }),
  },

  'lease.list': { rung: 'member', input: (ids) => ({ propertyId: ids.property, tenantId: ids.tenant }) },
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
  'lease.carryable': { rung: 'member', input: (ids) => ({ id: ids.lease }) },
  'lease.carryOver': {
    rung: 'manager',
    input: (ids) => ({
      fromLeaseId: ids.lease,
      toLeaseId: ids.endingLease,
      deposits: [{ id: randomUUID(), depositId: ids.deposit, amountCents: 60_010 }],
    }),
  },
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
  'arrears.lateInterest': { rung: 'member', input: (ids) => ({ tenantId: ids.tenant }) },
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

  'charge.list': { rung: 'member', input: (ids) => ({ leaseId: ids.lease, propertyId: ids.property }) },
  'charge.year': { rung: 'member', input: (ids) => ({ propertyId: ids.property }) },
  'charge.overdue': { rung: 'member', input: (ids) => ({ propertyId: ids.property }) },
  'charge.post': {
    rung: 'manager',
    input: (ids) => ({
      id: randomUUID(),
      leaseId: ids.lease,
      kind: 'fee',
      dueOn: today(),
      amountCents: 1_000,
    }),
  },
  'charge.waive': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), chargeId: ids.charge, reason: 'Kulanz' }),
  },

  'ledger.account': { rung: 'member', input: (ids) => ({ leaseId: ids.lease }) },
  'ledger.statement': { rung: 'member', input: (ids) => ({ tenantId: ids.tenant }) },
  'ledger.openItems': { rung: 'member', input: (ids) => ({ leaseId: ids.lease }) },

  'document.list': {
    rung: 'member',
    input: (ids) => ({ on: { kind: 'tenant', id: ids.tenant }, search: 'Vertrag', shelf: 'kept' }),
  },
  'document.get': { rung: 'member', input: (ids) => ({ id: ids.document }) },
  'document.usage': { rung: 'member' },
  'document.findSame': { rung: 'member', input: () => ({ sha256s: ['0'.repeat(64)] }) },
  'document.findTargets': { rung: 'member', input: () => ({ search: 'schmidt' }) },
  'document.fileUrl': {
    rung: 'member',
    input: (ids) => ({ id: ids.document, versionId: ids.file, use: 'save' }),
  },
  'document.requestUpload': {
    rung: 'manager',
    input: (ids) => ({
      documentId: randomUUID(),
      versionId: randomUUID(),
      fileName: 'Übergabe.pdf',
      sizeBytes: 1_000,
      title: 'Übergabe',
      category: 'handover',
      links: [
        { kind: 'property', id: ids.property },
        { kind: 'unit', id: ids.unit },
        { kind: 'tenant', id: ids.tenant },
        { kind: 'lease', id: ids.lease },
      ],
    }),
  },
  'document.requestVersion': {
    rung: 'manager',
    input: (ids) => ({
      documentId: ids.document,
      versionId: randomUUID(),
      fileName: 'neu.pdf',
      sizeBytes: 1_000,
    }),
  },
  'document.confirmUpload': { rung: 'manager', input: (ids) => ({ versionId: ids.arriving }) },
  'document.cancelUpload': { rung: 'manager', input: (ids) => ({ versionId: ids.arriving }) },
  'document.update': {
    rung: 'manager',
    input: (ids) => ({ id: ids.document, version: 2, title: 'Anders', category: 'lease' }),
  },
  'document.setLinks': {
    rung: 'manager',
    input: (ids) => ({ id: ids.document, version: 2, links: [{ kind: 'unit', id: ids.unit }] }),
  },
  'document.delete': { rung: 'manager', input: (ids) => ({ ids: [ids.document] }) },
  'document.restore': { rung: 'manager', input: (ids) => ({ ids: [ids.document] }) },

  'payment.record': {
    rung: 'manager',
    input: (ids) => ({
      id: randomUUID(),
      leaseId: ids.lease,
      paidOn: today(),
      amountCents: 85_000,
      payerTenantId: ids.tenant,
      bankAccountId: ids.account,
      chargeIds: [ids.charge],
    }),
  },
  'payment.recordMany': {
    rung: 'manager',
    input: (ids) => ({
      paidOn: today(),
      bankAccountId: ids.account,
      payments: [{ id: randomUUID(), chargeId: ids.charge, amountCents: 5_000 }],
    }),
  },
  'payment.reverseMany': {
    rung: 'manager',
    input: (ids) => ({ payments: [{ id: randomUUID(), paymentId: ids.payment }] }),
  },
  'payment.update': {
    rung: 'manager',
    input: (ids) => ({
      id: randomUUID(),
      paymentId: ids.payment,
      paidOn: today(),
      amountCents: 12_000,
      payerTenantId: ids.tenant,
      bankAccountId: ids.account,
      reference: 'Berichtigt',
    }),
  },
  'arrears.list': {
    rung: 'member',
    input: (ids) => ({ propertyId: ids.property, tenantId: ids.tenant, leaseId: ids.lease }),
  },
  'arrears.interest': { rung: 'member', input: (ids) => ({ leaseId: ids.lease }) },
  'arrears.chargeInterest': {
    rung: 'manager',
    input: (ids, { interestCents }) => ({ id: randomUUID(), leaseId: ids.lease, amountCents: interestCents }),
  },
  'arrears.pause': {
    rung: 'manager',
    input: (ids) => ({ leaseId: ids.lease, version: 1, until: daysFromToday(30) }),
  },

  'deposit.list': { rung: 'member', input: (ids) => ({ tenantId: ids.tenant }) },
  'deposit.create': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), leaseId: ids.lease, form: 'guarantee', agreedCents: 50_000 }),
  },
  'deposit.update': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.deposit), form: 'cash', agreedCents: 180_000, returnDueOn: today() }),
  },
  'deposit.delete': { rung: 'manager', input: (ids) => seen(ids.emptyDeposit) },
  'deposit.record': {
    rung: 'manager',
    input: (ids) => ({
      id: randomUUID(),
      depositId: ids.deposit,
      kind: 'deduction',
      bookedOn: today(),
      amountCents: 5_000,
      reason: 'Schlüssel',
      settlesAccount: true,
    }),
  },
  'deposit.reverse': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), movementId: ids.movement }),
  },

  'meter.list': { rung: 'member', input: (ids) => ({ unitId: ids.unit }) },
  'meter.create': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), unitId: ids.unit, kind: 'gas', measure: 'm3', isShared: true }),
  },
  'meter.update': {
    rung: 'manager',
    input: (ids) => ({
      ...seen(ids.meter),
      kind: 'electricity',
      measure: 'kwh',
      number: '7741',
      removedOn: today(),
    }),
  },
  'meter.delete': { rung: 'manager', input: (ids) => seen(ids.unreadMeter) },
  'meter.recordReading': {
    rung: 'manager',
    input: (ids) => ({
      id: randomUUID(),
      meterId: ids.meter,
      readOn: today(),
      readingThousandths: 5_000_000,
    }),
  },
  'meter.deleteReading': { rung: 'manager', input: (ids) => ({ id: ids.reading }) },
  'handover.list': { rung: 'member', input: (ids) => ({ tenantId: ids.tenant }) },
  'handover.get': { rung: 'member', input: (ids) => ({ id: ids.handover }) },
  'handover.draft': {
    rung: 'member',
    input: (ids) => ({ leaseId: ids.lease, unitId: ids.unit, kind: 'move_out' }),
  },
  'handover.create': {
    rung: 'manager',
    input: (ids) => ({
      ...handoverContent(ids.meter),
      id: randomUUID(),
      leaseId: ids.lease,
      unitId: ids.unit,
      kind: 'move_out',
    }),
  },
  'handover.update': {
    rung: 'manager',
    input: (ids) => ({ ...handoverContent(ids.meter), ...seen(ids.handover) }),
  },
  'handover.void': { rung: 'manager', input: (ids) => seen(ids.handover) },
  'handover.restore': { rung: 'manager', input: (ids) => seen(ids.handover) },

  'payment.get': { rung: 'member', input: (ids) => ({ id: ids.payment }) },
  'payment.recordTransfer': {
    rung: 'manager',
    input: (ids) => ({
      id: randomUUID(),
      leaseIds: [ids.lease, ids.unpaidLease],
      paidOn: today(),
      amountCents: 10_000,
      parts: [{ leaseId: ids.lease, amountCents: 10_000 }],
      payerTenantId: ids.tenant,
      bankAccountId: ids.account,
    }),
  },
  'payment.reallocate': {
    rung: 'manager',
    input: (ids) => ({
      paymentId: ids.payment,
      allocations: [{ chargeId: ids.charge, amountCents: 10_000 }],
    }),
  },
  'payment.refund': {
    rung: 'manager',
    input: (ids) => ({
      id: randomUUID(),
      leaseId: ids.overpaidLease,
      paidOn: today(),
      amountCents: 1_000,
      bankAccountId: ids.account,
    }),
  },
  'payment.bounce': {
    rung: 'manager',
    input: (ids) => ({
      id: randomUUID(),
      paymentId: ids.payment,
      bouncedOn: today(),
      feeCents: 450,
      feeChargeId: randomUUID(),
    }),
  },
  'payment.reverse': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), paymentId: ids.payment }),
  },

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

  'search.find': { rung: 'member', input: () => ({ text: 'muster' }) },

  'statistics.overview': { rung: 'member' },
  'statistics.report': {
    rung: 'member',
    input: (ids) => ({ propertyId: ids.property, unitId: null, from: monthStart(-2), to: today() }),
  },
  'statistics.outlook': { rung: 'member', input: (ids) => ({ propertyId: null, unitId: ids.unit }) },
};
