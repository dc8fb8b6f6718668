import { describe, expect, it } from 'vitest';
import { isBacklog, isOfSeveralMonths } from './backlog-rules.ts';

const open = (leaseId: string, ...days: string[]) => days.map((dueOn) => ({ leaseId, dueOn }));

describe('months that nobody entered', () => {
  it('two of a month are one month, the last of one and the first of the next are two', () => {
    expect(isOfSeveralMonths(['2026-11-04', '2026-11-30'])).toBe(false);
    expect(isOfSeveralMonths(['2026-10-31', '2026-11-01'])).toBe(true);
  });
  it('one of three who is behind is a debtor, two of three are a backlog, and one alone is none', () => {
    const [late, last] = ['2026-10-05', '2026-11-04'];
    const debtor = open('a', late, last);
    expect(isBacklog([...debtor, ...open('b', last), ...open('c', last)])).toBe(false);
    expect(isBacklog([...debtor, ...open('b', late, last), ...open('c', last)])).toBe(true);
    expect(isBacklog(debtor)).toBe(false);
    expect(isBacklog([])).toBe(false);
  });
});
