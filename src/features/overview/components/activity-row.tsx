import { useTranslations } from 'next-intl';
import { Fragment, type ReactNode } from 'react';
import { Icon } from '@/components/icon';
import { Money } from '@/components/money';
import { formatInstant } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { Link } from '@/i18n/navigation';
import type { Outputs } from '@/trpc/outputs';
import { actionIcon, knownAction } from './audit-words';

type Event = Outputs['overview']['activity']['rows'][number];

/** One change in words: what, of what or whom, by whom and when; what still exists is a link. */
export function ActivityRow({ event, timeZone }: { event: Event; timeZone: string }) {
  const t = useTranslations('Activity');
  const formats = useFormats();
  const known = knownAction(event.action);
  const actor =
    event.actorKind === 'system' ? t('automatic') : event.isOwn ? t('you') : event.actorName || t('member');
  const author = event.isByItself ? t('byItself', { name: actor }) : actor;
  return (
    <li className="flex items-start gap-3.5 px-5 py-3 text-sm">
      <Icon icon={actionIcon(event.action)} className="mt-[3px] text-muted" />
      <p className="min-w-0 flex-1">
        {known ? t(`actions.${known}`) : t('other')}
        <EventDetail event={event} />
        <span className="block text-xs text-muted tabular-nums sm:hidden">
          {author} · {formatInstant(event.at, timeZone, formats)}
        </span>
      </p>
      <p className="hidden shrink-0 text-end text-xs leading-[1.375rem] text-muted tabular-nums sm:block">
        {author} · <time dateTime={event.at.toISOString()}>{formatInstant(event.at, timeZone, formats)}</time>
      </p>
    </li>
  );
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
  const pathname =
    event.entity === 'property' ? '/property/[id]' : event.entity === 'tenant' ? '/tenant/[id]' : null;
  if (!event.isPresent || pathname === null) return <span className="font-medium">{label}</span>;
  return (
    <Link href={{ pathname, params: { id: event.entityId } }} className="font-medium hover:underline">
      {label}
    </Link>
  );
}
