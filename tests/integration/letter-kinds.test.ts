import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { createDeposit, recordMovement } from '@/features/deposit/commands';
import { createDepositInput, recordMovementInput } from '@/features/deposit/schema';
import { carryLeaseOver } from '@/features/lease/carry-over-commands';
import { carryOverInput } from '@/features/lease/schema';
import { lookAtLetter } from '@/features/letter/queries';
import { lookAtLetterInput } from '@/features/letter/schema';
import { agreeRent, updateRent } from '@/features/rent/commands';
import { agreeIndex, raiseByIndex } from '@/features/rent/index-commands';
import { getIndexRent } from '@/features/rent/index-queries';
import { agreeIndexInput, indexRentInput, raiseByIndexInput } from '@/features/rent/index-schema';
import { agreeRentInput, updateRentInput } from '@/features/rent/schema';
import { listPostedRents, previewReduction, recordPayment, reduceRent, waiveCharge } from '@/ledger';
import { recordPaymentInput, waiveChargeInput } from '@/ledger/inputs';
import { refusalOf } from '../factories/failure.ts';
import { addSecondFlat } from '../factories/flat-year.ts';
import {
  books,
  contentOf,
  look,
  openLetterDesk,
  pay,
  saying,
  send,
  today,
} from '../factories/letter-desk.ts';
import { enterLookAlikes } from '../factories/look-alikes.ts';
import { enterLease } from '../factories/tenancy.ts';

openLetterDesk();

describe('a month', () => {
  test('that is paid is not asked for again, one that is paid in part for the rest', {
    timeout: 60_000,
  }, async () => {
    const leaseId = await enterLease(books, today);
    // January and February, and 200,00 of March: 500,00 stay open.
    await pay(leaseId, 160_000);
    expect(await look(leaseId, 'rent_invoice')).toMatchObject({ month: '2026-03', totalCents: 50_000 });
    for (const kind of ['rent_invoice', 'payment_announcement'] as const) {
      const rest = await saying(leaseId, kind);
      expect(rest).toMatch(/Davon sind 200,00 € schon bezahlt\..*sind 500,00 € fällig/);
      const paid = await saying(leaseId, kind, { month: '2026-02-01' });
      expect(paid).toMatch(/Davon sind 700,00 € schon bezahlt\. Zu zahlen ist nichts mehr\./);
      expect(paid).not.toMatch(/fällig|DE89/);
    }
    expect(await look(leaseId, 'rent_invoice', { month: '2026-02-01' })).toMatchObject({ totalCents: 0 });
    // The rest of March, and 300,00 of April, which is not posted yet.
    await pay(leaseId, 80_000);
    expect(await look(leaseId, 'rent_invoice')).toMatchObject({ month: '2026-04', totalCents: 40_000 });
  });
});

describe('a rent with VAT', () => {
  test('is billed with a number and the landlord’s tax number; one without is no bill', {
    timeout: 60_000,
  }, async () => {
    await books.admin`update hausbuch.landlord set tax_number = '31/123/45678' where portfolio_id = ${books.portfolioId}`;
    const flat = await enterLease(books, today);
    expect(await saying(flat, 'rent_invoice')).not.toMatch(/Rechnungsnummer|Steuernummer/);
    const shop = await enterLease(books, today, {
      unitIds: [await addSecondFlat(books, today)],
      rentLines: [{ component: 'net', amountCents: 119_000, settlement: 'none', vatRateBp: 1_900 }],
    });
    expect(await saying(shop, 'rent_invoice')).toMatch(
      /Rechnungsnummer 202603-RF\d{2}\w+, Steuernummer 31\/123\/45678/,
    );
  });
});

describe('a direct debit', () => {
  test('is announced only where it can be collected on that day', { timeout: 60_000 }, async () => {
    const [one] = await enterLookAlikes(books, today, ['Schmidt']);
    const leaseId = one?.leaseId ?? '';
    const { admin, portfolioId } = books;
    const announced = () => saying(leaseId, 'payment_announcement');
    expect(await announced()).toMatch(/Mandat MREF-0-DT/);
    const transfer = /Bitte überweisen Sie den Betrag bis dahin\..*DE89 3704/;
    const becomes = async (revokedOn: string | null, signedOn: string, creditorId: string | null) => {
      await admin`update hausbuch.mandate set signed_on = ${signedOn}, revoked_on = ${revokedOn}
        where portfolio_id = ${portfolioId}`;
      await admin`update hausbuch.bank_account set creditor_identifier = ${creditorId} where portfolio_id = ${portfolioId}`;
      const text = await announced();
      expect(text).toMatch(transfer);
      expect(text).not.toMatch(/Mandat|Lastschrift/);
    };
    const creditorId = 'DE98ZZZ09999999999';
    // The rent of April is due on the 7th.
    await becomes('2026-04-01', '2026-01-02', creditorId);
    await becomes(null, '2026-04-10', creditorId);
    await becomes(null, '2023-03-31', creditorId);
    await becomes(null, '2026-01-02', null);
    await admin`update hausbuch.mandate set revoked_on = '2026-05-01' where portfolio_id = ${portfolioId}`;
    await admin`update hausbuch.bank_account set creditor_identifier = ${creditorId} where portfolio_id = ${portfolioId}`;
    expect(await announced()).toMatch(/Mandat MREF-0-DT/);
  });

  test('is allowed to all who own the house together, as the letter says, and to nobody else', {
    timeout: 60_000,
  }, async () => {
    const [one] = await enterLookAlikes(books, today, ['Schmidt']);
    const { admin, portfolioId } = books;
    const others = [
      { portfolio_id: portfolioId, id: randomUUID(), kind: 'person', name: 'Aaron Adler' },
      { portfolio_id: portfolioId, id: randomUUID(), kind: 'person', name: 'Bernd Vogel' },
    ];
    await admin`insert into hausbuch.landlord ${admin(others)}`;
    await admin`update hausbuch.property_owner set share_denominator = 2 where portfolio_id = ${portfolioId}`;
    await admin`insert into hausbuch.property_owner (portfolio_id, property_id, landlord_id, share_numerator, share_denominator)
      select portfolio_id, property_id, ${others[1]?.id ?? ''}, 1, 2 from hausbuch.property_owner where portfolio_id = ${portfolioId}
      on conflict do nothing`;
    const form = await saying(one?.leaseId ?? '', 'sepa_mandate');
    expect(form).toMatch(/Zahlungsempfänger Petra Vogel und Bernd Vogel, Gartenweg 3, 10115 Berlin/);
    expect(form).toContain('Ich ermächtige Petra Vogel und Bernd Vogel');
    expect(form).not.toContain('Adler');
  });
});

describe('new advances', () => {
  const agree = (leaseId: string, lines: z.input<typeof agreeRentInput>['lines']) =>
    books.on(today, (tx, scope) =>
      agreeRent(
        tx,
        scope,
        agreeRentInput.parse({ id: randomUUID(), leaseId, validFrom: '2026-05-01', reason: 'agreed', lines }),
      ),
    );
  const net = (amountCents: number) => ({ component: 'net', amountCents, settlement: 'none' }) as const;
  const advance = (amountCents: number) =>
    ({ component: 'operating_costs', amountCents, settlement: 'advance' }) as const;

  test('are not written of where the rent itself becomes another', async () => {
    const leaseId = await enterLease(books, today, { rentLines: [net(70_000), advance(15_000)] });
    await agree(leaseId, [net(72_000), advance(18_000)]);
    expect((await look(leaseId, 'new_advance')).obstacle).toBe('other_rent');
    expect(await refusalOf(send(leaseId, 'new_advance'))).toBe('letter.obstacle');
  });

  test('follow a statement only where one was sent', { timeout: 60_000 }, async () => {
    const leaseId = await enterLease(books, today, { rentLines: [net(70_000), advance(15_000)] });
    await agree(leaseId, [net(70_000), advance(18_000)]);
    expect(await saying(leaseId, 'new_advance')).not.toMatch(/Betriebskostenabrechnung|§ 560/);
    const [{ id }] = await books.admin<[{ id: string }]>`insert into hausbuch.cost_statement
      (portfolio_id, property_id, period_from, period_to, version, sent_on, due_on, rules_version, snapshot, snapshot_hash, sent_at)
      values (${books.portfolioId}, ${books.propertyId}, '2025-01-01', '2025-12-31', 1, '2026-03-01', '2026-04-01', 1, '{}', repeat('0', 64), now())
      returning id`;
    await books.admin`insert into hausbuch.cost_statement_lease
      (portfolio_id, statement_id, lease_id, result_cents, claimed_cents, posted_cents, letter)
      values (${books.portfolioId}, ${id}, ${leaseId}, 0, 0, 0, '{}')`;
    expect(await saying(leaseId, 'new_advance')).toMatch(/nach der letzten Betriebskostenabrechnung.*§ 560/);
  });
});

describe('a rent by the index', () => {
  test('is told of once it is saved, and not where it would be owed before the letter makes it so', async () => {
    const leaseId = await enterLease(books, today, { startsOn: '2025-01-01', bookedFrom: '2026-03-01' });
    expect((await look(leaseId, 'index_rent')).obstacle).toBe('index_rise');
    const clause = { agreedOn: '2025-01-01', baseMonth: '2024-01-01', baseIndexMilli: 117_600 };
    await books.on(today, (tx, scope) =>
      agreeIndex(tx, scope, agreeIndexInput.parse({ id: randomUUID(), leaseId, ...clause })),
    );
    const raise = { id: randomUUID(), leaseId, receivedOn: today, indexMonth: '2025-11-01', netCents: 0 };
    const { change } = await books.on(today, (tx, scope) =>
      getIndexRent(
        tx,
        scope,
        indexRentInput.parse({ leaseId, receivedOn: today, indexMonth: raise.indexMonth }),
      ),
    );
    const netCents = change?.newRentCents ?? 0;
    await books.on(today, (tx, scope) =>
      raiseByIndex(tx, scope, raiseByIndexInput.parse({ ...raise, netCents })),
    );
    const said = await saying(leaseId, 'index_rent');
    expect(said).toMatch(/erhöht sich daher um .* von 700,00 € auf .*ab dem 01\.05\.2026 zu zahlen/);
    expect(said).toContain((netCents / 100).toFixed(2).replace('.', ','));
    // In April it would be owed from June: what says May says too much.
    const late = await books.on('2026-04-02', (tx, scope) =>
      lookAtLetter(tx, scope, lookAtLetterInput.parse({ leaseId, kind: 'index_rent', ownLanguage: 'de' })),
    );
    expect(late.obstacle).toBe('index_late');
    // A shop has it as the contract says.
    await books.admin`update hausbuch.unit set kind = 'commercial' where portfolio_id = ${books.portfolioId}`;
    expect(await saying(leaseId, 'index_rent')).not.toMatch(/§|übernächsten/);
  });

  test('is not told where it was edited since: by another amount, with other lines, or before its year is over', async () => {
    const leaseId = await enterLease(books, today, {
      startsOn: '2025-09-01',
      bookedFrom: '2026-03-01',
      rentLines: [
        { component: 'net', amountCents: 70_000, settlement: 'none' },
        { component: 'operating_costs', amountCents: 15_000, settlement: 'advance' },
      ],
    });
    const clause = { agreedOn: '2025-09-01', baseMonth: '2024-01-01', baseIndexMilli: 117_600 };
    await books.on(today, (tx, scope) =>
      agreeIndex(tx, scope, agreeIndexInput.parse({ id: randomUUID(), leaseId, ...clause })),
    );
    const question = { leaseId, receivedOn: today, indexMonth: '2025-11-01' };
    const { change } = await books.on(today, (tx, scope) =>
      getIndexRent(tx, scope, indexRentInput.parse(question)),
    );
    const netCents = change?.newRentCents ?? 0;
    const id = randomUUID();
    await books.on(today, (tx, scope) =>
      raiseByIndex(tx, scope, raiseByIndexInput.parse({ ...question, id, netCents })),
    );
    expect((await look(leaseId, 'index_rent')).obstacle).toBeNull();
    let version = 0;
    const edited = async (net: number, advance: number, validFrom = '2026-09-01') => {
      version += 1;
      const lines = [
        { component: 'operating_costs', amountCents: advance, settlement: 'advance' },
        { component: 'net', amountCents: net, settlement: 'none' },
      ];
      await books.on(today, (tx, scope) =>
        updateRent(tx, scope, updateRentInput.parse({ id, version, validFrom, lines, note: null })),
      );
      return (await look(leaseId, 'index_rent')).obstacle;
    };
    expect(await edited(netCents + 1_000, 15_000)).toBe('index_other');
    expect(await edited(netCents, 18_000)).toBe('index_other');
    expect(await edited(netCents, 15_000)).toBeNull();
    expect(await edited(netCents, 15_000, '2026-08-01')).toBe('index_early');
    // Of a shop the contract says from when.
    await books.admin`update hausbuch.unit set kind = 'commercial' where portfolio_id = ${books.portfolioId}`;
    expect((await look(leaseId, 'index_rent')).obstacle).toBeNull();
  });
});

describe('a deposit', () => {
  const enter = async (leaseId: string, form: 'cash' | 'guarantee') => {
    const depositId = randomUUID();
    await books.on(today, (tx, scope) =>
      createDeposit(
        tx,
        scope,
        createDepositInput.parse({
          id: depositId,
          leaseId,
          form,
          agreedCents: 140_000,
          receivedOn: '2026-01-01',
        }),
      ),
    );
    return depositId;
  };
  const move = (depositId: string, more: Partial<z.input<typeof recordMovementInput>>) =>
    books.on(today, (tx, scope) =>
      recordMovement(
        tx,
        scope,
        recordMovementInput.parse({
          ...{ id: randomUUID(), depositId, kind: 'returned', bookedOn: today, amountCents: 1 },
          ...more,
        }),
      ),
    );

  test('is settled with the reason of what is held back, and asks for an account only for what is left', {
    timeout: 60_000,
  }, async () => {
    const leaseId = await enterLease(books, today);
    const guarantee = await enter(leaseId, 'guarantee');
    const cash = await enter(leaseId, 'cash');
    await move(guarantee, { kind: 'deduction', amountCents: 1_000, reason: 'Bürgschaft gezogen' });
    const reason = 'Abrechnung 2025';
    await move(cash, { kind: 'hold_back', amountCents: 30_000, reason, heldUntil: '2026-12-31' });
    await move(cash, { amountCents: 60_000 });
    // 1.400,00 − 300,00 = 1.100,00, of which 500,00 are left; what a bank vouches for is no money.
    const said = await saying(leaseId, 'deposit_settlement');
    expect(said).toMatch(/Vorläufig einbehalten: Abrechnung 2025 -300,00 €.*1\.100,00 €/);
    expect(said).toMatch(
      /Davon sind 600,00 € schon an Sie ausgezahlt\..*Konto, auf das wir 500,00 € überweisen/,
    );
    expect(said).not.toContain('Bürgschaft');
    await move(cash, { amountCents: 50_000 });
    expect(await saying(leaseId, 'deposit_settlement')).not.toContain('Konto, auf das');
  });

  test('that is no money is not settled', async () => {
    const leaseId = await enterLease(books, today);
    await enter(leaseId, 'guarantee');
    expect((await look(leaseId, 'deposit_settlement')).obstacle).toBe('deposit');
  });
});

test('days in English are written so that nobody takes a month for a day; in America as there', {
  timeout: 60_000,
}, async () => {
  const leaseId = await enterLease(books, today);
  const body = '[[today]]';
  const said = async () =>
    (await contentOf((await send(leaseId, 'free', { language: 'en', body })).id)).blocks;
  expect(await said()).toEqual([{ kind: 'text', text: '20.03.2026' }]);
  await books.admin`update hausbuch.portfolio set jurisdiction = 'US', currency = 'USD' where id = ${books.portfolioId}`;
  expect(await said()).toEqual([{ kind: 'text', text: '03/20/2026' }]);
});

test('an end that was agreed is confirmed as agreed, and nobody’s notice', { timeout: 60_000 }, async () => {
  const leaseId = await enterLease(books, today);
  await books.admin`update hausbuch.lease set notice_given_on = '2026-02-01', notice_by = 'agreement', ends_on = '2026-06-30'
    where id = ${leaseId}`;
  const said = await saying(leaseId, 'notice_confirmation');
  expect(said).toMatch(/wie am 01\.02\.2026 vereinbart, endet das Mietverhältnis .* am 30\.06\.2026/);
  expect(said).not.toMatch(/Kündigung|mitgeteilt/);
  const english = await saying(leaseId, 'notice_confirmation', { language: 'en' });
  expect(english).toMatch(/As agreed on .*, the tenancy of .* ends on/);
  // The mail and the file are called so, too.
  const { title } = await contentOf((await send(leaseId, 'notice_confirmation')).id);
  expect(title).toBe('Ende des Mietverhältnisses');
});

/** Somebody comes into a lease later. */
async function joinLease(leaseId: string, firstName: string, fromOn: string): Promise<string> {
  const id = randomUUID();
  await books.admin`insert into hausbuch.tenant (portfolio_id, id, kind, first_name, last_name, letter_language)
    values (${books.portfolioId}, ${id}, 'person', ${firstName}, 'Neu', 'de')`;
  await books.admin`insert into hausbuch.lease_tenant (portfolio_id, lease_id, tenant_id, from_on)
    values (${books.portfolioId}, ${leaseId}, ${id}, ${fromOn})`;
  return id;
}

describe('moving in', () => {
  test('is confirmed to those who came last, from the day they came, by the owner where one is entered', {
    timeout: 60_000,
  }, async () => {
    const leaseId = await enterLease(books, today);
    await joinLease(leaseId, 'Berta', '2026-03-01');
    const said = await saying(leaseId, 'move_in_confirmation');
    expect(said).toMatch(/Wohnungsgeber und Eigentümer der Wohnung: Petra Vogel/);
    expect(said).toMatch(/Einzug am: 01\.03\.2026 Eingezogen sind: Berta Neu/);
    await books.admin`delete from hausbuch.property_owner where portfolio_id = ${books.portfolioId}`;
    const other = await saying(leaseId, 'move_in_confirmation');
    expect(other).toMatch(/Wohnungsgeber: Petra Vogel, Gartenweg 3/);
    expect(other).not.toContain('und Eigentümer');
  });

  test('is not confirmed before the day', async () => {
    const leaseId = await enterLease(books, today, { startsOn: '2026-03-21' });
    expect((await look(leaseId, 'move_in_confirmation')).obstacle).toBe('moved_in');
    expect(await refusalOf(send(leaseId, 'move_in_confirmation'))).toBe('letter.obstacle');
  });
});

test('a receipt names who paid; where nobody is entered, who was on the lease that day', {
  timeout: 60_000,
}, async () => {
  const leaseId = await enterLease(books, today);
  const payerTenantId = await joinLease(leaseId, 'Berta', '2026-03-01');
  await pay(leaseId, 70_000, '2026-02-02');
  expect(await saying(leaseId, 'receipt')).toContain('am 02.02.2026 von Änne Müller 700,00');
  await books.on(today, (tx, scope) =>
    recordPayment(
      tx,
      scope,
      recordPaymentInput.parse({
        id: randomUUID(),
        leaseId,
        paidOn: today,
        amountCents: 70_000,
        payerTenantId,
      }),
    ),
  );
  expect(await saying(leaseId, 'receipt')).toContain('am 20.03.2026 von Berta Neu 700,00');
});

test('rent is paid up to the first month of which something was waived, and a month without rent says nothing', async () => {
  const leaseId = await enterLease(books, today);
  const rents = await books.on(today, (tx, scope) => listPostedRents(tx, scope, [leaseId]));
  await books.on(today, (tx, scope) =>
    waiveCharge(
      tx,
      scope,
      waiveChargeInput.parse({
        id: randomUUID(),
        chargeId: rents[1]?.chargeId,
        amountCents: 10_000,
        reason: 'Heizung',
      }),
    ),
  );
  await pay(leaseId, 200_000);
  const through = async () => (await look(leaseId, 'no_arrears')).values.paid_through;
  expect(await through()).toBe('Januar 2026');
  await books.admin`update hausbuch.open_item set total_cents = 0, open_cents = 0 where charge_id = ${rents[0]?.chargeId ?? ''}`;
  expect(await through()).toBe('');
});

test('what a defect took off February was never owed: 700 + 630 + 700 pay the rent through March', async () => {
  const leaseId = await enterLease(books, today);
  const days = { leaseId, from: '2026-02-01', to: '2026-02-28', shareBp: 1_000 };
  await books.on(today, async (tx, scope) => {
    const { months } = await previewReduction(tx, scope, days);
    const shown = months.map(({ chargeId, amountCents, waivedCents }) => ({
      id: randomUUID(),
      chargeId,
      amountCents,
      waivedCents,
    }));
    await reduceRent(tx, scope, { ...days, reason: 'Heizung', months: shown });
  });
  await pay(leaseId, 203_000);
  expect((await look(leaseId, 'no_arrears')).values.paid_through).toBe('März 2026');
});

test('338.71 of March that the next lease took over are not paid: no arrears are certified before they are paid there', async () => {
  const first = await enterLease(books, today, { endsOn: '2026-03-15' });
  const next = await enterLease(books, today, { startsOn: '2026-03-16' });
  // January and February; of March 700 × 15 ÷ 31 = 338.71 go on to the next lease, which owes 700 × 16 ÷ 31 = 361.29 itself.
  await pay(first, 140_000);
  await books.on(today, (tx, scope) =>
    carryLeaseOver(
      tx,
      scope,
      carryOverInput.parse({
        ...{ fromLeaseId: first, toLeaseId: next },
        open: { id: randomUUID(), amountCents: 33_871 },
      }),
    ),
  );
  expect(await refusalOf(send(first, 'no_arrears'))).toBe('letter.obstacle');
  await pay(next, 33_871 + 36_129 - 1);
  expect(await refusalOf(send(first, 'no_arrears'))).toBe('no failure');
  expect((await look(first, 'no_arrears')).values.paid_through).toBe('März 2026');
});
