import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { loadMore } from './load-more';

/** A list of three rows in pages of two, to which a fourth was added on top meanwhile. */
function listOf(rows: string[]) {
  const client = new QueryClient();
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['rows'],
    initialPageParam: 0,
    queryFn: async ({ pageParam }) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { rows: rows.slice(pageParam, pageParam + 2), next: pageParam + 2 };
    },
    getNextPageParam: (page) => (page.next < rows.length ? page.next : undefined),
  });
  const stop = observer.subscribe(() => {});
  const shown = () => observer.getCurrentResult().data?.pages.flatMap((page) => page.rows);
  return { client, observer, shown, stop };
}

test('a page more while the list is fetched again waits for it: what was added on top is shown', async () => {
  const rows = ['c', 'b', 'a'];
  const { client, observer, shown, stop } = listOf(rows);
  await observer.refetch();
  expect(shown()).toEqual(['c', 'b']);
  rows.unshift('d');
  const again = client.invalidateQueries({ queryKey: ['rows'] });
  await loadMore(observer.getCurrentResult());
  await again;
  expect(shown()).toEqual(['d', 'c', 'b', 'a']);
  stop();
});
