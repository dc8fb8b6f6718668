import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { chevronLeftIcon } from '@/components/icons';
import { lazyPart } from '@/components/lazy-part';
import { SkeletonForm } from '@/components/skeleton-form';
import type { AgreedRent } from '@/features/rent/components/rent-list';
import { trpc } from '@/trpc/client';
import { ContractOverview } from './contract-overview';

const TermsForm = lazyPart(() => import('./terms-form'));
const OpeningForm = lazyPart(() => import('./opening-form'));
const TenantsForm = lazyPart(() => import('./tenants-form'));
const ChangeTenantsForm = lazyPart(() => import('./change-tenants-form'));
const UnitsForm = lazyPart(() => import('./units-form'));
const HouseholdForm = lazyPart(() => import('./household-form'));
const RentPart = lazyPart(() => import('./rent-part'));

/** What is shown of a contract: all of it, or the part that is being changed. */
export type ContractPart =
  | {
      kind:
        | 'overview'
        | 'terms'
        | 'opening'
        | 'tenants'
        | 'changeTenants'
        | 'units'
        | 'household'
        | 'rent'
        | 'steps'
        | 'index';
    }
  | { kind: 'editRent'; rent: AgreedRent };

/** A lease with everything agreed in it, and each part of it to change; open as long as it is mounted. */
export function ContractDialog({
  leaseId,
  today,
  canEdit,
  initial = { kind: 'overview' },
  onClose,
}: {
  leaseId: string;
  today: string;
  canEdit: boolean;
  initial?: ContractPart;
  onClose: () => void;
}) {
  const t = useTranslations('Contract');
  const [part, setPart] = useState<ContractPart>(initial);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`titles.${part.kind}`)}
      description={part.kind === 'overview' ? undefined : t(`texts.${part.kind}`)}
      size={part.kind === 'overview' ? 'lg' : 'md'}
    >
      <Suspense fallback={<SkeletonForm fields={6} />}>
        {part.kind !== 'overview' && (
          <Button
            look="ghost"
            size="sm"
            icon={chevronLeftIcon}
            className="-ms-2 mb-3 text-muted"
            onClick={() => setPart({ kind: 'overview' })}
          >
            {t('back')}
          </Button>
        )}
        <Part
          key={part.kind}
          leaseId={leaseId}
          today={today}
          canEdit={canEdit}
          part={part}
          onPart={setPart}
          // Who came for one part only is done with it; who came by the whole goes back to it.
          onDone={initial.kind === part.kind ? onClose : () => setPart({ kind: 'overview' })}
        />
      </Suspense>
    </Dialog>
  );
}

function Part({
  leaseId,
  today,
  canEdit,
  part,
  onPart,
  onDone,
}: {
  leaseId: string;
  today: string;
  canEdit: boolean;
  part: ContractPart;
  onPart: (part: ContractPart) => void;
  onDone: () => void;
}) {
  const [lease] = trpc.lease.get.useSuspenseQuery({ id: leaseId });
  switch (part.kind) {
    case 'overview':
      return <ContractOverview lease={lease} today={today} canEdit={canEdit} onPart={onPart} />;
    case 'terms':
      return <TermsForm lease={lease} onDone={onDone} />;
    case 'opening':
      return <OpeningForm lease={lease} onDone={onDone} />;
    case 'tenants':
      return <TenantsForm lease={lease} onDone={onDone} />;
    case 'changeTenants':
      return <ChangeTenantsForm lease={lease} today={today} onDone={onDone} />;
    case 'units':
      return <UnitsForm lease={lease} today={today} onDone={onDone} />;
    case 'household':
      return <HouseholdForm lease={lease} today={today} onDone={onDone} />;
    default:
      return <RentPart lease={lease} today={today} part={part} onDone={onDone} />;
  }
}
