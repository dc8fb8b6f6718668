import { useState } from 'react';
import { isOfOthers } from '../account-owner-rules';

type Account = { id: string; landlordId: string | null };

/**
 * The account of a bank's file, and what may go over it, as much as it holds: nothing that is about a house of other owners. It
 * begins with the first account that has something. Who only looks chooses none and sees what there is for any.
 */
export function useOwnAccount<Row extends { ownerIds: readonly string[] }>(
  accounts: readonly Account[],
  rows: readonly Row[],
  canEdit: boolean,
  inFile: number,
) {
  const [chosenId, choose] = useState<string | null>(null);
  const [firstId] = useState(() => {
    const first = accounts.find((one) => rows.some((row) => !isOfOthers(one, row.ownerIds)));
    return (first ?? accounts[0])?.id;
  });
  const account = accounts.find(({ id }) => id === (chosenId ?? firstId)) ?? accounts[0];
  const own = rows.filter((row) => !canEdit || !account || !isOfOthers(account, row.ownerIds));
  const others = rows.filter((row) => !own.includes(row));
  const served = others.filter((row) => accounts.some((one) => !isOfOthers(one, row.ownerIds)));
  return {
    firstId,
    choose,
    rows: own.slice(0, inFile),
    hasMore: own.length > inFile,
    others: served.length,
    unserved: others.length - served.length,
  };
}
