import type { Entity } from '@/domain/entities';
import type { AppRouter } from './root';

/**
 * What a change makes stale: the one table of it, for a tab's own mutations (`fresh-link.ts`) and for what others
 * change (`features/live`). A new entity or query does not compile until it stands here;
 * `tests/integration/freshness.test.ts` compares every answer before and after every mutation with it. Why a row names
 * what no call there alters stands in `tests/setup/freshness-reasons.ts`: this file goes to every browser.
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

type Row = {
  /** Answers, or routers of which all are meant. */
  alters: 'everything' | readonly (Answer | Asked)[];
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
  ...['overview', 'statistics.report', 'tax', 'vat.year', 'costStatement.get', 'letter.look', ...deletions],
] as const;

/** Bookings, by whatever names them. */
const bookings = ['transaction.list', 'transaction.get', 'transaction.history', 'statistics.report'] as const;

export const freshness = {
  association: {
    alters: [
      ...['association', 'costStatement.get', 'costStatement.letters'],
      ...['overview.activity', 'overview.get'],
    ],
  },
  bank_account: {
    alters: [
      ...['bankAccount', 'bank.inbox', 'bank.balances', 'debit.due', 'payout.payable'],
      ...['overview.activity', 'ledger.statement', 'arrears.reminder', 'arrears.look', 'letter.look'],
    ],
  },
  bank_import: {
    alters: [
      ...['bank', 'overview.activity', 'overview.get'],
      ...['arrears.reminder', 'arrears.look', 'arrears.list', 'arrears.due'],
    ],
  },
  bank_line: {
    alters: [
      ...['bank.inbox', 'bank.decided', 'bank.rules', 'payout.list', 'payout.get', 'payout.payable'],
      ...['overview.activity', 'overview.get', 'arrears.reminder', 'bank.openTransfers'],
      ...['debit.due', 'debit.collections', 'debit.collection'],
    ],
  },
  bank_rule: { alters: ['bank.inbox', 'bank.rules', 'overview.activity'] },
  category: {
    alters: [
      ...['category', 'recurring.list', 'recurring.get', 'overview.activity', 'tax', ...bookings],
      ...['bank.inbox', 'bank.decided', 'bank.rules', 'costStatement.get', 'costStatement.periods'],
      ...['costAgreement.get', 'heating', 'association.year'],
    ],
  },
  charge: {
    alters: [...accounts, 'bank.inbox', 'debit.due', 'payout.payable', 'rent.soldMonths'],
  },
  collection: {
    alters: ['debit', 'bank.inbox', 'overview.activity'],
  },
  reminder_rule: {
    alters: [
      ...['arrears.reminder', 'arrears.look', 'arrears.list', 'arrears.due', 'reminderRule.get'],
      ...['overview.activity', 'overview.get'],
    ],
  },
  cost_agreement: {
    alters: ['costAgreement.get', 'costStatement.get', 'costStatement.letters', 'overview.activity'],
  },
  cost_sharing: {
    alters: ['costSharing.get', 'costStatement.get', 'costStatement.letters', 'overview.activity'],
  },
  cost_statement: {
    alters: [
      ...['costStatement.get', 'costStatement.periods', 'overview.activity', 'overview.get'],
      ...['objection.list', 'receiptRoom.list', 'costStatement.enclosable', 'deposit.list'],
    ],
  },
  /** The person has left what the page shows, or ended it; a whole new page follows. */
  departure: { alters: 'everything' },
  deposit: {
    alters: [
      ...accounts,
      'lease.previewVoid',
      'deposit',
      'bank.inbox',
      'bank.openTransfers',
      'debit.due',
      'payout.payable',
      'payout.list',
      'payout.get',
    ],
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
  },
  /** Nothing changed: somebody took everything along. */
  export: { alters: ['overview.activity'] },
  handover: {
    alters: [
      ...['handover', 'meter', 'overview.activity', 'overview.get'],
      ...['property.deletePreview', 'tenant.deletePreview'],
    ],
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
        'bank.openTransfers',
        'payout.payable',
        'payout.get',
        'receiptRoom.choices',
        'costStatement.periods',
        'costAgreement.get',
      ],
    ],
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
  },
  /** Who may see what changes with it, their own page included. */
  member: { alters: 'everything', isServed: true },
  membership: {
    alters: ['portfolio.list', 'erasure.previewAccount', 'account.getProfile'],
  },
  meter: {
    alters: [
      ...['meter', 'handover.draft', 'handover.get', 'property.deletePreview', 'overview.activity'],
      'costStatement.get',
    ],
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
      ...['payout.payable', 'payout.list', 'payout.get', 'lease.previewVoid'],
    ],
  },
  /** What it pays is told as the payment or the deposit that it is. */
  payout: {
    alters: ['payout', 'bank.inbox', 'bank.openTransfers', 'overview.activity'],
  },
  portfolio: {
    alters: 'everything',
    isServed: true,
  },
  /** The journal names who it was. */
  profile: {
    alters: ['account.getProfile', 'member.list', 'overview.activity', 'letter.look'],
    isServed: true,
  },
  property: { alters: 'everything' },
  receipt_room: {
    alters: ['receiptRoom', 'overview.activity', 'document.get'],
  },
  recurring: {
    alters: [
      ...[
        'recurring',
        'statistics.outlook',
        'overview.activity',
        'document.findTargets',
        'tax',
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
  },
  /** Also the ways to sign in, which the sign-in server keeps. */
  session: {
    alters: ['account.listSessions', 'account.listEvents', 'account.recoveryCodes'],
    isServed: true,
  },
  tenant: { alters: 'everything' },
  transaction: {
    alters: [
      ...[
        'tax',
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
        'tax',
        'vat.year',
        ...bookings,
      ],
      ...['search', 'overview', 'document.findTargets', ...papers, 'erasure.previewPortfolio'],
      ...['bank.inbox', 'bank.decided', 'bank.rules', 'debit.mandates', 'debit.due', 'debit.collection'],
      ...['payout.payable', 'payout.get'],
    ],
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
