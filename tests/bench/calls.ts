import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { getInbox } from '@/features/bank/queries';
import { inboxInput } from '@/features/bank/schema';
import { getOverview } from '@/features/overview/queries';
import { listProperties } from '@/features/property/list-queries';
import { listPropertiesInput } from '@/features/property/schema';
import { getReport } from '@/features/statistics/report-queries';
import { reportInput } from '@/features/statistics/schema';
import { getAccount, recordPayment } from '@/ledger';
import { accountInput, recordPaymentInput } from '@/ledger/inputs';
import { addDays, type CalendarDate } from '@/lib/calendar';

/** What a call needs to know of the portfolio it reads. */
export type Target = { portfolioId: string; userId: string; leaseId: string; today: CalendarDate };

export type Call = {
  /** The procedure as it is called over HTTP. */
  path: string;
  isMutation: boolean;
  input: (target: Target) => object | undefined;
  /** The same statements in a transaction that has been entered: what the procedure does, and nothing else. */
  run: (tx: Tx, scope: Scope, input: unknown) => Promise<unknown>;
};

function parsed<Schema extends z.ZodType>(
  schema: Schema,
  work: (tx: Tx, scope: Scope, input: z.output<Schema>) => Promise<unknown>,
): Call['run'] {
  return (tx, scope, input) => work(tx, scope, schema.parse(input));
}

/** The calls a landlord's day is made of. */
export const calls: Record<string, Call> = {
  list: {
    path: 'property.list',
    isMutation: false,
    input: () => ({ search: '', archive: 'active', limit: 24 }),
    run: parsed(listPropertiesInput, listProperties),
  },
  dashboard: {
    path: 'overview.get',
    isMutation: false,
    input: () => undefined,
    run: (tx, scope) => getOverview(tx, scope),
  },
  account: {
    path: 'ledger.account',
    isMutation: false,
    input: ({ leaseId }) => ({ leaseId }),
    run: parsed(accountInput, getAccount),
  },
  inbox: {
    path: 'bank.inbox',
    isMutation: false,
    input: () => ({ limit: 50 }),
    run: parsed(inboxInput, getInbox),
  },
  payment: {
    path: 'payment.record',
    isMutation: true,
    input: ({ leaseId, today }) => ({ id: randomUUID(), leaseId, paidOn: today, amountCents: 1 }),
    run: parsed(recordPaymentInput, recordPayment),
  },
  statistics: {
    path: 'statistics.report',
    isMutation: false,
    input: ({ today }) => ({ propertyId: null, unitId: null, from: addDays(today, -364), to: today }),
    run: parsed(reportInput, getReport),
  },
};
