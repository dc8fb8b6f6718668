import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { brokenLaws } from './ledger-laws.ts';
import { asAdmin } from './records.ts';
import { closeTestCallers } from './session.ts';

export let database: TestDatabase;

/** Called once by a file whose tests pay out. */
export function openPayoutDesk() {
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  /** After each test the derived rows are those of the postings, whatever came back meanwhile. */
  afterEach(async () => {
    const broken = await asAdmin(database, async (admin) => {
      const rows = await admin<{ id: string }[]>`select id from hausbuch.portfolio`;
      return Promise.all(rows.map(({ id: portfolioId }) => brokenLaws({ admin, portfolioId })));
    });
    expect(broken.flat()).toEqual([]);
  });
  afterAll(async () => {
    await closeTestCallers();
    await database?.drop();
  });
}
