import type { AgreedLease } from './rent-account.ts';
import { RentAccount } from './rent-account.ts';

/**
 * Five years of one tenant, as a landlord would tell them: a flat with stepped rents, a move to another flat in the
 * middle of a month, months paid late, in part and together, a returned debit with its fee, a slip of the keyboard, a
 * month waived in part, a rent lowered afterwards, damage kept from the deposit. Amounts in cents.
 */
export const flats = { first: 'Wohnung 1', second: 'Wohnung 2' } as const;
export type FlatKey = keyof typeof flats;

export const leases: Record<FlatKey, { starts: string; ends: string; rents: StepRent[] }> = {
  first: {
    starts: '2020-11-15',
    ends: '2023-06-14',
    rents: [
      { from: '2020-11-15', net: 70_000, costs: 15_000 },
      { from: '2021-12-01', net: 72_000, costs: 15_000 },
      { from: '2022-12-01', net: 74_500, costs: 15_000 },
    ],
  },
  second: {
    starts: '2023-06-15',
    ends: '2025-10-31',
    rents: [
      { from: '2023-06-15', net: 78_000, costs: 16_000 },
      { from: '2024-07-01', net: 80_000, costs: 16_000 },
      { from: '2025-07-01', net: 82_500, costs: 16_000 },
    ],
  },
};
export type StepRent = { from: string; net: number; costs: number };

export type Entry =
  | { do: 'pay'; key: string; lease: FlatKey; on: string; cents: number; for?: string[] }
  | { do: 'undo'; key: string }
  | { do: 'return'; key: string; on: string; fee: number }
  | { do: 'transfer'; key: string; on: string; cents: number }
  | { do: 'charge'; key: string; lease: FlatKey; due: string; cents: number; note: string }
  | { do: 'waive'; lease: FlatKey; month: string; reason: string }
  | { do: 'agree'; lease: FlatKey; from: string; net: number; costs: number }
  | { do: 'deposit'; kind: DepositKind; on: string; cents: number; reason?: string; until?: string };
export type DepositKind = 'received' | 'interest' | 'deduction' | 'hold_back' | 'returned';

export const agreedDepositCents = 210_000;

const pay =
  (lease: FlatKey) =>
  (on: string, cents: number, more: { key?: string; for?: string[] } = {}) => ({
    do: 'pay' as const,
    key: more.key ?? `${lease} ${on}`,
    lease,
    on,
    cents,
    ...(more.for && { for: more.for }),
  });
const first = pay('first');
const second = pay('second');

/** In the order in which they are entered. */
export const entries: Entry[] = [
  { do: 'deposit', kind: 'received', on: '2020-11-15', cents: 70_000 },
  // 850 × 16 ÷ 30
  first('2020-11-16', 45_333),
  first('2020-12-03', 85_000),
  { do: 'deposit', kind: 'received', on: '2020-12-03', cents: 70_000 },
  first('2021-01-20', 85_000),
  { do: 'deposit', kind: 'received', on: '2021-01-20', cents: 70_000 },
  first('2021-02-22', 85_000),
  // One payment for two months, the first of them late.
  first('2021-04-01', 170_000),
  first('2021-05-05', 85_000, { key: 'debit' }),
  { do: 'return', key: 'debit', on: '2021-05-10', fee: 450 },
  // The fee of the bank first, then May.
  first('2021-05-31', 85_450),
  // Six months at once.
  first('2021-06-02', 510_000),
  first('2021-12-30', 87_000),
  { do: 'deposit', kind: 'interest', on: '2021-12-31', cents: 525 },
  first('2022-01-05', 87_000),
  first('2022-02-03', 40_000),
  first('2022-03-17', 134_000),
  first('2022-04-05', 8_700, { key: 'slip' }),
  { do: 'undo', key: 'slip' },
  first('2022-04-05', 87_000),
  first('2022-05-04', 90_000),
  first('2022-06-03', 84_000),
  // July is not paid, and August by its name.
  first('2022-08-03', 87_000, { for: ['2022-08'] }),
  first('2022-09-30', 87_000),
  first('2022-10-05', 174_000),
  first('2022-11-03', 87_000),
  first('2022-12-05', 89_500),
  { do: 'deposit', kind: 'interest', on: '2022-12-31', cents: 526 },
  first('2023-01-04', 89_500),
  first('2023-02-03', 89_500),
  first('2023-03-03', 80_000),
  { do: 'waive', lease: 'first', month: '2023-03', reason: 'Mietminderung, Heizung ausgefallen' },
  first('2023-04-06', 89_500),
  first('2023-05-04', 89_500),
  // 895 × 14 ÷ 30 of the first flat, the rest for the second.
  { do: 'transfer', key: 'move', on: '2023-06-20', cents: 100_000 },
  {
    do: 'charge',
    key: 'basin',
    lease: 'first',
    due: '2023-07-01',
    cents: 12_000,
    note: 'Waschbecken beschädigt',
  },
  { do: 'deposit', kind: 'deduction', on: '2023-07-10', cents: 12_000, reason: 'Waschbecken beschädigt' },
  {
    do: 'deposit',
    kind: 'hold_back',
    on: '2023-07-15',
    cents: 30_000,
    reason: 'Betriebskostenabrechnung 2023',
    until: '2024-06-30',
  },
  { do: 'deposit', kind: 'returned', on: '2023-07-20', cents: 169_051 },
  second('2023-07-05', 85_900),
  second('2023-08-03', 94_000),
  second('2023-09-05', 94_000),
  second('2023-10-05', 94_000),
  second('2023-11-30', 94_000),
  second('2023-12-05', 94_000),
  second('2024-01-03', 282_000),
  // April is left out, and from then on everything is a month late.
  second('2024-05-06', 94_000),
  second('2024-06-05', 94_000),
  second('2024-07-03', 96_000),
  { do: 'deposit', kind: 'returned', on: '2024-07-05', cents: 30_000 },
  second('2024-08-05', 96_000),
  second('2024-09-04', 96_000),
  second('2024-10-04', 96_000),
  second('2024-11-05', 96_000),
  second('2024-12-04', 96_000),
  second('2025-01-06', 192_000),
  second('2025-02-05', 96_000),
  second('2025-04-03', 192_000),
  second('2025-05-06', 96_000),
  // Agreed in May: from February until the next step the rent is 40 less. Months that are posted are corrected.
  { do: 'agree', lease: 'second', from: '2025-02-01', net: 76_000, costs: 16_000 },
  second('2025-06-04', 92_000),
  second('2025-07-03', 98_500),
  second('2025-08-05', 98_500),
  // September is not paid, October in part.
  second('2025-10-06', 50_000),
];

/** The account of both leases after all entries, or after the first so many. */
export function keepAccount(today: string, count = entries.length): RentAccount {
  const account = new RentAccount();
  for (const key of ['first', 'second'] as const) {
    const { starts, ends, rents } = leases[key];
    const lease: AgreedLease = {
      key,
      starts,
      ends,
      rents: rents.map((rent) => ({ from: rent.from, cents: rent.net + rent.costs, advance: rent.costs })),
    };
    account.enterLease(lease, today);
  }
  for (const entry of entries.slice(0, count)) {
    switch (entry.do) {
      case 'pay':
        account.pay({ ...entry, for: entry.for?.map((month) => `${entry.lease} ${month}`) ?? [] });
        break;
      case 'undo':
        account.undo(entry.key);
        break;
      case 'return':
        account.giveBack(entry.key, entry.on, { key: `${entry.key} fee`, cents: entry.fee });
        break;
      case 'transfer':
        account.transfer({ ...entry, leases: ['first', 'second'] });
        break;
      case 'charge':
        account.postCharge({ ...entry, kind: 'other' });
        break;
      case 'waive':
        account.waive(`${entry.lease} ${entry.month}`);
        break;
      case 'agree':
        account.agreeRent(entry.lease, {
          from: entry.from,
          cents: entry.net + entry.costs,
          advance: entry.costs,
        });
        break;
      case 'deposit':
        // What is kept for damage pays the account of the flat it belongs to.
        if (entry.kind === 'deduction') {
          account.pay({ key: `kept ${entry.on}`, lease: 'first', on: entry.on, cents: entry.cents });
        }
    }
  }
  return account;
}

/** What is held of the deposit: received and interest, less what was kept and returned. */
export function depositHeld(until: string): number {
  let cents = 0;
  for (const entry of entries) {
    if (entry.do !== 'deposit' || entry.on > until) continue;
    if (entry.kind === 'received' || entry.kind === 'interest') cents += entry.cents;
    if (entry.kind === 'deduction' || entry.kind === 'returned') cents -= entry.cents;
  }
  return cents;
}
