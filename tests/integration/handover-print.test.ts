import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '@/domain/vocabulary';
import { type Printed, renderHandover } from '@/features/handover/handover-pdf';
import { printWords } from '@/features/handover/print-words';
import { defaultFormats } from '@/i18n/formats';
import { createLease, createPortfolio, createProperty, createTenant } from '../factories/records.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let record: Printed['record'];

beforeAll(async () => {
  database = await createTestDatabase();
  const { owner } = await createPortfolio(database);
  const house = await createProperty(owner, { street: 'Graefestraße', houseNumber: '118', city: 'Berlin' });
  const tenant = await createTenant(owner, { firstName: 'Łukasz', lastName: 'Müller' });
  const lease = await createLease(
    owner,
    { unitIds: [house.unitId], tenantIds: [tenant.id] },
    { startsOn: '2026-01-01', bookedFrom: '2026-01-01' },
  );
  const meterId = randomUUID();
  const common = { leaseId: lease.id, unitId: house.unitId, confirmedBy: ['Łukasz Müller', 'Erika Muster'] };
  const power = { meterId, kind: 'electricity' as const, number: '7741', measure: 'kwh' as const };
  await owner.handover.create({
    ...common,
    id: randomUUID(),
    kind: 'move_in',
    heldOn: '2026-01-01',
    meters: [{ ...power, isNew: true, readingThousandths: 4_711_300 }],
    keys: [{ kind: 'flat_door', count: 3 }],
    rooms: [{ name: 'Bad', condition: 'good', defects: [{ description: 'Fuge', mendedBy: 'landlord' }] }],
  });
  const id = randomUUID();
  await owner.handover.create({
    ...common,
    id,
    kind: 'move_out',
    heldOn: '2026-06-30',
    heldAt: '16:30',
    remarks: 'Der Schrank bleibt.',
    meters: [{ ...power, readingThousandths: 5_211_800 }],
    keys: [{ kind: 'flat_door', count: 2 }],
    rooms: [
      {
        name: 'Bad',
        condition: 'worn',
        defects: [
          { description: 'Fuge', mendedBy: 'landlord', isKnown: true },
          { description: 'Fleck', mendedBy: 'tenant', mendUntil: '2026-07-15' },
        ],
      },
    ],
  });
  record = await owner.handover.get({ id });
});
afterAll(() => database.drop());

async function print(language: Language, more: Partial<Printed> = {}) {
  const words = await printWords(defaultFormats(language));
  const photos: Printed['photos'] = [];
  const bytes = await renderHandover({ record, words, language, issuer: 'X', photos, leftOut: [], ...more });
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(pdf, { mergePages: true });
  return { pdf, text: text.replace(/\s+/g, ' ') };
}

test.each([
  ['de', '2. OG links', '2. OG', '10997 Berlin, 2. Obergeschoss links Vermieter'],
  ['de', 'Wohnung 2. OG links', '2', '10997 Berlin, Wohnung, 2. Obergeschoss links Vermieter'],
  ['de', '3 Zimmer', '1', '3 Zimmer, 1. Obergeschoss Vermieter'],
  ['de', 'Wohnung 3', 'EG', 'Wohnung 3, Erdgeschoss Vermieter'],
  ['de', '3', '3', '3, 3. Obergeschoss Vermieter'],
  ['de', 'Wohnung 3', 'Hinterhaus', 'Wohnung 3, Hinterhaus Vermieter'],
  ['en', '2. OG links', '2', '2nd floor, links Landlord'],
  ['en', 'Flat 3', '11', 'Flat 3, 11th floor Landlord'],
] as const)('in %s, %s on floor %s is named once and in words', async (language, name, floor, said) => {
  const property = { ...record.property, postalCode: '10997' };
  const unit = { ...record.unit, name, floor };
  const { text } = await print(language, { record: { ...record, property, unit } });
  expect(text).toContain(said);
  expect(text).not.toContain('OG');
});

describe('the printed record', () => {
  test.each([
    ['DE', 595, 842],
    ['US', 612, 792],
    ['CA', 612, 792],
  ])('is of the size that paper has in %s', async (country, width, height) => {
    const { pdf } = await print('en', { record: { ...record, property: { ...record.property, country } } });
    const view = (await pdf.getPage(1)).getViewport({ scale: 1 });
    expect([Math.round(view.width), Math.round(view.height)]).toEqual([width, height]);
  });

  test.each([
    [
      'de',
      [
        'Übergabeprotokoll – Auszug',
        'am 30.06.2026 um 16:30 Uhr',
        'Graefestraße 118',
        'Strom · 7741',
        '4.711,3 kWh',
        '5.211,8 kWh',
        '+500,5 kWh',
        'einer fehlt',
        'Gebraucht (Beim Einzug: Gut)',
        'war schon beim Einzug da',
        'behebt: Mieter, bis 15.07.2026',
        'Der Schrank bleibt.',
        'Ort, Datum, Unterschrift',
        'Łukasz Müller',
        'Seite 1 von 1',
      ],
    ],
    [
      'en',
      [
        'Handover record – Move-out',
        'Electricity · 7741',
        '4,711.3 kWh',
        '+500.5 kWh',
        'one is missing',
        'Worn (At move-in: Good)',
        'was there at move-in',
        'Place, date, signature',
        'Page 1 of 1',
      ],
    ],
  ] as const)('in %s says what was found, how it was, and who signs', async (language, said) => {
    const { text } = await print(language);
    for (const words of said) expect(text).toContain(words);
  });

  test('carries its pictures and names those it cannot', async () => {
    const [jpg, png] = await Promise.all(
      ['meter.jpg', 'facade.png'].map((name) => readFile(`src/features/demo/pictures/${name}`)),
    );
    if (!jpg || !png) throw new Error('The pictures are missing.');
    const { pdf, text } = await print('de', {
      photos: [
        { name: 'Zähler', format: 'jpg', bytes: jpg },
        { name: 'Haus', format: 'png', bytes: png },
      ],
      leftOut: ['Bad.heic'],
    });
    expect(text).toContain('Foto 1: Zähler');
    expect(text).toContain('Bad.heic');
    const pictures = [];
    for (let page = 1; page <= pdf.numPages; page += 1) pictures.push(...(await extractImages(pdf, page)));
    expect(pictures.length).toBeGreaterThanOrEqual(2);
  });

  test.each([
    ['remarks', 'Der Schrank bleibt.'],
    ['no remarks', null],
  ])(
    'with %s, who signs never does so on a page of its own, however many rooms there are',
    async (_, remarks) => {
      const [room] = record.rooms;
      if (!room) throw new Error('The record has no room.');
      const pages: number[] = [];
      // Twelve rooms are more than a page: the signatures come to stand at each place of one.
      for (let count = 0; count <= 14; count += 1) {
        const rooms = Array.from({ length: count }, (_one, index) => ({
          ...room,
          name: `Raum ${index + 1}.`,
        }));
        const { pdf } = await print('de', { record: { ...record, rooms, remarks } });
        pages.push(pdf.numPages);
        const { text } = await extractText(pdf, { mergePages: false });
        const signed = text.filter((page) => page.includes('Ort, Datum, Unterschrift'));
        expect(signed, `${count} rooms: all signatures on one page`).toHaveLength(1);
        const before = remarks ?? (count > 0 ? `Raum ${count}.` : 'Räume');
        expect(signed[0], `${count} rooms: signed below what was last said`).toContain(before);
        const [heading] = text.filter((page) => /Räume/.test(page));
        expect(heading, `${count} rooms: the heading does not stand alone`).toContain(
          count > 0 ? 'Raum 1.' : 'Unterschrift',
        );
      }
      expect([pages[0], pages.at(-1)]).toEqual([1, 2]);
    },
  );
});
