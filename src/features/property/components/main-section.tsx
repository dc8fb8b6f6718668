import { useMessages, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { classNames } from '@/components/class-names';
import { FactList } from '@/components/fact-list';
import { Icon } from '@/components/icon';
import { mapPinIcon } from '@/components/icons';
import { Money } from '@/components/money';
import { Section } from '@/components/section';
import { formatArea } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { addressLines, isStateOnLetters, stateKind } from '@/i18n/regions';
import { stateName } from '@/i18n/states';
import { sumCents } from '@/lib/money';
import { CoverPicture } from './cover-picture';
import type { PropertyDetails } from './use-property';

/** Address and facts, and the units below them. */
export function MainSection({
  property,
  action,
  canEdit,
  children,
}: {
  property: PropertyDetails;
  action: ReactNode;
  canEdit: boolean;
  children: ReactNode;
}) {
  const t = useTranslations('PropertyPage');
  const labels = useTranslations('Labels');
  const formats = useFormats();
  const messages = useMessages();
  const lines = addressLines(property);
  const monthlyRentCents = sumCents(property.units.map((unit) => unit.currentLease?.unitRentCents ?? 0));
  const facts = [
    { label: t('kind'), value: labels(`propertyKind.${property.kind}`) },
    ...(lines.length > 0
      ? [
          {
            label: t('address'),
            value: (
              <address className="not-italic">
                {lines.map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
                <a
                  href={mapAddress(lines, property.country)}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="mt-1 inline-flex items-center gap-1 text-sm text-link hover:underline print:hidden"
                >
                  <Icon icon={mapPinIcon} className="size-3.5" />
                  {t('map')}
                </a>
              </address>
            ),
          },
        ]
      : []),
    ...(property.state && !isStateOnLetters(property.country)
      ? [
          {
            label: labels(`stateKind.${stateKind(property.country)}`),
            value: stateName(property.state, messages.Labels.state),
          },
        ]
      : []),
    ...(property.livingAreaSqm100 === null
      ? []
      : [{ label: t('livingArea'), value: formatArea(property.livingAreaSqm100, formats) }]),
    ...(property.plotAreaSqm100 === null
      ? []
      : [{ label: t('plotArea'), value: formatArea(property.plotAreaSqm100, formats) }]),
    ...(property.yearBuilt === null ? [] : [{ label: t('yearBuilt'), value: property.yearBuilt }]),
    ...(property.units.some((unit) => unit.isSold)
      ? []
      : [{ label: t('monthlyRent'), value: <Money amountCents={monthlyRentCents} /> }]),
    {
      label: t('overdue'),
      value: (
        <Money
          amountCents={property.arrearsCents}
          className={property.arrearsCents > 0 ? 'text-danger' : undefined}
        />
      ),
    },
  ];
  return (
    <Section id="main" title={t('facts')} actions={action} flush>
      <div
        className={classNames(
          'grid grid-cols-1 gap-5 p-5 md:gap-8 md:p-6',
          (canEdit || property.coverDocumentId !== null) && 'md:grid-cols-[15rem_minmax(0,1fr)]',
          property.coverDocumentId === null && 'print:grid-cols-1',
        )}
      >
        <CoverPicture property={property} canEdit={canEdit} />
        <FactList facts={facts} />
      </div>
      {children}
    </Section>
  );
}

/** The map opens in a tab of its own, only when asked: nothing of it is loaded with the page. */
function mapAddress(lines: readonly string[], country: string): string {
  const query = new URLSearchParams({ query: [...lines, country].join(', ') });
  return `https://www.openstreetmap.org/search?${query}`;
}
