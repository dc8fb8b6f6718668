import { Link } from '@/i18n/link';
import { writePeriod } from '../period-params';
import type { StatementView } from '../view-rules';
import type { CostStatementWords } from '../words';

type Lease = StatementView['leases'][number];
/** Of each lease of a correction that is not sent, whether it is said or could be. */
export type Slips = readonly { leaseId: string; slip: 'said' | 'open' | null }[];

/**
 * After the deadline a correction asks for no more than before, but where the tenant could see the slip at once (BGH 30 Mar
 * 2011, VIII ZR 133/10): whether they could is for the landlord to say.
 */
export function SlipChoice({
  row,
  view,
  words,
  slips,
}: {
  row: Lease;
  view: Pick<StatementView, 'period'> & { version: number; corrections: Slips };
  words: CostStatementWords;
  slips: { propertyId: string; ids: readonly string[] };
}) {
  const { t } = words;
  const slip = view.corrections.find(({ leaseId }) => leaseId === row.leaseId)?.slip ?? null;
  if (slip === null) return null;
  const isSaid = slip === 'said';
  const ids = isSaid ? slips.ids.filter((id) => id !== row.leaseId) : [...slips.ids, row.leaseId];
  const query = { version: String(view.version), ...(ids.length > 0 && { slips: ids.join(',') }) };
  return (
    <li>
      <p className="text-muted">{t(isSaid ? 'slip.said' : 'slip.text')}</p>
      <Link
        href={{
          pathname: '/property/[id]/statement/[period]',
          params: { id: slips.propertyId, period: writePeriod(view.period) },
          query,
        }}
        className="underline underline-offset-2"
      >
        {t(isSaid ? 'slip.takeBack' : 'slip.say')}
      </Link>
    </li>
  );
}
