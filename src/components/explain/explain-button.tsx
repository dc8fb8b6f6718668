import { useTranslations } from 'next-intl';
import { type ReactNode, Suspense, useState } from 'react';
import type { Trace } from '@/domain/trace';
import { Button } from '../button';
import { classNames } from '../class-names';
import { Dialog } from '../dialog';
import { circleHelpIcon } from '../icons';
import { lazyPart } from '../lazy-part';
import { SectionBoundary } from '../section-boundary';
import { SkeletonRows } from '../skeleton';

export const LazyTraceView = lazyPart(async () => ({ default: (await import('./trace-view')).TraceView }));

/** The small question mark beside a figure: opens how it came about. */
export function ExplainButton({ trace, className }: { trace: Trace; className?: string }) {
  return (
    <ExplainDialogButton rule={trace.rule} className={className}>
      <LazyTraceView trace={trace} />
    </ExplainDialogButton>
  );
}

/** The same for a trace that is only asked for once somebody wants it; `children` suspend until it is there. */
export function ExplainDialogButton({
  rule,
  className,
  children,
}: {
  rule: Trace['rule'];
  className?: string;
  children: ReactNode;
}) {
  const t = useTranslations('Explain');
  const [open, setOpen] = useState(false);
  const title = t(`rules.${rule}.title`);
  return (
    <>
      <Button
        look="ghost"
        size="sm"
        iconOnly
        icon={circleHelpIcon}
        aria-label={t('open', { figure: title })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={classNames('shrink-0', className)}
      />
      <Dialog open={open} onOpenChange={setOpen} title={title} size="lg">
        <SectionBoundary id="explanation">
          <Suspense fallback={<SkeletonRows count={3} />}>{children}</Suspense>
        </SectionBoundary>
      </Dialog>
    </>
  );
}
