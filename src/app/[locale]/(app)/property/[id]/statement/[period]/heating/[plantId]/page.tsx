import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { BackLink } from '@/components/back-link';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonRows } from '@/components/skeleton';
import { YearForm } from '@/features/heating/components/year-form';
import { plantPeriod } from '@/features/heating/rules';
import { getWords } from '@/features/portfolio/words-gate';
import { readPeriod } from '@/features/statement/period-params';
import { readerWords } from '@/features/statement/words-gate';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { enterProperty } from '../../../../property-gate';
import { periodTitle } from '../../period-title';

type Props = PageProps<'/[locale]/property/[id]/statement/[period]/heating/[plantId]'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return periodTitle(params, 'Heating');
}

export default async function PlantYearPage({ params }: Props) {
  const [opened, { period: written, plantId }] = await Promise.all([enterProperty(params), params]);
  if (!opened) return null;
  const period = readPeriod(written);
  const { plants } = await trpc.heating.list({ propertyId: opened.property.id });
  const plant = plants.find(({ id }) => id === plantId);
  const own = plant && period && plantPeriod(plant.startMonth, period);
  if (!own) notFound();
  const back = { id: opened.property.id, period: written };
  void trpc.heating.year.prefetch({ plantId, ...period });
  const [t, words] = await Promise.all([
    getWords('Heating'),
    readerWords({ named: [], isGerman: true, parties: {} }),
  ]);
  return (
    <div className="grid grid-cols-1 gap-8">
      <div>
        <BackLink href={{ pathname: '/property/[id]/statement/[period]', params: back }}>
          {t('back')}
        </BackLink>
        <h2 className="mt-1 text-xl font-semibold">
          {t('yearTitle', { name: plant.name, period: words.period(own) })}
        </h2>
      </div>
      <SectionBoundary id="heating">
        <Arriving fallback={<SkeletonRows count={6} />}>
          <HydrateClient>
            <YearForm plantId={plantId} period={period} back={back} canEdit={opened.canEdit} />
          </HydrateClient>
        </Arriving>
      </SectionBoundary>
    </div>
  );
}
