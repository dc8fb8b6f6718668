import { randomUUID } from 'node:crypto';
import { knownBaseRates } from '@/features/legal/base-rate-facts';
import { addMonths } from '@/lib/calendar';
import { makePortfolioToken } from '@/lib/server/portfolio-token';
import type { TestDatabase } from '../setup/database.ts';
import { packedFile, statementOf, unknownTable } from './bank-import.ts';
import { createCollection, createCreditor, createMandate, moveToYesterday } from './debits.ts';
import { mailLetter, sendLetter, twoReminders } from './letters.ts';
import { createPayout } from './payouts.ts';
import { attachReceipts, openRoom, toldOf } from './receipts.ts';
import {
  asAdmin,
  bringFile,
  type Caller,
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
  monthStart,
  recordPayment,
  recordTransaction,
  today,
} from './records.ts';
import { addressOf, signInAs } from './session.ts';
import { bookCost, firstHalf, secondHalf, settleCosts } from './settled.ts';

/** A second owner, an open invitation, and an invitation of the owner into a portfolio of somebody else's. */
async function invite(database: TestDatabase, portfolioId: string, ownerId: string) {
  const [memberId, invitationId] = [randomUUID(), randomUUID()];
  const [elsewhere, neighbour] = [randomUUID(), randomUUID()];
  const [open, own] = [makePortfolioToken(portfolioId), makePortfolioToken(elsewhere)];
  await asAdmin(database, async (sql) => {
    await sql`insert into hausbuch.member (portfolio_id, id, user_id, role, accepted_at)
      values (${portfolioId}, ${memberId}, ${randomUUID()}, 'owner', now())`;
    await sql`insert into hausbuch.portfolio (id, name, jurisdiction, currency, time_zone)
      values (${elsewhere}, 'Nachbar', 'DE', 'EUR', 'Europe/Berlin')`;
    await sql`insert into hausbuch.member (portfolio_id, user_id, role, accepted_at)
      values (${elsewhere}, ${neighbour}, 'owner', now())`;
    await sql`insert into hausbuch.member
        (portfolio_id, id, role, invited_email, invited_by, invited_at, invitation_hash, invitation_expires_at)
      values (${portfolioId}, ${invitationId}, 'viewer', 'neu@example.com', ${ownerId}, now() - interval '1 hour',
          ${open.hash}, now() + interval '1 day'),
        (${elsewhere}, ${randomUUID()}, 'viewer', ${addressOf(ownerId)}, ${neighbour}, now() - interval '1 hour',
          ${own.hash}, now() + interval '1 day')`;
  });
  return { memberId, invitationId, token: own.token };
}

/** What expenses may be booked on. */
async function leafOf(owner: Caller): Promise<string> {
  const rows = await owner.category.list({});
  return rows.find((row) => row.direction === 'expense' && row.parentId !== null)?.id ?? '';
}

/** A file of the bank: a line that is certainly somebody's rent and waits, two that were booked, one that was left out. */
async function bringLines(owner: Caller, leaseId: string) {
  const account = await createBankAccount(owner);
  const importId = randomUUID();
  const { paymentReference } = await owner.lease.get({ id: leaseId });
  const { items } = await owner.ledger.openItems({ leaseId });
  const cents = items[0]?.openCents ?? 0;
  const named = { on: monthStart(), name: 'Muster', text: paymentReference };
  const private_ = { on: monthStart(-1), cents: 4_200, name: 'Kegelverein', text: 'Beitrag' };
  const fee = { ...private_, cents: -690, name: 'Bank', text: 'Entgelt' };
  const lines = [private_, { ...private_, cents: 4_300 }, { ...named, cents }, fee];
  await owner.bank.import({
    id: importId,
    fileName: 'auszug.xml',
    packed: packedFile(statementOf(account.iban, lines)),
  });
  const { text, columns } = unknownTable(monthStart(-1), '44,00');
  const table = { id: randomUUID(), fileName: 'umsatz.csv', packed: packedFile(text) };
  await owner.bank.import({ ...table, bankAccountId: account.id, columns });
  const { rows } = await owner.bank.inbox({});
  const idOf = (amountCents: number) => rows.find((row) => row.amountCents === amountCents)?.id ?? '';
  await owner.bank.leaveOut({ lineId: idOf(4_300) });
  return { account, importId, waitingId: idOf(cents), decidedId: idOf(4_200), feeId: idOf(-690), cents };
}

/** Base rates of the half-years that nobody has published yet, on a clock that runs ahead: without them no interest is charged. */
async function enterComingRates(owner: Caller): Promise<{ id: string; validFrom: string }[]> {
  const entered: { id: string; validFrom: string }[] = [];
  const known = knownBaseRates.at(-1)?.validFrom ?? '';
  for (let validFrom = addMonths(known, 6); validFrom <= today(); validFrom = addMonths(validFrom, 6)) {
    const id = randomUUID();
    await owner.legal.create({ id, kind: 'base_rate', validFrom, value: 152, source: 'Bundesbank' });
    entered.push({ id, validFrom });
  }
  return entered;
}

/** A row of everything in a portfolio of its own, by what it is good for. */
export async function createOneOfEach(database: TestDatabase) {
  const books = await createPortfolio(database);
  const { owner } = books;
  const landlord = await createLandlord(owner);
  const account = await createBankAccount(owner);
  const house = await createProperty(owner);
  const spareUnit = await createUnit(owner, house.id);
  const spareFacts = await owner.unit.setPeriod({
    unitId: spareUnit.id,
    validFrom: '2099-01-01',
    areaSqm100: 7_000,
  });
  const tenant = await createTenant(owner, { emails: ['anna@example.com'] });
  const spareTenant = await createTenant(owner);
  const lease = await createLease(
    owner,
    { unitIds: [house.unitId], tenantIds: [tenant.id] },
    { startsOn: monthStart(-2) },
  );
  const payment = await recordPayment(owner, lease.id, 10_000);
  await settleCosts(owner, house, firstHalf());
  const told = await toldOf(owner, house.id, firstHalf());
  const stated = await owner.objection.list({ propertyId: house.id, ...firstHalf() });
  const [receipt] = await attachReceipts(owner, told);
  const room = await openRoom(owner, told);
  const objection = randomUUID();
  await owner.objection.create({
    ...{ id: objection, statementLeaseId: told, receivedOn: today(), text: 'Die Grundsteuer ist zu hoch.' },
  });
  // The day before, so that a change of it is one.
  await asAdmin(
    database,
    (sql) => sql`update hausbuch.objection set received_on = received_on - 1 where id = ${objection}`,
  );
  await bookCost(owner, house, secondHalf());
  const unpaidUnit = await createUnit(owner, house.id);
  const unpaidLease = await createLease(
    owner,
    { unitIds: [unpaidUnit.id], tenantIds: [tenant.id] },
    { startsOn: monthStart(-1), bookedFrom: monthStart() },
  );
  const overpaidUnit = await createUnit(owner, house.id);
  const overpaidLease = await createLease(owner, { unitIds: [overpaidUnit.id], tenantIds: [tenant.id] });
  await recordPayment(owner, overpaidLease.id, 10_000_000);
  const returnedPayment = await recordPayment(owner, overpaidLease.id, 5_000);
  const fee = randomUUID();
  await owner.charge.post({
    id: fee,
    leaseId: overpaidLease.id,
    kind: 'fee',
    dueOn: returnedPayment.paidOn,
    amountCents: 1_000,
  });
  await owner.payment.return({
    id: randomUUID(),
    paymentId: returnedPayment.id,
    returnedOn: returnedPayment.paidOn,
    feeChargeId: randomUUID(),
  });
  const [waivedFee, waiver] = [randomUUID(), randomUUID()];
  await owner.charge.post({
    id: waivedFee,
    leaseId: unpaidLease.id,
    kind: 'fee',
    dueOn: returnedPayment.paidOn,
    amountCents: 1_000,
  });
  await owner.charge.waive({ id: waiver, chargeId: waivedFee, reason: 'Kulanz' });
  const endingUnit = await createUnit(owner, house.id);
  const endingLease = await createLease(
    owner,
    { unitIds: [endingUnit.id], tenantIds: [tenant.id] },
    { endsOn: daysFromToday(300), persons: 2 },
  );
  const rentId = randomUUID();
  await owner.rent.agree({
    id: rentId,
    leaseId: lease.id,
    validFrom: monthStart(3),
    reason: 'agreed',
    lines: [{ component: 'net', amountCents: 75_000, settlement: 'none' }],
  });
  const agreement = await owner.costAgreement.set({ leaseId: lease.id, agreesAll: true, named: [] });
  await owner.costSharing.set({
    ...{ propertyId: house.id, from: '2025-01-01', to: '2025-12-31', key: 'area' as const },
    ...{ categoryId: await categoryId(owner, 'property_tax'), principle: 'service' as const },
  });
  const [association, effort] = [randomUUID(), randomUUID()];
  await owner.association.create({
    ...{ id: association, propertyId: house.id, unitId: spareUnit.id },
    name: 'WEG Am Ring',
  });
  await owner.association.setYear({
    ...{ associationId: association, ...firstHalf() },
    lines: [{ id: randomUUID(), name: 'Verwaltung', totalCents: 90_000, ownCents: 7_500 }],
  });
  const { paper: associationPaper } = await owner.association.year({
    associationId: association,
    ...firstHalf(),
  });
  await owner.association.noteEffort({
    ...{ id: effort, associationId: association, ...firstHalf() },
    ...{ askedOn: today(), way: 'mail' },
  });
  const plant = randomUUID();
  await owner.heating.create({ id: plant, propertyId: house.id, name: 'Gaskessel' });
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
  await owner.legal.takeNewest({});
  const comingRates = await enterComingRates(owner);
  await owner.reminderRule.set(twoReminders);
  const ownText = randomUUID();
  await owner.letterTemplate.create({
    ...{ id: ownText, kind: 'free', language: 'de', name: 'Wartung' },
    ...{ subject: 'Wartung', body: 'am Montag wird gewartet: [[place]].' },
  });
  const { id: letter } = await sendLetter(owner, lease.id);
  const mailed = { portfolioId: books.id, leaseId: lease.id, tenantId: tenant.id };
  const queued = await mailLetter(database, owner, mailed, 'waiting');
  const lost = await mailLetter(database, owner, mailed, 'uncertain');
  const arrived = await mailLetter(database, owner, mailed, 'arrived');
  const reminder = await owner.arrears.reminder({ leaseId: lease.id, step: 'friendly' });
  const letterLook = await owner.letter.look({ leaseId: lease.id, kind: 'free', ownLanguage: 'de' });
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
  const bank = await bringLines(owner, unpaidLease.id);
  await owner.bank.accept({
    id: randomUUID(),
    lineId: bank.feeId,
    parts: [{ kind: 'booking', categoryId: await leafOf(owner), propertyId: house.id }],
  });
  await owner.bank.accept({
    id: randomUUID(),
    lineId: bank.decidedId,
    parts: [{ kind: 'payment', leaseId: overpaidLease.id, amountCents: 4_200 }],
  });
  const [bankRule, forgotten] = await owner.bank.rules();
  await owner.bank.removeRule({ ruleId: forgotten?.id ?? '' });
  const creditor = await createCreditor(owner);
  const [mandate, spareMandate] = [
    await createMandate(owner, lease.id),
    await createMandate(owner, unpaidLease.id),
  ];
  const debit = { bankAccountId: creditor.id, mandateId: mandate.id, amountCents: 100 };
  const [collection, collected] = [
    await createCollection(owner, debit),
    await createCollection(owner, debit),
  ];
  await moveToYesterday(database, collected.id);
  const [oneDebit] = (await owner.debit.collection({ id: collection.id })).items;
  const payout = await createPayout(owner, creditor.id, [{ leaseId: overpaidLease.id, amountCents: 300 }]);
  const invited = await invite(database, books.id, books.ownerId);
  // So that `demo.remove` has something to remove; to everything else it makes no difference.
  await asAdmin(database, (sql) => sql`update hausbuch.portfolio set is_demo = true where id = ${books.id}`);
  return {
    books,
    portfolioName: (await owner.portfolio.get()).name,
    propertyName: house.name,
    tenantName: tenant.name,
    accountIban: bank.account.iban,
    /** What the waiting line of the bank brings. */
    bankLineCents: bank.cents,
    /** Of an invitation of the owner into somebody else's portfolio. */
    invitationToken: invited.token,
    /** What `arrears.chargeInterest` would charge today. */
    interestCents: restCents,
    /** What `arrears.remind` would ask for today in a friendly letter. */
    reminderCents: reminder.totalCents,
    reminderSentBefore: reminder.sentBefore,
    /** What `letter.send` would fill the gaps of a free letter with today. */
    letterSeen: letterLook.seen,
    /** Base rates entered because nobody has published them yet. */
    comingRates,
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
      spareFacts: spareFacts.id,
      agreement: agreement.id,
      tenant: tenant.id,
      spareTenant: spareTenant.id,
      plant,
      association,
      associationPaper: associationPaper?.id ?? '',
      effort,
      lease: lease.id,
      unpaidLease: unpaidLease.id,
      overpaidLease: overpaidLease.id,
      endingLease: endingLease.id,
      rent: rentId,
      clause,
      figure,
      charge: items.at(-1)?.chargeId ?? '',
      payment: payment.id,
      returnedPayment: returnedPayment.id,
      fee,
      waiver,
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
      bankedAccount: bank.account.id,
      bankImport: bank.importId,
      bankLine: bank.waitingId,
      bankRule: bankRule?.id ?? '',
      forgottenRule: forgotten?.id ?? '',
      decidedLine: bank.decidedId,
      creditor: creditor.id,
      mandate: mandate.id,
      spareMandate: spareMandate.id,
      collection: collection.id,
      collected: collected.id,
      debit: oneDebit?.id ?? '',
      payout: payout.id,
      told,
      statedLine: stated?.leases[0]?.lineIds[0] ?? '',
      bill: receipt?.billId ?? '',
      receipt: receipt?.documentId ?? '',
      room: room.id,
      objection,
      transfer: payout.transfers[0]?.id ?? '',
      letter,
      ownText,
      queuedLetter: queued.id,
      lostMail: lost.mailId,
      arrivedMail: arrived.mailId,
      member: invited.memberId,
      invitation: invited.invitationId,
      session: await signInAs(database.appUrl, books.ownerId, addressOf(books.ownerId)),
    },
  };
}

export type OneOfEach = Awaited<ReturnType<typeof createOneOfEach>>;
