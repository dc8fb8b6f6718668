import { BackLink } from '@/components/back-link';
import 'server-only';
import { Notice } from '@/components/notice';
import { StatTile, StatTiles } from '@/components/stat-tile';
import { StatusChip } from '@/components/status-chip';
import type { Period } from '@/lib/period';
import type { Outputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/server';
import { readerWords } from '../words-gate';
import { NewAdvances } from './new-advances';
import { ResultTile } from './result-tile';
import { SendButton } from './send-button';
import { SendLetters } from './send-letters';
import { StatementAssociations } from './statement-associations';
import { StatementChecks } from './statement-checks';
import { StatementLines } from './statement-lines';
import { StatementOutlook } from './statement-outlook';
import { StatementPlants } from './statement-plants';
import { StatementResults } from './statement-results';
import { VersionNotice } from './version-notice';

/** The statement of a period: what it comes to, what is in its way, and how each figure came about. */
export async function StatementReport({
  propertyId,
  period,
  version,
  slips,
  canEdit,
}: {
  propertyId: string;
  period: Period;
  /** Null: the last one sent, or how it stands. */
  version: number | null;
  /** Leases whose first statement had an obvious slip. */
  slips: string[];
  canEdit: boolean;
}) {
  const view = await trpc.costStatement.get({ propertyId, version, slips, ...period });
  const words = await readerWords(view);
  const { t } = words;
  const { summary } = view;
  return (
    <div className="grid grid-cols-1 gap-8">
      <div>
        <BackLink href={{ pathname: '/property/[id]/statement', params: { id: propertyId } }}>
          {t('back')}
        </BackLink>
        <h2 className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xl font-semibold">
          {words.shortPeriod(view.period)}
          {view.isRunning && <StatusChip>{t('running')}</StatusChip>}
        </h2>
        {view.deadline && (
          <p className="text-sm text-muted">{t('deadline', { day: words.day(view.deadline) })}</p>
        )}
      </div>
      <VersionNotice view={view} words={words} place={{ propertyId, period }} canEdit={canEdit} />
      {view.sent && (
        <NewAdvances
          sent={view.sent}
          leases={view.leases}
          isGerman={view.isGerman}
          words={words}
          place={{ propertyId, ...period }}
          canEdit={canEdit}
        />
      )}
      {canEdit && view.sent && view.sent.toSend > 0 && (
        <div className="grid gap-3">
          {view.sent.claims && (
            <Notice tone={view.sent.claims.isLate ? 'warning' : 'info'}>
              {t(`sendLetters.${view.sent.claims.isLate ? 'tooLate' : 'inTime'}`, {
                day: words.day(view.sent.claims.until),
              })}
            </Notice>
          )}
          <div>
            <SendLetters
              place={{ propertyId, ...period }}
              version={view.version}
              count={view.sent.toSend}
              noMail={view.sent.noMail}
            />
          </div>
        </div>
      )}
      {view.isRunning && <Notice>{t('runningText')}</Notice>}
      {view.outlook && (
        <StatementOutlook
          outlook={view.outlook}
          words={words}
          named={await readerWords({ ...view, named: [...view.named, ...view.outlook.missing] })}
        />
      )}
      <StatTiles>
        <StatTile label={t('costs')} value={words.money(summary.billsCents)} hint={t('costsHint')} />
        <StatTile label={t('tenantsBear')} value={words.money(summary.tenantsCents)} />
        <StatTile
          label={t('advancesPaid')}
          value={words.money(summary.advancesPaidCents)}
          hint={t('advancesHint')}
        />
        <ResultTile view={view} words={words} />
      </StatTiles>
      <StatementPlants view={view} words={words} propertyId={propertyId} isOpen={canEdit && !view.sent} />
      <StatementAssociations
        view={view}
        words={words}
        propertyId={propertyId}
        isOpen={canEdit && !view.sent}
      />
      {!view.sent && <StatementChecks view={view} words={words} propertyId={propertyId} isOpen={canEdit} />}
      {canEdit && !view.sent && view.isWhole && !isSettledAlready(view) && (
        <SendButton
          propertyId={propertyId}
          period={period}
          corrects={view.versions.at(-1)?.version ?? null}
          slips={slips}
          senderGap={view.senderGap}
        />
      )}
      <StatementResults
        view={view}
        words={words}
        isDraft={!view.sent}
        letters={view.isRunning ? null : letterQuery(propertyId, view, slips)}
        slips={canEdit && view.corrected && !view.sent ? { propertyId, ids: slips } : null}
        differences={view.corrected?.differences ?? null}
        sent={view.sent?.letters ?? []}
      />
      <StatementLines view={view} words={words} propertyId={propertyId} isOpen={canEdit && !view.sent} />
    </div>
  );
}

const letterQuery = (
  propertyId: string,
  { period, version }: Outputs['costStatement']['get'],
  slips: readonly string[],
): Record<string, string> => ({
  ...{ propertyId, ...period, version: String(version) },
  ...(slips.length > 0 && { slips: slips.join(',') }),
});

/** Nothing has changed since the last version. */
const isSettledAlready = ({ corrected }: Outputs['costStatement']['get']) =>
  corrected !== null && !corrected.isOtherwise;
