import { useTranslations } from 'next-intl';
import { useDeferredValue, useState } from 'react';
import { UNUSED_MONTHS } from '@/bank/orders/mandate';
import { Button } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { DateField } from '@/components/form/date-field';
import { landmarkIcon } from '@/components/icons';
import { LinkButton } from '@/components/link-button';
import { Notice } from '@/components/notice';
import { showView } from '@/components/show-view';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { CollectForm } from './collect-form';

type Due = Outputs['debit']['due'];

/** What may be collected on a day. */
export function Collect({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('Debits');
  const formats = useFormats();
  const [wishedOn, setWishedOn] = useState<string | null>(null);
  // What was shown stays until the other day is there.
  const shownFor = useDeferredValue(wishedOn);
  const [due] = trpc.debit.due.useSuspenseQuery({ wishedOn: shownFor });
  const [mandates] = trpc.debit.mandates.useSuspenseQuery({ limit: 1 });
  if (mandates.rows.length === 0 || due.accounts.every((account) => account.creditorIdentifier === null)) {
    return <Need due={due} canEdit={canEdit} hasMandate={mandates.rows.length > 0} />;
  }
  const day = (
    <DateField
      name={null}
      label={t('collectOn')}
      hint={t('collectHint', { day: formatDate(due.collectOn, formats) })}
      defaultDay={due.collectOn}
      onDayChange={setWishedOn}
      className="max-w-64"
    />
  );
  return (
    <div className="grid grid-cols-1 gap-4">
      <Lapsed rows={due.lapsed} />
      {due.rows.length > 0 ? (
        <CollectForm due={due} day={day} canEdit={canEdit} isStale={shownFor !== wishedOn} />
      ) : (
        <div className="rounded-2xl bg-surface p-4 shadow-surface">
          {day}
          <EmptyState level={2} icon={landmarkIcon} title={t('nothingTitle')}>
            {t('nothingText', { day: formatDate(due.collectOn, formats) })}
          </EmptyState>
        </div>
      )}
    </div>
  );
}

/** Whose mandate nobody used for so long that the next debit needs a new one. */
function Lapsed({ rows }: { rows: Due['lapsed'] }) {
  const t = useTranslations('Debits');
  if (rows.length === 0) return null;
  return (
    <Notice tone="warning" title={t('lapsedTitle', { count: rows.length })}>
      <p>{t('lapsedText', { months: UNUSED_MONTHS })}</p>
      <ul>
        {rows.map((row) => (
          <li key={row.mandateId} className="break-words">
            {row.lease.tenants.join(', ')} · {row.lease.place} · {row.reference}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** What somebody needs who has never collected before, with the way to each. */
function Need({ due, canEdit, hasMandate }: { due: Due; canEdit: boolean; hasMandate: boolean }) {
  const t = useTranslations('Debits');
  const hasCreditor = due.accounts.some((account) => account.creditorIdentifier !== null);
  const hasAccount = due.accounts.length > 0;
  return (
    <div className="rounded-2xl bg-surface shadow-surface">
      <EmptyState
        level={2}
        icon={landmarkIcon}
        title={t('needTitle')}
        action={
          canEdit && (
            <>
              {!hasCreditor && (
                <LinkButton href={{ pathname: '/dashboard/settings/landlords', hash: '#accounts' }}>
                  {t(hasAccount ? 'needCreditorId' : 'needAccount')}
                </LinkButton>
              )}
              {!hasMandate && (
                <Button
                  look={hasCreditor ? 'primary' : 'secondary'}
                  onClick={() => showView('mandates', 'collect')}
                >
                  {t('needMandate')}
                </Button>
              )}
            </>
          )
        }
      >
        {hasAccount ? t('needText') : `${t('needText')} ${t('needEea')}`}
      </EmptyState>
    </div>
  );
}
