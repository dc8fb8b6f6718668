import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { constraintAgainst, failureOf } from '../factories/failure.ts';
import { asAdmin, createPortfolio } from '../factories/records.ts';
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

const untouched = {
  displayName: '',
  language: null,
  dateFormat: null,
  numberFormat: null,
  setupDismissedAt: null,
};

test('a profile is there before anything is written, and keeps what is', async () => {
  const caller = await createTestCaller({ appUrl: database.appUrl, userId: randomUUID() });
  expect(await caller.account.getProfile()).toEqual(untouched);
  const chosen = {
    displayName: 'Erika',
    language: 'de' as const,
    dateFormat: 'yyyy-mm-dd' as const,
    numberFormat: 'ch' as const,
  };
  expect(await caller.account.updateProfile(chosen)).toEqual({ ...untouched, ...chosen });
  expect(await caller.account.updateProfile({ ...chosen, displayName: null, language: null })).toMatchObject({
    displayName: '',
    language: null,
    dateFormat: 'yyyy-mm-dd',
  });
});

test('the database takes any language by its tag, and nothing that is none', async () => {
  const write = (language: string) =>
    asAdmin(
      database,
      (sql) => sql`insert into hausbuch.profile (user_id, language) values (${randomUUID()}, ${language})`,
    );
  for (const tag of ['fr', 'pt-BR', 'sr-Latn', 'es-419', 'gsw']) await write(tag);
  for (const text of ['Deutsch', 'DE', 'de_DE', 'de-', '']) {
    expect(await constraintAgainst(write(text))).toBe('profile_language_check');
  }
});

test('leaving the set-up guide is remembered and changes nothing else', async () => {
  const { owner } = await createPortfolio(database);
  await owner.account.updateProfile({
    displayName: 'Max',
    language: 'en',
    dateFormat: null,
    numberFormat: null,
  });
  const { setupDismissedAt } = await owner.account.dismissSetup();
  expect(setupDismissedAt).toBeInstanceOf(Date);
  expect(await owner.account.getProfile()).toMatchObject({
    displayName: 'Max',
    language: 'en',
    setupDismissedAt,
  });
});

test('one user’s profile is nobody else’s', async () => {
  const [one, other] = await Promise.all(
    [1, 2].map(() => createTestCaller({ appUrl: database.appUrl, userId: randomUUID() })),
  );
  await one?.account.updateProfile({
    displayName: 'Eins',
    language: 'de',
    dateFormat: null,
    numberFormat: null,
  });
  expect(await other?.account.getProfile()).toEqual(untouched);
});

test('bad input names its fields', async () => {
  const caller = await createTestCaller({ appUrl: database.appUrl, userId: randomUUID() });
  const wrong = { displayName: 'x'.repeat(201), language: null, dateFormat: null, numberFormat: null };
  expect(await failureOf(caller.account.updateProfile(wrong))).toBe('BAD_REQUEST displayName: too_long');
});
