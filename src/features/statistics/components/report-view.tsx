import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { EmptyState } from '@/components/empty-state';
import { chartColumnIcon } from '@/components/icons';
import { lazyPart } from '@/components/lazy-part';
import { Notice } from '@/components/notice';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { Period } from '@/lib/period';
import { trpc } from '@/trpc/client';
import { isBlankReport } from '../report-rules';
import { ChartCard } from './chart-card';
import { OutlookCard } from './outlook-card';
import { ChartSkeleton } from './report-skeleton';
import { ReportTiles } from './report-tiles';
import { useReportCharts } from './use-chart-data';

/** Of most properties there is nothing to share out. */
const OwnerTable = lazyPart(async () => ({ default: (await import('./owner-table')).OwnerTable }));

export type Asked = { propertyId: string | null; unitId: string | null } & Period;

/** The figures and charts of what was asked. */
export function ReportView({ asked }: { asked: Asked }) {
  const t = useTranslations('Statistics');
  const formats = useFormats();
  const [report] = trpc.statistics.report.useSuspenseQuery(asked);
  const charts = useReportCharts(report);
  const { counted, previousPeriod } = report;
  const days = (period: Period) =>
    t('counted', { from: formatDate(period.from, formats), to: formatDate(period.to, formats) });
  const subject = { propertyId: asked.propertyId, unitId: asked.unitId };
  const isBlank = isBlankReport(report);
  const fileName = (what: string) => `hausbuch-${what}-${asked.from}-${counted?.to ?? asked.to}`;
  return (
    <div className="grid gap-3 md:gap-4">
      {isBlank ? null : counted && previousPeriod ? (
        <>
          <p className="text-sm text-muted">
            {t('compared', { period: days(counted), previous: days(previousPeriod) })}
          </p>
          <ReportTiles report={report} />
          {report.owners && (
            <OwnerTable report={report} owners={report.owners} fileName={fileName('owners')} />
          )}
        </>
      ) : (
        <Notice>{t('ahead')}</Notice>
      )}
      <div className="grid gap-3 md:gap-4 lg:grid-cols-2">
        {isBlank && (
          <div className="rounded-2xl bg-surface shadow-surface">
            <EmptyState icon={chartColumnIcon} title={t('blankTitle')}>
              {t('blankText')}
            </EmptyState>
          </div>
        )}
        {counted && !isBlank && (
          <>
            <ChartCard data={charts.money} fileName={fileName('money')} />
            <ChartCard data={charts.claims} fileName={fileName('due-received')} />
            <ChartCard data={charts.days} fileName={fileName('days')} />
            <ChartCard data={charts.arrears} fileName={`hausbuch-arrears-${report.today}`} />
            <ChartCard data={charts.categories} fileName={fileName('expenses')} />
          </>
        )}
        <Suspense fallback={<ChartSkeleton />}>
          <OutlookCard subject={subject} />
        </Suspense>
      </div>
    </div>
  );
}
