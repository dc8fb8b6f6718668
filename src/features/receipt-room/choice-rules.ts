/** What stands in the place of a paper. */
export type Copy = { documentId: string; title: string };
export type Choice = {
  isShown: boolean;
  /** What stands in the place of the paper. */
  copy: Copy | null;
  /** Whether a copy is still to come: until then nothing is shown. */
  isAwaited: boolean;
  /** Whether a copy stood there in some room of the lease. */
  wasCopied: boolean;
};
/** By bill and paper. */
export type Chosen = Readonly<Record<string, Choice>>;

type Bills = readonly { billId: string; papers: readonly { documentId: string }[] }[];
type Shown = {
  roomId: string;
  billId: string;
  documentId: string;
  /** Without one its copy was taken away. */
  shownDocumentId: string | null;
  /** Without one it can be had no more. */
  shownTitle: string | null;
};
type Choices = {
  bills: Bills;
  /** What the rooms of a lease show, the newest room first. */
  shown: readonly Shown[];
};

export const keyOf = ({ billId, documentId }: { billId: string; documentId: string }): string =>
  `${billId} ${documentId}`;

/**
 * What a room shows: of one that is open what it shows now, of a new one everything. A copy that stood in place of an original
 * for this lease last does so again, under whichever bill. Where it is gone nothing is shown of that paper: nobody has said
 * that the original may be. One that an older room showed stands ready then.
 */
export function firstChoice({ bills, shown }: Choices, roomId: string | null): Chosen {
  const choiceOf = (billId: string, documentId: string): Choice => {
    const rows = shown.filter((one) => one.documentId === documentId);
    const copied = rows.filter((one) => one.shownDocumentId !== documentId);
    const now = rows.find((one) => one.roomId === roomId && one.billId === billId);
    const stood = now ?? copied[0];
    const isCopied = stood !== undefined && stood.shownDocumentId !== documentId;
    const isWanted = roomId === null || now !== undefined;
    return {
      isShown: isWanted && (!isCopied || copyOf(stood) !== null),
      copy: isCopied ? ([stood, ...copied].map(copyOf).find((one) => one !== null) ?? null) : null,
      isAwaited: false,
      wasCopied: copied.length > 0,
    };
  };
  return Object.fromEntries(
    bills.flatMap(({ billId, papers }) =>
      papers.map(({ documentId }) => [keyOf({ billId, documentId }), choiceOf(billId, documentId)]),
    ),
  );
}

const copyOf = ({ shownDocumentId: documentId, shownTitle: title }: Shown): Copy | null =>
  documentId !== null && title !== null ? { documentId, title } : null;

/** Whether the tenant would see an original in whose place a copy stood before. */
export const isBareAgain = (one: Choice): boolean =>
  one.isShown && one.wasCopied && one.copy === null && !one.isAwaited;

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

/** How long the title of a document may be. */
const longestTitle = 300;

/** What a copy is called: as its bill, which the tenant knows, numbered from the second paper of the bill on. */
export function nameOfCopy(
  { title, papers }: { title: string; papers: readonly { documentId: string }[] },
  documentId: string,
  write: (name: string) => string,
): string {
  const at = papers.findIndex((one) => one.documentId === documentId);
  const number = at > 0 ? ` ${at + 1}` : '';
  const over = Math.max(0, write(title + number).length - longestTitle);
  return write(title.slice(0, title.length - over) + number);
}

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
