import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reminderSteps } from '@/domain/vocabulary';
import { addDays } from '@/lib/calendar';
import {
  itemSteps,
  nextReminder,
  type ReminderInput,
  type ReminderRule,
  type SentReminder,
  usualReminders,
} from './reminder-rules';

const usual: ReminderRule = {
  afterDays: { friendly: 5, first: 14, second: 28, last: 42 },
  betweenDays: 7,
  feeCents: 150,
  withInterest: true,
  leastCents: 500,
  payWithinDays: 10,
};
const november = { id: 'november', dueOn: '2026-11-04', openCents: 85_000, isRent: true };
const asked = (change: Partial<ReminderInput> = {}): ReminderInput => ({
  items: [november],
  rule: usual,
  history: [],
  today: '2026-11-21',
  enteredOn: '2026-11-21',
  pausedUntil: null,
  interestCents: 0,
  isGerman: true,
  ...change,
});
const remind = (change: Partial<ReminderInput> = {}) => nextReminder(asked(change)).result;
const sent = (step: SentReminder['step'], sentOn: string, itemId = 'november') => ({ itemId, step, sentOn });

describe('which step a letter is for each debt', () => {
  const proposed = {
    step: 'first',
    items: [
      { id: 'october', openCents: 1, step: 'first', isClaimed: true },
      { id: 'november', openCents: 1, step: 'friendly', isClaimed: true },
      { id: 'december', openCents: 1, step: null, isClaimed: false },
    ],
  } as const;
  const stepsOf = (chosen: SentReminder['step']) =>
    Object.fromEntries(itemSteps({ ...proposed, items: [...proposed.items] }, chosen));

  test('in the tone that was proposed each takes its own, and what is named beside none', () => {
    expect(stepsOf('first')).toEqual({ october: 'first', november: 'friendly' });
  });

  test('in a tone a person chose, that is the step of all', () => {
    expect(stepsOf('last')).toEqual({ october: 'last', november: 'last', december: 'last' });
  });
});

test('a transfer that was a cent short brings no letter, whoever has said nothing about reminders; a whole euro does', () => {
  const short = (openCents: number) =>
    remind({ rule: usualReminders, items: [{ ...november, openCents }] }).reason;
  expect([short(1), short(99), short(100)]).toEqual(['below_least', 'below_least', 'due']);
});

describe('the step', () => {
  test.each([
    ['2026-11-08', null, 'waits'],
    ['2026-11-09', 'friendly', 'due'],
    ['2027-03-01', 'friendly', 'due'],
  ])('due on 4 November, five days: on %s it is %s, %s', (today, step, reason) => {
    expect(remind({ today, enteredOn: today })).toMatchObject({ step, reason });
  });

  test('friendly sent late on the 20th: the first follows 14 − 5 days after that', () => {
    const history = [sent('friendly', '2026-11-20')];
    expect(remind({ history, today: '2026-11-28', enteredOn: '2026-11-28' })).toMatchObject({
      step: null,
      reason: 'waits',
      nextOn: '2026-11-29',
    });
    expect(remind({ history, today: '2026-11-29', enteredOn: '2026-11-28' }).step).toBe('first');
  });

  test('a step that is left out is passed over, and after the last there is none', () => {
    const rule = { ...usual, afterDays: { ...usual.afterDays, first: null } };
    const history = [sent('friendly', '2026-11-09')];
    const today = '2026-12-10';
    expect(remind({ rule, history, today, enteredOn: today }).step).toBe('second');
    expect(
      remind({ history: [...history, sent('last', '2026-12-01')], today, enteredOn: today }),
    ).toMatchObject({
      step: null,
      reason: 'all_sent',
      nextOn: null,
    });
  });

  test('two rents at different steps make one letter, in the sharper tone, each counted as its own', () => {
    const october = { ...november, id: 'october', dueOn: '2026-10-05' };
    const result = remind({
      items: [october, november],
      history: [sent('friendly', '2026-10-12', 'october')],
    });
    expect(result).toMatchObject({ step: 'first', openCents: 170_000 });
    expect(result.items.map(({ id, step }) => [id, step])).toEqual([
      ['october', 'first'],
      ['november', 'friendly'],
    ]);
  });
});

describe('nothing is sent', () => {
  test.each([
    ['where nobody has looked whether it was paid', { enteredOn: '2026-11-04' }, 'not_entered'],
    ['where no money was ever entered', { enteredOn: null }, 'not_entered'],
    ['in a pause, its last day too', { pausedUntil: '2026-11-21' }, 'paused'],
    ['of less than is worth a letter', { items: [{ ...november, openCents: 499 }] }, 'below_least'],
    ['where all is paid', { items: [{ ...november, openCents: 0 }] }, 'nothing_overdue'],
    ['on the due day', { today: '2026-11-04', enteredOn: '2026-11-05' }, 'nothing_overdue'],
    ['six days after another letter', { history: [sent('last', '2026-11-15', 'paid')] }, 'waits'],
  ])('%s', (_what, change, reason) => {
    expect(remind(change)).toMatchObject({ step: null, reason, interestCents: 0, feeCents: 0, payBy: null });
  });
});

describe('what is claimed', () => {
  test('a friendly reminder asks for neither interest nor fee', () => {
    expect(remind({ interestCents: 640 })).toMatchObject({
      interestCents: 0,
      feeCents: 0,
      totalCents: 85_000,
    });
  });

  test('850.00 + 6.40 interest + 1.50 paper and postage = 857.90, to be paid in ten days', () => {
    const history = [sent('friendly', '2026-11-10')];
    expect(remind({ history, interestCents: 640 })).toMatchObject({
      step: 'first',
      totalCents: 85_790,
      payBy: '2026-12-01',
    });
  });

  test('what is owed for a house abroad is explained without German law', () => {
    const sourcesOf = (isGerman: boolean) => nextReminder(asked({ isGerman })).trace.sources;
    expect(sourcesOf(true)).toContain('BGB § 286');
    expect(sourcesOf(false)).toEqual([]);
  });

  test('of what needs a reminder to be in default, the first letter has no fee in Germany', () => {
    const rule = { ...usual, afterDays: { friendly: null, first: 5, second: 14, last: 28 } };
    const items = [{ ...november, isRent: false }];
    expect(remind({ rule, items })).toMatchObject({ step: 'first', feeCents: 0 });
    expect(remind({ rule, items, isGerman: false })).toMatchObject({ step: 'first', feeCents: 150 });
    expect(remind({ rule, items, history: [sent('first', '2026-11-10')] })).toMatchObject({
      step: 'second',
      feeCents: 150,
    });
  });
});

const dayNear = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((days) => addDays('2026-11-21', days));
const item = fc.record({
  dueOn: dayNear(-90, 20),
  openCents: fc.nat(200_000),
  isRent: fc.boolean(),
});
const anyInput = fc
  .record({
    items: fc.array(item, { maxLength: 5 }),
    waits: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 4, maxLength: 4 }),
    left: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    history: fc.array(
      fc.record({ item: fc.nat(5), step: fc.constantFrom(...reminderSteps), sentOn: dayNear(-60, 0) }),
      { maxLength: 4 },
    ),
    betweenDays: fc.nat(14),
    leastCents: fc.constantFrom(0, 500, 50_000),
    feeCents: fc.nat(500),
    enteredOn: fc.option(dayNear(-40, 0)),
    pausedUntil: fc.option(dayNear(-10, 30)),
    interestCents: fc.nat(5_000),
    isGerman: fc.boolean(),
    withInterest: fc.boolean(),
  })
  .map(
    ({
      items,
      waits,
      left,
      history,
      betweenDays,
      leastCents,
      feeCents,
      withInterest,
      ...rest
    }): ReminderInput => {
      const at = (place: number) =>
        left[place] ? null : waits.slice(0, place + 1).reduce((sum, days) => sum + days, 0);
      return {
        ...rest,
        items: items.map((one, index) => ({ ...one, id: String(index) })),
        history: history.map(({ item: index, ...one }) => ({ ...one, itemId: String(index) })),
        rule: {
          afterDays: { friendly: at(0), first: at(1), second: at(2), last: at(3) },
          betweenDays,
          leastCents,
          feeCents,
          withInterest,
          payWithinDays: 10,
        },
        today: '2026-11-21',
      };
    },
  );

describe('laws', () => {
  const holds = (law: (input: ReminderInput) => void) =>
    fc.assert(fc.property(anyInput, law), { numRuns: 500 });

  test('the total is the open items that are claimed, the interest and the fee', () =>
    holds((input) => {
      const result = nextReminder(input).result;
      const claimed = result.items.filter((one) => one.isClaimed);
      expect(result.openCents).toBe(claimed.reduce((sum, one) => sum + one.openCents, 0));
      expect(result.totalCents).toBe(result.openCents + result.interestCents + result.feeCents);
    }));

  test('what is sent today is not sent again today, nor before the days between two letters are over', () =>
    holds((input) => {
      const first = nextReminder(input).result;
      fc.pre(first.step !== null);
      const told = first.items.flatMap(({ id, step }) =>
        step ? [{ itemId: id, step, sentOn: input.today }] : [],
      );
      const days = Math.max(1, input.rule.betweenDays);
      for (let later = 0; later < days; later += 1) {
        const today = addDays(input.today, later);
        const again = { ...input, today, enteredOn: today, history: [...input.history, ...told] };
        const { result } = nextReminder(again);
        const repeated = result.items.filter((one) =>
          told.some((other) => other.itemId === one.id && other.step === one.step),
        );
        expect(repeated).toEqual([]);
        if (later < input.rule.betweenDays) expect(result.step).toBeNull();
      }
    }));

  test('an item is never reminded of with a step it had, nor with a lower one', () =>
    holds((input) => {
      for (const one of nextReminder(input).result.items) {
        if (one.step === null) continue;
        const had = input.history.filter((other) => other.itemId === one.id).map((other) => other.step);
        for (const step of had) {
          expect(reminderSteps.indexOf(one.step)).toBeGreaterThan(reminderSteps.indexOf(step));
        }
      }
    }));

  test('time alone brings the next one on the day that was said, and on none before it', () =>
    holds((input) => {
      const { nextOn } = nextReminder(input).result;
      fc.pre(nextOn !== null);
      const generous = { ...input, rule: { ...input.rule, leastCents: 0 } };
      for (let today = input.today; today < (nextOn ?? ''); today = addDays(today, 1)) {
        expect(nextReminder({ ...generous, today, enteredOn: today }).result.step).toBeNull();
      }
      const on = nextReminder({ ...generous, today: nextOn ?? '', enteredOn: nextOn }).result;
      expect(on.step).not.toBeNull();
    }));

  test('paying everything ends it', () =>
    holds((input) => {
      const items = input.items.map((one) => ({ ...one, openCents: 0 }));
      expect(nextReminder({ ...input, items }).result).toMatchObject({
        step: null,
        reason: 'nothing_overdue',
        totalCents: 0,
      });
    }));
});
