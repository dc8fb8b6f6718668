import type { Entity } from '@/domain/entities';
import type { AppRouter } from './root';

/**
 * What a change makes stale: the one table of it, for a tab's own mutations (`fresh-link.ts`) and for what others
 * change (`features/live`). A new entity or query does not compile until it stands here;
 * `tests/integration/freshness.test.ts` compares every answer before and after every mutation with it.
 */

type Procedures = AppRouter['_def']['record'];
type RouterName = keyof Procedures & string;
type AnswerOf<Name extends RouterName> = {
  [Key in keyof Procedures[Name] & string]: Procedures[Name][Key] extends { _def: { type: 'query' } }
    ? `${Name}.${Key}`
    : never;
}[keyof Procedures[Name] & string];
type Asked = { [Name in RouterName]: AnswerOf<Name> extends never ? never : Name }[RouterName];

/** A query, as `router.procedure`. */
export type Answer = { [Name in RouterName]: AnswerOf<Name> }[RouterName];

export type Row = {
  /** Answers, or routers of which all are meant. */
  alters: 'everything' | readonly (Answer | Asked)[];
  /** Why something is named that no call of the suite shows: of single answers, or of the rest of the row. */
  unshown?: string | { readonly [one in Answer]?: string };
  /** Stands in what the server wrote into the page, too, which is fetched with it. */
  isServed?: true;
};

/** How much goes along with what is deleted. */
const deletions = ['erasure.previewPortfolio', 'property.deletePreview', 'tenant.deletePreview'] as const;

/** What names the place or the person a paper belongs to. */
const papers = ['document.list', 'document.get', 'document.findSame'] as const;

/** What stands in rent accounts, and all that is summed up from them. */
const accounts = [
  ...['ledger', 'charge', 'arrears', 'payment'],
  ...['lease.list', 'lease.get', 'lease.carryable'],
  ...['property.list', 'property.get', 'tenant.list', 'tenant.get'],
  ...['overview', 'statistics.report', 'vat.year', 'costStatement.get', 'letter.look', ...deletions],
] as const;

/** Bookings, by whatever names them. */
const bookings = ['transaction.list', 'transaction.get', 'transaction.history', 'statistics.report'] as const;

export const freshness = {
  association: {
    alters: [
      ...['association', 'costStatement.get', 'costStatement.letters'],
      ...['overview.activity', 'overview.get'],
    ],
    unshown: { 'overview.get': 'Only where a statement is due soon.' },
  },
  bank_account: {
    alters: [
      ...['bankAccount', 'bank.inbox', 'bank.balances', 'debit.due', 'payout.payable'],
      ...['overview.activity', 'ledger.statement', 'arrears.reminder', 'arrears.look', 'letter.look'],
    ],
    unshown: {
      'letter.look': 'Only where money is asked for: how it is paid.',
      'arrears.reminder': 'Only where something is overdue: how it is paid.',
      'arrears.look': 'Only where something is overdue: how it is paid.',
      'bank.balances': 'Only of an account whose files were read: whose it is.',
      'ledger.statement': 'Only where something is owed: how it is paid.',
    },
  },
  bank_import: {
    alters: [
      ...['bank', 'overview.activity', 'overview.get'],
      ...['arrears.reminder', 'arrears.look', 'arrears.list', 'arrears.due'],
    ],
    unshown: {
      'arrears.reminder': 'Only the first of a day: whether anybody has looked since.',
      'arrears.look': 'Only the first of a day: whether anybody has looked since.',
      'arrears.list': 'Only the first of a day: whether anybody has looked since.',
      'arrears.due': 'Only the first of a day: whether anybody has looked since.',
    },
  },
  bank_line: {
    alters: [
      ...['bank.inbox', 'bank.decided', 'bank.rules', 'payout.list', 'payout.get', 'payout.payable'],
      ...['overview.activity', 'overview.get', 'arrears.reminder', 'bank.openTransfers'],
      ...['debit.due', 'debit.collections', 'debit.collection'],
    ],
    unshown: {
      'bank.openTransfers': 'Only of the amount of a line.',
      'debit.collection': 'Only a standing order beside a direct debit that proves a payment typed in.',
      'debit.collections': 'Only a standing order beside a direct debit that proves a payment typed in.',
      'arrears.reminder': 'Only where letters go by themselves: not while money waits.',
      'payout.list': 'Only a line that proves a transfer of a file.',
      'payout.get': 'Only a line that proves a transfer of a file.',
    },
  },
  bank_rule: { alters: ['bank.inbox', 'bank.rules', 'overview.activity'] },
  category: {
    alters: [
      ...['category', 'recurring.list', 'recurring.get', 'overview.activity', ...bookings],
      ...['bank.inbox', 'bank.decided', 'bank.rules', 'costStatement.get', 'costStatement.periods'],
      ...['costAgreement.get', 'heating', 'association.year'],
    ],
    unshown: {
      'heating.list': 'Only of a kind of heating cost.',
      'heating.year': 'Only of a kind of heating cost.',
      'costStatement.get': 'Only of a recoverable kind of cost.',
      'costStatement.periods': 'Only of a recoverable kind of cost.',
      'bank.inbox': 'As what a waiting line may be booked.',
      'bank.decided': 'As what a line was booked.',
      'bank.rules': 'As what the money of a sender is booked.',
    },
  },
  charge: {
    alters: [...accounts, 'bank.inbox', 'debit.due', 'payout.payable', 'rent.soldMonths'],
    unshown: {
      'vat.year': 'Only where somebody lets with VAT.',
      'arrears.due': 'Only where a letter is due by the rule.',
      'rent.soldMonths': 'Only of a house that is sold, what is waived.',
    },
  },
  collection: {
    alters: ['debit', 'bank.inbox', 'overview.activity'],
    unshown: { 'bank.inbox': 'The lines that answer it.' },
  },
  reminder_rule: {
    alters: [
      ...['arrears.reminder', 'arrears.look', 'arrears.list', 'arrears.due', 'reminderRule.get'],
      ...['overview.activity', 'overview.get'],
    ],
    unshown: {
      'arrears.due': 'Only where another letter is due by it.',
      'overview.get': 'Only where letters rest since a backup was brought back.',
    },
  },
  cost_agreement: {
    alters: ['costAgreement.get', 'costStatement.get', 'costStatement.letters', 'overview.activity'],
    unshown: {
      'costStatement.letters': 'Only of a lease that is settled.',
    },
  },
  cost_sharing: {
    alters: ['costSharing.get', 'costStatement.get', 'costStatement.letters', 'overview.activity'],
    unshown: {
      'costStatement.get': 'Only of a cost that is booked in the period.',
      'costStatement.letters': 'Only of a lease that is settled.',
    },
  },
  cost_statement: {
    alters: [
      ...['costStatement.get', 'costStatement.periods', 'overview.activity', 'overview.get'],
      ...['objection.list', 'receiptRoom.list', 'costStatement.enclosable', 'deposit.list'],
    ],
    unshown: {
      'deposit.list': 'Only of a tenancy that has ended, with a deposit that is held still.',
      'costStatement.enclosable': 'Only where papers of the house wait for it.',
      'overview.get': 'Only of a year whose deadline is near.',
      'objection.list': 'Only of the period that is sent.',
      'receiptRoom.list': 'Only of the period that is sent.',
    },
  },
  /** The person has left what the page shows, or ended it; a whole new page follows. */
  departure: { alters: 'everything', unshown: 'Nothing is left.' },
  deposit: {
    alters: [
      ...accounts,
      'deposit',
      'bank.inbox',
      'debit.due',
      'payout.payable',
      'payout.list',
      'payout.get',
    ],
    unshown: {
      'vat.year': 'Only where somebody lets with VAT.',
      'payout.payable': 'Only of a lease that ends.',
      'payout.get': 'Only a repayment that a file paid.',
      'payout.list': 'Only a repayment that a file paid.',
      'arrears.due': 'Only where a letter is due by the rule.',
      'arrears.lateInterest': 'Only a deduction that settles the last open rent of a lease.',
      'bank.inbox': 'Only a deduction that settles what a waiting line would pay.',
      'costStatement.get': 'Only a deduction that settles an advance.',
    },
  },
  document: {
    alters: [
      ...[
        'document.fileUrl',
        'document.usage',
        'document.thumbnails',
        'search',
        'overview.activity',
        'overview.get',
      ],
      ...[
        'transaction.list',
        'transaction.get',
        'letter.enclosable',
        'costStatement.enclosable',
        ...papers,
        ...deletions,
        'association.year',
        'receiptRoom.choices',
      ],
    ],
    unshown: {
      'association.year': 'Only the letter that was kept with a reminder.',
      'receiptRoom.choices': 'Only what hangs on a bill that was settled.',
      'document.usage': 'The job that removes deleted files.',
      'document.thumbnails': 'The job that reads a file.',
      'letter.enclosable': 'Only a paper that was read whole.',
      'costStatement.enclosable': 'Only where letters wait, and of a paper that was read whole.',
      'overview.get': 'Only a paper that runs out soon.',
    },
  },
  /** Nothing changed: somebody took everything along. */
  export: { alters: ['overview.activity'], unshown: 'Made by an address of its own, not by a call.' },
  handover: {
    alters: [
      ...['handover', 'meter', 'overview.activity', 'overview.get'],
      ...['property.deletePreview', 'tenant.deletePreview'],
    ],
    unshown: { 'overview.get': 'Only of a lease that begins soon: who moved in has left the list.' },
  },
  heating_plant: {
    alters: [
      'heating',
      'costStatement.get',
      'costStatement.letters',
      'property.deletePreview',
      'overview.activity',
    ],
  },
  landlord: {
    alters: [
      ...[
        'landlord',
        'property.get',
        'handover.draft',
        'handover.get',
        'rent.indexLetter',
        'arrears.reminder',
        'arrears.look',
        'costStatement.get',
        'costStatement.letters',
        'letter.look',
        'vat.year',
        'debit.collection',
        'statistics.report',
        'overview.activity',
      ],
      'ledger.statement',
    ],
    unshown: {
      'statistics.report': 'Only of a property that has several owners, by their names.',
      'debit.collection': 'Only where its letters begin to lack a landlord’s address, or no longer do.',
      'vat.year': 'Only where somebody lets with VAT.',
      'costStatement.get':
        'Only where its letters begin to lack a landlord’s address, its bills a tax number, or no longer do.',
    },
  },
  /** Also its rents, its index clause and who lives where from when: they are changed through it. */
  lease: {
    alters: [
      ...accounts,
      ...[
        'lease',
        'rent.list',
        'rent.index',
        'rent.indexLetter',
        'rent.differences',
        'rent.soldMonths',
        'deposit',
      ],
      ...['unit.list', 'occupancy', 'handover', 'portfolio.get', 'search', 'document.findTargets', ...papers],
      ...['statistics.outlook', 'transaction.previewSplit', 'heating.year'],
      ...['bank.inbox', 'bank.decided', 'bank.rules', 'debit.mandates', 'debit.due', 'debit.collection'],
      ...[
        'payout.payable',
        'payout.get',
        'receiptRoom.choices',
        'costStatement.periods',
        'costAgreement.get',
      ],
    ],
    unshown: {
      'vat.year': 'Only where somebody lets with VAT.',
      'costAgreement.get': 'Only the first rent with an advance on costs.',
      'costStatement.periods': 'Only where nothing of the house was let or booked so early.',
      'payout.get': 'Whose the lease is that was paid.',
      'rent.soldMonths': 'Only of a house that is sold.',
      'bank.decided': 'Whose the lease is that a line was booked to.',
      'bank.rules': 'Whose the lease is that a sender pays for.',
    },
  },
  legal_figure: {
    alters: [
      ...[
        'legal',
        'arrears.interest',
        'arrears.interestSum',
        'arrears.lateInterest',
        'arrears.reminder',
        'arrears.look',
      ],
      ...['rent.index', 'rent.indexLetter', 'deposit.list', 'overview.activity'],
    ],
    unshown: {
      'deposit.list': 'How high a deposit may be, where no statute says it.',
    },
  },
  letter: {
    alters: [
      'outbox',
      'debit.collection',
      'arrears.reminder',
      'arrears.look',
      'arrears.list',
      'arrears.due',
      'costStatement.get',
      'costStatement.enclosable',
      'objection.list',
      'letter.look',
      'overview.activity',
      'overview.get',
      'property.deletePreview',
      'tenant.deletePreview',
      ...papers,
    ],
    unshown: {
      'overview.get': 'Only one that went by itself.',
      'costStatement.enclosable': 'Only where papers of the house wait for it.',
      'letter.look': 'Whom a mail reaches, once an address was refused.',
      'arrears.list': 'Which letter is next: after the first of a lease.',
      'arrears.look': 'When the last letter went: after the first of a lease.',
      'arrears.due': 'Only a letter that was due.',
      'document.list': 'The file, once it is made.',
      'document.get': 'The file, once it is made.',
      'document.findSame': 'The file, once it is made.',
    },
  },
  letter_template: {
    alters: ['letterTemplate.list', 'overview.activity', 'arrears.reminder'],
  },
  mandate: {
    alters: [
      'debit.mandates',
      'debit.due',
      'bank.inbox',
      'payout.payable',
      'letter.look',
      'overview.activity',
    ],
    unshown: {
      'bank.inbox': 'Whose account pays.',
      'payout.payable': 'Whose account is proposed.',
      'letter.look': 'Only where it is said that rent is collected.',
    },
  },
  /** Who may see what changes with it, their own page included. */
  member: { alters: 'everything', unshown: 'Only who leaves sees it of all.', isServed: true },
  membership: {
    alters: ['portfolio.list', 'erasure.previewAccount', 'account.getProfile'],
    unshown: { 'account.getProfile': 'The name of who had none yet.' },
  },
  meter: {
    alters: [
      ...['meter', 'handover.draft', 'handover.get', 'property.deletePreview', 'overview.activity'],
      'costStatement.get',
    ],
    unshown: { 'costStatement.get': 'Only of a cost that goes by consumption.' },
  },
  objection: {
    alters: [
      'objection',
      'overview.activity',
      'overview.get',
      'property.deletePreview',
      'tenant.deletePreview',
    ],
  },
  payment: {
    alters: [
      ...[...accounts, 'bank.inbox', 'bank.decided', 'debit.due', 'debit.collections', 'debit.collection'],
      ...['payout.payable', 'payout.list', 'payout.get'],
    ],
    unshown: {
      'vat.year': 'Only where somebody lets with VAT.',
      'debit.collection': 'What became of one direct debit of those that were summed up.',
    },
  },
  /** What it pays is told as the payment or the deposit that it is. */
  payout: {
    alters: ['payout', 'bank.inbox', 'bank.openTransfers', 'overview.activity'],
    unshown: {
      'bank.inbox': 'The lines that answer it.',
      'bank.openTransfers': 'Only of the amount of a line.',
    },
  },
  portfolio: {
    alters: 'everything',
    unshown: 'Its law and its time zone stand behind every figure.',
    isServed: true,
  },
  /** The journal names who it was. */
  profile: {
    alters: ['account.getProfile', 'member.list', 'overview.activity', 'letter.look'],
    unshown: { 'letter.look': 'How whoever writes writes days and numbers.' },
    isServed: true,
  },
  property: { alters: 'everything', unshown: 'Deleted, it takes nearly everything along.' },
  receipt_room: {
    alters: ['receiptRoom', 'overview.activity', 'document.get'],
    unshown: { 'document.get': 'Only one that the room shows.' },
  },
  recurring: {
    alters: [
      ...[
        'recurring',
        'statistics.outlook',
        'overview.activity',
        'document.findTargets',
        'vat.year',
        ...bookings,
        ...papers,
      ],
      ...['erasure.previewPortfolio', 'property.deletePreview', 'bank.inbox', 'bank.decided', 'bank.rules'],
      ...[
        'costStatement.get',
        'costStatement.periods',
        'costAgreement.get',
        'heating.year',
        'association.year',
      ],
    ],
    unshown: {
      'vat.year': 'Only where somebody lets with VAT.',
      'association.year': 'Only of a recoverable kind of cost.',
      'heating.year': 'Only of what heating cost.',
      'costAgreement.get': 'Only the first cost of its kind that has a key.',
      'costStatement.get': 'Only of a recoverable kind of cost.',
      'costStatement.periods': 'Only of a recoverable kind of cost.',
      'bank.inbox': 'Only where a waiting line is of the amount.',
      'bank.decided': 'Only where a line proves one of its bookings.',
      'bank.rules': 'Only where a line that proves one of its bookings taught something.',
    },
  },
  /** Also the ways to sign in, which the sign-in server keeps. */
  session: {
    alters: ['account.listSessions', 'account.listEvents', 'account.recoveryCodes'],
    unshown: {
      'account.listEvents': 'Written by the forms of the sign-in and the settings.',
      'account.recoveryCodes': 'Made and used by such forms, too.',
    },
    isServed: true,
  },
  tenant: { alters: 'everything', unshown: 'Deleted, they take their leases and accounts along.' },
  transaction: {
    alters: [
      ...[
        'vat.year',
        ...bookings,
        'recurring.posted',
        'overview.activity',
        'document.findTargets',
        ...papers,
      ],
      ...['erasure.previewPortfolio', 'property.deletePreview', 'bank.inbox', 'bank.decided', 'bank.rules'],
      ...[
        'costStatement.get',
        'costStatement.periods',
        'costAgreement.get',
        'heating.year',
        'association.year',
      ],
    ],
    unshown: {
      'vat.year': 'Only where somebody lets with VAT.',
      'costStatement.get': 'Only of a recoverable kind of cost.',
      'association.year': 'Only of a recoverable kind of cost.',
      'heating.year': 'Only of what heating cost.',
      'costAgreement.get': 'Only the first cost of its kind that has a key.',
      'costStatement.periods': 'Only of a recoverable kind of cost.',
    },
  },
  unit: {
    alters: [
      ...['unit', 'occupancy', 'property.list', 'property.get', 'property.deletePreview', 'legal.place'],
      ...['lease.list', 'lease.get', 'lease.noticePeriod', 'tenant.list', 'tenant.get', 'charge'],
      ...['arrears.list', 'arrears.lateInterest', 'arrears.reminder', 'arrears.look', 'letter.look'],
      // What it is decides which caps and deposits of dwellings apply.
      ...['deposit.list', 'rent.index'],
      ...['ledger.statement', 'rent.indexLetter', 'handover', 'recurring.list', 'recurring.get'],
      ...[
        'transaction.previewSplit',
        'costStatement.get',
        'costStatement.letters',
        'heating',
        'association',
        'vat.year',
        ...bookings,
      ],
      ...['search', 'overview', 'document.findTargets', ...papers, 'erasure.previewPortfolio'],
      ...['bank.inbox', 'bank.decided', 'bank.rules', 'debit.mandates', 'debit.due', 'debit.collection'],
      ...['payout.payable', 'payout.get'],
    ],
    unshown: {
      'vat.year': 'Only where somebody lets with VAT.',
      'payout.get': 'What the place is called that was paid for.',
      'payout.payable': 'What the place is called that may be paid for.',
      'bank.rules': 'What the place is called that a sender pays for.',
      'bank.decided': 'What the place is called that a line was booked to.',
      'bank.inbox': 'What the place is called that a line may be for.',
    },
  },
  upload: { alters: ['document.usage'] },
} as const satisfies Record<Entity, Row>;

type Named<Of> = Of extends { alters: readonly (infer One)[] }
  ? One extends RouterName
    ? AnswerOf<One>
    : One
  : never;

/** What no row names but those of everything, and why. Each answer stands here or in a row. */
export const settled = {
  'account.assurance': 'Asked before anything is shown, and never kept.',
  'account.session': 'What the token says.',
  'live.lastChange': 'Asked each time it is wanted, and never kept.',
  'live.missed': 'Asked once by a page, and never kept.',
  'letter.sample': 'A lease that is nobody’s.',
  'portfolio.locate': 'Where a property or a tenant is: they do not move.',
  'property.cities': 'Of properties alone.',
  'rent.preview': 'Of a lease that is not entered yet: only where it would be counts.',
} as const satisfies Record<Exclude<Answer, Named<(typeof freshness)[Entity]>>, string>;

/** The entities that changed; `unknown`: whether anything did, and what, nobody can say. */
export type Changed = 'unknown' | Iterable<string>;

const rowOf = (entity: Entity): Row => freshness[entity];
const isEntity = (name: string): name is Entity => Object.hasOwn(freshness, name);

function entityAlters(entity: Entity, answer: string): boolean {
  const { alters } = rowOf(entity);
  if (alters === 'everything') return true;
  const [router = ''] = answer.split('.');
  const named: readonly string[] = alters;
  return named.includes(answer) || named.includes(router);
}

/** Whether an answer (`tenant.list`) may be another one now. What a newer server names is not known here: any may. */
export function isStale(answer: string, changed: Changed): boolean {
  if (changed === 'unknown') return true;
  return [...changed].some((entity) => !isEntity(entity) || entityAlters(entity, answer));
}

/** Whether what the server wrote into the page, what its reader's role allows among it, may have changed. */
export function isServedStale(changed: Changed): boolean {
  if (changed === 'unknown' || isDeparture(changed)) return false;
  return [...changed].some((entity) => isEntity(entity) && rowOf(entity).isServed === true);
}

/** Whether the page is left, so that nothing is fetched for it any more. */
export const isDeparture = (changed: Changed): boolean =>
  changed !== 'unknown' && [...changed].includes('departure');
