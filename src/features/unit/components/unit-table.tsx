import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/button';
import { DataTable } from '@/components/data-table';
import { plusIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { Money } from '@/components/money';
import { showFailure, showSuccess } from '@/components/toast';
import { useUndo } from '@/components/use-undo';
import { isFloorNamed } from '@/domain/floor';
import { useErrorWords } from '@/i18n/error-words';
import { formatArea, formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';
import { UnitDialog } from './unit-dialog';
import { type UnitAction, UnitMenu } from './unit-menu';
import { UnitPeriodDialog } from './unit-period-dialog';
import { type UnitPeriod, type UnitRow, UnitState } from './unit-state';

const ArchiveUnitDialog = lazyDialog(async () => (await import('./archive-unit-dialog')).ArchiveUnitDialog);
const ConfirmDialog = lazyDialog(async () => (await import('@/components/confirm-dialog')).ConfirmDialog);

/** Dialogs of other rooms, which the page hands in; each is shown as long as it is wanted. */
export type UnitDialogs = {
  lease: (known: { unitId: string; onDone: () => void }) => ReactNode;
  meters: (of: { unit: UnitRow; canEdit: boolean; onClose: () => void }) => ReactNode;
};

type Opened = { what: UnitAction; unit: UnitRow } | { what: 'new' };

/** A property's units with who lives there, and what can be done with each. */
export function UnitTable({
  propertyId,
  units,
  canEdit,
  dialogs,
}: {
  propertyId: string;
  units: readonly UnitRow[];
  canEdit: boolean;
  dialogs: UnitDialogs;
}) {
  const t = useTranslations('Unit');
  const formats = useFormats();
  const words = useErrorWords();
  const offerUndo = useUndo();
  const [opened, setOpened] = useState<Opened | null>(null);
  // The list may have been read again since the dialog opened.
  const latestOf = (unit: UnitRow) => units.find((row) => row.id === unit.id) ?? unit;
  const [showsArchived, setShowsArchived] = useState(false);
  const restore = trpc.unit.restore.useMutation();
  const erase = trpc.unit.delete.useMutation();
  const close = () => setOpened(null);
  const archivedCount = units.filter((unit) => unit.archivedAt !== null).length;
  const rows = units.filter((unit) => showsArchived || unit.archivedAt === null);

  async function bringBack(unit: UnitRow) {
    try {
      await restore.mutateAsync({ id: unit.id, version: unit.version });
      showSuccess(t('restored'));
    } catch (error) {
      showFailure(words.failure(error));
    }
  }

  return (
    <div className="border-t border-separator">
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-4 pb-2 md:px-6">
        <h3 className="font-semibold">{t('title', { count: units.length - archivedCount })}</h3>
        <span className="flex flex-wrap gap-2">
          {archivedCount > 0 && (
            <Button look="ghost" size="sm" onClick={() => setShowsArchived(!showsArchived)}>
              {t(showsArchived ? 'hideArchived' : 'showArchived', { count: archivedCount })}
            </Button>
          )}
          {canEdit && (
            <Button look="tertiary" size="sm" icon={plusIcon} onClick={() => setOpened({ what: 'new' })}>
              {t('new')}
            </Button>
          )}
        </span>
      </div>
      <DataTable
        caption={t('caption')}
        rows={rows}
        rowKey={(unit) => unit.id}
        columns={[
          {
            key: 'name',
            header: t('columns.name'),
            phone: 'title',
            cell: (unit) => (
              <span className="block">
                <span className="font-medium">{unit.name}</span>
                <UnitFacts unit={unit} />
                <ComingFacts unit={unit} />
              </span>
            ),
          },
          { key: 'state', header: t('columns.state'), cell: (unit) => <UnitState unit={unit} /> },
          {
            key: 'tenant',
            header: t('columns.tenant'),
            isSilent: (unit) => !tenantsOf(unit),
            cell: (unit) => <UnitTenants unit={unit} />,
          },
          {
            key: 'area',
            header: t('columns.area'),
            align: 'end',
            isSilent: (unit) => unit.period?.areaSqm100 == null,
            cell: (unit) =>
              unit.period?.areaSqm100 == null ? '–' : formatArea(unit.period.areaSqm100, formats),
          },
          {
            key: 'rent',
            header: t('columns.rent'),
            align: 'end',
            isSilent: (unit) => !tenantsOf(unit) && unit.askingRentCents === null,
            cell: (unit) => <UnitRent unit={unit} />,
          },
          {
            key: 'actions',
            header: <span className="sr-only">{t('columns.actions')}</span>,
            align: 'end',
            phone: 'corner',
            cell: (unit) => (
              <UnitMenu
                unit={unit}
                canEdit={canEdit}
                isLast={archivedCount === units.length - 1}
                onOpen={(what) => setOpened({ what, unit })}
                onRestore={() => void bringBack(unit)}
              />
            ),
          },
        ]}
      />

      <UnitDialog
        propertyId={propertyId}
        unit={opened?.what === 'edit' ? latestOf(opened.unit) : null}
        open={opened?.what === 'edit' || opened?.what === 'new'}
        onClose={close}
      />
      <UnitPeriodDialog unit={opened?.what === 'period' ? latestOf(opened.unit) : null} onClose={close} />
      {opened?.what === 'meters' && dialogs.meters({ unit: opened.unit, canEdit, onClose: close })}
      {opened?.what === 'lease' &&
        dialogs.lease({
          unitId: opened.unit.id,
          onDone: close,
        })}
      {opened?.what === 'archive' && (
        <ArchiveUnitDialog
          unit={opened.unit}
          // As archiving has left it, one version on.
          onDone={({ id, version }) =>
            offerUndo(t('archived'), () => restore.mutateAsync({ id, version: version + 1 }))
          }
          onClose={close}
        />
      )}
      {opened?.what === 'delete' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={t('deleteQuestion', { name: opened.unit.name })}
          confirmLabel={t('delete')}
          confirm={async () => {
            const { id, version } = opened.unit;
            await erase.mutateAsync({ id, version });
            showSuccess(t('deleted'));
          }}
        >
          {t('deleteText')}
        </ConfirmDialog>
      )}
    </div>
  );
}

function UnitFacts({ unit }: { unit: UnitRow }) {
  const t = useTranslations('Unit');
  const labels = useTranslations('Labels');
  const rooms = unit.rooms10 === null ? null : t('rooms', { rooms: unit.rooms10 / 10 });
  const floor = unit.floor && !isFloorNamed(unit.name, unit.floor) ? unit.floor : null;
  const kind = labels(`unitKind.${unit.kind}`);
  // “Zimmer 1” has said it.
  const isSaid = unit.name.toLocaleLowerCase().startsWith(kind.toLocaleLowerCase());
  const facts = [isSaid ? null : kind, floor, rooms].filter(Boolean);
  return <span className="block text-sm font-normal text-muted">{facts.join(' · ')}</span>;
}

/** What of its area, share and use is entered from a day still to come. */
function ComingFacts({ unit }: { unit: UnitRow }) {
  const t = useTranslations('Unit');
  const formats = useFormats();
  const words = (to: UnitPeriod, before: UnitPeriod | undefined): string[] => {
    const area = to.areaSqm100 === null ? t('coming.noArea') : formatArea(to.areaSqm100, formats);
    const share =
      to.coOwnershipNumerator === null || to.coOwnershipDenominator === null
        ? t('coming.noShare')
        : t('coming.share', {
            numerator: String(to.coOwnershipNumerator),
            denominator: String(to.coOwnershipDenominator),
          });
    const isOtherShare =
      to.coOwnershipNumerator !== (before?.coOwnershipNumerator ?? null) ||
      to.coOwnershipDenominator !== (before?.coOwnershipDenominator ?? null);
    return [
      to.areaSqm100 !== (before?.areaSqm100 ?? null) ? area : null,
      isOtherShare ? share : null,
      to.ownUse !== (before?.ownUse ?? false) ? t(to.ownUse ? 'coming.ownUse' : 'coming.noOwnUse') : null,
      to.persons !== null && to.persons !== before?.persons
        ? t('coming.persons', { count: to.persons })
        : null,
    ].filter((fact) => fact !== null);
  };
  return unit.comingPeriods.map((period, index) => {
    const facts = words(period, index > 0 ? unit.comingPeriods[index - 1] : (unit.period ?? undefined));
    return (
      <span key={period.validFrom} className="block text-sm font-normal text-muted">
        {t('coming.from', {
          day: formatDate(period.validFrom, formats),
          facts: facts.length > 0 ? facts.join(' · ') : t('coming.same'),
        })}
      </span>
    );
  });
}

/** Who lives there, or will; null where nobody does. */
function tenantsOf({ currentLease, upcomingLease }: UnitRow) {
  const tenants = (currentLease ?? upcomingLease)?.tenants ?? [];
  return tenants.length === 0 ? null : tenants;
}

function UnitTenants({ unit }: { unit: UnitRow }) {
  const tenants = tenantsOf(unit);
  if (!tenants) return '–';
  return tenants.map((tenant, index) => (
    <span key={tenant.id}>
      {index > 0 && ', '}
      <Link href={{ pathname: '/tenant/[id]', params: { id: tenant.id } }} className="hover:underline">
        {tenant.name}
      </Link>
    </span>
  ));
}

/** The rent that is paid, of a lease of several units this one's part, of a sold house none; without a lease the one that is asked for, marked so. */
function UnitRent({ unit }: { unit: UnitRow }) {
  const t = useTranslations('Unit');
  const formats = useFormats();
  const lease = unit.currentLease ?? unit.upcomingLease;
  if (unit.isSold) return '–';
  if (lease && lease.unitRentCents !== lease.monthlyRentCents) {
    return (
      <>
        <Money amountCents={lease.unitRentCents} />
        <span className="block text-sm font-normal text-muted">
          {t('partOfLease', { amount: formatMoney(lease.monthlyRentCents, formats.currency, formats) })}
        </span>
      </>
    );
  }
  if (lease) return <Money amountCents={lease.monthlyRentCents} />;
  if (unit.askingRentCents === null) return '–';
  return (
    <span className="text-muted">
      {t('asking')} <Money amountCents={unit.askingRentCents} />
    </span>
  );
}
