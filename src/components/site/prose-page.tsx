import type { ReactNode } from 'react';
import { MAIN_ID } from '../frame/skip-link';

/** A page of plain text in a readable measure. */
export function ProsePage({
  title,
  lead,
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main id={MAIN_ID} className="mx-auto max-w-page px-4 md:px-6">
      <article className="prose-page max-w-prose pt-14 md:pt-20">
        <h1 className="text-3xl font-semibold md:text-4xl">{title}</h1>
        {lead && <p className="mt-4 text-lg text-muted">{lead}</p>}
        <div className="mt-8">{children}</div>
      </article>
    </main>
  );
}
