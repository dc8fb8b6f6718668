import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import { openDatabase } from '@/db/client';
import { enterRequest, type Scope } from '@/db/scope';
import { createLease } from '@/features/lease/commands';
import { createLeaseInput } from '@/features/lease/schema';
import type { TestDatabase } from '../setup/database.ts';

export type Books = Awaited<ReturnType<typeof openBooks>>;

/** A portfolio in Berlin with one flat and one tenant, and a way to act in it on a chosen day. */
export async function openBooks(database: TestDatabase) {
  const portfolioId = randomUUID();
  const userId = randomUUID();
  const propertyId = randomUUID();
  const unitId = randomUUID();
  const tenantId = randomUUID();
  const admin = postgres(database.adminUrl, { max: 2, onnotice: () => {} });
  await admin`insert into hausbuch.portfolio (id, name, jurisdiction, currency, time_zone)
    values (${portfolioId}, 'Test', 'DE', 'EUR', 'Europe/Berlin')`;
  await admin`insert into hausbuch.member (portfolio_id, user_id, role, accepted_at)
    values (${portfolioId}, ${userId}, 'owner', now())`;
  await admin`insert into hausbuch.property (portfolio_id, id, name, kind, country, state)
    values (${portfolioId}, ${propertyId}, 'Lindenstraße 5', 'apartment', 'DE', 'DE-BE')`;
  await admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
    values (${portfolioId}, ${unitId}, ${propertyId}, 'Wohnung', 'apartment')`;
  await admin`insert into hausbuch.tenant (portfolio_id, id, kind, last_name, first_name, letter_language)
    values (${portfolioId}, ${tenantId}, 'person', 'Müller', 'Änne', 'de')`;
  const { db, close } = openDatabase(database.appUrl);

  /** Runs as the owner at an instant. */
  const at = <T>(instant: string, work: (tx: Tx, scope: Scope) => Promise<T>): Promise<T> =>
    enterRequest(db, { userId, portfolioId, now: new Date(instant) }, ({ tx, scope }) => {
      if (!scope) throw new Error('The owner is no member.');
      return work(tx, scope);
    });
  /** The same at noon of that day in Berlin. */
  const on = <T>(day: string, work: (tx: Tx, scope: Scope) => Promise<T>): Promise<T> =>
    at(`${day}T11:00:00Z`, work);

  return {
    portfolioId,
    userId,
    propertyId,
    unitId,
    tenantId,
    admin,
    db,
    at,
    on,
    close: async () => {
      await admin.end();
      await close();
    },
  };
}

type LeaseInput = z.input<typeof createLeaseInput>;

/** A lease of the flat at 700 € net from 1 January 2026, entered on `today` unless told otherwise. */
export async function enterLease(books: Books, today: string, overrides: Partial<LeaseInput> = {}) {
  const startsOn = overrides.startsOn ?? '2026-01-01';
  const input = createLeaseInput.parse({
    id: randomUUID(),
    startsOn,
    prorationMethod: 'calendar_days',
    dueRule: 'third_working_day',
    bookedFrom: `${startsOn.slice(0, 7)}-01`,
    unitIds: [books.unitId],
    tenantIds: [books.tenantId],
    rentLines: [{ component: 'net', amountCents: 70_000, settlement: 'none' }],
    ...overrides,
  });
  await books.on(today, (tx, scope) => createLease(tx, scope, input));
  return input.id;
}
