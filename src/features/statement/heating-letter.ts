import type { LetterBlock } from '@/domain/letter';
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
    const plant = view.lines.find(({ lineId }) => lineId === own.lineId)?.plant;
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
      ...notesOf(plant, result, words).map((text) => ({ kind: 'note' as const, text })),
    ];
  });
}

function notesOf(
  {
    pots,
    fuel,
    co2,
    co2Way,
    co2LandlordCents,
    estimated,
    users,
    rules,
  }: NonNullable<StatementView['lines'][number]['plant']>,
  { leaseId }: Result,
  words: CostStatementWords,
): string[] {
  const { heating: t, money } = words;
  const isSplit = co2 !== null || co2Way === 'deducted' || co2Way === 'shown';
  const held = new Set(users.filter((user) => user.leaseId === leaseId).map(({ unitId }) => unitId));
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
    ...(pots && rules && !pots.isHeatByArea
      ? [t('letter.heatShare', { part: words.percent(rules.heatBp) })]
      : []),
    ...(pots && rules && pots.hotWaterCents > 0 && !pots.isHotWaterByArea
      ? [t('letter.hotWaterShare', { part: words.percent(rules.hotWaterBp) })]
      : []),
    ...(pots ? [t('letter.change')] : []),
    ...(pots?.isHeatByArea || pots?.isHotWaterByArea ? [t('letter.byArea')] : []),
    ...(estimated.some(({ unitId }) => held.has(unitId)) ? [t('letter.estimated')] : []),
    ...(isSplit
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
