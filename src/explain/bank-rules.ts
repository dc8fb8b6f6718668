import { z } from 'zod';
import { checkCreditorId } from '../bank/creditor-id.ts';
import { amountToCollect } from '../bank/orders/amount-due.ts';
import { amountToPay } from '../bank/orders/amount-to-pay.ts';
import type { RuleName } from '../domain/trace-names.ts';
import { bookingDirections } from '../domain/vocabulary.ts';
import { explainBankLine, explainBankMatch, explainPaymentCode } from './bank.ts';
import { cents, day, month, positive, type RegisteredRule, rule } from './define.ts';

const words = z.string().nullable().default(null);
const person = z.strictObject({ firstName: words, lastName: words, companyName: words });
const purpose = {
  direction: z.enum(bookingDirections),
  categoryId: z.string(),
  propertyId: z.string().nullable().default(null),
};
const target = z.union([
  z.strictObject({ kind: z.literal('leases'), leaseIds: z.array(z.string()).min(1) }),
  z.strictObject({ kind: z.literal('category'), ...purpose }),
  z.strictObject({ kind: z.literal('left_out') }),
]);

const line = z.strictObject({
  bookedOn: day,
  amountCents: cents.describe('Money in is positive.'),
  currency: z.string().default('EUR'),
  name: words,
  onBehalfOf: words,
  account: words.describe('The IBAN of the other side.'),
  text: z.string().default(''),
  endToEnd: words,
  returned: z
    .strictObject({ reason: words, originalCents: positive })
    .nullable()
    .default(null)
    .describe('What came back: the amount that was paid once; the rest is the bank’s charge.'),
});

const file = z.strictObject({
  id: z.string(),
  kind: z.enum(['payout', 'collection']),
  messageName: z.string(),
  on: day,
  isBatch: z.boolean().default(false),
  items: z.array(
    z.strictObject({
      id: z.string(),
      leaseId: z.string(),
      amountCents: cents.describe('Money in is positive.'),
      endToEnd: z.string(),
      iban: z.string(),
      holder: z.string(),
      isSettled: z.boolean().default(false).describe('A line of the bank speaks of it already.'),
      posted: z
        .strictObject({ kind: z.enum(['payment', 'movement']), id: z.string() })
        .nullable()
        .default(null)
        .describe('What stands in the books for it.'),
    }),
  ),
});

/** The rules of bank files and of what their lines are. */
export const bankRules = {
  bank_line: rule(
    z.strictObject({
      text: z.string().describe('A statement as the bank hands it out: MT940, camt or CSV.'),
    }),
    {
      text: ':20:STARTUMS\n:25:DE02120300000000202051\n:28C:1/1\n:60F:C260501EUR1000,00\n:61:2605040504CR850,00NTRFNONREF\n:86:166?00GUTSCHRIFT?20SVWZ+Miete Mai?31DE89370400440532013000?32Anna Muster\n:62F:C260504EUR1850,00\n-',
    },
    ({ text }) => explainBankLine(text),
  ),
  bank_match: rule(
    z.strictObject({
      line,
      leases: z.array(
        z.strictObject({
          id: z.string(),
          references: z.array(z.string()).default([]),
          people: z.array(person).default([]),
          places: z.array(z.string()).default([]),
          rentCents: positive.default(0),
        }),
      ),
      openItems: z
        .array(
          z.strictObject({
            id: z.string(),
            leaseId: z.string(),
            kind: z.enum(['rent', 'deposit', 'other']).default('rent'),
            dueOn: day,
            openCents: positive,
            month: month.nullable().default(null),
          }),
        )
        .default([]),
      payments: z
        .array(
          z.strictObject({
            id: z.string(),
            leaseId: z.string(),
            paidOn: day,
            amountCents: cents,
            awaitsLine: z
              .boolean()
              .default(false)
              .describe('Typed in, and no bank line is its evidence yet.'),
            isReversed: z.boolean().default(false),
            endToEnd: words,
            account: words,
            month: month.nullable().default(null),
          }),
        )
        .default([]),
      payers: z
        .array(z.strictObject({ id: z.string(), account: words, name: words, text: words, target }))
        .default([])
        .describe('Known from a tenant’s record, or learned from a decision.'),
      bookings: z
        .array(
          z.strictObject({
            id: z.string(),
            on: day,
            amountCents: cents,
            ...purpose,
            names: z.array(z.string()).default([]),
            dueOn: day.nullable().default(null),
          }),
        )
        .default([])
        .describe('Income and expenses that stand in the books without a line, or fall due.'),
      suppliers: z
        .array(z.strictObject({ name: z.string(), ...purpose }))
        .default([])
        .describe('As what something was booked last with somebody.'),
      feeCategoryId: z.string().nullable().default(null),
      currency: z.string().length(3).default('EUR'),
      ownAccounts: z.array(z.strictObject({ id: z.string(), iban: z.string() })).default([]),
      files: z.array(file).default([]).describe('Handed to the bank: transfers and direct debits.'),
    }),
    {
      line: {
        bookedOn: '2026-05-04',
        amountCents: 90_000,
        name: 'MUSTER, ANNA',
        account: 'DE89370400440532013000',
        text: 'Miete Mai und Garage',
      },
      leases: [
        { id: 'flat', people: [{ firstName: 'Anna', lastName: 'Muster' }], rentCents: 85_000 },
        { id: 'garage', people: [{ firstName: 'Anna', lastName: 'Muster' }], rentCents: 5_000 },
      ],
      openItems: [
        { id: 'flat may', leaseId: 'flat', dueOn: '2026-05-05', openCents: 85_000, month: '2026-05' },
        { id: 'garage may', leaseId: 'garage', dueOn: '2026-05-05', openCents: 5_000, month: '2026-05' },
      ],
      payers: [
        {
          id: 'learned',
          account: 'DE89370400440532013000',
          target: { kind: 'leases', leaseIds: ['flat', 'garage'] },
        },
      ],
    },
    ({ line: { endToEnd, returned, ...given }, openItems, payers, files: orders, ...book }) =>
      explainBankMatch(
        {
          ...given,
          references: {
            endToEnd,
            mandate: null,
            creditorId: null,
            structured: null,
            bank: null,
            batch: null,
          },
          kind: returned ? 'return' : 'transfer',
          returned: returned && {
            reason: returned.reason,
            originalCents: Math.min(returned.originalCents, Math.abs(given.amountCents)),
            chargeCents: Math.max(0, Math.abs(given.amountCents) - returned.originalCents),
          },
          batchCount: null,
        },
        { ...book, items: openItems, rules: payers, orders },
      ),
  ),
  creditor_id: rule(
    z.strictObject({ creditorId: z.string() }),
    { creditorId: 'DE98ZZZ09999999999' },
    ({ creditorId }) => checkCreditorId(creditorId),
  ),
  pain_008: rule(
    z.strictObject({
      today: day,
      wishedOn: day.describe('Moved to a day on which banks settle, and no earlier than the next of them.'),
      mandate: z.strictObject({
        signedOn: day,
        revokedOn: day.nullable().default(null),
        lastUsedOn: day.nullable().default(null),
      }),
      openItems: z.array(z.strictObject({ dueOn: day, openCents: positive })),
      underWayCents: positive.default(0).describe('Of direct debits that were handed in and not answered.'),
    }),
    {
      today: '2026-12-23',
      wishedOn: '2026-12-25',
      mandate: { signedOn: '2026-01-15' },
      openItems: [
        { dueOn: '2026-12-03', openCents: 85_000 },
        { dueOn: '2026-12-28', openCents: 2_000 },
        { dueOn: '2027-01-06', openCents: 85_000 },
      ],
      underWayCents: 5_000,
    },
    ({ today, wishedOn, mandate, openItems, underWayCents }) =>
      amountToCollect(mandate, openItems, underWayCents, { today, wishedOn }),
  ),
  pain_001: rule(
    z.strictObject({
      today: day,
      wishedOn: day.describe('Moved to a day on which banks settle, today at the earliest.'),
      payable: z.union([
        z.strictObject({ kind: z.literal('credit'), openCents: cents }),
        z.strictObject({
          kind: z.literal('deposit'),
          balanceCents: cents,
          heldBackCents: positive.default(0),
        }),
      ]),
    }),
    {
      today: '2026-12-24',
      wishedOn: '2026-12-25',
      payable: { kind: 'deposit', balanceCents: 255_000, heldBackCents: 30_000 },
    },
    ({ payable, ...days }) => amountToPay(payable, days),
  ),
  epc_qr: rule(
    z.strictObject({
      holder: z.string(),
      iban: z.string(),
      bic: words,
      amountCents: cents,
      reference: words.describe('ISO 11649; takes the place of the words.'),
      purpose: z.string().default(''),
    }),
    {
      holder: 'Petra Vögel & Söhne GbR',
      iban: 'DE02120300000000202051',
      amountCents: 140_450,
      reference: 'RF18539007547034',
    },
    (order) => explainPaymentCode(order),
  ),
} satisfies Partial<Record<RuleName, RegisteredRule>>;
