import type { LetterBlock } from '@/domain/letter';
import type { StatementView } from './view-rules';
import type { CostStatementWords } from './words';

type Plant = NonNullable<StatementView['lines'][number]['plant']>;
type Annex = NonNullable<Plant['annex']>;
type User = Annex['users'][number];

/**
 * What goes with a bill by consumption (§ 6a (3) HeizkostenV), in its order: energy sources, taxes and fees; whom to ask; disputes; the
 * average user; the year before as a graph. What is missing is left out, and stands in the checks; of a bill by area whom to ask and
 * disputes are told alone (§ 6a (5)).
 */
export const annexBlocks = (
  view: StatementView,
  { lines, leaseId }: StatementView['leases'][number],
  words: CostStatementWords,
): LetterBlock[] =>
  lines.flatMap(({ lineId }) => {
    const plant = view.lines.find((one) => one.lineId === lineId)?.plant;
    return plant ? annexOf(plant, { plant: words.line(lineId), leaseId }, words) : [];
  });

function annexOf(
  { annex, period }: Plant,
  of: { plant: string; leaseId: string },
  words: CostStatementWords,
): LetterBlock[] {
  // None is asked for, or it was sent before there was one.
  if (!annex) return [];
  const { heating: t } = words;
  const user = annex.users.find(({ leaseId }) => leaseId === of.leaseId);
  const facts = annex.isByUse ? factsOf(annex, user, words) : [];
  const { disputes } = annex.told;
  return [
    { kind: 'text', text: t('letter.annex.title', { plant: of.plant }) },
    ...(facts.length > 0 ? [{ kind: 'table' as const, head: null, rows: facts, total: null }] : []),
    ...(user && annex.isByUse ? graphsOf(annex, period, user, words) : []),
    { kind: 'note', text: t('letter.annex.contacts') },
    ...(disputes === 'no_consumer'
      ? []
      : [{ kind: 'note' as const, text: t(`letter.annex.disputes.${disputes}`) }]),
  ];
}

function factsOf({ told }: Annex, user: User | undefined, words: CostStatementWords): string[][] {
  const { heating: t, money } = words;
  const { energyMix, isDistrictHeat, greenhouseGrams, primaryFactor, taxesCents, meteringCents } = told;
  const rows: [string, string | null][] = [
    [t('letter.annex.energyMix'), energyMix],
    [
      t('letter.annex.greenhouse'),
      isDistrictHeat && greenhouseGrams !== null
        ? t('letter.annex.greenhouseKg', { kg: words.number(Math.round(greenhouseGrams / 1_000)) })
        : null,
    ],
    [
      t('letter.annex.primaryFactor'),
      isDistrictHeat && primaryFactor !== null ? words.number(primaryFactor / 100) : null,
    ],
    [t('letter.annex.taxes'), taxesCents === null ? null : money(taxesCents)],
    [t('letter.annex.meteringFees'), meteringCents === null ? null : money(meteringCents)],
    [t('letter.annex.heat'), user?.used ? kwhOf(user.used.heat, words) : null],
    [t('letter.annex.hotWater'), user?.used?.hotWater ? kwhOf(user.used.hotWater, words) : null],
  ];
  return rows.flatMap(([term, said]) => (said === null ? [] : [[term, said]]));
}

const kwhOf = (thousandths: number, { heating: t, number }: CostStatementWords): string =>
  t('letter.annex.kwh', { kwh: number(Math.round(thousandths / 1_000)) });

function graphsOf(
  annex: Annex,
  period: Plant['period'],
  user: User,
  words: CostStatementWords,
): LetterBlock[] {
  const { heating: t } = words;
  const bar = (label: string, value: number) => ({ label, value, said: kwhOf(value, words) });
  const { used, average, adjusted, before, isNew, days } = user;
  const isCompared = adjusted !== null && before !== null && before.adjusted !== null;
  const year = (of: Plant['period'], count: number) =>
    t('letter.annex.year', { period: words.period(of), days: count });
  return [
    ...(used && average !== null && annex.told.averageSource
      ? [
          {
            kind: 'bars' as const,
            title: t('letter.annex.besideAverage'),
            bars: [
              bar(t('letter.annex.you'), used.heat + used.hotWater),
              bar(t('letter.annex.average', { source: annex.told.averageSource }), average),
            ],
          },
        ]
      : []),
    ...(isCompared
      ? [
          {
            kind: 'bars' as const,
            title: t('letter.annex.beside'),
            bars: [
              bar(year(period, days), adjusted),
              bar(year(annex.before, before.days), before.adjusted ?? 0),
            ],
          },
          {
            kind: 'note' as const,
            text: [
              sayChange(adjusted, before.adjusted ?? 0, words),
              t('letter.annex.method', {
                factor: words.number((annex.factor ?? 0) / 1_000),
                before: words.number((annex.factorBefore ?? 0) / 1_000),
              }),
            ].join(' '),
          },
        ]
      : []),
    ...(isNew ? [{ kind: 'note' as const, text: t('letter.annex.isNew') }] : []),
  ];
}

function sayChange(now: number, before: number, { heating: t, percent }: CostStatementWords): string {
  const bp = before === 0 ? 0 : Math.round((Math.abs(now - before) / before) * 100) * 100;
  if (bp === 0) return t('letter.annex.same');
  return t(now < before ? 'letter.annex.less' : 'letter.annex.more', { percent: percent(bp) });
}
