'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '@/components/icon';
import { Money } from '@/components/money';
import { StatusChip } from '@/components/status-chip';
import { Link } from '@/i18n/navigation';
import type { Outputs } from '@/trpc/outputs';
import { addressLines } from '../regions';
import { propertyIcons } from './property-icon';

export type PropertyRow = Outputs['property']['list']['rows'][number];

/** The address in one line, unless the name says it already. */
export function addressBeside(row: PropertyRow): string {
  return addressLines(row)
    .filter((line) => line !== row.name)
    .join(', ');
}

/** One card per property: what it is, how much of it is let, and what is overdue. */
export function PropertyCards({ rows }: { rows: readonly PropertyRow[] }) {
  const labels = useTranslations('Labels');
  const t = useTranslations('PropertyList');
  return (
    <ul className="grid gap-3 sm:grid-cols-2 md:gap-4 lg:grid-cols-3">
      {rows.map((row) => (
        <li key={row.id}>
          <Link
            href={{ pathname: '/property/[id]', params: { id: row.id } }}
            className="flex h-full flex-col rounded-2xl bg-surface p-5 shadow-surface transition-colors hover:bg-surface-secondary"
          >
            <span className="flex items-start gap-3.5">
              <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent-soft-foreground">
                <Icon icon={propertyIcons[row.kind]} className="size-5" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 font-semibold">{row.name}</span>
                <span className="line-clamp-2 text-sm text-muted">
                  {addressBeside(row) || labels(`propertyKind.${row.kind}`)}
                </span>
              </span>
            </span>
            <span className="mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-separator pt-3.5 text-sm">
              {row.archivedAt ? (
                <StatusChip>{t('archived')}</StatusChip>
              ) : (
                <span className="text-muted">
                  {row.unitCount === 1
                    ? t(row.letUnitCount === 1 ? 'let' : 'notLet')
                    : t('letOf', { let: row.letUnitCount, all: row.unitCount })}
                </span>
              )}
              {row.arrearsCents > 0 && (
                <span className="text-danger">
                  <Money amountCents={row.arrearsCents} className="font-medium" /> {t('overdue')}
                </span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
