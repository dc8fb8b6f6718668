import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Icon } from '@/components/icon';
import { keyRoundIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { Link } from '@/i18n/navigation';
import { type HandoverRow, useHandoverTitle } from './handover-words';

const HandoverDialog = lazyDialog(async () => (await import('./handover-dialog')).HandoverDialog);

const entry = 'min-w-0 cursor-pointer text-start underline-offset-2 hover:text-foreground hover:underline';

/** The records of a lease or a unit, each a way to read it. */
export function HandoverList({
  rows,
  tenantId,
  canEdit,
  showsUnit = false,
}: {
  rows: readonly HandoverRow[];
  /** Below whose leases each has its address; without, a record opens where one is. */
  tenantId?: string;
  canEdit: boolean;
  /** Where a lease has several units. */
  showsUnit?: boolean;
}) {
  const t = useTranslations('Handover');
  const titleOf = useHandoverTitle();
  const [openId, setOpenId] = useState<string | null>(null);
  if (rows.length === 0) return null;
  const nameOf = (row: HandoverRow) =>
    [titleOf(row), showsUnit ? row.unitName : null].filter(Boolean).join(' · ');
  return (
    <>
      <ul aria-label={t('listTitle')} className="flex flex-col items-start gap-0.5">
        {rows.map((row) => (
          <li key={row.id} className="flex max-w-full items-baseline gap-2 text-sm text-muted">
            <Icon icon={keyRoundIcon} className="size-3.5 shrink-0 self-center" />
            {tenantId === undefined ? (
              <button type="button" className={entry} onClick={() => setOpenId(row.id)}>
                {nameOf(row)}
              </button>
            ) : (
              <Link
                href={{
                  pathname: '/tenant/[id]/leases/[leaseId]/handovers/[handoverId]',
                  params: { id: tenantId, leaseId: row.leaseId, handoverId: row.id },
                }}
                className={entry}
              >
                {nameOf(row)}
              </Link>
            )}
            {row.voidedAt !== null ? (
              <span>({t('void')})</span>
            ) : (
              row.defectCount > 0 && (
                <span className="whitespace-nowrap text-warning-soft-foreground">
                  {t('defects', { count: row.defectCount })}
                </span>
              )
            )}
          </li>
        ))}
      </ul>
      {openId !== null && <HandoverDialog id={openId} canEdit={canEdit} onClose={() => setOpenId(null)} />}
    </>
  );
}
