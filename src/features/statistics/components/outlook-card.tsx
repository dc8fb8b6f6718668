import { useTranslations } from 'next-intl';
import { ExplainButton } from '@/components/explain/explain-button';
import { trpc } from '@/trpc/client';
import { outlook } from '../outlook-rules';
import { ChartCard } from './chart-card';
import { useOutlookChart } from './use-chart-data';

/** What the twelve months after this one bring by what is agreed today. */
export function OutlookCard({ subject }: { subject: { propertyId: string | null; unitId: string | null } }) {
  const t = useTranslations('Statistics');
  const [ahead] = trpc.statistics.outlook.useSuspenseQuery(subject);
  const chart = useOutlookChart(ahead.months);
  return (
    <ChartCard
      data={chart}
      fileName={`hausbuch-outlook-${ahead.today}`}
      explain={<ExplainButton trace={outlook(ahead.months).trace} className="text-muted" />}
    >
      {ahead.leaseCount + ahead.itemCount > 0 &&
        t('outlookText', {
          leases: ahead.leaseCount,
          items: ahead.itemCount,
          ending: ahead.endingCount,
        })}
    </ChartCard>
  );
}
