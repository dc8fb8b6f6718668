import { ShareButton } from '@/features/cost-sharing/components/share-button';
import { kindOf, sharedKeyOf } from '../settlement-rules';
import type { StatementView } from '../view-rules';
import type { CostStatementWords } from '../words';

type ShownLine = StatementView['lines'][number];

/** Lines that could not be computed: what was said of them may be why. */
export function stoppedLines({ problems, named, plants }: StatementView): string[] {
  const ids = problems.flatMap(({ stops, params }) => (stops === 'line' && params.line ? [params.line] : []));
  return [...new Set(ids)].filter(
    (id) => named.some(({ lineId }) => lineId === id) && !plants.some((plant) => plant.id === id),
  );
}

/** The way to how a line is shared out; what a plant or an association's paper says is said there. `label`: in a sentence. */
export function Share({
  lineId,
  view,
  words,
  propertyId,
  label,
}: {
  lineId: string;
  view: StatementView;
  words: CostStatementWords;
  propertyId: string;
  label?: string;
}) {
  const key = sharedKeyOf(lineId);
  if (key === null) return null;
  const leases = view.leases.map(({ leaseId }) => ({ id: leaseId, name: words.lease(leaseId) }));
  const { period, isGerman } = view;
  const categoryId = kindOf(lineId);
  const name = words.line(lineId);
  const line = { propertyId, period, categoryId, key, name, leases, isGerman };
  return <ShareButton line={line} label={label} />;
}

/** What was said of how it is shared out, with the reason. */
export function LineSharing({ line, words }: { line: ShownLine; words: CostStatementWords }) {
  const { t, money } = words;
  const said = [
    line.circle && t('sharing.circle', { units: line.circle.join(', ') }),
    line.deduction &&
      t('sharing.deduction', { cents: money(line.deduction.amountCents), reason: line.deduction.reason }),
    line.byHandReason && t('sharing.byHand', { reason: line.byHandReason }),
  ].filter(Boolean);
  if (said.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-1 text-sm text-muted">
      {said.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
}
