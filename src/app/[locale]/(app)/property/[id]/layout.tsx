import { MAIN_ID } from '@/components/frame/skip-link';
import { SubNavigation } from '@/components/sub-navigation';
import { SwitchPortfolio } from '@/features/portfolio/components/switch-portfolio';
import { getWords } from '@/features/portfolio/words-gate';
import { LawOfPlace } from '@/i18n/formats-provider';
import { openProperty, type PropertyPart } from './property-gate';
import { PropertyHead } from './property-head';

const parts: readonly PropertyPart[] = [
  'tenants',
  'rent',
  'recurring',
  'statement',
  'documents',
  'statistics',
  'secondary',
  'danger',
];

/** Name and pages of a property, the same on all of them. */
export default async function PropertyLayout({ params, children }: LayoutProps<'/[locale]/property/[id]'>) {
  const { id } = await params;
  const [opened, t] = await Promise.all([openProperty(id), getWords('PropertyPage')]);
  if ('elsewhere' in opened) {
    return (
      <main id={MAIN_ID}>
        <SwitchPortfolio portfolioId={opened.elsewhere.id} name={opened.elsewhere.name} />
      </main>
    );
  }
  const { property, canEdit, today } = opened;
  const pages = parts
    .filter((part) => canEdit || part !== 'danger')
    .map((part) => ({
      segment: part,
      href: { pathname: `/property/[id]/${part}` as const, params: { id } },
      label: t(part),
    }));
  return (
    <main id={MAIN_ID}>
      <PropertyHead served={property} today={today} canEdit={canEdit} />
      <SubNavigation
        label={t('sections')}
        pages={[
          { segment: null, href: { pathname: '/property/[id]', params: { id } }, label: t('main') },
          ...pages,
        ]}
      />
      <LawOfPlace isGerman={property.country === 'DE'}>
        <div className="mt-5">{children}</div>
      </LawOfPlace>
    </main>
  );
}
