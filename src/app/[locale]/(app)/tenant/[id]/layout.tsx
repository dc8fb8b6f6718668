import { MAIN_ID } from '@/components/frame/skip-link';
import { SubNavigation } from '@/components/sub-navigation';
import { SwitchPortfolio } from '@/features/portfolio/components/switch-portfolio';
import { getWords } from '@/features/portfolio/words-gate';
import { TenantHead } from '@/features/tenant/components/tenant-head';
import { openTenant, type TenantPart } from './tenant-gate';

const parts: readonly TenantPart[] = ['leases', 'account', 'documents', 'danger'];

/** Name and pages of a tenant, the same on all of them. */
export default async function TenantLayout({ params, children }: LayoutProps<'/[locale]/tenant/[id]'>) {
  const { id } = await params;
  const [opened, t] = await Promise.all([openTenant(id), getWords('TenantPage')]);
  if ('elsewhere' in opened) {
    return (
      <main id={MAIN_ID}>
        <SwitchPortfolio portfolioId={opened.elsewhere.id} name={opened.elsewhere.name} />
      </main>
    );
  }
  const { tenant, canEdit } = opened;
  const pages = parts
    .filter((part) => canEdit || part !== 'danger')
    .map((part) => ({
      segment: part,
      href: { pathname: `/tenant/[id]/${part}` as const, params: { id } },
      label: t(part),
    }));
  return (
    <main id={MAIN_ID}>
      <TenantHead served={tenant} />
      <SubNavigation
        label={t('sections')}
        pages={[
          { segment: null, href: { pathname: '/tenant/[id]', params: { id } }, label: t('main') },
          ...pages,
        ]}
      />
      <div className="mt-5">{children}</div>
    </main>
  );
}
