import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** What a change makes stale stands in `src/trpc/freshness.ts` and nowhere else: by hand it would be forgotten in a second place. */

const root = path.resolve(import.meta.dirname, '../..');

/** Where answers are made stale or written by hand, and why. */
const byHand: Record<string, string> = {
  'src/trpc/fresh-link.ts': 'applies the table; on another day everything is stale',
  'src/features/account/components/session-keeper.tsx':
    'somebody signed in anew: nothing is known of what was missed',
};

test('answers are made stale by the table alone', () => {
  const found = fs
    .globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) =>
      /\.(?:invalidate|invalidateQueries|setData|setQueryData)\(/.test(
        fs.readFileSync(path.join(root, file), 'utf8'),
      ),
    )
    .map((file) => file.replaceAll(path.sep, '/'));
  expect(
    found.toSorted(),
    'what it alters belongs into its row of src/trpc/freshness.ts; who must wait for it awaits whenFresh() of src/trpc/fresh-link.ts',
  ).toEqual(Object.keys(byHand).toSorted());
});
