import type { LetterBlock } from '@/domain/letter';
import type { StatementView } from './view-rules';
import type { CostStatementWords } from './words';

type Result = StatementView['leases'][number];

const ofLease = ({ associations }: StatementView, { leaseId }: Result) =>
  associations.filter(({ leaseIds }) => leaseIds.includes(leaseId));

/**
 * The totals of an owners' association, its keys and the flat's part (§ 259 BGB asks for all three), line by line as its
 * paper states them; what no tenant bears is none of the tenant's business.
 */
export function associationBlocks(
  view: StatementView,
  result: Result,
  words: CostStatementWords,
): LetterBlock[] {
  const { association: t, money } = words;
  return ofLease(view, result).flatMap(({ name, papers }) =>
    papers.flatMap(({ period, counted, lines }): LetterBlock[] => {
      if (lines.length === 0) return [];
      const sum = (part: 'ownCents' | 'recoverableCents') =>
        money(lines.reduce((all, line) => all + line[part], 0));
      const co2Cents = lines.reduce((all, line) => all + line.co2LandlordCents, 0);
      return [
        { kind: 'text', text: t('letter.title', { name, period: words.period(period) }) },
        {
          kind: 'table',
          head: ['line', 'total', 'key', 'own', 'passedOn'].map((one) => t(`letter.${one as 'line'}`)),
          rows: lines.map((line) => [
            line.name,
            money(line.totalCents),
            line.key ?? '',
            money(line.ownCents),
            money(line.recoverableCents),
          ]),
          total: [t('letter.together'), '', '', sum('ownCents'), sum('recoverableCents')],
        },
        ...(counted.from !== period.from || counted.to !== period.to
          ? [{ kind: 'note' as const, text: t('letter.counted', { period: words.period(counted) }) }]
          : []),
        ...(co2Cents > 0 && view.isGerman
          ? [{ kind: 'note' as const, text: t('letter.co2', { cents: money(co2Cents) }) }]
          : []),
      ];
    }),
  );
}

/** Why a back-payment is asked for after the deadline: the association's paper came late, though it had been asked for. */
export function excuseBlocks(view: StatementView, result: Result, words: CostStatementWords): LetterBlock[] {
  if ((result.claimableCents ?? 0) <= 0) return [];
  return ofLease(view, result).flatMap(({ excuse, askedOn }): LetterBlock[] => {
    if (!excuse) return [];
    const days = askedOn.map(words.day).join(', ');
    return [
      {
        kind: 'text',
        text: words.association('letter.excuse', { day: words.day(excuse.receivedOn), days }),
      },
    ];
  });
}
