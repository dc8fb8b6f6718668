import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { Notice } from '@/components/notice';
import { useFormats } from '@/i18n/formats-provider';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';
import { listTenantsOf, needlessTenants, readTenantSearch, writeTenantSearch } from '../search-params';

/** That data of former tenants is held longer than anything obliges to, where a rule for that is known. */
export function NeedlessHint() {
  const { citesGermanLaw = true } = useFormats();
  return (
    citesGermanLaw && (
      <Suspense fallback={null}>
        <Hint />
      </Suspense>
    )
  );
}

function Hint() {
  const t = useTranslations('TenantsPage.needless');
  const isShown = readTenantSearch(useSearchParams()).only.includes('needless');
  const [data] = trpc.tenant.list.useSuspenseQuery(listTenantsOf(needlessTenants));
  if (data.rows.length === 0) return null;
  const query = Object.fromEntries(
    Object.entries(writeTenantSearch(needlessTenants)).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    ),
  );
  return (
    <div className="mb-5">
      <Notice title={t(data.nextCursor === null ? 'title' : 'many', { count: data.rows.length })}>
        <p>
          {t('text')} {isShown && t('how')}
        </p>
        {!isShown && (
          <Link
            href={{ pathname: '/dashboard/tenants', query }}
            className="mt-1 inline-block font-medium underline"
          >
            {t('show')}
          </Link>
        )}
      </Notice>
    </div>
  );
}
