import { FactList } from '@/components/fact-list';
import { LinkButton } from '@/components/link-button';
import { Section } from '@/components/section';
import { sumCents } from '@/lib/money';
import { writePeriod } from '../period-params';
import type { StatementView } from '../view-rules';
import type { CostStatementWords } from '../words';

type Plant = StatementView['plants'][number];

/** What heats the house in common: what of its year is missing, what it came to, and what tenants might cut. */
export function StatementPlants({
  view,
  words,
  propertyId,
  isOpen,
}: {
  view: StatementView;
  words: CostStatementWords;
  propertyId: string;
  /** Nothing is sent yet: figures may still be entered. */
  isOpen: boolean;
}) {
  const { heating: t } = words;
  if (view.plants.length === 0) return null;
  return (
    <Section id="heating" title={t('plants')} description={t('plantsText')} flush>
      <ul className="divide-y divide-separator">
        {view.plants.map((plant) => (
          <li key={plant.id} className="grid gap-3 px-5 py-4 md:px-6">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
              <div className="min-w-0">
                <p className="font-medium">{plant.name}</p>
                <p className={plant.missing ? 'text-sm text-danger' : 'text-sm text-muted'}>
                  {plant.missing ? t(`missing.${plant.missing}`) : words.period(plant.period)}
                </p>
              </div>
              {isOpen && (
                <LinkButton
                  look={plant.missing ? 'primary' : 'secondary'}
                  size="sm"
                  href={{
                    pathname: '/property/[id]/statement/[period]/heating/[plantId]',
                    params: { id: propertyId, period: writePeriod(view.period), plantId: plant.id },
                  }}
                >
                  {t(plant.missing ? 'figures' : 'changeFigures')}
                </LinkButton>
              )}
            </div>
            <AnnexMissing plant={plant} view={view} words={words} />
            <PlantFacts plant={plant} view={view} words={words} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Shown = { plant: Plant; view: StatementView; words: CostStatementWords };

/** What the information beside the bill lacks, for anybody. */
function AnnexMissing({ plant, view, words }: Shown) {
  const annex = view.lines.find(({ lineId }) => lineId === plant.id)?.plant?.annex;
  const parts = [...new Set(annex?.users.flatMap(({ missing }) => missing))];
  if (parts.length === 0) return null;
  return (
    <p className="text-sm text-muted">
      {words.heating('annexMissing', {
        parts: parts.map((part) => words.heating(`annexParts.${part}`)).join(', '),
      })}
    </p>
  );
}

function PlantFacts({ plant, view, words }: Shown) {
  const { heating: t, money } = words;
  const line = view.lines.find(({ lineId }) => lineId === plant.id);
  if (!line?.plant) return null;
  const { pots, fuel, co2, co2LandlordCents, cuts } = line.plant;
  const cutsCents = sumCents(cuts.map(({ amountCents }) => amountCents));
  return (
    <>
      <FactList
        facts={[
          { label: t('costs'), value: money(line.totalCents) },
          ...(fuel ? [{ label: t('burnt'), value: money(fuel.consumedCents) }] : []),
          ...(pots
            ? [
                { label: t('heatCosts'), value: money(pots.heatCents) },
                ...(pots.hotWaterCents > 0
                  ? [{ label: t('hotWaterCosts'), value: money(pots.hotWaterCents) }]
                  : []),
              ]
            : []),
          ...(co2 ? [{ label: t('co2Step'), value: words.co2Step(co2) }] : []),
          { label: t('co2OfLandlord'), value: money(co2LandlordCents) },
        ]}
      />
      {cutsCents > 0 && (
        <details className="text-sm">
          <summary className="unfolds">{t('cuts', { cents: money(cutsCents) })}</summary>
          <ul className="mt-2 grid gap-1">
            {cuts.map(({ leaseId, reason, amountCents }) => (
              <li key={`${leaseId} ${reason}`} className="flex items-baseline justify-between gap-4">
                <span className="min-w-0">
                  {words.lease(leaseId)} <span className="text-muted">· {t(`cutReasons.${reason}`)}</span>
                </span>
                <span className="tabular-nums">{money(amountCents)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
