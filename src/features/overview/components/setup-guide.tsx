'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { circleCheckIcon } from '@/components/icons';
import { LinkButton } from '@/components/link-button';
import type { Jurisdiction } from '@/domain/vocabulary';
import { LeaseDialog } from '@/features/lease/components/lease-dialog';
import { HomesForm } from '@/features/setup/components/homes-form';
import { useGo } from '@/i18n/use-go';
import { trpc } from '@/trpc/client';
import { whenFresh } from '@/trpc/fresh-link';
import { type SetupStep, SetupSteps } from './setup-steps';

/** The set-up of a portfolio that exists: property, tenant and lease, rent. Where it stands follows from what there is. */
export function SetupGuide({
  jurisdiction,
  timeZone,
  canEdit,
}: {
  jurisdiction: Jurisdiction;
  timeZone: string;
  canEdit: boolean;
}) {
  const t = useTranslations('Setup');
  const [{ setup, today }] = trpc.overview.get.useSuspenseQuery();
  const [properties] = trpc.property.list.useSuspenseQuery({ limit: 2 });
  // Rows that did not fit the first entry follow it.
  const [isWaiting, setWaiting] = useState(false);
  const [isLeaseOpen, setLeaseOpen] = useState(false);

  const done = new Set<SetupStep>(['portfolio']);
  if (setup.hasProperty && !isWaiting) done.add('property');
  if (setup.hasLease) done.add('lease');
  if (setup.hasPayment) done.add('rent');

  const [first] = properties.rows;
  // With several properties the dialog asks for the unit itself.
  const onlyPropertyId = properties.rows.length === 1 ? first?.id : undefined;

  function step() {
    if (!canEdit) return <p className="text-sm text-muted">{t('viewer')}</p>;
    if (!done.has('property')) {
      return <HomesForm {...{ jurisdiction, timeZone, today }} onWaiting={setWaiting} />;
    }
    if (!done.has('lease')) {
      return (
        <Button look="primary" onClick={() => setLeaseOpen(true)}>
          {t('steps.lease.action')}
        </Button>
      );
    }
    return first ? (
      <LinkButton href={{ pathname: '/property/[id]/rent', params: { id: first.id } }}>
        {t('steps.rent.action')}
      </LinkButton>
    ) : (
      <LinkButton href="/dashboard/properties">{t('steps.rent.action')}</LinkButton>
    );
  }

  if (done.size === 4) {
    return (
      <div className="rounded-2xl bg-surface shadow-surface">
        <EmptyState
          level={2}
          icon={circleCheckIcon}
          title={t('complete.title')}
          action={<LinkButton href="/dashboard">{t('complete.action')}</LinkButton>}
        >
          {t('complete.text')}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <SetupSteps done={done}>{step()}</SetupSteps>
      <Later />
      {isLeaseOpen && <LeaseDialog propertyId={onlyPropertyId} onDone={() => setLeaseOpen(false)} />}
    </>
  );
}

/** Leaves the set-up; the overview then no longer asks for it, and the address stays. */
function Later() {
  const t = useTranslations('Setup');
  const go = useGo();
  const dismiss = trpc.account.dismissSetup.useMutation();
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        look="tertiary"
        pending={dismiss.isPending}
        onClick={() => {
          // Leaving must not fail because a note about it could not be stored.
          void dismiss
            .mutateAsync()
            .catch(() => undefined)
            .then(whenFresh)
            .then(() => go('/dashboard'));
        }}
      >
        {t('later')}
      </Button>
      <p className="text-sm text-muted">{t('laterHint')}</p>
    </div>
  );
}
