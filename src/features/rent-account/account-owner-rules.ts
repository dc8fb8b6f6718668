/**
 * Whether money of houses of these owners has no place on an account: it is one of somebody else. One that is nobody's in particular
 * serves all, and where no owner is entered nothing says whose the money is.
 */
export const isOfOthers = (account: { landlordId: string | null }, ownerIds: readonly string[]): boolean =>
  account.landlordId !== null && ownerIds.length > 0 && !ownerIds.includes(account.landlordId);

/**
 * As many as a bank's file holds for each account, and one more where there are more; as many that no account serves, which
 * take no place of the others.
 */
export function firstOfEach<Row extends { ownerIds: readonly string[] }>(
  rows: readonly Row[],
  accounts: readonly { landlordId: string | null }[],
  inFile: number,
): Row[] {
  const counts = new Map<object | null, number>();
  return rows.filter(({ ownerIds }) => {
    const serving = accounts.filter((account) => !isOfOthers(account, ownerIds));
    const places = (serving.length > 0 ? serving : [null]).map((one) => {
      const place = (counts.get(one) ?? 0) + 1;
      counts.set(one, place);
      return place;
    });
    return Math.min(...places) <= inFile + 1;
  });
}
