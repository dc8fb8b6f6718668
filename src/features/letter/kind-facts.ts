import {
  type ReminderKind,
  type ReminderStep,
  type TextKind,
  textKinds,
  type WrittenKind,
  writtenKinds,
} from '@/domain/vocabulary';
import type { FieldKind } from './template-rules';

/** Who writes to whom about what: known of every letter about a lease, reminders among them. */
const basic = {
  tenants: 'text',
  landlord: 'text',
  landlord_address: 'text',
  place: 'text',
  address: 'text',
  today: 'text',
  lease_from: 'text',
  lease_until: 'text',
  lease_signed: 'text',
  payment_reference: 'text',
} as const satisfies Record<string, FieldKind>;

/** What fills the gaps of every letter a person writes about a lease. */
const common = {
  ...basic,
  rent: 'text',
  net_rent: 'text',
  rent_table: 'block',
  overdue: 'text',
  overdue_table: 'block',
} as const satisfies Record<string, FieldKind>;

/** What it takes besides a lease: somebody chooses it, or it has to be entered first. */
export type Asked =
  | 'payment'
  | 'month'
  | 'notice'
  | 'moved_in'
  | 'no_debt'
  | 'next_rent'
  | 'index_rise'
  | 'deposit'
  | 'creditor';

type Facts = {
  /**
   * Ink where the law of the place asks for the written form of § 126 BGB, or a bank for a signature: such a letter is
   * printed and signed, and never mailed.
   */
  form: 'text' | 'ink';
  /** Germany: only where German law holds, home: and of a dwelling alone; euro: where transfers by SEPA are made. */
  where: 'everywhere' | 'germany' | 'home' | 'euro';
  asks: Asked | null;
  /** What is shown to somebody else has no greeting. */
  isCertificate: boolean;
  fields: Readonly<Record<string, FieldKind>>;
};

const month = {
  month: 'text',
  month_total: 'text',
  month_paid: 'text',
  month_open: 'text',
  due_on: 'text',
  month_table: 'block',
  payment: 'block',
} as const;

/**
 * The letters a landlord writes, by law as of November 2026 (§§ looked up in the consolidated text of May 2026).
 *
 * - Receipt: § 368 BGB, in writing where the tenant asks for it, so with ink (§ 126 BGB).
 * - No arrears: nobody owes more than receipts (BGH 30 September 2009, VIII ZR 238/08), so it says facts only.
 * - Notice confirmed: free in form; it objects to the tacit extension of § 545 BGB in time.
 * - Move-in: § 19 (1) BMG, to the tenant in writing within two weeks of moving in; electronically only to the office. It
 *   names those who moved in, and the owner where that is somebody else (§ 19 (3) BMG). Of a dwelling alone (§ 20 BMG).
 * - New advance: § 560 (4) BGB, text form, after a statement. Of dwellings alone (§ 578 BGB does not name it): of others the
 *   contract says whether and how, and ours names no paragraph.
 * - Index: § 557b (3) BGB, text form, both indices and the rent or its change in money; owed from the start of the second month
 *   after it was received. Of other premises by the contract (§ 3 PrKG).
 * - Deposit: text form is enough; what is kept back needs its reason.
 * - Mandate: signed by whose account it is (SEPA Core rulebook); the eight weeks stand in it.
 */
export const kindFacts = {
  free: { form: 'text', where: 'everywhere', asks: null, isCertificate: false, fields: {} },
  receipt: {
    form: 'ink',
    where: 'everywhere',
    asks: 'payment',
    isCertificate: true,
    fields: { paid_amount: 'text', paid_on: 'text', paid_by: 'text', paid_for: 'text' },
  },
  no_arrears: {
    form: 'text',
    where: 'everywhere',
    asks: 'no_debt',
    isCertificate: true,
    fields: { paid_through: 'text' },
  },
  notice_confirmation: {
    form: 'text',
    where: 'everywhere',
    asks: 'notice',
    isCertificate: false,
    fields: {
      notice_given: 'text',
      notice_received: 'text',
      notice_from_tenant: 'condition',
      notice_agreed: 'condition',
    },
  },
  move_in_confirmation: {
    form: 'ink',
    where: 'home',
    asks: 'moved_in',
    isCertificate: true,
    fields: { moved_in: 'text', who_moved_in: 'text', landlord_is_owner: 'condition' },
  },
  account_statement: {
    form: 'text',
    where: 'everywhere',
    asks: null,
    isCertificate: false,
    fields: {
      ...{ account_from: 'text', account_owed: 'text', account_credit: 'text' },
      ...{ account_table: 'block', payment: 'block' },
    },
  },
  rent_invoice: {
    form: 'text',
    where: 'everywhere',
    asks: 'month',
    isCertificate: false,
    fields: { ...month, invoice_number: 'text', tax_number: 'text' },
  },
  payment_announcement: {
    form: 'text',
    where: 'everywhere',
    asks: 'month',
    isCertificate: false,
    fields: { ...month, mandate_reference: 'text', mandate_account: 'text', creditor_id: 'text' },
  },
  new_advance: {
    form: 'text',
    where: 'germany',
    asks: 'next_rent',
    isCertificate: false,
    fields: { next_from: 'text', next_total: 'text', next_table: 'block', statement_sent: 'condition' },
  },
  index_rent: {
    form: 'text',
    where: 'everywhere',
    asks: 'index_rise',
    isCertificate: false,
    fields: {
      ...{ index_agreed: 'text', index_before: 'text', index_after: 'text', index_change: 'text' },
      ...{ rent_before: 'text', rent_after: 'text', rent_difference: 'text', rent_falls: 'condition' },
      ...{ next_from: 'text', next_total: 'text', index_table: 'block' },
    },
  },
  deposit_settlement: {
    form: 'text',
    where: 'everywhere',
    asks: 'deposit',
    isCertificate: false,
    fields: {
      deposit_table: 'block',
      deposit_payout: 'text',
      deposit_held_back: 'text',
      deposit_returned: 'text',
      deposit_rest: 'text',
    },
  },
  sepa_mandate: {
    form: 'ink',
    where: 'euro',
    asks: 'creditor',
    isCertificate: false,
    fields: { creditor_id: 'text', mandate_reference: 'text', mandate_form: 'block' },
  },
} as const satisfies Record<WrittenKind, Facts>;

/**
 * What fills the gaps of a reminder, in each tone. The table has the interest and the fee as rows of its own, so that it says
 * all that is claimed and its sum is what is to be paid.
 */
const reminderFields = {
  reminder_table: 'block',
  payment: 'block',
  pay_by: 'text',
  reminder_total: 'text',
  reminder_interest: 'text',
  interest_through: 'text',
  reminder_fee: 'text',
  reminded_on: 'text',
  in_germany: 'condition',
  is_dwelling: 'condition',
} as const satisfies Record<string, FieldKind>;

type Common = keyof typeof common;
type Own = { [K in WrittenKind]: keyof (typeof kindFacts)[K]['fields'] }[WrittenKind];
/** The name of a gap, as it is stored. */
export type LetterField = Common | Own | keyof typeof reminderFields;

export const isReminderKind = (kind: TextKind): kind is ReminderKind => kind in reminderStepOf;

/** The tone of which a text is. */
export const reminderStepOf = {
  reminder_friendly: 'friendly',
  reminder_first: 'first',
  reminder_second: 'second',
  reminder_last: 'last',
} as const satisfies Record<ReminderKind, ReminderStep>;

/**
 * What a reminder says whatever its conditions find: how much for what, by when, and into which account where one is
 * known: a demand that puts somebody in default has to be definite (§ 286 (1) BGB). A text without one of them is not kept.
 */
const reminderNeeds = ['reminder_table', 'pay_by', 'payment'] as const satisfies LetterField[];

/** The gaps a text of this kind must have; none of those a person reads before each letter goes. */
export const needsOf = (kind: TextKind): readonly LetterField[] =>
  isReminderKind(kind) ? reminderNeeds : [];

const gapsOf = (kind: TextKind): Readonly<Record<string, FieldKind>> =>
  isReminderKind(kind) ? { ...reminderFields, ...basic } : { ...kindFacts[kind].fields, ...common };

const all: ReadonlySet<string> = new Set(textKinds.flatMap((kind) => Object.keys(gapsOf(kind))));
export const isLetterField = (name: string): name is LetterField => all.has(name);

/** The gaps a letter of this kind may have, those of its own first. */
export const fieldsOf = (kind: TextKind): readonly (readonly [LetterField, FieldKind])[] =>
  Object.entries(gapsOf(kind)) as [LetterField, FieldKind][];

/** Elsewhere a form is nobody's who does not know the law of the place; a bank's is everywhere. */
export const formOf = (kind: WrittenKind, isGerman: boolean): 'text' | 'ink' =>
  isGerman || kind === 'sepa_mandate' ? kindFacts[kind].form : 'text';

/** The kinds that make sense where a lease is. */
export const kindsFor = (of: { isGerman: boolean; isDwelling: boolean; currency: string }): WrittenKind[] =>
  writtenKinds.filter((kind) => {
    const is = {
      everywhere: true,
      germany: of.isGerman,
      home: of.isGerman && of.isDwelling,
      euro: of.currency === 'EUR',
    };
    return is[kindFacts[kind].where];
  });

/** What stands between brackets in a stored text. */
export const storedWords = { if: 'if', not: 'not', else: 'else', end: 'end' } as const;
