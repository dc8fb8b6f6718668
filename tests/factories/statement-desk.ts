import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { Language } from '@/domain/vocabulary';
import type { Chosen } from '@/features/outbox/enclosure-commands';
import { listLetters } from '@/features/outbox/queries';
import { listLettersInput } from '@/features/outbox/schema';
import { sendLetters } from '@/features/statement/send-commands';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { startSmtpServer } from '../setup/smtp-server.ts';
import { type FlatYear, openFlatYear, year } from './flat-year.ts';
import { closeTestCallers } from './session.ts';

export const today = '2026-02-10';
export let database: TestDatabase;
/** A flat with a year of costs, anew for each test. */
export let flat: FlatYear;
export let server: Awaited<ReturnType<typeof startSmtpServer>>;

/** Called once by a file whose tests send the letters of a statement. */
export function openStatementDesk() {
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    flat = await openFlatYear(database, today);
    server = await startSmtpServer();
    const { admin, portfolioId } = flat.books;
    await admin`insert into hausbuch.landlord (portfolio_id, id, kind, name, email)
      values (${portfolioId}, ${randomUUID()}, 'person', 'Petra Vogel', 'petra@example.com')`;
    await admin`delete from hausbuch.mail_sent`;
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await server.stop();
    await flat.books.close();
  });
  afterAll(async () => {
    await closeTestCallers();
    await database.drop();
  });
}

export const send = async (
  way: 'mail' | 'post' | 'handed_over' = 'post',
  on = today,
  version = 1,
  more: { isBeside?: boolean; language?: Language; enclosures?: Chosen[] } = {},
) => {
  const input = {
    propertyId: flat.books.propertyId,
    ...year,
    version,
    way,
    language: 'de' as const,
    isBeside: false,
    enclosures: [],
    ...more,
  };
  const { mailed, paperIds } = await flat.books.on(on, (tx, scope) => sendLetters(tx, scope, input));
  return { mailed, onPaper: paperIds.length };
};
export const written = async () =>
  (
    await flat.books.on(today, (tx, scope) =>
      listLetters(tx, scope, listLettersInput.parse({ leaseId: flat.leaseId })),
    )
  ).rows;
