import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/button';
import { DateText, MonthText } from '@/components/date-text';
import { type Fact, FactList } from '@/components/fact-list';
import { pencilIcon, plusIcon } from '@/components/icons';
import { placeName } from '@/domain/names';
import { RentList } from '@/features/rent/components/rent-list';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { Link } from '@/i18n/navigation';
import { monthOf } from '@/lib/calendar';
import { formatRfReference } from '@/lib/iban';
import { hasHousehold } from '@/statement/house';
import { LeaseStateChip, useTermWords } from '../lease-words';
import type { Contract } from './contract';
import type { ContractPart } from './contract-dialog';

/** Everything agreed in a lease, each part with the way to change it. */
export function ContractOverview({
  lease,
  today,
  canEdit,
  onPart,
}: {
  lease: Contract;
  today: string;
  canEdit: boolean;
  onPart: (part: ContractPart) => void;
}) {
  const t = useTranslations('Contract');
  const isFixed = lease.state === 'void' || !canEdit;
  const edit = (kind: 'terms' | 'tenants' | 'units' | 'household') => (
    <Button
      look="ghost"
      size="sm"
      icon={pencilIcon}
      className="text-muted"
      aria-label={t('editPart', { part: t(`parts.${kind}`) })}
      onClick={() => onPart({ kind })}
    >
      {t('edit')}
    </Button>
  );
  return (
    <div className="flex flex-col gap-6">
      <Part
        title={t('parts.terms')}
        actions={
          !isFixed && (
            <>
              {lease.startsOn <= today && (
                <Button
                  look="ghost"
                  size="sm"
                  className="text-muted"
                  onClick={() => onPart({ kind: 'opening' })}
                >
                  {t('openEarlier')}
                </Button>
              )}
              {edit('terms')}
            </>
          )
        }
      >
        <Terms lease={lease} />
      </Part>
      <Part
        title={t('parts.tenants')}
        actions={
          !isFixed && (
            <>
              <Button
                look="ghost"
                size="sm"
                className="text-muted"
                onClick={() => onPart({ kind: 'changeTenants' })}
              >
                {t('changeTenants')}
              </Button>
              {edit('tenants')}
            </>
          )
        }
      >
        <ul className="flex flex-col gap-1.5">
          {lease.tenants.map((tenant) => (
            <Row key={`${tenant.id} ${tenant.fromOn}`} range={tenant} lease={lease} today={today}>
              <Link
                href={{ pathname: '/tenant/[id]', params: { id: tenant.id } }}
                className="font-medium hover:underline"
              >
                {tenant.name}
              </Link>
            </Row>
          ))}
        </ul>
      </Part>
      <Part title={t('parts.units')} actions={!isFixed && edit('units')}>
        <ul className="flex flex-col gap-1.5">
          {lease.units.map((unit) => (
            <Row key={`${unit.id} ${unit.fromOn}`} range={unit} lease={lease} today={today}>
              <Link
                href={{ pathname: '/property/[id]', params: { id: unit.propertyId } }}
                className="font-medium hover:underline"
              >
                {placeName({ ...unit, unitName: unit.name })}
              </Link>
            </Row>
          ))}
        </ul>
      </Part>
      {(lease.household.length > 0 || lease.units.some(hasHousehold)) && (
        <Part title={t('parts.household')} actions={!isFixed && edit('household')}>
          {lease.household.length === 0 ? (
            <p className="text-sm text-muted">{t('noHousehold')}</p>
          ) : (
            <ul className="flex flex-col gap-1.5">
              {lease.household.map((row) => (
                <li key={row.validFrom} className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <span className="font-medium">{t('persons', { count: row.persons })}</span>
                  <span className="text-sm text-muted">
                    {t('from')} <DateText day={row.validFrom} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Part>
      )}
      <Part
        title={t('parts.rent')}
        actions={
          !isFixed && (
            <>
              {lease.state !== 'sold' && (
                <>
                  <Button
                    look="ghost"
                    size="sm"
                    className="text-muted"
                    onClick={() => onPart({ kind: 'index' })}
                  >
                    {t('indexRent')}
                  </Button>
                  <Button
                    look="ghost"
                    size="sm"
                    className="text-muted"
                    onClick={() => onPart({ kind: 'steps' })}
                  >
                    {t('planSteps')}
                  </Button>
                </>
              )}
              <Button
                look="ghost"
                size="sm"
                icon={plusIcon}
                className="text-muted"
                onClick={() => onPart({ kind: 'rent' })}
              >
                {t('newRent')}
              </Button>
            </>
          )
        }
      >
        <RentList
          leaseId={lease.id}
          postedThrough={lease.postedThrough}
          hasEnded={lease.state === 'ended' || lease.state === 'sold'}
          today={today}
          onEdit={isFixed ? null : (rent) => onPart({ kind: 'editRent', rent })}
        />
      </Part>
    </div>
  );
}

function Part({ title, actions, children }: { title: string; actions: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2.5 border-t border-separator pt-4 first:border-t-0 first:pt-0">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">{title}</h3>
        {actions && <div className="-me-2 flex flex-wrap items-center">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

type Range = { fromOn: string; toOn: string | null };

/** Somebody or something with its days, where they are not simply those of the lease. */
function Row({
  range,
  lease,
  today,
  children,
}: {
  range: Range;
  lease: Contract;
  today: string;
  children: ReactNode;
}) {
  const t = useTranslations('Contract');
  const formats = useFormats();
  const endsEarly = range.toOn !== null && range.toOn !== lease.endsOn;
  const startsLate = range.fromOn !== lease.startsOn;
  const from = formatDate(range.fromOn, formats);
  const words = endsEarly
    ? t('range', { from, to: formatDate(range.toOn ?? today, formats) })
    : startsLate
      ? `${t('from')} ${from}`
      : t('wholeLease');
  const isGone = endsEarly && (range.toOn ?? today) < today;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span className={isGone ? 'text-muted' : undefined}>{children}</span>
      <span className="text-sm text-muted tabular-nums">{words}</span>
    </li>
  );
}

function Terms({ lease }: { lease: Contract }) {
  const t = useTranslations('Contract');
  const labels = useTranslations('Labels');
  const termOf = useTermWords();
  const facts: Fact[] = [
    { label: t('state'), value: <LeaseStateChip lease={lease} /> },
    {
      label: t('term'),
      value: (
        <>
          {termOf(lease)}
          <span className="block text-sm text-muted">
            {lease.isFixedTerm ? t('fixedTerm') : lease.endsOn ? t('ending') : t('openEnded')}
          </span>
        </>
      ),
    },
  ];
  if (lease.noticeGivenOn && lease.noticeBy) {
    facts.push({
      label: lease.noticeBy === 'agreement' ? t('agreedOn') : t('notice'),
      value: (
        <>
          <DateText day={lease.noticeGivenOn} />
          <span className="block text-sm text-muted">
            {labels(`noticeBy.${lease.noticeBy}`)}
            {lease.noticeReceivedOn && (
              <>
                {' · '}
                {t('received')} <DateText day={lease.noticeReceivedOn} />
              </>
            )}
          </span>
        </>
      ),
    });
  }
  facts.push(
    {
      label: t('due'),
      value:
        lease.dueRule === 'day_of_month'
          ? t('dueDay', { day: String(lease.dueDay) })
          : labels(`dueRule.${lease.dueRule}`),
    },
    { label: t('proration'), value: labels(`proration.${lease.prorationMethod}`) },
    { label: t('bookedFrom'), value: <MonthText month={monthOf(lease.bookedFrom)} /> },
    {
      label: t('reference'),
      value: <span className="text-sm tabular-nums">{formatRfReference(lease.paymentReference)}</span>,
    },
  );
  if (lease.signedOn) facts.push({ label: t('signedOn'), value: <DateText day={lease.signedOn} /> });
  return (
    <>
      <FactList facts={facts} />
      {lease.notes && <p className="text-sm whitespace-pre-line text-muted">{lease.notes}</p>}
    </>
  );
}
