import type { LetterBlock } from '@/domain/letter';
import { sumCents } from '@/lib/money';
import type { StatementView } from './view-rules';
import type { CostStatementWords } from './words';

type Result = StatementView['leases'][number];

/**
 * How the costs of each plant came to a lease: every pot with all shares and its own (§ 259 BGB), and what of the CO₂ costs the landlord bears, with class and basis (§ 7 (3) CO2KostAufG).
 */
export function heatingBlocks(
  view: StatementView,
  result: Result,
  words: CostStatementWords,
  letter: (head: 'allShares' | 'yourShares' | 'yourCosts' | 'together') => string,
): LetterBlock[] {
  return result.lines.flatMap((own): LetterBlock[] => {
    const line = view.lines.find(({ lineId }) => lineId === own.lineId);
    const plant = line?.plant;
    if (!plant || own.amountCents === 0) return [];
    const { heating: t, money } = words;
    return [
      {
        kind: 'text',
        text: t('letter.title', { plant: words.line(own.lineId), period: words.period(plant.period) }),
      },
      {
        kind: 'table',
        head: [
          t('letter.part'),
          t('letter.total'),
          letter('allShares'),
          letter('yourShares'),
          letter('yourCosts'),
        ],
        rows: own.parts.map((part) => {
          const shares = words.shares(own.key, part);
          const isPot = part.role !== 'by_service' && part.role !== 'co2_of_landlord';
          return [
            words.heatRole(part.role),
            money(part.amountCents),
            isPot ? shares.of : '',
            isPot ? shares.weight : '',
            money(part.partCents ?? 0),
          ];
        }),
        total: [letter('together'), '', '', '', money(own.amountCents)],
      },
      // One that was sent before they were kept has none.
      ...notesOf(plant, line.factors ?? [], result, words).map((text) => ({ kind: 'note' as const, text })),
    ];
  });
}

type Plant = NonNullable<StatementView['lines'][number]['plant']>;

/** What of the costs is that of the groups somebody's units are in, and how it came to them (§ 5 (7) HeizkostenV). */
function groupNotes({ rules, pots }: Plant, held: ReadonlySet<string>, words: CostStatementWords): string[] {
  const { heating: t, number, percent } = words;
  const groups = rules?.groups;
  if (!groups) return [];
  const whole = (thousandths: number) => number(Math.round(thousandths / 1_000));
  const all = (what: 'heat' | 'hotWater') => sumCents(groups.of.map((one) => one[what] ?? 0));
  return groups.of
    .filter(({ unitIds }) => unitIds.some((id) => held.has(id)))
    .map(({ name, heat, hotWater }) => {
      const measured = {
        group: name,
        part: percent(groups.byUseBp),
        used: whole(heat),
        all: whole(all('heat')),
      };
      return hotWater === null || !pots?.hotWaterCents
        ? t('letter.group', measured)
        : t('letter.groupWithWater', {
            ...measured,
            water: whole(hotWater),
            allWater: whole(all('hotWater')),
          });
    });
}

function notesOf(
  plant: Plant,
  factors: StatementView['lines'][number]['factors'],
  { leaseId }: Result,
  words: CostStatementWords,
): string[] {
  const { heating: t, money } = words;
  const { pots, fuel, co2, co2Way, co2LandlordCents, estimated, users, rules } = plant;
  const held = new Set(users.filter((user) => user.leaseId === leaseId).map(({ unitId }) => unitId));
  const own = factors.filter(({ unitId }) => unitId !== null && held.has(unitId));
  return [
    ...(fuel
      ? [
          t('letter.burnt', {
            quantity: words.number(fuel.consumed),
            cents: money(fuel.consumedCents),
            left: money(fuel.closingCents),
          }),
        ]
      : []),
    ...groupNotes(plant, held, words),
    ...(pots && rules && !pots.isHeatByArea
      ? [t('letter.heatShare', { part: words.percent(rules.heatBp) })]
      : []),
    ...(pots && rules && pots.hotWaterCents > 0 && !pots.isHotWaterByArea
      ? [t('letter.hotWaterShare', { part: words.percent(rules.hotWaterBp) })]
      : []),
    ...(own.length > 0
      ? [
          t('letter.factors', {
            devices: own
              .map(({ name, factorThousandths: by }) => `${name} × ${words.number(by / 1_000)}`)
              .join('; '),
          }),
        ]
      : []),
    ...(pots ? [t('letter.change')] : []),
    ...(pots?.isHeatByArea || pots?.isHotWaterByArea ? [t('letter.byArea')] : []),
    ...(estimated.some(({ unitId }) => held.has(unitId)) ? [t('letter.estimated')] : []),
    ...(co2 !== null || co2Way === 'deducted' || co2Way === 'shown'
      ? [
          [
            ...(co2 ? [`${words.co2Step(co2)}.`] : []),
            t(co2Way === 'deducted' ? 'letter.co2Deducted' : 'letter.co2', {
              cents: money(co2LandlordCents),
            }),
          ].join(' '),
        ]
      : []),
  ];
}
