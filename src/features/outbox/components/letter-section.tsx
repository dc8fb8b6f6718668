import { Suspense } from 'react';
import { lazyPart } from '@/components/lazy-part';
import { SkeletonRows } from '@/components/skeleton';
import { trpc } from '@/trpc/client';
import { LETTER_PAGE } from '../pages';

const LetterList = lazyPart(async () => ({ default: (await import('./letter-list')).LetterList }));

/** What was written to a tenant; nothing where nothing was, and then its list is not loaded either. */
export function LetterSection(props: { tenantId: string; canEdit: boolean }) {
  const [pages] = trpc.outbox.list.useSuspenseInfiniteQuery(
    { tenantId: props.tenantId, ...LETTER_PAGE },
    { getNextPageParam: (page) => page.nextCursor },
  );
  if (pages.pages.every((page) => page.rows.length === 0)) return null;
  return (
    <Suspense fallback={<SkeletonRows count={2} />}>
      <LetterList {...props} />
    </Suspense>
  );
}
