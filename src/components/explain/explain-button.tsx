'use client';

import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import type { Trace } from '@/lib/trace';
import { Button } from '../button';
import { Dialog } from '../dialog';
import { circleHelpIcon } from '../icons';
import { lazyPart } from '../lazy-part';
import { SkeletonRows } from '../skeleton';

const TraceView = lazyPart(async () => ({ default: (await import('./trace-view')).TraceView }));

/** The small question mark beside a figure: opens how it came about. */
export function ExplainButton({ trace, className }: { trace: Trace; className?: string }) {
  const t = useTranslations('Explain');
  const [open, setOpen] = useState(false);
  const title = t(`rules.${trace.rule}.title`);
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
        className={className}
      />
      <Dialog open={open} onOpenChange={setOpen} title={title} size="lg">
        <Suspense fallback={<SkeletonRows count={3} />}>
          <TraceView trace={trace} />
        </Suspense>
      </Dialog>
    </>
  );
}
