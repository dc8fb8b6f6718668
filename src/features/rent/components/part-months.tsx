import { useTranslations } from 'next-intl';
import { prorationOf } from '@/domain/charge-basis';
import { useChargeTitle } from '@/features/rent-account/components/charge-words';
import { ProrationText } from '@/features/rent-account/components/proration-text';
import { partiesOf } from './parties';
import type { YearRow } from './rent-year';

/** How the part months of a year came about, below its table. */
export function PartMonths({ rows }: { rows: readonly YearRow[] }) {
  const t = useTranslations('PropertyRents');
  const titleOf = useChargeTitle();
  const parts = rows.flatMap((row) =>
    row.charges.flatMap((charge) => {
      const proration = prorationOf(charge.basis);
      return proration ? [{ row, charge, proration }] : [];
    }),
  );
  if (parts.length === 0) return null;
  return (
    <div className="border-t border-separator px-5 py-4 text-sm md:px-6">
      <h3 className="font-medium">{t('partMonths')}</h3>
      <ul className="mt-1 grid gap-2">
        {parts.map(({ row, charge, proration }) => (
          <li key={charge.id}>
            {titleOf(charge)} <span className="text-muted">· {partiesOf(row)}</span>
            <ProrationText proration={proration} />
          </li>
        ))}
      </ul>
    </div>
  );
}
