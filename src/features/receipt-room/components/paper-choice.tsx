import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { CheckboxField } from '@/components/form/checkbox-field';
import { useFormConnection } from '@/components/form/form-context';
import { Notice } from '@/components/notice';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { Outputs } from '@/trpc/outputs';
import { type Choice, type Chosen, isBareAgain, keyOf, withPaper } from '../choice-rules';
import { PaperCopy } from './paper-copy';

type Choices = Outputs['receiptRoom']['choices'];
export type Bill = Choices['bills'][number];
export type Paper = Bill['papers'][number];

const unshown: Choice = { isShown: false, copy: null, isAwaited: false, wasCopied: false };
/** No path of a value: the form around keeps it. */
const compared = 'papers~';

/** What is shown, as people read it: to see whether somebody else has changed it meanwhile. */
export const choiceText = (bills: readonly Bill[], chosen: Chosen): string =>
  bills
    .flatMap(({ papers }) =>
      papers.flatMap((paper) => {
        const one = chosen[keyOf(paper)];
        if (!one?.isShown) return [];
        return [`${one.copy?.title ?? paper.title}${one.isAwaited ? ' …' : ''}`];
      }),
    )
    .join(' · ');

/** The bills a lease bears a share of with their papers, each shown or not, itself or a copy of it. */
export function PaperChoice({
  leaseId,
  bills,
  saved,
  chosen,
  onChosen,
}: {
  leaseId: string;
  bills: readonly Bill[];
  /** What the room shows now. */
  saved: Chosen;
  chosen: Chosen;
  onChosen: (change: (before: Chosen) => Chosen) => void;
}) {
  const t = useTranslations('ReceiptRooms');
  const form = useFormConnection();
  const [taken, setTaken] = useState(0);
  useEffect(() =>
    form?.register(compared, {
      element: () => null,
      compare: {
        label: () => t('papers'),
        mine: () => choiceText(bills, chosen),
        saved: () => choiceText(bills, saved),
        take: () => {
          // What is on its way still is.
          onChosen((before) =>
            Object.fromEntries(
              Object.entries(saved).map(([key, one]) => [
                key,
                { ...one, isAwaited: before[key]?.isAwaited ?? false },
              ]),
            ),
          );
          setTaken(taken + 1);
        },
      },
    }),
  );
  const choose = (change: (before: Chosen) => Chosen) => {
    onChosen(change);
    form?.changed(compared);
  };
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
              const one = chosen[key] ?? unshown;
              const change = (some: Partial<Choice>) =>
                choose((before) => withPaper(before, paper.documentId, some));
              return (
                <div key={paper.documentId} className="grid gap-1.5">
                  <CheckboxField
                    // Its tick is the browser’s: made anew where it changes by itself.
                    key={`${one.isAwaited} ${taken}`}
                    name={null}
                    label={paper.title}
                    defaultChecked={one.isShown}
                    onCheckedChange={(isShown) =>
                      choose((before) => ({ ...before, [key]: { ...(before[key] ?? unshown), isShown } }))
                    }
                  />
                  {one.isShown && (
                    <PaperCopy
                      leaseId={leaseId}
                      paper={paper}
                      bill={bill}
                      copy={one.copy}
                      onAwaited={() => change({ isAwaited: true })}
                      onCopy={(copy) => change({ copy, isAwaited: false })}
                      onGivenUp={() => change({ isAwaited: false, isShown: false })}
                    />
                  )}
                  {isBareAgain(one) && (
                    <Notice tone="warning" live>
                      {t('bareAgain')}
                    </Notice>
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
