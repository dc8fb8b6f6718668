import { expect, test } from 'vitest';
import { defaultFormats } from '@/i18n/formats';
import { type PaymentWay, paymentBlock } from './payment-letter';
import { statementWords } from './statement-words';

const sepa: PaymentWay = {
  ...{ holder: 'Mark Weaver', scheme: 'iban', iban: 'DE02120300000000202051', bic: null },
  ...{ bankCode: null, accountNumber: null, currency: 'EUR', reference: 'RF18539007547034' },
};
const american: PaymentWay = {
  ...{ ...sepa, scheme: 'us', iban: null, currency: 'USD' },
  ...{ bankCode: '021000021', accountNumber: '1234567' },
};
const block = async (payment: PaymentWay) => {
  const words = await statementWords(defaultFormats('en'));
  const made = paymentBlock(payment, { amountCents: 245_000, tenants: ['Ann Lee'], words });
  if (made.kind !== 'payment') throw new Error('another block');
  return made;
};

test('an American account stands on a letter by its routing number, and no code of a SEPA transfer beside it', async () => {
  const { facts, code } = await block(american);
  expect(facts).toEqual([
    ['Payee', 'Mark Weaver'],
    ['Routing number', '021000021'],
    ['Account number', '1234567'],
    ['Reference', 'RF18 5390 0754 7034'],
  ]);
  expect(code).toBeNull();
});

test('an IBAN is paid to by code in euros and in no other currency', async () => {
  expect((await block(sepa)).code).toContain('EUR2450.00');
  const francs = await block({ ...sepa, iban: 'CH9300762011623852957', currency: 'CHF' });
  expect(francs.facts).toContainEqual(['IBAN', 'CH93 0076 2011 6238 5295 7']);
  expect(francs.code).toBeNull();
});
