import { randomUUID } from 'node:crypto';
import { createMandate } from '@/features/debit/mandate-commands';
import { createMandateInput } from '@/features/debit/schema';
import { createDeposit, recordMovement } from '@/features/deposit/commands';
import { createDepositInput, recordMovementInput } from '@/features/deposit/schema';
import { agreeRent } from '@/features/rent/commands';
import { agreeIndex, raiseByIndex } from '@/features/rent/index-commands';
import { getIndexRent } from '@/features/rent/index-queries';
import { agreeIndexInput, indexRentInput, raiseByIndexInput } from '@/features/rent/index-schema';
import { agreeRentInput } from '@/features/rent/schema';
import { recordPayment } from '@/ledger';
import { recordPaymentInput } from '@/ledger/inputs';
import { type Books, enterLease } from './tenancy.ts';

export type LookAlike = {
  leaseId: string;
  tenantId: string;
  name: string;
  /** What is theirs alone and may stand in their letters. */
  own: string[];
};

const euros = (cents: number) =>
  `${Math.trunc(cents / 100).toLocaleString('de-DE')},${String(cents % 100).padStart(2, '0')}`;

const ibans = [
  'DE02120300000000202051',
  'DE02500105170137075030',
  'DE02100500000054540402',
  'DE02300209000106531065',
];

/** The landlord of look-alikes, with the account that rents go to and a creditor identifier. */
export async function enterLandlord(books: Books): Promise<void> {
  const landlordId = randomUUID();
  await books.admin`insert into hausbuch.landlord (portfolio_id, id, kind, name, street, house_number, postal_code, city, country, email)
    values (${books.portfolioId}, ${landlordId}, 'person', 'Petra Vogel', 'Gartenweg', '3', '10115', 'Berlin', 'DE', 'petra@example.com')`;
  await books.admin`insert into hausbuch.property_owner (portfolio_id, property_id, landlord_id, share_numerator, share_denominator)
    values (${books.portfolioId}, ${books.propertyId}, ${landlordId}, 1, 1)`;
  await books.admin`insert into hausbuch.bank_account (portfolio_id, id, landlord_id, holder, iban, creditor_identifier, purpose)
    values (${books.portfolioId}, ${randomUUID()}, ${landlordId}, 'Petra Vogel', 'DE89370400440532013000', 'DE98ZZZ09999999999', 'rent')`;
  await books.admin`update hausbuch.property set street = 'Lindenstraße', house_number = '5', postal_code = '10969', city = 'Berlin'
    where id = ${books.propertyId}`;
}

/**
 * Tenants who are easily taken for each other, in neighbouring flats of one house, each with a rent, a payment, a deposit that was
 * partly kept, a mandate, a notice and a later rent of their own.
 */
export async function enterLookAlikes(
  books: Books,
  today: string,
  names: readonly string[],
): Promise<LookAlike[]> {
  const all: LookAlike[] = [];
  for (const [index, lastName] of names.entries()) {
    const [tenantId, unitId] = [randomUUID(), randomUUID()];
    const unitName = `Whg ${lastName.slice(-3)}-${index + 11}`;
    await books.admin`insert into hausbuch.tenant (portfolio_id, id, kind, first_name, last_name, letter_language)
      values (${books.portfolioId}, ${tenantId}, 'person', 'Anna', ${lastName}, 'de')`;
    await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
      values (${books.portfolioId}, ${unitId}, ${books.propertyId}, ${unitName}, 'apartment')`;
    const netCents = 70_001 + 1_010 * index;
    const advanceCents = 15_003 + 107 * index;
    const lines = (cents: number) => [
      { component: 'net' as const, amountCents: netCents, settlement: 'none' as const },
      { component: 'operating_costs' as const, amountCents: cents, settlement: 'advance' as const },
    ];
    const leaseId = await enterLease(books, today, {
      unitIds: [unitId],
      tenantIds: [tenantId],
      rentLines: lines(advanceCents),
    });
    const depositCents = 140_007 + 1_013 * index;
    const deductedCents = 5_009 + 101 * index;
    const mandate = `MREF-${index}-${lastName.slice(-2).toUpperCase()}`;
    await books.on(today, async (tx, scope) => {
      await createMandate(
        tx,
        scope,
        createMandateInput.parse({
          id: randomUUID(),
          leaseId,
          reference: mandate,
          holder: `Anna ${lastName}`,
          iban: ibans[index],
          signedOn: '2026-01-02',
        }),
      );
      const depositId = randomUUID();
      await createDeposit(
        tx,
        scope,
        createDepositInput.parse({
          id: depositId,
          leaseId,
          form: 'cash',
          agreedCents: depositCents,
          receivedOn: '2026-01-01',
        }),
      );
      await recordMovement(
        tx,
        scope,
        recordMovementInput.parse({
          id: randomUUID(),
          depositId,
          kind: 'deduction',
          bookedOn: today,
          amountCents: deductedCents,
          reason: `Tür ${lastName}`,
        }),
      );
      await agreeRent(
        tx,
        scope,
        agreeRentInput.parse({
          id: randomUUID(),
          leaseId,
          validFrom: '2026-05-01',
          reason: 'agreed',
          lines: lines(advanceCents + 20_000),
        }),
      );
    });
    const indexedCents = await books.on(today, async (tx, scope) => {
      const clause = { agreedOn: '2026-01-01', baseMonth: '2024-01-01', baseIndexMilli: 117_600 };
      await agreeIndex(tx, scope, agreeIndexInput.parse({ id: randomUUID(), leaseId, ...clause }));
      const { change } = await getIndexRent(tx, scope, indexRentInput.parse({ leaseId, receivedOn: today }));
      const netCents = change?.newRentCents ?? 0;
      const raise = { id: randomUUID(), leaseId, receivedOn: today, netCents };
      await raiseByIndex(tx, scope, raiseByIndexInput.parse(raise));
      return netCents;
    });
    await books.admin`update hausbuch.lease set notice_given_on = ${`2026-02-0${index + 1}`}, notice_received_on = ${`2026-02-1${index}`},
      notice_by = 'tenant', ends_on = ${`2026-06-2${index}`} where id = ${leaseId}`;
    const paidCents = 3 * (netCents + advanceCents);
    await books.on(today, (tx, scope) =>
      recordPayment(
        tx,
        scope,
        recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn: today, amountCents: paidCents }),
      ),
    );
    const reference = await books.admin<{ payment_reference: string }[]>`
      select payment_reference from hausbuch.lease where id = ${leaseId}`;
    all.push({
      leaseId,
      tenantId,
      name: `Anna ${lastName}`,
      own: [
        lastName,
        unitName,
        euros(netCents),
        euros(advanceCents + 20_000),
        euros(depositCents),
        euros(deductedCents),
        euros(paidCents),
        euros(indexedCents),
        mandate,
        ibans[index]?.slice(-4) ?? '',
        reference[0]?.payment_reference.slice(-8) ?? '',
        `2${index}.06.2026`,
      ],
    });
  }
  return all;
}
