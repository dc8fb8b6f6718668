/** What stands in the place of a paper. */
export type Copy = { documentId: string; title: string };
/** Whether a paper is shown, what stands in its place, and whether a copy is still to come: until then nothing is shown of it. */
export type Choice = { isShown: boolean; copy: Copy | null; isAwaited: boolean };
/** By bill and paper. */
export type Chosen = Readonly<Record<string, Choice>>;

type Bills = readonly { billId: string; papers: readonly { documentId: string }[] }[];
type Choices = {
  bills: Bills;
  /** What the rooms of a lease show, the newest room first; without a title it can be had no more. */
  shown: readonly {
    roomId: string;
    billId: string;
    documentId: string;
    /** Without one its copy was taken away. */
    shownDocumentId: string | null;
    shownTitle: string | null;
  }[];
};

export const keyOf = ({ billId, documentId }: { billId: string; documentId: string }): string =>
  `${billId} ${documentId}`;

/**
 * What a room shows: of one that is open what it shows now, of a new one everything. A copy that stood in place of an original
 * for this lease last does so again, under whichever bill. Where it is gone nothing is shown of that paper: nobody has said
 * that the original may be.
 */
export function firstChoice({ bills, shown }: Choices, roomId: string | null): Chosen {
  const choiceOf = (billId: string, documentId: string): Choice => {
    const now = shown.find(
      (one) => one.roomId === roomId && one.billId === billId && one.documentId === documentId,
    );
    const stood =
      now ?? shown.find((one) => one.documentId === documentId && one.shownDocumentId !== documentId);
    const isCopied = stood !== undefined && stood.shownDocumentId !== documentId;
    const copy =
      isCopied && stood.shownDocumentId !== null && stood.shownTitle !== null
        ? { documentId: stood.shownDocumentId, title: stood.shownTitle }
        : null;
    const isWanted = roomId === null || now !== undefined;
    return { isShown: isWanted && (!isCopied || copy !== null), copy, isAwaited: false };
  };
  return Object.fromEntries(
    bills.flatMap(({ billId, papers }) =>
      papers.map(({ documentId }) => [keyOf({ billId, documentId }), choiceOf(billId, documentId)]),
    ),
  );
}

/** A paper may hang on several bills, and is the same under each: so is what stands in its place. */
export const withPaper = (chosen: Chosen, documentId: string, change: Partial<Choice>): Chosen =>
  Object.fromEntries(
    Object.entries(chosen).map(([key, one]) => [
      key,
      key.endsWith(` ${documentId}`) ? { ...one, ...change } : one,
    ]),
  );

/** Whether something is to be shown whose copy is on its way, or did not arrive. */
export const isWaiting = (chosen: Chosen): boolean =>
  Object.values(chosen).some(({ isShown, isAwaited }) => isShown && isAwaited);

/** What a room is to show, each paper of a bill once, however many lines the bill is part of. */
export function papersToShow(bills: Bills, chosen: Chosen) {
  const papers = bills.flatMap(({ billId, papers: own }) =>
    own.flatMap(({ documentId }) => {
      const one = chosen[keyOf({ billId, documentId })];
      if (!one?.isShown || one.isAwaited) return [];
      return [{ billId, documentId, shownDocumentId: one.copy?.documentId ?? null }];
    }),
  );
  return [...new Map(papers.map((paper) => [keyOf(paper), paper])).values()];
}
