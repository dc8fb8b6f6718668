import { describe, expect, test } from 'vitest';
import {
  type Choice,
  firstChoice,
  isBareAgain,
  isWaiting,
  keyOf,
  nameOfCopy,
  papersToShow,
  withPaper,
} from './choice-rules.ts';

/** Which receipts a dialog offers to show: an original only where somebody said so. */

const [invoice, other, copy] = ['invoice', 'other', 'copy'];
const bills = [
  { billId: 'garden', papers: [{ documentId: invoice }] },
  { billId: 'snow', papers: [{ documentId: invoice }, { documentId: other }] },
];
const underGarden = keyOf({ billId: 'garden', documentId: invoice });
const underSnow = keyOf({ billId: 'snow', documentId: invoice });
const shows = (
  change: { roomId?: string; shownDocumentId?: string | null; shownTitle?: string | null } = {},
) => ({
  ...{ roomId: 'room', billId: 'garden', documentId: invoice, shownDocumentId: copy, shownTitle: 'Copy' },
  ...change,
});

const fieldsOf = (one: Choice | undefined): Choice => {
  if (!one) throw new Error('There is no such paper.');
  return one;
};

describe('what is shown at first', () => {
  test('is everything in a new room, and in an open one what it shows', () => {
    const fresh = firstChoice({ bills, shown: [] }, null);
    expect(papersToShow(bills, fresh)).toHaveLength(3);
    const shown = [shows({ shownDocumentId: invoice })];
    expect(papersToShow(bills, firstChoice({ bills, shown }, 'room'))).toEqual([
      { billId: 'garden', documentId: invoice, shownDocumentId: null },
    ]);
  });

  test('is a copy that stood in place of an original before, under each of its bills', () => {
    const chosen = firstChoice({ bills, shown: [shows()] }, null);
    expect(chosen[underGarden]?.copy?.documentId).toBe(copy);
    expect(chosen[underSnow]?.copy?.documentId).toBe(copy);
  });

  test('is the copy of the newest room', () => {
    const shown = [shows({ roomId: 'newest', shownDocumentId: 'better' }), shows()];
    expect(firstChoice({ bills, shown }, null)[underGarden]?.copy?.documentId).toBe('better');
  });

  test.each([
    ['room', copy],
    [null, copy],
    ['room', null],
    [null, null],
  ])('is not the original of a copy that is gone (room: %s, copy: %s)', (roomId, shownDocumentId) => {
    const shown = [shows({ shownDocumentId, shownTitle: null })];
    const chosen = firstChoice({ bills, shown }, roomId);
    expect(chosen[underGarden]).toEqual({
      ...{ isShown: false, copy: null, isAwaited: false },
      wasCopied: true,
    });
    expect(papersToShow(bills, chosen).map(({ documentId }) => documentId)).not.toContain(invoice);
  });
});

describe('a copy that is shown no more', () => {
  const hidden = shows({ shownDocumentId: null, shownTitle: null });

  test.each(['room', null])('is offered from an older room, unticked (room: %s)', (roomId) => {
    const shown = [hidden, shows({ roomId: 'older' })];
    const chosen = firstChoice({ bills, shown }, roomId);
    expect(chosen[underGarden]).toMatchObject({ isShown: false, copy: { documentId: copy } });
    const ticked = { ...chosen, [underGarden]: { ...fieldsOf(chosen[underGarden]), isShown: true } };
    expect(papersToShow(bills, ticked)).toContainEqual({
      ...{ billId: 'garden', documentId: invoice, shownDocumentId: copy },
    });
  });

  test('passes over older ones that are gone as well', () => {
    const gone = shows({ roomId: 'older', shownDocumentId: 'gone', shownTitle: null });
    const shown = [hidden, gone, shows({ roomId: 'oldest' })];
    expect(firstChoice({ bills, shown }, 'room')[underGarden]?.copy?.documentId).toBe(copy);
  });

  test('is known to have been there, so that nobody shows its original without a word', () => {
    const chosen = firstChoice({ bills, shown: [hidden] }, 'room');
    expect(isBareAgain(fieldsOf(chosen[underGarden]))).toBe(false);
    const ticked = { ...fieldsOf(chosen[underGarden]), isShown: true };
    expect(isBareAgain(ticked)).toBe(true);
    expect(isBareAgain({ ...ticked, isAwaited: true })).toBe(false);
    expect(isBareAgain({ ...ticked, copy: { documentId: copy, title: 'Copy' } })).toBe(false);
    const never = firstChoice({ bills, shown: [shows({ shownDocumentId: invoice })] }, 'room');
    expect(isBareAgain(fieldsOf(never[underGarden]))).toBe(false);
  });

  test('is so, too, where an open room shows the original since', () => {
    const shown = [shows({ shownDocumentId: invoice }), shows({ roomId: 'older' })];
    const chosen = firstChoice({ bills, shown }, 'room');
    expect(chosen[underGarden]).toMatchObject({ isShown: true, copy: null });
    expect(isBareAgain(fieldsOf(chosen[underGarden]))).toBe(true);
  });
});

describe('a copy that is being brought', () => {
  const fresh = firstChoice({ bills, shown: [] }, null);
  const awaited = withPaper(fresh, invoice, { isAwaited: true });

  test('is waited for, and its original is not shown under any bill', () => {
    expect(isWaiting(fresh)).toBe(false);
    expect(isWaiting(awaited)).toBe(true);
    expect(papersToShow(bills, awaited).map(({ documentId }) => documentId)).toEqual([other]);
  });

  test('stands under each bill once it is there', () => {
    const arrived = withPaper(awaited, invoice, {
      isAwaited: false,
      copy: { documentId: copy, title: 'Copy' },
    });
    expect(isWaiting(arrived)).toBe(false);
    expect(papersToShow(bills, arrived).map(({ shownDocumentId }) => shownDocumentId)).toEqual([
      copy,
      copy,
      null,
    ]);
  });

  test('is waited for no more where its paper is not shown', () => {
    expect(isWaiting(withPaper(awaited, invoice, { isShown: false }))).toBe(false);
  });
});

test('a bill that is part of two lines shows its paper once', () => {
  const twice = [...bills, ...bills];
  expect(papersToShow(twice, firstChoice({ bills: twice, shown: [] }, null))).toHaveLength(3);
});

describe('the name a copy gets', () => {
  const papers = [{ documentId: invoice }, { documentId: other }];
  const named = (title: string, documentId: string) =>
    nameOfCopy({ title, papers }, documentId, (name) => `${name} (blacked out)`);

  test('is that of the bill, numbered from its second paper on', () => {
    expect(named('Garden', invoice)).toBe('Garden (blacked out)');
    expect(named('Garden', other)).toBe('Garden 2 (blacked out)');
  });

  test('is no longer than a title may be, and loses neither number nor what it is', () => {
    const name = named('x'.repeat(300), other);
    expect(name).toHaveLength(300);
    expect(name).toMatch(/x 2 \(blacked out\)$/);
  });
});
