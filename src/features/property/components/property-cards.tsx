import { useTranslations } from 'next-intl';
import { Icon } from '@/components/icon';
import { Money } from '@/components/money';
import { StatusChip } from '@/components/status-chip';
import { Link } from '@/i18n/navigation';
import { addressLines } from '@/i18n/regions';
import type { Outputs } from '@/trpc/outputs';
import { propertyIcons } from './property-icon';

export type PropertyRow = Outputs['property']['list']['rows'][number];

/** The address in one line, unless the name says it already. */
export function addressBeside(row: PropertyRow): string {
  return addressLines(row)
    .filter((line) => line !== row.name)
    .join(', ');
}

/** A property as a card: what it is, how much of it is let, and what is overdue. */
export function PropertyCard({ row }: { row: PropertyRow }) {
  const labels = useTranslations('Labels');
  const t = useTranslations('PropertyList');
  return (
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
      <span className="mt-auto pt-5">
        <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-separator pt-3.5 text-sm">
          {row.archivedAt || row.isSold ? (
            <StatusChip>{t(row.archivedAt ? 'archived' : 'sold')}</StatusChip>
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
      </span>
    </Link>
  );
}
