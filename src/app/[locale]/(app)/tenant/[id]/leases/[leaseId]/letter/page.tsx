import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale } from 'next-intl/server';
import { BackLink } from '@/components/back-link';
import { EmptyState } from '@/components/empty-state';
import { lockIcon } from '@/components/icons';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonForm } from '@/components/skeleton-form';
import { WriteLetter } from '@/features/letter/components/write-letter';
import { getWords } from '@/features/portfolio/words-gate';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { enterTenant, findLease, leaseTitle } from '../../../tenant-gate';

type Props = PageProps<'/[locale]/tenant/[id]/leases/[leaseId]/letter'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ title }, t] = await Promise.all([leaseTitle(params), getWords('WriteLetter')]);
  return { title: `${t('title')} · ${title}` };
}

/** A letter to the tenants of a lease. */
export default async function LetterPage({ params }: Props) {
  const { id, leaseId } = await params;
  const opened = await enterTenant(params);
  if (!opened) return null;
  if (!(await findLease(id, leaseId))) notFound();
  const t = await getWords('WriteLetter');
  return (
    <div>
      <BackLink
        href={{ pathname: '/tenant/[id]/leases/[leaseId]', params: { id, leaseId } }}
        className="mb-3"
      >
        {t('back')}
      </BackLink>
      {opened.canEdit ? (
        <SectionBoundary id="letter">
          <Arriving fallback={<SkeletonForm fields={4} />}>
            <Letter tenantId={id} leaseId={leaseId} />
          </Arriving>
        </SectionBoundary>
      ) : (
        <EmptyState icon={lockIcon} title={t('onlyManagersTitle')} level={2}>
          {t('onlyManagers')}
        </EmptyState>
      )}
    </div>
  );
}

async function Letter(props: { tenantId: string; leaseId: string }) {
  const ownLanguage = await getLocale();
  void trpc.letterTemplate.list.prefetch({ archive: 'active' });
  void trpc.letter.look.prefetch({
    ...{ leaseId: props.leaseId, ownLanguage, kind: 'free' },
    ...{ language: null, besideIn: null, paymentId: null, month: null },
  });
  return (
    <HydrateClient>
      <WriteLetter {...props} />
    </HydrateClient>
  );
}
