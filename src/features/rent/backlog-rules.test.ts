import { describe, expect, it } from 'vitest';
import { isBacklog, isLongOpen } from './backlog-rules.ts';

const open = (leaseId: string, ...days: string[]) => days.map((dueOn) => ({ leaseId, dueOn }));

describe('months that nobody entered', () => {
  it('three months may come in one sum, and the last day of a fourth before them may not', () => {
    const three = ['2026-09-01', '2026-10-05', '2026-11-04', '2026-11-30'];
    expect(isLongOpen(three)).toBe(false);
    expect(isLongOpen(['2026-08-31', ...three])).toBe(true);
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
