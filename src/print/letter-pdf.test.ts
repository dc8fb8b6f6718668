import { getDocumentProxy, getMeta } from 'unpdf';
import { describe, expect, test } from 'vitest';
import type { Letter } from '@/domain/letter';
import { tinyJpeg } from '../../tests/factories/pictures.ts';
import { renderLetter } from './letter-pdf';

const letter: Letter = {
  language: 'de',
  title: 'Zahlungserinnerung',
  subject: 'Offene Miete: Lindenstraße 4',
  greeting: 'Guten Tag Änne Müller,',
  blocks: [
    { kind: 'text', text: 'bitte zahlen Sie.' },
    {
      kind: 'table',
      head: ['Posten', 'Fällig', 'Offen'],
      rows: Array.from({ length: 60 }, (_, index) => [`Miete ${index + 1}`, '04.11.2026', '850,00 €']),
      total: ['Summe', '', '51.000,00 €'],
    },
  ],
  closing: 'Mit freundlichen Grüßen',
  sender: { name: 'Anna Berger', address: ['Hauptstraße 12', '10827 Berlin'] },
  recipients: ['Änne Müller'],
  address: ['Lindenstraße 4', '10969 Berlin'],
  date: 'Berlin, 21.11.2026',
  page: 'Seite {page} von {pages}',
  beside: null,
};

const toMm = (points: number) => (points * 25.4) / 72;

async function read(over: Partial<Letter> = {}) {
  const bytes = new Uint8Array(await renderLetter({ ...letter, ...over }));
  const raw = Buffer.from(bytes).toString('latin1');
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 });
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const page = await pdf.getPage(index + 1);
      const { items } = await page.getTextContent();
      const { height } = page.getViewport({ scale: 1 });
      return items.flatMap((item) =>
        'str' in item && item.str.trim() !== ''
          ? [
              {
                text: item.str,
                left: toMm(item.transform[4]),
                right: toMm(item.transform[4] + item.width),
                base: toMm(height - item.transform[5]),
              },
            ]
          : [],
      );
    }),
  );
  return { raw, pdf, pages, first: pages[0] ?? [] };
}

describe('a letter', () => {
  test('stands where the window is, also with nine tenants', async () => {
    const recipients = Array.from({ length: 9 }, (_, index) => `Mieterin Nummer ${index + 1}`);
    const { first } = await read({ recipients, address: ['Am Fenster 4', '10969 Fensterstadt'] });
    const inWindow = first.filter(({ text }) => /Mieterin|Fenster/.test(text));
    expect(inWindow).toHaveLength(5);
    for (const { left, right, base } of inWindow) {
      expect(left).toBeGreaterThanOrEqual(23);
      expect(right).toBeLessThanOrEqual(108);
      expect(base).toBeGreaterThan(69);
      expect(base).toBeLessThan(90);
    }
    // Nothing else is seen through it, but for the sender above.
    const beside = first.filter(({ left, base }) => left < 110 && base > 51 && base < 92);
    expect(beside).toEqual(inWindow);
    const from = first.find(({ text }) => text.includes('Hauptstraße 12 · 10827 Berlin'));
    expect(from?.base).toBeGreaterThan(45);
    expect(from?.base).toBeLessThan(50.5);
    expect(first.find(({ text }) => text.startsWith('Offene Miete'))?.base).toBeGreaterThan(98);
  });

  test('is on American paper where that is used, and stands where a No. 10 envelope has its window', async () => {
    const recipients = Array.from({ length: 9 }, (_, index) => `Tenant number ${index + 1}`);
    const address = ['914 Maple Window Avenue', 'Austin Window, TX 78701', 'WINDOW LAND'];
    const { pdf, first, pages } = await read({ sheet: 'LETTER', recipients, address });
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 });
      expect([width, height]).toEqual([612, 792]);
    }
    for (const { right, base } of pages.flat()) {
      expect(right).toBeLessThan(214);
      expect(base).toBeLessThan(277);
    }
    const inWindow = first.filter(({ text }) => /Tenant number|window/i.test(text));
    expect(inWindow).toHaveLength(5);
    for (const { left, right, base } of inWindow) {
      expect(left).toBeGreaterThanOrEqual(22.2);
      expect(right).toBeLessThanOrEqual(111);
      expect(base).toBeGreaterThan(65);
      expect(base).toBeLessThan(80.4);
    }
    expect(first.filter(({ left, base }) => left < 136.5 && base > 51.9 && base < 94)).toEqual(inWindow);
  });

  test('goes on over pages that are counted, and keeps the margins that printers need', async () => {
    const { pages } = await read();
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, items] of pages.entries()) {
      const said = items.map(({ text }) => text).join(' ');
      expect(said).toContain(`Seite ${index + 1} von ${pages.length}`);
      for (const { left, right, base } of items) {
        expect(left).toBeGreaterThan(12);
        expect(right).toBeLessThan(208);
        expect(base).toBeLessThan(295);
      }
    }
    const all = pages.flat().map(({ text }) => text);
    expect(all.filter((text) => text.startsWith('Miete '))).toHaveLength(60);
  });

  test('is not closed on a page of its own', async () => {
    const beside = (blocks: Letter['blocks']): Letter['beside'] => ({
      words: { language: 'en', subject: 'Rent', greeting: 'Dear', blocks, closing: 'Yours' },
      binding: 'Es gilt der deutsche Text.',
    });
    for (const isBoth of [false, true]) {
      for (let count = 16; count <= 22; count += 1) {
        const blocks = Array.from({ length: count }, (_, index) => ({
          kind: 'text' as const,
          text: `Absatz ${index + 1}`,
        }));
        const { pages } = await read({ blocks, ...(isBoth && { beside: beside(blocks) }) });
        const last = pages.at(-1)?.map(({ text }) => text) ?? [];
        expect(last, `${count}`).toContain('Mit freundlichen Grüßen');
        expect(last, `${count}`).toContain(`Absatz ${count}`);
      }
    }
  });

  test('that ends in a table has the last rows and the total on the page of its closing, and no row twice', async () => {
    const rowsOf = (count: number) =>
      Array.from({ length: count }, (_, index) => [`Miete ${index + 1}`, '04.11.2026', '850,00 €']);
    const table = (count: number, head: string[] | null): Letter['blocks'][number] => ({
      ...{ kind: 'table', head, rows: rowsOf(count) },
      total: ['Summe', '', '51.000,00 €'],
    });
    const english = { language: 'en' as const, subject: 'Rent', greeting: 'Dear', closing: 'Yours' };
    for (const isBoth of [false, true]) {
      for (let count = 9; count <= 24; count += 1) {
        const blocks = [table(count, ['Posten', 'Fällig', 'Offen'])];
        const beside = { words: { ...english, blocks }, binding: 'Es gilt der deutsche Text.' };
        const { pages } = await read({ blocks, ...(isBoth && { beside }) });
        const last = pages.at(-1)?.map(({ text }) => text) ?? [];
        const said = [
          'Mit freundlichen Grüßen',
          'Anna Berger',
          'Summe',
          `Miete ${count}`,
          `Miete ${count - 1}`,
        ];
        expect(last, `${count} rows`).toEqual(expect.arrayContaining(said));
        const rows = pages.flat().filter(({ text }) => text.startsWith('Miete '));
        expect(rows.map(({ text }) => text)).toEqual(rowsOf(count).map(([name]) => name));
      }
    }
    // A sum of a few rows goes along whole.
    for (let count = 10; count <= 20; count += 1) {
      const text = { kind: 'text' as const, text: Array.from({ length: count }, () => 'Zeile').join('\n') };
      const { pages } = await read({ blocks: [text, table(4, null)] });
      const last = pages.at(-1)?.map(({ text }) => text) ?? [];
      expect(last).toEqual(
        expect.arrayContaining(['Mit freundlichen Grüßen', 'Miete 1', 'Miete 4', 'Summe']),
      );
    }
  });

  test('that ends in a way to pay is closed on its page', async () => {
    const payment: Letter['blocks'][number] = {
      ...{ kind: 'payment', title: 'Bitte überweisen Sie 850,00 €', code: null, hint: '' },
      facts: [['IBAN', 'DE02 1203 0000 0000 2020 51']],
    };
    for (let count = 12; count <= 30; count += 1) {
      const text = { kind: 'text' as const, text: Array.from({ length: count }, () => 'Zeile').join('\n') };
      const { pages } = await read({ blocks: [text, payment] });
      const last = pages.at(-1)?.map(({ text }) => text) ?? [];
      expect(last, `${count} lines`).toEqual(expect.arrayContaining(['Mit freundlichen Grüßen', 'IBAN']));
    }
  });

  test('keeps two columns beside each other where a page ends', async () => {
    const said = (of: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        kind: 'text' as const,
        text: `${of} ${index + 1}: ${'ein langer Satz, der in einer Spalte viele Zeilen hat, '.repeat(8)}`,
      }));
    for (let count = 3; count <= 6; count += 1) {
      const words = { language: 'en' as const, subject: 'Rent', greeting: 'Dear', closing: 'Yours' };
      const { pages } = await read({
        blocks: said('Absatz', count),
        beside: { words: { ...words, blocks: said('Paragraph', count) }, binding: 'Es gilt Deutsch.' },
      });
      for (let index = 1; index <= count; index += 1) {
        const page =
          pages.find((items) => items.some(({ text }) => text.startsWith(`Absatz ${index}:`))) ?? [];
        const own = page.find(({ text }) => text.startsWith(`Absatz ${index}:`));
        const other = page.find(({ text }) => text.startsWith(`Paragraph ${index}:`));
        expect(other?.left, `${index} of ${count}`).toBeGreaterThan(100);
        expect(other?.base, `${index} of ${count}`).toBeCloseTo(own?.base ?? 0, 0);
      }
      const column = pages.flat().filter(({ text }) => /Spalte|langer|Zeilen/.test(text));
      for (const { left } of column) expect([25, 108].some((at) => Math.abs(left - at) < 4)).toBe(true);
    }
  });

  test('loses no line of a list beside its translation that is longer than a page', async () => {
    const said = (of: string) => [
      {
        kind: 'text' as const,
        text: Array.from({ length: 70 }, (_, index) => `${of} ${index + 1}`).join('\n'),
      },
    ];
    const words = { language: 'en' as const, subject: 'Rent', greeting: 'Dear', closing: 'Yours' };
    const { pages } = await read({
      blocks: said('Zeile'),
      beside: { words: { ...words, blocks: said('Line') }, binding: 'Es gilt Deutsch.' },
    });
    const lines = pages.flat().filter(({ text }) => /^(Zeile|Line) \d+$/.test(text));
    expect(lines).toHaveLength(140);
    for (const { base } of lines) expect(base).toBeLessThan(275);
  });

  test('has a long name beside the logo, not under it', async () => {
    const name = 'Erbengemeinschaft nach Friedrich-Wilhelm Graf von Hohenfels und Zollernburg';
    const head = async (logo: string | null) => {
      const sender = { ...letter.sender, name };
      const { first } = await read({ sender, pictures: { logo, signature: null } });
      return first.filter(({ base }) => base < 45);
    };
    expect(Math.max(...(await head(null)).map(({ right }) => right))).toBeGreaterThan(125);
    for (const { right } of await head(tinyJpeg)) expect(right).toBeLessThan(121);
  });

  test('bears logo and signature, without moving a word that an envelope shows', async () => {
    const short = { blocks: [{ kind: 'text' as const, text: 'bitte zahlen Sie.' }] };
    const plain = await read(short);
    const pictured = await read({ ...short, pictures: { logo: tinyJpeg, signature: tinyJpeg } });
    // One picture that stands twice is in the file once.
    const images = ({ raw }: { raw: string }) => raw.match(/\/Subtype \/Image/g)?.length ?? 0;
    const logo = await read({ ...short, pictures: { logo: tinyJpeg, signature: null } });
    const signature = await read({ ...short, pictures: { logo: null, signature: tinyJpeg } });
    expect([plain, logo, signature, pictured].map(images)).toEqual([0, 1, 1, 1]);
    // PDF/A-1 knows no transparency.
    expect(pictured.raw).not.toContain('/SMask');
    expect(pictured.raw).toContain('<pdfaid:part>1</pdfaid:part>');
    const above = (items: typeof plain.first) => items.filter(({ base }) => base < 140);
    expect(above(pictured.first)).toEqual(above(plain.first));
    expect(pictured.pages).toHaveLength(1);
  });

  test('prints CO₂ as letters its fonts have, and parts no section from its number', async () => {
    const text = `${'Wort '.repeat(22)}(§ 556 Abs. 3 BGB). Anteil an den CO₂-Kosten`;
    const { first, raw } = await read({ blocks: [{ kind: 'text', text }] });
    const said = first.map((one) => one.text);
    expect(said.join(' ')).toContain('CO2-Kosten');
    expect(said.filter((line) => line.trimEnd().endsWith('§'))).toEqual([]);
    // What no font has would come from one that is not in the file.
    expect(raw).not.toContain('/Helvetica');
  });

  test('is PDF/A with title and language', async () => {
    const { raw, pdf } = await read();
    expect(raw).toContain('<pdfaid:part>1</pdfaid:part>');
    expect(raw).toContain('/OutputIntents');
    expect(raw).toMatch(/\/Lang \(de\)/);
    const { info } = await getMeta(pdf);
    expect(info.Title).toBe('Zahlungserinnerung: Änne Müller');
  });

  test('says the same beside it in another language, and which one binds', async () => {
    const words = {
      language: 'en' as const,
      subject: 'Open rent',
      greeting: 'Dear Änne Müller,',
      blocks: [{ kind: 'text' as const, text: 'please pay.' }],
      closing: 'Yours sincerely',
    };
    const { pages } = await read({ beside: { words, binding: 'Es gilt der deutsche Text.' } });
    const items = pages.flat();
    const at = (text: string) => items.find((item) => item.text.includes(text));
    for (const [own, other] of [
      ['Guten Tag', 'Dear'],
      ['bitte zahlen', 'please pay'],
    ] as const) {
      expect(at(own)?.left).toBeCloseTo(25, 0);
      expect(at(other)?.left).toBeGreaterThan(100);
      expect(at(other)?.base).toBeCloseTo(at(own)?.base ?? 0, 0);
    }
    expect(at('Es gilt der deutsche Text.')).toBeDefined();
  });

  test('takes a name with markup and line breaks as a name', async () => {
    const { first } = await read({ recipients: ['<b>Anna</b> & "Söhne"\r\nBcc: x@example.com'] });
    expect(first.map(({ text }) => text).join(' ')).toContain('<b>Anna</b> & "Söhne"');
  });
});
