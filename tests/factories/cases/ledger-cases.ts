import { randomUUID } from 'node:crypto';
import { addDays } from '@/lib/calendar';
import { daysFromToday, monthStart, today } from '../records.ts';
import { type ProcedureCase, seen } from './procedure-case.ts';

const thisMonth = () => ({ from: monthStart(), to: addDays(monthStart(1), -1) });

/** Calls about what tenants owe and pay. */
export const ledgerCases: Record<string, ProcedureCase> = {
  'arrears.lateInterest': { rung: 'member', input: (ids) => ({ tenantId: ids.tenant }) },
  'charge.list': { rung: 'member', input: (ids) => ({ leaseId: ids.lease, propertyId: ids.property }) },
  'charge.year': { rung: 'member', input: (ids) => ({ propertyId: ids.property }) },
  'charge.month': { rung: 'member', input: () => ({}) },
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
  'charge.void': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), chargeId: ids.fee }),
  },
  'charge.revertWaiver': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), waiverId: ids.waiver }),
  },
  'charge.waive': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), chargeId: ids.charge, reason: 'Kulanz' }),
  },
  'charge.previewReduction': {
    rung: 'member',
    input: (ids) => ({ leaseId: ids.lease, ...thisMonth(), shareBp: 2_000 }),
  },
  'charge.reduce': {
    rung: 'manager',
    input: (ids) => ({
      ...{ leaseId: ids.lease, ...thisMonth(), shareBp: 2_000, reason: 'Heizung ausgefallen' },
      months: [{ id: randomUUID(), chargeId: ids.charge, amountCents: 17_000, waivedCents: 0 }],
    }),
  },
  'ledger.account': { rung: 'member', input: (ids) => ({ leaseId: ids.lease }) },
  'ledger.statement': { rung: 'member', input: (ids) => ({ tenantId: ids.tenant }) },
  'ledger.openItems': { rung: 'member', input: (ids) => ({ leaseId: ids.lease }) },
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
  'payment.correct': {
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
  'payment.move': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), paymentId: ids.payment, leaseId: ids.unpaidLease }),
  },
  'arrears.list': {
    rung: 'member',
    input: (ids) => ({ propertyId: ids.property, tenantId: ids.tenant, leaseId: ids.lease }),
  },
  'arrears.reminder': { rung: 'member', input: (ids) => ({ leaseId: ids.lease }) },
  'arrears.look': {
    rung: 'member',
    input: (ids) => ({ leaseId: ids.lease, step: 'friendly', language: 'en' }),
  },
  'arrears.due': { rung: 'member' },
  'arrears.interest': { rung: 'member', input: (ids) => ({ leaseId: ids.lease }) },
  'arrears.interestSum': { rung: 'member', input: (ids) => ({ leaseId: ids.lease }) },
  'arrears.chargeInterest': {
    rung: 'manager',
    input: (ids, { interestCents }) => ({ id: randomUUID(), leaseId: ids.lease, amountCents: interestCents }),
  },
  'reminderRule.get': { rung: 'member' },
  'reminderRule.set': {
    rung: 'manager',
    input: () => ({
      version: 1,
      friendlyDays: null,
      firstDays: 3,
      secondDays: 10,
      lastDays: 20,
      betweenDays: 8,
      leastCents: 500,
      payWithinDays: 7,
      withInterest: false,
    }),
  },
  'arrears.remind': {
    rung: 'manager',
    input: (ids, { reminderCents, reminderSentBefore }) => ({
      id: randomUUID(),
      leaseId: ids.lease,
      step: 'friendly',
      way: 'handed_over',
      totalCents: reminderCents,
      sentBefore: reminderSentBefore,
      language: 'en',
    }),
  },
  'letter.look': {
    rung: 'member',
    input: (ids) => ({ leaseId: ids.lease, kind: 'receipt', ownLanguage: 'de' }),
  },
  'letter.sample': { rung: 'member', input: () => ({ kind: 'deposit_settlement', language: 'de' }) },
  'letter.enclosable': { rung: 'member', input: (ids) => ({ leaseId: ids.lease, search: '' }) },
  'letter.send': {
    rung: 'manager',
    input: (ids, { letterSeen }) => ({
      id: randomUUID(),
      leaseId: ids.lease,
      kind: 'free',
      language: 'de',
      way: 'handed_over',
      seen: letterSeen,
      subject: 'Ihre Wohnung',
      body: 'wir melden uns.',
    }),
  },
  'letterTemplate.list': { rung: 'member', input: () => ({ archive: 'all' }) },
  'letterTemplate.create': {
    rung: 'manager',
    input: () => ({
      ...{ id: randomUUID(), kind: 'receipt', language: 'de', name: 'Quittung kurz' },
      ...{ subject: 'Quittung', body: '[[paid_amount]] erhalten.' },
    }),
  },
  'letterTemplate.update': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.ownText), name: 'Wartung', subject: 'Heizung', body: 'neu' }),
  },
  'letterTemplate.setReminder': {
    rung: 'manager',
    input: () => ({
      ...{ id: randomUUID(), kind: 'reminder_friendly', language: 'de', subject: 'Mahnung' },
      body: 'bitte zahlen Sie bis zum [[pay_by]].\n\n[[reminder_table]]\n\n[[if payment]]\n[[payment]]\n[[end]]',
    }),
  },
  'letterTemplate.archive': { rung: 'manager', input: (ids) => seen(ids.ownText) },
  'letterTemplate.restore': { rung: 'manager', input: (ids) => seen(ids.ownText) },
  'letterTemplate.delete': { rung: 'manager', input: (ids) => seen(ids.ownText) },
  'outbox.list': { rung: 'member', input: (ids) => ({ tenantId: ids.tenant, leaseId: ids.lease }) },
  'outbox.note': {
    rung: 'manager',
    input: (ids) => ({
      ...seen(ids.letter),
      sentOn: today(),
      proof: 'RR 1',
      answeredOn: today(),
      answer: 'Ja',
    }),
  },
  'outbox.sendByHand': { rung: 'manager', input: (ids) => ({ ...seen(ids.queuedLetter), way: 'post' }) },
  'outbox.mailAgain': { rung: 'manager', input: (ids) => ({ mailId: ids.lostMail }) },
  'outbox.mailArrived': {
    rung: 'manager',
    input: (ids) => ({ mailId: ids.lostMail, arrivedOn: today(), proof: 'Antwort vom 3.' }),
  },
  'outbox.mailReturned': { rung: 'manager', input: (ids) => ({ mailId: ids.lostMail }) },
  'outbox.mailUncertain': { rung: 'manager', input: (ids) => ({ mailId: ids.arrivedMail }) },
  'outbox.testMail': { rung: 'manager', input: () => ({ to: 'anna@example.com' }) },
  'outbox.takeBack': { rung: 'manager', input: (ids) => seen(ids.letter) },
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
  'payment.return': {
    rung: 'manager',
    input: (ids) => ({
      id: randomUUID(),
      paymentId: ids.payment,
      returnedOn: today(),
      feeCents: 450,
      feeChargeId: randomUUID(),
    }),
  },
  'payment.revertReturn': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), paymentId: ids.returnedPayment }),
  },
  'payment.reverse': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), paymentId: ids.payment }),
  },
};
