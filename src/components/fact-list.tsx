import type { ReactNode } from 'react';

export type Fact = { label: string; value: ReactNode };

/** Facts in columns; what is not known is left out by the caller. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] sm:gap-x-8">
      {facts.map((fact) => (
        <div key={fact.label} className="min-w-0">
          <dt className="text-sm text-muted">{fact.label}</dt>
          <dd className="mt-0.5">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
