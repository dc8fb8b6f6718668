import fc from 'fast-check';
import { expect, it } from 'vitest';
import { flawsOf } from './check';
import { readInvoice } from './index';
import { type WrittenInvoice, writeInvoice } from './write';

/** An office for 1,190.00 with 190.00 of VAT in it, and a parking space for 50.00 without, of which 100.00 are paid. */
const office: WrittenInvoice = {
  number: '202612-RF18539007547034',
  issuedOn: '2026-12-01',
  from: '2026-12-01',
  to: '2026-12-31',
  seller: {
    name: 'Petra & Jörg Vogel',
    street: 'Hauptstraße 1',
    postalCode: '50667',
    city: 'Köln',
    countryCode: 'DE',
    taxNumber: '214/5811/0123',
    email: 'petra@vogel.example',
  },
  buyer: {
    name: 'Kanzlei Schmidt <GbR>',
    street: 'Ring 7',
    postalCode: '50668',
    city: 'Köln',
    countryCode: 'DE',
  },
  lines: [
    { name: 'Kaltmiete', amountCents: 119_000, vatRateBp: 1_900, vatCents: 19_000 },
    { name: 'Stellplatz', amountCents: 5_000, vatRateBp: 0, vatCents: 0 },
  ],
  exemption: 'Steuerfreie Vermietung',
  paidCents: 10_000,
  dueOn: '2026-12-03',
  account: { iban: 'DE75512108001245126199', holder: 'Petra Vogel' },
  reference: 'RF18539007547034',
};

const read = (invoice: WrittenInvoice) => readInvoice(new TextEncoder().encode(writeInvoice(invoice)));

it('1,190.00 with 190.00 of VAT and 50.00 without, 100.00 paid: 1,050.00 net, 1,240.00, of which 1,140.00 are left', () => {
  const invoice = read(office);
  expect(invoice).toMatchObject({
    number: '202612-RF18539007547034',
    typeCode: '380',
    seller: { name: 'Petra & Jörg Vogel', taxNumber: '214/5811/0123', vatId: null },
    buyer: { name: 'Kanzlei Schmidt <GbR>', address: ['Ring 7', '50668 Köln'], countryCode: 'DE' },
    serviceFrom: '2026-12-01',
    serviceTo: '2026-12-31',
    netCents: 105_000,
    vatCents: 19_000,
    grossCents: 124_000,
    paidCents: 10_000,
    payableCents: 114_000,
    vat: [
      { category: 'S', rateBp: 1_900, basisCents: 100_000, vatCents: 19_000, reason: null },
      { category: 'E', rateBp: 0, basisCents: 5_000, vatCents: 0, reason: 'Steuerfreie Vermietung' },
    ],
    dueOn: '2026-12-03',
    ibans: ['DE75512108001245126199'],
    reference: 'RF18539007547034',
  });
  expect(invoice && flawsOf(invoice)).toEqual([]);
});

it('a VAT identification is one, blanks or not', () => {
  const { seller } = office;
  expect(read({ ...office, seller: { ...seller, taxNumber: 'DE 123456789' } })?.seller).toMatchObject({
    vatId: 'DE123456789',
    taxNumber: null,
  });
});

it('whatever the parts of a rent are, its sums come out, to the cent', () => {
  const line = fc
    .record({
      name: fc.constantFrom('Kaltmiete', 'Nebenkosten', 'Stellplatz'),
      amountCents: fc.integer({ min: -500_000, max: 5_000_000 }),
      vatRateBp: fc.constantFrom(0, 700, 1_900, 2_000),
    })
    .map((one) => ({
      ...one,
      vatCents: Math.round((one.amountCents * one.vatRateBp) / (10_000 + one.vatRateBp)) || 0,
    }));
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.integer(), (lines, paidCents) => {
      const invoice = read({ ...office, lines, paidCents });
      const gross = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
      expect(invoice).toMatchObject({ grossCents: gross, paidCents, payableCents: gross - paidCents });
      expect(invoice && flawsOf(invoice)).toEqual([]);
    }),
  );
});
