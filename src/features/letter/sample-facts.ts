import { streetLine } from '@/i18n/regions';
import { addDays, addMonths, type CalendarDate, firstOfMonth, monthOf, shiftMonth } from '@/lib/calendar';
import { sumCents } from '@/lib/money';
import type { PaymentWay } from '../rent-account/payment-letter';
import type { LetterFacts } from './facts-queries';
import type { ReminderFacts } from './reminder-words';
import type { SamplePlace } from './sample-place-facts';
import type { SaidFacts } from './value-words';

/** What people and places of the sample are called, in the letter's language. */
export type SampleNames = {
  tenant: string;
  landlord: string;
  street: string;
  city: string;
  unit: string;
  deduction: string;
};

const NET_CENTS = 70_000;
const ADVANCE_CENTS = 15_000;
const DEPOSIT_CENTS = 210_000;
const DEDUCTED_CENTS = 4_500;
// Published for documentation: the ones every bank's examples have, and nobody's.
// Is printed with debits alone, which there are in euros alone.
const DEBITED = 'DE02120300000000202051';
const CREDITOR_ID = 'DE98ZZZ09999999999';
const REFERENCE = 'RF18539007547034';

/** A lease of which everything a letter may say is known: a text can be looked at before there is anything to look at it with. */
export function sampleFacts(names: SampleNames, today: CalendarDate, place: SamplePlace) {
  const month = monthOf(today);
  const startsOn = firstOfMonth(shiftMonth(month, -26));
  const endsOn = addDays(firstOfMonth(shiftMonth(month, 4)), -1);
  const dueOn = addDays(firstOfMonth(month), 2);
  const address = {
    street: names.street,
    houseNumber: '1',
    postalCode: place.postalCode,
    city: names.city,
    state: place.state,
    country: place.country,
  };
  const lines = (advanceCents: number) => [
    { component: 'net' as const, settlement: 'none' as const, amountCents: NET_CENTS },
    { component: 'operating_costs' as const, settlement: 'advance' as const, amountCents: advanceCents },
  ];
  const rentCents = NET_CENTS + ADVANCE_CENTS;
  const lastMonth = { kind: 'rent' as const, periodFrom: firstOfMonth(shiftMonth(month, -1)) };
  const moved = (kind: 'received' | 'deduction', bookedOn: CalendarDate, amountCents: number) => ({
    ...{ kind, bookedOn, amountCents },
    reason: kind === 'deduction' ? names.deduction : null,
  });
  const payment: PaymentWay & { reference: string } = {
    ...{ holder: names.landlord, ...place.account, bic: null },
    ...{ currency: place.currency, reference: REFERENCE },
  };
  const said: SaidFacts = {
    lease: {
      startsOn,
      endsOn,
      signedOn: addDays(startsOn, -14),
      noticeGivenOn: addDays(today, -10),
      noticeReceivedOn: addDays(today, -7),
      noticeBy: 'tenant',
      paymentReference: REFERENCE,
    },
    tenants: [{ name: names.tenant }],
    places: [{ ...address, propertyName: streetLine(address), unitName: names.unit, isOnlyUnit: false }],
    landlords: [{ ...address, name: names.landlord }],
    overdue: [{ ...lastMonth, owedSince: addMonths(dueOn, -1), openCents: 12_000 }],
    rent: { lines: lines(ADVANCE_CENTS) },
    next: { validFrom: firstOfMonth(shiftMonth(month, 2)), lines: lines(ADVANCE_CENTS + 2_000) },
    account: {
      since: firstOfMonth(shiftMonth(month, -11)),
      rows: [],
      broughtForwardCents: 12_000,
      balanceCents: 12_000,
      payment: { ...payment, amountCents: 12_000 },
    },
    indexRise: {
      agreedOn: startsOn,
      base: { month: firstOfMonth(shiftMonth(month, -28)), indexMilli: 114_300 },
      owedFrom: firstOfMonth(shiftMonth(month, 2)),
      ...{ earliestOn: startsOn, isByIndex: true },
      // 700 × 118,1 ÷ 114,3 = 723,27; by 3,3 % 723,10, which is less.
      change: {
        ...{
          month: firstOfMonth(shiftMonth(month, -2)),
          indexMilli: 118_100,
          changeBp: 332,
          changeTenths: 33,
        },
        ...{ byRatioCents: 72_327, netCents: NET_CENTS, newRentCents: 72_310, increaseCents: 2_310 },
        totalCents: 72_310 + ADVANCE_CENTS,
      },
    },
    payment,
    receipt: {
      chosen: { amountCents: rentCents, paidOn: dueOn },
      paidBy: [names.tenant],
      settles: [lastMonth],
    },
    month: {
      chosen: {
        month,
        dueOn,
        lines: lines(ADVANCE_CENTS),
        totalCents: rentCents,
        openCents: rentCents - 20_000,
      },
    },
    taxNumbers: [],
    paidThrough: shiftMonth(month, -1),
    movedIn: { on: startsOn, names: [names.tenant] },
    isOwner: true,
    isStatementSent: true,
    deposits: {
      movements: [moved('received', startsOn, DEPOSIT_CENTS), moved('deduction', today, DEDUCTED_CENTS)],
      payoutCents: DEPOSIT_CENTS - DEDUCTED_CENTS,
      returnedCents: 0,
      restCents: DEPOSIT_CENTS - DEDUCTED_CENTS,
      heldBackCents: 0,
      heldBackFor: [],
    },
    debit: { mandate: { reference: 'M-0001', iban: DEBITED }, creditorId: CREDITOR_ID },
  };
  return { ...said, sentTo: address } satisfies SaidFacts & Pick<LetterFacts, 'sentTo'>;
}

/** The same lease with last month's rent overdue, asked for before and with all that a reminder may claim. */
export function sampleReminder(
  names: SampleNames,
  today: CalendarDate,
  place: SamplePlace,
  isGerman: boolean,
) {
  const { lease, tenants, places, landlords, overdue, payment, sentTo } = sampleFacts(names, today, place);
  const [interestCents, feeCents] = [86, 100];
  const said: ReminderFacts = {
    ...{ lease, tenants, places, landlords, payment, isGerman, isDwelling: true },
    items: overdue,
    ...{ interestCents, feeCents, interestThrough: today },
    totalCents: sumCents([...overdue.map((item) => item.openCents), interestCents, feeCents]),
    payBy: addDays(today, 10),
    last: { sentOn: addDays(today, -14) },
  };
  return { ...said, sentTo };
}
