import { randomUUID } from 'node:crypto';
import { today } from '../records.ts';
import { firstHalf } from '../settled.ts';
import { type ProcedureCase, seen } from './procedure-case.ts';

const said = () => ({ receivedOn: today(), text: 'Die Grundsteuer ist zu hoch.' });

export const receiptCases: Record<string, ProcedureCase> = {
  'objection.list': { rung: 'member', input: (ids) => ({ propertyId: ids.property, ...firstHalf() }) },
  'objection.create': {
    rung: 'manager',
    input: (ids) => ({ id: randomUUID(), statementLeaseId: ids.told, ...said() }),
  },
  'objection.update': {
    rung: 'manager',
    input: (ids) => ({ ...seen(ids.objection), ...said(), answeredOn: today(), answer: 'Nein.' }),
  },
  'objection.delete': { rung: 'manager', input: (ids) => seen(ids.objection) },
  'receiptRoom.list': { rung: 'member', input: (ids) => ({ propertyId: ids.property, ...firstHalf() }) },
  'receiptRoom.choices': { rung: 'member', input: (ids) => ({ statementLeaseId: ids.told }) },
  'receiptRoom.log': { rung: 'member', input: (ids) => ({ id: ids.room }) },
  'receiptRoom.open': {
    rung: 'manager',
    input: (ids) => ({
      id: randomUUID(),
      statementLeaseId: ids.told,
      tenantId: ids.tenant,
      language: 'de',
      papers: [{ billId: ids.bill, documentId: ids.receipt }],
    }),
  },
  // Its mail has gone, which was a change.
  'receiptRoom.mailAgain': { rung: 'manager', input: (ids) => ({ id: ids.room, version: 2 }) },
  'receiptRoom.update': {
    rung: 'manager',
    input: (ids) => ({ id: ids.room, version: 2, days: 5, papers: [] }),
  },
  'receiptRoom.revoke': { rung: 'manager', input: (ids) => ({ id: ids.room, version: 2 }) },
};
