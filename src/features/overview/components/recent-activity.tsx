'use client';

import { useTranslations } from 'next-intl';
import { Fragment, type ReactNode } from 'react';
import { Icon } from '@/components/icon';
import { Money } from '@/components/money';
import { Section } from '@/components/section';
import { formatInstant } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { Link } from '@/i18n/navigation';
import { actionIcon, knownAction } from './audit-words';

type Event = {
  id: string;
  at: Date;
  actorKind: string;
  isOwn: boolean;
  action: string;
  entity: string;
  entityId: string;
  label: string | null;
  isPresent: boolean;
  tenants: readonly { id: string; name: string }[];
  amountCents: number | null;
};

/** The last changes in words; what still exists is a link. */
export function RecentActivity({ events, timeZone }: { events: readonly Event[]; timeZone: string }) {
  const t = useTranslations('Activity');
  const formats = useFormats();
  if (events.length === 0) return null;
  return (
    <Section id="activity" title={t('title')} flush>
      <ol className="divide-y divide-separator">
        {events.map((event) => {
          const known = knownAction(event.action);
          return (
            <li key={event.id} className="flex items-start gap-3.5 px-5 py-3 text-sm">
              <Icon icon={actionIcon(event.action)} className="mt-[3px] text-muted" />
              <p className="min-w-0 flex-1">
                {known ? t(`actions.${known}`) : t('other')}
                <EventDetail event={event} />
                <span className="block text-xs text-muted tabular-nums sm:hidden">
                  {byWhom(event)} · {formatInstant(event.at, timeZone, formats)}
                </span>
              </p>
              <p className="hidden shrink-0 text-end text-xs leading-[1.375rem] text-muted tabular-nums sm:block">
                {byWhom(event)} ·{' '}
                <time dateTime={event.at.toISOString()}>{formatInstant(event.at, timeZone, formats)}</time>
              </p>
            </li>
          );
        })}
      </ol>
    </Section>
  );

  function byWhom(event: Event) {
    if (event.actorKind === 'system') return t('automatic');
    return event.isOwn ? t('you') : t('member');
  }
}

/** Of what or whom, and how much, as far as the change says so. */
function EventDetail({ event }: { event: Event }) {
  const parts: { key: string; part: ReactNode }[] = [];
  if (event.label !== null) {
    parts.push({ key: 'label', part: <EventLabel event={event} label={event.label} /> });
  }
  const [tenant] = event.tenants;
  if (tenant) {
    parts.push({
      key: 'tenants',
      part: (
        <Link
          href={{ pathname: '/tenant/[id]', params: { id: tenant.id } }}
          className="font-medium hover:underline"
        >
          {event.tenants.map((one) => one.name).join(', ')}
        </Link>
      ),
    });
  }
  if (event.amountCents !== null) {
    parts.push({ key: 'amount', part: <Money amountCents={event.amountCents} /> });
  }
  return parts.map(({ key, part }, index) => (
    <Fragment key={key}>
      {index === 0 ? ': ' : ', '}
      {part}
    </Fragment>
  ));
}

function EventLabel({ event, label }: { event: Event; label: string }) {
  const className = 'font-medium hover:underline';
  if (!event.isPresent) return <span className="font-medium">{label}</span>;
  if (event.entity === 'property') {
    return (
      <Link href={{ pathname: '/property/[id]', params: { id: event.entityId } }} className={className}>
        {label}
      </Link>
    );
  }
  if (event.entity === 'tenant') {
    return (
      <Link href={{ pathname: '/tenant/[id]', params: { id: event.entityId } }} className={className}>
        {label}
      </Link>
    );
  }
  return <span className="font-medium">{label}</span>;
}
