/** As much of an infinite query as loading a page more needs. */
type Pages<Result> = {
  isRefetching: boolean;
  refetch: (options: { cancelRefetch: boolean }) => Promise<unknown>;
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<Result>;
};

/**
 * The next page of a list. A refetch under way is waited for: to begin beside it would drop it, and what was just
 * recorded would stay out of sight.
 */
export async function loadMore<Result>(list: Pages<Result>): Promise<Result> {
  if (list.isRefetching) await list.refetch({ cancelRefetch: false });
  return list.fetchNextPage({ cancelRefetch: false });
}
