import jsQR from 'jsqr';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type PaymentOrder, paymentCode, paymentCodePath, paymentCodeText } from './payment-code-rules';

const order: PaymentOrder = {
  holder: 'Petra Vögel & Söhne GbR',
  iban: 'DE02120300000000202051',
  bic: null,
  amountCents: 140_450,
  reference: 'RF18539007547034',
  purpose: 'Mietkonto Änne Müller',
};

/** Draws the path that page and paper draw, and reads the picture by another program than the one that made it. */
async function read(text: string): Promise<string | undefined> {
  const { path, size } = paymentCodePath(text);
  const side = 4 * size;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${size} ${size}"><path d="${path}"/></svg>`;
  const { data, info } = await sharp(Buffer.from(svg))
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const found = jsQR(new Uint8ClampedArray(data), info.width, info.height);
  return found ? new TextDecoder().decode(new Uint8Array(found.binaryData)) : undefined;
}

test('the code of a transfer says what EPC069-12 asks for, and another reader reads it', async () => {
  const text = paymentCodeText(order) ?? '';
  expect(await read(text)).toBe(text);
  expect(text.split('\n')).toEqual([
    ...['BCD', '002', '1', 'SCT', '', 'Petra Vögel & Söhne GbR', 'DE02120300000000202051', 'EUR1404.50'],
    ...['', 'RF18539007547034'],
  ]);
});

test('without a reference it says in words what for; one cent is an amount, a BIC is named where it is known', async () => {
  const text = paymentCodeText({ ...order, reference: null, amountCents: 1, bic: 'BYLADEM1001' }) ?? '';
  expect(await read(text)).toBe(text);
  expect(text.split('\n').slice(4)).toEqual([
    ...['BYLADEM1001', 'Petra Vögel & Söhne GbR', 'DE02120300000000202051', 'EUR0.01', '', ''],
    'Mietkonto Änne Müller',
  ]);
});

test('line breaks stay out, long names are cut, and no code is longer than 331 bytes', () => {
  const long = {
    ...order,
    holder: `Erben\nnach ${'Ö'.repeat(100)}`,
    reference: null,
    purpose: 'ß'.repeat(200),
  };
  const cut = paymentCodeText(long);
  expect(cut).toBeNull(); // 70 and 140 letters of two bytes
  const short = paymentCodeText({ ...long, purpose: 'x'.repeat(200) })?.split('\n');
  expect(short?.[5]).toBe(`Erben nach ${'Ö'.repeat(59)}`);
  expect(short?.[10]).toBe('x'.repeat(140));
});

test.each([
  ['nothing to pay', { amountCents: 0 }],
  ['credit', { amountCents: -5 }],
  ['more than a transfer takes', { amountCents: 100_000_000_000 }],
  ['no IBAN', { iban: 'DE02120300000000202052' }],
  ['no name', { holder: ' ' }],
  ['a reference whose check digits are wrong', { reference: 'RF19539007547034' }],
  ['a reference that is none of ISO 11649', { reference: 'Miete Mai' }],
  ['an account outside the EEA without a BIC', { iban: 'CH9300762011623852957' }],
])('there is none for %s', (_, change) => {
  expect(paymentCodeText({ ...order, ...change })).toBeNull();
});

test('outside the EEA there is one with a BIC', () => {
  expect(paymentCodeText({ ...order, iban: 'CH9300762011623852957', bic: 'POFICHBEXXX' })).not.toBeNull();
});

test('a BIC of another country than its account’s is not in it; outside the EEA there is none then', () => {
  expect(paymentCodeText({ ...order, bic: 'REVOLT21' })?.split('\n')[4]).toBe('');
  expect(paymentCode({ ...order, iban: 'CH9300762011623852957', bic: 'BYLADEM1001' }).problems).toEqual([
    'bic',
  ]);
  // A bank on Jersey has accounts of the United Kingdom.
  const jersey = { iban: 'GB29NWBK60161331926819', bic: 'RBOSJESH' };
  expect(paymentCodeText({ ...order, ...jersey })?.split('\n')[4]).toBe('RBOSJESH');
});

test('says everything that is wrong at once, and the bytes of what it would say', () => {
  const { text, problems, bytes } = paymentCode({
    ...order,
    ...{ holder: '', iban: 'CH9300762011623852957', amountCents: 0, reference: 'RF00' },
  });
  expect(text).toBeNull();
  expect(problems).toEqual(['amount', 'bic', 'holder', 'reference']);
  expect(bytes).toBeGreaterThan(0);
  // 3 + 3 + 1 + 3 + 0 + 25 + 22 + 10 + 0 + 16 and nine line breaks: ö has two bytes.
  expect(paymentCode(order).bytes).toBe(92);
});
