import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { sendWritten } from '@/features/letter/commands';
import { lookAtLetter } from '@/features/letter/queries';
import { lookAtLetterInput, sendWrittenInput } from '@/features/letter/schema';
import { listComing } from '@/features/outbox/enclosure-steps';
import { readInvoice } from '@/invoice';
import { flawsOf } from '@/invoice/check';
import { refusalOf } from '../factories/failure.ts';
import {
  books,
  eraseTenant,
  letters,
  openMailDesk,
  pay,
  round,
  server,
  today,
} from '../factories/mail-desk.ts';
import { attachedTo } from '../factories/mail-files.ts';
import { enterLease } from '../factories/tenancy.ts';

openMailDesk();

const landlord = (change: Record<string, string | null>) =>
  books.admin`update hausbuch.landlord set ${books.admin(change)} where portfolio_id = ${books.portfolioId}`;

beforeEach(async () => {
  await books.admin`insert into hausbuch.bank_account (portfolio_id, id, holder, purpose, iban)
    values (${books.portfolioId}, ${randomUUID()}, 'Petra Vogel', 'rent', 'DE89370400440532013000')`;
  await landlord({
    ...{ street: 'Hauptstraße', house_number: '1', postal_code: '50667', city: 'Köln', country: 'DE' },
    tax_number: '214/5811/0123',
  });
  await books.admin`update hausbuch.property set street = 'Ring', house_number = '7', postal_code = '50668', city = 'Köln'
    where portfolio_id = ${books.portfolioId}`;
});

const withVat = [
  { component: 'net' as const, amountCents: 119_000, settlement: 'none' as const, vatRateBp: 1_900 },
  {
    component: 'operating_costs' as const,
    amountCents: 23_800,
    settlement: 'advance' as const,
    vatRateBp: 1_900,
  },
  { component: 'parking' as const, amountCents: 5_000, settlement: 'none' as const },
];

const look = (leaseId: string, month: string | null = null) =>
  books.on(today, (tx, scope) =>
    lookAtLetter(
      tx,
      scope,
      lookAtLetterInput.parse({ leaseId, kind: 'rent_invoice', ownLanguage: 'de', month }),
    ),
  );

const read = (xml: string | null | undefined) => readInvoice(new TextEncoder().encode(xml ?? ''));

async function send(leaseId: string, change: Partial<{ seen: string }> = {}) {
  const shown = await look(leaseId);
  const input = sendWrittenInput.parse({
    ...{ id: randomUUID(), leaseId, kind: 'rent_invoice', language: 'de', way: 'mail', seen: shown.seen },
    ...{ subject: shown.ours.subject, body: shown.ours.body, ...change },
  });
  return books.on(today, (tx, scope) => sendWritten(tx, scope, input));
}

describe('a bill with VAT', () => {
  test('1,190.00 and 238.00 with 19 %, 50.00 without: 1,250.00 net, 228.00 of VAT, 1,478.00', async () => {
    const leaseId = await enterLease(books, today, { rentLines: withVat });
    const { invoice, values } = await look(leaseId, '2026-03-01');
    const said = read(invoice?.xml);
    expect(said).toMatchObject({
      number: values.invoice_number,
      issuedOn: today,
      seller: { name: 'Petra Vogel', address: ['Hauptstraße 1', '50667 Köln'], taxNumber: '214/5811/0123' },
      buyer: { name: 'Änne Müller', address: ['Ring 7', '50668 Köln'], countryCode: 'DE' },
      serviceFrom: '2026-03-01',
      serviceTo: '2026-03-31',
      netCents: 125_000,
      vatCents: 22_800,
      grossCents: 147_800,
      payableCents: 147_800,
    });
    expect(said?.lines.map(({ name, netCents }) => [name, netCents])).toEqual([
      ['Kaltmiete', 100_000],
      ['Nebenkosten-Vorauszahlung', 20_000],
      ['Stellplatz', 5_000],
    ]);
    expect(said && flawsOf(said)).toEqual([]);
  });

  test('says what was paid of it: 1,478.00 less 478.00 is 1,000.00', async () => {
    const leaseId = await enterLease(books, today, { rentLines: withVat });
    // January, and 478.00 of February.
    await pay(leaseId, 147_800 + 47_800);
    expect(read((await look(leaseId, '2026-02-01')).invoice?.xml)).toMatchObject({
      grossCents: 147_800,
      paidCents: 47_800,
      payableCents: 100_000,
    });
  });

  test('is no electronic one as long as something is missing, which is named', async () => {
    const leaseId = await enterLease(books, today, { rentLines: withVat });
    const gaps = async () => (await look(leaseId)).invoice;
    await landlord({ tax_number: null });
    expect(await gaps()).toEqual({ gaps: ['tax_number'], xml: null });
    await landlord({ city: null });
    await books.admin`update hausbuch.property set street = null where portfolio_id = ${books.portfolioId}`;
    expect(await gaps()).toEqual({ gaps: ['landlord_address', 'tax_number', 'tenant_address'], xml: null });
    await books.admin`delete from hausbuch.property_owner where portfolio_id = ${books.portfolioId}`;
    await books.admin`delete from hausbuch.landlord where portfolio_id = ${books.portfolioId}`;
    expect((await gaps())?.gaps).toContain('landlord');
  });

  test('without VAT there is none', async () => {
    const leaseId = await enterLease(books, today);
    expect((await look(leaseId)).invoice).toBeNull();
  });
});

describe('by mail', () => {
  test('it comes with the letter, as it was shown, and stays with it', async () => {
    const leaseId = await enterLease(books, today, { rentLines: withVat });
    const shown = await look(leaseId);
    const { id } = await send(leaseId);
    expect(await round()).toMatchObject({ sent: 1 });
    const [paper, xml] = attachedTo(server.taken[0]?.text);
    expect(paper?.name).toMatch(/^Mietrechnung .*\.pdf$/);
    expect(xml?.name).toMatch(/^Mietrechnung .*\.xml$/);
    expect(Buffer.from(xml?.said ?? '', 'latin1').toString()).toBe(shown.invoice?.xml);
    expect(await letters()).toMatchObject([{ hasInvoice: true }]);
    const { invoice } = await books.on(today, (tx, scope) => listComing(tx, scope, id));
    expect(read(new TextDecoder().decode(invoice?.bytes))?.grossCents).toBe(147_800);
  });

  test('another tax number than was shown is looked at again', async () => {
    const leaseId = await enterLease(books, today, { rentLines: withVat });
    const { seen } = await look(leaseId);
    await landlord({ email: 'other@example.com' });
    expect(await refusalOf(send(leaseId, { seen }))).toBe('letter.changed_meanwhile');
  });

  test('it goes with a tenant who is erased', async () => {
    const leaseId = await enterLease(books, today, { rentLines: withVat });
    await send(leaseId);
    await eraseTenant();
    const left = await books.admin`select invoice_xml from hausbuch.letter
      where portfolio_id = ${books.portfolioId} and invoice_xml is not null`;
    expect(left).toEqual([]);
  });
});
