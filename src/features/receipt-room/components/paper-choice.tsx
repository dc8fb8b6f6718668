'use client';

import { useTranslations } from 'next-intl';
import { CheckboxField } from '@/components/form/checkbox-field';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { Outputs } from '@/trpc/outputs';
import { PaperCopy } from './paper-copy';

type Choices = Outputs['receiptRoom']['choices'];
export type Bill = Choices['bills'][number];
export type Paper = Bill['papers'][number];
/** By bill and paper: whether it is shown, and what stands in its place. */
export type Chosen = Record<string, { isShown: boolean; copy: { documentId: string; title: string } | null }>;

export const keyOf = ({ billId, documentId }: { billId: string; documentId: string }) =>
  `${billId} ${documentId}`;

/**
 * What a room shows: of one that is open what it shows now, of a new one everything. A copy that already stands in place of
 * an original for this lease does so again.
 */
export function firstChoice({ bills, shown }: Choices, roomId: string | null): Chosen {
  return Object.fromEntries(
    bills.flatMap(({ billId, papers }) =>
      papers.map(({ documentId }) => {
        const same = shown.filter((one) => one.billId === billId && one.documentId === documentId);
        const now = same.find((one) => one.roomId === roomId);
        const copied = now ?? same.find((one) => one.shownDocumentId !== documentId);
        const copy =
          copied && copied.shownDocumentId !== documentId && copied.shownTitle !== null
            ? { documentId: copied.shownDocumentId, title: copied.shownTitle }
            : null;
        return [keyOf({ billId, documentId }), { isShown: roomId === null || now !== undefined, copy }];
      }),
    ),
  );
}

/** The bills a lease bears a share of with their papers, each shown or not, itself or a copy of it. */
export function PaperChoice({
  leaseId,
  bills,
  chosen,
  onChosen,
}: {
  leaseId: string;
  bills: readonly Bill[];
  chosen: Chosen;
  onChosen: (some: Chosen) => void;
}) {
  const t = useTranslations('ReceiptRooms');
  const formats = useFormats();
  const without = bills.filter(({ papers }) => papers.length === 0).length;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{t('papers')}</legend>
      <p className="text-xs text-muted">{t('papersHint')}</p>
      <ul className="divide-y divide-separator rounded-xl border border-separator">
        {bills.map((bill) => (
          <li key={`${bill.lineId} ${bill.billId}`} className="grid gap-2 px-4 py-3 text-sm">
            <span className="flex justify-between gap-4">
              <span className="min-w-0 break-words font-medium">
                {[bill.title, bill.payee].filter(Boolean).join(' · ')}
              </span>
              <span className="tabular-nums">{formatMoney(bill.amountCents, formats.currency, formats)}</span>
            </span>
            {bill.papers.length === 0 && <span className="text-muted">{t('noPaper')}</span>}
            {bill.papers.map((paper) => {
              const key = keyOf(paper);
              const one = chosen[key] ?? { isShown: false, copy: null };
              return (
                <div key={paper.documentId} className="grid gap-1.5">
                  <CheckboxField
                    name={null}
                    label={paper.title}
                    defaultChecked={one.isShown}
                    onCheckedChange={(isShown) => onChosen({ [key]: { ...one, isShown } })}
                  />
                  {one.isShown && (
                    <PaperCopy
                      leaseId={leaseId}
                      paper={paper}
                      copy={one.copy}
                      onCopy={(copy) => onChosen({ [key]: { isShown: true, copy } })}
                    />
                  )}
                </div>
              );
            })}
          </li>
        ))}
      </ul>
      {without > 0 && <p className="text-xs text-muted">{t('withoutPaper', { count: without })}</p>}
    </fieldset>
  );
}
