import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOneOfEach } from '../factories/one-of-each.ts';
import { closeTestCallers, createTestCaller } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await closeTestCallers();
  await database.drop();
});

/** What is of all the books and of nobody, or of many at once: its words say it whole, with an amount where there is one. */
const ofNobody = ['bank_rule', 'collection', 'legal_figure', 'payout', 'reminder_rule'];

test('the activity says of whom or of what, also of statements, objections, mandates and lines of the bank', async () => {
  const { books } = await createOneOfEach(database);
  const owner = await createTestCaller({
    appUrl: database.appUrl,
    userId: books.ownerId,
    portfolioId: books.id,
  });
  const unnamed = new Set<string>();
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    const { rows, nextCursor } = await owner.overview.activity({ ...(cursor !== null && { cursor }) });
    for (const { entity, label, tenants } of rows)
      if (label === null && tenants.length === 0) unnamed.add(entity);
    cursor = nextCursor;
  }
  expect([...unnamed].filter((entity) => !ofNobody.includes(entity))).toEqual([]);
});
