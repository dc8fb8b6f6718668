import { useTranslations } from 'next-intl';
import { StatusChip } from '@/components/status-chip';
import type { Outputs } from '@/trpc/outputs';
import { PartWords } from './part-words';

export type InboxPage = Outputs['bank']['inbox'];
export type WaitingLine = InboxPage['rows'][number];
export type Described = Pick<
  InboxPage,
  'leases' | 'items' | 'payments' | 'bookings' | 'categories' | 'properties'
>;
type Part = WaitingLine['match']['parts'][number];

const tones = { certain: 'success', likely: 'accent', open: 'neutral' } as const;

/** What a line probably is, why, and what accepting it does to the account. */
export function Proposal({ line, described }: { line: WaitingLine; described: Described }) {
  const t = useTranslations('Bank');
  const { grade, parts, reasons, alternatives } = line.match;
  const words = [...new Set(reasons.map((reason) => t(`reasons.${reason.code}`)))];
  const others = alternatives.flatMap(
    (id) => described.leases.find((lease) => lease.id === id)?.tenants ?? [],
  );
  return (
    <div className="flex min-w-0 flex-col gap-1 text-sm">
      <span className="flex flex-wrap items-center gap-2">
        <StatusChip tone={tones[grade]}>{t(`grades.${grade}`)}</StatusChip>
        {parts.length === 0 && <span className="text-muted">{t('nothing')}</span>}
      </span>
      {parts.map((part) => (
        <PartWords key={keyOf(part)} part={part} line={line} described={described} />
      ))}
      {words.length > 0 && <p className="text-muted">{t('why', { reasons: words.join(', ') })}</p>}
      {others.length > 0 && (
        <p className="text-muted">{t('alternatives', { tenants: [...new Set(others)].join(', ') })}</p>
      )}
    </div>
  );
}

const keyOf = (part: Part) =>
  `${part.kind} ${'leaseId' in part ? part.leaseId : ''} ${'paymentId' in part ? part.paymentId : ''}`;
