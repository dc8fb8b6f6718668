'use client';

import { trpc } from '@/trpc/client';

/** The small pictures of listed documents by their ids, asked for a page at a time once the list is in sight. */
export function useThumbnails(
  pages: readonly { rows: readonly { id: string }[] }[],
): (id: string) => string | undefined {
  const answers = trpc.useQueries((api) =>
    pages.flatMap(({ rows }) =>
      rows.length === 0 ? [] : [api.document.thumbnails({ ids: rows.map((row) => row.id) })],
    ),
  );
  return (id) => answers.find(({ data }) => data?.[id] !== undefined)?.data?.[id];
}
