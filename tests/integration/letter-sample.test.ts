import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPortfolio } from '../factories/records.ts';
import { closeTestCallers } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await closeTestCallers();
  await database.drop();
});

const of = (
  jurisdiction: 'US' | 'GB' | 'DE' | 'AT' | 'other',
  currency: 'USD' | 'GBP' | 'EUR',
  timeZone: string,
) => ({ jurisdiction, currency, timeZone }) as const;

test.each([
  [
    of('US', 'USD', 'America/New_York'),
    'en',
    '1 Sample Street',
    'Sampletown, NY 12345',
    'LETTER',
    '123456780',
  ],
  [of('GB', 'GBP', 'Europe/London'), 'en', '1 Sample Street', 'Sampletown AB1 2CD', 'A4', '60-16-13'],
  [of('other', 'EUR', 'Europe/Madrid'), 'en', 'Sample Street 1', '12345 Sampletown', 'A4', 'ES91 2100 0418'],
  [of('AT', 'EUR', 'Europe/Vienna'), 'de', 'Musterstraße 1', '1234 Musterstadt', 'A4', 'AT61 1904 3002'],
  [of('DE', 'EUR', 'Europe/Berlin'), 'en', 'Sample Street 1', '12345 Sampletown', 'A4', 'DE02 1203 0000'],
] as const)(
  'a sample in %o, in %s, is of the place: %s, %s, %s, %s',
  async (place, language, street, city, sheet, account) => {
    const { owner } = await createPortfolio(database, place);
    for (const kind of ['free', 'rent_invoice', 'reminder_first', 'reminder_last'] as const) {
      const { head, values, ours } = await owner.letter.sample({ kind, language });
      expect(head).toMatchObject({ address: [street, city], sheet });
      expect(head.sender.address).toEqual([street, city]);
      // The last reminder names § 543 BGB where that holds, and no law of ours anywhere else.
      const lawful = kind === 'reminder_last' && place.jurisdiction === 'DE';
      expect(/§|BGB/.test(JSON.stringify([values, ours])), kind).toBe(lawful);
      if (kind === 'free') continue;
      const paid = JSON.stringify(values.payment);
      expect(paid).toContain(account);
      expect(paid.includes('DE02')).toBe(place.jurisdiction === 'DE');
    }
  },
);
