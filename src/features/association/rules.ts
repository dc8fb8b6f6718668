import type { Explained } from '../../domain/trace.ts';
import { addDays, addMonths, type CalendarDate, maxDate, minDate } from '../../lib/calendar.ts';
import { divideRounded, sumCents } from '../../lib/money.ts';
import type { Period } from '../../lib/period.ts';
import { numberByWords } from '../../statement/cost-names.ts';
import { type AssociationResult, associationStatement } from '../../statement/plant/association.ts';
import { isReserveByName, staysByName } from '../../statement/plant/association-names.ts';

/** The kind of booking of what is paid to an association month by month: for what, its paper says, which alone is settled. */
export const PAID_TO_ASSOCIATION = 'service_charge';

/** So long is a key of distribution as its paper writes it. */
export const LONGEST_KEY = 100;

/** A line of an association's paper: cents, hundredths of a per cent. */
export type PaperLine = {
  id: string;
  key: string | null;
  name: string;
  ownCents: number;
  isReserve: boolean;
  /** Null: nothing of it is an operating cost. */
  categoryId: string | null;
  totalCents: number;
  labourCents: number;
  recoverableBp: number;
  co2LandlordCents: number;
};

/** The paper of an association for one period, as it is stored. */
export type Paper = {
  lines: PaperLine[];
  statedTotalCents: number | null;
  statedOwnCents: number | null;
  advancesDueCents: number | null;
  receivedOn: CalendarDate | null;
  resolvedOn: CalendarDate | null;
  isExcused: boolean;
};

/** Something of a paper that cannot be: where, and why (`Errors.field.<code>`). */
export type PaperFault = { path: (string | number)[]; code: string };

/** A part lies between nothing and its whole; of what was given back both are negative. */
const isPart = (part: number, whole: number) =>
  whole < 0 ? whole <= part && part <= 0 : 0 <= part && part <= whole;

/** What of a line's part of the flat is an operating cost, before CO₂: rounded half up. */
const passedOn = ({ ownCents, recoverableBp }: Pick<PaperLine, 'ownCents' | 'recoverableBp'>) =>
  divideRounded(BigInt(ownCents) * BigInt(recoverableBp), 10_000n);

/** What is wrong with a line by itself. */
export function lineFaults(
  line: Omit<PaperLine, 'id' | 'key' | 'name'>,
): { field: keyof PaperLine; code: string }[] {
  const { ownCents, totalCents, labourCents, recoverableBp, co2LandlordCents } = line;
  const isPassedOn = line.categoryId !== null && !line.isReserve;
  return [
    ...(isPart(ownCents, totalCents) ? [] : [{ field: 'ownCents' as const, code: 'own_above_total' }]),
    ...(labourCents > Math.max(0, ownCents)
      ? [{ field: 'labourCents' as const, code: 'labour_above_own' }]
      : []),
    ...(recoverableBp > 0 && !isPassedOn ? [{ field: 'recoverableBp' as const, code: 'kind_missing' }] : []),
    ...(co2LandlordCents > Math.max(0, passedOn(line))
      ? [{ field: 'co2LandlordCents' as const, code: 'co2_above_own' }]
      : []),
  ];
}

/** What keeps a paper from being kept: lines that cannot be, and sums that are more than the paper itself adds up to. */
export function faultsOf({
  lines,
  statedTotalCents,
  statedOwnCents,
}: Pick<Paper, 'lines' | 'statedTotalCents' | 'statedOwnCents'>): PaperFault[] {
  const ids = lines.map(({ id }) => id);
  return [
    ...lines.flatMap((line, index) => [
      ...(ids.indexOf(line.id) === index ? [] : [{ path: ['lines', index, 'id'], code: 'duplicate' }]),
      ...lineFaults(line).map(({ field, code }) => ({ path: ['lines', index, field], code })),
    ]),
    ...stated(sumOf(lines, 'totalCents'), statedTotalCents, 'statedTotalCents', 'lines_above_total'),
    ...stated(sumOf(lines, 'ownCents'), statedOwnCents, 'statedOwnCents', 'own_lines_above_total'),
  ];
}

export const sumOf = (lines: readonly PaperLine[], part: 'totalCents' | 'ownCents'): number =>
  sumCents(lines.map((line) => line[part]));

const stated = (sum: number, all: number | null, field: string, code: string): PaperFault[] =>
  all !== null && sum > all ? [{ path: [field], code }] : [];

/**
 * Lines of which a tenant in Germany can never bear anything, whatever a contract says (§ 1 (2) BetrKV): by their names
 * the manager, the bank, repairs, the reserve. Their places.
 */
export const neverRecoverable = (lines: readonly Pick<PaperLine, 'name' | 'recoverableBp'>[]): number[] =>
  lines.flatMap(({ name, recoverableBp }, index) =>
    recoverableBp > 0 && (staysByName(name) || isReserveByName(name)) ? [index] : [],
  );

/** A kind of cost a line may be of. */
export type CostKind = { id: string; betrkvNo: number | null };

/** What a line's name proposes: a kind of cost by its number of § 2 BetrKV, the reserve, or nothing that is passed on. */
export function kindByName<Kind extends CostKind>(
  name: string,
  kinds: readonly Kind[],
): { kind: Kind | null; isReserve: boolean } {
  if (isReserveByName(name)) return { kind: null, isReserve: true };
  const no = staysByName(name) ? null : numberByWords(name);
  return {
    kind: no === null ? null : (kinds.find(({ betrkvNo }) => betrkvNo === no) ?? null),
    isReserve: false,
  };
}

/** What a paper comes to: what of each line is passed on, what stays with the owner, and what the owner still owes. */
export function hausgeldOf({
  lines,
  advancesDueCents,
}: Pick<Paper, 'lines' | 'advancesDueCents'>): Explained<AssociationResult> {
  return associationStatement({
    lines: lines.map(({ ownCents, ...line }) => ({ ...line, own: { cents: ownCents } })),
    statedTotalCents: null,
    receipts: [],
    advancesDueCents: advancesDueCents ?? 0,
  });
}

/** A line of a paper of which tenants bear something, as a bill of its flat. */
export type PaperCost = {
  id: string;
  name: string;
  categoryId: string;
  amountCents: number;
  notRecoverableCents: number;
  labourCents: number;
};

/** What of a paper goes into the statement to the tenant; labour is never more than what is passed on. */
export function costsOf(paper: Pick<Paper, 'lines'>): PaperCost[] {
  const counted = hausgeldOf({ ...paper, advancesDueCents: null }).result.lines;
  return paper.lines.flatMap(({ id, name, categoryId, ownCents, labourCents }, index) => {
    const recoverable = counted[index]?.recoverableCents ?? 0;
    if (categoryId === null || recoverable === 0) return [];
    const labour = Math.min(labourCents, Math.max(0, recoverable));
    return [
      {
        id,
        name,
        categoryId,
        amountCents: ownCents,
        notRecoverableCents: ownCents - recoverable,
        labourCents: labour,
      },
    ];
  });
}

/** Whether papers leave no day of a period without one. */
export function coversAll(papers: readonly Period[], period: Period): boolean {
  let next = period.from;
  for (const { from, to } of papers.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    if (from > next) break;
    next = maxDate(next, addDays(to, 1));
  }
  return minDate(next, addDays(period.to, 1)) > period.to;
}

/**
 * Until when the manager is asked at the latest, so that a late paper is not the landlord's fault: two months and one month
 * before his own deadline. The courts ask for concrete efforts (BGH 25 Jan 2017, VIII ZR 249/15; 14 Mar 2017, VIII ZR
 * 50/16) and name no days; these leave time for an answer and for a second letter.
 */
export const askBy = (deadline: CalendarDate): [CalendarDate, CalendarDate] => [
  addMonths(deadline, -2),
  addMonths(deadline, -1),
];

/**
 * The day on which what the landlord waited for without fault was there, so that three months are left to ask for
 * back-payments (§ 556 (3) sentence 3 BGB; BGH 5 Jul 2006, VIII ZR 220/05): the paper came after the deadline, though it
 * had been asked for before. Null: nothing excuses, or nobody says so. The manager's fault alone is not the landlord's
 * (BGH 25 Jan 2017, VIII ZR 249/15), which the notes have to show.
 */
export function obstacleEndedOn(
  { receivedOn, isExcused }: Pick<Paper, 'receivedOn' | 'isExcused'>,
  efforts: readonly { askedOn: CalendarDate }[],
  deadline: CalendarDate,
): CalendarDate | null {
  const isAsked = efforts.some(({ askedOn }) => askedOn <= deadline);
  return isExcused && isAsked && receivedOn !== null && receivedOn > deadline ? receivedOn : null;
}
