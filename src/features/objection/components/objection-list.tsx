'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { EmptyState } from '@/components/empty-state';
import { mailIcon, pencilIcon, plusIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { Section } from '@/components/section';
import { StatusChip } from '@/components/status-chip';
import { compareDates } from '@/lib/calendar';
import type { Outputs } from '@/trpc/outputs';

const ObjectionDialog = lazyDialog(async () => (await import('./objection-dialog')).ObjectionDialog);

export type ObjectionRow = NonNullable<Outputs['objection']['list']>['rows'][number];

/** What a version of a statement told a lease, in words. */
export type Told = {
  statementLeaseId: string;
  name: string;
  version: number | null;
  until: string | null;
  lines: readonly { id: string; label: string }[];
};

/** Objections against a statement that was sent, each with its answer, and until when there may be more. */
export function ObjectionList({
  rows,
  told,
  isGerman,
  today,
  canEdit,
}: {
  rows: readonly ObjectionRow[];
  told: readonly Told[];
  isGerman: boolean;
  today: string;
  canEdit: boolean;
}) {
  const t = useTranslations('Objections');
  const [opened, setOpened] = useState<ObjectionRow | 'new' | null>(null);
  const toldOf = (row: ObjectionRow) =>
    told.find(({ statementLeaseId }) => statementLeaseId === row.statementLeaseId);
  return (
    <Section
      id="objections"
      title={t('title')}
      description={t(isGerman ? 'text' : 'textAbroad')}
      actions={
        canEdit && (
          <Button look="tertiary" size="sm" icon={plusIcon} onClick={() => setOpened('new')}>
            {t('add')}
          </Button>
        )
      }
      flush
    >
      {rows.length === 0 ? (
        <EmptyState icon={mailIcon} title={t('none')}>
          {t('noneText')}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-separator">
          {rows.map((row) => (
            <li key={row.id} className="flex items-start justify-between gap-4 px-5 py-4 md:px-6">
              <Objection row={row} told={toldOf(row)} />
              {canEdit && (
                <Button
                  look="ghost"
                  size="sm"
                  iconOnly
                  icon={pencilIcon}
                  aria-label={t('editOf', { name: toldOf(row)?.name ?? '' })}
                  className="text-muted"
                  onClick={() => setOpened(row)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <Until told={told} today={today} />
      {opened && (
        <ObjectionDialog
          row={opened === 'new' ? null : (rows.find(({ id }) => id === opened.id) ?? opened)}
          told={told}
          today={today}
          onClose={() => setOpened(null)}
        />
      )}
    </Section>
  );
}

function Objection({ row, told }: { row: ObjectionRow; told: Told | undefined }) {
  const t = useTranslations('Objections');
  const lines = told?.lines.filter(({ id }) => row.lineIds.includes(id)) ?? [];
  return (
    <div className="grid min-w-0 gap-1.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{told?.name}</span>
        <StatusChip tone={row.answeredOn === null ? 'warning' : 'success'}>
          {t(row.answeredOn === null ? 'waits' : 'isAnswered')}
        </StatusChip>
        {row.isLate && <StatusChip tone="danger">{t('late')}</StatusChip>}
      </p>
      <p className="text-sm text-muted">
        {t('received')} <DateText day={row.receivedOn} />
        {told?.version !== null && told?.version !== undefined && (
          <> · {t('ofVersion', { version: String(told.version) })}</>
        )}
        {lines.length > 0 && <> · {lines.map(({ label }) => label).join(', ')}</>}
      </p>
      <p className="whitespace-pre-line break-words text-sm">{row.text}</p>
      {row.isLate && told?.until && (
        <p className="text-sm text-danger">
          {t.rich('lateText', { day: () => <DateText day={told.until ?? ''} /> })}
        </p>
      )}
      {row.answeredOn !== null && (
        <p className="break-words border-l-2 border-separator pl-3 text-sm">
          <span className="text-muted">
            {t('answered')} <DateText day={row.answeredOn} />
          </span>
          {row.answer !== null && <span className="block whitespace-pre-line">{row.answer}</span>}
        </p>
      )}
    </div>
  );
}

/** Until when objections are heard, of the version that holds; leases with the same day together. */
function Until({ told, today }: { told: readonly Told[]; today: string }) {
  const t = useTranslations('Objections');
  const byDay = Map.groupBy(
    told.filter(({ until, version }) => until !== null && version === null),
    ({ until }) => until ?? '',
  );
  if (byDay.size === 0) return null;
  return (
    <ul className="grid gap-1 border-t border-separator px-5 py-3 text-sm text-muted md:px-6">
      {[...byDay]
        .toSorted(([one], [other]) => compareDates(one, other))
        .map(([day, some]) => (
          <li key={day}>
            {t.rich(day < today ? 'over' : 'until', {
              day: () => <DateText day={day} />,
              names: some.map(({ name }) => name).join(', '),
            })}
          </li>
        ))}
    </ul>
  );
}
