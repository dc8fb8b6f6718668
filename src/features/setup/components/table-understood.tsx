import { useTranslations } from 'next-intl';
import type { Ref } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { formatList } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { HeadedTable } from '../head-rules';

export const balances = ['arrears', 'credit', 'left'] as const;
export type BalanceAnswer = (typeof balances)[number];

/** What was taken of a table with heads and as what. */
export function TableUnderstood({ table: { taken, left } }: { table: HeadedTable }) {
  const t = useTranslations('Homes');
  const formats = useFormats();
  return (
    <Notice live title={t('heads.taken')}>
      <p>
        {taken.map(({ number, head, column }, index) => (
          <span key={number}>
            {index > 0 && ' · '}
            {t('heads.as', { head, column: column === 'kind' ? t('kind') : t(`columns.${column}`) })}
          </span>
        ))}
      </p>
      {left.length > 0 && (
        <p className="mt-1">
          {t('heads.left', {
            count: left.length,
            heads: formatList(
              left.map((head) =>
                typeof head === 'number' ? t('heads.column', { number: head }) : t('heads.head', { head }),
              ),
              formats,
            ),
          })}
        </p>
      )}
    </Notice>
  );
}

/** Which way round a balance is. */
export function BalanceQuestion({
  ref,
  head,
  onAnswer,
}: {
  ref: Ref<HTMLDivElement>;
  head: string;
  onAnswer: (answer: BalanceAnswer) => void;
}) {
  const t = useTranslations('Homes');
  return (
    <Notice live tone="warning" title={t('heads.balance', { head })}>
      <div ref={ref} className="mt-2 flex flex-wrap gap-2">
        {balances.map((answer) => (
          <Button key={answer} size="sm" onClick={() => onAnswer(answer)}>
            {t(`heads.balances.${answer}`)}
          </Button>
        ))}
      </div>
    </Notice>
  );
}
