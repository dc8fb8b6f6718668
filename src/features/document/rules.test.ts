import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categoryOf, distinctNames, nameOfFile, searchTextOf, titleOf, validityOf } from './rules';
import { requestVersionInput } from './schema';

describe('titleOf', () => {
  it.each([
    ['Mietvertrag_Müller 2026.pdf', 'Mietvertrag Müller 2026'],
    ['IMG_0815.HEIC', 'IMG 0815'],
    ['.pdf', '.pdf'],
    ['Vertrag v1.2 🏠.docx', 'Vertrag v1.2 🏠'],
    [`${'a'.repeat(400)}.pdf`, 'a'.repeat(300)],
  ])('%s becomes %s', (fileName, title) => expect(titleOf(fileName)).toBe(title));
});

describe('categoryOf', () => {
  it.each([
    ['Mietvertrag_Müller.pdf', 'lease'],
    ['Übergabeprotokoll 2026.pdf', 'handover'],
    ['Nebenkostenabrechnung-2025.pdf', 'statement'],
    ['Rechnung 4711.pdf', 'invoice'],
    ['Energieausweis.pdf', 'energy_certificate'],
    ['Kündigung.pdf', 'letter'],
    ['floor plan.png', 'plan'],
    ['IMG_0815.HEIC', 'photo'],
    ['Übergabe.png', 'photo'],
    ['Übergabe.pdf', 'handover'],
    ['Übergabeprotokoll.jpg', 'handover'],
    ['scan.pdf', 'other'],
  ])('%s is proposed as %s', (fileName, category) => expect(categoryOf(fileName)).toBe(category));
});

describe('validityOf', () => {
  it.each([
    [null, 'open'],
    ['2026-11-20', 'expired'],
    ['2026-11-21', 'expiring'],
    ['2027-01-20', 'expiring'],
    ['2027-01-21', 'valid'],
  ] as const)('on 21 November 2026, 60 days ahead: until %s is %s', (until, validity) => {
    expect(validityOf(until, '2026-11-21')).toBe(validity);
  });
});

describe('nameOfFile', () => {
  it.each([
    ['../../Plan.pdf', '.._.._Plan.pdf'],
    ['Abrechnung 2025/26.pdf', 'Abrechnung 2025_26.pdf'],
    ['a\\b:c*?"<>|\n.pdf', 'a_b_c_______.pdf'],
    ['Übergabe Weiß 🏡 100%.pdf', 'Übergabe Weiß 🏡 100%.pdf'],
  ])('%j is %j', (given, name) => expect(nameOfFile(given)).toBe(name));

  it.each(['ü', '家', '🏡', 'x.'])('of very many %s it is one that disks take, with its ending', (letter) => {
    const name = nameOfFile(`${letter.repeat(124)}.pdf`);
    expect(name).toMatch(/….pdf$/);
    expect(name.isWellFormed()).toBe(true);
    // Linux and macOS take 255 bytes; a number and an id come before it.
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200);
    expect(nameOfFile(`${'x'.repeat(196)}.pdf`)).toBe(`${'x'.repeat(196)}.pdf`);
  });
});

describe('distinctNames', () => {
  it('numbers what would overwrite each other, whatever the case', () => {
    expect(distinctNames(['Plan.pdf', 'plan.PDF', 'Plan.pdf', 'Plan (2).pdf', 'ohne', 'ohne'])).toEqual([
      'Plan.pdf',
      'plan (2).PDF',
      'Plan (3).pdf',
      'Plan (2) (2).pdf',
      'ohne',
      'ohne (2)',
    ]);
  });

  it('gives as many names as there are files, no two alike', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a.pdf', 'A.pdf', 'a (2).pdf', '🏠', '.env', '')), (names) => {
        const distinct = distinctNames(names);
        expect(distinct).toHaveLength(names.length);
        expect(new Set(distinct.map((name) => name.toLowerCase())).size).toBe(names.length);
      }),
    );
  });
});

describe('the name of a file', () => {
  const nameOf = (fileName: string) =>
    requestVersionInput.safeParse({
      documentId: crypto.randomUUID(),
      versionId: crypto.randomUUID(),
      sizeBytes: 1,
      fileName,
    }).data?.fileName;

  it.each([
    ['Mu\u0308ller.pdf', 'Müller.pdf'],
    ['Wohnung 🏡👨‍👩‍👧.pdf', 'Wohnung 🏡👨‍👩‍👧.pdf'],
    ['../../etc/passwd.pdf', '.._.._etc_passwd.pdf'],
    ['C:\\Users\\x.pdf', 'C:_Users_x.pdf'],
    ['harmlos\u202Efdp.exe', 'harmlosfdp.exe'],
    ['zeile\n.pdf', undefined],
    ['   ', undefined],
  ])('%j is kept as %j', (given, kept) => expect(nameOf(given)).toBe(kept));
});

it('the search looks into title, note, file name and text, folded', () => {
  const parts = { title: 'Übergabe', note: 'Zähler', fileName: 'scan.pdf', content: 'Heizöl\n 1.000 l' };
  expect(searchTextOf(parts)).toBe(
    'uebergabe zaehler scan.pdf heizoel 1.000 l ubergabe zahler scan.pdf heizol 1.000 l',
  );
});
