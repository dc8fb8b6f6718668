import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { EmptyState } from '@/components/empty-state';
import { circleCheckIcon } from '@/components/icons';
import { lazyPart } from '@/components/lazy-part';
import { Section } from '@/components/section';
import { Link } from '@/i18n/navigation';
import { compareDates } from '@/lib/calendar';
import type { Outputs } from '@/trpc/outputs';
import { SHOWN_OF_EACH } from '../pages';
import type { Doing } from './today-dialogs';
import { BeginningRow, CreditRow, DebtorRow, EndingRow } from './today-lease-rows';
import { VacancyRow } from './today-vacancy-row';

// Rarely there, and a page of every day is quick without them.
const SoldRow = lazyPart(() => import('./today-sold-row').then((module) => ({ default: module.SoldRow })));
const BankRow = lazyPart(() => import('./today-bank-row').then((module) => ({ default: module.BankRow })));
const PaperRow = lazyPart(() => import('./today-paper-row').then((module) => ({ default: module.PaperRow })));
const DepositRow = lazyPart(() =>
  import('./today-deposit-row').then((module) => ({ default: module.DepositRow })),
);
const LetterRow = lazyPart(() =>
  import('./today-letter-row').then((module) => ({ default: module.LetterRow })),
);
const RestingRow = lazyPart(() =>
  import('./today-letter-row').then((module) => ({ default: module.RestingRow })),
);
const StatementRow = lazyPart(() =>
  import('./today-statement-row').then((module) => ({ default: module.StatementRow })),
);
const ObjectionRow = lazyPart(() =>
  import('./today-statement-row').then((module) => ({ default: module.ObjectionRow })),
);

type Overview = Outputs['overview']['get'];
type Dated = { on: string; key: string; row: ReactNode };

/**
 * Everything to be done in one list: what the bank brought, who owes, what went by itself, then what comes by its day, then what
 * stands empty, then credit.
 */
export function TodayList({
  overview,
  onDo,
}: {
  overview: Overview;
  /** Null for those who only read. */
  onDo: ((doing: Doing) => void) | null;
}) {
  const t = useTranslations('Overview');
  const { today, debtors, endings, beginnings, papers, statements, objections, vacancies, credits } =
    overview;
  const { letters, sold, deposits } = overview;
  const dated: Dated[] = [
    ...endings.map((row) => ({
      on: row.endsOn,
      key: `ends ${row.leaseId}`,
      row: <EndingRow key={`ends ${row.leaseId}`} row={row} today={today} onDo={onDo} />,
    })),
    ...papers.map((paper) => ({
      on: paper.on,
      key: paper.documentId,
      row: (
        <Suspense key={paper.documentId}>
          <PaperRow paper={paper} today={today} onDo={onDo} />
        </Suspense>
      ),
    })),
    ...statements.map((row) => ({
      on: row.deadline,
      key: `statement ${row.propertyId}`,
      row: (
        <Suspense key={`statement ${row.propertyId}`}>
          <StatementRow row={row} today={today} />
        </Suspense>
      ),
    })),
    ...objections.map((row) => ({
      on: row.receivedOn,
      key: `objection ${row.id}`,
      row: (
        <Suspense key={`objection ${row.id}`}>
          <ObjectionRow row={row} canEdit={onDo !== null} />
        </Suspense>
      ),
    })),
    ...deposits.map((row) => ({
      on: row.returnDueOn ?? row.endsOn,
      key: `deposit ${row.leaseId}`,
      row: (
        <Suspense key={`deposit ${row.leaseId}`}>
          <DepositRow row={row} today={today} />
        </Suspense>
      ),
    })),
    ...beginnings.map((row) => ({
      on: row.startsOn,
      key: `starts ${row.leaseId}`,
      row: <BeginningRow key={`starts ${row.leaseId}`} row={row} today={today} onDo={onDo} />,
    })),
  ].toSorted((a, b) => compareDates(a.on, b.on) || (a.key < b.key ? -1 : 1));
  const alone = [overview.isResting, overview.waitingLines > 0].filter(Boolean).length;
  const named = [debtors.rows, letters, sold, dated, vacancies, credits];
  const count = alone + named.reduce((sum, rows) => sum + rows.length, 0);
  return (
    <Section id="today" title={t('waits.title')} flush>
      {count === 0 ? (
        <EmptyState icon={circleCheckIcon} title={t('waits.nothing')}>
          {overview.setup.hasLease ? t('waits.nothingText') : t('noLeaseYet')}
        </EmptyState>
      ) : (
        <ul className="today-list">
          {overview.isResting && (
            <Suspense>
              <RestingRow canEdit={onDo !== null} />
            </Suspense>
          )}
          {overview.waitingLines > 0 && (
            <Suspense>
              <BankRow
                count={overview.waitingLines}
                isAnyoneOwing={debtors.count > 0}
                canEdit={onDo !== null}
              />
            </Suspense>
          )}
          {debtors.rows.map((row) => (
            <DebtorRow key={row.leaseId} row={row} today={today} onDo={onDo} />
          ))}
          {debtors.count > debtors.rows.length && (
            <More href={{ pathname: '/dashboard/rent', query: { show: 'open' } }}>
              {t('more.open', { count: debtors.count })}
            </More>
          )}
          {letters.map((row) => (
            <Suspense key={row.letterId}>
              <LetterRow row={row} />
            </Suspense>
          ))}
          {sold.map((row) => (
            <Suspense key={`sold ${row.propertyId}`}>
              <SoldRow row={row} canEdit={onDo !== null} />
            </Suspense>
          ))}
          {dated.map(({ row }) => row)}
          {endings.length === SHOWN_OF_EACH && (
            <More href={{ pathname: '/dashboard/tenants', query: { only: 'ending', sort: 'ends' } }}>
              {t('more.ending')}
            </More>
          )}
          {vacancies.map((unit) => (
            <VacancyRow key={unit.unitId} unit={unit} today={today} onDo={onDo} />
          ))}
          {vacancies.length === SHOWN_OF_EACH && (
            <More href={{ pathname: '/dashboard/properties', query: { only: 'vacant' } }}>
              {t('more.vacant')}
            </More>
          )}
          {credits.map((row) => (
            <CreditRow key={`credit ${row.leaseId}`} row={row} today={today} onDo={onDo} />
          ))}
          {credits.length === SHOWN_OF_EACH && (
            <More href={{ pathname: '/dashboard/tenants', query: { only: 'credit' } }}>
              {t('more.credit')}
            </More>
          )}
        </ul>
      )}
    </Section>
  );
}

/** Where all of a kind stand, when they are too many for the list. */
function More({ href, children }: { href: ComponentProps<typeof Link>['href']; children: ReactNode }) {
  return (
    <li>
      <Link href={href} className="block px-5 py-3 text-sm font-medium text-accent hover:underline">
        {children}
      </Link>
    </li>
  );
}
