import { ExplainDialogButton, LazyTraceView } from '@/components/explain/explain-button';
import { trpc } from '@/trpc/client';

type Asked = { leaseId: string; isBusiness: boolean; ownRateBp: number | null };

/** How the default interest of a lease came about: a line for every rent and rate, so only asked for when opened. */
export function ExplainInterest({ asked }: { asked: Asked }) {
  return (
    <ExplainDialogButton rule="default_interest">
      <Explanation asked={asked} />
    </ExplainDialogButton>
  );
}

function Explanation({ asked }: { asked: Asked }) {
  const [{ interest }] = trpc.arrears.interest.useSuspenseQuery(asked);
  return interest && <LazyTraceView trace={interest.trace} />;
}
