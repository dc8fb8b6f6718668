'use client';

import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { EmptyState } from '@/components/empty-state';
import { Icon } from '@/components/icon';
import {
  calendarClockIcon,
  chevronRightIcon,
  circleAlertIcon,
  circleCheckIcon,
  coinsIcon,
  doorOpenIcon,
  fileTextIcon,
} from '@/components/icons';
import { Section } from '@/components/section';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { Link } from '@/i18n/navigation';
import type { Outputs } from '@/trpc/outputs';

type Overview = Outputs['overview']['get'];
type Line = {
  key: string;
  icon: string;
  tone: string;
  text: string;
  href: ComponentProps<typeof Link>['href'];
};

/** What waits for somebody today, each line leading to the list of it. */
export function AttentionList({
  overview: { arrears, attention, occupancy, setup },
}: {
  overview: Pick<Overview, 'arrears' | 'attention' | 'occupancy' | 'setup'>;
}) {
  const t = useTranslations('Overview');
  const formats = useFormats();
  const { endingLeases, expiringDocuments, credit } = attention;
  const all: (Line | false)[] = [
    arrears.leases > 0 && {
      key: 'arrears',
      icon: circleAlertIcon,
      tone: 'text-danger',
      text: t('waits.arrears', {
        leases: arrears.leases,
        amount: formatMoney(arrears.cents, formats.currency, formats),
      }),
      href: '/dashboard/arrears',
    },
    endingLeases > 0 && {
      key: 'ending',
      icon: calendarClockIcon,
      tone: 'text-muted',
      text: t('waits.ending', { count: endingLeases }),
      href: { pathname: '/dashboard/tenants', query: { only: 'ending', sort: 'ends' } },
    },
    occupancy.vacantCount > 0 && {
      key: 'vacant',
      icon: doorOpenIcon,
      tone: 'text-muted',
      text: t('waits.vacant', { count: occupancy.vacantCount }),
      href: { pathname: '/dashboard/properties', query: { only: 'vacant' } },
    },
    expiringDocuments > 0 && {
      key: 'documents',
      icon: fileTextIcon,
      tone: 'text-muted',
      text: t('waits.documents', { count: expiringDocuments }),
      href: { pathname: '/dashboard', hash: 'dates' },
    },
    credit.leases > 0 && {
      key: 'credit',
      icon: coinsIcon,
      tone: 'text-muted',
      text: t('waits.credit', {
        leases: credit.leases,
        amount: formatMoney(credit.cents, formats.currency, formats),
      }),
      href: { pathname: '/dashboard/tenants', query: { only: 'credit' } },
    },
  ];
  const lines = all.filter((line) => line !== false);
  return (
    <Section id="attention" title={t('waits.title')} flush>
      {lines.length === 0 ? (
        <EmptyState icon={circleCheckIcon} title={t('waits.nothing')}>
          {setup.hasLease ? t('waits.nothingText') : t('noLeaseYet')}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-separator">
          {lines.map(({ key, icon, tone, text, href }) => (
            <li key={key}>
              <Link
                href={href}
                className="flex min-h-13 items-center gap-3.5 px-5 py-3 transition-colors hover:bg-surface-secondary"
              >
                <Icon icon={icon} className={`size-[1.125rem] ${tone}`} />
                <span className="min-w-0 flex-1">{text}</span>
                <Icon icon={chevronRightIcon} className="text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
