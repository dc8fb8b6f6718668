import {
  day,
  type Explained,
  inputs,
  money,
  month,
  none,
  number,
  type Trace,
  word,
} from '../../domain/trace.ts';
import { type ReminderStep, reminderSteps } from '../../domain/vocabulary.ts';
import {
  addDays,
  type CalendarDate,
  compareDates,
  daysBetween,
  type Month,
  maxDate,
} from '../../lib/calendar.ts';
import { sumCents } from '../../lib/money.ts';
import { type ByItself, type ByItselfReason, byItselfReason } from './by-itself-rules.ts';

export type ReminderRule = {
  /** How many days overdue a debt is when the step is taken, at least one; they grow. Null leaves a step out. */
  afterDays: Record<ReminderStep, number | null>;
  /** Fewest days between two letters to the same lease; more than it leaves to pay, or one comes before the other's day. */
  betweenDays: number;
  /** What a letter costs: paper and postage. */
  feeCents: number;
  withInterest: boolean;
  /** Less than this is not worth a letter. */
  leastCents: number;
  /** How many days the tenant has to pay. */
  payWithinDays: number;
};

/** What most landlords do: a few days for the transfer, then a fortnight between the letters, and none for a slip of the pen. */
export const usualReminders: ReminderRule = {
  afterDays: { friendly: 5, first: 14, second: 28, last: 42 },
  betweenDays: 11,
  feeCents: 0,
  withInterest: true,
  leastCents: 100,
  payWithinDays: 10,
};

export type RemindedItem = {
  id: string;
  dueOn: CalendarDate;
  openCents: number;
  /** Rent: the calendar fixes its due day, default needs no reminder (§ 286 (2) no. 1 BGB). */
  isRent: boolean;
  /** The month a rent is for. */
  month?: Month;
  /** Interest or costs that a letter put on the account: asked for beside debts, and never a reason to write by itself. */
  isAccessory?: boolean;
};

/** A reminder that was sent, item by item; also of items that are settled by now. */
export type SentReminder = { itemId: string; step: ReminderStep; sentOn: CalendarDate };

export type ReminderInput = {
  items: readonly RemindedItem[];
  rule: ReminderRule;
  history: readonly SentReminder[];
  today: CalendarDate;
  /** The last day money was entered or imported on: before it nobody knows whether a tenant has paid. */
  enteredOn: CalendarDate | null;
  pausedUntil: CalendarDate | null;
  /** Default interest not charged yet, as the rent account claims it. */
  interestCents: number;
  isGerman: boolean;
  /** Null where letters go by themselves never. */
  byItself?: ByItself | null;
};

/** Why a reminder is sent today or why not. */
export type ReminderReason =
  | 'due'
  | 'nothing_overdue'
  | 'paused'
  | 'not_entered'
  | 'waits'
  | 'all_sent'
  | 'below_least';

export type ItemReminder = {
  id: string;
  openCents: number;
  /** The item's own step, where it is taken today. */
  step: ReminderStep | null;
  /** It was asked for in a letter before, or is today. */
  isClaimed: boolean;
};

export type Reminder = {
  /** The tone of today's letter, the sharpest of its items; null where none is sent. */
  step: ReminderStep | null;
  reason: ReminderReason;
  items: ItemReminder[];
  openCents: number;
  interestCents: number;
  feeCents: number;
  totalCents: number;
  payBy: CalendarDate | null;
  /** The day the next letter falls due on if nothing is paid, where only time stands in its way. */
  nextOn: CalendarDate | null;
  /** Whether the proposed letter goes without anybody looking at it; null where none is proposed or that is not switched on. */
  byItself: ByItselfReason | null;
};

const rank = (step: ReminderStep) => reminderSteps.indexOf(step);

type Next = { sent: SentReminder[]; next: ReminderStep | null; from: CalendarDate | null };

/** What comes next for an item, and from when on: no step is passed over, however late somebody looks. */
function nextOf(item: RemindedItem, { rule, history }: ReminderInput): Next {
  const sent = history.filter((one) => one.itemId === item.id);
  const reached = Math.max(-1, ...sent.map((one) => rank(one.step)));
  const taken = reminderSteps.filter((step) => rule.afterDays[step] !== null);
  const next = taken.find((step) => rank(step) > reached);
  if (next === undefined) return { sent, next: null, from: null };
  const after = rule.afterDays[next] ?? 0;
  const before = taken.findLast((step) => rank(step) < rank(next));
  const lastSentOn = sent
    .map((one) => one.sentOn)
    .toSorted(compareDates)
    .at(-1);
  const gap = after - (before ? (rule.afterDays[before] ?? 0) : 0);
  const from = maxDate(addDays(item.dueOn, after), lastSentOn ? addDays(lastSentOn, gap) : null);
  return { sent, next, from };
}

type Looked = Next & {
  item: RemindedItem;
  isOverdue: boolean;
  isRipe: boolean;
  isEntered: boolean;
  isClaimed: boolean;
};

function reasonOf(
  looked: readonly Looked[],
  { today, pausedUntil }: ReminderInput,
  freeOn: CalendarDate | null,
): ReminderReason {
  const overdue = looked.filter((one) => one.isOverdue);
  if (overdue.length === 0) return 'nothing_overdue';
  if (pausedUntil && pausedUntil >= today) return 'paused';
  if (overdue.every((one) => one.next === null)) return 'all_sent';
  const ripe = overdue.filter((one) => one.isRipe);
  if (ripe.length === 0 || (freeOn && freeOn > today)) return 'waits';
  return ripe.some((one) => one.isEntered) ? 'due' : 'not_entered';
}

/**
 * What a letter may ask for itself: only paper and postage, never anybody's time (BGH 26 June 2019, VIII ZR 95/18), and only
 * of a tenant who is in default already, so not for the letter that brings it about (§§ 280 (2), 286 (1) BGB) nor for a
 * friendly one. Elsewhere what was agreed.
 */
export function reminderFee(
  step: ReminderStep | null,
  claimed: readonly { isRent: boolean; wasAsked: boolean }[],
  { rule, isGerman }: Pick<ReminderInput, 'rule' | 'isGerman'>,
): number {
  if (step === null || step === 'friendly') return 0;
  const isInDefault = claimed.some(({ isRent, wasAsked }) => isRent || wasAsked);
  return !isGerman || isInDefault ? rule.feeCents : 0;
}

function lookAt(input: ReminderInput): Looked[] {
  const { items, today, enteredOn } = input;
  const looked = items
    .filter((item) => item.openCents > 0)
    .map((item) => {
      const { sent, next, from } = item.isAccessory
        ? { sent: [], next: null, from: null }
        : nextOf(item, input);
      const isOverdue = item.dueOn < today;
      const isRipe = isOverdue && from !== null && from <= today;
      const isEntered = enteredOn !== null && enteredOn > item.dueOn;
      const isClaimed = isOverdue && (sent.length > 0 || (isRipe && isEntered));
      return { item, sent, next, from, isOverdue, isRipe, isEntered, isClaimed };
    });
  const isAsking = looked.some((one) => one.isClaimed);
  return looked.map((one) => (one.item.isAccessory ? { ...one, isClaimed: one.isOverdue && isAsking } : one));
}

/** The first day on which time alone may bring a letter. */
function nextDay(looked: readonly Looked[], freeOn: CalendarDate | null, pausedUntil: CalendarDate | null) {
  const [first] = looked.flatMap(({ from }) => (from ? [from] : [])).toSorted(compareDates);
  return first ? maxDate(first, freeOn, pausedUntil && addDays(pausedUntil, 1)) : null;
}

/**
 * Whether a lease is reminded today, how sharply and of what. Each item takes its own steps, one after the other; the letter
 * has the tone of the sharpest and names everything that was asked for before. Only of what fell due before money was last
 * entered, and only proposed: a person sends it, or it goes by itself where that is switched on and `byItselfReason` lets it.
 */
export function nextReminder(input: ReminderInput): Explained<Reminder> {
  const { rule, history, today, pausedUntil } = input;
  const looked = lookAt(input);
  const lastLetterOn = history
    .map((one) => one.sentOn)
    .toSorted(compareDates)
    .at(-1);
  const freeOn = lastLetterOn ? addDays(lastLetterOn, rule.betweenDays) : null;
  const claimed = looked.filter((one) => one.isClaimed);
  const openCents = sumCents(claimed.map(({ item }) => item.openCents));
  const ripeness = reasonOf(looked, input, freeOn);
  const reason = ripeness === 'due' && openCents < rule.leastCents ? 'below_least' : ripeness;
  const items = looked.map(({ item, isRipe, isEntered, isClaimed, next }) => ({
    id: item.id,
    openCents: item.openCents,
    step: reason === 'due' && isRipe && isEntered ? next : null,
    isClaimed,
  }));
  const step = reminderSteps.findLast((name) => items.some((one) => one.step === name)) ?? null;
  const interestCents = rule.withInterest && step !== null && step !== 'friendly' ? input.interestCents : 0;
  const feeCents = reminderFee(
    step,
    claimed
      .filter(({ item }) => !item.isAccessory)
      .map(({ item, sent }) => ({ isRent: item.isRent, wasAsked: sent.length > 0 })),
    input,
  );
  const isOnlyTime = reason === 'waits' || reason === 'paused' || reason === 'nothing_overdue';
  const result: Reminder = {
    step,
    reason,
    items,
    openCents,
    interestCents,
    feeCents,
    totalCents: sumCents([openCents, interestCents, feeCents]),
    payBy: step && addDays(today, rule.payWithinDays),
    nextOn: isOnlyTime ? nextDay(looked, freeOn, pausedUntil) : null,
    byItself:
      input.byItself && step
        ? byItselfReason(input.byItself, {
            step,
            enteredOn: input.enteredOn,
            last: lastLetterOn ?? null,
            payWithinDays: rule.payWithinDays,
          })
        : null,
  };
  return { result, trace: traceOf(input, looked, result) };
}

/**
 * Which step a letter takes for each debt it names. In the tone that was proposed each takes its own, and what is only named
 * beside takes none; in another tone, which a person chose, that is the step of all.
 */
export function itemSteps(
  { step, items }: Pick<Reminder, 'step' | 'items'>,
  sent: ReminderStep,
): Map<string, ReminderStep> {
  return new Map(
    items.flatMap((item) => {
      const own = sent === step ? item.step : sent;
      return own === null ? [] : [[item.id, own] as const];
    }),
  );
}

function traceOf(input: ReminderInput, looked: readonly Looked[], result: Reminder): Trace {
  const { today, enteredOn, pausedUntil, rule, isGerman } = input;
  return {
    rule: 'reminder',
    formula: 'Σ {open_amount} + {claimed_interest} + {reminder_fee}',
    sources: isGerman ? ['BGB § 280 (2)', 'BGB § 286', 'BGB § 288', 'BGH VIII ZR 95/18 (2019-06-26)'] : [],
    inputs: inputs({
      today: day(today),
      entered_on: day(enteredOn),
      paused_until: day(pausedUntil),
      least_amount: money(rule.leastCents),
      reminder_step: stepWord(result.step),
      reminder_reason: word(`reminder_${result.reason}`),
      claimed_interest: money(result.interestCents),
      reminder_fee: money(result.feeCents),
      pay_by: day(result.payBy),
      next_reminder: day(result.nextOn),
      ...(result.byItself && { by_itself_reason: word(`reminder_${result.byItself}`) }),
    }),
    steps: looked.map(({ item, sent, next, from, isClaimed }) => ({
      of: [item.month ? month(item.month) : day(item.dueOn)],
      formula: '{open_amount}',
      inputs: inputs({
        due_on: day(item.dueOn),
        days_overdue: number(Math.max(0, daysBetween(item.dueOn, today)), 'days'),
        reminders_sent: number(sent.length),
        reminder_step: stepWord(next),
        reminded_from: day(from),
        open_amount: money(item.openCents),
      }),
      result: isClaimed ? money(item.openCents) : none,
    })),
    result: money(result.totalCents),
  };
}

const stepWord = (step: ReminderStep | null) => (step ? word(`reminder_${step}`) : none);
