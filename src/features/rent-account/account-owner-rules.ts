/**
 * Whether money of houses of these owners has no place on an account: it is one of somebody else. One that is nobody's in particular
 * serves all, and where no owner is entered nothing says whose the money is.
 */
export const isOfOthers = (account: { landlordId: string | null }, ownerIds: readonly string[]): boolean =>
  account.landlordId !== null && ownerIds.length > 0 && !ownerIds.includes(account.landlordId);
