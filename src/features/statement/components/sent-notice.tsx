import { Notice } from '@/components/notice';
import type { Outputs } from '@/trpc/outputs';
import type { CostStatementWords } from '../words';

type Sent = NonNullable<Outputs['costStatement']['get']['sent']>;

/** When a statement was sent, and what it would say today otherwise. */
export function SentNotice({ sent, words }: { sent: Sent; words: CostStatementWords }) {
  const { t, day, money } = words;
  return (
    <>
      <Notice tone="success" title={t('sentOn', { day: day(sent.sentOn) })}>
        {t('sentText', { due: day(sent.dueOn) })}
      </Notice>
      {sent.changes.length > 0 && (
        <Notice tone="warning" title={t('changesTitle')}>
          <ul>
            {sent.changes.map(({ lease, line, firstCents, nowCents }) => (
              <li key={`${lease} ${line}`}>
                {t('changed', {
                  lease: words.lease(lease),
                  line: words.line(line),
                  now: money(nowCents),
                  first: money(firstCents),
                })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
