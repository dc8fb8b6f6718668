import { describe, expect, test } from 'vitest';
import { alsoFrom, insertAfter, insertBefore, insertSorted, insertWords } from './insert.ts';
import { namesOf } from './plan.ts';

const list = `const rows = {
  apple: 1,
  /** Sour, and
   * yellow. */
  lemon: 2,
  pear_tree: { of: 3 },
};
`;
const bounds = ['const rows = {\n', '};'] as const;

describe('a line of a list', () => {
  test('stands in order, and leaves a comment with the entry it is above', () => {
    const grown = ['  zest: 0,', '  kiwi: 0,', '  aloe: 0,'].reduce(
      (text, line) => insertSorted(text, line, bounds),
      list,
    );
    expect(grown).toBe(`const rows = {
  aloe: 0,
  apple: 1,
  kiwi: 0,
  /** Sour, and
   * yellow. */
  lemon: 2,
  pear_tree: { of: 3 },
  zest: 0,
};
`);
  });

  test('stands in order in a file of exports', () => {
    const file = "export * from './contact.ts';\nexport * from './tenant.ts';\n";
    expect(insertSorted(file, "export * from './parking-permit.ts';")).toBe(
      "export * from './contact.ts';\nexport * from './parking-permit.ts';\nexport * from './tenant.ts';\n",
    );
  });

  test('that is there already is refused, and so is a list that is not', () => {
    expect(() => insertSorted(list, '  lemon: 0,', bounds)).toThrow('There is lemon already.');
    expect(() => insertSorted(list, '  fig: 0,', ['const trees = {\n', '};'])).toThrow(
      'There is no "const trees = {" any more.',
    );
    expect(() => insertSorted(list, '  fig: 0,', ['const rows = {\n', '];'])).toThrow(
      'There is no "];" any more.',
    );
  });
});

test('text goes before or behind what stands there once', () => {
  expect(insertBefore('a b c', 'b', 'x ')).toBe('a x b c');
  expect(insertAfter('a b c', 'b', ' x')).toBe('a b x c');
  expect(() => insertAfter('a b b', 'b', ' x')).toThrow('There is more than one "b".');
});

test('words go under their key, and take no one else’s place', () => {
  const text = '{\n  "Site": {\n    "title": "Hausbuch"\n  }\n}\n';
  expect(insertWords(text, { 'Site.text': 'Häuser', 'Key.of.door': 'Tür' })).toBe(
    '{\n  "Site": {\n    "title": "Hausbuch",\n    "text": "Häuser"\n  },\n  "Key": {\n    "of": {\n      "door": "Tür"\n    }\n  }\n}\n',
  );
  expect(() => insertWords(text, { 'Site.title': 'x' })).toThrow('There is Site.title already.');
});

test('words go beside their kin, and those of a new branch keep their order', () => {
  const text = '{\n  "Site": {\n    "name": "N",\n    "city": "C",\n    "save": "S"\n  },\n  "Zoo": {}\n}\n';
  const words = { 'Site.pet': 'P', 'State.worn': 'W', 'State.good': 'G', 'State.lost': 'L' };
  expect(insertWords(text, words, { 'Site.pet': 'city', State: 'Site' })).toBe(
    '{\n  "Site": {\n    "name": "N",\n    "city": "C",\n    "pet": "P",\n    "save": "S"\n  },\n  "State": {\n    "worn": "W",\n    "good": "G",\n    "lost": "L"\n  },\n  "Zoo": {}\n}\n',
  );
});

test('a name is taken from a file once, whether others are or not', () => {
  const text = "import { one } from './a.ts';\n";
  expect(alsoFrom(text, './a.ts', 'two')).toBe("import { one, two } from './a.ts';\n");
  expect(alsoFrom(text, './a.ts', 'one')).toBe(text);
  expect(alsoFrom(text, './b.ts', 'two')).toBe(`import { two } from './b.ts';\n${text}`);
});

describe('a name', () => {
  test.each(['parking-permit', 'parkingPermit', 'parking_permit'])('%s', (name) => {
    expect(namesOf(name)).toEqual({
      kebab: 'parking-permit',
      plain: 'parking permit',
      title: 'Parking permit',
      camel: 'parkingPermit',
      pascal: 'ParkingPermit',
      snake: 'parking_permit',
    });
  });

  test.each(['', '-a', 'a_', 'a--b', '1st', 'a-1', 'Öl', 'package', '../x', 'a b'])('%j is none', (name) => {
    expect(() => namesOf(name)).toThrow(`"${name}" is no name: write a noun like`);
  });
});
