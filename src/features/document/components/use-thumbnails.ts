import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '@/trpc/client';

/** The small pictures of listed documents by their ids, asked for a page at a time once the list is in sight. */
export function useThumbnails(
  pages: readonly { rows: readonly { id: string }[] }[],
): (id: string) => string | undefined {
  const answers = trpc.useQueries((api) =>
    pages.flatMap(({ rows }) =>
      rows.length === 0
        ? []
        : [
            api.document.thumbnails(
              { ids: rows.map((row) => row.id) },
              // A new paper moves all others by one: their pictures stay in sight.
              { placeholderData: keepPreviousData },
            ),
          ],
    ),
  );
  return (id) => answers.find(({ data }) => data?.[id] !== undefined)?.data?.[id];
}
