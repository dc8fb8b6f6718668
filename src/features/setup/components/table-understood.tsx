import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { formatList } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { HeadedTable } from '../head-rules';

export const balances = ['arrears', 'credit', 'left'] as const;
export type BalanceAnswer = (typeof balances)[number];

/** What was taken of a table with heads and as what; and of a balance, which way round it is. */
export function TableUnderstood({
  table: { taken, left, balance },
  onBalance,
}: {
  table: HeadedTable;
  onBalance: (answer: BalanceAnswer) => void;
}) {
  const t = useTranslations('Homes');
  const formats = useFormats();
  return (
    <>
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
      {balance && (
        <Notice live tone="warning" title={t('heads.balance', { head: balance.head })}>
          <div className="mt-2 flex flex-wrap gap-2">
            {balances.map((answer) => (
              <Button key={answer} size="sm" onClick={() => onBalance(answer)}>
                {t(`heads.balances.${answer}`)}
              </Button>
            ))}
          </div>
        </Notice>
      )}
    </>
  );
}
