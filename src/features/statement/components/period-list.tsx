import 'server-only';
import { EmptyState } from '@/components/empty-state';
import { Icon } from '@/components/icon';
import { chevronRightIcon, fileTextIcon } from '@/components/icons';
import { Money } from '@/components/money';
import { Section } from '@/components/section';
import { StatusChip } from '@/components/status-chip';
import { Link } from '@/i18n/link';
import type { Outputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/server';
import { writePeriod } from '../period-params';
import { readerWords } from '../words-gate';

/** The periods of a property that can be settled, each with its page. */
export async function PeriodList({ propertyId }: { propertyId: string }) {
  const { periods, isGerman } = await trpc.costStatement.periods({ propertyId });
  const words = await readerWords({ named: [], isGerman, parties: {} });
  const { t } = words;
  return (
    <Section id="statements" title={t('title')} description={t('text')} flush>
      {periods.length === 0 ? (
        <EmptyState icon={fileTextIcon} title={t('none')}>
          {t('noneText')}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-separator">
          {periods.map((period) => (
            <li key={period.from}>
              <Link
                href={{
                  pathname: '/property/[id]/statement/[period]',
                  params: { id: propertyId, period: writePeriod(period) },
                }}
                className="flex items-center gap-3 px-5 py-4 hover:bg-surface-secondary md:px-6"
              >
                <span className="min-w-0 flex-1">
                  <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                    {words.shortPeriod(period)}
                    {period.isRunning && <StatusChip>{t('running')}</StatusChip>}
                    {period.isSent && <StatusChip tone="success">{t('sent')}</StatusChip>}
                    {period.isLate && period.isBooked && !period.isSent && (
                      <StatusChip tone="danger">{t('late')}</StatusChip>
                    )}
                  </span>
                  <span className="mt-0.5 block text-sm text-muted">
                    <Until period={period} words={words} />
                  </span>
                </span>
                {period.isBooked && <Money amountCents={period.paidCents} />}
                <Icon icon={chevronRightIcon} className="text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

type Listed = Outputs['costStatement']['periods']['periods'][number];

/** Until when it has to be received; of a year before the books begin, that they say nothing of it. */
function Until({ period, words }: { period: Listed; words: Awaited<ReturnType<typeof readerWords>> }) {
  const { t } = words;
  if (!period.isBooked && !period.isRunning) return t('notBooked');
  return period.deadline ? t('deadline', { day: words.day(period.deadline) }) : t('paidInIt');
}
