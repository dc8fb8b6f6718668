import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { BackLink } from '@/components/back-link';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonRows } from '@/components/skeleton';
import { EffortSection } from '@/features/association/components/effort-section';
import { YearForm } from '@/features/association/components/year-form';
import { orNull } from '@/features/portfolio/record-gate';
import { getWords } from '@/features/portfolio/words-gate';
import { readPeriod } from '@/features/statement/period-params';
import { readerWords } from '@/features/statement/words-gate';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { enterProperty } from '../../../../property-gate';
import { periodTitle } from '../../period-title';

type Props = PageProps<'/[locale]/property/[id]/statement/[period]/association/[associationId]'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return periodTitle(params, 'Association');
}

export default async function AssociationYearPage({ params }: Props) {
  const [opened, { period: written, associationId }] = await Promise.all([enterProperty(params), params]);
  if (!opened) return null;
  const period = readPeriod(written);
  const view = period && (await orNull(trpc.association.year({ associationId, ...period })));
  if (!view || view.association.propertyId !== opened.property.id) notFound();
  const back = { id: opened.property.id, period: written };
  void trpc.association.year.prefetch({ associationId, ...period });
  const [t, words] = await Promise.all([
    getWords('Association'),
    readerWords({ named: [], isGerman: view.isGerman, parties: {} }),
  ]);
  const shown = { associationId, period, canEdit: opened.canEdit };
  return (
    <div className="grid grid-cols-1 gap-8">
      <div>
        <BackLink href={{ pathname: '/property/[id]/statement/[period]', params: back }}>
          {t('back')}
        </BackLink>
        <h2 className="mt-1 text-xl font-semibold">
          {t('yearTitle', { name: view.association.name, period: words.period(view.period) })}
        </h2>
      </div>
      <SectionBoundary id="association">
        <Arriving fallback={<SkeletonRows count={6} />}>
          <HydrateClient>
            <YearForm {...shown} back={back} />
          </HydrateClient>
        </Arriving>
      </SectionBoundary>
      <SectionBoundary id="efforts">
        <Arriving fallback={<SkeletonRows count={2} />}>
          <HydrateClient>
            <EffortSection {...shown} />
          </HydrateClient>
        </Arriving>
      </SectionBoundary>
    </div>
  );
}
