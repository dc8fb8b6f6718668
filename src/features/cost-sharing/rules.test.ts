import { expect, test } from 'vitest';
import { usualCircle } from './rules';

const unit = (id: string, kind: string, archivedAt: Date | null = null) => ({ id, kind, archivedAt });

test('a circle starts with those people live or work in, and with nothing that was put away', () => {
  const house = [
    unit('flat', 'apartment'),
    unit('shop', 'commercial'),
    unit('garage', 'parking'),
    unit('cellar', 'storage'),
    unit('gone', 'apartment', new Date('2024-01-01')),
  ];
  expect(usualCircle(house)).toEqual(['flat', 'shop']);
  // Of garages alone each bears it.
  expect(usualCircle([unit('one', 'parking'), unit('two', 'parking')])).toEqual(['one', 'two']);
});
