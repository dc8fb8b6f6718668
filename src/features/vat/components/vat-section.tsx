import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { classNames } from '@/components/class-names';
import { Icon } from '@/components/icon';
import { chevronDownIcon } from '@/components/icons';
import { Menu } from '@/components/menu';
import { Section } from '@/components/section';
import { SegmentedChoice } from '@/components/segmented-choice';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import { type VatBasis, vatBases } from '../rules';
import { VatTable } from './vat-table';

const ID = 'vat';

/** What a landlord returns of VAT in a year; nothing where nobody lets with VAT. */
export function VatSection({ thisYear }: { thisYear: number }) {
  const t = useTranslations('Vat');
  const isGerman = useFormats().citesGermanLaw ?? true;
  const [pending, startTransition] = useTransition();
  const [year, setYear] = useState(thisYear);
  const [basis, setBasis] = useState<VatBasis>('agreed');
  const [vat] = trpc.vat.year.useSuspenseQuery({ year });
  if (vat === null) return null;
  return (
    <Section
      id={ID}
      title={t('title')}
      description={t(isGerman ? 'text' : 'textElsewhere')}
      actions={
        <>
          <SegmentedChoice
            label={t('basis')}
            options={vatBases.map((value) => ({ value, label: t(value) }))}
            value={basis}
            onChange={setBasis}
          />
          <Menu
            label={`${t('year')}: ${year}`}
            look="outline"
            size="sm"
            trigger={
              <>
                {year}
                <Icon icon={chevronDownIcon} />
              </>
            }
            groups={[
              vat.years.map((one) => ({
                id: String(one),
                label: String(one),
                current: one === year,
                onSelect: () => startTransition(() => setYear(one)),
              })),
            ]}
          />
        </>
      }
    >
      <div
        aria-busy={pending}
        className={classNames('grid grid-cols-1 gap-6 transition-opacity', pending && 'opacity-60')}
      >
        <p className="max-w-prose text-sm text-muted">{t(`${basis}${isGerman ? 'Law' : 'Text'}`)}</p>
        {vat.returners.map((returner) => (
          <VatTable key={returner.key} returner={returner} year={vat.year} basis={basis} />
        ))}
        {vat.returners.length === 0 && (
          <p className="text-sm text-muted">{t('nothing', { year: `${year}` })}</p>
        )}
      </div>
    </Section>
  );
}
