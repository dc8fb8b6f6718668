import { randomUUID } from 'node:crypto';
import { earliestCollection } from '@/bank/orders/target-days';
import { makeIban, monthStart, today } from '../records.ts';
import { type ProcedureCase, seen } from './procedure-case.ts';

const signed = () => ({ holder: 'Anna Muster', iban: makeIban(), signedOn: monthStart(-1) });

export const debitCases: Record<string, ProcedureCase> = {
  'debit.mandates': { rung: 'member', input: () => ({ limit: 10 }) },
  'debit.due': { rung: 'member', input: () => ({}) },
  'debit.collections': { rung: 'member' },
  'debit.collection': { rung: 'member', input: (ids) => ({ id: ids.collection }) },
  'debit.file': { rung: 'manager', input: (ids) => ({ id: ids.collection }) },
  'debit.createMandate': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), leaseId: ids.lease, reference: 'HB/2026-1', ...signed() }),
  },
  'debit.updateMandate': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.spareMandate), reference: 'HB/2026-2', ...signed() }),
  },
  'debit.revokeMandate': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.mandate), revokedOn: today() }),
  },
  'debit.deleteMandate': { rung: 'manager', input: (ids) => seen(ids.spareMandate) },
  'debit.create': {
    rung: 'manager',
    input: (ids) => ({
      id: randomUUID(),
      bankAccountId: ids.creditor,
      collectOn: earliestCollection(today()),
      isBatch: false,
      purpose: 'Miete',
      items: [{ mandateId: ids.mandate, amountCents: 100 }],
    }),
  },
  'debit.cancel': { rung: 'manager', input: (ids) => ({ id: ids.collection }) },
  'debit.cancelDebit': { rung: 'manager', input: (ids) => ({ id: ids.debit }) },
  'debit.tellBeforehand': {
    rung: 'manager',
    input: (ids) => ({ id: ids.collection, way: 'post', language: 'de' }),
  },
  'debit.receive': { rung: 'manager', input: (ids) => ({ id: ids.collected }) },
};
