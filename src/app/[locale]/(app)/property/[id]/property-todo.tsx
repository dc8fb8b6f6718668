'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import {
  calendarClockIcon,
  circleAlertIcon,
  doorOpenIcon,
  fileTextIcon,
  userPlusIcon,
  usersIcon,
} from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { LinkButton } from '@/components/link-button';
import { Money } from '@/components/money';
import { Section } from '@/components/section';
import { LeaseDialog } from '@/features/lease/components/lease-dialog';
import { isSold } from '@/features/occupancy/owned-rules';
import { comingUntil } from '@/features/occupancy/term-rules';
import { TodayRow } from '@/features/overview/components/today-row';
import { type PropertyDetails, useProperty } from '@/features/property/components/use-property';
import { addDays, type CalendarDate } from '@/lib/calendar';

const OwnersDialog = lazyDialog(
  async () => (await import('@/features/property/components/owners-dialog')).OwnersDialog,
);

/** The rest is in the table of units. */
const shownAtMost = 6;

type Waiting = {
  key: string;
  icon: string;
  isLate?: boolean;
  name: string;
  note?: string;
  end: ReactNode;
  action: ReactNode;
};

/**
 * What waits in this property: open rent, an owner to enter, leases that end, units without a tenant, a certificate that runs
 * out.
 */
export function PropertyTodo({
  served,
  today,
  canEdit,
  isOwner,
}: {
  served: PropertyDetails;
  /** In the portfolio's time zone. */
  today: CalendarDate;
  canEdit: boolean;
  isOwner: boolean;
}) {
  const t = useTranslations('PropertyTodo');
  const property = useProperty(served);
  const [lettingId, setLettingId] = useState<string | null>(null);
  const [isOwning, setOwning] = useState(false);
  const does = canEdit ? { onLet: setLettingId, onOwn: () => setOwning(true) } : null;
  const waiting = useWaiting(property, today, does);
  if (property.archivedAt || isSold(property, today) || waiting.length === 0) return null;
  return (
    <Section id="todo" title={t('title')} flush>
      <ul className="today-list">
        {waiting.slice(0, shownAtMost).map(({ key, icon, isLate, name, note, end, action }) => (
          <TodayRow key={key} icon={icon} tone={isLate ? 'danger' : 'plain'} end={end} actions={action}>
            <p className="line-clamp-2 font-medium break-words">{name}</p>
            {note && <p className="line-clamp-2 text-sm break-words text-muted">{note}</p>}
          </TodayRow>
        ))}
      </ul>
      {lettingId !== null && (
        <LeaseDialog propertyId={property.id} unitId={lettingId} onDone={() => setLettingId(null)} />
      )}
      {isOwning && <OwnersDialog open property={property} isOwner={isOwner} onOpenChange={setOwning} />}
    </Section>
  );
}

function useWaiting(
  { id, units, soldOn, arrearsCents, lacksOwner, energyCertificateValidUntil: validUntil }: PropertyDetails,
  today: CalendarDate,
  does: { onLet: (unitId: string) => void; onOwn: () => void } | null,
): Waiting[] {
  const t = useTranslations('PropertyTodo');
  const soon = comingUntil(today);
  const inUse = units.filter((unit) => unit.archivedAt === null);
  const to = (page: 'rent' | 'tenants' | 'secondary', words: string) => (
    <LinkButton look="tertiary" size="sm" href={{ pathname: `/property/[id]/${page}`, params: { id } }}>
      {words}
    </LinkButton>
  );
  const on = (words: string, day: CalendarDate) => (
    <p className="font-medium">
      {words} <DateText day={day} />
    </p>
  );
  const endings = inUse.flatMap(({ id: unitId, name, currentLease, upcomingLease }): Waiting[] => {
    if (!currentLease?.endsOn || upcomingLease || currentLease.endsOn > soon) return [];
    // Who follows is the buyer's to find.
    if (isSold({ soldOn }, addDays(currentLease.endsOn, 1))) return [];
    const note = currentLease.tenants.map((tenant) => tenant.name).join(', ');
    const end = on(t('ends'), currentLease.endsOn);
    const action = to('tenants', t('toLeases'));
    return [{ key: `ends ${unitId}`, icon: calendarClockIcon, name, note, end, action }];
  });
  const vacancies = inUse
    .filter((unit) => !unit.currentLease && !unit.upcomingLease && !unit.period?.ownUse && !unit.comesOn)
    .map(
      ({ id: unitId, name }): Waiting => ({
        key: `vacant ${unitId}`,
        icon: doorOpenIcon,
        name,
        end: <p className="font-medium">{t('vacant')}</p>,
        action: does && (
          <Button size="sm" icon={userPlusIcon} onClick={() => does.onLet(unitId)}>
            {t('let')}
          </Button>
        ),
      }),
    );
  const overdue: Waiting = {
    key: 'overdue',
    icon: circleAlertIcon,
    isLate: true,
    name: t('overdue'),
    end: <Money amountCents={arrearsCents} className="text-base font-medium" />,
    action: to('rent', t('toRent')),
  };
  const owner: Waiting = {
    key: 'owner',
    icon: usersIcon,
    name: t('noOwner'),
    note: t('noOwnerText'),
    end: null,
    action: does && (
      <Button size="sm" onClick={does.onOwn}>
        {t('enterOwner')}
      </Button>
    ),
  };
  const certificate = (day: CalendarDate): Waiting => ({
    key: 'certificate',
    icon: fileTextIcon,
    isLate: day < today,
    name: t('certificate'),
    end: on(t(day < today ? 'ended' : 'until'), day),
    action: to('secondary', t('toDetails')),
  });
  return [
    ...(arrearsCents > 0 ? [overdue] : []),
    ...(lacksOwner ? [owner] : []),
    ...endings,
    ...(validUntil !== null && validUntil <= soon ? [certificate(validUntil)] : []),
    ...vacancies,
  ];
}
