import jsQR from 'jsqr';
import encodeQR from 'qr';
import { expect, test } from 'vitest';
import { type PaymentOrder, paymentCodeText } from './payment-code-rules';

const order: PaymentOrder = {
  holder: 'Petra Vögel & Söhne GbR',
  iban: 'DE02120300000000202051',
  bic: null,
  amountCents: 140_450,
  reference: 'RF18539007547034',
  purpose: 'Mietkonto Änne Müller',
};

/** Reads a code by another program than the one that drew it. */
function read(text: string): string | undefined {
  const scale = 4;
  const modules = encodeQR(text, 'raw', { ecc: 'medium', encoding: 'byte', border: 4 });
  const size = modules.length * scale;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const isDark = modules[Math.floor(y / scale)]?.[Math.floor(x / scale)];
      if (isDark) pixels.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
    }
  }
  const found = jsQR(pixels, size, size);
  return found ? new TextDecoder().decode(new Uint8Array(found.binaryData)) : undefined;
}

test('the code of a transfer says what EPC069-12 asks for, and another reader reads it', () => {
  const text = paymentCodeText(order) ?? '';
  expect(read(text)).toBe(text);
  expect(text.split('\n')).toEqual([
    ...['BCD', '002', '1', 'SCT', '', 'Petra Vögel & Söhne GbR', 'DE02120300000000202051', 'EUR1404.50'],
    ...['', 'RF18539007547034'],
  ]);
});

test('without a reference it says in words what for; one cent is an amount, a BIC is named where it is known', () => {
  const text = paymentCodeText({ ...order, reference: null, amountCents: 1, bic: 'BYLADEM1001' }) ?? '';
  expect(read(text)).toBe(text);
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
  ['an account outside the EEA without a BIC', { iban: 'CH9300762011623852957' }],
])('there is none for %s', (_, change) => {
  expect(paymentCodeText({ ...order, ...change })).toBeNull();
});

test('outside the EEA there is one with a BIC', () => {
  expect(paymentCodeText({ ...order, iban: 'CH9300762011623852957', bic: 'POFICHBEXXX' })).not.toBeNull();
});
