import type { ReactNode } from 'react';

/** Fields of a year that belong together, under their name. */
export function YearGroup({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 font-semibold">{title}</legend>
      {text && <p className="-mt-2 max-w-prose text-sm text-muted">{text}</p>}
      {children}
    </fieldset>
  );
}
