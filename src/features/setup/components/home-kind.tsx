import { useTranslations } from 'next-intl';
import { classNames } from '@/components/class-names';
import { Icon } from '@/components/icon';
import { chevronDownIcon } from '@/components/icons';
import { type UnitKind, unitKinds } from '@/domain/vocabulary';
import { formatPercent } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { kindOf, type Row } from '../column-rules';

type Choose = (choice: Partial<Pick<Row, 'kind' | 'hasVat'>>) => void;

/** What a unit is. The law of dwellings does not hold for a shop, so it is said before the first rent is due. */
export function KindCell({ row, number, onChoose }: { row: Row; number: number; onChoose: Choose }) {
  const t = useTranslations('Homes');
  const labels = useTranslations('Labels.unitKind');
  return (
    <label className="flex min-w-0 flex-col justify-end gap-1 text-sm font-medium md:grow-[1.5] md:basis-0">
      <span className={classNames(number > 1 && 'md:sr-only')}>
        {t('kind')}
        <span className="sr-only"> {t('row', { number })}</span>
      </span>
      <span className="relative flex">
        <select
          value={kindOf(row)}
          onChange={(event) => {
            const kind = unitKinds.find((one): one is UnitKind => one === event.target.value);
            if (kind) onChoose({ kind });
          }}
          className="input input--full-width appearance-none truncate pe-9 font-normal"
        >
          {unitKinds.map((kind) => (
            <option key={kind} value={kind}>
              {labels(kind)}
            </option>
          ))}
        </select>
        <Icon
          icon={chevronDownIcon}
          className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
        />
      </span>
    </label>
  );
}

/** Whether a rent contains VAT; not asked where it cannot. */
export function VatChoice({
  row,
  number,
  vatBp,
  onChoose,
}: {
  row: Row;
  number: number;
  vatBp: (kind: UnitKind) => number | null;
  onChoose: Choose;
}) {
  const t = useTranslations('Homes');
  const formats = useFormats();
  const rateBp = vatBp(kindOf(row));
  if (rateBp === null) return null;
  return (
    <label className="mt-1.5 flex items-center gap-2 text-sm md:justify-end">
      <input
        type="checkbox"
        checked={row.hasVat}
        onChange={(event) => onChoose({ hasVat: event.target.checked })}
        className="size-4 accent-accent"
      />
      <span>
        {t('vat', { rate: formatPercent(rateBp, formats) })}
        <span className="sr-only"> {t('row', { number })}</span>
      </span>
    </label>
  );
}
