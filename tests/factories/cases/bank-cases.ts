import { randomUUID } from 'node:crypto';
import { packedFile, statementOf } from '../bank-import.ts';
import { today } from '../records.ts';
import type { ProcedureCase } from './procedure-case.ts';

export const bankCases: Record<string, ProcedureCase> = {
  'bank.inbox': { rung: 'member', input: () => ({ limit: 10 }) },
  'bank.decided': { rung: 'member', input: () => ({ limit: 10 }) },
  'bank.imports': { rung: 'member' },
  'bank.rules': { rung: 'member' },
  'bank.openTransfers': { rung: 'member', input: (ids) => ({ lineId: ids.bankLine }) },
  'bank.balances': { rung: 'member' },
  'bank.removeRule': { rung: 'manager', input: (ids) => ({ ruleId: ids.bankRule }) },
  'bank.restoreRule': { rung: 'manager', input: (ids) => ({ ruleId: ids.forgottenRule }) },
  'bank.import': {
    rung: 'manager',
    input: (ids, { accountIban }) => ({
      id: randomUUID(),
      fileName: 'neu.xml',
      packed: packedFile(
        statementOf(accountIban, [{ on: today(), cents: 12_345, name: 'Neu', text: 'Neu' }]),
      ),
      bankAccountId: ids.bankedAccount,
    }),
  },
  'bank.accept': {
    rung: 'manager',
    input: (ids, { bankLineCents }) => ({
      id: randomUUID(),
      lineId: ids.bankLine,
      parts: [{ kind: 'payment', leaseId: ids.unpaidLease, amountCents: bankLineCents, chargeIds: [] }],
    }),
  },
  'bank.acceptCertain': {
    rung: 'manager',
    input: (ids) => ({ lines: [{ id: randomUUID(), lineId: ids.bankLine }] }),
  },
  'bank.leaveOut': { rung: 'manager', input: (ids) => ({ lineId: ids.bankLine, forGood: true }) },
  'bank.reopen': { rung: 'manager', input: (ids) => ({ lineId: ids.decidedLine, version: 2 }) },
  'bank.takeBackImport': { rung: 'manager', input: (ids) => ({ importId: ids.bankImport }) },
};
