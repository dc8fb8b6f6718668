import type { ReactNode } from 'react';
import { MAIN_ID } from '@/components/frame/skip-link';

/** One question in the middle of the page. */
export function AuthCard({
  title,
  lead,
  children,
  below,
}: {
  title: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
}) {
  return (
    <main id={MAIN_ID} className="mx-auto w-full max-w-form px-4 py-8 md:py-14">
      <div className="rounded-2xl bg-surface p-6 shadow-surface sm:p-8">
        <h1 className="text-xl font-semibold">{title}</h1>
        {lead && <p className="mt-1.5 text-sm text-muted">{lead}</p>}
        <div className="mt-6">{children}</div>
      </div>
      {below && <div className="mt-6 text-center text-sm text-muted">{below}</div>}
    </main>
  );
}
