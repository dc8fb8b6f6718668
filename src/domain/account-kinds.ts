import { type RentComponent, rentComponents } from './vocabulary.ts';

/**
 * What the rent account knows of its kinds of charges and methods of payment. Whatever tells them apart, in law, on
 * screens, in statistics and later in tax, asks for a trait here: a new one is an entry of the table and two words.
 */

/** What is claimed, in the order in which § 367 (1) BGB lets a payment settle what is due of one debt. */
export const debtParts = ['cost', 'interest', 'principal'] as const;
export type DebtPart = (typeof debtParts)[number];

type ChargeTraits = {
  /** What its entries are called: by the month it is for, by the note it was posted with, or by the kind itself. */
  namedBy: 'month' | 'note' | 'kind';
  /** Whether a person posts it; every other follows from something: a lease, a returned payment, an interest run. */
  isPostedByHand: boolean;
  /** Whether a person may void it; what follows from a lease or from another account changes with that. */
  isVoidable: boolean;
  part: DebtPart;
  /**
   * The calendar fixes its due day, so that default begins without a reminder (§ 286 (2) no. 1 BGB) and it bears
   * interest; and its arrears count for a notice without a period (§§ 543 (2) no. 3, 569 (3) BGB). Both hold of rent alone.
   */
  isRent: boolean;
  /**
   * Arrears of it may end the tenancy: the more burdensome debt, settled before others (§ 366 (2) BGB). What was open
   * before the books began is taken for rent.
   */
  endangersTenancy: boolean;
  /**
   * Where its amount goes in statistics: `income` when it is paid; `held` for the tenant and never income (a deposit);
   * `earlier`, from before the books or from another account, income when it is paid. Due in a month is rent alone.
   */
  figure: 'income' | 'held' | 'earlier';
};

export const chargeTraits = {
  rent: {
    namedBy: 'month',
    isPostedByHand: false,
    isVoidable: false,
    part: 'principal',
    isRent: true,
    endangersTenancy: true,
    figure: 'income',
  },
  opening_balance: {
    namedBy: 'kind',
    isPostedByHand: false,
    isVoidable: false,
    part: 'principal',
    isRent: false,
    endangersTenancy: true,
    figure: 'earlier',
  },
  back_payment: {
    namedBy: 'kind',
    isPostedByHand: true,
    isVoidable: true,
    part: 'principal',
    isRent: false,
    endangersTenancy: false,
    figure: 'income',
  },
  fee: {
    namedBy: 'kind',
    isPostedByHand: true,
    isVoidable: true,
    part: 'cost',
    isRent: false,
    endangersTenancy: false,
    figure: 'income',
  },
  interest: {
    namedBy: 'kind',
    isPostedByHand: false,
    isVoidable: true,
    part: 'interest',
    isRent: false,
    endangersTenancy: false,
    figure: 'income',
  },
  deposit: {
    namedBy: 'kind',
    isPostedByHand: false,
    isVoidable: false,
    part: 'principal',
    isRent: false,
    endangersTenancy: false,
    figure: 'held',
  },
  other: {
    namedBy: 'note',
    isPostedByHand: true,
    isVoidable: true,
    part: 'principal',
    isRent: false,
    endangersTenancy: false,
    figure: 'income',
  },
} as const satisfies Record<string, ChargeTraits>;

export type ChargeKind = keyof typeof chargeTraits;
export const chargeKinds = keysOf(chargeTraits);
/** A kind whose charges have one line, called as the kind. */
export type SingleLineKind = Exclude<ChargeKind, 'rent'>;

/** Kinds with a trait, for inputs and for the lists of statements. */
export const chargeKindsWhere = (has: (traits: ChargeTraits) => boolean): ChargeKind[] =>
  chargeKinds.filter((kind) => has(chargeTraits[kind]));

type PostedByHand = {
  [Kind in ChargeKind]: (typeof chargeTraits)[Kind]['isPostedByHand'] extends true ? Kind : never;
}[ChargeKind];
const isPostedByHand = (kind: ChargeKind): kind is PostedByHand => chargeTraits[kind].isPostedByHand;
export const postedKinds = chargeKinds.filter(isPostedByHand);

/** Components a charge line may have: those of the rent, and one for each other kind of charge. */
export type ChargeComponent = RentComponent | SingleLineKind;
const isOfOtherKind = (kind: ChargeKind): kind is SingleLineKind => kind !== 'rent';
export const chargeComponents: readonly [ChargeComponent, ...ChargeComponent[]] = [
  ...rentComponents,
  ...chargeKinds.filter(isOfOtherKind).filter((kind) => !rentComponents.some((known) => known === kind)),
];

/** Credit that was paid out before the bank took its money back is owed by a charge of its own; what is carried over is a balance. */
export const isRefundOwed = (charge: { kind: ChargeKind | null; carriedKind?: ChargeKind | null }): boolean =>
  charge.kind === 'other' && charge.carriedKind === 'other';

type MethodTraits = {
  /** A person records it: money moved on that day, the bank may return it, and what was recorded may be corrected. */
  isMoney: boolean;
  /** Income when it settles something; what came about on paper is income nowhere. */
  isReceived: boolean;
  /** With what it is taken back: by itself, with the movement of the deposit, or with the lease. */
  undoneWith: 'payment' | 'deposit' | 'lease';
};

const money: MethodTraits = { isMoney: true, isReceived: true, undoneWith: 'payment' };

export const paymentTraits = {
  transfer: money,
  direct_debit: money,
  cash: money,
  card: money,
  other: money,
  /** Overpaid before the program kept the account. */
  opening_credit: { isMoney: false, isReceived: false, undoneWith: 'lease' },
  /** Kept from the deposit; no money moves on that day. */
  deposit: { isMoney: false, isReceived: true, undoneWith: 'deposit' },
  /** What a statement of operating costs gives back; no money moves until it is paid out. */
  statement_credit: { isMoney: false, isReceived: false, undoneWith: 'payment' },
  /** From the account of one lease to that of another; no money moves. */
  account_transfer: { isMoney: false, isReceived: false, undoneWith: 'payment' },
} satisfies Record<string, MethodTraits>;

export type PaymentMethod = keyof typeof paymentTraits;
export const paymentMethods = keysOf(paymentTraits);

export const paymentMethodsWhere = (has: (traits: MethodTraits) => boolean): PaymentMethod[] =>
  paymentMethods.filter((method) => has(paymentTraits[method]));

/** How money moves; what is settled on paper only has commands of its own. */
export const recordedMethods = paymentMethodsWhere((traits) => traits.isMoney);

/** The keys of a table that is not empty, in its order. */
function keysOf<Table extends object>(table: Table): readonly [keyof Table, ...(keyof Table)[]] {
  return Object.keys(table) as [keyof Table, ...(keyof Table)[]];
}
