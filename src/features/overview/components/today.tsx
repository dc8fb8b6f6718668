'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EmptyState } from '@/components/empty-state';
import { Icon } from '@/components/icon';
import { building2Icon, chevronRightIcon } from '@/components/icons';
import { LinkButton } from '@/components/link-button';
import { formatMoney, formatMonth } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { Link } from '@/i18n/navigation';
import { monthOf } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { SetupReminder } from './setup-reminder';
import { type Doing, TodayDialog } from './today-dialogs';
import { TodayList } from './today-list';

/** What came in, and what is to be done: each thing once, finished where it stands. */
export function Today({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('Overview');
  const [overview] = trpc.overview.get.useSuspenseQuery();
  const [doing, setDoing] = useState<Doing | null>(null);
  const { setup } = overview;

  if (!setup.hasProperty) {
    return (
      <div className="rounded-2xl bg-surface py-6 shadow-surface">
        <EmptyState
          level={2}
          icon={building2Icon}
          title={t('empty.title')}
          action={canEdit && <LinkButton href="/dashboard/setup">{t('empty.action')}</LinkButton>}
        >
          {t('empty.text')}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-6 md:gap-8">
      <MonthSentence month={overview.month} today={overview.today} />
      {canEdit && <SetupReminder setup={setup} />}
      <TodayList overview={overview} onDo={canEdit ? setDoing : null} />
      {doing && <TodayDialog doing={doing} onDo={setDoing} />}
    </div>
  );
}

type Overview = Outputs['overview']['get'];

/** How much of the month’s rent is in, in one sentence, as the page of the rents has it. */
function MonthSentence({ month, today }: Pick<Overview, 'month' | 'today'>) {
  const t = useTranslations('Overview');
  const formats = useFormats();
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  const name = formatMonth(monthOf(today), formats);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
      <p role="status" className="text-lg font-medium text-balance md:text-xl">
        {month.leases === 0
          ? t('noRent', { month: name })
          : t(month.openLeases === 0 ? 'allIn' : 'sentence', {
              month: name,
              received: money(month.receivedCents),
              due: money(month.dueCents),
              count: month.openLeases,
            })}
      </p>
      <Link
        href="/dashboard/rent"
        className="inline-flex items-center gap-1 text-sm font-medium text-link hover:underline"
      >
        {t('allRents')}
        <Icon icon={chevronRightIcon} className="size-3.5" />
      </Link>
    </div>
  );
}
